//! Custody: taking a subject's clone into safe keeping, and reading it from there.
//!
//! [`Subject::parse`] decides what may be audited, [`seize`] clones it at one exact commit, and [`Custody::snapshot`]
//! reads what the detectives see. A clone can be opened again later from its directory. The crate cannot parse code, and
//! knows no rubric and no report. It is the only one that starts processes, and all that it starts enters a [`sandbox`].
//!
//! Arrows between the modules go one way: `seize` uses `fetch`, `parcel` and `read`; `parcel` uses `directory`. `fetch` uses
//! `read` and `directory`; these use `git`; `git` uses `address`, `sandbox` and `process`; so does `cell`, which nothing here
//! uses.

pub mod cell;
pub mod process;
pub mod sandbox;
pub mod temporary;

mod address;
mod directory;
mod error;
mod fetch;
mod git;
mod limits;
mod object_id;
mod parcel;
mod read;
mod seize;
#[cfg(test)]
mod tests;

pub use address::{AllowedHost, Subject, SubjectError, Transport, check_rev, host_refusal};
pub use directory::{fingerprint, origin};
pub use error::{Cause, CustodyError};
pub use fetch::SeizeOptions;
pub use git::{SUPERVISOR, prepare_git, supervise};
pub use limits::Limits;
pub use seize::{Custody, commit, seize, snapshot, tip};
