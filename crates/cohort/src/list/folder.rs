//! A folder of clones, of zips, or of plain folders, one for each submission.

use super::{Entry, ListError, Listing};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// How the name of packed work ends.
const ZIP: &str = ".zip";

pub(super) fn read(folder: &Path) -> Result<Listing, ListError> {
    let entries = fs::read_dir(folder).map_err(|error| {
        ListError::new(
            format!("{} cannot be read: {error}", folder.display()),
            "check its permissions",
        )
    })?;
    let paths: BTreeSet<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    let entries = paths.iter().filter_map(|path| entry(path));
    Ok(Listing {
        form: "a folder of submissions",
        entries: entries.collect(),
    })
}

/// A submission that lies in the folder. What is a link, hidden, or neither a folder nor a zip is none.
fn entry(path: &Path) -> Option<Entry> {
    let name = path.file_name()?.to_str()?;
    let kind = fs::symlink_metadata(path).ok()?.file_type();
    let zipped = name.to_ascii_lowercase().ends_with(ZIP) && kind.is_file();
    if name.starts_with('.') || !(kind.is_dir() || zipped) {
        return None;
    }
    let id = if zipped {
        &name[..name.len() - ZIP.len()]
    } else {
        name
    };
    Some(Entry {
        id: id.to_owned(),
        repository: address(path),
        ..Entry::default()
    })
}

/// How a path is named to an audit: a folder without git has to be named as one.
pub(super) fn address(path: &Path) -> String {
    let is_bare = || path.join("HEAD").is_file() && path.join("objects").is_dir();
    let is_repository = path.join(".git").exists() || is_bare();
    // Mirrors and handed-in clones often stand one folder deeper.
    let deeper = only_repository_in(path);
    match (path.is_dir(), is_repository, deeper) {
        (true, false, Some(deeper)) => deeper.display().to_string(),
        (true, false, None) => format!("folder:{}", path.display()),
        _ => path.display().to_string(),
    }
}

/// The one thing in a folder, where that is a repository or a zip.
fn only_repository_in(folder: &Path) -> Option<PathBuf> {
    let entries: Vec<PathBuf> = fs::read_dir(folder)
        .ok()?
        .flatten()
        .map(|entry| entry.path())
        .take(2)
        .collect();
    let [only] = entries.as_slice() else {
        return None;
    };
    let is_link = fs::symlink_metadata(only).ok()?.file_type().is_symlink();
    let is_git = only.join(".git").exists() || (only.join("HEAD").is_file() && only.join("objects").is_dir());
    let is_zip = only.is_file() && only.to_string_lossy().to_ascii_lowercase().ends_with(ZIP);
    (!is_link && (is_git || is_zip)).then(|| only.clone())
}
