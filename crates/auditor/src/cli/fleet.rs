//! `auditor fleet`: workers that do the audits of classes.

use super::runtime;
use crate::error::CommandError;
use crate::output::terminal::notify;
use crate::store;
use clap::Subcommand;
use fleet::worker::{self, Arguments};
use std::path::Path;
use std::process::ExitCode;

/// Do the audits of classes for an engine.
#[derive(Subcommand)]
pub(super) enum Fleet {
    /// Do audits for an engine until you stop it
    Worker(Arguments),
}

impl Fleet {
    pub(super) fn run(&self, data: Option<&Path>) -> Result<ExitCode, CommandError> {
        let Self::Worker(worker) = self;
        let data = store::directory(data)?;
        // Made once: all audits of a new one would make it at the same time.
        drop(store::open_in(&data)?);
        let told = |address| {
            notify(&format!(
                "working on {address} (Ctrl-C ends it; orders go on elsewhere)"
            ))
        };
        let working = worker::serve(worker.settings(data), told);
        runtime(None)?.block_on(working).map_err(CommandError::auditor)?;
        Ok(ExitCode::SUCCESS)
    }
}
