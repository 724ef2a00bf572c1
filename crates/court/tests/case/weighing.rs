//! Answers of probes held against what is wanted.

use court::evidence::{Confidence, Detective, Evidence, Exhibit, Finding, Place, Source};
use court::protocol::{Demand, Standing, weigh};
use court::score::Fraction;
use serde_json::{Value, json};

fn exhibit(finding: Finding, value: Option<Value>) -> Exhibit {
    Exhibit {
        probe: "p".to_owned(),
        rank: 0,
        detective: Detective::RepoInvestigator,
        goal: String::new(),
        finding,
        value,
        place: Some(Place::line("a.py", 3)),
        excerpt: None,
        rationale: "there is no such thing".to_owned(),
        confidence: Confidence::CERTAIN,
        source: Source::Observed,
    }
}

fn standing(want: &Value, exhibit: Option<Exhibit>) -> Standing {
    let demand: Demand = serde_json::from_value(json!({
        "probe": "p", "want": want, "weight": 1, "met": "", "unmet": "", "remedy": "",
    }))
    .expect("it is a demand");
    let evidence: Evidence = exhibit.into_iter().collect();
    weigh(&[demand], &evidence).remove(0)
}

#[test]
fn an_answer_meets_what_is_wanted_from_its_bound_on() {
    let half = json!([1, 2]);
    let falling = json!({"graded": {"between": {"none": 10, "full": 2}}});
    for (want, value, share) in [
        (json!({"holds": true}), json!(true), (1, 1)),
        (json!({"holds": true}), json!(false), (0, 1)),
        (json!({"holds": false}), json!(false), (1, 1)),
        (json!({"holds": true}), json!(1), (1, 1)),
        (json!({"holds": true}), json!(0), (0, 1)),
        (json!({"at_least": 3}), json!(3), (1, 1)),
        (json!({"at_least": 3}), json!(4), (1, 1)),
        (json!({"at_least": 3}), json!(2), (0, 1)),
        (json!({"at_most": 3}), json!(3), (1, 1)),
        (json!({"at_most": 3}), json!(2), (1, 1)),
        (json!({"at_most": 3}), json!(4), (0, 1)),
        (
            json!({"share_at_least": half}),
            json!({"good": 2, "all": 4}),
            (1, 1),
        ),
        (
            json!({"share_at_least": half}),
            json!({"good": 3, "all": 4}),
            (1, 1),
        ),
        (
            json!({"share_at_least": half}),
            json!({"good": 1, "all": 4}),
            (0, 1),
        ),
        (
            json!({"share_at_most": half}),
            json!({"good": 2, "all": 4}),
            (1, 1),
        ),
        (
            json!({"share_at_most": half}),
            json!({"good": 1, "all": 4}),
            (1, 1),
        ),
        (
            json!({"share_at_most": half}),
            json!({"good": 3, "all": 4}),
            (0, 1),
        ),
        (falling.clone(), json!(12), (0, 1)),
        (falling.clone(), json!(10), (0, 1)),
        (falling.clone(), json!(4), (3, 4)),
        (falling, json!(0), (1, 1)),
    ] {
        let standing = standing(&want, Some(exhibit(Finding::Present, Some(value.clone()))));
        assert_eq!(
            standing.share,
            Some(Fraction::new(share.0, share.1)),
            "{want} {value}"
        );
        assert_eq!(standing.is_met(), share == (1, 1));
        assert_eq!(standing.is_unmet(), share != (1, 1));
        assert_eq!((standing.cause, standing.is_unobserved), (None, false));
    }
}

#[test]
fn a_demand_on_what_looking_came_to_goes_by_that_alone() {
    let findings = [Finding::Present, Finding::Absent, Finding::Contradicted];
    for (at, word) in ["present", "absent", "contradicted"].iter().enumerate() {
        let met: Vec<bool> = findings
            .iter()
            .map(|finding| {
                let exhibit = exhibit(finding.clone(), Some(json!(7)));
                standing(&json!({"finding": word}), Some(exhibit)).is_met()
            })
            .collect();
        let only: Vec<bool> = (0..3).map(|other| other == at).collect();
        assert_eq!(met, only, "{word}");
    }
}

#[test]
fn no_answer_is_never_a_bad_answer() {
    let want = json!({"at_least": 3});
    let odd = Some(exhibit(Finding::Present, Some(json!("many"))));
    let shape = "the answer of `p` has another form than the demand";
    let unobserved = Finding::Unobserved {
        cause: "the clone is shallow".to_owned(),
    };
    for (exhibit, cause, is_unobserved) in [
        (None, "no detective answers `p`", true),
        (odd, shape, true),
        (Some(exhibit(Finding::Present, None)), shape, true),
        (Some(exhibit(unobserved, None)), "the clone is shallow", true),
        (
            Some(exhibit(Finding::NotApplicable, None)),
            "there is no such thing",
            false,
        ),
    ] {
        let standing = standing(&want, exhibit);
        assert_eq!(standing.share, None);
        assert!(!standing.is_met() && !standing.is_unmet());
        assert_eq!(standing.cause.as_deref(), Some(cause));
        assert_eq!(standing.is_unobserved, is_unobserved, "{cause}");
    }
    for none in [
        json!({"none": 4, "full": 4}),
        json!({"none": i64::MIN, "full": i64::MAX}),
    ] {
        let graded = json!({"graded": {"between": none}});
        let number = Some(exhibit(Finding::Present, Some(json!(4))));
        assert_eq!(standing(&graded, number).share, None, "{graded}");
    }
}

#[test]
fn only_a_violation_with_a_place_is_a_confirmed_flaw() {
    let want = json!({"holds": true});
    let found = |holds: bool| standing(&want, Some(exhibit(Finding::Present, Some(json!(holds)))));
    let violation = |mut standing: Standing| {
        standing.demand.is_violation = true;
        standing
    };
    assert!(violation(found(false)).is_confirmed_flaw());
    assert!(!found(false).is_confirmed_flaw());
    assert!(!violation(found(true)).is_confirmed_flaw());
    let nowhere = Standing {
        place: None,
        ..violation(found(false))
    };
    assert!(!nowhere.is_confirmed_flaw());
}
