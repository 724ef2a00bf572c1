use super::*;
use crate::seen::tests::{trace, trace_of};

#[test]
fn a_run_that_did_not_end_decides_nothing() {
    assert!(derive(&trace(&[])).is_empty());
    let started = trace(&[
        r#""kind":"entry","path":"a.py","how":"script""#,
        r#""kind":"run_start","run":1,"graph":null"#,
    ]);
    assert!(derive(&started).is_empty());
}

#[test]
fn what_is_compiled_and_has_run_is_a_fact_with_its_source() {
    let facts = derive(&trace(&[
        r#""kind":"entry","path":"a.py","how":"import""#,
        r#""kind":"graph","id":1,"line":"a.py:9","channels":{"x":"_operator.add"},"merges":{"x":["list"]},"nodes":["a"],"edges":[["__start__","a"]],"state":"typeddict""#,
        r#""kind":"run_start","run":1,"graph":1"#,
        r#""kind":"node_start","node":"a","step":1"#,
        r#""kind":"node_end","node":"a","step":1"#,
        r#""kind":"run_end","run":1,"graph":1"#,
    ]));
    let value = |id: &str| {
        facts
            .iter()
            .find(|fact| fact.id == id)
            .map(|fact| fact.value.clone())
    };
    assert_eq!(value("graph.state_graph"), Some(true.into()));
    assert_eq!(value("state.reducer_list"), Some(true.into()));
    assert_eq!(value("state.reducer_dict"), Some(false.into()));
    // The graph was invoked by us: what the program would hand it is not known.
    assert_eq!(value("graph.checkpointer"), None);
    assert_eq!(value("judges.three_personas"), None);
    assert!(facts.iter().all(|fact| fact.source == "experiment:plain"));
}

#[test]
fn of_a_program_that_breaks_what_is_built_and_what_was_seen_holds() {
    let facts = derive(&trace(&[
        r#""kind":"entry","path":"a.py","how":"script""#,
        r#""kind":"graph","id":1,"line":"a.py:9","channels":{"x":"_operator.add"},"merges":{"x":["list"]},"nodes":["a"],"edges":[["__start__","a"]],"state":"typeddict""#,
        r#""kind":"run_start","run":1,"graph":1"#,
        r#""kind":"write","path":"out/report.md","line":"a.py:3""#,
        r#""kind":"git","argv":["clone","https://github.com/owner/name","/room/tmp/x"],"command":"clone","mode":"fixture""#,
        r#""kind":"node_start","node":"a","step":1"#,
        r#""kind":"node_error","node":"a","step":1,"error":{"type":"KeyError"}"#,
        r#""kind":"run_end","run":1,"graph":1,"error":{"type":"KeyError"}"#,
    ]));
    let value = |id: &str| facts.iter().find(|fact| fact.id == id).map(|fact| &fact.value);
    for id in ["graph.state_graph", "state.reducer_list", "safety.tempdir_clone"] {
        assert_eq!(value(id), Some(&true.into()), "{id}");
    }
    // No edge is conditional, whatever comes later; how a refused clone ends is not known of what always breaks.
    assert_eq!(value("graph.error_route"), Some(&false.into()));
    assert_eq!(value("safety.clone_errors"), None);
    assert_eq!(value("output.fallback"), None);
}

/// Whether the answer about a refused clone is yes, where the run breaks so.
fn told_of_refusal(error: &str) -> Option<bool> {
    let plain = [
        r#""kind":"entry","path":"a.py","how":"script""#,
        r#""kind":"graph","id":1,"channels":{"x":null},"nodes":["look"],"edges":[["__start__","look"]],"state":"typeddict""#,
        r#""kind":"run_start","run":1,"graph":1"#,
        r#""kind":"git","argv":["clone","https://github.com/owner/name","/room/tmp/x"],"command":"clone","mode":"fixture""#,
        r#""kind":"node_start","node":"look","step":1"#,
        r#""kind":"node_end","node":"look","step":1"#,
    ];
    let end = format!(r#""kind":"run_end","run":1,"graph":1,"error":{error}"#);
    let mut told = Vec::new();
    for name in ["plain", "plain_again", "clone_refused"] {
        told.extend(plain.iter().map(|line| (name, *line)));
        told.push((
            name,
            if name == "clone_refused" {
                &end
            } else {
                r#""kind":"run_end","run":1,"graph":1"#
            },
        ));
    }
    let facts = derive(&trace_of(&told));
    let fact = facts.into_iter().find(|fact| fact.id == "safety.clone_errors")?;
    fact.value.as_bool()
}

#[test]
fn an_error_of_ones_own_that_says_what_failed_tells_of_a_refused_clone() {
    let own =
        r#"{"type":"RuntimeError","message":"git clone failed: no access","trail":["a.py:3"],"own":true}"#;
    assert_eq!(told_of_refusal(own), Some(true));
    let library = r#"{"type":"CalledProcessError","message":"Command git clone failed","trail":["a.py:3"]}"#;
    assert_eq!(told_of_refusal(library), Some(false));
    let other = r#"{"type":"KeyError","message":"found","trail":["a.py:3"],"own":true}"#;
    assert_eq!(told_of_refusal(other), Some(false));
    assert_eq!(told_of_refusal("null"), Some(true));
}

#[test]
fn a_report_is_known_by_what_stands_in_it_where_its_name_does_not_say() {
    let report = |write: &str| {
        let lines = [
            r#""kind":"entry","path":"a.py","how":"script""#,
            r#""kind":"graph","id":1,"channels":{"x":null},"nodes":["judge","last"],"edges":[["__start__","judge"],["judge","last"]],"state":"typeddict""#,
            r#""kind":"run_start","run":1,"graph":1"#,
            r#""kind":"node_start","node":"judge","step":1"#,
            r#""kind":"llm","node":"judge","step":1,"persona":"prosecutor","form":"text""#,
            r#""kind":"node_end","node":"judge","step":1"#,
            r#""kind":"node_start","node":"last","step":2"#,
            write,
            r#""kind":"node_end","node":"last","step":2"#,
            r#""kind":"run_end","run":1,"graph":1"#,
        ];
        let facts = derive(&trace(&lines));
        facts
            .iter()
            .any(|fact| fact.id == "justice.report_file" && fact.value == true)
    };
    let empty = r#""kind":"write","path":"out/r.md"}
{"v":1,"scenario":"plain","at":1,"kind":"empty","path":"out/r.md""#;
    assert!(!report(empty));
    assert!(report(r#""kind":"write","path":"out/Report.MD""#));
    assert!(report(r#""kind":"write","path":"out/report","markdown":true"#));
    assert!(!report(r#""kind":"write","path":"out/report""#));
}

/// Whether the answer about conditional edges is no, and whether that is proved.
fn denied(names: &[&str], more: &[(&str, &str)]) -> Option<bool> {
    let run = [
        r#""kind":"entry","path":"a.py","how":"script""#,
        r#""kind":"graph","id":1,"channels":{"x":null},"nodes":["a"],"edges":[["__start__","a"]],"state":"typeddict""#,
        r#""kind":"run_start","run":1,"graph":1"#,
        r#""kind":"run_end","run":1,"graph":1"#,
    ];
    let mut told: Vec<(&str, &str)> = Vec::new();
    for name in names {
        told.extend(run.iter().map(|line| (*name, *line)));
    }
    told.extend(more);
    let facts = derive(&trace_of(&told)).into_iter();
    let mut facts = facts.filter(|fact| fact.id == "graph.conditional" && fact.value == false);
    facts.next().map(|fact| fact.is_proof)
}

#[test]
fn what_one_run_alone_says_proves_nothing() {
    assert_eq!(denied(&["plain", "plain_again"], &[]), Some(true));
    assert_eq!(denied(&["plain"], &[]), Some(false));
}

#[test]
fn where_events_are_missing_nothing_is_denied() {
    let both = ["plain", "plain_again"];
    let cut = r#""kind":"over","why":"events","signal":null,"code":null"#;
    assert_eq!(denied(&both, &[("far_apart", cut)]), None);
    let unread = r#""kind":"nothing of ours""#;
    assert_eq!(denied(&both, &[("far_apart", unread)]), None);
}
