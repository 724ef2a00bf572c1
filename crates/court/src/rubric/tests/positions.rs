//! Positions among children.

use crate::rubric::positions::refuse_vast;
use serde_json::json;

#[test]
fn positions_that_could_be_counted_pass_and_others_are_refused_wherever_they_stand() {
    for position in [
        json!(1),
        json!("2n+1"),
        json!({"position": "999999n+999999", "reverse": true}),
    ] {
        let rule = json!({"rule": {"any": [{"nthChild": position}]}});
        assert_eq!(refuse_vast("$", &rule), Ok(()), "{rule}");
    }
    for position in [
        json!("99999999999n+1"),
        json!("n+9999999"),
        json!({"position": 99_999_999}),
    ] {
        let rule = json!({"rule": {"all": [{"has": {"nthChild": position}}]}, "utils": {}});
        assert!(refuse_vast("$", &rule).is_err(), "{rule}");
    }
}
