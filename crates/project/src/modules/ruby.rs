//! Which file a `require` of Ruby means: relative ones by folders, others by the load paths of gems.

use super::atlas::{Atlas, join};
use super::{FileId, Target};
use crate::census::{Kind, folder};
use ::syntax::facts::Import;
use std::collections::BTreeSet;
use wordlist::{Words, array};

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

/// Whether a file defines nothing and does something, as a script does that somebody starts.
pub(super) fn is_script(text: &str) -> bool {
    let lines = || text.lines().map(str::trim_start);
    let starts = |line: &str, words: &[&str]| words.iter().any(|word| line.starts_with(word));
    let defines = |line: &str| starts(line, &["def ", "class ", "module ", "private def "]);
    let is_plain = |line: &str| line.is_empty() || starts(line, &["#", "require", "autoload", "load "]);
    !lines().any(defines) && lines().any(|line| !is_plain(line))
}

/// Whether a file calls something of a class outside of all definitions: `Game.new.start`.
pub(super) fn has_work(text: &str) -> bool {
    text.lines().any(|line| {
        let name = line
            .split(|c: char| !c.is_alphanumeric() && c != '_' && c != ':')
            .next();
        let name = name.unwrap_or_default();
        name.starts_with(char::is_uppercase) && line[name.len()..].starts_with('.')
    })
}

/// Words that load a file, or run a text.
const LOADS: [&str; 9] = array(
    "require require_relative require_dependency load import eval instance_eval class_eval module_eval",
);

/// Whether a file loads another by a name that is made while it runs: `require file`, `load "#{name}.rb"`, `each(&method(:require))`.
pub(super) fn loads_by_value(text: &str) -> bool {
    let lines = text.lines().map(str::trim_start);
    let mut lines = lines.filter(|line| !line.starts_with('#') && !line.starts_with("def "));
    lines.any(|line| LOADS.iter().any(|word| is_loaded(line, word)))
}

fn is_loaded(line: &str, word: &str) -> bool {
    line.match_indices(word).any(|(at, _)| {
        let (before, after) = (&line[..at], &line[at + word.len()..]);
        let is_word = |c: char| c.is_alphanumeric() || c == '_';
        if after.starts_with(is_word) || before.ends_with(is_word) {
            return false;
        }
        // A method of that name is called on something else: `YAML.load text`. A symbol may be handed on.
        let is_other = before.ends_with(['.', '@', '$']) && !before.ends_with("Kernel.");
        let value = after.trim_start_matches(['(', ' ']);
        let is_made = match value.chars().next() {
            Some('"') => value.contains("#{"),
            Some('\'' | '=' | ')' | ',' | ':') | None => false,
            Some(_) => value.len() < after.len(),
        };
        before.ends_with(':') || is_made && !is_other || word.ends_with("_eval") && before.ends_with('.')
    })
}
