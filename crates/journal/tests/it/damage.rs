//! Whatever became of the file: the case ends in the same verdict, or the journal says that it is damaged. A
//! verdict is never wrong.

#![expect(clippy::unwrap_used, reason = "a test that cannot go on fails")]

use crate::trial::{Ran, conduct};
use journal::{Journal, JournalError, StoreError};
use std::fs;
use std::path::{Path, PathBuf};

/// Bytes that are changed at once.
const SPOIL: usize = 8;
/// Places of a file that are tried.
const PLACES: usize = 60;

/// A journal of a decided trial, with its log where the process was killed, and the verdict.
async fn decided(directory: &Path, killed: bool) -> (PathBuf, String) {
    let path = directory.join("decided.sqlite");
    let journal = Journal::open(&path).unwrap();
    let verdict = conduct(&journal, &Ran::default()).await.unwrap();
    let name = directory.join("journal.sqlite");
    if killed {
        copy(&path, &name);
    }
    drop(journal);
    if !killed {
        copy(&path, &name);
    }
    (name, verdict)
}

fn log(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push("-wal");
    name.into()
}

fn copy(from: &Path, to: &Path) {
    let _ = fs::remove_file(log(to));
    fs::copy(from, to).unwrap();
    if log(from).exists() {
        fs::copy(log(from), log(to)).unwrap();
    }
}

/// Opens the spoilt journal and ends the trial; the verdict, or `None` where the journal is refused.
async fn ended(path: &Path) -> Option<String> {
    let outcome = match Journal::open(path) {
        Ok(journal) => conduct(&journal, &Ran::default()).await,
        Err(error) => Err(error),
    };
    match outcome {
        Ok(verdict) => Some(verdict),
        Err(JournalError::Store(
            StoreError::Damaged(_)
            | StoreError::Foreign { .. }
            | StoreError::Newer { .. }
            | StoreError::Database(_),
        )) => None,
        Err(error) => panic!("{error:?}"),
    }
}

/// Spoils a file at many places, one after another; how often the trial ended all the same.
async fn survived(path: &Path, file: &Path, verdict: &str, spoil: impl Fn(&mut Vec<u8>, usize)) -> usize {
    let kept = path.with_extension("kept");
    copy(path, &kept);
    let whole = fs::read(file).unwrap();
    let mut ends = 0;
    for place in 0..PLACES {
        copy(&kept, path);
        let mut bytes = whole.clone();
        spoil(&mut bytes, place * whole.len() / PLACES);
        fs::write(file, bytes).unwrap();
        if let Some(told) = ended(path).await {
            assert_eq!(told, verdict, "spoilt at {place} of {PLACES}");
            ends += 1;
        }
    }
    ends
}

#[expect(clippy::ptr_arg, reason = "it stands beside `Vec::truncate`")]
fn garble(bytes: &mut Vec<u8>, at: usize) {
    for byte in bytes.iter_mut().skip(at).take(SPOIL) {
        *byte ^= 0x15;
    }
}

#[expect(clippy::ptr_arg, reason = "it stands beside `Vec::truncate`")]
fn blank(bytes: &mut Vec<u8>, at: usize) {
    bytes[at..].fill(0);
}

#[tokio::test]
async fn bytes_that_the_disk_changed_never_change_a_verdict() {
    let directory = tempfile::tempdir().unwrap();
    let (path, verdict) = decided(directory.path(), false).await;
    let ends = survived(&path, &path, &verdict, garble).await;
    assert!(ends > PLACES / 3 && ends < PLACES, "{ends}");
}

#[tokio::test]
async fn a_journal_that_ends_anywhere_never_changes_a_verdict() {
    let directory = tempfile::tempdir().unwrap();
    let (path, verdict) = decided(directory.path(), false).await;
    survived(&path, &path, &verdict, Vec::truncate).await;
    survived(&path, &path, &verdict, blank).await;
}

#[tokio::test]
async fn a_log_that_was_torn_anywhere_loses_only_what_came_last() {
    for spoil in [Vec::truncate, garble, blank] {
        let directory = tempfile::tempdir().unwrap();
        let (path, verdict) = decided(directory.path(), true).await;
        let ends = survived(&path, &log(&path), &verdict, spoil).await;
        assert_eq!(ends, PLACES, "a torn log is no damage");
    }
}

#[tokio::test]
async fn a_text_that_was_changed_is_as_good_as_lost_and_its_job_runs_again() {
    let directory = tempfile::tempdir().unwrap();
    let (path, verdict) = decided(directory.path(), false).await;
    let mut bytes = fs::read(&path).unwrap();
    let text = b"investigate/b(seize())";
    let places: Vec<usize> = (0..bytes.len() - text.len())
        .filter(|at| bytes[*at..].starts_with(text))
        .collect();
    assert!(!places.is_empty());
    for at in places {
        bytes[at] = b'I';
    }
    fs::write(&path, bytes).unwrap();
    let ran = Ran::default();
    let journal = Journal::open(&path).unwrap();
    assert_eq!(conduct(&journal, &ran).await.unwrap(), verdict);
    assert!(ran.times().contains_key("investigate/b"), "{:?}", ran.times());
    assert!(!ran.times().contains_key("investigate/a"));
}
