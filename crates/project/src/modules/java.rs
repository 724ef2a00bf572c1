//! Which file an import of Java means: packages by their declarations, types by the names of files.

use super::atlas::{Atlas, stem};
use super::{FileId, Target};
use ::syntax::Language;
use ::syntax::facts::Import;
use std::collections::{BTreeMap, BTreeSet};
use wordlist::{Words, array};

/// Packages of the language's own library.
const STANDARD: &[&str] =
    &array::<9>("java. javax. jdk. sun. com.sun. org.w3c.dom org.xml.sax org.ietf.jgss netscape.");
/// Packages of the `javax` space that are libraries of others.
static NOT_STANDARD: Words =
    Words::new(|| wordlist::words(include_str!("../../words/java_not_standard.txt")));

/// The types of the tree by package.
pub(super) struct Rules<'a> {
    atlas: &'a Atlas<'a>,
    packages: BTreeMap<&'a str, BTreeMap<&'a str, Vec<FileId>>>,
    own: BTreeMap<FileId, &'a str>,
}

impl<'a> Rules<'a> {
    pub(super) fn new(atlas: &'a Atlas<'a>) -> Self {
        let mut rules = Self {
            atlas,
            packages: BTreeMap::new(),
            own: BTreeMap::new(),
        };
        for (id, path) in atlas.files() {
            if atlas
                .facts(id)
                .is_none_or(|facts| facts.language != Language::Java)
            {
                continue;
            }
            let package = atlas.snapshot.text(path).map_or("", package);
            let types = rules.packages.entry(package).or_default();
            types.entry(stem(path)).or_default().push(id);
            rules.own.insert(id, package);
        }
        rules
    }

    pub(super) fn target(&self, import: &Import) -> Target {
        let what = import.what.trim_end_matches(".*");
        let takes_all = import.what.len() != what.len() || import.names.iter().any(|name| name == "*");
        if takes_all && let Some(types) = self.packages.get(what) {
            return Target::Files(types.values().flatten().copied().collect());
        }
        // `a.b.Type.Inner` and `a.b.Type.method`: the type is the longest prefix that is one.
        let cuts = what.match_indices('.').map(|(at, _)| at).rev();
        for at in std::iter::once(what.len()).chain(cuts) {
            if let Some((package, name)) = what[..at].rsplit_once('.')
                && let Some(files) = self.packages.get(package).and_then(|types| types.get(name))
            {
                return Target::Files(files.clone());
            }
        }
        outside(what, takes_all, |package| self.packages.contains_key(package))
    }

    /// The file of a type by its full name, as a setting writes it.
    pub(super) fn named(&self, name: &str) -> Option<Vec<FileId>> {
        let (package, name) = name.rsplit_once('.')?;
        self.packages.get(package)?.get(name).cloned()
    }

    /// The other types of the package that the file names.
    pub(super) fn companions(&self, path: &str) -> Vec<FileId> {
        let (Some(id), Some(text)) = (self.atlas.id(path), self.atlas.snapshot.text(path)) else {
            return Vec::new();
        };
        let types = self.own.get(&id).and_then(|package| self.packages.get(package));
        let Some(types) = types.filter(|types| types.len() > 1) else {
            return Vec::new();
        };
        let words = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
        let named: BTreeSet<&str> = words.filter(|word| types.contains_key(word)).collect();
        named.into_iter().flat_map(|name| &types[name]).copied().collect()
    }
}

fn outside(what: &str, takes_all: bool, is_own: impl Fn(&str) -> bool) -> Target {
    let package = match what.rsplit_once('.') {
        Some((package, _)) if !takes_all => package,
        _ => what,
    };
    let is_standard = STANDARD.iter().any(|start| what.starts_with(start))
        && !NOT_STANDARD.iter().any(|start| what.starts_with(start));
    if is_standard {
        Target::Standard
    } else if is_own(package) {
        Target::Unresolved
    } else {
        Target::External(package.to_owned())
    }
}

/// The package that a file declares.
pub(super) fn package(text: &str) -> &str {
    let declared = text.lines().find_map(|line| line.trim().strip_prefix("package "));
    declared.map_or("", |rest| rest.split(';').next().unwrap_or(rest).trim())
}
