//! What manifests declare, in whatever language they are of.

use super::counted;
use super::scope::{Paths, is_in};
use court::evidence::{Finding, Place};
use court::protocol::own::{Manifest, Own};
use probes_core::Subject;
use probes_core::probe::{Answer, PROOFS_MAX};
use project::manifest::Dependency;
use subject::data::{Node, Value, json, toml, yaml};

/// Whether a glob of manifests can be used.
pub(super) fn check(look: &Manifest) -> Result<(), String> {
    match look {
        Manifest::Dependency(_) => Ok(()),
        Manifest::Field { file, .. } => Paths::of(std::slice::from_ref(file)).map(|_| ()),
    }
}

/// How many manifests declare it.
pub(super) fn examine(own: &Own, look: &Manifest, snapshot: &Subject) -> Answer {
    let paths = match Paths::of(&own.paths) {
        Ok(paths) => paths,
        Err(problem) => return Answer::unobserved(problem),
    };
    let concerns = |path: &str| paths.has(path) && is_in(own.part, path);
    let read = match look {
        Manifest::Dependency(name) => dependency(name, snapshot, &concerns),
        Manifest::Field { file, field } => match Paths::of(std::slice::from_ref(file)) {
            Ok(globs) => of_field(field, snapshot, &|path| globs.has(path) && concerns(path)),
            Err(problem) => return Answer::unobserved(problem),
        },
    };
    read.answer()
}

/// What was looked into, and where it is declared.
#[derive(Default)]
struct Read {
    manifests: Vec<String>,
    declared: Vec<Place>,
    unread: Vec<String>,
}

impl Read {
    fn answer(self) -> Answer {
        let files: std::collections::BTreeSet<String> = self.declared.iter().map(place_path).collect();
        let unread = match self.unread.as_slice() {
            [] => String::new(),
            paths => format!("; not read: {}", paths.join(", ")),
        };
        if self.manifests.is_empty() {
            return match self.unread.is_empty() {
                true => Answer::not_applicable("the repository has no such manifest"),
                false => Answer::unobserved(format!("no such manifest could be read{unread}")),
            };
        }
        let said = format!(
            "{} of {} declare it{unread}",
            files.len(),
            counted(self.manifests.len(), "manifest")
        );
        let answer = Answer::value(Finding::of(!files.is_empty()), files.len(), said);
        if self.declared.is_empty() {
            let first = self
                .manifests
                .iter()
                .take(1)
                .map(|path| Place::line(path.as_str(), 1));
            return answer.at_all(first);
        }
        answer.at_all(self.declared.into_iter().take(PROOFS_MAX))
    }
}

fn place_path(place: &Place) -> String {
    match place {
        Place::Lines { path, .. } => path.clone(),
        other => other.to_string(),
    }
}

fn dependency(name: &str, snapshot: &Subject, concerns: &dyn Fn(&str) -> bool) -> Read {
    let manifests = snapshot.manifests();
    let wanted = folded(name);
    let mut read = Read::default();
    for manifest in manifests.all.iter().filter(|manifest| concerns(&manifest.path)) {
        read.manifests.push(manifest.path.clone());
        let found = manifest
            .dependencies
            .iter()
            .filter(|dependency| is_named(dependency, &wanted));
        let places = found.map(|dependency| Place::line(manifest.path.as_str(), dependency.line));
        read.declared.extend(places);
    }
    let unread = manifests.unread.iter().filter(|unread| concerns(&unread.path));
    read.unread
        .extend(unread.map(|unread| format!("{} ({})", unread.path, unread.why)));
    read
}

/// By its whole name, or by the last part of one in parts: `group:artifact`, `example.org/module`.
fn is_named(dependency: &Dependency, wanted: &str) -> bool {
    let name = folded(&dependency.name);
    let last = name.rsplit([':', '/']).next().unwrap_or(&name);
    name == wanted || last == wanted
}

/// Case and the separators of words do not tell packages apart.
fn folded(name: &str) -> String {
    name.trim().to_lowercase().replace(['_', '.'], "-")
}

fn of_field(field: &str, snapshot: &Subject, concerns: &dyn Fn(&str) -> bool) -> Read {
    let mut read = Read::default();
    for (path, file) in snapshot.files.iter().filter(|(path, _)| concerns(path)) {
        match file.text().and_then(|text| tree(path, text)) {
            None => read.unread.push(path.clone()),
            Some(tree) => {
                read.manifests.push(path.clone());
                let line = below(&tree, field).map(|node| node.line);
                read.declared
                    .extend(line.map(|line| Place::line(path.as_str(), line)));
            }
        }
    }
    let skipped = snapshot.skipped.iter().map(|skipped| &skipped.path);
    read.unread.extend(skipped.filter(|path| concerns(path)).cloned());
    read
}

fn tree(path: &str, text: &str) -> Option<Node> {
    match path.rsplit('.').next()? {
        "json" => json::read(text).ok(),
        "toml" => toml::read(text).ok(),
        "yaml" | "yml" => yaml::read(text).ok(),
        _ => None,
    }
}

/// What stands under keys joined by dots, where it says something.
fn below<'t>(tree: &'t Node, field: &str) -> Option<&'t Node> {
    let mut at = tree;
    for key in field.split('.') {
        at = match key.parse::<usize>() {
            Ok(index) if !at.items().is_empty() => at.items().get(index)?,
            _ => at.get(key)?,
        };
    }
    let says_nothing = match &at.value {
        Value::Null => true,
        Value::Text(text) => text.trim().is_empty(),
        _ => false,
    };
    (!says_nothing).then_some(at)
}
