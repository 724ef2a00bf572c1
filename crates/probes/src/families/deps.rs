//! What the program needs of others: declared, locked, pinned, and no more and no less than it uses.

mod declared;
mod frozen;
mod locked;
mod mentions;
mod names;
mod pinned;
mod scope;
mod strangers;
mod undeclared;
mod unused;

pub(in crate::families) use frozen::is_frozen;
pub(in crate::families) use locked::Custom;
pub(in crate::families) use scope::ecosystem;

use probes_core::probe::Probe;

/// The probes of this family.
pub const DEPS: &[Probe] = &[
    declared::PROBE,
    locked::PROBE,
    pinned::PROBE,
    undeclared::PROBE,
    unused::PROBE,
];
