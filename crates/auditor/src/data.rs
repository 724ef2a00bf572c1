//! Where the auditor keeps what it remembers.

use crate::cli;
use crate::complaint::{Complaint, Kind};
use crate::visible::visible;
use etcetera::{AppStrategy as _, AppStrategyArgs, choose_app_strategy};
use journal::{Journal, JournalError, StoreError};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// Names the data directory.
pub(crate) const VARIABLE: &str = "AUDITOR_DATA";
/// The bits of a file's mode that let others write to it.
const OTHERS_WRITE: u32 = 0o022;
/// The journal, in that directory.
const FILE: &str = "journal.sqlite";

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

/// Opens the journal in `directory`, making both where they are missing. One that is damaged is set aside and told.
pub(crate) fn journal(directory: &Path) -> Result<Journal, Complaint> {
    let complain = |error: &dyn std::fmt::Display| {
        Complaint::auditor(format!("the journal in {}: {error}", directory.display()))
            .hint(format!("name another directory in {VARIABLE}"))
    };
    std::fs::create_dir_all(directory).map_err(|error| complain(&error))?;
    let path = directory.join(FILE);
    match Journal::open(&path) {
        Err(JournalError::Store(error @ StoreError::Damaged(_))) => {
            let aside = journal::set_aside(&path).map_err(|cause| complain(&format!("{error}; {cause}")))?;
            let kept = aside.display();
            cli::say(&visible(&format!(
                "note: {error}: it is kept as {kept}, and a new one is begun"
            )));
            Journal::open(&path).map_err(|error| complain(&error))
        }
        opened => {
            let journal = opened.map_err(|error| complain(&error))?;
            warn_of_others(&path);
            Ok(journal)
        }
    }
}

/// What others may write to is used, for it is checked like every journal, and told: they could take it away.
fn warn_of_others(path: &Path) {
    let Ok(about) = std::fs::symlink_metadata(path) else {
        return;
    };
    let why = if about.uid() != rustix::process::geteuid().as_raw() {
        "belongs to another user"
    } else if about.mode() & OTHERS_WRITE != 0 {
        "can be written to by others"
    } else {
        return;
    };
    let path = path.display();
    cli::say(&visible(&format!(
        "note: the journal {path} {why}; `chmod 600` and `chown` make it yours alone"
    )));
}

/// Sets a journal aside whose damage showed while it was used, and tells. By now nobody of this process has it open.
pub(crate) fn renew(directory: &Path, complaint: &Complaint) -> std::io::Result<()> {
    let kept = journal::set_aside(&directory.join(FILE))?;
    let (what, kept) = (&complaint.what, kept.display());
    cli::say(&visible(&format!(
        "note: {what}: it is kept as {kept}, and a new one is begun"
    )));
    Ok(())
}

/// A failure of a case, as a complaint.
pub(crate) fn failed(error: &JournalError) -> Complaint {
    let kind = match error {
        JournalError::Store(StoreError::Damaged(_)) => Kind::DamagedJournal,
        JournalError::Held { .. } => Kind::Held,
        _ => Kind::Auditor,
    };
    let complaint = Complaint::new(kind, error);
    match error {
        JournalError::Store(StoreError::Database(_)) => complaint.hint(format!(
            "make room where the journal is kept, or name another directory in {VARIABLE}"
        )),
        JournalError::Store(StoreError::Suspect { .. }) => complaint.hint(format!(
            "remove it, or name another directory in {VARIABLE}"
        )),
        JournalError::Held { .. } => complaint.hint(format!(
            "wait for it: the same command is answered from its journal then; or name another directory in {VARIABLE}"
        )),
        _ => complaint,
    }
}

/// Sets a journal aside whose damage showed while it was used, so that the next run can begin a new one. By now
/// nobody of this process has it open.
pub(crate) fn after(directory: &Path, complaint: Complaint) -> Complaint {
    if complaint.kind != Kind::DamagedJournal {
        return complaint;
    }
    match journal::set_aside(&directory.join(FILE)) {
        Ok(kept) => complaint.hint(format!(
            "it is kept as {}; the same command begins a new one",
            kept.display()
        )),
        Err(error) => complaint.hint(format!(
            "it could not be set aside ({error}): move {FILE} away, or name another directory in {VARIABLE}"
        )),
    }
}
