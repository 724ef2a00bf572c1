//! Packages that come along with what is declared: with the package itself, or with an extra that it is asked for with. Whether they
//! must be declared too is open.

use super::names;
use probes_core::Subject;
use project::manifest::{Dependency, Ecosystem, Manifest, lock};
use wordlist::array;

/// Shortest name of an extra that says what it brings, in letters.
const EXTRA_CHARS_MIN: usize = 4;
/// Extras that say nothing of what they bring, but that it is much.
const BUNDLES: [&str; 7] = array("all full standard complete everything default extras");
/// What begins lines of a lock that tell of no other package.
const ASIDE: [&str; 4] = ["description", "name =", "version =", "source ="];

/// What brings a package that is imported and not declared, in words that go on from "where".
pub(super) fn along(snapshot: &Subject, manifests: &[&Manifest], package: &str) -> Option<String> {
    match manifests.first()?.ecosystem() {
        Ecosystem::Ruby => locked(snapshot, package),
        _ => of_python(snapshot, manifests, package),
    }
}

/// A gem of the lock that brings what is required: one of that name, or with that name in front. It was locked because a declared one
/// needs it, as a framework needs its parts.
fn locked(snapshot: &Subject, package: &str) -> Option<String> {
    let brings = |gem: &str| {
        let behind = gem.strip_prefix(package);
        behind.is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
            || names::ruby(package).contains(&gem)
    };
    let locks = snapshot.manifests().locks.iter();
    let mut locks = locks.filter(|lock| lock.ecosystem == Ecosystem::Ruby);
    locks.find_map(|lock| {
        let gem = lock.packages.iter().flatten().find(|gem| brings(gem))?;
        Some(format!(
            "{} has `{gem}`, which comes with a declared gem",
            lock.path
        ))
    })
}

fn of_python(snapshot: &Subject, manifests: &[&Manifest], package: &str) -> Option<String> {
    let mut asked = manifests
        .iter()
        .filter(|manifest| manifest.ecosystem() == Ecosystem::Python)
        .flat_map(|manifest| manifest.dependencies.iter().map(move |one| (*manifest, one)));
    asked.find_map(|(manifest, one)| {
        let place = || format!("{}:{} asks for `{}`", manifest.path, one.line, one.name);
        let extras = extras(snapshot, manifest, one);
        if extras.iter().any(|extra| is_called_as(package, extra)) {
            return Some(format!("{} with an extra of that name", place()));
        }
        match tells(snapshot, &one.name, package) {
            Some(true) => Some(format!("{}, which brings it along", place())),
            None if extras.iter().any(|extra| BUNDLES.contains(&extra.as_str())) => Some(format!(
                "{} with an extra, and no lock tells what that brings",
                place()
            )),
            _ => None,
        }
    })
}

/// `mdit_py_plugins` comes with `markdown-it-py[plugins]`.
fn is_called_as(package: &str, extra: &str) -> bool {
    extra.len() >= EXTRA_CHARS_MIN && package.to_lowercase().contains(extra)
}

/// The extras that a dependency is asked for with.
fn extras(snapshot: &Subject, manifest: &Manifest, one: &Dependency) -> Vec<String> {
    let line = snapshot
        .lines(&manifest.path, one.line, one.line)
        .unwrap_or_default();
    let behind = line
        .split_once(&one.name)
        .and_then(|(_, rest)| rest.strip_prefix('['));
    let inner = behind.and_then(|rest| rest.split(']').next()).unwrap_or_default();
    let extras = inner.split(',').map(|extra| extra.trim().to_lowercase());
    extras.filter(|extra| !extra.is_empty()).collect()
}

/// Whether a lock has a package among what a declared one needs; `None` where no lock tells of that one.
fn tells(snapshot: &Subject, declared: &str, package: &str) -> Option<bool> {
    let fold = |name: &str| lock::key(Ecosystem::Python, name);
    let is_block = |block: &&str| {
        let mut lines = block.lines();
        let name = lines.find_map(|line| line.strip_prefix("name = \"")?.strip_suffix('"'));
        name.is_some_and(|name| fold(name) == fold(declared))
    };
    let locks = snapshot.manifests().locks.iter();
    let texts = locks
        .filter(|lock| lock.ecosystem == Ecosystem::Python)
        .filter_map(|lock| snapshot.text(&lock.path));
    let block = texts
        .flat_map(|text| text.split("[[package]]").skip(1))
        .find(is_block)?;
    let wanted: Vec<String> = names::python(package)
        .iter()
        .copied()
        .chain([package])
        .map(fold)
        .collect();
    let told = block
        .lines()
        .filter(|line| !ASIDE.iter().any(|start| line.starts_with(start)) && !line.contains("://"));
    let is_sign = |c: char| !(c.is_alphanumeric() || matches!(c, '-' | '_' | '.'));
    let mut words = told
        .flat_map(|line| line.split(is_sign))
        .filter(|word| !word.is_empty());
    Some(words.any(|word| wanted.contains(&fold(word))))
}
