//! Whether what the program runs with can change without being noticed.

use super::locked::is_left_open;
use super::scope::{Scope, Shares};
use crate::families::unread;
use court::evidence::Place;
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
    // Whoever runs with nothing always may run with more where features ask for it, or with what its users bring.
    let (mut shares, mut loose) = held(&scope, &[Kind::Runtime]);
    if shares.all() == 0 {
        (shares, loose) = held(&scope, &[Kind::Optional, Kind::Peer]);
    }
    if let Some(answer) = scope.unread() {
        return answer;
    }
    if shares.all() == 0 {
        return nothing(&scope);
    }
    told(&shares, &loose)
}

/// A dependency with the manifest that has it.
type Declared<'a> = (&'a Manifest, &'a Dependency);

/// How many dependencies of these kinds cannot change unseen, and which can.
fn held<'a>(scope: &Scope<'a>, kinds: &[Kind]) -> (Shares, Vec<Declared<'a>>) {
    let mut shares = Shares::default();
    let mut loose: Vec<Declared<'a>> = Vec::new();
    let mut seen = BTreeSet::new();
    for manifest in scope.manifests.iter().copied() {
        let asked = manifest
            .dependencies
            .iter()
            .filter(|one| kinds.contains(&one.kind));
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
                continue;
            }
            shares.count(manifest.folder(), is_held);
            if !is_held {
                loose.push(declaration(scope, manifest, dependency));
            }
        }
    }
    (shares, loose)
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

fn nothing(scope: &Scope<'_>) -> Answer {
    let gap = scope
        .manifests
        .iter()
        .find_map(|manifest| Some((manifest, manifest.gaps.first()?)));
    match gap {
        Some((manifest, gap)) => {
            Answer::unobserved(format!("{}:{} has {}", manifest.path, gap.line, gap.what))
        }
        None => scope.nothing("the program runs with no packages that its manifests name, or custom leaves the versions of all open"),
    }
}

fn told(shares: &Shares, loose: &[Declared<'_>]) -> Answer {
    let (good, all) = (shares.good(), shares.all());
    let why = format!(
        "{good} of {all} direct dependencies are exact, locked or bounded above{}",
        shares.told()
    );
    let answer = unread::share(
        good > 0,
        json!({"good": good, "all": all}),
        why,
        Search::default(),
    );
    loose.iter().fold(answer, |answer, (manifest, dependency)| {
        let note = match dependency.requirement.as_str() {
            "" => format!("`{}` may be of any version", dependency.name),
            requirement => format!("`{}` has no upper bound: `{requirement}`", dependency.name),
        };
        answer.at_noting(Place::line(manifest.path.as_str(), dependency.line), note)
    })
}
