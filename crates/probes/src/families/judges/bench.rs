//! The judges one by one: which persona each call of the model speaks for, and with what words.

use crate::derived::Subject;
use court::evidence::Place;
use langgraph::audited::{Court, Sitting, place, role_is_opinion};
use python::symbolic::{Event, EventKind, Node, Persona, ScopeKind, Term, Terms, marks, reachable};
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
pub(super) fn bench(snapshot: &Subject, court: &Court) -> BTreeMap<Speaker, Judge> {
    let mut bench: BTreeMap<Speaker, Judge> = BTreeMap::new();
    let asks = |sitting: &Sitting| court.model_calls(sitting).next().is_some();
    let (asking, others): (Vec<&Sitting>, Vec<&Sitting>) =
        court.judges.iter().partition(|sitting| asks(sitting));
    for sitting in asking {
        let calls: Vec<&Event> = court.model_calls(sitting).collect();
        for (speaker, judge) in heard(snapshot, court, sitting, &calls) {
            join(bench.entry(speaker).or_default(), judge);
        }
    }
    // Who makes opinions without a model speaks only for whom no model does: elsewhere it stands in.
    let by_model: BTreeSet<Speaker> = bench.keys().cloned().collect();
    for sitting in others {
        let made = court.events_of(sitting).iter();
        let made: Vec<&Event> = made
            .filter(|event| event.kind == EventKind::Made && role_is_opinion(&court.terms, event.term))
            .collect();
        let stands_in = |speaker: &Speaker| {
            by_model.contains(speaker) || matches!(speaker, Speaker::Other(_)) && !by_model.is_empty()
        };
        for (speaker, judge) in heard(snapshot, court, sitting, &made) {
            if !stands_in(&speaker) {
                join(bench.entry(speaker).or_default(), judge);
            }
        }
    }
    bench
}

/// Who speaks in some events of a sitting, with what words.
fn heard(snapshot: &Subject, court: &Court, sitting: &Sitting, events: &[&Event]) -> Vec<(Speaker, Judge)> {
    let one = |event: &&Event| {
        let texts = texts(snapshot, &court.terms, event.term);
        let speaker = speaker(&court.terms, sitting, event, &texts);
        let judge = Judge {
            texts: texts.into_iter().collect(),
            places: vec![sitting.place(), place(event)],
        };
        (speaker, judge)
    };
    events.iter().map(one).collect()
}

fn join(judge: &mut Judge, more: Judge) {
    judge.texts.extend(more.texts);
    for place in more.places {
        if !judge.places.contains(&place) {
            judge.places.push(place);
        }
    }
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
fn texts(snapshot: &Subject, terms: &Terms, term: Term) -> Vec<String> {
    let found = reachable(terms, [term])
        .into_iter()
        .filter_map(|term| terms.text(term));
    let found = found.filter_map(|text| match prompt_file(snapshot, text) {
        Some(file) => Some(file.chars().take(PROMPT_CHARS_MAX).collect()),
        None => (text.split_whitespace().count() >= INSTRUCTION_WORDS_MIN).then(|| text.to_owned()),
    });
    found.collect()
}

fn prompt_file<'a>(snapshot: &'a Subject, path: &str) -> Option<&'a str> {
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
