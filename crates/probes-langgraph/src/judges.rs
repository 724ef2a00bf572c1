//! Whether three judges with conflicting philosophies opine on every dimension.

mod bench;
mod distinct_prompts;
mod own_rubric;
mod own_words;
mod per_dimension;
pub(crate) mod seats;
mod three_personas;

use probes_core::Probe;

/// The probes of this family.
pub const JUDGES: &[Probe] = &[
    three_personas::PROBE,
    distinct_prompts::PROBE,
    own_words::PROBE,
    per_dimension::PROBE,
];
