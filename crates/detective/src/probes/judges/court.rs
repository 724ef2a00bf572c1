//! The court of a subject: the nodes of its graph, which of them judge, which settles, and what following each
//! of them came to.

mod graph;
mod role;
mod settled;

pub(crate) use role::{is_opinion as role_is_opinion, is_over_dimensions};

use super::symbolic::{Event, EventKind, Marks, Node, ScopeKind, Term, Terms, has, marks, reachable};
use crate::derived::Subject;
use crate::python::ast::Span;
use court::evidence::Place;
use std::collections::BTreeMap;
use std::ops::Range;

/// What following the subject's court came to.
#[derive(Debug, Default)]
pub(crate) struct Court {
    /// All values.
    pub(crate) terms: Terms,
    /// All that happened, node by node.
    pub(crate) events: Vec<Event>,
    /// The judges, once for each task they are sent.
    pub(crate) judges: Vec<Sitting>,
    /// What settles their opinions.
    pub(crate) chiefs: Vec<Sitting>,
    /// Decisions after the chief justice that lead back to the judges.
    pub(crate) returns: Vec<Return>,
    /// What the chief justice settles: every score and verdict that it makes.
    pub(crate) settled: Vec<Settled>,
    /// Where each test stands.
    pub(crate) tests: BTreeMap<Term, (String, Span)>,
    /// Retry policies of judge nodes.
    pub(crate) policies: Vec<(String, Span)>,
}

/// One node, followed once.
#[derive(Clone, Debug)]
pub(crate) struct Sitting {
    /// The node's name.
    pub(crate) node: String,
    /// The file of its function.
    pub(crate) path: String,
    /// Its function.
    pub(crate) span: Span,
    /// Which events are its.
    pub(crate) events: Range<usize>,
    /// What it returns.
    pub(crate) result: Term,
    /// Whether it was sent here once for each dimension.
    pub(crate) is_per_dimension: bool,
}

/// A score or verdict that the chief justice makes.
#[derive(Clone, Debug)]
pub(crate) struct Settled {
    /// What it is called.
    pub(crate) name: String,
    /// What it comes to.
    pub(crate) term: Term,
    /// The file.
    pub(crate) path: String,
    /// Where.
    pub(crate) span: Span,
}

/// A decision that leads back to the judges.
#[derive(Clone, Debug)]
pub(crate) struct Return {
    /// What the deciding function returns.
    pub(crate) decision: Term,
    /// Its file.
    pub(crate) path: String,
    /// Where.
    pub(crate) span: Span,
}

impl Sitting {
    /// Where its function is.
    pub(crate) fn place(&self) -> Place {
        Place::lines(&self.path, self.span.first, self.span.first)
    }
}

impl Court {
    /// Follows the subject's court.
    pub(crate) fn new(snapshot: &Subject) -> Self {
        role::court(snapshot)
    }

    /// The events of a node.
    pub(crate) fn events_of(&self, sitting: &Sitting) -> &[Event] {
        self.events.get(sitting.events.clone()).unwrap_or_default()
    }

    /// The calls of a chat model by a node.
    pub(crate) fn model_calls<'a>(&'a self, sitting: &Sitting) -> impl Iterator<Item = &'a Event> {
        let calls = self.events.get(sitting.events.clone()).unwrap_or_default().iter();
        calls.filter(|event| is_model_call(&self.terms, event))
    }
}

/// Whether an event is a call of a chat model.
pub(crate) fn is_model_call(terms: &Terms, event: &Event) -> bool {
    event.kind == EventKind::Called && terms.is_answer(event.term)
}

/// The named fields of a value that was made.
pub(crate) fn fields(terms: &Terms, term: Term) -> Vec<(String, Term)> {
    match terms.node(term) {
        Node::Record { fields, .. } => fields.clone(),
        Node::Dict(pairs) => {
            let named = pairs
                .iter()
                .filter_map(|(key, value)| Some((terms.text(*key)?.to_owned(), *value)));
            named.collect()
        }
        _ => Vec::new(),
    }
}

/// Whether a field holds what the court settled, and not what one judge said.
pub(crate) fn is_final_score(name: &str) -> bool {
    let lower = name.to_lowercase();
    let is_score = ["score", "verdict", "grade", "rating", "points"]
        .iter()
        .any(|word| lower.contains(word));
    let is_measure = [
        "max",
        "min",
        "threshold",
        "_count",
        "weight",
        "raw",
        "spread",
        "range",
        "variance",
        "diff",
        "gap",
    ]
    .iter()
    .any(|word| lower.contains(word));
    is_score && !is_measure && marks::name_marks(name) & marks::PERSONAS == 0
}

/// Where an event is.
pub(crate) fn place(event: &Event) -> Place {
    Place::lines(&event.path, event.span.first, event.span.first)
}
