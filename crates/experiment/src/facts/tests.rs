use super::*;
use crate::seen::tests::trace;

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
