//! The table of all probes: a family a folder, a probe a file, its manual page and fixtures in
//! `crates/detective/probes/<id>.md`.

pub mod docs;

use crate::probe::Probe;

/// Every probe there is, by family.
pub fn all() -> impl Iterator<Item = &'static Probe> {
    let families: [&'static [Probe]; 1] = [docs::DOCS];
    families.into_iter().flatten()
}
