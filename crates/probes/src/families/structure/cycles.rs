//! `structure.cycles`: whether modules import each other in a circle while they are loaded.

use super::gaps;
use crate::families::unread;
use court::evidence::Place;
use probes_core::{Answer, Probe, Subject};
use project::modules::{Cycle, Modules};
use std::fmt::Write as _;

/// Why the question does not arise.
const NOT_LOADED: &str = "the program has no two files that run while they are loaded, so no circle can bite";
/// Most circles told in words.
const TOLD_MAX: usize = 3;

/// Whether there are circles of imports.
pub(super) const PROBE: Probe = Probe::of_code(
    "structure.cycles",
    "No modules import each other in a circle",
    examine,
)
.unless(gaps::of);

fn examine(snapshot: &Subject) -> Answer {
    let modules = snapshot.modules();
    if modules.loaded < 2 {
        return unread::nothing(snapshot, NOT_LOADED);
    }
    let mut rationale = match modules.cycles.len() {
        0 => "no files need each other in a circle while they are loaded".to_owned(),
        1 => "files import each other in a circle".to_owned(),
        count => format!("files import each other in {count} circles"),
    };
    let told: Vec<String> = modules
        .cycles
        .iter()
        .take(TOLD_MAX)
        .map(|one| told(modules, one))
        .collect();
    if !told.is_empty() {
        let _ = write!(rationale, ": {}", told.join("; "));
    }
    if modules.cycles.is_empty() {
        return Answer::absent(rationale, unread::search(snapshot));
    }
    let answer = Answer::present(rationale);
    modules.cycles.iter().fold(answer, |answer, cycle| {
        cycle.edges.iter().fold(answer, |answer, edge| {
            let place = Place::line(modules.path(edge.from), edge.line);
            answer.at_noting(place, format!("imports {}", modules.path(edge.to)))
        })
    })
}

/// `a.py → b.py → a.py`, and how many more hang together with them.
fn told(modules: &Modules, cycle: &Cycle) -> String {
    let mut names: Vec<&str> = cycle.edges.iter().map(|edge| modules.path(edge.from)).collect();
    names.extend(names.first().copied());
    let more = cycle.files.len().saturating_sub(cycle.edges.len());
    let more = match more {
        0 => String::new(),
        more => format!(" ({more} more files hang together with them)"),
    };
    format!("{}{more}", names.join(" → "))
}
