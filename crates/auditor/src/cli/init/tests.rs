use super::*;

#[test]
fn every_setting_can_be_put_in_force_by_removing_its_mark() {
    let config = config();
    let in_force: String = config
        .lines()
        .filter_map(|line| line.strip_prefix("# "))
        .filter(|line| {
            line.split_once(" = ")
                .is_some_and(|(name, _)| settings::known().contains_key(name))
        })
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(in_force.lines().count(), settings::known().len(), "{config}");
    assert!(
        settings::parse(&in_force).is_ok(),
        "{:?}",
        settings::parse(&in_force)
    );
}

#[test]
fn an_address_that_would_end_the_value_is_refused() {
    for text in ["", "a b", "a\nrun: x", "a #b", "\"a\"", "${{ x }}"] {
        assert!(address(text).is_err(), "{text}");
    }
    for text in [
        "owner/auditor@0123abc",
        "registry.example:5000/tools/auditor@sha256:0123",
    ] {
        assert_eq!(address(text).as_deref(), Ok(text));
    }
}

#[test]
fn the_rubric_to_start_from_is_understood_wholly() {
    let rubric = court::rubric::parse(RUBRIC, "rubric").unwrap();
    assert_eq!(rubric.ignored, Vec::<String>::new());
    let unread: Vec<&str> = rubric
        .dimensions
        .iter()
        .filter(|dimension| dimension.reading().is_none())
        .map(|dimension| dimension.id.0.as_str())
        .collect();
    assert_eq!(unread, Vec::<&str>::new());
}

#[test]
fn an_action_has_an_owner_a_name_and_a_version() {
    for text in [
        "me/auditor",
        "auditor@main",
        "/auditor@main",
        "me/auditor@",
        "me/auditor@a@b",
    ] {
        assert_eq!(version_of(text), None, "{text}");
    }
    assert_eq!(version_of("me/auditor@main"), Some("main"));
    assert_eq!(version_of("me/tools/auditor@v1"), Some("v1"));
    assert!(is_commit(&"0a".repeat(20)) && !is_commit("0123abc"));
}
