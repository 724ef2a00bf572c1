use super::*;

fn line(text: &str) -> Events {
    parse(text.as_bytes(), &["plain"])
}

#[test]
fn an_event_of_this_version_is_read() {
    let read = line(
        r#"{"v":1,"kind":"node_end","scenario":"plain","at":7,"node":"judge","step":3,"ms":2,"keys":{"opinions":{"type":"list","len":3,"of":["Opinion"]}},"goto":null,"type":"dict"}"#,
    );
    assert_eq!(read.unread, 0);
    let What::NodeEnd { node, keys, .. } = &read.events[0].what else {
        panic!("{read:?}");
    };
    assert_eq!(
        (node.as_str(), keys.as_ref().unwrap()["opinions"].len),
        ("judge", Some(3))
    );
}

#[test]
fn what_is_no_event_is_counted_and_changes_nothing() {
    let forged = [
        "not json",
        "{}",
        r#"{"v":2,"kind":"end","scenario":"plain"}"#,
        r#"{"v":1,"kind":"verdict","scenario":"plain"}"#,
        r#"{"v":1,"kind":"end","scenario":"another"}"#,
        r#"{"v":1,"kind":"node_start","scenario":"plain","node":5}"#,
        r#"{"v":1,"kind":"end","scenario":"plain","at":-1}"#,
        "\u{0}\u{1b}[2J",
    ];
    let read = line(&forged.join("\n"));
    assert_eq!((read.events.len(), read.unread), (0, forged.len() as u64));
}

#[test]
fn long_lines_deep_values_and_many_events_are_bounded() {
    let long = format!(
        r#"{{"v":1,"kind":"question","scenario":"plain","text":"{}"}}"#,
        "x".repeat(LINE_BYTES_MAX)
    );
    let deep = format!(
        r#"{{"v":1,"kind":"end","scenario":"plain","x":{}{}}}"#,
        "[".repeat(5_000),
        "]".repeat(5_000)
    );
    assert_eq!(line(&format!("{long}\n{deep}")).unread, 2);
    let many = "{\"v\":1,\"kind\":\"end\",\"scenario\":\"plain\"}\n".repeat(EVENTS_MAX + 1);
    let read = line(&many);
    assert_eq!((read.events.len(), read.is_cut), (EVENTS_MAX, true));
}

#[test]
fn texts_are_made_safe_for_a_terminal() {
    assert_eq!(shown("a\u{1b}[31mb\nc"), "a<U+001B>[31mb<U+000A>c");
}

#[test]
fn a_kept_trace_is_bounded_as_what_is_told_is() {
    let of = |scenario: &str, text: String| Event {
        scenario: scenario.to_owned(),
        at: 0,
        what: What::Question { text },
    };
    let kept = Events {
        events: vec![
            of("plain", "short".to_owned()),
            of("another", "short".to_owned()),
            of("plain", "x".repeat(KEPT_BYTES_MAX)),
        ],
        ..Events::default()
    };
    let read = kept.bounded(&["plain"]);
    assert_eq!((read.events.len(), read.unread, read.is_cut), (1, 2, false));
}
