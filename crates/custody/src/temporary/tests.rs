use super::*;

#[test]
fn only_what_belongs_to_processes_that_are_gone_is_removed() {
    let room = tempfile::tempdir().unwrap();
    // No system has as many processes as this.
    let gone = i32::MAX;
    let mine = std::process::id();
    let kept = [
        format!("0123.partial-{mine}"),
        format!("passing-{mine}"),
        "0123".into(),
        "passing-x".into(),
    ];
    let swept = [
        format!("0123.partial-{gone}"),
        format!("passing-{gone}"),
        format!("passing-{gone}.partial-{gone}"),
    ];
    for name in kept.iter().chain(&swept) {
        fs::create_dir_all(room.path().join(name).join("clone")).unwrap();
    }
    sweep(room.path());
    for name in &kept {
        assert!(room.path().join(name).exists(), "{name}");
    }
    for name in &swept {
        assert!(!room.path().join(name).exists(), "{name}");
    }
}

#[test]
fn temporary_directories_of_processes_that_are_gone_are_removed_and_no_others() {
    let temporary = tempfile::tempdir().unwrap();
    let mine = format!("{PREFIX}{}-a1", std::process::id());
    let gone = format!("{PREFIX}{}-a1", i32::MAX);
    for name in [mine.as_str(), &gone, "auditor-passing-x", "other"] {
        fs::create_dir_all(temporary.path().join(name).join("custody")).unwrap();
    }
    sweep_directories(temporary.path());
    let mut left: Vec<String> = fs::read_dir(temporary.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    left.sort();
    assert_eq!(left, [mine.as_str(), "auditor-passing-x", "other"]);
}
