//! A clone in custody: how it is made, where it stands, and what is read from it.

use crate::address::{self, Subject};
use crate::directory;
use crate::error::{Cause, CustodyError};
use crate::fetch::{self, Fetch, SeizeOptions};
use crate::git;
use crate::limits::Limits;
use crate::parcel::Parcel;
use crate::read::{files, history, old_versions};
use crate::sandbox::SandboxStatus;
use crate::temporary::{self, remove};
use serde::{Deserialize, Serialize};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use subject::history::refs::Refs;
use subject::history::{History, WITHOUT_HISTORY};
use subject::{Skipped, Snapshot};

/// The file in a clone that says what it is a clone of; without it, a directory is not ours.
const RECORD: &str = "custody.json";
/// Version of the record.
const RECORD_FORMAT: u32 = 1;

/// A clone at one commit.
#[derive(Clone, Debug)]
pub struct Custody {
    directory: PathBuf,
    record: Record,
    limits: Limits,
    /// The history, where it was read whole while the clone was made.
    history: Option<History>,
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
    /// Whether it was handed in as files, so that its one commit is of our making.
    #[serde(default)]
    is_parcel: bool,
}

/// The commit that [`seize`] would take now, found without fetching anything; `None` where only a clone can tell.
///
/// # Errors
/// Where there is nothing to audit, or the host or git failed.
pub async fn tip(subject: &Subject, options: &SeizeOptions<'_>) -> Result<Option<String>, CustodyError> {
    check_rev(subject, options, "looking at")?;
    if subject.files().is_some() {
        let place = Place::prepare(options.directory)?;
        return Ok(Parcel::of(subject, &place.scratch)?.map(|parcel| parcel.commit));
    }
    let local = subject.directory().map(directory::locate).transpose()?;
    let is_asked = fetch::wanted(subject, options.rev).is_some();
    if let Some(head) = local
        .as_ref()
        .filter(|_| !is_asked)
        .and_then(|local| local.head())
    {
        return Ok(Some(head));
    }
    let git = git::git().await?;
    let place = Place::prepare(options.directory)?;
    let fetch = Fetch::prepare(git, subject, local.as_ref(), options, &place.scratch).await?;
    fetch.tip().await
}

/// Clones the subject.
///
/// # Errors
/// Where there is nothing to audit, or the host, git or the disk failed; see [`Cause`].
pub async fn seize(subject: &Subject, options: &SeizeOptions<'_>) -> Result<Custody, CustodyError> {
    check_rev(subject, options, "cloning")?;
    let git = git::git().await?;
    let place = Place::prepare(options.directory)?;
    let parcel = Parcel::of(subject, &place.scratch)?;
    let repository = subject.directory().map(directory::locate).transpose()?;
    let local = parcel
        .as_ref()
        .map(|parcel| &parcel.local)
        .or(repository.as_ref());
    let fetch = Fetch::prepare(git, subject, local, options, &place.scratch).await?;
    let (mut record, history) = fetch_all(&fetch, subject).await?;
    if let Some(parcel) = &parcel {
        record.is_parcel = true;
        record.history_note = Some(WITHOUT_HISTORY.to_owned());
        record.notes.extend(parcel.notes.iter().cloned());
        record.refs = Refs::default();
    }
    place.finish(&fetch.clone_directory(), &record)?;
    Ok(Custody {
        directory: place.target.clone(),
        record,
        limits: options.limits.clone(),
        history,
    })
}

/// What is done with a clone that nobody needs afterwards. It stands in `room`, from which what dead processes left is taken too.
async fn briefly<T>(
    subject: &Subject,
    rev: Option<&str>,
    room: &Path,
    work: impl AsyncFnOnce(&SeizeOptions<'_>) -> Result<T, CustodyError>,
) -> Result<T, CustodyError> {
    temporary::sweep(room);
    let directory = temporary::clone_directory(room);
    let options = SeizeOptions {
        rev: rev.or(subject.rev()),
        directory: &directory,
        limits: Limits::default(),
    };
    let done = work(&options).await;
    // What stays behind costs disk and nothing else.
    let _ = fs::remove_dir_all(&directory);
    done
}

/// Reads the subject from a clone that is gone afterwards.
///
/// # Errors
/// As [`seize`] and [`Custody::snapshot`].
pub async fn snapshot(subject: &Subject, rev: Option<&str>, room: &Path) -> Result<Snapshot, CustodyError> {
    // Boxed: each is a large future.
    let work = async |options: &SeizeOptions<'_>| {
        let custody = Box::pin(seize(subject, options)).await?;
        Box::pin(custody.snapshot()).await
    };
    briefly(subject, rev, room, work).await
}

/// The commit that [`seize`] would take now, where need be by a clone that is gone afterwards.
///
/// # Errors
/// As [`tip`] and [`seize`].
pub async fn commit(subject: &Subject, rev: Option<&str>, room: &Path) -> Result<String, CustodyError> {
    let work = async |options: &SeizeOptions<'_>| match Box::pin(tip(subject, options)).await? {
        Some(commit) => Ok(commit),
        None => Ok(Box::pin(seize(subject, options)).await?.record.commit),
    };
    briefly(subject, rev, room, work).await
}

fn check_rev(subject: &Subject, options: &SeizeOptions<'_>, doing: &str) -> Result<(), CustodyError> {
    options.rev.map_or(Ok(()), address::check_rev).map_err(|error| {
        let what = format!("{doing} {}", subject.address());
        CustodyError::new(Cause::NoSuchRevision, what, error.problem)
    })
}

async fn fetch_all(fetch: &Fetch<'_>, subject: &Subject) -> Result<(Record, Option<History>), CustodyError> {
    let cloned = fetch.history().await?;
    let contents = async {
        match cloned.is_whole {
            true => Ok(()),
            false => fetch.contents(&cloned.commit).await,
        }
    };
    // Boxed: each fetch is a large future, and these wait for each other side by side.
    let versions = Box::pin(fetch.old_versions(&cloned.commit));
    let refs = Box::pin(fetch.refs(&cloned.commit));
    let (contents, uncommitted, history, refs) = tokio::join!(contents, fetch.uncommitted(), versions, refs);
    contents?;
    let record = Record {
        format: RECORD_FORMAT,
        history_note: fetch.history_note(cloned.lost.is_some()),
        commit: cloned.commit,
        name: subject.name().to_owned(),
        address: subject.address(),
        host: subject.host().map(str::to_owned),
        uncommitted,
        malformed: cloned.malformed,
        notes: [fetch.notes(), &cloned.lost.unwrap_or_default()].concat(),
        refs,
        is_parcel: false,
    };
    Ok((record, history))
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
            history: None,
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

    /// The sandbox that git was in.
    pub async fn sandbox(&self) -> SandboxStatus {
        let git = git::git().await;
        git.map(|git| git.sandbox().clone()).unwrap_or_default()
    }

    /// Reads the history and the files.
    ///
    /// # Errors
    /// Where git fails or takes too long.
    pub async fn snapshot(&self) -> Result<Snapshot, CustodyError> {
        let git = git::git().await?;
        let (commit, limits) = (&self.record.commit, &self.limits);
        let history = async {
            let mut history = match &self.history {
                Some(history) => history.clone(),
                None => history::read(git, &self.directory, commit, limits).await?,
            };
            history.versions = old_versions::read(git, &self.directory, &history, limits).await;
            Ok(history)
        };
        let files = files::read(git, &self.directory, commit, limits);
        let (history, files) = tokio::try_join!(history, files).map_err(|failure| {
            failure.error(&format!("reading the clone in {}", self.directory.display()))
        })?;
        let mut snapshot = Snapshot {
            commit: commit.clone(),
            history,
            files: files.files,
            skipped: files.skipped,
            aside: files.aside,
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
        let left_out = notes.chain(malformed).map(|(path, why)| Skipped { path, why });
        snapshot.skipped.extend(left_out);
        if let Some(note) = &self.record.history_note {
            snapshot.history.incomplete = Some(note.clone());
        }
        // That we made one commit of it says nothing of how it was made.
        if self.record.is_parcel {
            snapshot.history.commits.clear();
            snapshot.history.versions.clear();
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
        let scratch = temporary::partial(&target);
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
