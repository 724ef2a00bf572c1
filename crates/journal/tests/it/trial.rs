//! A small trial: one job, a fan-out of three, and for each of these a fan-out of two.

use journal::{CaseHandle, Digest, Failure, Job, Journal, JournalError, Scope};
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Mutex;
use tokio::try_join;

/// The case of the trial.
pub(crate) fn input() -> Digest {
    Digest::of(b"the subject and the rubric")
}

/// How many jobs the trial has.
pub(crate) const JOBS: usize = 10;

/// One job of the trial.
#[derive(Serialize)]
pub(crate) struct Step {
    label: String,
    input: Vec<String>,
}

/// How often each job ran.
#[derive(Default)]
pub(crate) struct Ran(Mutex<BTreeMap<String, u32>>);

impl Ran {
    pub(crate) fn times(&self) -> BTreeMap<String, u32> {
        self.0.lock().expect("no test panics while it counts").clone()
    }

    fn count(&self, label: &str) {
        let mut times = self.0.lock().expect("no test panics while it counts");
        *times.entry(label.to_owned()).or_default() += 1;
    }
}

impl Job for Step {
    const NAME: &'static str = "step";
    const VERSION: u32 = 1;
    const SCOPE: Scope = Scope::Case;
    type Output = String;
    type Tools = Ran;

    fn label(&self) -> String {
        self.label.clone()
    }

    async fn run(&self, tools: &Ran) -> Result<String, Failure> {
        tools.count(&self.label);
        tokio::task::yield_now().await;
        Ok(format!("{}({})", self.label, self.input.join(" ")))
    }
}

/// What a trial needs: the open case, the tools, and whom to tell of each job that ended.
pub(crate) struct Trial<'a> {
    pub(crate) case: CaseHandle,
    pub(crate) ran: &'a Ran,
    pub(crate) told: &'a (dyn Fn(&str) + Sync),
}

impl Trial<'_> {
    async fn step(&self, label: String, input: &[&String]) -> Result<String, JournalError> {
        let job = Step {
            label,
            input: input.iter().map(|text| (*text).clone()).collect(),
        };
        let output = self.case.perform(&job, self.ran).await?;
        (self.told)(&job.label);
        Ok(output)
    }

    async fn dimension(&self, name: &str, custody: &String) -> Result<String, JournalError> {
        let facts = self.step(format!("investigate/{name}"), &[custody]).await?;
        let facts = &[&facts];
        let (against, with) = try_join!(
            self.step(format!("opine/prosecutor/{name}"), facts),
            self.step(format!("opine/defense/{name}"), facts),
        )?;
        Ok(format!("{against} {with}"))
    }

    pub(crate) async fn conduct(&self) -> Result<String, JournalError> {
        let custody = &self.step("seize".into(), &[]).await?;
        let (a, b, c) = try_join!(
            self.dimension("a", custody),
            self.dimension("b", custody),
            self.dimension("c", custody)
        )?;
        let verdict = format!("{a} {b} {c}");
        self.case.close(&serde_json::json!(verdict)).await?;
        Ok(verdict)
    }
}

/// Opens the case and conducts the trial to its verdict.
pub(crate) async fn conduct(journal: &Journal, ran: &Ran) -> Result<String, JournalError> {
    let case = journal.case(&input(), "a trial").await?;
    Trial {
        case,
        ran,
        told: &|_| (),
    }
    .conduct()
    .await
}
