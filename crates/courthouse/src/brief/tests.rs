use super::{claims, dimension, evidence, headline, plan, scores};
use serde_json::{Value, json};

fn report() -> Value {
    json!({
        "journal": {"case": "18e55099671dfa74"}, "commit": "fbd3c36d9c9d6cc4", "complete": true,
        "overall_score": 3.5, "scale": {"max": 5},
        "criteria": [
            {"dimension_id": "safe_tools", "final_score": 3, "scale": {"max": 5}},
            {"dimension_id": "safe_words", "final_score": null, "status_reason": "no report was given", "scale": {"max": 5}},
        ],
        "evidences": {"safe_tools": [
            {"id": "E1", "probe": "safety.shell", "finding": "present", "goal": "g", "location": "a.py:1", "rationale": "fine", "content": "x"},
            {"id": "E2", "probe": "safety.url", "finding": "absent", "goal": "g", "location": "b.py:7", "rationale": "unchecked", "content": "\n\n  clone(url)\n"},
        ]},
        "claims": [
            {"text": "it is fast", "where": "r.pdf#page=1", "state": "supported", "exhibits": ["E1"]},
            {"text": "it is safe", "where": "r.pdf#page=2", "state": "contradicted", "exhibits": ["E2"], "near": "b.py"},
        ],
        "remediation_plan": [
            {"dimension_id": "safe_tools", "action": "Check the address.", "path": "b.py", "line": 7, "expected_gain": 1, "exhibit": "E2"},
        ],
    })
}

#[test]
fn a_report_in_short_has_its_scores_and_the_places_to_mend() {
    let report = report();
    assert_eq!(
        headline(&report),
        "case 18e55099671dfa74: 3.5 of 5, complete, at commit fbd3c36d9c9d"
    );
    assert_eq!(
        scores(&report),
        ["safe_tools: 3 of 5", "safe_words: no score: no report was given"]
    );
    assert_eq!(
        plan(&report),
        ["1. safe_tools (+1): Check the address. at b.py:7 [E2]"]
    );
}

#[test]
fn what_is_bad_comes_before_what_is_good() {
    let report = report();
    let found = evidence(&report, "safe_tools", None);
    assert_eq!(found[0], "E2 safety.url absent (b.py:7): unchecked");
    assert_eq!(found[2], "  | clone(url)");
    assert_eq!(evidence(&report, "safe_tools", Some("safety.shell")).len(), 3);
    assert!(claims(&report, None)[0].starts_with("contradicted (r.pdf#page=2) [E2]: it is safe"));
    assert_eq!(claims(&report, Some("supported")).len(), 1);
}

#[test]
fn a_dimension_is_found_by_the_beginning_that_only_it_has() {
    let report = report();
    assert_eq!(dimension(&report, "safe_t"), Ok("safe_tools"));
    let told = dimension(&report, "safe").unwrap_err();
    assert!(told.contains("safe_tools, safe_words"), "{told}");
}

#[test]
fn a_report_of_another_shape_is_told_without_a_panic() {
    for odd in [
        json!(null),
        json!([]),
        json!({"criteria": 3, "claims": {"a": 1}, "evidences": []}),
    ] {
        assert_eq!(
            headline(&odd),
            "case : no score of no score, incomplete, at commit "
        );
        assert!(scores(&odd).is_empty() && plan(&odd).is_empty() && claims(&odd, None).is_empty());
        assert!(evidence(&odd, "x", None).is_empty());
    }
}
