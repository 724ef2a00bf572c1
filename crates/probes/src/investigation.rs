//! One detective's round through the snapshot.

use crate::families::fields::Field;
use court::evidence::{Detective, Exhibit};
use probes_core::Subject;
use probes_core::probe::Probe;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use subject::parallel;

/// Puts every question of `detective` in these fields to the snapshot, several at once. Cannot fail: a probe that
/// panics is a bug of the auditor, and its answer is unobserved. The order is that of the probe table.
#[must_use]
pub fn investigate(detective: Detective, snapshot: &Subject, fields: &BTreeSet<Field>) -> Vec<Exhibit> {
    let asked = fields.iter().flat_map(|field| field.probes());
    let probes: Vec<&Probe> = asked.filter(|probe| probe.detective == detective).collect();
    let answers = parallel::map(&probes, |probe| ask(probe, snapshot));
    answers.into_iter().flatten().collect()
}

/// Puts one question. A probe that panics is a bug of the auditor, and its answer is unobserved.
#[must_use]
pub fn ask(probe: &Probe, snapshot: &Subject) -> Vec<Exhibit> {
    // The snapshot is only read, so nothing half-changed can be seen afterwards.
    catch_unwind(AssertUnwindSafe(|| probe.exhibits(snapshot)))
        .unwrap_or_else(|_| probe.unanswered("the probe failed: a bug in the auditor"))
}

#[cfg(test)]
mod tests;
