//! What one job may rely on.

use journal::{CaseHandle, Digest, Event, Failure, Job, Journal, JournalError, Retry, Scope, Status, Step};
use serde::Serialize;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use tokio::sync::Barrier;

/// A job whose n-th run has the n-th outcome of a script, and the last one ever after.
#[derive(Clone, Copy, Serialize)]
struct Scripted(&'static str);

type Outcome = fn() -> Result<u32, Failure>;

struct Script {
    outcomes: Vec<Outcome>,
    runs: AtomicU32,
}

impl Script {
    fn new(outcomes: &[Outcome]) -> Self {
        Self {
            outcomes: outcomes.to_vec(),
            runs: AtomicU32::new(0),
        }
    }

    fn runs(&self) -> u32 {
        self.runs.load(Ordering::Relaxed)
    }
}

impl Job for Scripted {
    const NAME: &'static str = "scripted";
    const VERSION: u32 = 1;
    const SCOPE: Scope = Scope::Case;
    type Output = u32;
    type Tools = Script;

    fn label(&self) -> String {
        self.0.to_owned()
    }

    async fn run(&self, script: &Script) -> Result<u32, Failure> {
        let run = script.runs.fetch_add(1, Ordering::Relaxed) as usize;
        tokio::task::yield_now().await;
        script.outcomes[run.min(script.outcomes.len() - 1)]()
    }
}

const BUSY: Outcome = || Err(Failure::Transient("busy".into()));
const NEVER: Outcome = || Err(Failure::Final("never".into()));
const PANIC: Outcome = || panic!("index out of bounds");
const SEVEN: Outcome = || Ok(7);

async fn case(journal: &Journal, name: &str) -> CaseHandle {
    journal
        .case(&Digest::of(name.as_bytes()), name)
        .await
        .expect("the case is free")
}

fn journal() -> Journal {
    let three = 3.try_into().expect("three is not zero");
    Journal::memory()
        .expect("memory can be had")
        .retrying(Retry::at_once(three))
}

fn failure(outcome: Result<u32, JournalError>) -> (Failure, u32) {
    match outcome {
        Err(JournalError::Job {
            failure, attempts, ..
        }) => (failure, attempts),
        other => panic!("a failure was expected: {other:?}"),
    }
}

#[tokio::test]
async fn a_transient_failure_is_tried_again_a_bounded_number_of_times() {
    let case = case(&journal(), "retry").await;
    let lucky = Script::new(&[BUSY, BUSY, SEVEN]);
    assert_eq!(case.perform(&Scripted("lucky"), &lucky).await.unwrap(), 7);
    let unlucky = Script::new(&[BUSY]);
    let outcome = case.perform(&Scripted("unlucky"), &unlucky).await;
    assert_eq!(failure(outcome), (Failure::Transient("busy".into()), 3));
    let progress = case.progress();
    let stands: Vec<Status> = progress.jobs().iter().map(|record| record.status).collect();
    assert_eq!(stands, [Status::Finished, Status::Failed]);
}

#[tokio::test]
async fn a_failure_is_not_remembered() {
    let case = case(&journal(), "failure").await;
    let script = Script::new(&[NEVER, SEVEN]);
    let outcome = case.perform(&Scripted("job"), &script).await;
    assert_eq!(failure(outcome), (Failure::Final("never".into()), 1));
    assert_eq!(case.perform(&Scripted("job"), &script).await.unwrap(), 7);
}

#[tokio::test]
async fn a_panic_fails_its_own_job_only() {
    let case = case(&journal(), "panic").await;
    let (bad, good) = (Script::new(&[PANIC]), Script::new(&[SEVEN]));
    let (broken, whole) = tokio::join!(
        case.perform(&Scripted("bad"), &bad),
        case.perform(&Scripted("good"), &good)
    );
    let bug = Failure::Final("a bug in the auditor: index out of bounds".into());
    assert_eq!(failure(broken), (bug, 1));
    assert_eq!(whole.unwrap(), 7);
}

#[tokio::test]
async fn the_same_job_asked_for_at_the_same_time_runs_once_and_all_get_its_outcome() {
    let case = case(&journal(), "same").await;
    let (good, bad) = (Script::new(&[SEVEN]), Script::new(&[NEVER]));
    let ask = |label, script| {
        let case = &case;
        async move { case.perform(&Scripted(label), script).await }
    };
    let (a, b, c) = tokio::join!(ask("good", &good), ask("good", &good), ask("good", &good));
    assert_eq!([a.unwrap(), b.unwrap(), c.unwrap()], [7, 7, 7]);
    let (a, b) = tokio::join!(ask("bad", &bad), ask("bad", &bad));
    assert_eq!(failure(a), failure(b));
    assert_eq!((good.runs(), bad.runs()), (1, 1));
}

/// A job that ends only when another one runs at the same time.
#[derive(Serialize)]
struct Meeting(u32);

impl Job for Meeting {
    const NAME: &'static str = "meeting";
    const VERSION: u32 = 1;
    const SCOPE: Scope = Scope::World;
    type Output = ();
    type Tools = Barrier;

    fn label(&self) -> String {
        format!("meeting/{}", self.0)
    }

    async fn run(&self, tools: &Barrier) -> Result<(), Failure> {
        tools.wait().await;
        Ok(())
    }
}

#[tokio::test]
async fn different_jobs_run_at_the_same_time() {
    let case = case(&journal(), "meeting").await;
    let barrier = Barrier::new(2);
    tokio::try_join!(
        case.perform(&Meeting(1), &barrier),
        case.perform(&Meeting(2), &barrier)
    )
    .unwrap();
}

#[tokio::test]
async fn a_job_nobody_waits_for_any_more_may_run_again_and_does_not_keep_the_case_open() {
    let case = case(&journal(), "abandoned").await;
    let alone = Barrier::new(2);
    tokio::select! {
        biased;
        _ = case.perform(&Meeting(1), &alone) => panic!("nobody came to the meeting"),
        () = started(&case) => (),
    }
    assert_eq!(case.progress().jobs()[0].status, Status::Abandoned);
    case.perform(&Meeting(1), &Barrier::new(1)).await.unwrap();
    case.close(&serde_json::Value::Null).await.unwrap();
    let late = case.perform(&Scripted("late"), &Script::new(&[SEVEN])).await;
    assert!(matches!(late, Err(JournalError::Illegal(_))), "{late:?}");
}

async fn started(case: &CaseHandle) {
    while case.progress().jobs().is_empty() {
        tokio::task::yield_now().await;
    }
}

/// The same job as two releases of a program know it, remembered everywhere.
#[derive(Serialize)]
struct Release<Output, const VERSION: u32> {
    #[serde(skip)]
    output: Output,
}

fn release<const VERSION: u32, Output>(output: Output) -> Release<Output, VERSION> {
    Release { output }
}

impl<Output, const VERSION: u32> Job for Release<Output, VERSION>
where
    Output: Serialize + serde::de::DeserializeOwned + Clone + Send + Sync,
{
    const NAME: &'static str = "release";
    const VERSION: u32 = VERSION;
    const SCOPE: Scope = Scope::World;
    type Output = Output;
    type Tools = Mutex<u32>;

    fn label(&self) -> String {
        "release".into()
    }

    async fn run(&self, runs: &Mutex<u32>) -> Result<Output, Failure> {
        *runs.lock().expect("nobody panics with the lock") += 1;
        Ok(self.output.clone())
    }
}

#[tokio::test]
async fn what_the_world_remembers_holds_in_every_case_until_the_version_is_raised() {
    let journal = journal();
    let runs = Mutex::new(0);
    let (one, two) = (case(&journal, "one").await, case(&journal, "two").await);
    assert_eq!(one.perform(&release::<1, u32>(1), &runs).await.unwrap(), 1);
    assert_eq!(two.perform(&release::<1, u32>(2), &runs).await.unwrap(), 1);
    assert_eq!(two.perform(&release::<2, u32>(3), &runs).await.unwrap(), 3);
    assert_eq!(*runs.lock().unwrap(), 2);
    let script = Script::new(&[SEVEN]);
    one.perform(&Scripted("own"), &script).await.unwrap();
    two.perform(&Scripted("own"), &script).await.unwrap();
    assert_eq!(script.runs(), 2);
}

#[tokio::test]
async fn an_output_that_no_longer_decodes_is_made_again_and_replaced() {
    let journal = journal();
    let runs = Mutex::new(0);
    let old = case(&journal, "old").await;
    old.perform(&release::<1, String>("text".into()), &runs)
        .await
        .unwrap();
    let new = case(&journal, "new").await;
    assert_eq!(
        journal.remembered(new.id(), &release::<1, u32>(5)).await.unwrap(),
        None
    );
    assert_eq!(new.perform(&release::<1, u32>(5), &runs).await.unwrap(), 5);
    assert_eq!(
        journal.remembered(new.id(), &release::<1, u32>(6)).await.unwrap(),
        Some(5)
    );
}

#[tokio::test]
async fn an_output_that_json_cannot_hold_is_a_failure_and_not_a_surprise_for_the_next_run() {
    let case = case(&journal(), "nan").await;
    let outcome = case.perform(&release::<1, f64>(f64::NAN), &Mutex::new(0)).await;
    assert!(
        matches!(
            outcome,
            Err(JournalError::Job {
                failure: Failure::Final(_),
                ..
            })
        ),
        "{outcome:?}"
    );
}

#[tokio::test]
async fn after_forgetting_every_job_runs_once_more_and_only_once() {
    let journal = journal();
    let (runs, script) = (Mutex::new(0), Script::new(&[SEVEN]));
    let old = case(&journal, "fresh").await;
    old.perform(&release::<1, u32>(1), &runs).await.unwrap();
    old.perform(&Scripted("own"), &script).await.unwrap();
    drop(old);
    let fresh = case(&journal, "fresh").await;
    fresh.forget().await.unwrap();
    for _ in 0..2 {
        assert_eq!(fresh.perform(&release::<1, u32>(2), &runs).await.unwrap(), 2);
        fresh.perform(&Scripted("own"), &script).await.unwrap();
    }
    assert_eq!((*runs.lock().unwrap(), script.runs()), (2, 2));
    let other = case(&journal, "other").await;
    assert_eq!(other.perform(&release::<1, u32>(3), &runs).await.unwrap(), 2);
}

#[tokio::test]
async fn a_watcher_hears_every_step_in_order() {
    let case = case(&journal(), "watch").await;
    let mut events = case.watch();
    let script = Script::new(&[BUSY, SEVEN]);
    case.perform(&Scripted("job"), &script).await.unwrap();
    case.perform(&Scripted("job"), &script).await.unwrap();
    case.close(&serde_json::json!({ "score": 3 })).await.unwrap();
    let mut heard = Vec::new();
    while let Ok(event) = events.try_recv() {
        heard.push(event);
    }
    let steps: Vec<_> = heard
        .iter()
        .filter_map(|event| {
            if let Event::Job { step, .. } = event {
                Some(step.clone())
            } else {
                None
            }
        })
        .collect();
    let retried = Step::Retried {
        message: "busy".into(),
    };
    assert_eq!(steps, [Step::Started, retried, Step::Finished, Step::Reused]);
    assert_eq!(
        heard.last(),
        Some(&Event::Closed {
            summary: serde_json::json!({ "score": 3 })
        })
    );
}
