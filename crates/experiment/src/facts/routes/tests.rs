use crate::facts::derive;
use crate::seen::tests::trace_of;

const GRAPH: &str = r#""kind":"graph","id":1,"line":"a.py:9","channels":{"found":null},"nodes":["look","judge","end"],"edges":[["__start__","look"]],"branches":[{"source":"look","router":"way","ends":["judge","end"]}],"state":"typeddict""#;

/// Whether the answer is no, and whether that is proved; with how a router answers where one key alone was changed.
fn denied(alone: &str, reads: &str) -> Option<bool> {
    denied_with(alone, reads, r#""kind":"end""#)
}

fn denied_with(alone: &str, reads: &str, more: &str) -> Option<bool> {
    let plain = [
        r#""kind":"entry","path":"a.py","how":"script""#,
        GRAPH,
        r#""kind":"run_start","run":1,"graph":1"#,
        r#""kind":"node_start","node":"look","step":1"#,
        r#""kind":"node_end","node":"look","step":1,"keys":{"found":{"type":"bool"}}"#,
        r#""kind":"node_start","node":"judge","step":2"#,
        r#""kind":"llm","node":"judge","step":2,"persona":"prosecutor","form":"text""#,
        r#""kind":"node_end","node":"judge","step":2,"keys":{"is_wide":{"type":"bool"}}"#,
        r#""kind":"run_end","run":1,"graph":1"#,
    ];
    let router = |variant: &str, to: &str| {
        format!(
            r#""kind":"router","source":"look","router":"way","variant":"{variant}","to":["{to}"],"reads":{reads}"#
        )
    };
    let mut told: Vec<(&str, String)> = ["plain", "plain_again", "again_and_again"]
        .iter()
        .flat_map(|name| plain.iter().map(|line| (*name, (*line).to_owned())))
        .collect();
    for line in [
        router("real", "judge"),
        router("blank", "judge"),
        alone.to_owned(),
    ] {
        told.push(("again_and_again", line));
    }
    told.push(("plain", more.to_owned()));
    let told: Vec<(&str, &str)> = told.iter().map(|(name, line)| (*name, line.as_str())).collect();
    let facts = derive(&trace_of(&told));
    let fact = facts.into_iter().find(|fact| fact.id == "graph.error_route")?;
    (fact.value.as_bool() == Some(false)).then_some(fact.is_proof)
}

fn alone(key: &str, to: &str, reads: &str) -> String {
    format!(
        r#""kind":"router","source":"look","router":"way","variant":"key:{key}","to":["{to}"],"reads":{reads}"#
    )
}

#[test]
fn no_other_way_is_proved_where_all_that_routers_look_into_was_changed() {
    let reads = r#"["found"]"#;
    assert_eq!(denied(&alone("found", "judge", reads), reads), Some(true));
    let fake = |module: &str| format!(r#""kind":"stub","module":"{module}","by":"a.py""#);
    let with = |module: &str| denied_with(&alone("found", "judge", reads), reads, &fake(module));
    assert_eq!(
        (with("fitz"), with("networkx.algorithms")),
        (Some(true), Some(false))
    );
    // It goes by something of the detectives, which may be a failure.
    assert_eq!(denied(&alone("found", "end", reads), reads), Some(false));
    // What it looks into is not known.
    assert_eq!(denied(&alone("found", "judge", "null"), "null"), Some(false));
}

#[test]
fn a_way_that_goes_by_what_judges_say_is_none_for_failure() {
    let reads = r#"["is_wide"]"#;
    assert_eq!(denied(&alone("is_wide", "end", reads), reads), Some(true));
    let reads = r#"["has_failed"]"#;
    assert_eq!(denied(&alone("has_failed", "end", reads), reads), Some(false));
}
