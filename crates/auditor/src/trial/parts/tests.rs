use super::{PARTS_MAX, of};
use subject::{File, Snapshot};

fn snapshot(paths: impl Iterator<Item = String>) -> Snapshot {
    let mut snapshot = Snapshot::default();
    for path in paths {
        snapshot.files.insert(path, File { bytes: Vec::new() });
    }
    snapshot
}

#[test]
fn every_part_of_a_thousand_files_is_named_with_a_place_and_none_of_a_few() {
    let many = snapshot((0..1_000).map(|at| format!("services/s{:02}/src/f{at}.py", at % 25)));
    let parts = of(&many);
    assert_eq!(parts.len(), 25);
    assert!((0..25).all(|at| parts[at].starts_with(&format!(
        "services/s{at:02}/src (40 files, such as services/s{at:02}/"
    ))));
    assert!(of(&snapshot((0..20).map(|at| format!("src/f{at}.py")))).is_empty());
}

#[test]
fn folders_are_taken_together_until_they_can_be_named() {
    let many = snapshot((0..1_000).map(|at| format!("a{}/b{}/c{at}/f.py", at % 3, at % 30)));
    let parts = of(&many);
    assert!(parts.len() <= PARTS_MAX && parts.len() == 30, "{parts:?}");
}
