//! `auditor cases`: the docket.

use super::wait_for;
use crate::error::CommandError;
use crate::output::terminal::{notify, print};
use crate::store;
use cases::docket;
use clap::Args;
use serde_json::json;
use std::path::Path;
use std::process::ExitCode;

/// List the cases of the journal.
#[derive(Args)]
pub(super) struct Cases {
    /// Only those whose subject, rubric, panel or id has this in it
    #[arg(default_value = "", hide_default_value = true)]
    wanted: String,
    /// As JSON, for programs
    #[arg(long)]
    json: bool,
}

impl Cases {
    pub(super) fn run(&self, data: Option<&Path>) -> Result<ExitCode, CommandError> {
        let journal = store::open(data)?;
        let rows = wait_for(docket::rows(&journal, &self.wanted))?;
        if rows.is_empty() && !self.json {
            notify("no such case; `auditor audit PATH` makes one");
        }
        print(&match self.json {
            true => report::json_text(&json!(rows)),
            false => docket::table(&rows),
        })?;
        Ok(ExitCode::SUCCESS)
    }
}
