//! `auditor graph`: the graph that the subject's program builds, or that of an audit of ours.

use super::case_run::Target;
use super::inspect::{Inspect, View};
use super::{Talk, wait_for};
use crate::error::CommandError;
use crate::output::terminal::print;
use crate::store;
use cases::decided;
use clap::Args;
use report::trial_graph;
use std::path::Path;
use std::process::ExitCode;

/// Draw the graph that a repository's program builds, as Mermaid.
#[derive(Args)]
pub(super) struct Graph {
    /// The repository, as for `auditor audit`
    #[arg(required_unless_present = "of_audit", conflicts_with = "of_audit")]
    subject: Option<String>,
    /// Branch, tag or commit [default: the subject's HEAD]
    #[arg(long, value_name = "REF", conflicts_with = "of_audit")]
    rev: Option<String>,
    /// Draw the jobs of an audit instead: of this case (its id or the beginning of it), or of any
    #[arg(long, value_name = "CASE", num_args = 0..=1, default_missing_value = "any")]
    of_audit: Option<String>,
}

/// What stands for no case in particular; ids are hexadecimal.
const ANY: &str = "any";

impl Graph {
    pub(super) fn run(&self, data: Option<&Path>, talk: Talk) -> Result<ExitCode, CommandError> {
        let labels = match self.of_audit.as_deref() {
            Some(ANY) => trial_graph::SPECIMEN
                .iter()
                .map(|label| (*label).to_owned())
                .collect(),
            Some(case) => labels(case, data)?,
            None => {
                let target = Target::unjudged(self.subject.clone().unwrap_or_default(), self.rev.clone());
                return Inspect::of(target, View::Mermaid).run(data, talk);
            }
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
