use super::*;

#[test]
fn only_what_belongs_to_processes_that_are_gone_is_removed() {
    let room = tempfile::tempdir().unwrap();
    // No system has as many processes as this.
    let gone = format!("{}.{}", i32::MAX, *SPACE);
    let elsewhere = format!("{}.1", i32::MAX);
    let mine = ours();
    let kept = [
        format!("0123.partial-{mine}"),
        format!("passing-{mine}"),
        format!("0123.partial-{elsewhere}"),
        format!("passing-{elsewhere}"),
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
    let mine = format!("{PREFIX}{}-a1", ours());
    let gone = format!("{PREFIX}{}.{}-a1", i32::MAX, *SPACE);
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
