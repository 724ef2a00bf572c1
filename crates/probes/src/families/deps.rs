//! What the program needs of others: declared, locked, pinned, and no more and no less than it uses.

mod brought;
mod declared;
mod ended;
mod frozen;
mod locked;
mod mentions;
mod names;
mod optional;
mod pinned;
mod scope;
mod strangers;
mod typed;
mod undeclared;
mod unused;

use probes_core::probe::Probe;
use probes_core::{Answer, Subject};
use project::manifest::{Dependency, Format, Kind, Manifest};
use scope::Scope;

/// The answer where the program needs no packages of others while it runs, so that none of them can have flaws or grow old.
pub(in crate::families) fn none_needed(snapshot: &Subject) -> Option<Answer> {
    let scope = Scope::of(snapshot);
    let is_needed =
        |one: &Dependency| one.is_external() && matches!(one.kind, Kind::Runtime | Kind::Optional);
    let needs = |one: &&Manifest| {
        // What CMake and Meson look for is what the machine has: there is no version that anybody could propose.
        !matches!(one.format, Format::CMake | Format::Meson)
            && (one.dependencies.iter().any(is_needed) || !one.gaps.is_empty())
    };
    // What whoever uses the program brings is theirs to look after.
    let is_undeclared = scope.manifests.is_empty() && declared::brings(snapshot, &scope);
    let is_open = scope.manifests.iter().any(needs) || is_undeclared;
    (!is_open).then(|| scope.nothing("the program needs no packages of others while it runs"))
}

/// The probes of this family.
pub const DEPS: &[Probe] = &[
    declared::PROBE,
    locked::PROBE,
    pinned::PROBE,
    undeclared::PROBE,
    unused::PROBE,
    ended::PROBE,
];
