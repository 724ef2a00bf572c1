//! `auditor rules`: list, show, check, words, schema.

use crate::error::CommandError;
use crate::input::rule_sets;
use crate::output::terminal::print;
use clap::Subcommand;
use court::rules::{self, Checked};
use court::visible::visible;
use std::process::ExitCode;

/// The rules have a hole.
const HAS_HOLES: u8 = 2;

/// List, show and check rule sets.
#[derive(Subcommand)]
pub(super) enum Rules {
    /// The built-in rule sets
    List,
    /// The text of a rule set, to start one's own from
    Show {
        /// The name of a built-in one, or a file
        name: String,
    },
    /// Try a rule set on every combination of votes and facts: can a cap be exceeded, is a rule without effect?
    ///
    /// Ends with 2 where it has a hole, with a case that shows it.
    Check {
        /// A file, or the name of a built-in rule set
        file: String,
    },
    /// Every name and function that rule files know
    Words,
    /// The JSON Schema of rule files
    Schema,
}

impl Rules {
    pub(super) fn run(&self) -> Result<ExitCode, CommandError> {
        let text = match self {
            Self::List => rule_sets::list()?,
            Self::Show { name } => rule_sets::source(name)?,
            Self::Check { file } => return check(file),
            Self::Words => rules::words(),
            Self::Schema => rules::SCHEMA.to_owned(),
        };
        print(&text)?;
        Ok(ExitCode::SUCCESS)
    }
}

fn check(file: &str) -> Result<ExitCode, CommandError> {
    let set = rule_sets::load(file)?;
    let Checked { text, is_sound } = rules::check(&set);
    print(&visible(&text))?;
    let is_kept = set.is_historic;
    Ok(if is_sound || is_kept {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(HAS_HOLES)
    })
}
