//! How functions keep what they promise, in any language: types, documents, bodies, errors.

mod broad_catches;
mod documented;
mod fatal_errors;
mod ignored_results;
mod lapses;
mod stubs;
mod surface;
mod swallowed_errors;
mod type_escapes;
mod typed;

use probes_core::probe::Probe;

/// The probes of this family.
pub const CODE: &[Probe] = &[
    typed::PROBE,
    type_escapes::PROBE,
    documented::PROBE,
    stubs::PROBE,
    swallowed_errors::PROBE,
    broad_catches::PROBE,
    ignored_results::PROBE,
    fatal_errors::PROBE,
];

/// Why a question about code does not arise.
pub(super) const NO_CODE: &str = "the repository has no program in a language that is read here";
