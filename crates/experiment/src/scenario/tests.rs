use super::*;
use std::collections::BTreeSet;

#[test]
fn the_scenarios_are_read_and_have_names_of_their_own() {
    let all = all();
    assert_eq!(all[0].name, "plain");
    let names: BTreeSet<&str> = all.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names.len(), all.len());
    let is_plain = |name: &str| name.chars().all(|sign| sign.is_ascii_lowercase() || sign == '_');
    assert!(
        names.iter().all(|name| is_plain(name)),
        "names become folders: {names:?}"
    );
}
