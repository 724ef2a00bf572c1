//! What follows from a graph when it is run: what runs again, what never runs, what a decision does not decide,
//! and what parallel nodes do to each other's state.
//!
//! A finding is told only where it can be shown: by runs that are played through step by step with answers that
//! the routers really give. Where something is not known, nothing is said that depends on it.

mod answers;
mod branches;
mod channels;
mod cycles;
mod ends;
mod guards;
mod independence;
mod joins;
mod reads;
mod run;
mod runs_twice;
mod shape;
mod state;
mod width;
mod words;
mod wrapping;
mod writes;

use super::roles::Roles;
use super::supersteps::Supersteps;
use super::{End, Framework, Graph, NodeFunction, Router, comes_to};
use answers::Options;
pub use channels::Arrivals;
use court::evidence::Place;
use python::program::{FunctionRef, Program};
use run::Run;
use state::State;
use std::collections::{BTreeMap, BTreeSet};

/// Largest graph that is played through; written by hand they stay far below.
const NODES_MAX: usize = 200;
const EDGES_MAX: usize = 1_000;
const ROUTERS_MAX: usize = 60;
/// Most findings of one graph that are kept, the weightiest.
const FINDINGS_MAX: usize = 60;
/// Most places and lines of proof of one finding.
const PROOF_MAX: usize = 12;

/// Something that follows from the graph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Its kind, such as `graph.runs_twice`.
    pub kind: &'static str,
    /// How much it matters.
    pub weight: Weight,
    /// What it is, in one sentence without a full stop; names of the subject stand between backticks.
    pub text: String,
    /// When it is harmless, where there is such a case.
    pub innocent: Option<String>,
    /// The lines that it follows from, the most telling first.
    pub places: Vec<Place>,
    /// The ways or steps that show it.
    pub counter_example: Vec<String>,
}

/// How much a finding matters.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// Good to know.
    Note,
    /// Wrong unless it is meant so.
    Risk,
    /// Hardly meant so.
    Wrong,
}

impl Weight {
    /// `note`, `risk` or `wrong`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Risk => "risk",
            Self::Wrong => "wrong",
        }
    }
}

/// All findings on one graph, the weightiest first.
pub fn findings(program: &Program, graph: &Graph) -> Vec<Finding> {
    if graph.framework != Framework::LangGraph {
        return Vec::new();
    }
    let is_small = graph.nodes.len() <= NODES_MAX && graph.edges.len() <= EDGES_MAX;
    if !is_small || graph.routers.len() > ROUTERS_MAX {
        let text = "the graph is too large to be played through, so nothing is said of how it runs";
        return vec![Finding::new("graph.too_large", Weight::Note, text).at([graph.defined_at.clone()])];
    }
    if let Some(note) = graph.notes.first() {
        let text = format!(
            "the graph is not all known ({}), so nothing is said of how it runs",
            note.what
        );
        let places = [note.place.clone(), graph.defined_at.clone()];
        return vec![Finding::new("graph.not_whole", Weight::Note, text).at(places)];
    }
    let study = Study::of(program, graph);
    let mut found = Vec::new();
    runs_twice::find(&study, &mut found);
    joins::find(&study, &mut found);
    guards::find(&study, &mut found);
    branches::find(&study, &mut found);
    ends::find(&study, &mut found);
    cycles::find(&study, &mut found);
    channels::find(&study, &mut found);
    width::find(&study, &mut found);
    for finding in &mut found {
        finding.settle();
    }
    found.sort_by_key(|finding| std::cmp::Reverse(finding.weight));
    if found.len() > FINDINGS_MAX {
        let text = format!("{} more findings are left out", found.len() - FINDINGS_MAX);
        found.truncate(FINDINGS_MAX);
        found.push(Finding::new("graph.left_out", Weight::Note, text).at([graph.defined_at.clone()]));
    }
    found
}

/// The keys that the state of a graph can have, where all are known: LangGraph drops whatever else is written.
pub fn keys(program: &Program, graph: &Graph) -> Option<BTreeSet<String>> {
    let state = State::of(&Study::of(program, graph))?;
    state.is_closed.then(|| state.channels.into_keys().collect())
}

/// Whether what the nodes of a graph give back comes into its state; nothing where the graph or its state is not all known.
pub fn arrivals(program: &Program, graph: &Graph) -> Option<Arrivals> {
    let is_small = graph.nodes.len() <= NODES_MAX && graph.edges.len() <= EDGES_MAX;
    let is_known = graph.framework == Framework::LangGraph && graph.notes.is_empty();
    if !is_small || !is_known || graph.routers.len() > ROUTERS_MAX {
        return None;
    }
    channels::arrivals(&Study::of(program, graph))
}

impl Finding {
    fn new(kind: &'static str, weight: Weight, text: impl Into<String>) -> Self {
        Self {
            kind,
            weight,
            text: text.into(),
            innocent: None,
            places: Vec::new(),
            counter_example: Vec::new(),
        }
    }

    fn at(mut self, places: impl IntoIterator<Item = Place>) -> Self {
        self.places.extend(places);
        self
    }

    fn shown_by(mut self, lines: impl IntoIterator<Item = String>) -> Self {
        self.counter_example.extend(lines);
        self
    }

    fn innocent_if(mut self, why: impl Into<String>) -> Self {
        self.innocent = Some(why.into());
        self
    }

    /// Each place once, and no more of anything than a reader can use.
    fn settle(&mut self) {
        let mut kept: Vec<Place> = Vec::new();
        for place in self.places.drain(..) {
            if !kept.contains(&place) && kept.len() < PROOF_MAX {
                kept.push(place);
            }
        }
        self.places = kept;
        self.counter_example.truncate(PROOF_MAX);
    }
}

/// A graph with what all findings ask of it.
struct Study<'a> {
    program: &'a Program,
    graph: &'a Graph,
    /// The functions of the repository, by file and first line.
    functions: BTreeMap<(&'a str, u32), FunctionRef<'a>>,
    /// Edges that lead to where a run was before.
    back: BTreeSet<(End, End)>,
    /// Where each end leads without going back.
    next: BTreeMap<&'a End, BTreeSet<&'a End>>,
    roles: Roles,
    /// The channels that a run can write, where its class is known.
    state: Option<State>,
    /// What each router asks after, where its function is known.
    asked: Vec<Option<BTreeSet<String>>>,
    /// What each router may answer.
    options: Vec<Options>,
    /// Runs that are possible, as far as the routers' answers are known.
    runs: Vec<Run<'a>>,
    /// Whether there are no others.
    has_all_runs: bool,
}

impl<'a> Study<'a> {
    fn of(program: &'a Program, graph: &'a Graph) -> Self {
        let functions = program
            .functions()
            .map(|function| ((function.path, function.function.span.first), function));
        let mut study = Self {
            program,
            graph,
            functions: functions.collect(),
            back: Supersteps::of(graph).back,
            next: BTreeMap::new(),
            roles: Roles::of(program, graph),
            state: None,
            asked: Vec::new(),
            options: Vec::new(),
            runs: Vec::new(),
            has_all_runs: false,
        };
        for edge in &graph.edges {
            if !study.is_back(&edge.from, &edge.to) {
                study.next.entry(&edge.from).or_default().insert(&edge.to);
            }
        }
        study.state = State::of(&study);
        study.asked = graph
            .routers
            .iter()
            .map(|router| independence::asked(&study, router))
            .collect();
        study.options = answers::all(&study);
        (study.runs, study.has_all_runs) = run::all(&study);
        study
    }

    fn function(&self, named: Option<&NodeFunction>) -> Option<FunctionRef<'a>> {
        let named = named.filter(|named| named.name != "<lambda>")?;
        self.functions.get(&(named.path.as_str(), named.first)).copied()
    }

    fn is_back(&self, from: &End, to: &End) -> bool {
        self.back.contains(&(from.clone(), to.clone()))
    }

    /// Everything that a run can come to from these, themselves too, without going back.
    fn onward<'e>(&'e self, from: impl IntoIterator<Item = &'e End>) -> BTreeSet<End> {
        let found = subject::follow(from, |at, more| {
            more.extend(self.next.get(at).into_iter().flatten().copied());
        });
        found.into_iter().cloned().collect()
    }

    /// The places of the edges from one end to another.
    fn places<'s>(&'s self, from: &'s End, to: &'s End) -> impl Iterator<Item = Place> + 's {
        let edges = self.graph.edges_from(from).filter(move |edge| edge.to == *to);
        edges.map(|edge| edge.place.clone())
    }

    /// Whether the router may be there only under a condition that is not known.
    fn is_optional(&self, router: &Router) -> bool {
        let mut edges = self.graph.edges_from(&router.from);
        edges.any(|edge| edge.conditional && edge.optional && edge.place == router.place)
    }

    /// The functions that running this one may come to: itself, what it names, and what those name.
    fn with_callees(&self, function: FunctionRef<'a>) -> Vec<FunctionRef<'a>> {
        comes_to(self.program, function)
    }
}

#[cfg(test)]
mod tests;
