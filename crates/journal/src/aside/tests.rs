use super::*;

#[test]
fn damaged_journals_are_kept_beside_each_other_with_all_that_belongs_to_them() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("journal.sqlite");
    for number in 1..=3 {
        fs::write(&path, format!("journal {number}")).unwrap();
        fs::write(with(&path, "-wal"), format!("log {number}")).unwrap();
        let name = set_aside(&path).unwrap();
        assert_eq!(name, with(&path, &format!(".damaged-{number}")));
        assert_eq!(fs::read_to_string(&name).unwrap(), format!("journal {number}"));
        assert_eq!(
            fs::read_to_string(with(&name, "-wal")).unwrap(),
            format!("log {number}")
        );
        assert!(!path.exists() && !with(&path, "-wal").exists());
    }
    assert!(set_aside(&path).is_err());
}
