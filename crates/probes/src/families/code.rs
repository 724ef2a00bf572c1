//! How functions keep what they promise, in any language: types, documents, bodies, errors.

mod documented;
mod lapses;
mod reference;
mod stubs;
mod surface;
mod typed;
mod unasked;

use probes_core::probe::Probe;

/// The probes of this family.
pub const CODE: &[Probe] = &[
    typed::PROBE,
    lapses::TYPE_ESCAPES,
    documented::PROBE,
    stubs::PROBE,
    lapses::SWALLOWED_ERRORS,
    lapses::BROAD_CATCHES,
    lapses::IGNORED_RESULTS,
    lapses::FATAL_ERRORS,
];

/// Why a question about code does not arise.
pub(super) const NO_CODE: &str = "the repository has no program in a language that is read here";
