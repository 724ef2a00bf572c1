use super::*;

/// The format from which on outputs have digests.
const SUMS_SINCE: u32 = 3;

fn scratch() -> tempfile::TempDir {
    tempfile::tempdir().unwrap()
}

#[test]
fn a_text_file_is_refused_and_left_as_it_is() {
    let directory = scratch();
    for text in ["short".to_owned(), "long ".repeat(1000)] {
        let path = directory.path().join("notes.txt");
        std::fs::write(&path, &text).unwrap();
        assert!(matches!(file(&path), Err(StoreError::Foreign { .. })));
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
}

#[test]
fn the_database_of_another_program_is_refused_and_left_as_it_is() {
    let directory = scratch();
    let path = directory.path().join("other.db");
    Connection::open(&path)
        .unwrap()
        .execute_batch("create table mine (x)")
        .unwrap();
    let before = std::fs::read(&path).unwrap();
    assert!(matches!(file(&path), Err(StoreError::Foreign { .. })));
    assert_eq!(std::fs::read(&path).unwrap(), before);
}

#[test]
fn a_newer_format_is_refused_with_both_numbers() {
    let directory = scratch();
    let path = directory.path().join("journal.sqlite");
    file(&path)
        .unwrap()
        .pragma_update(None, "user_version", 99)
        .unwrap();
    let error = file(&path).unwrap_err();
    assert!(matches!(error, StoreError::Newer { found: 99, .. }));
    assert!(error.to_string().contains("has format 99"), "{error}");
}

#[test]
fn what_is_no_regular_file_is_refused_and_a_new_file_is_private() {
    let directory = scratch();
    let path = directory.path().join("journal.sqlite");
    std::fs::create_dir(&path).unwrap();
    assert!(matches!(file(&path), Err(StoreError::Foreign { .. })));
    std::fs::remove_dir(&path).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let elsewhere = directory.path().join("elsewhere");
        std::os::unix::fs::symlink(&elsewhere, &path).unwrap();
        assert!(matches!(file(&path), Err(StoreError::Foreign { .. })));
        assert!(!elsewhere.exists());
        std::fs::remove_file(&path).unwrap();
        drop(file(&path).unwrap());
        let mode = std::fs::metadata(&path).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn every_older_format_is_brought_up_to_date_and_keeps_what_it_holds() {
    for format in 1..latest() {
        let directory = scratch();
        let path = directory.path().join("journal.sqlite");
        let old = Connection::open(&path).unwrap();
        for migration in &MIGRATIONS[..format as usize] {
            migration(&old).unwrap();
        }
        old.execute_batch(
            "insert into results (scope, key, format, name, version, output)
             values ('', 'k', 1, 'step', 1, '\"kept\"')",
        )
        .unwrap();
        if format >= SUMS_SINCE {
            tables::sums::fill(&old).unwrap();
        }
        old.pragma_update(None, "application_id", APPLICATION).unwrap();
        old.pragma_update(None, "user_version", format).unwrap();
        drop(old);
        let kept = tables::recall(
            &file(&path).unwrap(),
            &tables::Stored {
                scope: String::new(),
                key: "k".to_owned(),
                name: "step",
                version: 1,
                output: String::new(),
            },
        );
        assert_eq!(kept.unwrap().as_deref(), Some("\"kept\""), "format {format}");
    }
}

#[test]
fn a_damaged_file_is_called_damaged() {
    let directory = scratch();
    let path = directory.path().join("journal.sqlite");
    drop(file(&path).unwrap());
    let mut bytes = std::fs::read(&path).unwrap();
    bytes[100..].fill(0xff);
    std::fs::write(&path, bytes).unwrap();
    assert!(matches!(file(&path), Err(StoreError::Damaged(_))));
}

#[test]
fn a_new_file_may_be_opened_by_many_at_once() {
    let directory = scratch();
    let path = directory.path().join("below").join("journal.sqlite");
    std::thread::scope(|scope| {
        let openers: Vec<_> = (0..8).map(|_| scope.spawn(|| file(&path).map(drop))).collect();
        assert!(openers.into_iter().all(|opener| opener.join().unwrap().is_ok()));
    });
    let mode: String = file(&path)
        .unwrap()
        .pragma_query_value(None, "journal_mode", |row| row.get(0))
        .unwrap();
    assert_eq!(mode, "wal");
}
