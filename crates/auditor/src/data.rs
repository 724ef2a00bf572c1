//! Where the auditor keeps what it remembers.

use crate::complaint::Complaint;
use etcetera::{AppStrategy as _, AppStrategyArgs, choose_app_strategy};
use journal::Journal;
use std::path::{Path, PathBuf};

/// Names the data directory.
pub(crate) const VARIABLE: &str = "AUDITOR_DATA";

/// The data directory of this user: `AUDITOR_DATA`, else the platform's.
pub(crate) fn directory(wanted: Option<&Path>) -> Result<PathBuf, Complaint> {
    if let Some(directory) = wanted {
        return Ok(directory.to_owned());
    }
    let names = AppStrategyArgs {
        top_level_domain: "org".to_owned(),
        author: "automaton-auditor".to_owned(),
        app_name: "automaton-auditor".to_owned(),
    };
    let homeless = |why: &dyn std::fmt::Display| {
        Complaint::usage(format!("no place to keep the journal: {why}"))
            .hint(format!("name a directory in {VARIABLE}"))
    };
    let strategy = choose_app_strategy(names).map_err(|error| homeless(&error))?;
    // A relative HOME would scatter journals wherever the auditor is started.
    Some(strategy.data_dir())
        .filter(|directory| directory.is_absolute())
        .ok_or_else(|| homeless(&"HOME is not an absolute path"))
}

/// Opens the journal in `directory`, making both where they are missing.
pub(crate) fn journal(directory: &Path) -> Result<Journal, Complaint> {
    let complain = |error: &dyn std::fmt::Display| {
        Complaint::auditor(format!("the journal in {}: {error}", directory.display()))
            .hint(format!("name another directory in {VARIABLE}"))
    };
    std::fs::create_dir_all(directory).map_err(|error| complain(&error))?;
    Journal::open(&directory.join("journal.sqlite")).map_err(|error| complain(&error))
}
