use super::*;

fn report() -> Value {
    json!({
        "commit": "0123", "overall_score": 4, "rubric": {"name": "r", "sha256": "00"},
        "evidences": {"a": [{"id": "E2", "x": 1}, {"id": "E10", "x": 2}], "b": [{"id": "E2", "x": 1}]},
    })
}

#[test]
fn a_signed_statement_is_opened_by_its_key_only_and_only_as_it_was() {
    let ((private, public), (_, other)) = (new_key().unwrap(), new_key().unwrap());
    let statement = statement(&json!({"version": "1"}), &report(), b"bytes");
    let signed = envelope(&statement, &private).unwrap();
    assert_eq!(opened(&signed, &public).unwrap(), statement);
    assert_eq!(
        opened(&signed, &other).unwrap_err(),
        "signatures: none is by this key"
    );
    let mut forged = signed.clone();
    forged["payload"] = json!(
        STANDARD.encode(
            statement
                .to_string()
                .replace("\"overall_score\":4", "\"overall_score\":5")
        )
    );
    assert_eq!(
        opened(&forged, &public).unwrap_err(),
        "signatures: none is by this key"
    );
    assert!(opened(&json!({}), &public).is_err() && opened(&signed, "no key").is_err());
}

#[test]
fn a_statement_is_held_against_a_report_field_by_field() {
    let statement = statement(&json!({"version": "1"}), &report(), b"bytes");
    assert_eq!(differences(&statement, &report(), b"bytes"), Vec::new());
    let mut changed = report();
    changed["overall_score"] = json!(5);
    changed["evidences"]["a"][1]["x"] = json!(3);
    let paths: Vec<String> = differences(&statement, &changed, b"other")
        .into_iter()
        .map(|d| d.at)
        .collect();
    assert_eq!(
        paths,
        [
            "predicate.evidence.sha256",
            "predicate.verdict.overall_score",
            "subject[1].digest.sha256"
        ]
    );
}

#[test]
fn the_encoding_is_that_of_the_published_example() {
    // From the DSSE protocol: "DSSEv1" SP LEN(type) SP type SP LEN(body) SP body.
    let encoded = String::from_utf8(encoded(b"hello world")).unwrap();
    assert_eq!(encoded, "DSSEv1 28 application/vnd.in-toto+json 11 hello world");
}
