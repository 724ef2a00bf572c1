//! The files of the repositories that are made for a fetch.

use super::Fetch;
use crate::error::{Cause, CustodyError};
use std::fs;
use std::io;
use std::path::Path;

impl Fetch<'_> {
    /// A second repository with the same origin: its being shallow does not make the history of the clone so.
    pub(super) fn make_aside(&self, repository: &Path, commit: &str) -> io::Result<()> {
        fs::create_dir_all(repository.join("refs"))?;
        fs::create_dir_all(repository.join("objects"))?;
        fs::write(repository.join("HEAD"), "ref: refs/heads/none\n")?;
        let origin = format!(
            "[remote \"origin\"]\n\turl = {}\n\tpromisor = true\n",
            quoted(self.source())
        );
        fs::write(repository.join("config"), configuration(commit, &origin))
    }

    /// Takes the origin out of the clone, so that nothing is ever fetched again by reading, and leaves HEAD at
    /// the commit.
    pub(super) fn seal(&self, commit: &str) -> io::Result<()> {
        let clone = self.clone_directory();
        fs::write(clone.join("config"), configuration(commit, ""))?;
        fs::write(clone.join("HEAD"), format!("{commit}\n"))
    }
}

/// The configuration of a bare repository whose ids are of the length of `commit`.
fn configuration(commit: &str, more: &str) -> String {
    let format = if commit.len() > 40 {
        "[extensions]\n\tobjectFormat = sha256\n"
    } else {
        ""
    };
    format!("[core]\n\trepositoryformatversion = 1\n\tbare = true\n{format}{more}")
}

/// A value of git's configuration files.
fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The address of a directory, for git.
pub(super) fn file_url(directory: &Path) -> Result<String, CustodyError> {
    let refuse = || {
        let what = format!("opening {}", directory.display());
        CustodyError::new(Cause::BadAddress, what, "its path is no valid text")
    };
    let plain = directory
        .to_str()
        .filter(|path| !path.chars().any(char::is_control))
        .ok_or_else(refuse)?;
    url::Url::from_file_path(plain)
        .map(String::from)
        .map_err(|()| refuse())
}
