//! The court of a subject: the nodes of its graph, which of them judge, which settles, and what following each
//! of them came to.

mod graph;
mod role;
mod settled;

pub use role::{is_opinion as role_is_opinion, is_over_dimensions, settles};

use crate::topology::Graph;
use court::evidence::Place;
use python::ast::Span;
use python::program::Program;
use python::symbolic::{Event, EventKind, Marks, Node, ScopeKind, Term, Terms, has, marks, reachable};
use std::collections::BTreeMap;
use std::ops::Range;
use wordlist::array;

/// What following the subject's court came to.
#[derive(Debug, Default)]
pub struct Court {
    /// All values.
    pub terms: Terms,
    /// All that happened, node by node.
    pub events: Vec<Event>,
    /// The judges, once for each task they are sent.
    pub judges: Vec<Sitting>,
    /// What settles their opinions.
    pub chiefs: Vec<Sitting>,
    /// Decisions after the chief justice that lead back to the judges.
    pub returns: Vec<Return>,
    /// What the chief justice settles: every score and verdict that it makes.
    pub settled: Vec<Settled>,
    /// Where each test stands.
    pub tests: BTreeMap<Term, (String, Span)>,
    /// Retry policies of judge nodes.
    pub policies: Vec<(String, Span)>,
    /// Where following it came to no end, and why.
    pub ends: Vec<End>,
}

/// Where following the court came to no end.
#[derive(Clone, Debug)]
pub struct End {
    /// The file.
    pub path: String,
    pub span: Span,
    /// What is not known there.
    pub why: String,
    /// Whether it is a node whose function was not found, which may be a seat of its own.
    pub is_node: bool,
}

impl End {
    pub fn place(&self) -> Place {
        Place::line(&self.path, self.span.first)
    }
}

/// One node, followed once.
#[derive(Clone, Debug)]
pub struct Sitting {
    /// The node's name.
    pub node: String,
    /// The file of its function.
    pub path: String,
    /// Its function.
    pub span: Span,
    pub events: Range<usize>,
    /// What it returns.
    pub result: Term,
    /// Whether it was sent here once for each dimension.
    pub is_per_dimension: bool,
}

/// A score or verdict that the chief justice makes.
#[derive(Clone, Debug)]
pub struct Settled {
    /// What it is called.
    pub name: String,
    /// What it comes to.
    pub term: Term,
    /// The file.
    pub path: String,
    pub span: Span,
}

/// A decision that leads back to the judges.
#[derive(Clone, Debug)]
pub struct Return {
    /// What the deciding function returns.
    pub decision: Term,
    /// Its file.
    pub path: String,
    pub span: Span,
}

impl Settled {
    /// Where it is made.
    pub fn place(&self) -> Place {
        Place::line(&self.path, self.span.first)
    }
}

impl Sitting {
    /// Where its function is.
    pub fn place(&self) -> Place {
        Place::lines(&self.path, self.span.first, self.span.first)
    }
}

impl Court {
    /// Follows the court of a program, whose graph that is run is `live`.
    pub fn new(program: &Program, live: Option<&Graph>) -> Self {
        role::court(program, live)
    }

    /// The events of a node.
    pub fn events_of(&self, sitting: &Sitting) -> &[Event] {
        self.events.get(sitting.events.clone()).unwrap_or_default()
    }

    /// The calls of a chat model by a node.
    pub fn model_calls<'a>(&'a self, sitting: &Sitting) -> impl Iterator<Item = &'a Event> {
        let calls = self.events.get(sitting.events.clone()).unwrap_or_default().iter();
        calls.filter(|event| is_model_call(&self.terms, event))
    }
}

/// Whether an event is a call of a chat model.
pub fn is_model_call(terms: &Terms, event: &Event) -> bool {
    event.kind == EventKind::Called && terms.is_answer(event.term)
}

/// The named fields of a value that was made.
pub fn fields(terms: &Terms, term: Term) -> Vec<(String, Term)> {
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
pub fn is_final_score(name: &str) -> bool {
    let lower = name.to_lowercase();
    let is_score = ["score", "verdict", "grade", "rating", "points"]
        .iter()
        .any(|word| lower.contains(word));
    let is_measure =
        const { array::<11>("max min threshold _count weight raw spread range variance diff gap") }
            .iter()
            .any(|word| lower.contains(word));
    is_score && !is_measure && marks::name_marks(name) & marks::PERSONAS == 0
}

pub fn place(event: &Event) -> Place {
    Place::lines(&event.path, event.span.first, event.span.first)
}
