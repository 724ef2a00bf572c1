//! Custody: taking a subject's clone into safe keeping, and reading it from there.
//!
//! [`Subject::parse`] decides what may be audited, [`seize`] clones it at one exact commit, and
//! [`Custody::snapshot`] reads what the detectives see. A clone can be opened again later from its directory.

pub mod containment;
pub mod hosts;

mod address;
mod clone;
mod contents;
mod failure;
mod git;
mod host;
mod limits;
mod listing;
mod local;
mod log;
mod names;
mod pin;
mod plain;
mod redirect;
mod refs;
mod relay;
mod said;
mod salvage;
mod secret;
mod state;
mod sweep;
#[cfg(test)]
mod tests;
mod tip;
mod tree;
mod versions;

pub use address::{Subject, SubjectError, Transport};
pub use failure::{Cause, CustodyError};
pub use git::{KEEPER, keep};
pub use limits::Limits;
pub use state::state;
pub use sweep::{passing, room, sweep, sweep_rooms};
pub use tip::tip;

use clone::Fetch;
use containment::Containment;
use git::Git;
use local::Local;
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use subject::history::refs::Refs;
use subject::{Skipped, Snapshot};

/// The file in a clone that says what it is a clone of; without it, a directory is not ours.
const RECORD: &str = "custody.json";
/// Version of the record.
const RECORD_FORMAT: u32 = 1;

/// How to take a subject into custody.
#[derive(Debug)]
pub struct SeizeOptions<'a> {
    /// The branch, tag or commit to audit; goes before the one in the address. The default branch where
    /// neither names one.
    pub rev: Option<&'a str>,
    /// Where to put the clone. It is made anew; only a clone that was made here before may stand there.
    pub directory: &'a Path,
    /// How much to take.
    pub limits: Limits,
}

/// A clone at one commit.
#[derive(Clone, Debug)]
pub struct Custody {
    directory: PathBuf,
    record: Record,
    limits: Limits,
}

/// What is remembered beside the clone.
#[derive(Clone, Debug, Serialize, Deserialize)]
struct Record {
    format: u32,
    commit: String,
    name: String,
    address: String,
    host: Option<String>,
    history_note: Option<String>,
    uncommitted: Option<String>,
    malformed: Option<String>,
    /// What of the subject is left out of account, by name, with the reason.
    #[serde(default)]
    notes: Vec<(String, String)>,
    /// What it says beside its commits, as it was then.
    #[serde(default)]
    refs: Refs,
}

/// Clones the subject.
///
/// # Errors
/// Where there is nothing to audit, or the host, git or the disk failed; see [`Cause`].
pub async fn seize(subject: &Subject, options: &SeizeOptions<'_>) -> Result<Custody, CustodyError> {
    if let Some(rev) = options.rev {
        address::check_rev(rev).map_err(|error| {
            CustodyError::new(
                Cause::NoSuchRevision,
                format!("cloning {}", subject.address()),
                error.problem,
            )
        })?;
    }
    let git = git::git().await?;
    let place = Place::prepare(options.directory)?;
    let local = subject.directory().map(local::locate).transpose()?;
    let fetch = Fetch::prepare(git, subject, local.as_ref(), options, place.scratch.clone()).await?;
    let record = fetch_all(&fetch, local.as_ref()).await?;
    place.finish(&fetch.clone_directory(), &record)?;
    Ok(Custody {
        directory: place.target.clone(),
        record,
        limits: options.limits.clone(),
    })
}

async fn fetch_all(fetch: &Fetch<'_>, local: Option<&Local>) -> Result<Record, CustodyError> {
    let cloned = fetch.history().await?;
    let clone = fetch.clone_directory();
    let asked = fetch.options.rev.or(fetch.subject.rev()).is_some();
    let look = async {
        match local.filter(|_| !asked) {
            Some(local) => local::uncommitted(fetch.git, local, &clone, &fetch.scratch).await,
            None => None,
        }
    };
    // Boxed: each fetch is a large future, and these wait for each other side by side.
    let versions = Box::pin(fetch.versions(&cloned.commit));
    let refs = Box::pin(fetch.refs(local, &cloned.commit));
    let contents = async {
        match cloned.is_whole {
            true => Ok(()),
            false => contents(fetch, &cloned.commit).await,
        }
    };
    let (contents, uncommitted, (), refs) = tokio::join!(contents, look, versions, refs);
    contents?;
    Ok(Record {
        format: RECORD_FORMAT,
        commit: cloned.commit,
        name: fetch.subject.name().to_owned(),
        address: fetch.subject.address(),
        host: fetch.subject.host().map(str::to_owned),
        history_note: history_note(&clone, cloned.lost.is_some()),
        uncommitted,
        malformed: cloned.malformed,
        notes: [fetch.notes(), cloned.lost.unwrap_or_default()].concat(),
        refs,
    })
}

/// Brings the contents of the commit into the clone, unless the server sent them with the history.
async fn contents(fetch: &Fetch<'_>, commit: &str) -> Result<(), CustodyError> {
    let (clone, limits) = (fetch.clone_directory(), &fetch.options.limits);
    let listed = listing::list(fetch.git, &clone, commit, limits).await;
    let entries = listed
        .map_err(|failure| fetch.told(&failure, "listing the files"))?
        .entries;
    let lacks = |entry: &listing::Entry| entry.size.is_none() && entry.kind != listing::EntryKind::Submodule;
    if !entries.iter().any(lacks) {
        return Ok(());
    }
    match (fetch.contents(commit).await, fetch.relay()) {
        (Err(error), Some(relay)) if error.cause == Cause::Damaged => {
            salvage::contents(fetch, relay, commit).await
        }
        (done, _) => done,
    }
}

/// Why the history is not whole, where it is not.
fn history_note(clone: &Path, is_salvaged: bool) -> Option<String> {
    let shallow = fs::read_to_string(clone.join("shallow")).ok()?;
    let count = shallow.lines().count();
    (count > 0).then(|| {
        let commits = if count == 1 {
            "1 commit".to_owned()
        } else {
            format!("{count} commits")
        };
        let why = match is_salvaged {
            true => "objects are missing or damaged",
            false => "the repository is a shallow copy",
        };
        format!("{why}: what came before {commits} is missing from it")
    })
}

impl Custody {
    /// Opens a clone that [`seize`] made.
    ///
    /// # Errors
    /// Where there is none of this commit.
    pub fn reopen(directory: &Path, commit: &str) -> Result<Self, CustodyError> {
        let what = format!("opening the clone in {}", directory.display());
        let record = read_record(directory)
            .ok_or_else(|| CustodyError::new(Cause::Other, &what, "it is gone or not whole"))?;
        if record.commit != commit {
            let detail = format!("it is at commit {}, not {commit}", record.commit);
            return Err(CustodyError::new(Cause::Other, &what, detail));
        }
        Ok(Self {
            directory: absolute(directory)?,
            record,
            limits: Limits::default(),
        })
    }

    /// Full id of the audited commit.
    pub fn commit(&self) -> &str {
        &self.record.commit
    }

    /// `owner/name`, or the name of the directory. Untrusted text.
    #[cfg(test)]
    pub fn name(&self) -> &str {
        &self.record.name
    }

    /// Why the history is not whole, where it is not.
    #[cfg(test)]
    pub fn history_note(&self) -> Option<&str> {
        self.record.history_note.as_deref()
    }

    /// What in the working tree is not committed, and so not audited, in words.
    pub fn uncommitted(&self) -> Option<&str> {
        self.record.uncommitted.as_deref()
    }

    /// What git holds against the objects of the subject, where they are malformed; they are read all the same.
    pub fn malformed(&self) -> Option<&str> {
        self.record.malformed.as_deref()
    }

    /// What held git in.
    pub async fn walls(&self) -> Containment {
        git::git()
            .await
            .map(|git| git.walls().clone())
            .unwrap_or_default()
    }

    /// Reads the history and the files.
    ///
    /// # Errors
    /// Where git fails or takes too long.
    pub async fn snapshot(&self) -> Result<Snapshot, CustodyError> {
        let git: &Git = git::git().await?;
        let (commit, limits) = (&self.record.commit, &self.limits);
        let history = async {
            let mut history = log::read(git, &self.directory, commit, limits).await?;
            history.versions = versions::read(git, &self.directory, &history, limits).await;
            Ok(history)
        };
        let contents = contents::read(git, &self.directory, commit, limits);
        let (history, contents) = tokio::try_join!(history, contents).map_err(|failure| {
            failure.about(&format!("reading the clone in {}", self.directory.display()))
        })?;
        let mut snapshot = Snapshot {
            commit: commit.clone(),
            history,
            files: contents.files,
            skipped: contents.skipped,
            aside: contents.aside,
            refs: self.record.refs.clone(),
            ..Snapshot::default()
        };
        let notes = self
            .record
            .notes
            .iter()
            .chain(&self.record.refs.left_out)
            .cloned();
        let malformed = self.malformed().map(|why| {
            let why = format!("malformed, and read as far as that can be: {why}");
            ("(an object in the git directory)".to_owned(), why)
        });
        let told = notes.chain(malformed).map(|(path, why)| Skipped { path, why });
        snapshot.skipped.extend(told);
        if let Some(note) = &self.record.history_note {
            snapshot.history.incomplete = Some(note.clone());
        }
        Ok(snapshot)
    }
}

fn read_record(directory: &Path) -> Option<Record> {
    let bytes = fs::read(directory.join(RECORD)).ok()?;
    let record: Record = serde_json::from_slice(&bytes).ok()?;
    (record.format == RECORD_FORMAT).then_some(record)
}

fn absolute(directory: &Path) -> Result<PathBuf, CustodyError> {
    std::path::absolute(directory).map_err(|error| unusable(directory, &error))
}

fn unusable(directory: &Path, error: &io::Error) -> CustodyError {
    CustodyError::new(
        Cause::Other,
        format!("preparing {}", directory.display()),
        error.to_string(),
    )
}

/// Where a clone is made and where it comes to stand; it appears there only when it is whole.
struct Place {
    target: PathBuf,
    scratch: PathBuf,
}

impl Place {
    fn prepare(directory: &Path) -> Result<Self, CustodyError> {
        let target = absolute(directory)?;
        let is_free = fs::read_dir(&target).map_or(true, |mut entries| entries.next().is_none());
        if !is_free && read_record(&target).is_none() {
            let error = io::Error::other("there is something else in it");
            return Err(unusable(&target, &error));
        }
        let scratch = sweep::partial(&target);
        let place = Self { target, scratch };
        place.clear().map_err(|error| unusable(&place.scratch, &error))?;
        fs::create_dir_all(&place.scratch).map_err(|error| unusable(&place.scratch, &error))?;
        Ok(place)
    }

    fn clear(&self) -> io::Result<()> {
        remove(&self.scratch)
    }

    fn finish(&self, clone: &Path, record: &Record) -> Result<(), CustodyError> {
        let moved = || -> io::Result<()> {
            fs::write(clone.join(RECORD), serde_json::to_vec_pretty(record)?)?;
            remove(&self.target)?;
            fs::rename(clone, &self.target)
        };
        moved().map_err(|error| unusable(&self.target, &error))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        // What is left here is useless; the next attempt removes it too.
        let _ = self.clear();
    }
}

fn remove(directory: &Path) -> io::Result<()> {
    match fs::remove_dir_all(directory) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}
