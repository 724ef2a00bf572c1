//! `auditor graph`: the topology of a trial.

use super::wait_for;
use crate::error::CommandError;
use crate::output::terminal::print;
use crate::store;
use cases::decided;
use clap::Args;
use report::trial_graph;
use std::path::Path;
use std::process::ExitCode;

/// Draw the topology of a trial as Mermaid.
#[derive(Args)]
pub(super) struct Graph {
    /// Id of a case, or its beginning [default: the shape that every trial has]
    case: Option<String>,
}

impl Graph {
    pub(super) fn run(&self, data: Option<&Path>) -> Result<ExitCode, CommandError> {
        let labels = match &self.case {
            None => trial_graph::SPECIMEN
                .iter()
                .map(|label| (*label).to_owned())
                .collect(),
            Some(case) => labels(case, data)?,
        };
        print(&trial_graph::mermaid(&labels))?;
        Ok(ExitCode::SUCCESS)
    }
}

fn labels(case: &str, data: Option<&Path>) -> Result<Vec<String>, CommandError> {
    let journal = store::open(data)?;
    wait_for(async {
        let row = decided::row(&journal, case).await?;
        let progress = journal.progress(&row.id).await.map_err(CommandError::auditor)?;
        let jobs = progress.jobs();
        Ok::<_, CommandError>(jobs.iter().map(|record| record.job.label.clone()).collect())
    })
}
