use super::*;
use court::evidence::Finding;

#[test]
fn files_that_are_missing_whole_are_counted_in_the_whole() {
    let snapshot = Subject::from_fixture(
        "//- a.py\nx = 1\n//- b.py\nx = 1\n//- unread:c.py\nr\n//- unread:d.py\nr\n//- unread:e.py\nr\n",
    );
    let answer = of(&snapshot).unwrap();
    assert!(
        matches!(&answer.finding, Finding::Unobserved { cause } if cause.starts_with("3 of 5 files were not read whole: ")),
        "{:?}",
        answer.finding
    );
}
