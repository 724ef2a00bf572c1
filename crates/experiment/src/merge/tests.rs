use super::*;
use court::evidence::Detective;
use serde_json::json;

fn read(probe: &str, finding: Finding, value: Option<Value>) -> Exhibit {
    Exhibit {
        probe: probe.to_owned(),
        rank: 0,
        detective: Detective::RepoInvestigator,
        goal: "g".to_owned(),
        finding,
        value,
        place: None,
        excerpt: None,
        rationale: "as read".to_owned(),
        confidence: Confidence::CERTAIN,
        source: Source::Observed,
    }
}

fn held(probe: &str, holds: bool) -> Evidence {
    [read(probe, Finding::of(holds), Some(holds.into()))]
        .into_iter()
        .collect()
}

fn fact(id: &str, value: impl Into<Value>) -> Fact {
    Fact {
        id: id.to_owned(),
        value: value.into(),
        source: "experiment:plain".to_owned(),
        why: "it happened".to_owned(),
        at: Some("src/a.py:2".to_owned()),
        is_proof: true,
    }
}

fn merged(evidence: &Evidence, fact: &Fact) -> (Exhibit, usize, String) {
    let snapshot = Snapshot::from_fixture("//- src/a.py\nx = 1\ny = 2\n");
    let (merged, notes) = merge(evidence, std::slice::from_ref(fact), &snapshot);
    let first = merged
        .observed_of(&fact.id)
        .next()
        .map(|(_, one)| one.clone())
        .unwrap();
    (first, merged.count(), notes[0].outcome.clone())
}

#[test]
fn what_was_seen_overrules_what_reading_says_and_both_stay() {
    let (first, count, outcome) = merged(&held("output.retry", false), &fact("output.retry", true));
    assert_eq!(
        (first.finding, count, outcome.as_str()),
        (Finding::Present, 2, "overrules")
    );
    assert_eq!(first.place, Some(Place::line("src/a.py", 2)));
    assert_eq!(first.excerpt.unwrap().text, "y = 2");
    assert_eq!(
        first.source,
        Source::Ran {
            scenario: "plain".to_owned()
        }
    );
}

#[test]
fn what_was_looked_for_and_not_seen_only_casts_doubt() {
    let unseen = Fact {
        is_proof: false,
        ..fact("justice.dissent", false)
    };
    let (first, count, outcome) = merged(&held("justice.dissent", true), &unseen);
    assert_eq!(
        (first.finding, count, outcome.as_str()),
        (Finding::Present, 2, "differs")
    );
    assert_eq!(first.confidence, DOUBTED);
}

#[test]
fn what_was_proved_not_to_happen_overrules() {
    let (first, ..) = merged(
        &held("graph.checkpointer", true),
        &fact("graph.checkpointer", false),
    );
    assert_eq!(first.finding, Finding::Absent);
}

#[test]
fn no_run_clears_a_danger_and_each_may_find_one() {
    for (id, read, seen) in [
        ("safety.url_validated", false, true),
        ("safety.os_system", true, false),
    ] {
        let (first, _, outcome) = merged(&held(id, read), &fact(id, seen));
        assert_eq!(
            (first.finding, outcome.as_str()),
            (Finding::of(read), "differs"),
            "{id}"
        );
    }
    let (first, ..) = merged(
        &held("safety.shell_true", false),
        &fact("safety.shell_true", true),
    );
    assert_eq!(first.finding, Finding::Present);
}

#[test]
fn a_run_decides_what_nobody_could_read() {
    let cause = "a name is not known".to_owned();
    let evidence: Evidence = [read("output.fallback", Finding::Unobserved { cause }, None)]
        .into_iter()
        .collect();
    let (first, _, outcome) = merged(&evidence, &fact("output.fallback", false));
    assert_eq!((first.finding, outcome.as_str()), (Finding::Absent, "decides"));
    assert_eq!(first.value, Some(json!(false)));
}

#[test]
fn lists_of_one_graph_are_put_together_and_those_of_two_are_not() {
    let nodes = |names: &[&str]| -> Evidence {
        [read("graph.nodes", Finding::Present, Some(json!(names)))]
            .into_iter()
            .collect()
    };
    let (first, ..) = merged(
        &nodes(&["a", "b", "switched"]),
        &fact("graph.nodes", json!(["a", "b", "c"])),
    );
    assert_eq!(first.value, Some(json!(["a", "b", "switched", "c"])));
    let (.., outcome) = merged(
        &nodes(&["a", "b", "switched"]),
        &fact("graph.nodes", json!(["a", "b"])),
    );
    assert_eq!(outcome, "agrees");
    let snapshot = Snapshot::default();
    let (_, notes) = merge(
        &nodes(&["a", "b", "switched"]),
        &[fact("graph.nodes", json!(["a", "b"]))],
        &snapshot,
    );
    assert!(
        notes[0].why.ends_with("not there when it ran: \"switched\""),
        "{}",
        notes[0].why
    );
    let (first, ..) = merged(&nodes(&["x", "y"]), &fact("graph.nodes", json!(["a", "b"])));
    assert_eq!(first.value, Some(json!(["a", "b"])));
}

#[test]
fn a_place_that_the_subject_has_not_is_not_told() {
    let mut forged = fact("output.retry", true);
    for place in ["/etc/passwd:1", "src/a.py:99", "src/a.py:0", "src/a.py", ":"] {
        forged.at = Some(place.to_owned());
        let (first, ..) = merged(&held("output.retry", false), &forged);
        assert_eq!((first.place, first.excerpt), (None, None), "{place}");
    }
}

#[test]
fn a_fact_that_no_probe_asks_about_changes_nothing() {
    let evidence = held("git.commits", true);
    let snapshot = Snapshot::default();
    let (merged, notes) = merge(&evidence, &[fact("output.retry", true)], &snapshot);
    assert_eq!((merged, notes), (evidence, Vec::new()));
}

#[test]
fn what_nobody_could_read_of_danger_no_run_clears() {
    for (id, is_safe) in [
        ("safety.no_shell", true),
        ("safety.tempdir_clone", true),
        ("safety.shell_true", false),
    ] {
        let unread = || -> Evidence {
            let cause = "a name is not known".to_owned();
            [read(id, Finding::Unobserved { cause }, None)]
                .into_iter()
                .collect()
        };
        let (first, _, outcome) = merged(&unread(), &fact(id, is_safe));
        assert!(!first.finding.is_observed(), "{id}");
        assert_eq!(outcome, "differs", "{id}");
        let (first, _, outcome) = merged(&unread(), &fact(id, !is_safe));
        assert_eq!(
            (first.finding, outcome.as_str()),
            (Finding::of(!is_safe), "decides")
        );
    }
}

#[test]
fn both_places_are_told_where_the_subject_has_them() {
    let mut exhibit = read("output.retry", Finding::Absent, Some(false.into()));
    exhibit.place = Some(Place::line("src/a.py", 1));
    let evidence: Evidence = [exhibit].into_iter().collect();
    let snapshot = Snapshot::from_fixture("//- src/a.py\nx = 1\ny = 2\n");
    let mut ran = fact("output.retry", true);
    let (_, notes) = merge(&evidence, std::slice::from_ref(&ran), &snapshot);
    let places = (notes[0].read_at.as_deref(), notes[0].at.as_deref());
    assert_eq!(places, (Some("src/a.py:1"), Some("src/a.py:2")));
    ran.at = Some("/etc/passwd:1".to_owned());
    assert_eq!(merge(&evidence, &[ran], &snapshot).1[0].at, None);
}
