//! Projects of any ecosystem: which source files there are and what part they play, what manifests declare and lock,
//! how files hang together, and what runs when something changes.
//!
//! The crate says what is there. It judges nothing and knows no rubric.

pub mod automation;
pub mod builds;
pub mod census;
pub mod manifest;
pub mod modules;
