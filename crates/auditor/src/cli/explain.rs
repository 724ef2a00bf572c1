//! `auditor explain`: from a score down to the places in the subject, and what would move it.

use super::panel::{self, Judge};
use super::wait_for;
use crate::error::CommandError;
use crate::output::terminal::print;
use crate::store;
use cases::decided::{self, DecidedCase};
use cases::{explanation, overrides};
use clap::Args;
use court::rubric::Dimension;
use court::visible::visible;
use std::path::Path;
use std::process::ExitCode;

/// Explain the scores of a case.
#[derive(Args)]
pub(super) struct Explain {
    /// Id of a case, or its beginning; or its subject, where that has only one
    case: String,
    /// Id of a dimension, or a word of its id or name [default: all]
    dimension: Option<String>,
    /// Show word for word what this judge read, where a model judged
    #[arg(long, value_enum, value_name = "JUDGE", requires = "dimension")]
    brief: Option<Judge>,
}

impl Explain {
    pub(super) fn run(&self, data: Option<&Path>) -> Result<ExitCode, CommandError> {
        let journal = store::open(data)?;
        let record = wait_for(decided::find(&journal, &self.case))?;
        let chosen = match &self.dimension {
            None => (0..record.matters.len()).collect(),
            Some(wanted) => vec![chosen(&record, wanted)?],
        };
        if let (Some(judge), [only]) = (self.brief, chosen.as_slice()) {
            let dimension = &record.rubric.dimensions[*only].id;
            let chair = judge.chair(&dimension.0, false);
            let brief = panel::stored_brief(&journal, &record.case, &chair);
            return print(&wait_for(brief)?).map(|()| ExitCode::SUCCESS);
        }
        print(&visible(&explanation::text(&record, &chosen)?))?;
        for word in wait_for(overrides::said(&journal, &record.case))? {
            let score = word
                .score
                .map_or_else(|| "takes it back".to_owned(), |score| format!("says {score}"));
            let (by, dimension, why) = (&word.by, &word.dimension, &word.why);
            print(&visible(&format!(
                "people, on {dimension}: {by} {score}: {why}\n"
            )))?;
        }
        Ok(ExitCode::SUCCESS)
    }
}

/// The place of the dimension with this id or name, else the only one whose id begins so, else the only one with it in its
/// id or name.
pub(super) fn chosen(record: &DecidedCase, wanted: &str) -> Result<usize, CommandError> {
    let dimensions = &record.rubric.dimensions;
    let word = wanted.to_lowercase();
    let is_it = |d: &Dimension| d.id.0 == wanted || d.name.to_lowercase() == word;
    let begins = |d: &Dimension| d.id.0.starts_with(wanted);
    let has_it = |d: &Dimension| d.id.0.contains(&word) || d.name.to_lowercase().contains(&word);
    let ways: [&dyn Fn(&Dimension) -> bool; 3] = [&is_it, &begins, &has_it];
    let mut found = ways.iter().map(|way| {
        let matching = (0..dimensions.len()).filter(|index| way(&dimensions[*index]));
        matching.collect::<Vec<usize>>()
    });
    let found = found.find(|matching| !matching.is_empty());
    let ids: Vec<&str> = dimensions.iter().map(|d| d.id.0.as_str()).collect();
    let what = match found.as_deref() {
        Some([one]) => return Ok(*one),
        Some(_) => "more than one dimension is meant by",
        None => "the case has no dimension",
    };
    let error = CommandError::usage(format!("{what} `{wanted}`"));
    Err(error.hint(format!("it has: {}", ids.join(", "))))
}
