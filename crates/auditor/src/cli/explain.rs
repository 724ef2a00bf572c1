//! `auditor explain`: from a score down to the places in the subject, and what would move it.

use super::dimension::{dimensions_of, meant};
use super::panel::{self, Judge};
use super::wait_for;
use crate::error::CommandError;
use crate::output::terminal::print;
use crate::store;
use cases::decided::{self, DecidedCase};
use cases::{explanation, overrides};
use clap::Args;
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
        let words = wait_for(overrides::standing(&journal, &record))?;
        print(&visible(&explanation::text(&record, &chosen, &words)?))?;
        for word in wait_for(overrides::said(&journal, &record))? {
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

/// The place of the dimension of the case that is meant.
pub(super) fn chosen(record: &DecidedCase, wanted: &str) -> Result<usize, CommandError> {
    meant(&record.rubric, wanted)
        .map_err(|what| CommandError::usage(what).hint(dimensions_of(&record.rubric)))
}
