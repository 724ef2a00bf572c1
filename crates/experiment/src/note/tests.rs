use super::*;
use crate::seen::tests::trace;

#[test]
fn a_note_tells_steps_losses_and_surprises_without_signs_that_act() {
    let trace = trace(&[
        r#""kind":"entry","path":"a.py","how":"script""#,
        r#""kind":"graph","id":1,"line":"a.py:1","channels":{"x":null},"nodes":["a"],"edges":[["__start__","a"]],"places":{"a":"a.py:2"}"#,
        r#""kind":"run_start","run":1,"graph":1"#,
        r#""kind":"node_start","node":"a","step":1"#,
        r#""kind":"node_end","node":"a","step":1,"ms":5,"keys":{"evi\u001b[2Jdence":{"type":"list","len":2}}"#,
        r#""kind":"run_end","run":1,"graph":1"#,
    ]);
    let snapshot = Snapshot::from_fixture("//- a.py\nx = 1\ndef a(state): ...\n");
    let (_, note) = of(&trace, &Evidence::default(), &snapshot, &|_, _, _| None);
    let scenario = &note.scenarios[0];
    assert_eq!(scenario.outcome, "the run came to its end");
    assert_eq!(scenario.steps[0].nodes[0].lost, ["evi<U+001B>[2Jdence"]);
    assert_eq!(note.surprises[0].place.as_deref(), Some("a.py:2"));
    assert!(!serde_json::to_string(&note).unwrap().contains("\\u001b"));
    assert_eq!(note.events, trace.digest());
}

#[test]
fn a_trace_that_was_kept_is_read_again_to_the_byte() {
    let trace = trace(&[r#""kind":"limit","argv":["git"],"seconds":0.30000000000000004"#]);
    let again = Trace::from_bytes(&trace.to_bytes()).unwrap();
    assert_eq!(again.digest(), trace.digest());
    assert!(Trace::from_bytes(b"{}").is_err());
}
