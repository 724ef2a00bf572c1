use super::*;
use serde_json::json;

#[test]
fn every_field_that_differs_is_named_and_no_other() {
    let expected = json!({"a": [1, {"b": "x"}], "c": 4, "d": null, "skip": 1, "seals": {}});
    let told = json!({"a": [1, {"b": "y"}, 3], "c": 4.0, "e": true, "skip": 2});
    let found = between(&expected, &told, |at| at == "skip");
    let paths: Vec<&str> = found.iter().map(|difference| difference.at.as_str()).collect();
    assert_eq!(paths, ["a[1].b", "a[2]", "d", "e"]);
    assert_eq!(
        (found[0].told.as_str(), found[0].found.as_str()),
        ("\"y\"", "\"x\"")
    );
}
