//! What a picture shows, as somebody who sees told it.

use serde::{Deserialize, Serialize};

/// How a picture shows its steps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Order {
    /// Branches side by side.
    Parallel,
    /// One after the other.
    Serial,
    /// Both.
    Mixed,
    /// It shows no steps, or that cannot be seen.
    Unclear,
}

impl Order {
    /// The word in answers and reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Parallel => "parallel",
            Self::Serial => "serial",
            Self::Mixed => "mixed",
            Self::Unclear => "unclear",
        }
    }
}

/// An arrow of a picture, between what is written on its boxes.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Arrow {
    /// Where it begins.
    pub from: String,
    /// Where it points.
    pub to: String,
    /// What is written beside it.
    pub label: String,
}

/// What a picture shows, as it was told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Described {
    /// Whether it is a diagram of how a program flows.
    pub is_flow: bool,
    /// Its title or caption; empty where it has none.
    pub title: String,
    /// What it shows, in a sentence.
    pub summary: String,
    /// What is written on its boxes.
    pub nodes: Vec<String>,
    /// Its arrows.
    pub edges: Vec<Arrow>,
    /// How it shows its steps.
    pub order: Order,
    /// How sure the one who told it is, in percent.
    pub confidence: u8,
}
