//! One detective's round through the snapshot.

use crate::probe::{Answer, Probe};
use crate::probes;
use crate::snapshot::Snapshot;
use court::evidence::{Detective, Exhibit};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Most probes at work at once; beyond it they only wait for what they share.
const WORKERS_MAX: usize = 8;
/// Stack of a worker, in bytes: several times what the depth limits of parser and evaluators add up to.
const STACK_BYTES: usize = 16 << 20;

/// Puts every question of `detective` to the snapshot, several at once. Cannot fail: a probe that panics is a
/// bug of the auditor, and its answer is unobserved. The order is that of the probe table.
#[must_use]
pub fn investigate(detective: Detective, snapshot: &Snapshot) -> Vec<Exhibit> {
    let probes: Vec<&Probe> = probes::all()
        .filter(|probe| probe.detective == detective)
        .collect();
    let next = AtomicUsize::new(0);
    let work = || {
        let taken = std::iter::from_fn(|| Some(next.fetch_add(1, Ordering::Relaxed)));
        let mine = taken.map_while(|at| Some((at, ask(probes.get(at)?, snapshot))));
        mine.collect::<Vec<_>>()
    };
    let workers = std::thread::available_parallelism()
        .map_or(1, usize::from)
        .min(WORKERS_MAX);
    let mut found = std::thread::scope(|scope| {
        let start = |_| {
            std::thread::Builder::new()
                .stack_size(STACK_BYTES)
                .spawn_scoped(scope, work)
                .ok()
        };
        let started: Vec<_> = (0..workers).filter_map(start).collect();
        // What no worker took, because none could be started, is done here.
        let mut found: Vec<_> = started
            .into_iter()
            .filter_map(|worker| worker.join().ok())
            .flatten()
            .collect();
        found.extend(work());
        found
    });
    found.sort_by_key(|(at, _)| *at);
    found.into_iter().flat_map(|(_, exhibits)| exhibits).collect()
}

fn ask(probe: &Probe, snapshot: &Snapshot) -> Vec<Exhibit> {
    // The snapshot is only read, so nothing half-changed can be seen afterwards.
    catch_unwind(AssertUnwindSafe(|| probe.exhibits(snapshot))).unwrap_or_else(|_| broken(probe, snapshot))
}

fn broken(probe: &Probe, snapshot: &Snapshot) -> Vec<Exhibit> {
    let examine = |_: &Snapshot| Answer::unobserved("the probe failed: a bug in the auditor");
    Probe { examine, ..*probe }.exhibits(snapshot)
}

#[cfg(test)]
mod tests {
    use super::*;
    use court::evidence::Finding;

    #[test]
    fn a_probe_that_panics_observed_nothing() {
        let probe = Probe {
            id: "test.panics",
            detective: Detective::RepoInvestigator,
            goal: "nothing",
            examine: |_| panic!("a bug"),
        };
        let exhibits = ask(&probe, &Snapshot::default());
        assert!(matches!(&exhibits[0].finding, Finding::Unobserved { cause } if cause.contains("bug")));
    }

    #[test]
    fn every_probe_answers_an_empty_snapshot() {
        let exhibits: Vec<Exhibit> = Detective::ALL
            .into_iter()
            .flat_map(|detective| investigate(detective, &Snapshot::default()))
            .collect();
        let bugs: Vec<&str> = exhibits
            .iter()
            .filter(|exhibit| exhibit.rationale.contains("a bug"))
            .map(|e| e.probe.as_str())
            .collect();
        assert!(bugs.is_empty(), "{bugs:?}");
        assert_eq!(
            exhibits.iter().filter(|exhibit| exhibit.rank == 0).count(),
            probes::all().count()
        );
    }
}
