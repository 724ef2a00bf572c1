//! What the words of a language mean to the walk, read once from the text beside its rules.

use super::Grammar;
use super::dangers::{Reads, Sink, Source};
use super::kinds::Kind;
use crate::facts::Risk;
use crate::language::Language;
use serde::Deserialize;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;
use tree_sitter::Node;

/// The words of one language.
#[derive(Default)]
pub(crate) struct Vocabulary {
    /// The kinds of its nodes, by their number.
    kinds: Vec<Kind>,
    /// The numbers of its fields.
    fields: BTreeMap<String, u16>,
    /// Calls that are dangerous.
    pub(super) sinks: Vec<Sink>,
    /// Where data comes in from outside, resolved through imports; the first that fits counts.
    pub(super) sources: Vec<Source>,
    pub(super) lists: Lists,
    /// Beginnings of comments that switch the check of types off.
    pub(super) untyped: Vec<String>,
}

/// Names that mean something. Calls and methods are named by their last segment.
#[derive(Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Lists {
    /// Calls whose result is as harmless as what they are given (`format`, `trim`, `join`).
    pub(super) carriers: BTreeSet<String>,
    /// Calls whose result can do no harm, whatever they are given (`len`, `int`).
    pub(super) cleansers: BTreeSet<String>,
    /// Methods that put their arguments into what they are called on (`push_str`, `append`).
    pub(super) mutators: BTreeSet<String>,
    /// What makes a test that a runner starts: words, annotations, macros.
    pub(crate) tests: BTreeSet<String>,
    /// Words that begin a suite of tests.
    pub(crate) suites: BTreeSet<String>,
    /// What makes something that helps tests.
    pub(crate) helpers: BTreeSet<String>,
    /// Calls that check something in a test.
    pub(crate) checks: BTreeSet<String>,
    /// Beginnings of the names of such calls.
    pub(crate) checking: BTreeSet<String>,
    /// How statements begin by which a test tells its runner to pass over it.
    pub(super) skips: BTreeSet<String>,
    /// Calls of the standard library and the system whose result says whether they went wrong.
    pub(crate) fallible: BTreeSet<String>,
    /// Decorators and annotations that leave a function what it is. Any other may give an empty body its meaning, or
    /// hand the function to a framework that asks for it.
    pub(crate) plain: BTreeSet<String>,
    /// Methods that the platform, or a contract that everybody knows, calls by their names.
    pub(crate) called_by_name: BTreeSet<String>,
}

/// A text of words.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Text {
    /// Of the first text of a language only.
    lists: Option<Lists>,
    #[serde(default)]
    sinks: Vec<Sinks>,
    #[serde(default)]
    sources: Vec<Sources>,
    #[serde(default)]
    untyped: Vec<String>,
    /// Names of nodes by what they are: marks of [`Kind`].
    kinds: BTreeMap<String, Vec<String>>,
}

/// Calls that are dangerous in the same way.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sinks {
    risk: Risk,
    /// The place of the argument that matters, from 0.
    at: Option<usize>,
    /// `all`, `nothing`, or what [`Grammar::readers`] know.
    by: Option<String>,
    callees: Vec<String>,
}

/// Places where data comes in from the same people.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Sources {
    word: String,
    #[serde(default)]
    is_remote: bool,
    #[serde(default)]
    needs: Vec<String>,
    paths: Vec<String>,
}

impl Vocabulary {
    /// The words of a language, made once.
    pub(crate) fn of(language: Language, grammar: &dyn Grammar) -> &'static Self {
        static ALL: [OnceLock<Vocabulary>; Language::ALL.len()] =
            [const { OnceLock::new() }; Language::ALL.len()];
        ALL[language as usize].get_or_init(|| Self::read(&language.tree_sitter(), grammar))
    }

    fn read(language: &tree_sitter::Language, grammar: &dyn Grammar) -> Self {
        let fields = 1..=u16::try_from(language.field_count()).unwrap_or(u16::MAX);
        let fields = fields.filter_map(|id| Some((language.field_name_for_id(id)?.to_owned(), id)));
        let mut words = Self {
            kinds: vec![Kind::PLAIN; language.node_kind_count()],
            fields: fields.collect(),
            ..Self::default()
        };
        for text in grammar.words() {
            words.add(language, grammar, parsed(text));
        }
        words
    }

    fn add(&mut self, language: &tree_sitter::Language, grammar: &dyn Grammar, text: Text) {
        for (name, nodes) in &text.kinds {
            let kind = Kind::named(name).unwrap_or(Kind::PLAIN);
            nodes.iter().for_each(|node| self.mark(language, node, kind));
        }
        self.lists = text.lists.unwrap_or_else(|| std::mem::take(&mut self.lists));
        self.sinks
            .extend(text.sinks.into_iter().flat_map(|row| row.spread(grammar)));
        self.sources
            .extend(text.sources.into_iter().flat_map(Sources::spread));
        self.untyped.extend(text.untyped);
    }

    /// Marks the named kinds of a name where there are any, else the tokens.
    fn mark(&mut self, language: &tree_sitter::Language, name: &str, kind: Kind) {
        let ids = || (0..self.kinds.len()).filter_map(|id| u16::try_from(id).ok());
        let same: Vec<u16> = ids()
            .filter(|id| language.node_kind_for_id(*id) == Some(name))
            .collect();
        let has_named = same.iter().any(|id| language.node_kind_is_named(*id));
        for id in same
            .into_iter()
            .filter(|id| language.node_kind_is_named(*id) == has_named)
        {
            let slot = &mut self.kinds[usize::from(id)];
            *slot = slot.and(kind);
        }
    }

    /// What a kind is.
    pub(crate) fn kind(&self, id: u16) -> Kind {
        self.kinds.get(usize::from(id)).copied().unwrap_or(Kind::ERROR)
    }

    /// The child of a node that stands in a field; the parser's library would search for its name every time.
    pub(crate) fn child<'t>(&self, node: Node<'t>, field: &str) -> Option<Node<'t>> {
        node.child_by_field_id(*self.fields.get(field)?)
    }
}

fn parsed(text: &str) -> Text {
    toml::from_str(text).expect("the words of every language are read in a test")
}

impl Sinks {
    fn spread(self, grammar: &dyn Grammar) -> impl Iterator<Item = Sink> {
        let reads = self.reads(grammar).unwrap_or(Reads::Nothing);
        let kind = self.risk;
        self.callees.into_iter().map(move |callee| Sink {
            callee: Cow::Owned(callee),
            kind,
            reads,
        })
    }

    /// Which data matter; `None` where nobody knows the word for it.
    fn reads(&self, grammar: &dyn Grammar) -> Option<Reads> {
        match (self.at, self.by.as_deref()) {
            (Some(place), None) if self.risk == Risk::Sql => Some(Reads::Sql(place)),
            (Some(place), None) => Some(Reads::At(place)),
            (None, Some("all")) => Some(Reads::All),
            (None, Some("nothing")) => Some(Reads::Nothing),
            (None, Some(name)) => {
                let found = grammar.readers().iter().find(|(known, _)| *known == name)?;
                Some(Reads::By(found.1))
            }
            _ => None,
        }
    }
}

impl Sources {
    fn spread(self) -> impl Iterator<Item = Source> {
        let Self {
            word,
            is_remote,
            needs,
            paths,
        } = self;
        paths.into_iter().map(move |path| Source {
            path: Cow::Owned(path),
            word: Cow::Owned(word.clone()),
            is_remote,
            needs: needs.clone(),
        })
    }
}

#[cfg(test)]
mod tests;
