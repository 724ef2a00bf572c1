//! Reports on disk: each file appears whole or not at all.

mod temporary;
pub(crate) mod terminal;

use crate::error::CommandError;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use temporary::TemporaryFiles;

/// Makes sure that reports can be written to `directory`, so that a case does not fail at its end.
pub(crate) fn prepare(directory: &Path) -> Result<(), CommandError> {
    let attempt = || {
        fs::create_dir_all(directory)
            // Without a name, so that nothing is left of it whatever happens.
            .and_then(|()| tempfile::tempfile_in(directory))
            .map(drop)
    };
    attempt().map_err(|error| cannot_write(directory, &error))
}

/// Writes the files under their names into the directory.
///
/// Every file is complete under a temporary name before the first one gets its own, so that a failure leaves
/// what was there before.
pub(crate) fn write(
    directory: &Path,
    files: &[(&str, impl AsRef<[u8]>)],
) -> Result<Vec<PathBuf>, CommandError> {
    write_all(directory, files).map_err(|error| cannot_write(directory, &error))
}

fn write_all(directory: &Path, files: &[(&str, impl AsRef<[u8]>)]) -> io::Result<Vec<PathBuf>> {
    fs::create_dir_all(directory)?;
    let temporary = TemporaryFiles::of(directory);
    let mut whole = Vec::new();
    for (name, bytes) in files {
        whole.push((temporary.with(bytes.as_ref())?, directory.join(name)));
    }
    for (_, path) in &whole {
        is_free(path)?;
    }
    let mut written = Vec::new();
    for (file, path) in whole {
        file.persist(&path).map_err(|failure| failure.error)?;
        written.push(path);
    }
    sync_directory(directory)?;
    Ok(written)
}

/// Whether a report may take a name: that of a file, or one that nothing has.
fn is_free(path: &Path) -> io::Result<()> {
    let name = path.file_name().unwrap_or_default().display();
    let taken = || io::Error::other(format!("`{name}` is a directory"));
    if path.is_dir() { Err(taken()) } else { Ok(()) }
}

/// A new name is safe only once the directory is.
#[cfg(unix)]
fn sync_directory(directory: &Path) -> io::Result<()> {
    fs::File::open(directory)?.sync_all()
}

#[cfg(not(unix))]
fn sync_directory(_: &Path) -> io::Result<()> {
    Ok(())
}

fn cannot_write(directory: &Path, error: &io::Error) -> CommandError {
    // The error of a temporary file names that file, which says nothing to the user.
    let inner = error.get_ref().and_then(|inner| inner.source());
    let cause = inner.map_or_else(|| error.to_string(), ToString::to_string);
    CommandError::auditor(format!(
        "cannot write reports to `{}`: {cause}",
        directory.display()
    ))
    .hint("choose another directory with --out")
}

#[cfg(test)]
mod tests;
