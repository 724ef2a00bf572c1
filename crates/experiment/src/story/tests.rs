use super::*;
use crate::seen::tests::{trace, trace_of};

#[test]
fn no_text_of_the_subject_reaches_a_terminal_raw() {
    let trace = trace(&[
        r#""kind":"entry","path":"a\u001b[2J.py","how":"script","argv":["x\nforged line"]"#,
        r#""kind":"attempt","path":"a","outcome":"exception","code":1,"error":{"type":"E\u001b]0;x\u0007","message":"\u202ereversed","trail":["b\r.py:1"]}"#,
        r#""kind":"program","program":"sh","argv":["sh","-c","\u001b[31m"],"shell":true"#,
        r#""kind":"said","stream":"stdout","text":"last words""#,
    ]);
    let text = tell(&trace, &|_, _, _| None);
    assert!(
        text.chars().all(|sign| sign == '\n' || !sign.is_control()),
        "{text:?}"
    );
    assert!(!text.contains('\u{202e}') && !text.contains("\nforged"), "{text}");
}

#[test]
fn a_subject_that_starts_nothing_is_told_so() {
    let read = r#""kind":"program_read","files":1,"graphs":[],"scripts":[]"#;
    let text = tell(&trace(&[read]), &|_, _, _| None);
    assert!(text.contains("nothing could be started"), "{text}");
}

#[test]
fn a_scenario_that_no_event_tells_of_was_not_tried() {
    let tried = r#""kind":"end""#;
    let told = |more: &str| {
        let mut trace = trace_of(&[("plain", tried), ("far_apart", tried)]);
        trace.told = crate::events::parse(more.as_bytes(), &["plain", "far_apart"]);
        tell(&trace, &|_, _, _| None)
    };
    let text = told(r#"{"v":1,"kind":"done","scenario":""}"#);
    assert!(
        text.contains("not tried\n") && !text.contains("nothing could be started"),
        "{text}"
    );
    let text = told(r#"{"v":1,"kind":"skipped","scenario":"","scenarios":["far_apart"]}"#);
    assert!(text.contains("not tried, for there was no time left"), "{text}");
}

#[test]
fn a_lab_that_lacks_something_is_told_in_one_line() {
    let lacks = r#""kind":"lacks","module":"pydantic","error":"no module""#;
    let text = tell(&trace(&[lacks]), &|_, _, _| None);
    assert!(
        text.trim_end()
            .ends_with("the Python lacks pydantic: see `auditor lab check`"),
        "{text}"
    );
}
