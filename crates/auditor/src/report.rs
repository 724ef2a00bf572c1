//! What a case is told in: `report.md` for people, `report.json` for programs; both from one dossier, both
//! the same bytes for the same dossier.

mod entry;
mod escape;
mod files;
mod json;
mod links;
mod markdown;
mod plan;
mod shelves;
mod summary;
#[cfg(test)]
mod tests;
mod words;

pub(crate) use files::{Format, prepare, write};
pub(crate) use json::{SCHEMA, exhibit as exhibit_json, to_text as json_text};
pub(crate) use markdown::draw_steps;

use crate::dossier::Dossier;

/// The verdict in one paragraph, plain text.
pub(crate) fn headline(dossier: &Dossier) -> String {
    let entries = entry::entries(dossier);
    summary::summary(dossier, &entries, &plan::plan(&entries))
}
