//! Whether there is a manifest for what the program brings in.

use super::scope::{Scope, declares_otherwise, ecosystem, folders, runs_with};
use super::undeclared::inline_metadata;
use court::evidence::Place;
use probes_core::{Answer, Probe, Search, Subject};
use project::manifest::{Ecosystem, Format, Manifest};
use std::collections::BTreeMap;

pub(super) const PROBE: Probe = Probe::of_code(
    "deps.declared",
    "A manifest declares what the program needs: present is good",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    let scope = Scope::of(snapshot);
    let used = used(snapshot);
    let wanted: Vec<Ecosystem> = used
        .keys()
        .copied()
        .filter(|one| *one != Ecosystem::Native && scope.is_main(*one))
        .collect();
    if wanted.is_empty() {
        return scope
            .nothing("the program brings in nothing from outside that a manifest of packages would name");
    }
    let mut declared = Vec::new();
    for one in wanted {
        match by_manifest(snapshot, one, &used[&one].0) {
            Some(path) => declared.push((one, path)),
            None => return missing(&scope, one, &used[&one]),
        }
    }
    let names: Vec<String> = declared
        .iter()
        .map(|(one, path)| format!("{} by {path}", one.name()))
        .collect();
    let answer = Answer::present(format!("declared: {}{}", names.join(", "), scope.left_out()));
    answer.at_all(declared.into_iter().map(|(_, path)| Place::line(path, 1)))
}

/// Whether a main language of the program imports packages of others.
pub(super) fn brings(snapshot: &Subject, scope: &Scope<'_>) -> bool {
    let used = used(snapshot);
    used.keys()
        .any(|one| *one != Ecosystem::Native && scope.is_main(*one))
}

/// The first package of others that the program brings in, by ecosystem: file, line, package.
fn used(snapshot: &Subject) -> BTreeMap<Ecosystem, (String, u32, String)> {
    let census = snapshot.census();
    let mut used = BTreeMap::new();
    for (path, link, package) in snapshot.modules().externals() {
        let product = census
            .files
            .get(path)
            .filter(|file| file.part == subject::Part::Product);
        let Some(file) = product else { continue };
        let declares_itself = snapshot
            .text(path)
            .is_some_and(|text| inline_metadata(text).is_some());
        if !declares_itself {
            let place = || (path.to_owned(), link.line, package.to_owned());
            used.entry(ecosystem(file.facts.language)).or_insert_with(place);
        }
    }
    used
}

/// A manifest of an ecosystem, the nearest to a file first, else any.
fn by_manifest(snapshot: &Subject, wanted: Ecosystem, path: &str) -> Option<String> {
    let own = snapshot
        .manifests()
        .all
        .iter()
        .filter(|one| one.ecosystem() == wanted && declares(one));
    let near = own
        .clone()
        .filter(|one| folders(path).any(|folder| folder == one.folder()))
        .min_by_key(|one| {
            // What names what the program runs with says more than what names tools, and a list of gems takes in a specification.
            let runs = one
                .dependencies
                .iter()
                .any(|dependency| runs_with(one, dependency));
            let is_list = matches!(one.format, Format::Conda | Format::Requirements | Format::Gemfile);
            (!runs, is_list)
        });
    let found = near.or_else(|| own.clone().next()).map(|one| one.path.clone());
    found.or_else(|| {
        let mut paths = snapshot.files.keys();
        paths
            .find(|path| {
                declares_otherwise(snapshot, path)
                    .is_some_and(|whose| whose.is_none_or(|whose| whose == wanted))
            })
            .cloned()
    })
}

/// Whether a manifest says anything of dependencies: one with settings of tools alone does not.
const fn declares(one: &Manifest) -> bool {
    !(one.dependencies.is_empty() && one.offered.is_empty() && one.gaps.is_empty() && one.includes.is_empty())
}

fn missing(scope: &Scope<'_>, wanted: Ecosystem, (path, line, package): &(String, u32, String)) -> Answer {
    let unread = scope.snapshot.manifests().unread.iter();
    let unread = unread.filter(|one| one.ecosystem == wanted);
    let search = unread.fold(Search::default(), |search, one| {
        search.open(
            Place::File(one.path.clone()),
            format!("it could not be read: {}", one.why),
        )
    });
    let why = format!(
        "`{package}` and perhaps more is brought in, and there is no manifest of {} packages",
        wanted.name()
    );
    Answer::absent(why, search).at(Place::line(path.as_str(), *line))
}
