use super::*;
use std::os::unix::fs::symlink;

/// A room with a subject, a folder of the user's, and links between them.
fn room() -> (tempfile::TempDir, PathBuf) {
    let room = tempfile::tempdir().unwrap();
    let place = room.path().canonicalize().unwrap();
    for name in ["subject/.git", "subject/src", "subject/nested/.git", "private"] {
        fs::create_dir_all(place.join(name)).unwrap();
    }
    for name in ["subject/auditor.toml", "private/diary.md"] {
        fs::write(place.join(name), "").unwrap();
    }
    for (target, link) in [
        ("subject/auditor.toml", "auditor.toml"),
        ("subject/out", "round"),
        ("../private", "subject/out"),
        ("../private/diary.md", "subject/report.md"),
        ("private/diary.md", "own.md"),
        ("subject", "alias"),
        ("circle", "circle"),
    ] {
        symlink(target, place.join(link)).unwrap();
    }
    (room, place)
}

#[test]
fn a_subject_is_the_same_ground_in_every_spelling_of_its_address() {
    let (_room, place) = room();
    let shown = place.display();
    for typed in [
        format!("{shown}/subject"),
        format!("{shown}/alias"),
        format!("{shown}/subject/.git"),
        format!("{shown}/subject/src"),
        format!("file://{shown}/subject"),
        format!("FILE://localhost{shown}/subject/"),
        format!("file://{shown}/private/../%73ubject"),
    ] {
        let directory = SubjectDirectory::of(&typed).unwrap();
        assert!(directory.leads_to(&place.join("subject/auditor.toml")), "{typed}");
        assert!(!directory.leads_to(&place.join("private/diary.md")), "{typed}");
    }
    let whole = SubjectDirectory::of(&format!("{shown}/subject/.git")).unwrap();
    assert!(whole.leads_to(&place.join("subject/nested/auditor.toml")));
    assert!(SubjectDirectory::of("https://github.com/o/r").is_none());
}

#[test]
fn links_into_the_subject_and_through_it_are_told_from_links_of_the_user() {
    let (_room, place) = room();
    let directory = SubjectDirectory::of(&place.join("subject").display().to_string()).unwrap();
    let leads = |name: &str| directory.leads_to(&place.join(name));
    for name in ["auditor.toml", "round/diary.md", "subject/report.md", "circle"] {
        assert!(leads(name), "{name}");
    }
    for name in [
        "own.md",
        "missing",
        "subject/../own.md",
        "subject/src/../../missing",
    ] {
        assert!(!leads(name), "{name}");
    }
    let link = |name: &str| directory.link_to(&place.join(name));
    assert_eq!(link("subject/report.md"), Some(place.join("subject/report.md")));
    assert_eq!(link("alias/out/diary.md"), Some(place.join("subject/out")));
    assert_eq!(link("round/diary.md"), Some(place.join("subject/out")));
    assert_eq!(link("auditor.toml"), None);
    assert_eq!(link("own.md"), None);
}
