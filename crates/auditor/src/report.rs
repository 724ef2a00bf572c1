//! What a case is told in: `report.md` for people, `report.json` for programs; both from one dossier, both
//! the same bytes for the same dossier.

mod entry;
mod escape;
pub(crate) mod files;
pub(crate) mod json;
mod links;
mod markdown;
mod plan;
mod shelves;
mod summary;
#[cfg(test)]
mod tests;
mod words;
