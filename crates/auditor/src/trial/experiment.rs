//! The fourth witness, where the user asks for it: the subject's own program is run, and what was seen is remembered with the
//! case. What follows from it is derived from that record, each time anew.

use super::jobs::failed;
use super::tools::{Seized, Tools};
use crate::output::terminal::notify;
use court::evidence::Evidence;
use court::visible::visible;
use documents::document::Document;
use experiment::lab::Lab;
use experiment::run::{self, Trace};
use experiment::witness::Witness;
use experiment::{note, scenario};
use journal::{Failure, Job, JournalError, Scope};
use panel::chat::Usage;
use report::dossier::ExperimentNote;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Serialize)]
struct RunProgram<'a> {
    seized: &'a Seized,
    python: Vec<u32>,
    sources: &'static str,
    #[serde(skip)]
    lab: &'a Lab,
    #[serde(skip)]
    documents: &'a [Document],
}

impl Job for RunProgram<'_> {
    const NAME: &'static str = "experiment";
    // A program may do something else each time.
    const SCOPE: Scope = Scope::Case;
    type Output = Trace;
    type Tools = Tools;

    async fn run(&self, tools: &Tools) -> Result<Trace, Failure> {
        let subject = tools.snapshot(self.documents).await;
        let subject = subject.map_err(|error| failed(&error))?;
        let lab = self.lab.clone();
        let running = tokio::task::spawn_blocking(move || run::run(&lab, &subject, &scenario::all()));
        let trace = running.await.map_err(|error| failed(&error))?;
        trace.map_err(|problem| failed(&problem))
    }
}

/// What so many tokens of a model cost in dollars, by the list of prices.
pub(crate) fn priced(model: &str, input: u64, output: u64) -> Option<f64> {
    let usage = Usage {
        input,
        output,
        ..Usage::default()
    };
    let price = panel::price::of(model, &BTreeMap::new())?;
    Some(price.of(usage).as_dollars())
}

/// The evidence with what was seen when the program ran; the same where there is no experiment.
pub(super) async fn witness(
    evidence: Evidence,
    seized: &Seized,
    documents: &[Document],
    tools: &Tools,
) -> Result<(Evidence, Option<ExperimentNote>), JournalError> {
    let trace = match tools.experiment() {
        None => return Ok((evidence, None)),
        Some(Witness::Seen(trace)) => Arc::clone(trace),
        Some(Witness::Run(lab)) => {
            let job = RunProgram {
                seized,
                python: lab.interpreter.version.to_vec(),
                sources: ::experiment::SOURCES,
                lab,
                documents,
            };
            Arc::new(Box::pin(tools.perform(&job)).await?)
        }
    };
    // Without it no place can be held against the subject, and nothing is said.
    let Ok(snapshot) = tools.snapshot(documents).await else {
        return Ok((evidence, None));
    };
    let (evidence, note) = note::of(&trace, &evidence, &snapshot, &priced);
    if let Some(module) = trace.lacks() {
        let line =
            format!("experiment: nothing could run, for the Python lacks {module}: see `auditor lab check`");
        notify(&visible(&line));
    }
    tools.keep_trace(trace);
    Ok((evidence, Some(note)))
}
