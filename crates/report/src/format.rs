//! The forms that reports come in: their words on the command line, their files, who renders them.

use crate::dossier::Dossier;
use crate::sections::Context;
use crate::{badge, csv, github, gradescope, html, json, junit, markdown, sarif};
use std::str::FromStr;
use std::sync::LazyLock;

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

    /// The word for it on the command line, what it is for in a few words, the names of its files.
    fn row(self) -> [&'static str; 3] {
        static ROWS: LazyLock<Vec<[&str; 3]>> = LazyLock::new(|| wordlist::rows(include_str!("formats.txt")));
        ROWS[self as usize]
    }

    /// The word for it on the command line.
    #[must_use]
    pub fn word(self) -> &'static str {
        self.row()[0]
    }

    /// What it is for, in a few words.
    #[must_use]
    pub fn purpose(self) -> &'static str {
        self.row()[1]
    }

    /// The names of its files.
    pub fn files(self) -> impl Iterator<Item = &'static str> {
        self.row()[2].split(' ')
    }

    /// Its files with their texts.
    #[must_use]
    pub fn render(self, dossier: &Dossier) -> Vec<(&'static str, String)> {
        self.render_from(&Context::of(dossier))
    }

    /// The same from what is made ready.
    pub(crate) fn render_from(self, context: &Context<'_>) -> Vec<(&'static str, String)> {
        let texts = match self {
            Self::Md => vec![markdown::render(context)],
            Self::Json => vec![json::render(context)],
            Self::Html => vec![html::render(context)],
            Self::Sarif => vec![sarif::render(context, sarif::Kinds::Problems)],
            Self::SarifAll => vec![sarif::render(context, sarif::Kinds::All)],
            Self::Junit => vec![junit::render(context)],
            Self::Csv => vec![csv::render(context)],
            Self::Gradescope => vec![gradescope::render(context)],
            Self::Badge => vec![badge::render(context)],
            Self::Github => vec![github::summary(context), github::annotations(context)],
        };
        self.files().zip(texts).collect()
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
