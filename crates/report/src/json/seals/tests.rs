use super::*;
use serde_json::json;

#[test]
fn a_seal_is_the_digest_of_the_value_whatever_wrote_it() {
    let told = seals(&json!({"b": {"y": 4.0, "x": [1.5]}, "seals": {"b": "old"}}));
    let expected = [("b", r#"{"x":[1.5],"y":4}"#), ("b.x", "[1.5]"), ("b.y", "4")];
    let expected = expected.map(|(name, text)| (name.to_owned(), Digest::of(text.as_bytes()).to_string()));
    assert_eq!(told, BTreeMap::from(expected));
}

#[test]
fn each_opinion_has_a_seal_of_its_own() {
    let report =
        |argument| json!({"criteria": [{"judge_opinions": [{"argument": "a"}, {"argument": argument}]}]});
    let (told, changed) = (seals(&report("b")), seals(&report("c")));
    let differing = told
        .iter()
        .filter(|(name, seal)| changed.get(*name) != Some(seal));
    let names: Vec<&str> = differing.map(|(name, _)| name.as_str()).collect();
    assert_eq!(names, ["criteria", "criteria[0].judge_opinions[1]"]);
}

#[test]
fn no_value_is_another() {
    let values = [
        json!(null),
        json!(""),
        json!("null"),
        json!([]),
        json!({}),
        json!(0),
        json!(0.5),
    ];
    let all: std::collections::BTreeSet<String> = values.iter().map(seal).collect();
    assert_eq!(all.len(), values.len());
}
