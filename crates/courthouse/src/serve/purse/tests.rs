use super::*;

const ANN: &str = "ann";
const BOB: &str = "bob";

fn case(digit: char) -> CaseId {
    std::iter::repeat_n(digit, CaseId::DIGITS)
        .collect::<String>()
        .parse()
        .unwrap()
}

fn purse(folder: &tempfile::TempDir, each: Option<f64>, all: Option<f64>, jobs: usize) -> Purse {
    let limits = Limits::dollars(each, all).unwrap();
    Purse::open(folder.path().join("paid.json"), limits, jobs)
}

#[test]
fn without_a_limit_nothing_is_held_back_or_noted() {
    let folder = tempfile::tempdir().unwrap();
    let purse = purse(&folder, None, None, 1);
    assert_eq!(purse.set_aside(&case('a'), ANN).unwrap(), None);
    purse.settle(&case('a'), ANN, 3.0).unwrap();
    assert!(!folder.path().join("paid.json").exists());
}

#[test]
fn a_client_has_its_own_limit_and_shares_that_of_all() {
    let folder = tempfile::tempdir().unwrap();
    let purse = purse(&folder, Some(1.0), Some(1.5), 1);
    assert_eq!(purse.set_aside(&case('a'), ANN).unwrap().unwrap(), "1.000000");
    purse.settle(&case('a'), ANN, 0.9).unwrap();
    assert_eq!(purse.left(&case('b'), ANN), Some(100_000));
    assert_eq!(purse.set_aside(&case('c'), BOB).unwrap().unwrap(), "0.600000");
    assert_eq!(
        purse.left(&case('b'), ANN),
        Some(0),
        "all that is left is set aside"
    );
    purse.settle(&case('c'), BOB, 0.0).unwrap();
    assert_eq!(purse.left(&case('b'), BOB), Some(600_000));
}

#[test]
fn what_is_set_aside_outlives_the_server_and_the_same_case_may_have_it_again() {
    let folder = tempfile::tempdir().unwrap();
    let first = purse(&folder, Some(2.0), None, 1);
    assert_eq!(first.set_aside(&case('a'), ANN).unwrap().unwrap(), "2.000000");
    drop(first);
    let second = purse(&folder, Some(2.0), None, 1);
    assert_eq!(second.left(&case('b'), ANN), Some(0));
    assert_eq!(second.set_aside(&case('a'), ANN).unwrap().unwrap(), "2.000000");
}

#[test]
fn audits_at_the_same_time_never_have_more_together_than_is_left() {
    let folder = tempfile::tempdir().unwrap();
    let purse = purse(&folder, None, Some(1.0), 2);
    let first = purse.set_aside(&case('a'), ANN).unwrap().unwrap();
    let second = purse.set_aside(&case('b'), BOB).unwrap().unwrap();
    assert_eq!((first.as_str(), second.as_str()), ("0.500000", "0.250000"));
}

#[test]
fn a_limit_is_an_amount_of_dollars() {
    for wrong in [-1.0, f64::NAN, f64::INFINITY] {
        assert!(Limits::dollars(Some(wrong), None).is_err(), "{wrong}");
    }
    assert_eq!(Limits::dollars(Some(0.000_000_1), None).unwrap().each, Some(1));
}
