//! Reports and pictures: PDF, office documents, web pages, Markdown and plain text as pages of lines, and the words in
//! pictures.
//!
//! The crate reads bytes that it is handed, hostile ones among them. It sees no repository.

mod area;
pub mod document;
pub mod fixture;
pub mod picture;

/// The digest of the sources of this crate and of those that it depends on: what documents and pictures say follows from
/// their bytes and from these.
pub const SOURCES: &str = env!("SOURCES");
