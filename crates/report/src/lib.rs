//! What a case is told in: `report.md` for people, `report.json` for programs, and the forms that other
//! programs read. All from one dossier, all the same bytes for the same dossier.
//!
//! Everything here is a value or a pure function of values: nothing is read, written, started or timed.
#![warn(missing_docs)]

mod badge;
mod csv;
pub mod dossier;
mod format;
mod github;
mod gradescope;
mod html;
mod json;
mod junit;
mod line;
mod links;
mod markdown;
mod mermaid;
mod outline;
mod sarif;
mod sections;
#[cfg(test)]
mod tests;
mod text;
pub mod trial_graph;
pub mod web;

pub use csv::line as csv_line;
pub use format::Format;
pub use json::{SCHEMA, SEALS, exhibit as exhibit_json, seal, sealed_fields};
pub use links::leads_to_a_forge;
pub use outline::{drawing, outline};
pub use text::english::count;
pub use text::json::to_text as json_text;
pub use text::markdown::{cell as markdown_cell, inline as markdown_inline};

use dossier::Dossier;
use sections::Context;
pub use sections::Headings;
use std::collections::BTreeSet;

/// The verdict in one paragraph, plain text.
#[must_use]
pub fn headline(dossier: &Dossier) -> String {
    sections::summary::summary(&Context::of(dossier))
}

/// What most stands in the way of a higher score and where, in a sentence of plain text; `None` where nothing was judged.
#[must_use]
pub fn obstacle(dossier: &Dossier) -> Option<String> {
    sections::summary::obstacle(&Context::of(dossier))
}

/// `report.json`, with a line end at its end.
#[must_use]
pub fn json(dossier: &Dossier) -> String {
    json::render(&Context::of(dossier))
}

/// The files of a report with their names: Markdown and JSON always, the others where they are asked for.
#[must_use]
pub fn files(dossier: &Dossier, formats: &[Format], headings: Headings) -> Vec<(&'static str, String)> {
    let context = Context::of(dossier).under(headings);
    let always = [Format::Md, Format::Json];
    let formats: BTreeSet<Format> = formats.iter().copied().chain(always).collect();
    formats
        .into_iter()
        .flat_map(|format| format.render_from(&context))
        .collect()
}
