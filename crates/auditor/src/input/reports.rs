//! Reports that come with a subject.

use crate::error::CommandError;
use crate::input::file::InputFile;
use crate::input::symlinks::SubjectDirectory;
use court::digest::Digest;
use std::path::{Path, PathBuf};

/// A report that comes with the subject.
const REPORT: InputFile = InputFile {
    what: "report",
    bytes_max: 50 << 20,
    hint: "give a PDF, a Markdown file or another document",
};
/// A report that came with the subject.
#[derive(Clone)]
pub(crate) struct ReportFile {
    /// Its file name, without the folders of this machine.
    pub(crate) name: String,
    /// Where it lies; nothing where it was found in the subject.
    pub(crate) path: Option<PathBuf>,
    pub(crate) bytes: Vec<u8>,
    pub(crate) sha256: Digest,
}

/// Reads the reports; two with the same content are one. One that a link of the subject leads to is not opened: the
/// verdict would quote whatever file its author thought of.
pub(crate) fn read(
    paths: &[PathBuf],
    subject_directory: Option<&SubjectDirectory>,
) -> Result<Vec<ReportFile>, CommandError> {
    let mut reports: Vec<ReportFile> = Vec::new();
    for path in paths {
        if let Some(link) = subject_directory.and_then(|subject_directory| subject_directory.link_to(path)) {
            return Err(linked(path, &link));
        }
        let bytes = REPORT.bytes(path)?;
        let report = ReportFile {
            name: file_name(path),
            path: std::path::absolute(path).ok(),
            sha256: Digest::of(&bytes),
            bytes,
        };
        if reports.iter().all(|known| known.sha256 != report.sha256) {
            reports.push(report);
        }
    }
    Ok(reports)
}

fn linked(path: &Path, link: &Path) -> CommandError {
    let why = format!(
        "the report {} is not read: {} is a symbolic link that lies in the subject, which may lead to any file",
        path.display(),
        link.display()
    );
    CommandError::usage(why).hint("look where it leads, and name that file itself")
}

fn file_name(path: &Path) -> String {
    path.file_name()
        .map_or_else(|| "report".to_owned(), |name| name.to_string_lossy().into_owned())
}

#[cfg(test)]
mod tests;
