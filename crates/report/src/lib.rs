//! What a case is told in: `report.md` for people, `report.json` for programs, and the forms that other
//! programs read; all from one dossier, all the same bytes for the same dossier.
//!
//! Everything here is a value or a pure function of values: nothing is read, written, started or timed.
#![warn(missing_docs)]

mod badge;
mod coverage;
mod csv;
pub mod dossier;
mod entry;
mod escape;
mod format;
mod github;
mod gradescope;
mod html;
mod json;
mod junit;
mod links;
mod markdown;
mod plan;
mod projects;
mod sarif;
mod shelves;
mod summary;
#[cfg(test)]
mod tests;
pub mod trial_graph;
mod words;
mod xml;

pub use format::Format;
pub use json::{
    SCHEMA, SEALS, exhibit as exhibit_json, render as json, seal, sealed_fields, to_text as json_text,
};
pub use markdown::draw_steps;
pub use words::count;

use crate::dossier::Dossier;
use std::collections::BTreeSet;

/// The verdict in one paragraph, plain text.
#[must_use]
pub fn headline(dossier: &Dossier) -> String {
    let entries = entry::entries(dossier);
    summary::summary(dossier, &entries, &plan::plan(&entries))
}

/// The files of a report with their names: Markdown and JSON always, the others where they are asked for.
#[must_use]
pub fn files(dossier: &Dossier, formats: &[Format]) -> Vec<(&'static str, String)> {
    let always = [Format::Md, Format::Json];
    let formats: BTreeSet<Format> = formats.iter().copied().chain(always).collect();
    formats
        .into_iter()
        .flat_map(|format| format.render(dossier))
        .collect()
}
