//! Tags, and texts that are too long.

use super::tags::refuse_strange;
use super::tree::{TEXT_BYTES_MAX, refuse_long};
use serde_json::json;

#[test]
fn tags_of_plain_values_pass_and_all_others_are_refused_with_their_place() {
    for tag in [
        "!!str",
        "!!int",
        "!!float",
        "!!bool",
        "!!null",
        "!",
        "!<tag:yaml.org,2002:str>",
    ] {
        assert_eq!(refuse_strange(&format!("a: {tag} \"1\"\n")), Ok(()), "{tag}");
    }
    assert_eq!(
        refuse_strange("a: !!map {b: !!seq [c]}\nd: no tag! at all\n"),
        Ok(())
    );
    for tag in [
        "!include",
        "!env",
        "!!python/name:os.system",
        "!!binary",
        "!<tag:evil>",
        "!!set",
        "!!omap",
    ] {
        let error = refuse_strange(&format!("a: 1\nb:\n  - {tag} x\n")).unwrap_err();
        assert!(error.at.starts_with("3:"), "{tag}: {error}");
        assert!(error.problem.contains("means nothing here"), "{error}");
    }
    let of_list = refuse_strange("a: !!python/object/apply:os.system [touch x]\n").unwrap_err();
    assert_eq!(
        of_list.problem,
        "not readable as YAML: the tag `!!python/object/apply:os.system` means nothing here"
    );
    let renamed = refuse_strange("%TAG ! tag:evil.example,2000:\n---\na: !x 1\n").unwrap_err();
    assert!(renamed.at.starts_with("3:"), "{renamed}");
}

#[test]
fn a_text_at_the_limit_passes_and_one_byte_more_is_refused_with_its_place() {
    let of = |bytes: usize| json!({"a": [{"b c": "x".repeat(bytes)}]});
    assert_eq!(refuse_long("$", &of(TEXT_BYTES_MAX)), Ok(()));
    let error = refuse_long("$", &of(TEXT_BYTES_MAX + 1)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "$.a[0][\"b c\"]: a text of 20481 bytes; at most 20480 are read; shorten it"
    );
    let key = json!({"x".repeat(TEXT_BYTES_MAX + 1): 1});
    assert!(refuse_long("$", &key).is_err());
}
