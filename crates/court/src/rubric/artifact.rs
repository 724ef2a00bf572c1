//! What a dimension looks at, by any of the names in use.

use super::Artifact;
use crate::text::{folded_name, has_word};
use std::fmt;

/// Names of the repository, folded.
const REPOSITORY: &str =
    "code codebase githubrepo githubrepository gitrepo gitrepository repo repository sourcecode source";
/// Names of the report, folded.
const REPORT: &str =
    "doc document documentation markdownreport pdf pdfdocument pdfreport report writtenreport";
/// Names of the diagrams of the report, folded.
const DIAGRAMS: &str = "architecturediagram architecturediagrams diagram diagrams extractedimages image images \
                        pdfdiagrams pdfimages reportimages";

impl Artifact {
    /// What a rubric's word stands for.
    pub fn named(word: &str) -> Self {
        let name = folded_name(word);
        let known = [
            (REPOSITORY, Self::Repository),
            (REPORT, Self::Report),
            (DIAGRAMS, Self::Diagrams),
        ];
        let mut known = known.into_iter().filter(|(names, _)| has_word(names, &name));
        known.next().map_or_else(
            || Self::External(word.trim().to_owned()),
            |(_, artifact)| artifact,
        )
    }

    /// Whether some detective can look at it.
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
