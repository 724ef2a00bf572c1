//! `auditor diff`: what moved between two cases.

use super::wait_for;
use crate::error::CommandError;
use crate::output::terminal::print;
use crate::store;
use cases::{comparison, decided};
use clap::Args;
use court::visible::visible;
use std::path::Path;
use std::process::ExitCode;

/// Compare two cases.
#[derive(Args)]
pub(super) struct Diff {
    /// Id of the earlier case, or its beginning
    before: String,
    /// Id of the later case, or its beginning
    after: String,
}

impl Diff {
    pub(super) fn run(&self, data: Option<&Path>) -> Result<ExitCode, CommandError> {
        let journal = store::open(data)?;
        let (before, after) = wait_for(async {
            let before = decided::find(&journal, &self.before).await?;
            Ok::<_, CommandError>((before, decided::find(&journal, &self.after).await?))
        })?;
        let mut text = format!(
            "{} {} → {} {}\n",
            before.case,
            before.commit.chars().take(12).collect::<String>(),
            after.case,
            after.commit.chars().take(12).collect::<String>()
        );
        if before.subject.name != after.subject.name {
            text.push_str(&format!(
                "two subjects: {} and {}\n",
                before.subject.name, after.subject.name
            ));
        }
        text.push_str(&comparison::text(&comparison::compare(&before, &after)));
        print(&visible(&text))?;
        Ok(ExitCode::SUCCESS)
    }
}
