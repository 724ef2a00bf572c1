//! Whether what the program runs with can change without being noticed.

use super::locked::is_left_open;
use super::scope::{Scope, Shares, runs_with};
use crate::families::unread;
use court::evidence::Place;
use court::text::counted;
use probes_core::{Answer, Probe, Search, Subject};
use project::manifest::{Dependency, Ecosystem, Format, Kind, Manifest, Source};
use serde_json::json;
use std::collections::BTreeSet;

pub(super) const PROBE: Probe = Probe::of_code(
    "deps.pinned",
    "Direct dependencies are exact, locked or bounded above: the larger the share the better",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    let scope = Scope::of(snapshot);
    let mut held = held(&scope, runs_with);
    // Whoever runs with nothing of its own may run with what its users bring.
    if held.shares.all() == 0 && held.free == 0 {
        held = self::held(&scope, |_, one| one.kind == Kind::Peer);
    }
    if let Some(answer) = scope.unread() {
        return answer;
    }
    if held.shares.all() == 0 {
        return nothing(&scope, held.free);
    }
    told(&scope, &held)
}

/// A dependency with the manifest that has it.
type Declared<'a> = (&'a Manifest, &'a Dependency);

/// What cannot change unseen, and what can.
#[derive(Default)]
struct Held<'a> {
    shares: Shares,
    loose: Vec<Declared<'a>>,
    /// Packages whose versions are left to those who build on the project.
    free: usize,
}

/// How many dependencies of a kind cannot change unseen, and which can.
fn held<'a>(scope: &Scope<'a>, is_kind: fn(&Manifest, &Dependency) -> bool) -> Held<'a> {
    let mut held = Held::default();
    let mut seen = BTreeSet::new();
    for manifest in scope.manifests.iter().copied() {
        let asked = manifest.dependencies.iter().filter(|one| is_kind(manifest, one));
        for dependency in asked.filter(|one| is_asked(manifest, one)) {
            if !seen.insert((manifest.folder(), &dependency.name)) {
                continue;
            }
            let is_held = dependency.pin.is_held();
            // A library says from which version on it works, if that; an upper bound would be its users' trouble.
            let by_custom = matches!(manifest.ecosystem(), Ecosystem::Python | Ecosystem::Ruby);
            let is_open =
                dependency.requirement.starts_with('>') || dependency.requirement.is_empty() && by_custom;
            if !is_held && is_open && is_left_open(scope, manifest) {
                held.free += 1;
                continue;
            }
            held.shares.count(manifest.folder(), is_held);
            if !is_held {
                held.loose.push(declaration(scope, manifest, dependency));
            }
        }
    }
    held
}

/// Where a dependency is written, not where the list that has it is taken in.
fn declaration<'a>(scope: &Scope<'a>, manifest: &'a Manifest, dependency: &'a Dependency) -> Declared<'a> {
    let near = scope.manifests.iter().filter(|one| {
        !manifest.includes.is_empty() && one.includes.is_empty() && one.folder() == manifest.folder()
    });
    let mut written = near.flat_map(|one| one.dependencies.iter().map(move |own| (*one, own)));
    let found =
        written.find(|(_, own)| own.name == dependency.name && own.requirement == dependency.requirement);
    found.unwrap_or((manifest, dependency))
}

/// Whether the question arises: packages of the system are what the system has.
fn is_asked(manifest: &Manifest, dependency: &Dependency) -> bool {
    let is_package = match manifest.ecosystem() {
        Ecosystem::Native => {
            matches!(dependency.source, Source::Git { .. })
                || matches!(manifest.format, Format::Conan | Format::Vcpkg)
        }
        _ => true,
    };
    let is_known = !dependency.requirement.starts_with("catalog:") && !dependency.requirement.contains("${");
    is_package && is_known && dependency.is_external()
}

fn nothing(scope: &Scope<'_>, free: usize) -> Answer {
    let gap = scope
        .manifests
        .iter()
        .find_map(|manifest| Some((manifest, manifest.gaps.first()?)));
    match gap {
        Some((manifest, gap)) => {
            Answer::unobserved(format!("{}:{} has {}", manifest.path, gap.line, gap.what))
        }
        None if free > 0 => scope.nothing(&format!(
            "custom leaves the versions of {} that a library runs with to those who build on it",
            counted(free, "package")
        )),
        None => scope.nothing("the program is declared to run with no packages"),
    }
}

fn told(scope: &Scope<'_>, held: &Held<'_>) -> Answer {
    let (good, all) = (held.shares.good(), held.shares.all());
    let left = match held.free {
        0 => String::new(),
        free => format!(
            "; {} left open, as is the custom of libraries",
            counted(free, "more package")
        ),
    };
    let why = format!(
        "of {} that the program is declared to run with {good} {} exact, locked or bounded above{}{left}{}",
        counted(all, "package"),
        if good == 1 { "is" } else { "are" },
        held.shares.told(),
        scope.left_out()
    );
    let answer = unread::share(
        good > 0,
        json!({"good": good, "all": all}),
        why,
        Search::default(),
    );
    held.loose.iter().fold(answer, |answer, (manifest, dependency)| {
        let note = match dependency.requirement.as_str() {
            "" => format!("`{}` may be of any version", dependency.name),
            requirement => format!("`{}` has no upper bound: `{requirement}`", dependency.name),
        };
        answer.at_noting(Place::line(manifest.path.as_str(), dependency.line), note)
    })
}
