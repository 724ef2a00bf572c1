//! Reports on disk: each file appears whole or not at all.

use super::drafts::Desk;
use super::format::Format;
use crate::complaint::Complaint;
use crate::dossier::Dossier;
use std::collections::BTreeSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Makes sure that reports can be written to `directory`, so that a case does not fail at its end.
pub(crate) fn prepare(directory: &Path) -> Result<(), Complaint> {
    let attempt = || {
        fs::create_dir_all(directory)
            // Without a name, so that nothing is left of it whatever happens.
            .and_then(|()| tempfile::tempfile_in(directory))
            .map(drop)
    };
    attempt().map_err(|error| cannot_write(directory, &error))
}

/// Writes the reports; Markdown and JSON always, the others where they are asked for.
///
/// Every file is complete under a temporary name before the first one gets its own, so that a failure leaves
/// what was there before.
pub(crate) fn write(
    dossier: &Dossier,
    directory: &Path,
    formats: &[Format],
) -> Result<Vec<PathBuf>, Complaint> {
    let always = [Format::Md, Format::Json];
    let formats: BTreeSet<Format> = formats.iter().copied().chain(always).collect();
    write_all(dossier, directory, &formats).map_err(|error| cannot_write(directory, &error))
}

fn write_all(dossier: &Dossier, directory: &Path, formats: &BTreeSet<Format>) -> io::Result<Vec<PathBuf>> {
    fs::create_dir_all(directory)?;
    let desk = Desk::open(directory);
    let mut drafts = Vec::new();
    for format in formats {
        for (name, text) in format.render(dossier) {
            drafts.push((desk.draft(&text)?, directory.join(name)));
        }
    }
    for (_, path) in &drafts {
        is_free(path)?;
    }
    let mut written = Vec::new();
    for (draft, path) in drafts {
        draft.persist(&path).map_err(|failure| failure.error)?;
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

fn cannot_write(directory: &Path, error: &io::Error) -> Complaint {
    // The error of a temporary file names that file, which says nothing to the user.
    let inner = error.get_ref().and_then(|inner| inner.source());
    let cause = inner.map_or_else(|| error.to_string(), ToString::to_string);
    Complaint::auditor(format!(
        "cannot write reports to `{}`: {cause}",
        directory.display()
    ))
    .hint("choose another directory with --out")
}
