//! The rubrics that come with the court, and the schema that describes all of them.

use super::SHAPES;
use court::rubric::{self, Dimension};
use serde_json::{Value, json};

#[test]
fn built_in_rubrics_need_no_guessing() {
    for name in rubric::BUILT_IN {
        let rubric = rubric::parse(rubric::built_in(name).unwrap(), name).unwrap();
        assert_eq!(rubric.ignored, Vec::<String>::new(), "{name}");
        assert_eq!(rubric::problems(&rubric), Vec::<String>::new(), "{name}");
        insta::assert_snapshot!(format!("built-in-{name}"), rubric::describe(&rubric));
    }
    assert_eq!(rubric::built_in("no such rubric"), None);
}

#[test]
fn the_built_in_rubric_asks_for_its_protocols_and_theory() {
    let rubric = rubric::parse(rubric::built_in("automaton-auditor").unwrap(), "").unwrap();
    let has_all = |dimension: &Dimension| {
        let texts = [
            &dimension.protocol,
            &dimension.instruction,
            &dimension.success,
            &dimension.failure,
        ];
        texts.iter().all(|text| text.is_some())
    };
    assert!(rubric.dimensions.iter().all(has_all));
    let terms = [
        "Dialectical Synthesis",
        "Fan-In / Fan-Out",
        "Metacognition",
        "State Synchronization",
    ];
    assert_eq!(rubric::terms(&rubric), terms);
}

#[test]
fn the_schema_accepts_every_rubric_that_loads_and_refuses_those_without_ids() {
    let schema: Value = serde_json::from_str(rubric::SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let built_in = rubric::BUILT_IN
        .iter()
        .map(|name| (*name, rubric::built_in(name).unwrap()));
    for (name, text) in SHAPES.iter().copied().chain(built_in) {
        let value: Value = serde_saphyr::from_str(text).unwrap();
        let errors: Vec<_> = validator
            .iter_errors(&value)
            .map(|error| error.to_string())
            .collect();
        assert_eq!(errors, Vec::<String>::new(), "{name}");
    }
    let refused = [
        json!({}),
        json!({"dimensions": []}),
        json!({"dimensions": [{"name": "a"}]}),
        json!({"dimensions": [{"id": ""}]}),
        json!({"dimensions": [{"id": "a", "levels": []}]}),
        json!({"dimensions": [{"id": "a", "levels": [{"id": "x", "points": "many"}, {"id": "y", "points": 1}]}]}),
        json!({"dimensions": [{"id": "a", "weight": "much"}]}),
    ];
    for value in refused {
        assert!(!validator.is_valid(&value), "{value}");
        assert!(rubric::parse(&value.to_string(), "refused").is_err(), "{value}");
    }
}
