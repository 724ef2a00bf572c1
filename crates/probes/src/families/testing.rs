//! Whether tests are many, and whether they test, in any language.

mod assert;
mod failures;
mod many;
mod mocked_unit;

use probes_core::probe::Probe;

/// The probes of this family.
pub const TESTING: &[Probe] = &[many::PROBE, assert::PROBE, mocked_unit::PROBE, failures::PROBE];
