//! Files of requirements that were written by a tool and name everything, also what nobody asked for directly.

use probes_core::Subject;
use project::manifest::{Manifest, Pin};

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
    is_exact && (lines.len() >= LINES_MIN || text.contains("# via") || text.contains("--hash="))
}
