//! The first stage: arguments become a filed case, checked once; after this no string is trusted or re-checked.

use crate::complaint::Complaint;
use crate::handed::Handed;
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

/// Reads the reports; two with the same content are one.
pub(crate) fn reports(paths: &[PathBuf]) -> Result<Vec<ReportFile>, Complaint> {
    let mut reports: Vec<ReportFile> = Vec::new();
    for path in paths {
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

fn file_name(path: &Path) -> String {
    path.file_name()
        .map_or_else(|| "report".to_owned(), |name| name.to_string_lossy().into_owned())
}
