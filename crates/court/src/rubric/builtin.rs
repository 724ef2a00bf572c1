//! The rubrics that come with the court.

use crate::text::nearest;

/// The names of the built-in rubrics.
pub const BUILT_IN: &[&str] = &["automaton-auditor", "engineering", "peer-review"];

/// The JSON Schema (2020-12) of rubric files, for editors; it describes what [`parse`](super::parse) reads.
pub const SCHEMA: &str = include_str!("../../schemas/rubric.schema.json");

/// The text of a built-in rubric.
pub fn built_in(name: &str) -> Option<&'static str> {
    match name {
        "automaton-auditor" => Some(include_str!("../../rubrics/automaton-auditor.yaml")),
        "engineering" => Some(include_str!("../../rubrics/engineering.yaml")),
        "peer-review" => Some(include_str!("../../rubrics/peer-review.yaml")),
        _ => None,
    }
}

/// The built-in rubric that a misspelt name most probably means.
pub fn nearest_built_in(name: &str) -> Option<&'static str> {
    nearest(name, BUILT_IN.iter().copied())
}
