//! `auditor graph`: the topology of a trial.

use super::{print, runtime};
use crate::complaint::Complaint;
use crate::data;
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
    pub(super) fn run(&self, data: Option<&Path>) -> Result<ExitCode, Complaint> {
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

fn labels(case: &str, data: Option<&Path>) -> Result<Vec<String>, Complaint> {
    let journal = data::journal(&data::directory(data)?)?;
    runtime(Some(1))?.block_on(async {
        let cases = journal.cases().await.map_err(Complaint::auditor)?;
        let matching: Vec<_> = cases
            .iter()
            .filter(|record| record.id.to_string().starts_with(case))
            .collect();
        let [record] = matching.as_slice() else {
            let what = if matching.is_empty() {
                "no case has"
            } else {
                "several cases have"
            };
            return Err(
                Complaint::usage(format!("{what} an id that starts with `{case}`"))
                    .hint("`auditor cases` lists them"),
            );
        };
        let progress = journal.progress(&record.id).await.map_err(Complaint::auditor)?;
        Ok(progress
            .jobs()
            .iter()
            .map(|record| record.job.label.clone())
            .collect())
    })
}
