//! The judges one by one: which persona each call of the model speaks for, and with what words.

use super::seats::search_of_seats;
use court::evidence::Place;
use court::opinion::Persona;
use langgraph::audited::{Court, Sitting, place, role_is_opinion};
use probes_core::{Search, Subject};
use python::ast::ExprKind;
use python::symbolic::{Event, EventKind, Node, ScopeKind, Term, Terms, has, marks, parts, reachable};
use python::walk;
use std::collections::{BTreeMap, BTreeSet};
use subject::{data, follow, names};
use wordlist::array;

/// Longest text that is a persona's name and not prose about it.
const NAME_CHARS_MAX: usize = 30;
/// Fewest words of a text that instructs.
const INSTRUCTION_WORDS_MIN: usize = 4;
/// How what instructs is named.
const PROMPT_WORDS: [&str; 8] =
    array("instruction instructions persona philosophy prompt prompts render template");
/// What brings in text from elsewhere.
const LOADING: [&str; 8] = array("getenv load loads open pull read read_text safe_load");
/// What a call of a model is given beside the words.
const BESIDE: [&str; 6] = ["config", "extra_headers", "model", "options", "tags", "timeout"];
/// Deepest part of something unknown that is followed: `PROMPTS[who]["system"].strip()` is the fourth.
const PARTS_DEEP_MAX: usize = 8;
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
    pub(super) fn name(&self) -> &str {
        match self {
            Self::Persona(persona) => persona.title(),
            Self::Other(name) => name,
        }
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct Judge {
    /// The texts that reach its model.
    pub(super) texts: BTreeSet<String>,
    /// Where it is heard.
    pub(super) places: Vec<Place>,
    /// Where it is given words that are not known and that not every judge is given.
    pub(super) open: Option<Place>,
    /// What it is given that is not known, and where.
    unknown: BTreeMap<Term, Place>,
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
    close(&mut bench);
    bench
}

/// What is not known of a judge's words: what is made in the same way for every other is none of its own.
fn close(bench: &mut BTreeMap<Speaker, Judge>) {
    let personas = bench.iter().filter(|(who, _)| matches!(who, Speaker::Persona(_)));
    let of: Vec<BTreeSet<Term>> = personas
        .map(|(_, judge)| judge.unknown.keys().copied().collect())
        .collect();
    let is_common = |term: &Term| of.len() >= 2 && of.iter().all(|unknown| unknown.contains(term));
    for judge in bench.values_mut() {
        let mut own = judge.unknown.iter().filter(|(term, _)| !is_common(term));
        judge.open = own.next().map(|(_, place)| place.clone());
    }
}

/// A search for judges who are not on the bench. Code that is named after a persona whom nobody hears, and words for one
/// that used code holds, may be one.
pub(super) fn search_of_bench(snapshot: &Subject, court: &Court, bench: &BTreeMap<Speaker, Judge>) -> Search {
    let program = snapshot.program();
    let search = search_of_seats(snapshot, court).looked_at(court.judges.iter().map(Sitting::place));
    let missing = Persona::ALL
        .into_iter()
        .filter(|persona| !bench.contains_key(&Speaker::Persona(*persona)));
    let missing = missing.fold(0, |all, persona| all | marks::mark_of(persona));
    let mut found = None;
    for module in program.used() {
        walk::expressions(&module.body, &mut |expr| {
            let named = match &expr.kind {
                ExprKind::Str(text) if text.chars().count() <= NAME_CHARS_MAX => marks::text_marks(text),
                ExprKind::Call { callee, .. } => walk::last_name(callee).map_or(0, marks::name_marks),
                _ => 0,
            };
            if named & missing != 0 && found.is_none() {
                found = Some(Place::line(&module.path, expr.span.first));
            }
        });
    }
    let why = "whether a judge is heard under the name that is used there is not known";
    search.open_all(found.map(|place| (place, why)))
}

/// Who speaks in some events of a sitting, with what words.
fn heard(snapshot: &Subject, court: &Court, sitting: &Sitting, events: &[&Event]) -> Vec<(Speaker, Judge)> {
    let one = |event: &&Event| {
        let texts = texts(snapshot, &court.terms, event.term);
        let speaker = speaker(&court.terms, sitting, event, &texts);
        let judge = Judge {
            texts: texts.into_iter().collect(),
            places: vec![sitting.place(), place(event)],
            open: None,
            unknown: unknown(snapshot, &court.terms, event.term)
                .into_iter()
                .map(|term| (term, place(event)))
                .collect(),
        };
        (speaker, judge)
    };
    events.iter().map(one).collect()
}

fn join(judge: &mut Judge, more: Judge) {
    judge.texts.extend(more.texts);
    judge.unknown.extend(more.unknown);
    for place in more.places {
        if !judge.places.contains(&place) {
            judge.places.push(place);
        }
    }
}

fn speaker(terms: &Terms, sitting: &Sitting, event: &Event, texts: &[String]) -> Speaker {
    let named = |name: &str| marks::only_persona(marks::name_marks(name));
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
    // What is written out may come from a file that speaks of all judges.
    let found = found.or_else(|| named_alone(terms, event.term));
    let found = found.or_else(|| texts.iter().find_map(|text| marks::first_persona(text)));
    found.map_or_else(|| Speaker::Other(sitting.node.clone()), Speaker::Persona)
}

/// The persona whose name is put into what is asked, as in `f"You are the {self.name}."`: the only one in the first such text. What
/// other judges have said before may stand further in.
fn named_alone(terms: &Terms, asked: Term) -> Option<Persona> {
    given(terms, asked)
        .into_iter()
        .find_map(|term| match terms.node(term) {
            Node::Format(parts) => {
                let named: BTreeSet<Persona> = parts.iter().filter_map(|part| named(terms, *part)).collect();
                named.first().copied().filter(|_| named.len() == 1)
            }
            _ => None,
        })
}

/// The persona that an argument names: itself, or in a field of it.
fn named_in(terms: &Terms, term: Term) -> Option<Persona> {
    match terms.node(term) {
        Node::Record { fields, .. } => fields.iter().find_map(|(_, value)| named(terms, *value)),
        Node::Dict(pairs) => pairs.iter().find_map(|(_, value)| named(terms, *value)),
        _ => named(terms, term),
    }
}

/// The persona that a short text names.
fn named(terms: &Terms, term: Term) -> Option<Persona> {
    let text = terms
        .text(term)
        .filter(|text| text.chars().count() <= NAME_CHARS_MAX)?;
    marks::only_persona(marks::text_marks(text))
}

/// What may be words in what a model is asked, outermost first. How the model was made and set up, what goes beside the
/// words, and what a branch was chosen by, say nothing to it.
fn given(terms: &Terms, term: Term) -> Vec<Term> {
    let mut found = Vec::new();
    follow([term], |term, next| {
        if !is_model_made(terms, term) {
            found.push(term);
            next.extend(worded_parts(terms, term).into_iter().rev());
        }
    });
    found
}

/// Whether a model of a library is made here, and nothing is asked of it yet.
fn is_model_made(terms: &Terms, term: Term) -> bool {
    let Node::Call(callee, _) = terms.node(term) else {
        return false;
    };
    let is_library = matches!(terms.node(*callee), Node::External(_));
    is_library && has(terms.marks(*callee), marks::MODEL) && !terms.is_answer(term)
}

fn worded_parts(terms: &Terms, term: Term) -> Vec<Term> {
    match terms.node(term) {
        Node::Gate(_, then, other, _) => vec![*then, *other],
        Node::Call(callee, arguments) if terms.is_answer(term) => {
            let is_worded = |(name, _): &&(Option<String>, Term)| {
                name.as_deref().is_none_or(|name| !BESIDE.contains(&name))
            };
            let worded = arguments.iter().filter(is_worded).map(|(_, value)| *value);
            [*callee].into_iter().chain(worded).collect()
        }
        node => parts(node),
    }
}

/// The texts in a term that instruct, those of prompt files that it names too, in the order of the term.
fn texts(snapshot: &Subject, terms: &Terms, term: Term) -> Vec<String> {
    let within = given(terms, term);
    let keys: BTreeSet<&str> = within.iter().filter_map(|term| key(terms, *term)).collect();
    let mut found = Vec::new();
    for text in within.iter().filter_map(|term| terms.text(*term)) {
        match prompt_file(snapshot, text) {
            Some(file) => match tree(text, file) {
                Some(tree) => found.extend(under(&tree, &keys)),
                None => found.push(file.chars().take(PROMPT_CHARS_MAX).collect()),
            },
            None if text.split_whitespace().count() >= INSTRUCTION_WORDS_MIN => found.push(text.to_owned()),
            None => {}
        }
    }
    found
}

fn key(terms: &Terms, term: Term) -> Option<&str> {
    match terms.node(term) {
        Node::Item(_, key) => terms.text(*key),
        Node::Attribute(_, name) => Some(name),
        _ => None,
    }
}

fn tree(path: &str, text: &str) -> Option<data::Node> {
    let ending = path.rsplit('.').next().unwrap_or_default();
    let read = match ending {
        "yaml" | "yml" => data::yaml::read(text),
        "json" => data::json::read(text),
        "toml" => data::toml::read(text),
        _ => return None,
    };
    read.ok()
}

/// The texts below the keys that are read, as far down as there are some.
fn under(tree: &data::Node, keys: &BTreeSet<&str>) -> Vec<String> {
    let mut found = Vec::new();
    let mut waiting = vec![tree];
    while let Some(node) = waiting.pop() {
        let entries = node.entries();
        let is_read = |entry: &&data::Entry| keys.contains(entry.key.as_str());
        let any = entries.iter().any(|entry| is_read(&entry));
        waiting.extend(
            entries
                .iter()
                .filter(|entry| !any || is_read(entry))
                .map(|entry| &entry.node),
        );
        waiting.extend(node.items());
        found.extend(node.text().map(str::to_owned));
    }
    found
}

/// What is given that is only known when it runs: something that is named like a prompt and comes from outside, or what holds
/// something that was not followed.
fn unknown(snapshot: &Subject, terms: &Terms, term: Term) -> BTreeSet<Term> {
    let is_prompt = |name: &str| {
        names::words(name)
            .iter()
            .any(|word| PROMPT_WORDS.contains(&word.as_str()))
    };
    let is_opaque = |part: Term| matches!(terms.node(part), Node::Opaque);
    let is_unknown = |term: Term| match terms.node(term) {
        node if parts(node).into_iter().any(is_opaque) => !is_identifier(terms, node),
        Node::Input(name) => is_prompt(name),
        Node::Call(callee, arguments) => {
            let named = match terms.node(*callee) {
                Node::External(name) => {
                    let last = name.rsplit('.').next().unwrap_or(name);
                    LOADING.contains(&last) || is_prompt(name) && !name.starts_with("langchain")
                }
                Node::Attribute(_, name) => LOADING.contains(&name.as_str()) || is_prompt(name),
                _ => false,
            };
            let is_known = |(_, value): &(Option<String>, Term)| {
                let mut texts = reachable(terms, [*value])
                    .into_iter()
                    .filter_map(|term| terms.text(term));
                texts.any(|text| prompt_file(snapshot, text).is_some())
            };
            // `path.open()` as well as `open(path)`.
            named && !arguments.iter().any(is_known) && !is_known(&(None, *callee))
        }
        _ => false,
    };
    let within = given(terms, term);
    let mut found: BTreeSet<Term> = within.iter().copied().filter(|term| is_unknown(*term)).collect();
    for _ in 0..PARTS_DEEP_MAX {
        let more = within.iter().filter(|term| is_part_of(terms, **term, &found));
        let more: Vec<Term> = more.copied().collect();
        let before = found.len();
        found.extend(more);
        if found.len() == before {
            break;
        }
    }
    found
}

/// Whether pieces are joined without a space: a name, a path or a number in a row, and no sentence.
fn is_identifier(terms: &Terms, node: &Node) -> bool {
    let Node::Format(pieces) = node else {
        return false;
    };
    let joints = pieces.iter().filter_map(|piece| terms.text(*piece));
    let mut joints = joints.filter(|joint| !joint.is_empty()).peekable();
    joints.peek().is_some() && joints.all(|joint| !joint.contains(char::is_whitespace))
}

/// Whether a term takes a part of one of these, or hands it to a function of a library: two judges may take two parts.
fn is_part_of(terms: &Terms, term: Term, known: &BTreeSet<Term>) -> bool {
    match terms.node(term) {
        Node::Item(owner, _) | Node::Attribute(owner, _) | Node::Element(owner) => known.contains(owner),
        Node::Call(callee, arguments) => {
            let is_library = matches!(terms.node(*callee), Node::External(_));
            let takes = arguments.iter().any(|(_, value)| known.contains(value));
            known.contains(callee) || is_library && takes
        }
        _ => false,
    }
}

fn prompt_file<'a>(snapshot: &'a Subject, path: &str) -> Option<&'a str> {
    let ends = [
        ".md", ".txt", ".prompt", ".j2", ".jinja", ".jinja2", ".yaml", ".yml", ".json", ".toml",
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
