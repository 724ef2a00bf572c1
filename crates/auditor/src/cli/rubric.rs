//! `auditor rubric`: list, show, check, schema.

mod sight;

use super::print;
use crate::complaint::Complaint;
use crate::rubrics;
use clap::Subcommand;
use std::path::PathBuf;
use std::process::ExitCode;

/// List, show and check rubrics.
#[derive(Subcommand)]
pub(super) enum Rubric {
    /// The built-in rubrics
    List,
    /// The text of a rubric, to start one's own from
    Show {
        /// The name of a built-in one, or a file
        name: String,
    },
    /// How a rubric is understood: scale, weights, what each dimension makes the probes look at
    Check {
        /// A file, or the name of a built-in rubric
        file: String,
        /// A protocol in a file of its own: demands and probes that count before what the rubric names
        #[arg(long, value_name = "FILE", env = "AUDITOR_PROTOCOL")]
        protocol: Option<PathBuf>,
    },
    /// The JSON Schema of rubrics
    Schema,
}

impl Rubric {
    pub(super) fn run(&self) -> Result<ExitCode, Complaint> {
        let text = match self {
            Self::List => rubrics::list()?,
            Self::Show { name } => rubrics::source(name)?,
            Self::Check { file, protocol } => sight::explain(file, protocol.as_deref())?,
            Self::Schema => rubrics::schema().to_owned(),
        };
        print(&text)?;
        Ok(ExitCode::SUCCESS)
    }
}
