//! Work that was handed in as files, packed or in a plain folder. It is put into a repository of ours with one commit, and
//! from there on is a subject like every other.
//!
//! What lies in it is hostile: it is unpacked in memory, within bounds, links are not followed, and no path of it ever
//! becomes a path of this machine. The commit follows from the files alone, so the same work has the same commit again.

mod archive;
mod folder;
mod objects;
#[cfg(test)]
mod tests;

use crate::address::Subject;
use crate::directory::{LocalRepository, locate};
use crate::error::{Cause, CustodyError};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use wordlist::array;

/// Most files of one work: as many as are read of a repository.
const FILES_MAX: usize = 20_000;
/// Most bytes of one file; nothing longer is read of a repository either.
const FILE_BYTES_MAX: u64 = 16 << 20;
/// Most bytes of all files together: they are in memory while they are put down.
const TOTAL_BYTES_MAX: u64 = 256 << 20;
/// Longest path, and most folders in one.
const PATH_BYTES_MAX: usize = 1_024;
const DEPTH_MAX: usize = 64;
/// Most files left out that are told by name.
const NOTES_MAX: usize = 100;
/// Folders that nobody writes by hand: what git keeps, what is installed, what is compiled, what a packer adds.
const LEFT_OUT: [&str; 7] = array(".git .DS_Store .venv __MACOSX __pycache__ node_modules venv");

/// What was handed in, as a repository.
pub(crate) struct Parcel {
    pub(crate) local: LocalRepository,
    pub(crate) commit: String,
    /// What of it is left out, by name, with the reason.
    pub(crate) notes: Vec<(String, String)>,
}

impl Parcel {
    /// The repository of what was handed in, below `scratch`; `None` where the subject is a repository itself.
    pub(crate) fn of(subject: &Subject, scratch: &Path) -> Result<Option<Self>, CustodyError> {
        let Some(place) = subject.files() else {
            return Ok(None);
        };
        let what = format!("opening {}", place.display());
        let mut files = Files::default();
        let read = match place.is_dir() {
            true => folder::read(place, &mut files),
            false => archive::read(place, &mut files),
        };
        read.map_err(|fault| CustodyError::new(fault.cause, &what, fault.why))?;
        files.drop_common_folder();
        if files.taken.is_empty() {
            return Err(CustodyError::new(Cause::Empty, what, "there is no file in it"));
        }
        let directory = scratch.join("parcel");
        let failed = |error: std::io::Error| CustodyError::new(Cause::Other, &what, error.to_string());
        fs::create_dir_all(&directory).map_err(failed)?;
        let commit = objects::write(&directory, &files.taken).map_err(failed)?;
        Ok(Some(Self {
            local: locate(&directory)?,
            commit,
            notes: files.notes(),
        }))
    }
}

/// Why work that was handed in cannot be taken as a whole.
struct Fault {
    cause: Cause,
    why: String,
}

impl Fault {
    fn too_large(why: impl Into<String>) -> Self {
        Self {
            cause: Cause::TooLarge,
            why: why.into(),
        }
    }

    #[expect(clippy::needless_pass_by_value, reason = "it is handed to `map_err`")]
    fn damaged(why: impl ToString) -> Self {
        Self {
            cause: Cause::Damaged,
            why: why.to_string(),
        }
    }
}

/// A file as it was handed in.
struct Taken {
    bytes: Vec<u8>,
    is_program: bool,
}

/// What was taken, and what was not.
#[derive(Default)]
struct Files {
    taken: BTreeMap<String, Taken>,
    left_out: Vec<(String, String)>,
    beyond: usize,
    bytes: u64,
}

impl Files {
    /// Takes a file; nothing that `taken` holds is ever overwritten.
    fn take(&mut self, path: &str, bytes: Vec<u8>, is_program: bool) -> Result<(), Fault> {
        if self.taken.len() >= FILES_MAX {
            return Err(Fault::too_large(format!("it has more than {FILES_MAX} files")));
        }
        self.bytes += bytes.len() as u64;
        if self.bytes > TOTAL_BYTES_MAX {
            return Err(Fault::too_large(format!(
                "its files have more than {} MiB",
                TOTAL_BYTES_MAX >> 20
            )));
        }
        match self.taken.contains_key(path) {
            true => self.leave(path, "there is another file of this name"),
            false => {
                let file = Taken { bytes, is_program };
                self.taken.insert(path.to_owned(), file);
            }
        }
        Ok(())
    }

    fn leave(&mut self, path: &str, why: &str) {
        match self.left_out.len() < NOTES_MAX {
            true => self.left_out.push((path.to_owned(), why.to_owned())),
            false => self.beyond += 1,
        }
    }

    /// Packers put everything into one folder that is named after the download.
    fn drop_common_folder(&mut self) {
        let first = self.taken.keys().next();
        let Some((folder, _)) = first.and_then(|path| path.split_once('/')) else {
            return;
        };
        let folder = format!("{folder}/");
        if self.taken.keys().all(|path| path.starts_with(&folder)) {
            let taken = std::mem::take(&mut self.taken);
            let bare = taken
                .into_iter()
                .map(|(path, file)| (path[folder.len()..].to_owned(), file));
            self.taken = bare.collect();
        }
    }

    fn notes(self) -> Vec<(String, String)> {
        let further = (self.beyond > 0).then(|| {
            let more = format!("{} further files are left out", self.beyond);
            ("(what was handed in)".to_owned(), more)
        });
        self.left_out.into_iter().chain(further).collect()
    }
}

/// Why a path cannot be one of a repository; slashes separate its parts.
fn refusal(path: &str) -> Option<&'static str> {
    if path.len() > PATH_BYTES_MAX || path.split('/').count() > DEPTH_MAX {
        return Some("its path is too long");
    }
    if path.contains(['\\', ':']) || path.chars().any(char::is_control) {
        return Some("its path has a character that no path of a repository needs");
    }
    let leads_out = |part: &str| part.is_empty() || part == "." || part == "..";
    if path.split('/').any(leads_out) {
        return Some("its path leads out of the folder");
    }
    let is_left_out = |part: &str| LEFT_OUT.iter().any(|name| part.eq_ignore_ascii_case(name));
    path.split('/')
        .any(is_left_out)
        .then_some("it lies in a folder that programs fill, not people")
}
