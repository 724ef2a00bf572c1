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
    pub fn word(self) -> &'static str {
        match self {
            Self::Parallel => "parallel",
            Self::Serial => "serial",
            Self::Mixed => "mixed",
            Self::Unclear => "unclear",
        }
    }
}

/// What kind of drawing a picture is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Drawing {
    /// A state machine of LangGraph: named steps, arrows, a start and an end.
    Langgraph,
    /// Messages between parties down a line of time.
    Sequence,
    /// Any other diagram of steps or parts.
    Generic,
    /// No diagram.
    None,
}

impl Drawing {
    /// Every kind with its word in answers and reports.
    pub const WORDS: [(&'static str, Self); 4] = [
        ("langgraph", Self::Langgraph),
        ("sequence", Self::Sequence),
        ("generic", Self::Generic),
        ("none", Self::None),
    ];

    /// The word in answers and reports.
    pub fn word(self) -> &'static str {
        let row = Self::WORDS.iter().find(|(_, kind)| *kind == self);
        row.map_or("", |(word, _)| word)
    }

    /// What it is called in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            Self::Langgraph => "a LangGraph state machine",
            Self::Sequence => "a sequence diagram",
            Self::Generic => "a diagram of a flow",
            Self::None => "no diagram",
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
    /// What kind of drawing it is.
    pub kind: Drawing,
    /// Its title or caption; empty where it has none.
    pub title: String,
    /// What it shows, in a sentence.
    pub summary: String,
    /// What is written on its boxes.
    pub nodes: Vec<String>,
    pub edges: Vec<Arrow>,
    /// How it shows its steps.
    pub order: Order,
    /// How sure the one who told it is, in percent.
    pub confidence: u8,
}

impl Described {
    /// Whether it is a diagram of how a program flows, which can be held against a graph.
    pub fn is_flow(&self) -> bool {
        matches!(self.kind, Drawing::Langgraph | Drawing::Generic)
    }

    /// Whether it shows branches side by side; nothing where it shows no steps.
    pub fn is_parallel(&self) -> Option<bool> {
        match self.order {
            Order::Parallel | Order::Mixed => Some(true),
            Order::Serial => Some(false),
            Order::Unclear => None,
        }
    }
}
