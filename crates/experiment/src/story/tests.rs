use super::*;
use crate::seen::tests::trace;

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
    let text = tell(&trace(&[]), &|_, _, _| None);
    assert!(text.contains("nothing could be started"), "{text}");
}
