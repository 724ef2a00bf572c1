//! What a case is told in: `report.md` for people, `report.json` for programs, and the forms that other
//! programs read; all from one dossier, all the same bytes for the same dossier.

mod badge;
mod coverage;
mod csv;
mod drafts;
mod entry;
mod escape;
mod files;
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
mod words;
mod xml;

pub(crate) use files::{prepare, write};
pub(crate) use format::Format;
pub(crate) use json::{
    SCHEMA, SEALS, exhibit as exhibit_json, render as json, seal, sealed_fields, to_text as json_text,
};
pub(crate) use markdown::draw_steps;
pub(crate) use words::count;

use crate::dossier::Dossier;

/// The verdict in one paragraph, plain text.
pub(crate) fn headline(dossier: &Dossier) -> String {
    let entries = entry::entries(dossier);
    summary::summary(dossier, &entries, &plan::plan(&entries))
}
