use crate::{moot, rubric, standing};
use court::admission::{Admission, admit};
use court::evidence::Place;
use court::justice::Status;
use court::protocol::Standing;
use court::rubric::Dimension;

fn dimension(of: &str) -> Dimension {
    rubric(&format!("dimensions: [{{{of}}}]")).dimensions.remove(0)
}

/// How it is admitted, in a few words.
fn outcome(dimension: &Dimension, standings: Option<&[Standing]>, has_report: bool) -> String {
    match admit(dimension, standings, has_report) {
        Admission::Heard => "heard".to_owned(),
        Admission::Dismissed(Status::NotAssessable(why)) => format!("not assessable: {why}"),
        Admission::Dismissed(Status::Incomplete(why)) => format!("incomplete: {why}"),
        Admission::Dismissed(Status::Judged) => "judged unheard".to_owned(),
    }
}

#[test]
fn a_dimension_is_heard_only_where_at_least_half_of_its_weight_could_be_observed() {
    let seen = |weight| standing("a", weight, Some((0, 1)), 1);
    let missed = |weight: i64, cause: &str| Standing {
        cause: Some(cause.to_owned()),
        ..standing("b", weight, None, 2)
    };
    let none = "there is none";
    for (standings, expected) in [
        (vec![seen(1)], "heard"),
        (vec![seen(2), missed(2, "x")], "heard"),
        (vec![seen(1), moot("c", none)], "heard"),
        (
            vec![seen(2), missed(1, "y"), missed(1, "x"), missed(1, "y")],
            "incomplete: too little could be observed: x; y",
        ),
        (
            vec![missed(1, "x")],
            "incomplete: too little could be observed: x",
        ),
        (
            vec![moot("c", none)],
            "not assessable: the question does not arise: there is none",
        ),
    ] {
        let admitted = outcome(&dimension("id: a"), Some(&standings), false);
        assert_eq!(admitted, expected, "{standings:?}");
    }
}

#[test]
fn a_flaw_that_was_seen_is_heard_however_little_else_was() {
    let missed = standing("b", 9, None, 2);
    let mut flaw = standing("a", 1, Some((0, 1)), 1);
    flaw.demand.is_violation = true;
    flaw.place = Some(Place::line("a.py", 1));
    let admitted = outcome(&dimension("id: a"), Some(&[flaw, missed]), false);
    assert_eq!(admitted, "heard");
}

#[test]
fn what_cannot_be_looked_at_is_dismissed_and_not_judged() {
    let standings = [standing("a", 1, Some((1, 1)), 1)];
    let report = dimension("id: a, target_artifact: pdf_report");
    let video = dimension("id: a, target_artifact: video");
    let no_report = "not assessable: no report was given";
    assert_eq!(outcome(&report, Some(&standings), false), no_report);
    assert_eq!(outcome(&report, Some(&standings), true), "heard");
    assert_eq!(
        outcome(&video, Some(&standings), true),
        "not assessable: it looks at `video`, which no detective can read"
    );
    assert_eq!(
        outcome(&report, None, true),
        "not assessable: its text asks for nothing that the probes can see; a panel with a model could judge it"
    );
}
