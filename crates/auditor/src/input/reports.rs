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
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_report_that_a_link_of_the_subject_leads_to_is_refused_and_not_opened() {
        let room = tempfile::tempdir().unwrap();
        let place = |name: &str| room.path().join(name);
        for name in ["subject/.git", "private"] {
            std::fs::create_dir_all(place(name)).unwrap();
        }
        for name in ["subject/plain.md", "private/diary.md"] {
            std::fs::write(place(name), name).unwrap();
        }
        symlink("../private/diary.md", place("subject/report.md")).unwrap();
        symlink("../private", place("subject/reports")).unwrap();
        symlink("subject/plain.md", place("own.md")).unwrap();
        let subject_directory = SubjectDirectory::of(&place("subject").display().to_string());
        let read_one = |name: &str| read(&[place(name)], subject_directory.as_ref());
        for name in ["subject/report.md", "subject/reports/diary.md"] {
            let refused = read_one(name).err().unwrap();
            assert_eq!(refused.kind, crate::error::ErrorKind::Usage);
            assert!(
                refused
                    .what
                    .contains("is a symbolic link that lies in the subject"),
                "{refused}"
            );
        }
        for name in ["subject/plain.md", "private/diary.md", "own.md"] {
            assert_eq!(read_one(name).unwrap().len(), 1, "{name}");
        }
    }
}
