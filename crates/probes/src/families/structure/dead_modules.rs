//! `structure.dead_modules`: every module is reached from what is started, published or tested.

use super::gaps;
use super::share::Share;
use crate::families::tally::Wording;
use crate::families::unread;
use court::evidence::Place;
use probes_core::{Answer, Probe, Subject};
use project::modules::{Modules, Standing};
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// The share of modules that are reached.
pub(super) const PROBE: Probe = Probe::of_code(
    "structure.dead_modules",
    "Every module is reached from what is started, published or tested",
    examine,
)
.unless(gaps::of);

fn examine(snapshot: &Subject) -> Answer {
    let (census, modules) = (snapshot.census(), snapshot.modules());
    let mut share = Share::new(census);
    // A package may hold a link to a file of another, and declare it there.
    let linked: BTreeSet<String> = snapshot.skipped.iter().filter_map(unread::linked).collect();
    for (id, standing) in &modules.standing {
        let path = modules.path(*id);
        match standing {
            Standing::Reached => share.count(path, 1, true),
            Standing::Dead if linked.contains(path) => share.count(path, 1, true),
            Standing::Dead => {
                share.count(path, 1, false);
                let lines = census.files.get(path).map_or(0, |file| file.facts.code_lines);
                let note = format!("nothing imports, starts or names it ({lines} lines of code)");
                share.blame(u64::from(lines), Place::line(path, 1), note);
            }
            Standing::Uncertain(_) => {}
        }
    }
    let uncertain = uncertain(modules);
    let mut answer = share.answer(
        snapshot,
        &Wording::Bad {
            of: "modules",
            none: "was found that nothing starts, publishes, imports or tests",
            some: "are started, published, imported and tested by nothing",
        },
    );
    match uncertain {
        None => answer,
        Some(told) if answer.value.is_none() || is_mostly_praise(modules) => Answer::unobserved(told),
        Some(told) => {
            let _ = write!(answer.rationale, "; {told}");
            answer
        }
    }
}

/// One undecided module of so many, and *none was found* says too much.
const OPEN_OF: usize = 10;

/// Whether nothing dead was found where too much is undecided to say so.
fn is_mostly_praise(modules: &Modules) -> bool {
    let count = |is: fn(&Standing) -> bool| modules.standing.values().filter(|one| is(one)).count();
    let open = count(|one| matches!(one, Standing::Uncertain(_)));
    count(|one| matches!(one, Standing::Dead)) == 0 && open * OPEN_OF > modules.standing.len()
}

/// How many are left undecided. Why each is says more of the reader than of the module.
fn uncertain(modules: &Modules) -> Option<String> {
    let is_open = |one: &&Standing| matches!(one, Standing::Uncertain(_));
    match modules.standing.values().filter(is_open).count() {
        0 => None,
        count => Some(format!(
            "whether anything comes to {count} more could not be decided"
        )),
    }
}
