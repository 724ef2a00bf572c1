//! The first stage: arguments become a filed case, checked once; after this no string is trusted or re-checked.

use crate::complaint::Complaint;
use crate::handed::Handed;
use crate::reach::Ground;
use court::digest::Digest;
use detective::probes::fields::Field;
use std::path::{Path, PathBuf};

/// A report that comes with the subject.
const REPORT: Handed = Handed {
    what: "report",
    most: 50 << 20,
    fix: "give a PDF, a Markdown file or another document",
};
/// The rubric for any subject.
pub(crate) const ANY_RUBRIC: &str = "engineering";
/// The rubric for LangGraph programs that judge repositories.
const AUDITORS_RUBRIC: &str = "automaton-auditor";
/// The rubrics that a subject may be given.
pub(crate) const BY_SUBJECT_RUBRICS: [&str; 2] = [AUDITORS_RUBRIC, ANY_RUBRIC];
/// What stands for the rubric in a case whose rubric goes by the subject.
pub(crate) const BY_SUBJECT: &str = "a rubric by subject, 1";

/// The rubric for a subject of this field, where none is named.
pub(crate) const fn rubric_of(field: Field) -> &'static str {
    match field {
        Field::LangGraph => AUDITORS_RUBRIC,
        Field::General | Field::Engineering => ANY_RUBRIC,
    }
}

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
pub(crate) fn reports(paths: &[PathBuf], ground: Option<&Ground>) -> Result<Vec<ReportFile>, Complaint> {
    let mut reports: Vec<ReportFile> = Vec::new();
    for path in paths {
        if let Some(link) = ground.and_then(|ground| ground.link_to(path)) {
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

fn linked(path: &Path, link: &Path) -> Complaint {
    let why = format!(
        "the report {} is not read: {} is a symbolic link that lies in the subject, which may lead to any file",
        path.display(),
        link.display()
    );
    Complaint::usage(why).hint("look where it leads, and name that file itself")
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
        let ground = Ground::of(&place("subject").display().to_string());
        let read = |name: &str| reports(&[place(name)], ground.as_ref());
        for name in ["subject/report.md", "subject/reports/diary.md"] {
            let refused = read(name).err().unwrap();
            assert_eq!(refused.kind, crate::complaint::Kind::Usage);
            assert!(
                refused
                    .what
                    .contains("is a symbolic link that lies in the subject"),
                "{refused}"
            );
        }
        for name in ["subject/plain.md", "private/diary.md", "own.md"] {
            assert_eq!(read(name).unwrap().len(), 1, "{name}");
        }
    }
}
