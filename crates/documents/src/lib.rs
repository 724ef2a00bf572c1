//! Reports and pictures: PDF, office documents, web pages, Markdown and plain text as pages of lines, and the words in
//! pictures.
//!
//! The crate reads bytes that it is handed, hostile ones among them. It sees no repository.

mod area;
pub mod document;
pub mod fixture;
pub mod picture;
