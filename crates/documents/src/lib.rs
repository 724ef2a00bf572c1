//! Reports and pictures: PDF, office documents, web pages, Markdown and plain text as pages of lines, and the words in
//! pictures.
//!
//! The crate reads bytes that it is handed, hostile ones among them. It sees no repository.

mod area;
pub mod document;
#[cfg(test)]
#[path = "../tests/fixture/pictures.rs"]
mod fixture;
pub mod picture;

/// What tests of several crates have in common knows this crate by its name.
#[cfg(test)]
extern crate self as documents;

/// The digest of the sources of this crate and of those that it depends on: what documents and pictures say follows from
/// their bytes and from these.
pub const SOURCES: &str = env!("SOURCES");
