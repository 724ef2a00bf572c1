use super::*;

fn names(directory: &Path) -> Vec<String> {
    let entries = fs::read_dir(directory).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn files_of_a_killed_process_are_cleared_away_and_nothing_else() {
    let room = tempfile::tempdir().unwrap();
    let others = [
        ".auditor-draft-",
        ".auditor-draft-abc.md",
        ".report-abcdef",
        "report.md",
    ];
    for name in others.iter().chain(&[".auditor-draft-Ab3dEf"]) {
        fs::write(room.path().join(name), "").unwrap();
    }
    drop(TemporaryFiles::of(room.path()));
    assert_eq!(names(room.path()), others);
}

#[test]
fn files_of_somebody_who_is_writing_stay() {
    let room = tempfile::tempdir().unwrap();
    let writing = TemporaryFiles::of(room.path());
    let file = writing.with(b"text").unwrap();
    let also = TemporaryFiles::of(room.path());
    assert!(file.path().exists());
    drop((writing, file, also));
    assert_eq!(names(room.path()), Vec::<String>::new());
}
