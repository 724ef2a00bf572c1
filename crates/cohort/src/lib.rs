//! A class: many submissions, each audited by itself, and what they look like together.
//!
//! The crate reads the list of a class, and the reports that the audits wrote; from these it makes the figures, the page and
//! the files for other programs. It cannot audit, starts nothing, and gives no score of its own.
//!
//! Arrows between the modules go one way: `page`, `json`, `wide` and `upload` use `class`. `class` uses `submission`,
//! which uses `list`, and `similarity`, which uses `trace`; `study` and `class` use `numbers`; `decimal`, `overrides` and
//! `report_choice` use none.
#![warn(missing_docs)]

pub mod class;
mod decimal;
pub mod json;
pub mod list;
mod numbers;
pub mod overrides;
pub mod page;
pub mod report_choice;
pub mod similarity;
pub mod study;
pub mod submission;
pub mod trace;
pub mod upload;
pub mod wide;

/// Digest of everything that is found here; part of the key under which it is remembered.
pub const SOURCES: &str = env!("SOURCES");

pub use list::{Entry, ListError, Listing};
