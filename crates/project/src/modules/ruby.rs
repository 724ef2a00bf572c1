//! Which file a `require` of Ruby means: relative ones by folders, others by the load paths of gems.

use super::atlas::{Atlas, join};
use super::{FileId, Target};
use crate::census::{Kind, folder};
use ::syntax::facts::Import;
use std::collections::BTreeSet;
use wordlist::Words;

/// The standard library and its default gems, by the first part of the name.
static STANDARD: Words = Words::new(|| wordlist::words(include_str!("../../words/ruby_standard.txt")));

/// The load paths of the tree.
pub(super) struct Rules<'a> {
    atlas: &'a Atlas<'a>,
    paths: BTreeSet<String>,
}

impl<'a> Rules<'a> {
    pub(super) fn new(atlas: &'a Atlas<'a>) -> Self {
        let roots = atlas.projects(Kind::Bundler).map(|project| project.root.as_str());
        let roots: BTreeSet<&str> = roots.chain([""]).collect();
        let customary = ["lib", "spec", "test", "app", ""];
        let paths = roots
            .iter()
            .flat_map(|root| customary.iter().filter_map(move |inner| join(root, inner)));
        Self {
            atlas,
            paths: paths.collect(),
        }
    }

    pub(super) fn target(&self, path: &str, import: &Import) -> Target {
        let what = import.what.as_str();
        if what.starts_with("./") || what.starts_with("../") || self.is_relative(path, import.line) {
            let found = join(folder(path), what).and_then(|base| self.file(&base));
            return found.map_or(Target::Unresolved, Target::Files);
        }
        if let Some(found) = self.on_load_path(path, what) {
            return Target::Files(found);
        }
        let first = what.split('/').next().unwrap_or(what);
        match first.split('-').next() {
            _ if STANDARD.contains(&first) => Target::Standard,
            _ if what.starts_with('/') || what.is_empty() => Target::Unresolved,
            _ => Target::External(first.to_owned()),
        }
    }

    fn is_relative(&self, path: &str, line: u32) -> bool {
        let text = self.atlas.snapshot.lines(path, line, line);
        text.is_some_and(|text| text.contains("require_relative"))
    }

    /// The file of a name on the load paths, that of the nearest gem first.
    pub(super) fn on_load_path(&self, path: &str, what: &str) -> Option<Vec<FileId>> {
        let mut paths: Vec<&String> = self.paths.iter().collect();
        let is_near = |root: &str| {
            let gem = root.rsplit_once('/').map_or("", |(gem, _)| gem);
            crate::census::is_inside(path, gem)
        };
        paths.sort_by_key(|root| (!is_near(root), std::cmp::Reverse(root.len())));
        paths
            .into_iter()
            .find_map(|root| join(root, what).and_then(|base| self.file(&base)))
    }

    fn file(&self, base: &str) -> Option<Vec<FileId>> {
        if let Some(id) = self
            .atlas
            .id(&format!("{base}.rb"))
            .or_else(|| self.atlas.id(base))
        {
            return Some(vec![id]);
        }
        self.atlas.has(base).then(Vec::new)
    }
}
