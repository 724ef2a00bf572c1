//! Whether what the judges' model says comes in a validated shape, and what happens when it does not.

mod fallback;
mod lost;
mod model_calls;
mod retry;
mod schema;
mod structured;
mod tried;

use probes_core::Probe;

/// The probes of this family.
pub const OUTPUT: &[Probe] = &[structured::PROBE, schema::PROBE, retry::PROBE, fallback::PROBE];
