//! What every probe works with: the subject and what is derived from it, each thing once; a question and its answer; the
//! search that earns a denial.
//!
//! Nothing here knows a single probe, so that who changes one rebuilds none of this.

mod derived;
pub mod probe;
mod reach;
pub mod search;
pub mod shares;

pub use derived::Subject;
pub use probe::{Answer, Probe};
pub use search::Search;

/// Digest of everything that answers are put together from.
pub const SOURCES: &str = env!("SOURCES");
