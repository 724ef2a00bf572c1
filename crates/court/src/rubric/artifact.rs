//! What a dimension looks at, by any of the names in use.

use super::Artifact;
use super::fields::folded;
use std::fmt;

/// Names of the repository, folded.
const REPOSITORY: &[&str] = &[
    "code",
    "codebase",
    "githubrepo",
    "githubrepository",
    "gitrepo",
    "gitrepository",
    "repo",
    "repository",
    "sourcecode",
    "source",
];

/// Names of the report, folded.
const REPORT: &[&str] = &[
    "doc",
    "document",
    "documentation",
    "markdownreport",
    "pdf",
    "pdfdocument",
    "pdfreport",
    "report",
    "writtenreport",
];

/// Names of the diagrams of the report, folded.
const DIAGRAMS: &[&str] = &[
    "architecturediagram",
    "architecturediagrams",
    "diagram",
    "diagrams",
    "extractedimages",
    "image",
    "images",
    "pdfdiagrams",
    "pdfimages",
    "reportimages",
];

impl Artifact {
    /// What a rubric's word stands for.
    #[must_use]
    pub fn named(word: &str) -> Self {
        let name = folded(word);
        let is_in = |names: &[&str]| names.contains(&name.as_str());
        if is_in(REPOSITORY) {
            Self::Repository
        } else if is_in(REPORT) {
            Self::Report
        } else if is_in(DIAGRAMS) {
            Self::Diagrams
        } else {
            Self::External(word.trim().to_owned())
        }
    }

    /// Whether some detective can look at it.
    #[must_use]
    pub fn is_observable(&self) -> bool {
        !matches!(self, Self::External(_))
    }
}

/// In words, for people.
impl fmt::Display for Artifact {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Repository => out.write_str("the repository"),
            Self::Report => out.write_str("the report"),
            Self::Diagrams => out.write_str("the diagrams of the report"),
            Self::External(word) => write!(out, "\"{word}\", which no detective can look at"),
        }
    }
}
