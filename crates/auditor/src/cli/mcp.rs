//! `auditor mcp`: the agent's door.

use super::runtime;
use crate::error::CommandError;
use clap::Args;
use courthouse::mcp;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Answer agents over standard input and output.
#[derive(Args)]
pub(super) struct Mcp {
    /// A directory of this machine in which repositories may be audited; may be given more than once
    #[arg(
        long,
        value_name = "DIR",
        env = "AUDITOR_ROOT",
        value_delimiter = ',',
        default_value = "."
    )]
    root: Vec<PathBuf>,
}

impl Mcp {
    pub(super) fn run(&self, data: Option<&Path>) -> Result<ExitCode, CommandError> {
        let runtime = runtime(None)?;
        let served = runtime.block_on(mcp::serve(data, self.root.clone()));
        // A read of standard input that waits for the next line cannot be called back.
        runtime.shutdown_background();
        served.map_err(CommandError::auditor)?;
        Ok(ExitCode::SUCCESS)
    }
}
