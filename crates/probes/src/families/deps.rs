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

use probes_core::probe::Probe;

/// The probes of this family.
pub const DEPS: &[Probe] = &[
    declared::PROBE,
    locked::PROBE,
    pinned::PROBE,
    undeclared::PROBE,
    unused::PROBE,
];
