//! Files of requirements that were written by a tool and name everything, also what nobody asked for directly.

use probes_core::Subject;
use project::manifest::{Ecosystem, Manifest, Pin, lock};
use std::collections::BTreeSet;
use wordlist::{Table, table};

/// What well-known packages bring with every installation.
static BROUGHT: Table = Table::new(|| table(include_str!("../../../words/frozen_brought.txt")));

/// From so many lines on a file in which each is exact was not written by hand.
const LINES_MIN: usize = 12;

/// Whether a file names exact versions of everything that gets installed.
pub(super) fn is_frozen(snapshot: &Subject, manifest: &Manifest) -> bool {
    let lines = &manifest.dependencies;
    let is_exact = !lines.is_empty()
        && lines
            .iter()
            .all(|one| one.pin == Pin::Exact || one.requirement.starts_with("=="));
    // The project itself, taken in as `-e .`, brings what its own manifest leaves open.
    let is_exact = is_exact && !manifest.includes.iter().any(|(path, _)| path.ends_with('/'));
    let text = snapshot.text(&manifest.path).unwrap_or_default();
    let is_written =
        || text.contains("# via") || text.contains("--hash=") || names_what_others_bring(manifest);
    is_exact && (lines.len() >= LINES_MIN || is_written())
}

/// Whether a list names all that one of its packages brings along, which nobody asks for by hand.
fn names_what_others_bring(manifest: &Manifest) -> bool {
    let names = manifest.dependencies.iter();
    let names: BTreeSet<String> = names.map(|one| lock::key(Ecosystem::Python, &one.name)).collect();
    let mut known = BROUGHT.iter().filter(|(package, _)| names.contains(*package));
    known.any(|(_, brought)| brought.iter().all(|one| names.contains(*one)))
}
