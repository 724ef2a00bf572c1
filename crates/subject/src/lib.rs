//! What is audited, as it was found: files, history, what is said beside the commits.
//!
//! The crate reaches nothing and parses no code. It knows paths, patterns of paths, configuration files as trees
//! with lines, secrets that are masked, and how work is shared among threads.

pub mod data;
pub mod fixture;
mod follow;
pub mod glob;
pub mod history;
pub mod licences;
pub mod memory;
pub mod names;
pub mod packed;
pub mod parallel;
pub mod part;
pub mod secrets;
mod snapshot;
pub mod wide;

pub use follow::follow;
pub use part::Part;
pub use snapshot::{File, NOT_ENTERED, Skipped, Snapshot};
