//! What the journal keeps of subjects.

use journal::{Digest, Journal, Limits};
use rusqlite::Connection;

fn subject(number: u32) -> Digest {
    Digest::of(format!("subject {number}").as_bytes())
}

/// What another case recalls of a subject; a read comes after what was noted before.
async fn recalled(journal: &Journal, number: u32) -> Option<Vec<u8>> {
    let case = journal.case(&Digest::of(b"another"), "another").await;
    case.expect("a case opens").memory(&subject(number)).await
}

#[tokio::test]
async fn the_latest_bytes_of_a_subject_are_remembered_in_other_cases() {
    let journal = Journal::memory().unwrap();
    let case = journal.case(&Digest::of(b"one"), "one").await.unwrap();
    assert_eq!(case.memory(&subject(1)).await, None);
    case.keep_memory(&subject(1), b"old".to_vec());
    case.keep_memory(&subject(2), b"of another".to_vec());
    case.keep_memory(&subject(1), b"new".to_vec());
    assert_eq!(recalled(&journal, 1).await.as_deref(), Some(&b"new"[..]));
    assert_eq!(recalled(&journal, 2).await.as_deref(), Some(&b"of another"[..]));
    case.forget().await.unwrap();
    assert_eq!(case.memory(&subject(1)).await, None);
}

#[tokio::test]
async fn subjects_that_nobody_looked_at_for_longest_are_forgotten() {
    let journal = Journal::memory().unwrap();
    let case = journal.case(&Digest::of(b"one"), "one").await.unwrap();
    for number in 0..=Limits::MEMORIES {
        case.keep_memory(&subject(number), vec![1]);
    }
    assert_eq!(recalled(&journal, 0).await, None);
    assert_eq!(case.memory(&subject(1)).await, Some(vec![1]));
    case.keep_memory(&subject(2), vec![0; Limits::PAYLOAD_BYTES + 1]);
    assert_eq!(case.memory(&subject(2)).await, Some(vec![1]));
}

#[tokio::test]
async fn bytes_that_the_disk_changed_are_not_remembered() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("journal.sqlite");
    let journal = Journal::open(&path).unwrap();
    let case = journal.case(&Digest::of(b"one"), "one").await.unwrap();
    case.keep_memory(&subject(1), b"whole".to_vec());
    assert_eq!(case.memory(&subject(1)).await.as_deref(), Some(&b"whole"[..]));
    let changed = Connection::open(&path).unwrap();
    changed.execute("update memories set bytes = x'00'", []).unwrap();
    assert_eq!(case.memory(&subject(1)).await, None);
}
