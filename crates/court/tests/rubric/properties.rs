//! Whatever a rubric holds, it loads soundly or is refused.

use super::SHAPES;
use court::rubric::{self, Rubric};
use proptest::prelude::*;
use serde_json::Value;

/// Any JSON value, not too large.
fn any_value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        any::<i32>().prop_map(Value::from),
        "[ -~\\n\u{e9}\u{201c}\u{202e}']{0,40}".prop_map(Value::from),
        "(cap|variance|exceeds|at|[0-9]|%|[.(),]|tech lead|highest weight| ){0,20}".prop_map(Value::from),
        "([0-9]{1,3} pts: [a-z(). ]{0,9}){0,4}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        let key = prop_oneof![
            Just("points".to_owned()),
            Just("id".to_owned()),
            "[a-z0-9._]{0,6}"
        ];
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(Value::from),
            prop::collection::btree_map(key, inner, 0..4).prop_map(|map| map.into_iter().collect()),
        ]
    })
}

/// Every place in a value, as a pointer.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    let inner: Vec<(String, &Value)> = match value {
        Value::Array(items) => items
            .iter()
            .enumerate()
            .map(|(index, item)| (index.to_string(), item))
            .collect(),
        Value::Object(map) => map
            .iter()
            .map(|(key, item)| (key.replace('/', "~1"), item))
            .collect(),
        _ => Vec::new(),
    };
    for (key, item) in inner {
        places(item, &format!("{at}/{key}"), found);
    }
}

proptest! {
    #[test]
    fn no_text_makes_the_court_panic(text in "(dimensions:|[\\[\\]{}:,&*!|>\"' -]|id|levels|\n  ?){0,40}") {
        let _ = rubric::parse(&text, "any");
    }

    #[test]
    fn a_rubric_with_any_value_anywhere_loads_soundly_or_is_refused(
        shape in 0..SHAPES.len(),
        place in any::<prop::sample::Index>(),
        value in any_value(),
    ) {
        let mut tree: Value = serde_saphyr::from_str(SHAPES[shape].1).unwrap();
        let mut found = Vec::new();
        places(&tree, "", &mut found);
        let at: &String = place.get(&found);
        *tree.pointer_mut(at).unwrap() = value;
        if let Ok(rubric) = rubric::parse(&tree.to_string(), "mutated") {
            let _ = (rubric::describe(&rubric), rubric::terms(&rubric));
            prop_assert!(!rubric.dimensions.is_empty());
            for dimension in &rubric.dimensions {
                prop_assert!(!dimension.id.0.trim().is_empty());
                prop_assert!(dimension.scale.min < dimension.scale.max);
                prop_assert!(dimension.weight.is_integer() && *dimension.weight.numer() >= 0);
                let allowed = dimension.scale.allowed.iter().flatten();
                prop_assert!(allowed.clone().all(|score| (dimension.scale.min..=dimension.scale.max).contains(score)));
                prop_assert!(allowed.is_sorted());
                prop_assert!(dimension.levels.is_sorted_by(|better, worse| better.score >= worse.score));
            }
            let kept = serde_json::to_string(&rubric).unwrap();
            prop_assert_eq!(serde_json::from_str::<Rubric>(&kept).unwrap(), rubric);
        }
    }
}
