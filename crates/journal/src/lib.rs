//! Durable jobs: work that is remembered by what it is, so that a stopped case goes on where it stopped.
//!
//! The crate knows no law. It knows three things. *Jobs* are values that say what is to be done. The *journal* is
//! one SQLite file that remembers what came of them. *Cases* are the named runs the jobs belong to. A job is found by
//! its name, its version and the digest of its input, never by its position in the program. So steps may
//! be added, reordered or run at the same time without confusing a resumed case.
//!
//! Killing the process at any instant loses at most the jobs in flight. The same calls made again answer
//! finished jobs from the file and run only the rest. A power failure may also take the newest jobs of an open case,
//! which are then worked out again; what was paid for and what was decided it does not.
//!
//! ```
//! use journal::{Digest, Failure, Job, Journal, Scope};
//! use serde::Serialize;
//!
//! #[derive(Serialize)]
//! struct Double(u32);
//!
//! impl Job for Double {
//!     const NAME: &'static str = "double";
//!     const VERSION: u32 = 1;
//!     const SCOPE: Scope = Scope::World;
//!     type Output = u32;
//!     type Tools = ();
//!
//!     fn label(&self) -> String {
//!         format!("double/{}", self.0)
//!     }
//!
//!     async fn run(&self, _tools: &()) -> Result<u32, Failure> {
//!         self.0.checked_mul(2).ok_or_else(|| Failure::Final("too large to double".into()))
//!     }
//! }
//!
//! # #[tokio::main(flavor = "current_thread")]
//! # async fn main() -> Result<(), journal::JournalError> {
//! let journal = Journal::memory()?;
//! let case = journal.case(&Digest::of(b"the input of the case"), "arithmetic").await?;
//! assert_eq!(case.perform(&Double(21), &()).await?, 42);
//! case.close(&serde_json::json!({ "answer": 42 })).await?;
//! # Ok(())
//! # }
//! ```
#![warn(missing_docs)]

mod aside;
mod engine;
mod event;
mod fault;
mod input;
mod job;
mod ledger;
mod limits;
mod lock;
mod shared;
mod store;

pub use aside::set_aside;
pub use engine::{CaseHandle, CaseId, CaseRecord, CaseState, Journal, JournalError};
pub use event::{Event, IllegalEvent, JobRecord, JobRef, Progress, StageCount, Status, Step};
pub use fault::{Fault, Moment, Outcome};
pub use input::{TooDeep, digest};
pub use job::{Failure, Job, Key, Retry, Scope};
pub use ledger::{Begun, Turn};
pub use limits::Limits;
pub use sha256::Digest;
pub use shared::SharedLedger;
pub use store::StoreError;
