//! Every name that the files of the subject have, so that "nowhere" can be said.

use super::words::fold;
use court::evidence::Place;
use python::program::Program;
use std::cell::{Cell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use subject::Snapshot;

/// Largest file whose words are read, in bytes; larger ones are data.
const FILE_BYTES_MAX: usize = 1 << 20;
/// Largest file of data whose words are read, in bytes.
const DATA_BYTES_MAX: usize = 256 << 10;
/// Shortest name, folded, that is also looked for inside of longer ones.
const PART_CHARS_MIN: usize = 6;
/// Most searches through all names for one subject; beyond, a name counts as found, which accuses nobody.
const SEARCHES_MAX: usize = 2_000;
/// Most missing names for which the one that was meant is looked for.
const HINTS_MAX: usize = 40;
/// From this likeness on, a name may be the one that was meant; 1 is the same name.
const LIKENESS_MIN: f64 = 0.6;
/// Endings of files that only tell of code.
const PROSE: [&str; 7] = ["md", "rst", "txt", "markdown", "adoc", "tex", "org"];
/// Endings of files that hold data.
const DATA: [&str; 7] = ["json", "jsonl", "csv", "xml", "svg", "log", "lock"];

/// The names of the subject.
#[derive(Default)]
pub(super) struct Vocabulary<'a> {
    /// Words of code and configuration.
    words: BTreeSet<&'a str>,
    folded: BTreeSet<String>,
    /// Words of prose, folded.
    told: BTreeSet<String>,
    /// Where functions and classes are defined, by name.
    defined: BTreeMap<&'a str, Place>,
    /// The same names, folded.
    meant: BTreeMap<String, &'a str>,
    searches: Cell<usize>,
    hints: Cell<usize>,
    /// What was searched for before.
    parts: RefCell<BTreeMap<String, bool>>,
}

/// Where a name is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Presence {
    /// A function or class has it.
    Defined(Place),
    /// Code or configuration has it, perhaps inside of a longer name.
    Used,
    /// Only prose has it.
    Told,
    /// No file has it.
    Nowhere,
}

impl<'a> Vocabulary<'a> {
    pub(super) fn of(snapshot: &'a Snapshot, program: &'a Program) -> Self {
        let mut vocabulary = Self::default();
        for (path, file) in &snapshot.files {
            if let Some(text) = file.text() {
                vocabulary.read(path, text);
            }
        }
        vocabulary.define(program);
        vocabulary
    }

    fn read(&mut self, path: &'a str, text: &'a str) {
        let name = path.rsplit('/').next().unwrap_or(path);
        let ending = name
            .rsplit_once('.')
            .map_or("", |(_, ending)| ending)
            .to_ascii_lowercase();
        let is_data = DATA.contains(&ending.as_str());
        if text.len() > if is_data { DATA_BYTES_MAX } else { FILE_BYTES_MAX } {
            return;
        }
        let is_prose = PROSE.contains(&ending.as_str()) && !name.starts_with("requirements");
        let stem = name.trim_start_matches('.').split('.').next().unwrap_or(name);
        self.folded.insert(fold(stem));
        if !is_prose {
            // `sha-256` and `pre-commit` are one name too.
            let joined = text.split(|c: char| !(c.is_alphanumeric() || matches!(c, '_' | '-')));
            let joined = joined.filter(|word| word.trim_matches('-').contains('-'));
            self.folded.extend(joined.map(fold));
        }
        for word in text.split(|c: char| !(c.is_alphanumeric() || c == '_')) {
            if word.len() < 2 {
                continue;
            }
            if is_prose {
                self.told.insert(fold(word));
            } else if self.words.insert(word) {
                self.folded.insert(fold(word));
            }
        }
    }

    fn define(&mut self, program: &'a Program) {
        let functions = program
            .functions()
            .map(|function| (function.function.name.as_str(), function.place()));
        let classes = program.classes().map(|(path, class)| {
            (
                class.name.as_str(),
                Place::lines(path, class.span.first, class.span.last),
            )
        });
        for (name, place) in functions.chain(classes) {
            self.meant.entry(fold(name)).or_insert(name);
            self.defined.entry(name).or_insert(place);
        }
    }

    /// Where the function or class of a name is defined, however it is spelled.
    pub(super) fn definition(&self, name: &str) -> Option<&Place> {
        let meant = || self.defined.get(self.meant.get(&fold(name))?);
        self.defined.get(name).or_else(meant)
    }

    /// Where a name is, however it is spelled.
    pub(super) fn presence(&self, name: &str) -> Presence {
        if let Some(place) = self.definition(name) {
            return Presence::Defined(place.clone());
        }
        let folded = fold(name);
        let stems = [
            folded.as_str(),
            folded.trim_end_matches("node"),
            folded.trim_end_matches('s'),
            folded.trim_start_matches("the"),
        ];
        if stems.iter().any(|stem| self.folded.contains(*stem)) || self.is_part(&folded) {
            return Presence::Used;
        }
        if self.told.contains(&folded) {
            Presence::Told
        } else {
            Presence::Nowhere
        }
    }

    fn is_part(&self, folded: &str) -> bool {
        folded.len() >= PART_CHARS_MIN && self.has_part(folded)
    }

    /// Whether some word of code or configuration contains this, in any case.
    pub(super) fn has_part(&self, part: &str) -> bool {
        if let Some(known) = self.parts.borrow().get(part) {
            return *known;
        }
        if !self.may_search() {
            return true;
        }
        let has = self.folded.iter().any(|word| word.contains(part));
        self.parts.borrow_mut().insert(part.to_owned(), has);
        has
    }

    /// Counts a search through everything; `false` once there were too many.
    pub(super) fn may_search(&self) -> bool {
        self.searches.set(self.searches.get() + 1);
        self.searches.get() <= SEARCHES_MAX
    }

    /// The function or class of the nearest name.
    pub(super) fn nearest(&self, name: &str) -> Option<String> {
        self.hints.set(self.hints.get() + 1);
        if self.hints.get() > HINTS_MAX {
            return None;
        }
        let likeness = |other: &&&str| strsim::normalized_damerau_levenshtein(name, other);
        let best = self
            .defined
            .keys()
            .filter(|other| !other.starts_with("test_"))
            .max_by(|a, b| likeness(a).total_cmp(&likeness(b)).then_with(|| b.cmp(a)))?;
        (likeness(&best) >= LIKENESS_MIN).then(|| (*best).to_owned())
    }
}
