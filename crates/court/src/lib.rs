//! The law of the court: rubrics, evidence, opinions and the rules that settle them.
//!
//! Everything here is a value or a pure function of values. The crate does no input or output, knows no
//! clock, no randomness and no async, and iterates only over sorted collections. So the same evidence and
//! the same opinions always give the same verdict, to the byte.
//!
//! # Terminology
//!
//! * An [`Exhibit`](evidence::Exhibit) is one numbered piece of evidence with a place.
//! * [`Evidence`](evidence::Evidence) is all exhibits of a case; merging is commutative and idempotent.
//! * A [`Finding`](evidence::Finding) says present, absent, contradicted, not applicable or unobserved.
//! * An [`Opinion`](opinion::Opinion) is what one judge says of one dimension, citing exhibits.
//! * A [`Hearing`](opinion::Hearing) is the three seats on one dimension.
//! * A [`Ruling`](justice::Ruling) is the settled outcome of one dimension, with its rule trace.
//! * A [`Verdict`](verdict::Verdict) is the outcome of the case.
#![warn(missing_docs)]

pub mod admission;
pub mod date;
pub mod evidence;
pub mod explain;
pub mod input;
pub mod justice;
pub mod law;
pub mod opinion;
pub mod overruling;
pub mod pack;
pub mod protocol;
pub mod quality;
pub mod remedy;
pub mod retrial;
pub mod rubric;
pub mod rules;
pub mod score;
pub mod statutes;
pub mod text;
pub mod verdict;
pub mod visible;

pub use sha256 as digest;

/// Digest of everything that opinions and rulings depend on; part of the key under which they are remembered.
pub const SOURCES: &str = env!("SOURCES");
