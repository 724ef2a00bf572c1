//! `auditor import`: the report of somebody else in our own form, to be compared.

use crate::error::CommandError;
use crate::input::file::{self, InputFile};
use crate::input::rubrics;
use crate::output::terminal::{notify, print};
use cases::import::{self, Imported};
use clap::Args;
use court::rubric::Rubric;
use report::json_text;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// The report of somebody else.
const REPORT: InputFile = InputFile {
    what: "report",
    bytes_max: 20 << 20,
    hint: "give a report in Markdown or JSON",
};

/// Read the report of somebody else, Markdown or JSON, and print it in our form.
#[derive(Args)]
pub(super) struct Import {
    /// The report
    file: PathBuf,
    /// Name its criteria as this rubric does: the name of a built-in one, or a file
    #[arg(long, value_name = "NAME|FILE")]
    rubric: Option<String>,
    /// Write to this file instead of standard output
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
}

impl Import {
    pub(super) fn run(&self) -> Result<ExitCode, CommandError> {
        let rubric = self.rubric.as_deref().map(rubrics::load).transpose()?;
        let imported = imported(&self.file, rubric.as_ref())?;
        let text = json_text(&imported);
        match &self.out {
            None => print(&text)?,
            Some(path) => write(path, &text)?,
        }
        notify(&format!("{} criteria were read", imported.criteria.len()));
        Ok(ExitCode::SUCCESS)
    }
}

/// The report of somebody else, with its criteria named as the rubric does.
pub(super) fn imported(file: &Path, rubric: Option<&Rubric>) -> Result<Imported, CommandError> {
    let mut imported = import::read(&REPORT.text(file)?).ok_or_else(|| {
        CommandError::usage(format!(
            "the report {}: no criterion with a score is found in it",
            file.display()
        ))
        .hint("it needs headings or a table with scores such as 3/5, or JSON with `criteria`")
    })?;
    if let Some(rubric) = rubric {
        imported.rename(rubric);
    }
    Ok(imported)
}

fn write(path: &Path, text: &str) -> Result<(), CommandError> {
    file::create(path)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(|error| {
            let why = file::describe_error(&error);
            CommandError::auditor(format!("{} cannot be written: {why}", path.display()))
                .hint("name a file that may be written anew")
        })
}
