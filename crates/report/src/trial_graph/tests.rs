use super::*;

fn edges(labels: &[&str]) -> Vec<(String, String)> {
    let labels: Vec<String> = labels.iter().map(|label| (*label).to_owned()).collect();
    let jobs: BTreeSet<&str> = labels.iter().map(String::as_str).collect();
    let of = |job: &&str| {
        before(job, &jobs)
            .into_iter()
            .map(|from| (from.to_owned(), (*job).to_owned()))
            .collect::<Vec<_>>()
    };
    jobs.iter().flat_map(of).collect()
}

#[test]
fn judges_fan_out_of_the_admission_and_join_in_the_ruling() {
    let edges = edges(&[
        "admit/a",
        "opine/a/Defense",
        "opine/a/Prosecutor",
        "rule/a",
        "opine/b/Defense",
    ]);
    let has = |from: &str, to: &str| edges.contains(&(from.to_owned(), to.to_owned()));
    assert!(has("admit/a", "opine/a/Defense") && has("admit/a", "opine/a/Prosecutor"));
    assert!(has("opine/a/Defense", "rule/a") && has("opine/a/Prosecutor", "rule/a"));
    assert!(!has("admit/a", "rule/a") && !has("admit/a", "opine/b/Defense"));
}

#[test]
fn a_dimension_that_is_not_heard_goes_from_admission_to_ruling() {
    assert_eq!(
        edges(&["admit/a", "rule/a"]),
        [("admit/a".to_owned(), "rule/a".to_owned())]
    );
}

#[test]
fn the_specimen_shows_both_fan_outs_and_both_joins() {
    let labels: Vec<String> = SPECIMEN.iter().map(|label| (*label).to_owned()).collect();
    insta::assert_snapshot!(mermaid(&labels));
}

#[test]
fn names_of_dimensions_cannot_break_the_drawing() {
    let drawing = mermaid(&["admit/a\"] --> x[\"b".to_owned()]);
    assert!(!drawing.contains("--> x"), "{drawing}");
}
