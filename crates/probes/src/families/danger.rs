//! Calls that are dangerous with the wrong data, and secrets that lie about, in any language.

mod callers;
mod dynamic;
mod markup;
mod secrets;
mod tainted;
mod weak;

use probes_core::probe::Probe;

/// The probes of this family.
pub const DANGER: &[Probe] = &[
    tainted::PROBE,
    dynamic::PROBE,
    weak::PROBE,
    secrets::PROBE,
    callers::PROBE,
];
