use super::{LANGGRAPH, Pack, SCHEMA};
use serde_json::Value;

#[test]
fn the_built_in_pack_is_read_and_fits_its_schema() {
    assert_eq!(Pack::read(LANGGRAPH).unwrap().name, "langgraph");
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let value: Value = serde_saphyr::from_str(LANGGRAPH).unwrap();
    let errors: Vec<_> = validator
        .iter_errors(&value)
        .map(|error| error.to_string())
        .collect();
    assert_eq!(errors, Vec::<String>::new());
}

#[test]
fn a_pack_with_an_unknown_or_missing_key_is_refused_by_reader_and_schema() {
    let schema: Value = serde_json::from_str(SCHEMA).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let spoilt = [
        LANGGRAPH.replace("\nopinion:", "\nopinions:"),
        LANGGRAPH.replace("words_min: 3", "words_min: many"),
        LANGGRAPH
            .replace("prosecut*", "Prosecut*")
            .replace("name: langgraph", ""),
    ];
    for text in spoilt {
        assert!(Pack::read(&text).is_err());
        assert!(!validator.is_valid(&serde_saphyr::from_str(&text).unwrap()));
    }
}

#[test]
fn a_star_stands_for_the_rest_of_a_word() {
    let pack = Pack::read(LANGGRAPH).unwrap();
    assert!(pack.roles.prosecutor.words.is("prosecution"));
    assert!(!pack.roles.prosecutor.words.is("unprosecuted"));
    assert!(pack.roles.judge.words.is("judge"));
    assert!(!pack.roles.judge.words.is("judges"));
    assert!(pack.roles.judge.words.is_within("judges"));
}
