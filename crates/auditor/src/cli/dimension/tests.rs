use super::*;

fn rubric() -> Rubric {
    let text = r#"{"dimensions": [{"id": "engineering_automation", "name": "Automation"},
        {"id": "engineering_tests", "name": "Tests of behaviour"}, {"id": "tests_of_speed", "name": "Speed"}]}"#;
    court::rubric::parse(text, "mine").unwrap()
}

#[test]
fn a_word_that_means_one_dimension_names_it() {
    let rubric = rubric();
    for (typed, place) in [
        ("engineering_automation", 0),
        ("automation", 0),
        ("Automat", 0),
        ("tests", 2),
        ("behaviour", 1),
    ] {
        assert_eq!(meant(&rubric, typed), Ok(place), "{typed}");
    }
}

#[test]
fn a_word_that_means_none_or_several_is_refused_and_says_which() {
    let rubric = rubric();
    assert_eq!(
        meant(&rubric, "engineering").unwrap_err(),
        "`engineering` may mean engineering_automation or engineering_tests"
    );
    for typed in ["", "safety"] {
        assert_eq!(
            meant(&rubric, typed).unwrap_err(),
            format!("the rubric has no dimension `{typed}`")
        );
    }
}
