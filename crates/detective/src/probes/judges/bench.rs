//! The judges one by one: which persona each call of the model speaks for, and with what words.

use super::court::{Court, Sitting, is_model_call, place, role_is_opinion};
use super::symbolic::{Event, EventKind, Node, Persona, ScopeKind, Term, Terms, marks, reachable};
use crate::snapshot::Snapshot;
use court::evidence::Place;
use std::collections::{BTreeMap, BTreeSet};

/// Longest text that is a persona's name and not prose about it.
const NAME_CHARS_MAX: usize = 30;
/// Fewest words of a text that instructs.
const INSTRUCTION_WORDS_MIN: usize = 4;
/// Most characters of a prompt file.
const PROMPT_CHARS_MAX: usize = 60_000;

/// Who speaks.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Speaker {
    /// One of the three.
    Persona(Persona),
    /// A judge of another name.
    Other(String),
}

impl Speaker {
    /// Its name.
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Persona(persona) => persona.name(),
            Self::Other(name) => name,
        }
    }
}

/// One judge.
#[derive(Clone, Debug, Default)]
pub(super) struct Judge {
    /// The texts that reach its model.
    pub(super) texts: BTreeSet<String>,
    /// Where it is heard.
    pub(super) places: Vec<Place>,
}

/// Every judge and its words.
pub(super) fn bench(snapshot: &Snapshot, court: &Court) -> BTreeMap<Speaker, Judge> {
    let mut bench: BTreeMap<Speaker, Judge> = BTreeMap::new();
    for sitting in &court.judges {
        let events = court.events_of(sitting);
        let asks = events.iter().any(|event| is_model_call(&court.terms, event));
        let speaks = events.iter().filter(|event| match asks {
            true => is_model_call(&court.terms, event),
            false => event.kind == EventKind::Made && role_is_opinion(&court.terms, event.term),
        });
        for event in speaks {
            let texts = texts(snapshot, &court.terms, event.term);
            let judge = bench
                .entry(speaker(&court.terms, sitting, event, &texts))
                .or_default();
            judge.texts.extend(texts);
            for place in [sitting.place(), place(event)] {
                if !judge.places.contains(&place) {
                    judge.places.push(place);
                }
            }
        }
    }
    bench
}

fn speaker(terms: &Terms, sitting: &Sitting, event: &Event, texts: &[String]) -> Speaker {
    let named = |name: &str| Persona::only(marks::name_marks(name));
    let mut levels: Vec<&ScopeKind> = event.levels().collect();
    levels.reverse();
    let given = levels.iter().find_map(|level| match level {
        ScopeKind::Function { given, .. } => given.iter().find_map(|term| named_in(terms, *term)),
        _ => None,
    });
    let function = levels.iter().find_map(|level| match level {
        ScopeKind::Function { name, .. } => named(name),
        _ => None,
    });
    let found = named(&sitting.node).or(given).or(function);
    let found = found.or_else(|| texts.iter().find_map(|text| Persona::first_in(text)));
    found.map_or_else(|| Speaker::Other(sitting.node.clone()), Speaker::Persona)
}

/// The persona that an argument names: itself, or in a field of it.
fn named_in(terms: &Terms, term: Term) -> Option<Persona> {
    let name = |term: Term| {
        let text = terms
            .text(term)
            .filter(|text| text.chars().count() <= NAME_CHARS_MAX)?;
        Persona::only(marks::text_marks(text))
    };
    match terms.node(term) {
        Node::Record { fields, .. } => fields.iter().find_map(|(_, value)| name(*value)),
        Node::Dict(pairs) => pairs.iter().find_map(|(_, value)| name(*value)),
        _ => name(term),
    }
}

/// The texts in a term that instruct, those of prompt files that it names too, in the order of the term.
fn texts(snapshot: &Snapshot, terms: &Terms, term: Term) -> Vec<String> {
    let found = reachable(terms, [term])
        .into_iter()
        .filter_map(|term| terms.text(term));
    let found = found.filter_map(|text| match prompt_file(snapshot, text) {
        Some(file) => Some(file.chars().take(PROMPT_CHARS_MAX).collect()),
        None => (text.split_whitespace().count() >= INSTRUCTION_WORDS_MIN).then(|| text.to_owned()),
    });
    found.collect()
}

fn prompt_file<'a>(snapshot: &'a Snapshot, path: &str) -> Option<&'a str> {
    let ends = [
        ".md", ".txt", ".prompt", ".j2", ".jinja", ".jinja2", ".yaml", ".yml",
    ];
    if path.chars().any(char::is_whitespace) || !ends.iter().any(|end| path.ends_with(end)) {
        return None;
    }
    let path = path.trim_start_matches(['.', '/']);
    let tail = format!("/{path}");
    let found = snapshot
        .files
        .iter()
        .find(|(file, _)| *file == path || file.ends_with(&tail));
    found.and_then(|(_, file)| file.text())
}
