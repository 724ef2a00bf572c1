use super::*;
use crate::events::{Grid, GridEnd, What};
use crate::seen::tests::trace;
use serde_json::json;

/// The events of replays in which scores come about so: from the votes, and what was changed.
fn events(score: impl Fn(&str, [i64; 3]) -> f64, words: impl Fn([i64; 3]) -> u64) -> Vec<What> {
    let mut events = Vec::new();
    for variant in [
        "base",
        "control_charge",
        "charge",
        "absent",
        "empty",
        "found",
        "miscited",
    ] {
        for prosecutor in 1..=5 {
            let rows = (1..=5).flat_map(|defense| (1..=5).map(move |lead| (defense, lead)));
            let row = |(d, t)| {
                (
                    d,
                    t,
                    vec![Some(score(variant, [prosecutor, d, t]))],
                    words([prosecutor, d, t]),
                    0,
                )
            };
            events.push(What::Grid(Box::new(Grid {
                variant: variant.to_owned(),
                prosecutor,
                paths: vec!["final".to_owned()],
                rows: rows.map(row).collect(),
            })));
        }
    }
    events.push(What::GridEnd(Box::new(GridEnd {
        nodes: vec!["chief".to_owned()],
        calls: 1,
        errors: 0,
        first: None,
        complete: true,
        opinions: 3,
        evidence: 2,
        reads_evidence: None,
        lift: None,
        personas: vec![
            "defense".to_owned(),
            "prosecutor".to_owned(),
            "tech lead".to_owned(),
        ],
    })));
    events
}

fn told(events: &[What]) -> (Vec<(String, bool, bool)>, Vec<String>) {
    let lines: Vec<String> = events
        .iter()
        .map(|what| serde_json::to_string(what).unwrap())
        .map(|line| line[1..line.len() - 1].to_owned())
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let trace = trace(&lines);
    let seen = Seen::of(&trace, "plain");
    let grids = Grids::of(&seen).unwrap();
    let facts = [
        grids.variance(),
        grids.weight(&seen),
        grids.security(),
        grids.supremacy(),
        grids.dissent(),
    ];
    let facts = facts.into_iter().flatten();
    let facts = facts
        .map(|fact| (fact.id, fact.value == json!(true), fact.is_proof))
        .collect();
    (facts, odd(&seen))
}

fn value(facts: &[(String, bool, bool)], id: &str) -> Option<(bool, bool)> {
    let fact = facts.iter().find(|(known, ..)| known == id);
    fact.map(|(_, holds, is_proof)| (*holds, *is_proof))
}

fn mean(votes: [i64; 3]) -> f64 {
    votes.iter().sum::<i64>() as f64 / 3.0
}

#[test]
fn a_mean_has_no_rules_and_what_is_not_seen_of_danger_and_dissent_proves_nothing() {
    let (facts, odd) = told(&events(|_, votes| mean(votes), |_| 1));
    assert_eq!(value(&facts, "justice.variance_rule"), Some((false, true)));
    assert_eq!(value(&facts, "justice.fact_supremacy"), Some((false, false)));
    assert_eq!(value(&facts, "justice.security_override"), Some((false, false)));
    assert_eq!(value(&facts, "justice.dissent"), Some((false, false)));
    assert_eq!(
        odd,
        ["no score moved when the last word was spoken again, with everything found and with nothing found"]
    );
}

#[test]
fn each_rule_that_acts_is_seen_alone() {
    let capped = |variant: &str, votes: [i64; 3]| {
        if variant == "charge" {
            mean(votes).min(3.0)
        } else {
            mean(votes)
        }
    };
    assert_eq!(
        value(&told(&events(capped, |_| 0)).0, "justice.security_override"),
        Some((true, true))
    );
    let ruled = |variant: &str, votes: [i64; 3]| if variant == "absent" { 1.0 } else { mean(votes) };
    assert_eq!(
        value(&told(&events(ruled, |_| 0)).0, "justice.fact_supremacy"),
        Some((true, true))
    );
    let heavy = |_: &str, [p, d, t]: [i64; 3]| (p + d + 3 * t) as f64 / 5.0;
    assert_eq!(
        value(&told(&events(heavy, |_| 0)).0, "justice.functionality_weight"),
        Some((true, true))
    );
    let words = |[p, d, _]: [i64; 3]| u64::from((p - d).abs() > 2);
    assert_eq!(
        value(&told(&events(|_, votes| mean(votes), words)).0, "justice.dissent"),
        Some((true, true))
    );
}

#[test]
fn a_flaw_that_raises_a_score_is_odd() {
    let raised = |variant: &str, votes: [i64; 3]| mean(votes) + if variant == "charge" { 1.0 } else { 0.0 };
    let (facts, odd) = told(&events(raised, |_| 0));
    assert_eq!(value(&facts, "justice.security_override"), Some((false, false)));
    assert!(odd.contains(&"a flaw of security raises a score and never lowers one".to_owned()));
}

#[test]
fn where_something_raised_nothing_is_said_of_what_was_not_seen() {
    let mut events = events(|_, votes| mean(votes), |_| 0);
    if let Some(What::GridEnd(end)) = events.last_mut() {
        end.errors = 1;
    }
    assert!(told(&events).0.is_empty());
}

#[test]
fn citations_that_count_only_where_judges_are_far_apart_are_a_rule_of_disagreement() {
    let counted = |variant: &str, [p, d, t]: [i64; 3]| {
        let is_far = spread((p, d, t)) > NEAR_MAX;
        if variant == "miscited" && is_far {
            p as f64
        } else {
            t as f64
        }
    };
    let (facts, _) = told(&events(counted, |_| 0));
    assert_eq!(value(&facts, "justice.variance_rule"), Some((true, true)));
}

#[test]
fn evidence_that_is_never_looked_into_settles_nothing() {
    let mut events = events(|_, votes| mean(votes), |_| 0);
    if let Some(What::GridEnd(end)) = events.last_mut() {
        end.reads_evidence = Some(false);
    }
    assert_eq!(
        value(&told(&events).0, "justice.fact_supremacy"),
        Some((false, true))
    );
}

#[test]
fn rules_are_told_as_fired_as_dead_and_as_going_the_wrong_way() {
    let score = |variant: &str, votes: [i64; 3]| match variant {
        "charge" => mean(votes).min(3.0),
        "absent" => (mean(votes) + 1.0).min(5.0),
        _ => mean(votes),
    };
    let lines: Vec<String> = events(score, |_| 1)
        .iter()
        .map(|what| serde_json::to_string(what).unwrap())
        .map(|line| line[1..line.len() - 1].to_owned())
        .collect();
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let trace = trace(&lines);
    let texts = |errors: u64| -> Vec<String> {
        let mut trace = trace.clone();
        if let Some(What::GridEnd(end)) = trace.told.events.last_mut().map(|event| &mut event.what) {
            end.errors = errors;
        }
        let told = rules(&Seen::of(&trace, "plain"));
        told.into_iter().map(|(.., text)| text).collect()
    };
    let fired =
        "Rules that fired: a flaw of security lowers a score, evidence that is missing raises a score";
    assert_eq!(
        texts(0),
        [
            fired,
            "No score follows: evidence that is there, what judges cite",
            "The wrong way: evidence that is missing raises a score",
        ]
    );
    // Where something raised nobody knows what was not reached.
    assert_eq!(texts(1), [fired]);
}

#[test]
fn what_is_not_seen_behind_a_fake_is_not_denied() {
    let found = |module: &str| {
        let run = [
            r#""kind":"entry","path":"a.py","how":"script""#,
            r#""kind":"graph","id":1,"channels":{"x":null},"nodes":["chief"],"edges":[["__start__","chief"]],"state":"typeddict","places":{"chief":"src/justice.py:9"}"#,
            r#""kind":"run_start","run":1,"graph":1"#,
            r#""kind":"node_start","node":"chief","step":1"#,
            r#""kind":"node_end","node":"chief","step":1"#,
            r#""kind":"run_end","run":1,"graph":1"#,
        ];
        let mut told: Vec<(&str, String)> = Vec::new();
        for name in ["plain", "plain_again", "again_and_again"] {
            told.extend(run.iter().map(|line| (name, (*line).to_owned())));
        }
        let stub = format!(r#""kind":"stub","module":"{module}","by":"src/justice.py""#);
        told.push(("again_and_again", stub));
        for what in events(|_, votes| mean(votes), |_| 0) {
            let line = serde_json::to_string(&what).unwrap();
            told.push(("again_and_again", line[1..line.len() - 1].to_owned()));
        }
        let told: Vec<(&str, &str)> = told.iter().map(|(name, line)| (*name, line.as_str())).collect();
        let facts = crate::facts::derive(&crate::seen::tests::trace_of(&told));
        let fact = facts
            .into_iter()
            .find(|fact| fact.id == "justice.variance_rule")
            .unwrap();
        (fact.value == true, fact.is_proof)
    };
    assert_eq!(found("langchain_openai.chat"), (false, true));
    assert_eq!(found("scipy.stats"), (false, false));
}

/// Whether a flaw in what is cloned is seen to lower a score from four to this.
fn is_lower(after: &str) -> bool {
    let run = [
        r#""kind":"entry","path":"a.py","how":"script""#,
        r#""kind":"graph","id":1,"channels":{"x":null},"nodes":["a"],"edges":[["__start__","a"]],"state":"typeddict""#,
        r#""kind":"run_start","run":1,"graph":1"#,
        r#""kind":"node_start","node":"a","step":1"#,
        r#""kind":"node_end","node":"a","step":1"#,
        r#""kind":"run_end","run":1,"graph":1"#,
    ];
    let mut told: Vec<(&str, &str)> = Vec::new();
    for name in ["plain", "plain_again", "again_and_again", FLAWED] {
        told.extend(run.iter().map(|line| (name, *line)));
        let scores = r#""kind":"scores","values":{".final":4.0}"#;
        told.push((name, if name == FLAWED { after } else { scores }));
    }
    let facts = crate::facts::derive(&crate::seen::tests::trace_of(&told));
    facts
        .iter()
        .any(|fact| fact.id == "justice.security_override" && fact.value == true && fact.is_proof)
}

#[test]
fn a_flaw_in_what_is_cloned_is_a_rule_where_it_alone_lowers_a_score() {
    assert!(is_lower(r#""kind":"scores","values":{".final":3.0}"#));
    assert!(!is_lower(r#""kind":"scores","values":{".final":4.0}"#));
    assert!(!is_lower(
        r#""kind":"scores","values":{".final":3.0,".more":1.0}"#
    ));
}
