//! The detectives: they read hostile bytes and say what is there.
//!
//! The crate reaches nothing: no network, no process, no clock, no async. What it reads is handed to it as
//! a [`Subject`], and what it says is a list of
//! [`Exhibit`](court::evidence::Exhibit)s. It cannot fail: what could not be read is an exhibit that says
//! so.

pub mod conduct;
pub mod families;
mod investigation;
mod known;
pub mod own;

pub use investigation::ask;
pub use known::{Papers, Witness};
pub use probes_core::Subject;

/// Digest of everything that findings depend on; part of the key under which they are remembered.
pub const SOURCES: &str = env!("SOURCES");
