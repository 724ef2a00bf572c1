//! `auditor rubric`: list, show, check, test, compile, schema.

mod check;
mod compile;
mod fixtures;

mod test;

use crate::error::CommandError;
use crate::input::rubrics;
use crate::output::terminal::print;
use clap::Subcommand;
use court::{pack, rubric};
use std::path::{Path, PathBuf};
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
        /// Show the words of its field instead: who is who in its programs, and how they come about
        #[arg(long)]
        words: bool,
    },
    /// How a rubric is understood: scale, weights, what each dimension makes the probes look at; ends with 2 on problems
    Check {
        /// A file, or the name of a built-in rubric
        file: String,
        /// A protocol in a file of its own: checks and probes that count before what the rubric names
        #[arg(long, value_name = "FILE", env = "AUDITOR_PROTOCOL")]
        protocol: Option<PathBuf>,
    },
    /// Try the probes that a rubric defines on its fixtures: small trees, and what must be found in them
    Test {
        /// A rubric in a file
        file: String,
        /// A protocol in a file of its own
        #[arg(long, value_name = "FILE", env = "AUDITOR_PROTOCOL")]
        protocol: Option<PathBuf>,
    },
    /// Propose a protocol from the prose of a rubric; it counts for nothing until it is given
    Compile {
        /// A file, or the name of a built-in rubric
        file: String,
        /// Write it to this file, which must not exist yet
        #[arg(long, value_name = "FILE")]
        out: Option<PathBuf>,
    },
    /// The JSON Schema of rubrics, or of the words of a field
    Schema {
        /// That of the words of a field
        #[arg(long)]
        words: bool,
    },
}

impl Rubric {
    pub(super) fn run(&self) -> Result<ExitCode, CommandError> {
        let text = match self {
            Self::List => rubrics::list()?,
            Self::Show { name, words: false } => rubrics::source(name)?,
            Self::Show { name, words: true } => rubrics::words(name)?.to_owned(),
            Self::Check { file, protocol } => return check(file, protocol.as_deref()),
            Self::Test { file, protocol } => return test(file, protocol.as_deref()),
            Self::Compile { file, out } => compile::propose(file, out.as_deref())?,
            Self::Schema { words: false } => rubric::SCHEMA.to_owned(),
            Self::Schema { words: true } => pack::SCHEMA.to_owned(),
        };
        print(&text)?;
        Ok(ExitCode::SUCCESS)
    }
}

/// A rubric with problems can be used, and whoever asks for a check wants to hear of them.
fn check(file: &str, protocol: Option<&Path>) -> Result<ExitCode, CommandError> {
    let (text, is_sound) = check::explain(file, protocol)?;
    print(&text)?;
    match is_sound {
        true => Ok(ExitCode::SUCCESS),
        false => Err(CommandError::usage(
            "the rubric has problems, listed above under Problems",
        )),
    }
}

fn test(file: &str, protocol: Option<&Path>) -> Result<ExitCode, CommandError> {
    let (text, is_sound) = test::run(file, protocol)?;
    print(&text)?;
    Ok(if is_sound {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}
