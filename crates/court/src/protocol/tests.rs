use super::*;
use crate::evidence::{Confidence, Detective, Source};
use serde_json::json;

fn exhibit(probe: &str, value: Value) -> Exhibit {
    Exhibit {
        probe: probe.to_owned(),
        rank: 0,
        detective: Detective::DocAnalyst,
        goal: String::new(),
        finding: Finding::Present,
        value: Some(value),
        place: None,
        excerpt: None,
        rationale: String::new(),
        confidence: Confidence::CERTAIN,
        source: Source::Observed,
    }
}

fn demand(probe: &str) -> Demand {
    let demands = BUILT_IN.protocols.iter().flat_map(|protocol| &protocol.demands);
    demands
        .into_iter()
        .find(|demand| demand.probe == probe)
        .expect("the demand exists")
        .clone()
}

#[test]
fn the_built_in_protocol_is_well_formed() {
    for protocol in &BUILT_IN.protocols {
        assert!(!protocol.demands.is_empty(), "{} demands nothing", protocol.name);
        for demand in &protocol.demands {
            assert!(demand.weight > 0, "{} has no weight", demand.probe);
            assert!(
                demand.asks.iter().all(|phrase| fold(phrase) == *phrase),
                "{:?} is not folded",
                demand.asks
            );
        }
    }
}

#[test]
fn a_term_that_is_only_mentioned_counts_a_third() {
    let evidence: Evidence = [exhibit(
        "docs.terms",
        json!({"a": "substantive", "b": "mentioned", "c": "absent"}),
    )]
    .into_iter()
    .collect();
    let standing = &weigh(&[demand("docs.terms")], &evidence)[0];
    assert_eq!(standing.share, Some(Fraction::new(4, 9)));
}

#[test]
fn one_missing_path_among_many_costs_a_quarter_and_many_cost_their_share() {
    for (present, missing, share) in [(18, 0, (1, 1)), (18, 1, (3, 4)), (1, 3, (1, 4)), (0, 2, (0, 1))] {
        let gone: Vec<String> = (0..missing).map(|n| format!("src/{n}.py")).collect();
        let evidence: Evidence = [
            exhibit("docs.paths_missing", json!(gone)),
            exhibit("docs.paths_present", json!(present)),
        ]
        .into_iter()
        .collect();
        let standing = &weigh(&[demand("docs.paths_missing")], &evidence)[0];
        assert_eq!(
            standing.share,
            Some(Fraction::new(share.0, share.1)),
            "{present} present, {missing} missing"
        );
    }
}

#[test]
fn what_could_not_be_observed_has_no_share_and_keeps_its_cause() {
    let cause = "the clone is shallow".to_owned();
    let unobserved = Exhibit {
        finding: Finding::Unobserved { cause: cause.clone() },
        value: None,
        ..exhibit("git.commits", Value::Null)
    };
    let evidence: Evidence = [unobserved].into_iter().collect();
    let standing = &weigh(&[demand("git.commits")], &evidence)[0];
    assert_eq!((standing.share, standing.cause.as_ref()), (None, Some(&cause)));
    assert!(standing.is_unobserved);
}
