//! One question put to the snapshot.

use court::evidence::Exhibit;
use probes_core::{Probe, Subject};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Puts one question. A probe that panics is a bug of the auditor, and its answer is unobserved.
#[must_use]
pub fn ask(probe: &Probe, snapshot: &Subject) -> Vec<Exhibit> {
    // The snapshot is only read, so nothing half-changed can be seen afterwards.
    catch_unwind(AssertUnwindSafe(|| probe.exhibits(snapshot)))
        .unwrap_or_else(|_| probe.unanswered("the probe failed: a bug in the auditor"))
}

#[cfg(test)]
mod tests;
