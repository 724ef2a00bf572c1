//! `auditor override`: a person says another score than the court. Both are kept, and every report tells both.

use super::explain::chosen;
use super::gates;
use super::wait_for;
use crate::error::CommandError;
use crate::input::file::InputFile;
use crate::output::terminal::{notify, print};
use crate::store;
use ::cohort::overrides::{Line, case_of, lines, rewriting};
use cases::decided::{self, DecidedCase};
use cases::overrides;
use clap::Args;
use court::score::Score;
use court::visible::visible;
use journal::Journal;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Longest reason or name that is kept, in bytes.
const TEXT_MAX: usize = 4_000;
/// A table of overrides.
const TABLE: InputFile = InputFile {
    what: "table of overrides",
    bytes_max: 4 << 20,
    hint: "give a CSV with the columns case (or id), dimension, score, why, by",
};
/// A class, as it was audited.
pub(super) const CLASS: InputFile = InputFile {
    what: "class",
    bytes_max: 256 << 20,
    hint: "give the cohort.json of `auditor cohort`",
};

/// How a submission is named.
const SUBMISSION: &str = "a submission of a class is named by its id with --class DIR/cohort.json";

/// Overrule the court on one dimension of a case, or on those that a table names.
#[derive(Args)]
pub(super) struct Override {
    /// Id of a case, or its beginning; with --class the id of a submission
    #[arg(required_unless_present = "csv", conflicts_with = "csv")]
    case: Option<String>,
    /// Id of the dimension, or a word of its id or name
    #[arg(required_unless_present = "csv", conflicts_with = "csv")]
    dimension: Option<String>,
    /// The score, on the scale of the dimension
    #[arg(long, value_name = "N", required_unless_present_any = ["csv", "take_back"], conflicts_with_all = ["csv", "take_back"])]
    score: Option<String>,
    /// Why; it stands in every report
    #[arg(
        long,
        value_name = "TEXT",
        required_unless_present = "csv",
        conflicts_with = "csv"
    )]
    why: Option<String>,
    /// Who says so; it stands in every report
    #[arg(long, value_name = "NAME", required_unless_present = "csv")]
    by: Option<String>,
    /// Let the court's own score stand again; what was said is kept
    #[arg(long)]
    take_back: bool,
    /// A CSV with the columns case (or id), dimension, score, why, by; a row without a score takes back
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// The cohort.json of a class, in which ids of submissions are looked up
    #[arg(long, value_name = "FILE")]
    class: Option<PathBuf>,
}

/// A word that can be kept: nothing in it is unknown.
struct Ready {
    record: DecidedCase,
    dimension: usize,
    score: Option<Score>,
    by: String,
    why: String,
}

impl Override {
    pub(super) fn run(&self, data: Option<&Path>) -> Result<ExitCode, CommandError> {
        let class = self.class.as_deref();
        let class = class
            .map(|class| CLASS.json(class, &CLASS.bytes(class)?))
            .transpose()?;
        let lines = match &self.csv {
            Some(table) => self.of_table(table, class.as_ref())?,
            None => vec![self.of_arguments(class.as_ref())],
        };
        let journal = store::open(data)?;
        wait_for(async {
            let mut all = Vec::new();
            // All are understood before one is kept.
            for line in &lines {
                let found = ready(&journal, line).await;
                all.push(found.map_err(|error| CommandError {
                    what: format!("{}{}", line.at, error.what),
                    ..error
                })?);
            }
            for word in &all {
                let said = (word.by.as_str(), word.why.as_str());
                overrides::keep(&journal, &word.record, word.dimension, word.score, said).await?;
                print(&visible(&saved_line(word)))?;
            }
            Ok::<_, CommandError>(())
        })?;
        notify(&visible(&self.what_now(class.as_ref())));
        Ok(ExitCode::SUCCESS)
    }

    /// How reports come to tell what was said.
    fn what_now(&self, class: Option<&Value>) -> String {
        let known = class.zip(self.class.as_deref().map(folder_of));
        let rewriting = known.map_or_else(
            || rewriting(&Value::Null, "DIR") + " --points POINTS",
            |(class, folder)| rewriting(class, &folder.display().to_string()),
        );
        format!(
            "to write the reports anew:\n  of this case: the same audit, or `auditor replay CASE --out DIR`\n  of its class: `{rewriting}`"
        )
    }

    fn of_arguments(&self, class: Option<&Value>) -> Line {
        let text = |text: &Option<String>| text.clone().unwrap_or_default();
        let case = text(&self.case);
        Line {
            at: String::new(),
            case: class.and_then(|class| case_of(class, &case)).unwrap_or(case),
            dimension: text(&self.dimension),
            score: self.score.clone(),
            why: text(&self.why),
            by: text(&self.by),
        }
    }

    fn of_table(&self, table: &Path, class: Option<&Value>) -> Result<Vec<Line>, CommandError> {
        let read = lines(&TABLE.text(table)?, class, self.by.as_deref());
        read.map_err(|error| CommandError::usage(format!("{}: {error}", table.display())).hint(TABLE.hint))
    }
}

/// The folder that a file lies in, as it is typed.
fn folder_of(file: &Path) -> &Path {
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty());
    folder.unwrap_or(Path::new("."))
}

async fn ready(journal: &Journal, line: &Line) -> Result<Ready, CommandError> {
    for (what, text) in [("a reason", &line.why), ("a name", &line.by)] {
        if text.trim().is_empty() || text.len() > TEXT_MAX {
            return Err(CommandError::usage(format!("{what} has 1 to {TEXT_MAX} bytes")));
        }
    }
    let record = decided::find(journal, &line.case).await;
    let record = record.map_err(|error| CommandError::from(error).hint(SUBMISSION))?;
    let dimension = chosen(&record, &line.dimension)?;
    let scale = &record.rubric.dimensions[dimension].scale;
    let score = line.score.as_deref().map(|text| {
        let score = gates::score(text.trim())
            .ok()
            .filter(|score| (scale.min..=scale.max).contains(score));
        let what = || format!("`{text}` is no score from {} to {}", scale.min, scale.max);
        score.ok_or_else(|| CommandError::usage(what()))
    });
    let score = score.transpose()?;
    Ok(Ready {
        record,
        dimension,
        score,
        by: line.by.clone(),
        why: line.why.clone(),
    })
}

fn saved_line(word: &Ready) -> String {
    let dimension = &word.record.rubric.dimensions[word.dimension];
    let court = word.record.verdict.rulings[word.dimension].final_score;
    let court = court.map_or_else(|| "had no score".to_owned(), |score| format!("said {score}"));
    let case = &word.record.case;
    match word.score {
        Some(score) => format!(
            "case {case}, {}: {score} says {}; the court {court}\n",
            dimension.id, word.by
        ),
        None => format!(
            "case {case}, {}: what the court {court} stands again\n",
            dimension.id
        ),
    }
}
