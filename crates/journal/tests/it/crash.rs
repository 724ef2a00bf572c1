//! Whatever is lost at whichever write, the case ends in the same verdict, and nothing finished runs twice.

use crate::trial::{JOBS, Ran, conduct, input};
use journal::{CaseId, CaseState, Fault, Journal, Moment, Outcome, Status};
use std::collections::BTreeSet;

async fn labels(journal: &Journal, wanted: &[Status]) -> BTreeSet<String> {
    let progress = journal
        .progress(&CaseId::of(&input()))
        .await
        .expect("the journal can be read");
    let jobs = progress
        .jobs()
        .into_iter()
        .filter(|record| wanted.contains(&record.status));
    jobs.map(|record| record.job.label.clone()).collect()
}

/// Conducts the trial on a journal that fails, then to its end; gives the final verdict.
async fn survive(fault: Fault) -> String {
    let failing = Journal::failing(fault).expect("memory can be had");
    let before = Ran::default();
    let lost = conduct(&failing, &before).await;
    assert!(lost.is_err(), "the fault struck nothing: {fault:?}");
    let journal = match fault.outcome {
        Outcome::Stop => failing.reopen().expect("memory can be had"),
        Outcome::Fail => failing.clone(),
    };
    drop(failing);
    let finished = labels(&journal, &[Status::Finished]).await;
    let after = Ran::default();
    let verdict = conduct(&journal, &after).await.expect("the journal works again");
    check(fault, &finished, &before, &after);
    assert_eq!(
        labels(&journal, &[Status::Finished, Status::Reused]).await.len(),
        JOBS
    );
    let cases = journal.cases().await.expect("the journal can be read");
    assert_eq!((cases.len(), cases[0].state), (1, CaseState::Decided));
    assert_eq!(cases[0].summary, Some(verdict.clone().into()));
    verdict
}

fn check(fault: Fault, finished: &BTreeSet<String>, before: &Ran, after: &Ran) {
    let (before, after) = (before.times(), after.times());
    for label in finished {
        assert_eq!(
            (before[label], after.get(label)),
            (1, None),
            "{label} ran twice: {fault:?}"
        );
    }
    let again: BTreeSet<String> = after.keys().cloned().collect();
    assert_eq!(finished.len() + again.len(), JOBS, "{fault:?}");
    assert!(after.values().all(|times| *times == 1), "{fault:?}");
}

#[tokio::test]
async fn a_trial_survives_a_fault_at_every_write() {
    let journal = Journal::memory().unwrap();
    let expected = conduct(&journal, &Ran::default()).await.unwrap();
    let writes = journal.writes();
    assert_eq!(writes, 2 + 2 * JOBS as u64);
    for write in 1..=writes {
        for moment in [Moment::Before, Moment::After] {
            for outcome in [Outcome::Fail, Outcome::Stop] {
                assert_eq!(
                    survive(Fault {
                        write,
                        moment,
                        outcome
                    })
                    .await,
                    expected
                );
            }
        }
    }
}

#[tokio::test]
async fn a_trial_that_was_decided_is_answered_from_memory() {
    let journal = Journal::memory().unwrap();
    let ran = Ran::default();
    let first = conduct(&journal, &ran).await.unwrap();
    assert_eq!(conduct(&journal, &ran).await.unwrap(), first);
    assert!(ran.times().values().all(|times| *times == 1));
    assert_eq!(labels(&journal, &[Status::Reused]).await.len(), JOBS);
}

#[tokio::test]
async fn jobs_that_were_cut_off_still_stand_as_running() {
    // The first write opens the case, the second one starts its first job.
    let fault = Fault {
        write: 2,
        moment: Moment::After,
        outcome: Outcome::Stop,
    };
    let journal = Journal::failing(fault).unwrap();
    conduct(&journal, &Ran::default()).await.unwrap_err();
    let lost = labels(&journal.reopen().unwrap(), &[Status::Running]).await;
    assert_eq!(lost, BTreeSet::from(["seize".to_owned()]));
}
