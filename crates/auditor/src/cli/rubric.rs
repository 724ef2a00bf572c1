//! `auditor rubric`: list, show, check, schema.

use super::print;
use crate::complaint::Complaint;
use crate::rubrics;
use crate::visible::visible;
use clap::Subcommand;
use court::protocol;
use court::rubric::{Artifact, Dimension};
use std::fmt::Write as _;
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
    },
    /// The JSON Schema of rubrics
    Schema,
}

impl Rubric {
    pub(super) fn run(&self) -> Result<ExitCode, Complaint> {
        let text = match self {
            Self::List => rubrics::list()?,
            Self::Show { name } => rubrics::source(name)?,
            Self::Check { file } => check(file)?,
            Self::Schema => rubrics::schema().to_owned(),
        };
        print(&text)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn check(file: &str) -> Result<String, Complaint> {
    let mut out = rubrics::describe(file)?;
    out.push_str("\nWhat the statutes panel sees\n");
    for dimension in &rubrics::load(file)?.dimensions {
        let _ = writeln!(
            out,
            "  {}",
            visible(&format!("{}: {}", dimension.id, sight(dimension)))
        );
    }
    Ok(out)
}

/// What the probes are asked for a dimension, and why.
fn sight(dimension: &Dimension) -> String {
    if let Artifact::External(word) = &dimension.artifact {
        return format!("not assessable: `{word}` is nothing a detective can read");
    }
    let Some(reading) = protocol::read(dimension) else {
        return "not assessable by this panel: its text asks for nothing that the probes can see".to_owned();
    };
    let probes: Vec<&str> = reading
        .demands
        .iter()
        .map(|demand| demand.probe.as_str())
        .collect();
    format!("{} ({})", probes.join(", "), reading.because)
}
