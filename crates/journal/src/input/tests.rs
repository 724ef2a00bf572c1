use super::*;
use proptest::prelude::*;
use serde_json::json;
use std::collections::BTreeMap;

#[test]
fn canonical_json_sorts_keys_at_every_level_and_keeps_arrays() {
    let value = json!({ "b": [{ "d": 1.5, "c": null }, 2, 1], "a": "\"ü\n" });
    assert_eq!(
        canonical(&value).unwrap(),
        r#"{"a":"\"ü\n","b":[{"c":null,"d":1.5},2,1]}"#
    );
}

#[test]
fn a_value_nested_beyond_the_limit_is_refused() {
    let nested = |levels: usize| (1..levels).fold(json!(1), |inner, _| json!([inner]));
    assert!(canonical(&nested(Limits::INPUT_DEPTH)).is_ok());
    assert!(canonical(&nested(Limits::INPUT_DEPTH + 1)).is_err());
}

proptest! {
    #[test]
    fn a_digest_does_not_depend_on_the_order_of_keys(fields in proptest::collection::btree_map(".*", any::<i64>(), 0..20)) {
        let forwards: Value = Value::Object(fields.iter().map(|(name, value)| (name.clone(), json!(value))).collect());
        let backwards: Value = Value::Object(fields.iter().rev().map(|(name, value)| (name.clone(), json!(value))).collect());
        prop_assert_eq!(digest(&[forwards]).unwrap(), digest(&[backwards]).unwrap());
    }

    #[test]
    fn canonical_json_says_the_same_as_the_value(fields in proptest::collection::btree_map(".*", ".*", 0..20)) {
        let read: BTreeMap<String, String> = serde_json::from_str(&canonical(&fields).unwrap()).unwrap();
        prop_assert_eq!(read, fields);
    }
}
