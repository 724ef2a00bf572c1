//! Where the auditor keeps what it remembers.

use crate::error::{CommandError, ErrorKind};
use crate::output::terminal::notify;
use court::visible::visible;
use etcetera::{AppStrategy as _, AppStrategyArgs, choose_app_strategy};
use journal::{Journal, JournalError, SharedLedger, StoreError};
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};

/// Names the data directory.
pub(crate) const VARIABLE: &str = "AUDITOR_DATA";
/// Names the ledger that several journals have in common. A variable alone: it has a password in it.
const LEDGER: &str = "AUDITOR_LEDGER";
/// The bits of a file's mode that let others write to it.
const OTHERS_WRITE: u32 = 0o022;
/// The journal, in that directory.
const FILE: &str = "journal.sqlite";

/// The data directory of this user: `AUDITOR_DATA`, else the platform's.
pub(crate) fn directory(wanted: Option<&Path>) -> Result<PathBuf, CommandError> {
    if let Some(directory) = wanted {
        return Ok(directory.to_owned());
    }
    let names = AppStrategyArgs {
        top_level_domain: "org".to_owned(),
        author: "automaton-auditor".to_owned(),
        app_name: "automaton-auditor".to_owned(),
    };
    let homeless = |why: &dyn std::fmt::Display| {
        CommandError::usage(format!("no place to keep the journal: {why}"))
            .hint(format!("name a directory in {VARIABLE}"))
    };
    let strategy = choose_app_strategy(names).map_err(|error| homeless(&error))?;
    // A relative HOME would scatter journals wherever the auditor is started.
    Some(strategy.data_dir())
        .filter(|directory| directory.is_absolute())
        .ok_or_else(|| homeless(&"HOME is not an absolute path"))
}

/// Opens the journal of the data directory, or of the one that is wanted.
pub(crate) fn open(wanted: Option<&Path>) -> Result<Journal, CommandError> {
    open_in(&directory(wanted)?)
}

/// Opens the journal in `directory`, making both where they are missing. One that is damaged is set aside and told.
pub(crate) fn open_in(directory: &Path) -> Result<Journal, CommandError> {
    let ledger = ledger()?;
    let journal = open_file_in(directory)?;
    Ok(match ledger {
        Some(ledger) => journal.sharing(ledger),
        None => journal,
    })
}

fn ledger() -> Result<Option<SharedLedger>, CommandError> {
    let address = std::env::var(LEDGER).ok().filter(|address| !address.is_empty());
    let parsed = address.map(|address| address.parse()).transpose();
    parsed.map_err(|error: String| CommandError::usage(format!("{LEDGER}: {error}")))
}

fn open_file_in(directory: &Path) -> Result<Journal, CommandError> {
    let complain = |error: &dyn std::fmt::Display| {
        CommandError::auditor(format!("the journal in {}: {error}", directory.display()))
            .hint(format!("name another directory in {VARIABLE}"))
    };
    std::fs::create_dir_all(directory).map_err(|error| complain(&error))?;
    let path = directory.join(FILE);
    match Journal::open(&path) {
        Err(JournalError::Store(error @ StoreError::Damaged(_))) => {
            let aside = journal::set_aside(&path).map_err(|cause| complain(&format!("{error}; {cause}")))?;
            let kept = aside.display();
            notify(&visible(&format!(
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
    notify(&visible(&format!(
        "note: the journal {path} {why}; `chmod 600` and `chown` make it yours alone"
    )));
}

/// Sets a journal aside whose damage showed while it was used, and tells. By now nobody of this process has it open.
pub(crate) fn renew(directory: &Path, error: &CommandError) -> std::io::Result<()> {
    let kept = journal::set_aside(&directory.join(FILE))?;
    let (what, kept) = (&error.what, kept.display());
    notify(&visible(&format!(
        "note: {what}: it is kept as {kept}, and a new one is begun"
    )));
    Ok(())
}

/// A failure of a case, as the error of a command.
pub(crate) fn error(cause: &JournalError) -> CommandError {
    let kind = match cause {
        JournalError::Store(StoreError::Damaged(_)) => ErrorKind::DamagedJournal,
        JournalError::Held { .. } => ErrorKind::Held,
        _ => ErrorKind::Auditor,
    };
    let error = CommandError::new(kind, cause);
    match cause {
        JournalError::Store(StoreError::Database(_)) => error.hint(format!(
            "make room where the journal is kept, or name another directory in {VARIABLE}"
        )),
        JournalError::Store(StoreError::Ledger(_)) => error.hint(format!(
            "start its server, or name another one in {LEDGER}; the same command goes on"
        )),
        JournalError::Store(StoreError::Suspect { .. }) => error.hint(format!(
            "remove it, or name another directory in {VARIABLE}"
        )),
        JournalError::Held { .. } => error.hint(format!(
            "wait for it: the same command is answered from its journal then; or name another directory in {VARIABLE}"
        )),
        _ => error,
    }
}

/// Sets a journal aside whose damage showed while it was used, so that the next run can begin a new one. By now
/// nobody of this process has it open.
pub(crate) fn set_aside_after(directory: &Path, error: CommandError) -> CommandError {
    if error.kind != ErrorKind::DamagedJournal {
        return error;
    }
    match journal::set_aside(&directory.join(FILE)) {
        Ok(kept) => error.hint(format!(
            "it is kept as {}; the same command begins a new one",
            kept.display()
        )),
        Err(cause) => error.hint(format!(
            "it could not be set aside ({cause}): move {FILE} away, or name another directory in {VARIABLE}"
        )),
    }
}
