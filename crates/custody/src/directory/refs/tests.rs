use super::*;

#[test]
fn a_list_of_left_out_parents_that_is_longer_than_anybody_needs_is_ignored_and_that_is_told() {
    let room = tempfile::tempdir().unwrap();
    let local = LocalRepository {
        git: room.path().to_owned(),
        common: room.path().to_owned(),
        tree: None,
    };
    let shallow = |count: usize, more: &str| {
        let ids: String = (0..count).map(|id| format!("{id:040x}\n")).collect();
        std::fs::write(room.path().join("shallow"), ids + more).unwrap();
        local.shallow()
    };
    let whole = shallow(SHALLOW_IDS_MAX, "");
    assert_eq!((whole.ids.len(), whole.ignored), (SHALLOW_IDS_MAX, None));
    let why = |shallow: Shallow| shallow.ignored.unwrap();
    let odd = shallow(3, "nonsense\n");
    assert_eq!(odd.ids.len(), 3);
    assert!(why(odd).contains("no commits"));
    let long = shallow(SHALLOW_IDS_MAX + 1, "");
    assert!(long.ids.is_empty());
    assert!(why(long).contains("more than 10000 commits"));
    let huge = shallow(3 * SHALLOW_IDS_MAX, "");
    assert!(huge.ids.is_empty());
    assert!(why(huge).contains("it is too long"));
}
