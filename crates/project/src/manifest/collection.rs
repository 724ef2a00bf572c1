//! All manifests and lock files of a snapshot, with what they take from each other filled in.

use super::lock::{self, Lock};
use super::{Dependency, Ecosystem, Format, Kind, Manifest, Pin, Source};
use std::collections::BTreeSet;
use subject::{Skipped, Snapshot};
use wordlist::array;

/// Most manifests that are read; the largest monorepos have some hundreds that are no fixtures.
const MANIFESTS_MAX: usize = 3_000;
/// Deepest chain of files that take dependencies from files.
const INCLUDES_MAX: usize = 6;
/// Folders of code that others wrote.
const FOREIGN: [&str; 5] = array("node_modules site-packages .venv venv bower_components");

/// The manifests and lock files of a snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Manifests {
    /// The manifests that were read, by path.
    pub all: Vec<Manifest>,
    /// The lock files, by path.
    pub locks: Vec<Lock>,
    /// Manifests that could not be read.
    pub unread: Vec<Unread>,
}

/// A manifest that could not be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    pub path: String,
    /// The family of tools that reads it.
    pub ecosystem: Ecosystem,
    /// Why not.
    pub why: String,
}

impl Manifests {
    /// Reads those of a snapshot.
    pub fn of(snapshot: &Snapshot) -> Self {
        let mut found = Self::default();
        for (path, file) in &snapshot.files {
            if path.split('/').any(|part| FOREIGN.contains(&part)) {
                continue;
            }
            let is_full = found.all.len() + found.locks.len() >= MANIFESTS_MAX;
            if let Some(ecosystem) = lock::ecosystem(path) {
                found
                    .locks
                    .push(lock::read(path, ecosystem, file.text().filter(|_| !is_full)));
            } else if let Some(format) = Format::of(path) {
                if is_full {
                    found.unread(path, format, format!("only {MANIFESTS_MAX} manifests are read"));
                } else {
                    found.take(path, format, file.text());
                }
            }
        }
        for skipped in &snapshot.skipped {
            found.skip(&skipped.path, &skipped.why);
        }
        found.locks.sort_by(|a, b| a.path.cmp(&b.path));
        found.include();
        found.set_apart();
        found.inherit();
        found.lock();
        found
    }

    fn take(&mut self, path: &str, format: Format, text: Option<&str>) {
        let read = text
            .ok_or_else(|| "it is not UTF-8".to_owned())
            .and_then(|text| super::read(path, format, text));
        match read {
            Ok(manifest) => {
                if format == Format::Requirements {
                    self.locks
                        .extend(lock::of_requirements(&manifest, text.unwrap_or_default()));
                }
                self.all.push(manifest);
            }
            Err(why) => self.unread(path, format, why),
        }
    }

    fn unread(&mut self, path: &str, format: Format, why: String) {
        self.unread.push(Unread {
            path: path.to_owned(),
            ecosystem: format.ecosystem(),
            why,
        });
    }

    fn skip(&mut self, path: &str, why: &str) {
        if path.split('/').any(|part| FOREIGN.contains(&part)) || why.starts_with("a symbolic link") {
            return;
        }
        if let Some(ecosystem) = lock::ecosystem(path) {
            self.locks.push(lock::read(path, ecosystem, None));
        } else if let Some(format) = Format::of(path) {
            self.unread(path, format, why.to_owned());
        }
    }

    /// The manifest at a path.
    pub fn at(&self, path: &str) -> Option<&Manifest> {
        self.all.iter().find(|manifest| manifest.path == path)
    }

    /// The lock files that hold for a manifest, the nearest first: in its folder, or in one above it.
    pub fn locks_of(&self, manifest: &Manifest) -> Vec<&Lock> {
        let inside = |lock: &&Lock| {
            lock.ecosystem == manifest.ecosystem() && is_within(manifest.folder(), lock.folder())
        };
        let mut locks: Vec<&Lock> = self.locks.iter().filter(inside).collect();
        locks.sort_by_key(|lock| std::cmp::Reverse(lock.folder().len()));
        locks
    }

    /// An environment of conda, and lists that say so by their names, where they lie beside or below a package of Python that
    /// declares what it runs with. They are for those who work on it.
    fn set_apart(&mut self) {
        let is_package = |one: &&Manifest| {
            let declares = one
                .dependencies
                .iter()
                .any(|dependency| dependency.kind == Kind::Runtime);
            one.format == Format::Pyproject && one.name.is_some() && declares
        };
        let packages = self.all.iter().filter(is_package);
        let homes: BTreeSet<String> = packages.map(|one| one.folder().to_owned()).collect();
        let environments = self.all.iter_mut().filter(|one| one.format == Format::Conda);
        for one in environments.filter(|one| homes.contains(one.folder())) {
            one.dependencies
                .iter_mut()
                .for_each(|dependency| dependency.kind = Kind::Dev);
        }
    }

    /// What included files list is listed by the file that includes them. A Gemfile that takes in the specification of
    /// its gem adds only what those need who work on it.
    fn include(&mut self) {
        for manifest in &mut self.all {
            if manifest.includes.iter().any(|(path, _)| path == "*.gemspec") {
                manifest
                    .dependencies
                    .iter_mut()
                    .for_each(|one| one.kind = Kind::Dev);
            }
        }
        for _ in 0..INCLUDES_MAX {
            let mut added: Vec<(usize, Vec<Dependency>)> = Vec::new();
            for (number, manifest) in self.all.iter().enumerate() {
                let targets = manifest.includes.iter().filter_map(|(path, line)| {
                    let target = self.target(manifest, path)?;
                    Some((target, *line))
                });
                let more = targets
                    .flat_map(|(target, line)| included(manifest, target, line))
                    .collect();
                added.push((number, more));
            }
            let is_done = added.iter().all(|(_, more)| more.is_empty());
            for (number, more) in added {
                self.all[number].dependencies.extend(more);
            }
            if is_done {
                break;
            }
        }
    }

    fn target(&self, manifest: &Manifest, path: &str) -> Option<&Manifest> {
        if path == "*.gemspec" {
            let is_one = |one: &&Manifest| one.format == Format::Gemspec && one.folder() == manifest.folder();
            return self.all.iter().find(is_one);
        }
        self.at(&join(manifest.folder(), path)?)
    }

    fn inherit(&mut self) {
        let sources: Vec<Manifest> = self
            .all
            .iter()
            .filter(|manifest| !manifest.offered.is_empty())
            .cloned()
            .collect();
        let modules = self
            .all
            .iter()
            .filter(|manifest| manifest.format == Format::Maven);
        let siblings: BTreeSet<String> = modules.filter_map(|manifest| manifest.name.clone()).collect();
        for manifest in &mut self.all {
            let (format, folder) = (manifest.format, manifest.folder().to_owned());
            let mut offers: Vec<&Manifest> = sources
                .iter()
                .filter(|source| reaches(source, format, &folder))
                .collect();
            offers.sort_by_key(|source| std::cmp::Reverse(source.folder().len()));
            for dependency in &mut manifest.dependencies {
                let offered = offers.iter().flat_map(|source| &source.offered);
                if let Some(offer) = offered
                    .into_iter()
                    .find(|offer| is_offered(format, dependency, offer))
                {
                    fill(dependency, offer);
                }
            }
            if format == Format::Maven {
                for dependency in &mut manifest.dependencies {
                    let artifact = dependency.name.rsplit(':').next().unwrap_or_default();
                    if siblings.contains(artifact) {
                        *dependency = dependency.clone().sourced(Source::Workspace);
                    }
                }
                // A version that stands nowhere in the repository is fixed by a parent outside of it.
                let open = manifest
                    .dependencies
                    .iter_mut()
                    .filter(|one| one.requirement.is_empty());
                open.for_each(|one| one.pin = Pin::Exact);
            }
        }
    }

    /// What a lock file names is locked.
    fn lock(&mut self) {
        let locked: Vec<Vec<usize>> = self.all.iter().map(|manifest| self.locked(manifest)).collect();
        for (manifest, numbers) in self.all.iter_mut().zip(locked) {
            for number in numbers {
                let dependency = &mut manifest.dependencies[number];
                if dependency.pin != Pin::Exact && dependency.is_external() {
                    dependency.pin = Pin::Locked;
                }
            }
        }
    }

    fn locked(&self, manifest: &Manifest) -> Vec<usize> {
        let locks = self.locks_of(manifest);
        let is_locked = |dependency: &Dependency| {
            let names = locks.iter().map(|lock| lock.names(&dependency.name));
            // A lock that was not read is one all the same.
            names.into_iter().any(|named| named != Some(false))
        };
        let numbered = manifest.dependencies.iter().enumerate();
        numbered
            .filter(|(_, one)| is_locked(one))
            .map(|(number, _)| number)
            .collect()
    }
}

/// What a manifest takes over from another that it does not have yet.
fn included(manifest: &Manifest, target: &Manifest, line: u32) -> Vec<Dependency> {
    let is_new = |one: &&Dependency| {
        manifest
            .dependencies
            .iter()
            .all(|own| own.name != one.name || own.kind != one.kind)
    };
    let taken = target.dependencies.iter().filter(is_new).cloned();
    taken.map(|one| Dependency { line, ..one }).collect()
}

/// Whether a manifest of a format in a folder may take from what a source lays down.
fn reaches(source: &Manifest, format: Format, folder: &str) -> bool {
    match source.format {
        Format::GradleCatalog => format == Format::Gradle,
        Format::PnpmWorkspace => format == Format::Npm && is_within(folder, source.folder()),
        // A parent of Maven may lie beside its children.
        Format::Maven => format == Format::Maven,
        other => other == format && is_within(folder, source.folder()),
    }
}

fn is_offered(format: Format, dependency: &Dependency, offer: &Dependency) -> bool {
    match format {
        Format::Cargo => {
            let name = |one: &Dependency| one.alias.clone().unwrap_or_else(|| one.name.clone());
            dependency.source == Source::Workspace && name(dependency) == name(offer)
        }
        Format::Npm => dependency
            .requirement
            .strip_prefix("catalog:")
            .is_some_and(|catalog| {
                let catalog = if catalog == "default" { "" } else { catalog };
                dependency.name == offer.name && offer.alias.as_deref() == Some(catalog)
            }),
        Format::Maven => dependency.requirement.is_empty() && dependency.name == offer.name,
        Format::Gradle => offer.alias.as_deref() == Some(dependency.name.as_str()),
        _ => false,
    }
}

fn fill(dependency: &mut Dependency, offer: &Dependency) {
    let own = (dependency.kind, dependency.line);
    let alias = dependency.alias.take();
    *dependency = offer.clone();
    (dependency.kind, dependency.line) = own;
    dependency.alias = alias.or_else(|| {
        // Catalogs use the alias for themselves.
        offer
            .alias
            .clone()
            .filter(|alias| offer.name != *alias && !alias.starts_with("libs.") && !alias.is_empty())
    });
}

/// Whether a folder is another or lies in it.
pub(super) fn is_within(folder: &str, outer: &str) -> bool {
    outer.is_empty()
        || folder == outer
        || folder
            .strip_prefix(outer)
            .is_some_and(|rest| rest.starts_with('/'))
}

/// A path relative to a folder, with `.` and `..` worked out; `None` where it leads out.
pub fn join(folder: &str, path: &str) -> Option<String> {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The path that a symbolic link of the repository leads to, as far as that lies in it.
pub fn linked(link: &Skipped) -> Option<String> {
    let (target, _) = link.why.strip_prefix("a symbolic link to `")?.split_once('`')?;
    let folder = link.path.rsplit_once('/').map_or("", |(folder, _)| folder);
    (!target.starts_with('/')).then(|| join(folder, target))?
}
