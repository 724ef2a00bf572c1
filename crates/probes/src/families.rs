//! The table of all probes: a family a folder, a probe a file, its manual page and fixtures in
//! `crates/probes/pages/<id>.md`.

pub mod automation;
pub mod code;
pub mod conduct;
pub mod danger;
pub mod deps;
pub mod docs;
pub mod fields;
pub mod git;
mod home;
pub mod structure;
mod tally;
pub mod testing;
mod tooling;
mod unread;

use probes_core::probe::Probe;

/// Every probe there is, by family.
pub fn all() -> impl Iterator<Item = &'static Probe> {
    fields::FAMILIES.iter().flat_map(|(_, probes)| probes.iter())
}
