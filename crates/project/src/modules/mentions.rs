//! Where a file is mentioned other than by an import that is understood: a name in a setting, a string, a comment.
//! It may be how the file is found while the program runs.

use super::atlas::{Atlas, stem};
use super::{FileId, Modules, Target, entries};
use crate::census::folder;
use ::syntax::Language;
use std::collections::{BTreeMap, BTreeSet};
use subject::{Part, Snapshot};
use wordlist::array;

/// Longest word that may be a path, in bytes.
const TOKEN_BYTES_MAX: usize = 300;
/// Longest text that is searched, in bytes; longer ones are data.
const TEXT_BYTES_MAX: usize = 512 << 10;

/// The words of a text that may be paths or dotted names.
pub(super) fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | ':' | '@' | '~' | '+');
    text.split(move |c| !is_part(c))
        .map(|token| token.trim_matches(':').trim_end_matches(['.', '/']))
        .filter(|token| !token.is_empty() && token.len() <= TOKEN_BYTES_MAX)
}

/// The names that files are sought by, in small letters.
struct Wanted<'a> {
    /// Two neighbouring parts of a path or dotted name: folder and stem, stem and ending.
    pairs: BTreeMap<(&'a str, &'a str), Vec<FileId>>,
    /// Words that stand for a file alone: types of Java.
    words: BTreeMap<&'a str, Vec<FileId>>,
}

/// Of some files, those that are mentioned, each with the first place.
pub(super) fn find(
    atlas: &Atlas<'_>,
    modules: &Modules,
    files: &BTreeSet<FileId>,
) -> BTreeMap<FileId, String> {
    let mut found = BTreeMap::new();
    if files.is_empty() {
        return found;
    }
    // Where the system of files tells no capitals apart, `./Lid` is lid.js.
    let paths: BTreeMap<FileId, String> = files
        .iter()
        .map(|id| (*id, atlas.paths[*id as usize].to_ascii_lowercase()))
        .collect();
    let wanted = Wanted::new(atlas, &paths);
    for path in searched(atlas.snapshot) {
        let own = atlas.id(path);
        let is_vendored = own.is_some() && atlas.census.files[path].part == Part::Vendored;
        let Some(text) = atlas
            .snapshot
            .text(path)
            .filter(|text| text.len() <= TEXT_BYTES_MAX && !is_vendored)
        else {
            continue;
        };
        let understood = own.map(|id| understood(modules, id)).unwrap_or_default();
        let text = text.to_ascii_lowercase();
        for (number, line) in (1_u32..).zip(text.lines()) {
            if understood.contains(&number) {
                continue;
            }
            for id in wanted.on(line).into_iter().filter(|id| Some(*id) != own) {
                found
                    .entry(id)
                    .or_insert_with(|| format!("{path}:{number} mentions it"));
            }
        }
    }
    found
}

/// All files but prose: a list of files in a README is no way in which one is loaded.
fn searched(snapshot: &Snapshot) -> impl Iterator<Item = &str> {
    let prose = const { array::<11>(".md .markdown .rst .txt .adoc .lock .svg .map .csv .log .snap") };
    let is_prose =
        move |path: &&str| prose.iter().any(|end| path.ends_with(end)) && !path.ends_with("CMakeLists.txt");
    snapshot
        .files
        .keys()
        .map(String::as_str)
        .filter(move |path| !is_prose(path))
}

/// The lines of a file whose imports are resolved to files of the tree.
fn understood(modules: &Modules, id: FileId) -> BTreeSet<u32> {
    let links = modules.links.get(id as usize).into_iter().flatten();
    let resolved = links.filter(|link| matches!(&link.target, Target::Files(files) if !files.is_empty()));
    resolved.map(|link| link.line).collect()
}

impl<'a> Wanted<'a> {
    fn new(atlas: &Atlas<'_>, paths: &'a BTreeMap<FileId, String>) -> Self {
        let mut wanted = Self {
            pairs: BTreeMap::new(),
            words: BTreeMap::new(),
        };
        for (id, path) in paths {
            if atlas
                .facts(*id)
                .is_some_and(|facts| facts.language == Language::Java)
            {
                wanted.words.entry(stem(path)).or_default().push(*id);
                continue;
            }
            for pair in pairs(path) {
                wanted.pairs.entry(pair).or_default().push(*id);
            }
        }
        wanted
    }

    fn on(&self, line: &str) -> Vec<FileId> {
        let mut found = Vec::new();
        for token in tokens(line) {
            let parts = parts(token);
            for two in parts.windows(2) {
                found.extend(self.pairs.get(&(two[0], two[1])).into_iter().flatten());
            }
        }
        if !self.words.is_empty() {
            let words = line.split(|c: char| !(c.is_alphanumeric() || c == '_'));
            found.extend(words.filter_map(|word| self.words.get(word)).flatten());
        }
        found
    }
}

/// `./a/b.c` is `.`, `a`, `b`, `c`.
fn parts(token: &str) -> Vec<&str> {
    let steps = token.split(['/', ':']).filter(|step| !step.is_empty());
    let parts = steps.flat_map(|step| match step {
        "." | ".." => vec![step],
        step => step.split('.').filter(|part| !part.is_empty()).collect(),
    });
    parts.collect()
}

/// The pairs that mean a file.
fn pairs(path: &str) -> Vec<(&str, &str)> {
    let name = path.rsplit('/').next().unwrap_or(path);
    let (last_stem, ending) = name.rsplit_once('.').unwrap_or((name, ""));
    let last_stem = last_stem.rsplit('.').next().unwrap_or(last_stem);
    let around = folder(path);
    let (stem, above) = if entries::is_index(path) {
        (last(around), last(folder(around)))
    } else {
        (last_stem, last(around))
    };
    let endings = [ending, "js", "o", "mjs", "cjs"];
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    if !entries::is_index(path) {
        pairs.extend(endings.into_iter().map(|ending| (last_stem, ending)));
    }
    pairs.extend(
        [".", "..", "@", "~", "src"]
            .into_iter()
            .map(|above| (above, stem)),
    );
    if !above.is_empty() {
        pairs.push((above, stem));
    }
    pairs
}

fn last(folder: &str) -> &str {
    folder.rsplit('/').next().unwrap_or(folder)
}

#[cfg(test)]
mod tests;
