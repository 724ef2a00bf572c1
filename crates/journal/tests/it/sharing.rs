//! One file, many users: processes (here: journals opened apart), cases, blobs.

use crate::trial::{Ran, conduct, input};
use journal::{CaseState, Digest, Failure, Job, Journal, JournalError, Scope, StoreError};
use serde::Serialize;
use std::path::PathBuf;
use tokio::sync::Barrier;

fn scratch() -> (tempfile::TempDir, PathBuf) {
    let directory = tempfile::tempdir().expect("there is room for a temporary directory");
    let path = directory.path().join("data").join("journal.sqlite");
    (directory, path)
}

async fn states(journal: &Journal) -> Vec<(String, CaseState)> {
    let cases = journal.cases().await.expect("the journal can be read");
    cases.into_iter().map(|case| (case.name, case.state)).collect()
}

#[tokio::test]
async fn a_case_is_worked_on_by_one_process_at_a_time() {
    let (_directory, path) = scratch();
    let (here, there) = (Journal::open(&path).unwrap(), Journal::open(&path).unwrap());
    let case = here.case(&input(), "a trial").await.unwrap();
    for journal in [&here, &there] {
        let second = journal.case(&input(), "a trial").await;
        let me = Some(std::process::id());
        assert!(
            matches!(second, Err(JournalError::Held { case: id, holder }) if id == *case.id() && holder == me)
        );
        assert_eq!(
            states(journal).await,
            [("a trial".to_owned(), CaseState::Running)]
        );
    }
    drop(case);
    assert_eq!(
        states(&there).await,
        [("a trial".to_owned(), CaseState::Interrupted)]
    );
    conduct(&there, &Ran::default()).await.unwrap();
    assert_eq!(states(&here).await, [("a trial".to_owned(), CaseState::Decided)]);
    let again = here.case(&input(), "a trial").await.unwrap();
    assert_eq!(states(&there).await, [("a trial".to_owned(), CaseState::Running)]);
    drop(again);
    assert_eq!(
        states(&there).await,
        [("a trial".to_owned(), CaseState::Interrupted)]
    );
}

#[tokio::test]
async fn a_decided_case_is_answered_by_the_file_alone() {
    let (_directory, path) = scratch();
    let first = conduct(&Journal::open(&path).unwrap(), &Ran::default())
        .await
        .unwrap();
    let ran = Ran::default();
    assert_eq!(
        conduct(&Journal::open(&path).unwrap(), &ran).await.unwrap(),
        first
    );
    assert!(ran.times().is_empty());
}

/// A job that two processes do at the same time, and that does not come to the same for both.
#[derive(Serialize)]
struct Race;

impl Job for Race {
    const NAME: &'static str = "race";
    const VERSION: u32 = 1;
    const SCOPE: Scope = Scope::World;
    type Output = u32;
    type Tools = (u32, std::sync::Arc<Barrier>);

    fn label(&self) -> String {
        "race".into()
    }

    async fn run(&self, (answer, both): &Self::Tools) -> Result<u32, Failure> {
        both.wait().await;
        Ok(*answer)
    }
}

#[tokio::test]
async fn of_two_outputs_made_at_the_same_time_the_first_one_stands_for_both() {
    let (_directory, path) = scratch();
    let both = std::sync::Arc::new(Barrier::new(2));
    let run = async |answer: u32| {
        let journal = Journal::open(&path).unwrap();
        let case = journal
            .case(&Digest::of(&answer.to_be_bytes()), "racing")
            .await
            .unwrap();
        let mine = case
            .perform(&Race, &(answer, std::sync::Arc::clone(&both)))
            .await
            .unwrap();
        (mine, journal.remembered(case.id(), &Race).await.unwrap())
    };
    let (one, two) = tokio::join!(run(1), run(2));
    assert_eq!(one, two);
    assert_eq!(one.1, Some(one.0));
}

#[test]
fn different_cases_are_worked_on_at_the_same_time() {
    let (_directory, path) = scratch();
    let work = |number: u32| {
        let journal = Journal::open(&path).unwrap();
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_time()
            .build()
            .unwrap();
        runtime.block_on(async {
            for round in 0..5 {
                let input = journal::digest(&(number, round)).unwrap();
                let case = journal.case(&input, "one of many").await.unwrap();
                case.close(&serde_json::json!(number)).await.unwrap();
            }
        });
    };
    std::thread::scope(|scope| (0..4).for_each(|number| drop(scope.spawn(move || work(number)))));
    let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
    let cases = runtime.block_on(Journal::open(&path).unwrap().cases()).unwrap();
    assert_eq!(cases.len(), 20);
    assert!(cases.iter().all(|case| case.state == CaseState::Decided));
}

#[tokio::test]
async fn bytes_are_kept_once_under_their_digest() {
    let journal = Journal::memory().unwrap();
    let digest = journal.put(b"a brief".to_vec()).await.unwrap();
    assert_eq!(journal.put(b"a brief".to_vec()).await.unwrap(), digest);
    assert_eq!(digest, Digest::of(b"a brief"));
    assert_eq!(
        journal.blob(&digest).await.unwrap().as_deref(),
        Some(&b"a brief"[..])
    );
    assert_eq!(journal.blob(&Digest::of(b"another")).await.unwrap(), None);
    let large = vec![0; journal::Limits::PAYLOAD_BYTES + 1];
    assert!(matches!(
        journal.put(large).await,
        Err(JournalError::Store(StoreError::TooLarge(_)))
    ));
}

#[test]
fn a_file_that_is_no_journal_is_refused_with_its_name() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("notes.txt");
    std::fs::write(&path, "not a database").unwrap();
    let error = Journal::open(&path).unwrap_err().to_string();
    assert_eq!(
        error,
        format!("`{}` is not a journal: it is no SQLite database", path.display())
    );
}
