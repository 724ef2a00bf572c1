//! What part a file plays in a repository.

use serde::Serialize;
use std::fmt;

/// What part a file plays. Only [`Part::Product`] is the program that people get.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The program itself and what builds and runs it.
    Product,
    /// Tests, what only they use, and their data.
    Test,
    /// Shows how it is used, or how fast it is.
    Example,
    /// Written by others and copied here.
    Vendored,
    /// Written by a program.
    Generated,
    /// Builds or fills the documentation.
    Docs,
}

impl Part {
    /// Every part, the most telling first.
    pub const ALL: [Self; 6] = [
        Self::Product,
        Self::Test,
        Self::Example,
        Self::Docs,
        Self::Generated,
        Self::Vendored,
    ];

    /// What it is called in a sentence.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Product => "product",
            Self::Test => "test",
            Self::Example => "example",
            Self::Vendored => "vendored",
            Self::Generated => "generated",
            Self::Docs => "docs",
        }
    }
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
