//! Which probes a rubric wants: those of its own field, and those that are of use in any.

use super::{automation, code, conduct, danger, deps, docs, git, structure, testing};
use aho_corasick::AhoCorasick;
use court::pack::{Signature, pack};
use probes_core::probe::Probe;
use probes_langgraph::{
    graph::GRAPH, judges::JUDGES, justice::JUSTICE, output::OUTPUT, safety::SAFETY, state::STATE,
};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;
use subject::{Part, Snapshot, part};
use syntax::Language;

/// What a family of probes is about. A question that no rubric of a field asks costs time and says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// History, documents, conduct: of use for any subject.
    General,
    /// Programs built with LangGraph that judge repositories.
    LangGraph,
    /// The keeping of software in any language.
    Engineering,
}

/// The families of probes by field.
pub(super) const FAMILIES: &[(Field, &[Probe])] = &[
    (Field::General, conduct::CONDUCT),
    (Field::General, docs::DOCS),
    (Field::General, git::GIT),
    (Field::LangGraph, git::COURSE),
    (Field::LangGraph, GRAPH),
    (Field::LangGraph, SAFETY),
    (Field::LangGraph, STATE),
    (Field::LangGraph, OUTPUT),
    (Field::LangGraph, JUDGES),
    (Field::LangGraph, JUSTICE),
    (Field::Engineering, code::CODE),
    (Field::Engineering, danger::DANGER),
    (Field::Engineering, testing::TESTING),
    (Field::Engineering, docs::OWN_DOCS),
    (Field::Engineering, structure::STRUCTURE),
    (Field::Engineering, deps::DEPS),
    (Field::Engineering, automation::AUTOMATION),
];

/// Least share of the code that is Python where a program is one in Python, in percent. A page in another language may be
/// larger than what it shows, and a few scripts make no program.
const PYTHON_PERCENT_MIN: usize = 20;

/// Whether the code is that of a program in Python, with what belongs to it, and not of one that has some Python beside it.
fn is_python(snapshot: &Snapshot) -> bool {
    let files = snapshot.files.iter();
    let own = files.filter(|(path, _)| part::by_path(path) == Part::Product);
    let (mut python, mut all) = (0, 0);
    for (path, text) in own.filter_map(|(path, file)| Some((path, file.text()?))) {
        let Some(language) = Language::of(path, "") else {
            continue;
        };
        all += text.len();
        python += if language == Language::Python {
            text.len()
        } else {
            0
        };
    }
    python * 100 >= all * PYTHON_PERCENT_MIN
}

fn python(snapshot: &Snapshot) -> impl Iterator<Item = &str> {
    let files = snapshot.files.iter().filter(|(path, _)| path.ends_with(".py"));
    let own = files.filter(|(path, _)| matches!(part::by_path(path), Part::Product | Part::Example));
    own.filter_map(|(_, file)| file.text())
}

fn brings_in(text: &str, package: &str) -> bool {
    let brings_in = |line: &str| {
        let mut words = line.split([' ', '.', '\t']).filter(|word| !word.is_empty());
        matches!(
            (words.next(), words.next()),
            (Some("from" | "import"), Some(named)) if named == package
        )
    };
    text.contains(package) && text.lines().any(brings_in)
}

/// Whether enough of the words of the field stand in its Python, in any case.
fn speaks_of_the_field(snapshot: &Snapshot, signature: &Signature) -> bool {
    let search = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .build(signature.words.bare());
    let search = search.expect("a list of short words");
    let mut words = BTreeSet::new();
    python(snapshot).any(|text| {
        words.extend(search.find_overlapping_iter(text).map(|found| found.pattern()));
        words.len() >= signature.words_min
    })
}

impl Field {
    /// Every field.
    pub const ALL: [Self; 3] = [Self::General, Self::LangGraph, Self::Engineering];

    /// Its probes, by family.
    pub fn probes(self) -> impl Iterator<Item = &'static Probe> {
        let families = FAMILIES.iter().filter(move |(field, _)| *field == self);
        families.flat_map(|(_, probes)| probes.iter())
    }

    /// The field of the probe with this id.
    #[must_use]
    pub fn of(probe: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|field| field.probes().any(|one| one.id == probe))
    }

    /// What a subject is about: a LangGraph auditor is a program in Python, brings in `langgraph` and speaks of courts and rubrics in the
    /// names and texts of its Python. Anything else is software.
    #[must_use]
    pub fn of_subject(snapshot: &Snapshot) -> Self {
        let signature = &pack().subject;
        let brings_it_in = python(snapshot).any(|text| brings_in(text, &signature.imports));
        if brings_it_in && is_python(snapshot) && speaks_of_the_field(snapshot, signature) {
            Self::LangGraph
        } else {
            Self::Engineering
        }
    }

    /// The fields that demands on these probes are about, with the general one.
    pub fn wanted<'a>(probes: impl IntoIterator<Item = &'a str>) -> BTreeSet<Self> {
        let asked = probes.into_iter().filter_map(Self::of);
        asked.chain([Self::General]).collect()
    }
}

#[cfg(test)]
mod tests;
