//! Which file a path of Rust means: the trees of modules below the roots of crates, and crates by their names.

mod crates;

use super::atlas::Atlas;
use super::{FileId, Target};
use crate::census::rust_attributes;
use ::syntax::facts::{Import, Via};
use crates::Crates;
use std::collections::{BTreeMap, BTreeSet};

/// Deepest nesting of modules that is followed; programs have ten.
const DEPTH_MAX: usize = 64;
/// Crates that come with the compiler.
const STANDARD: &[&str] = &["std", "core", "alloc", "proc_macro", "test"];

/// A module: the crate by the file of its root, and the names down to it.
type Place = (FileId, Vec<String>);

/// The modules of the tree.
pub(super) struct Rules<'a> {
    crates: Crates<'a>,
    /// Where a file stands; in several places where several roots declare it.
    places: BTreeMap<FileId, Vec<Place>>,
    modules: BTreeMap<Place, FileId>,
    /// Files by who declares them and as what.
    children: BTreeMap<(FileId, String), Vec<FileId>>,
}

impl<'a> Rules<'a> {
    pub(super) fn new(atlas: &'a Atlas<'a>) -> Self {
        let crates = Crates::new(atlas);
        let mut rules = Self {
            children: children(atlas, &crates),
            crates,
            places: BTreeMap::new(),
            modules: BTreeMap::new(),
        };
        let roots: Vec<FileId> = rules.crates.roots().collect();
        for root in roots {
            rules.grow(root);
        }
        rules
    }

    /// Follows the declarations from the root of a crate.
    fn grow(&mut self, root: FileId) {
        let mut queue = vec![(root, Vec::new())];
        while let Some((file, names)) = queue.pop() {
            let place: Place = (root, names);
            let is_known = self.places.get(&file).is_some_and(|all| all.contains(&place));
            if place.1.len() > DEPTH_MAX || is_known {
                continue;
            }
            let below = self
                .children
                .range((file, String::new())..(file.saturating_add(1), String::new()));
            for ((_, name), child) in below {
                let names = [place.1.as_slice(), std::slice::from_ref(name)].concat();
                queue.extend(child.iter().map(|child| (*child, names.clone())));
            }
            self.places.entry(file).or_default().push(place.clone());
            self.modules.entry(place).or_insert(file);
        }
    }

    /// The roots of crates, with what they are.
    pub(super) fn roots(&self) -> impl Iterator<Item = FileId> {
        self.crates.roots()
    }

    pub(super) fn target(&self, id: FileId, path: &str, import: &Import) -> Target {
        let what = import.what.as_str();
        if import.how == Via::Declare {
            let child = self.children.get(&(id, what.to_owned()));
            return child.map_or(Target::Unresolved, |child| Target::Files(child.clone()));
        }
        let what = what.trim_start_matches("::");
        let parts: Vec<&str> = what
            .split("::")
            .map(|part| part.trim_start_matches("r#"))
            .collect();
        match parts.first().copied().unwrap_or_default() {
            "crate" | "self" | "super" => self.inner(id, &parts),
            first if STANDARD.contains(&first) => Target::Standard,
            first => self.named(id, path, first, &parts),
        }
    }

    /// A path inside the crate: the longest part of it that is a module with a file.
    fn inner(&self, id: FileId, parts: &[&str]) -> Target {
        let mut found = BTreeSet::new();
        for (root, names) in self.places.get(&id).into_iter().flatten() {
            let mut at: Vec<String> = names.clone();
            for (nth, part) in parts.iter().enumerate() {
                match *part {
                    "crate" if nth == 0 => at.clear(),
                    "self" if nth == 0 => {}
                    // An inner `mod tests { use super::*; }` means the file itself.
                    "super" => {
                        at.pop();
                    }
                    part => at.push(part.to_owned()),
                }
            }
            found.extend(self.longest(*root, &at));
        }
        if found.is_empty() {
            Target::Unresolved
        } else {
            Target::Files(found.into_iter().collect())
        }
    }

    fn longest(&self, root: FileId, names: &[String]) -> Option<FileId> {
        (0..=names.len())
            .rev()
            .find_map(|count| self.modules.get(&(root, names[..count].to_vec())).copied())
    }

    /// A path whose first name is a module beside it, a crate of the tree, or a crate of others.
    fn named(&self, id: FileId, path: &str, first: &str, parts: &[&str]) -> Target {
        let is_child = self.children.contains_key(&(id, first.to_owned()));
        if is_child {
            return self.inner(id, &[&["self"], parts].concat());
        }
        if let Some(root) = self.crates.local(path, first) {
            let names: Vec<String> = parts.iter().skip(1).map(|part| (*part).to_owned()).collect();
            return self
                .longest(root, &names)
                .map_or(Target::Unresolved, |file| Target::Files(vec![file]));
        }
        match self.crates.external(path, first) {
            Some(name) => Target::External(name),
            // `use Kind::*;` after another `use`: a type, not a crate.
            None if first.starts_with(char::is_uppercase) => Target::Files(Vec::new()),
            None => Target::Unresolved,
        }
    }
}

/// The files that declarations mean.
fn children(atlas: &Atlas<'_>, crates: &Crates<'_>) -> BTreeMap<(FileId, String), Vec<FileId>> {
    let mut found: BTreeMap<(FileId, String), Vec<FileId>> = BTreeMap::new();
    for (id, path) in atlas.files().filter(|(_, path)| path.ends_with(".rs")) {
        let Some(facts) = atlas.facts(id) else { continue };
        let declared = facts.imports.iter().filter(|import| import.how == Via::Declare);
        for import in declared {
            let is_root = crates.is_root(id);
            let children = files_of(atlas, path, is_root, import);
            if !children.is_empty() {
                let key = (id, import.what.clone());
                found.entry(key).or_default().extend(children);
            }
        }
    }
    found
}

/// The files that a declaration means: one, or one for each condition.
fn files_of(atlas: &Atlas<'_>, path: &str, is_root: bool, import: &Import) -> Vec<FileId> {
    let folder = crate::census::folder(path);
    let given = given_paths(atlas, path, import.line).into_iter();
    let given = given.filter_map(|given| atlas.id(&super::atlas::join(folder, &given)?));
    given.chain(child(atlas, path, is_root, import)).collect()
}

fn child(atlas: &Atlas<'_>, path: &str, is_root: bool, import: &Import) -> Option<FileId> {
    let folder = crate::census::folder(path);
    let name = import.what.trim_start_matches("r#");
    let own = match path.rsplit('/').next() {
        Some("mod.rs") => folder.to_owned(),
        _ if is_root => folder.to_owned(),
        _ => path.strip_suffix(".rs")?.to_owned(),
    };
    let at = |folder: &str| {
        let file = |rest: String| super::atlas::join(folder, &rest).and_then(|path| atlas.id(&path));
        file(format!("{name}.rs")).or_else(|| file(format!("{name}/mod.rs")))
    };
    // A declaration inside `mod a { … }` lies one folder deeper; where just one folder has it, that is it.
    let deeper = || {
        let start = format!("{own}/");
        let inner = atlas
            .folders
            .iter()
            .filter(|one| one.strip_prefix(&start).is_some_and(|rest| !rest.contains('/')));
        let mut found = inner.filter_map(|folder| at(folder));
        found.next().filter(|_| found.next().is_none())
    };
    at(&own).or_else(deeper)
}

/// `#[path = "x.rs"]` above a declaration, also under conditions: there may be one for each.
fn given_paths(atlas: &Atlas<'_>, path: &str, line: u32) -> Vec<String> {
    let above = rust_attributes(atlas.snapshot, path, line);
    let after = above.split("path").skip(1);
    let quoted = after.filter_map(|rest| {
        let rest = rest.trim_start().strip_prefix('=')?.trim_start();
        rest.strip_prefix('"')?.split('"').next()
    });
    quoted.map(str::to_owned).collect()
}
