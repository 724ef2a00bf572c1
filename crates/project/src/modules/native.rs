//! Which file an include of C or C++ means. Beside the includer first, then by the end of its path anywhere, as the
//! folders that a build adds are not known.

use super::atlas::{Atlas, join};
use super::{FileId, Target};
use crate::census::folder;
use ::syntax::Language;
use ::syntax::facts::Import;
use std::collections::BTreeMap;
use subject::Part;
use wordlist::Words;

/// Headers of C, C++ and POSIX without a folder.
static STANDARD: Words = Words::new(|| wordlist::words(include_str!("../../words/native_standard.txt")));
/// Folders of headers that the system brings.
static SYSTEM_FOLDERS: Words =
    Words::new(|| wordlist::words(include_str!("../../words/native_system_folders.txt")));

/// The headers of the tree by their names.
pub(super) struct Rules<'a> {
    atlas: &'a Atlas<'a>,
    by_name: BTreeMap<&'a str, Vec<(FileId, &'a str)>>,
}

impl<'a> Rules<'a> {
    pub(super) fn new(atlas: &'a Atlas<'a>) -> Self {
        let mut by_name: BTreeMap<&str, Vec<(FileId, &str)>> = BTreeMap::new();
        for (id, path) in atlas.files() {
            let is_native = |language| matches!(language, Language::C | Language::Cpp);
            if atlas.facts(id).is_some_and(|facts| is_native(facts.language)) {
                let name = path.rsplit('/').next().unwrap_or(path);
                by_name.entry(name).or_default().push((id, path));
            }
        }
        Self { atlas, by_name }
    }

    pub(super) fn target(&self, path: &str, import: &Import) -> Target {
        let what = import.what.trim();
        let is_system = what.starts_with('<');
        let name = what.trim_matches(['<', '>', '"']);
        if !is_system && let Some(found) = self.beside(path, name) {
            return found;
        }
        if is_standard(name) {
            return Target::Standard;
        }
        match self.anywhere(path, name) {
            Some(found) => found,
            // Something that a build makes, or a name that a macro holds.
            None if !is_system => Target::Unresolved,
            None => Target::External(name.to_owned()),
        }
    }

    fn beside(&self, path: &str, name: &str) -> Option<Target> {
        let found = join(folder(path), name)?;
        if let Some(id) = self.atlas.id(&found) {
            return Some(Target::Files(vec![id]));
        }
        self.atlas.has(&found).then(|| Target::Files(Vec::new()))
    }

    /// The one file whose path ends so. Among several, the one in the folder of headers nearest to the includer;
    /// where that leaves several too, nothing is settled.
    fn anywhere(&self, path: &str, name: &str) -> Option<Target> {
        let last = name.rsplit('/').next().unwrap_or(name);
        let inner = name.trim_start_matches("../").trim_start_matches("./");
        let ends = |found: &str| {
            found
                .strip_suffix(inner)
                .is_some_and(|rest| rest.is_empty() || rest.ends_with('/'))
        };
        let all = self.by_name.get(last)?;
        let found: Vec<&(FileId, &str)> = all.iter().filter(|(_, found)| ends(found)).collect();
        let rank = |found: &str| {
            let is_vendored = self.atlas.census.files[found].part == Part::Vendored;
            (is_vendored, std::cmp::Reverse(shared(path, found)))
        };
        let best = found.iter().map(|(_, found)| rank(found)).min()?;
        let mut nearest = found.iter().filter(|(_, found)| rank(found) == best);
        let (id, _) = nearest.next()?;
        Some(match nearest.next() {
            None => Target::Files(vec![*id]),
            Some(_) => Target::Unresolved,
        })
    }
}

/// How many folders two paths share from the root.
fn shared(one: &str, other: &str) -> usize {
    let pairs = folder(one).split('/').zip(folder(other).split('/'));
    pairs.take_while(|(one, other)| one == other).count()
}

fn is_standard(name: &str) -> bool {
    match name.split_once('/') {
        Some((folder, _)) => SYSTEM_FOLDERS.contains(&folder),
        // The headers of C++ have no ending.
        None => STANDARD.contains(&name) || !name.contains('.'),
    }
}

/// Whether a file is included rather than compiled.
pub(super) fn is_header(path: &str) -> bool {
    [".h", ".hh", ".hpp", ".hxx", ".ipp"]
        .iter()
        .any(|end| path.ends_with(end))
}
