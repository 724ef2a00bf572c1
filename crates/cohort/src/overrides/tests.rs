use super::*;
use serde_json::json;

#[test]
fn ids_of_the_class_lead_to_cases_and_a_row_without_a_score_takes_back() {
    let class = json!({"submissions": [{"id": "s1", "audit": {"case": "c1"}}, {"id": "s2", "failed": "x"}]});
    let text = "id,dimension,score,why,by\ns1,git,4,\"seen, on page 3\",\ns1,graph,,mistaken,Bo\n";
    let read = lines(text, Some(&class), Some("Ada")).unwrap();
    let told: Vec<_> = read
        .iter()
        .map(|line| (line.case.as_str(), line.score.as_deref(), line.by.as_str()))
        .collect();
    assert_eq!(told, [("c1", Some("4"), "Ada"), ("c1", None, "Bo")]);
    assert_eq!(read[0].why, "seen, on page 3");
    let error = lines("id,dimension,score,why\ns2,git,4,x\n", Some(&class), None).unwrap_err();
    assert_eq!(error, "row 2: the class has no audit of `s2`");
}

#[test]
fn a_case_goes_before_an_id_and_a_missing_column_is_told() {
    let read = lines("case,id,dimension,score,why\nc9,s1,git,4,x\n", None, None).unwrap();
    assert_eq!(read[0].case, "c9");
    assert_eq!(
        lines("case,dimension,score\n", None, None).unwrap_err(),
        "there is no column `why`"
    );
    assert_eq!(
        lines("dimension,score,why\n", None, None).unwrap_err(),
        "there is no column `case` or `id`"
    );
}

#[test]
fn the_command_that_writes_a_class_anew_is_as_it_was_typed() {
    let class = json!({"made_from": {"list": "my class.csv", "points": 100.0}});
    assert_eq!(
        rewriting(&class, "grades"),
        "auditor cohort 'my class.csv' --out grades --rewrite --points 100"
    );
    assert_eq!(
        rewriting(&json!({}), "it's"),
        r"auditor cohort LIST --out 'it'\''s' --rewrite"
    );
}
