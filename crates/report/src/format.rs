//! The forms that reports come in: their words on the command line, their files, who renders them.

use super::{badge, csv, github, gradescope, html, json, junit, markdown, sarif};
use crate::dossier::Dossier;
use std::str::FromStr;

/// A form that reports come in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// For people.
    Md,
    /// For programs.
    Json,
    /// For people, in a browser.
    Html,
    /// Problems with places, for code scanning.
    Sarif,
    /// The same with what is in order and what could not be observed.
    SarifAll,
    /// Test results, for CI systems.
    Junit,
    /// One row for each dimension, for spreadsheets.
    Csv,
    /// `results.json` of an autograder.
    Gradescope,
    /// An endpoint badge of shields.io.
    Badge,
    /// A step summary and annotations of a GitHub workflow.
    Github,
}

impl Format {
    /// All there are.
    pub const ALL: [Self; 10] = [
        Self::Md,
        Self::Json,
        Self::Html,
        Self::Sarif,
        Self::SarifAll,
        Self::Junit,
        Self::Csv,
        Self::Gradescope,
        Self::Badge,
        Self::Github,
    ];

    /// The word for it on the command line.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Md => "md",
            Self::Json => "json",
            Self::Html => "html",
            Self::Sarif => "sarif",
            Self::SarifAll => "sarif-all",
            Self::Junit => "junit",
            Self::Csv => "csv",
            Self::Gradescope => "gradescope",
            Self::Badge => "badge",
            Self::Github => "github",
        }
    }

    /// What it is for, in a few words.
    #[must_use]
    pub fn purpose(self) -> &'static str {
        match self {
            Self::Md => "the report for people, in Markdown",
            Self::Json => "the report for programs; `auditor schema report` describes it",
            Self::Html => "the report for people, one page that needs no network",
            Self::Sarif => "problems with their places, SARIF 2.1.0 for code scanning",
            Self::SarifAll => "the same with passes and open questions, for other readers of SARIF",
            Self::Junit => "each demand as a test case, for CI systems",
            Self::Csv => "one row for each dimension, for spreadsheets",
            Self::Gradescope => "the `results.json` of a Gradescope autograder",
            Self::Badge => "an endpoint badge of shields.io",
            Self::Github => "a step summary and annotations of a GitHub workflow",
        }
    }

    /// The names of its files.
    #[must_use]
    pub fn files(self) -> &'static [&'static str] {
        match self {
            Self::Md => &["report.md"],
            Self::Json => &["report.json"],
            Self::Html => &["report.html"],
            Self::Sarif => &["report.sarif"],
            Self::SarifAll => &["report.all.sarif"],
            Self::Junit => &["report.junit.xml"],
            Self::Csv => &["report.csv"],
            Self::Gradescope => &["results.json"],
            Self::Badge => &["badge.json"],
            Self::Github => &["github-summary.md", "github-annotations.txt"],
        }
    }

    /// Its files with their texts.
    pub(crate) fn render(self, dossier: &Dossier) -> Vec<(&'static str, String)> {
        let texts = match self {
            Self::Md => vec![markdown::render(dossier)],
            Self::Json => vec![json::render(dossier)],
            Self::Html => vec![html::render(dossier)],
            Self::Sarif => vec![sarif::render(dossier, sarif::Kinds::Problems)],
            Self::SarifAll => vec![sarif::render(dossier, sarif::Kinds::All)],
            Self::Junit => vec![junit::render(dossier)],
            Self::Csv => vec![csv::render(dossier)],
            Self::Gradescope => vec![gradescope::render(dossier)],
            Self::Badge => vec![badge::render(dossier)],
            Self::Github => vec![github::summary(dossier), github::annotations(dossier)],
        };
        self.files().iter().copied().zip(texts).collect()
    }
}

impl FromStr for Format {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let wanted = text.trim().to_ascii_lowercase();
        let known = || Self::ALL.map(Self::word).join(", ");
        Self::ALL
            .into_iter()
            .find(|format| format.word() == wanted)
            .ok_or_else(|| format!("there is no format `{text}`; there are: {}", known()))
    }
}
