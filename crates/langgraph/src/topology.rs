//! The graphs that a program builds with LangGraph, found by evaluating the code that builds them.
//!
//! The evaluation is abstract. It runs no code of the subject, knows the values it can know, tries both
//! branches of a condition it cannot decide. It writes down what it could not resolve instead of guessing.

pub mod behaviour;
mod builder;
mod describe;
mod extract;
mod machine;
pub mod meaning;
pub mod roles;
mod routes;
mod sites;
pub mod supersteps;
mod unread;
mod value;

pub use unread::{adopt, unread};

use aho_corasick::AhoCorasick;
use court::evidence::Place;
use python::program::{FunctionRef, Program};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use subject::{Snapshot, follow};

#[derive(Clone, Debug, PartialEq)]
pub struct Graph {
    /// Whose graph class it is.
    pub framework: Framework,
    /// The call that makes its builder.
    pub defined_at: Place,
    /// Whether running an entry point comes to that call.
    pub live: bool,
    /// Whether anything in the repository starts it; a graph may be live because documents, tests or packages use it.
    pub is_started: bool,
    /// Why it is live or not, in one sentence.
    pub why_live: String,
    /// The class of its state.
    pub state_class: Option<StateClass>,
    /// Its nodes, by name. Never START or END, but there may be a node that is named so.
    pub nodes: BTreeMap<String, Node>,
    /// The nodes' names in the order in which they are added.
    pub order: Vec<String>,
    /// Its edges, one for each pair and way, in the order in which they are added.
    pub edges: Vec<Edge>,
    /// Its conditional edges, one for each source and router.
    pub routers: Vec<Router>,
    /// What exists only where a parameter differs from its default.
    pub alternative: Vec<(End, End)>,
    /// What keeps its state between runs.
    pub checkpointer: Option<Checkpointer>,
    pub compiled_at: Option<Place>,
    /// Where the compiled graph is run, if evaluation came there.
    pub invoked_at: Option<Place>,
    /// Whether it is a node of another graph.
    pub is_subgraph: bool,
    /// What could not be resolved.
    pub notes: Vec<Note>,
}

/// Whose graph class it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Framework {
    /// LangGraph's.
    LangGraph,
    /// A class of the repository that only has the name.
    Own { class: Place },
}

/// The class of a graph's state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StateClass {
    pub name: String,
    /// Its file; `None` for a class from outside.
    pub path: Option<String>,
    /// The line of its `class`.
    pub line: u32,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// What it runs, seen through wrappers, factories and partial applications.
    pub function: Option<NodeFunction>,
    /// The graph that it runs, by the place of that graph's builder.
    pub subgraph: Option<Place>,
    /// Whether it is added only under a condition that is not known.
    pub optional: bool,
    /// Whether it waits until all else has run.
    pub deferred: bool,
    /// Where it is added.
    pub place: Place,
}

/// The function of a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeFunction {
    /// Its file.
    pub path: String,
    /// `Class.method` or `function`.
    pub name: String,
    /// Its lines.
    pub first: u32,
    /// Its last line.
    pub last: u32,
    /// Texts bound to it when the graph is built: a persona, a role.
    pub bound: Vec<String>,
}

/// An end of an edge.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum End {
    /// Where every run begins.
    Start,
    /// Where it ends.
    Finish,
    /// A node, by name.
    Node(String),
}

impl End {
    /// The name of the node, where it is one.
    pub fn node(&self) -> Option<&str> {
        match self {
            Self::Node(name) => Some(name),
            _ => None,
        }
    }
}

/// `START`, `END` or the node's name.
impl fmt::Display for End {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Self::Start => "START",
            Self::Finish => "END",
            Self::Node(name) => name,
        })
    }
}

#[derive(Clone, Debug, PartialEq)]
pub struct Edge {
    pub from: End,
    pub to: End,
    /// Whether a router or a node decides if it is taken.
    pub conditional: bool,
    /// The list-source edge that it is a part of: all edges of one number must have been taken before the
    /// target runs.
    pub barrier: Option<usize>,
    /// Whether it is added only under a condition that is not known.
    pub optional: bool,
    /// Whether the router sends tasks along it, any number of them.
    pub via_send: bool,
    /// The router's answer that takes it, where a path map gives it a name.
    pub label: Option<String>,
    /// Where it is added.
    pub place: Place,
}

/// A conditional edge as it is added.
#[derive(Clone, Debug, PartialEq)]
pub struct Router {
    pub from: End,
    /// Who decides.
    pub function: Option<NodeFunction>,
    /// Where it may lead.
    pub targets: BTreeSet<End>,
    /// How the targets are known.
    pub source: RouteSource,
    /// What the router was seen to answer: sets that are taken together, one for each `return`.
    pub answers: Vec<BTreeSet<End>>,
    /// Whether there may be answers that are not known.
    pub is_open: bool,
    /// Whether an answer may name several targets, where that is known.
    pub is_many: Option<bool>,
    /// Where it sends tasks, and how many at most; two stands for any number.
    pub sends: BTreeMap<End, usize>,
    /// Where it is added.
    pub place: Place,
}

/// How the targets of a conditional edge are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RouteSource {
    /// A path map or list.
    Map,
    /// The return annotation.
    Annotation,
    /// What the router returns.
    Returns,
    /// A node says where it goes itself (`Command(goto=…)`).
    Command,
}

/// A checkpointer that is really given to `compile`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpointer {
    /// Its class, where it is known.
    pub class: Option<String>,
    /// Whether there is a way to come there without it.
    pub optional: bool,
    /// Whether it is seen; otherwise it may be among arguments that are not known.
    pub is_seen: bool,
    /// The call of `compile`.
    pub place: Place,
}

/// Something that could not be resolved.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Note {
    pub place: Place,
    pub what: String,
}

/// All graphs that a program builds, live ones first, in the order of trust.
pub fn graphs(program: &Program) -> Vec<Graph> {
    sites::graphs(program)
}

/// Whether any file names what graphs are built with. Subjects that have nothing to do with graphs, and whose Python
/// nobody else asks about, are not parsed to find that out.
pub fn may_build(snapshot: &Snapshot) -> bool {
    let Ok(names) = AhoCorasick::new(["langgraph", "StateGraph"]) else {
        return true;
    };
    let mut python = snapshot.files.iter().filter(|(path, _)| path.ends_with(".py"));
    python.any(|(_, file)| names.is_match(&file.bytes))
}

/// The graph among [`graphs`] that running the program runs: LangGraph's, or one of a class of the repository that is
/// known wholly because it is built as LangGraph's are.
pub fn live(graphs: &[Graph]) -> Option<&Graph> {
    let first = graphs.first().filter(|graph| graph.live);
    first.filter(|graph| {
        graph.framework == Framework::LangGraph || !graph.edges.is_empty() && graph.notes.is_empty()
    })
}

impl Graph {
    /// A graph of which nothing is known but where its builder is made.
    fn new(framework: Framework, defined_at: Place) -> Self {
        Self {
            framework,
            defined_at,
            live: false,
            is_started: true,
            why_live: String::new(),
            state_class: None,
            nodes: BTreeMap::new(),
            order: Vec::new(),
            edges: Vec::new(),
            routers: Vec::new(),
            alternative: Vec::new(),
            checkpointer: None,
            compiled_at: None,
            invoked_at: None,
            is_subgraph: false,
            notes: Vec::new(),
        }
    }

    /// The edges that leave `from`.
    pub fn edges_from<'a>(&'a self, from: &'a End) -> impl Iterator<Item = &'a Edge> {
        self.edges.iter().filter(move |edge| edge.from == *from)
    }

    /// The edges that come to `to`.
    pub fn edges_to<'a>(&'a self, to: &'a End) -> impl Iterator<Item = &'a Edge> {
        self.edges.iter().filter(move |edge| edge.to == *to)
    }

    /// All ends: START, the nodes in order, END.
    pub fn ends(&self) -> impl Iterator<Item = End> {
        let nodes = self.order.iter().cloned().map(End::Node);
        [End::Start].into_iter().chain(nodes).chain([End::Finish])
    }

    /// Everything that can be come to from `from`, itself left out unless there is a way back.
    pub fn reachable(&self, from: &End) -> BTreeSet<End> {
        let mut next: BTreeMap<&End, Vec<&End>> = BTreeMap::new();
        for edge in &self.edges {
            next.entry(&edge.from).or_default().push(&edge.to);
        }
        let leads = |at: &End| next.get(at).into_iter().flatten().copied();
        let found = follow(leads(from), |at, more| more.extend(leads(at)));
        found.into_iter().cloned().collect()
    }
}

/// Most functions that are looked into for one question.
const FUNCTIONS_MAX: usize = 24;

/// The functions that running this one may come to: itself, what it names, and what those name.
fn comes_to<'p>(program: &'p Program, function: FunctionRef<'p>) -> Vec<FunctionRef<'p>> {
    let mut found = vec![function];
    let mut at = 0;
    while at < found.len() && found.len() < FUNCTIONS_MAX {
        for callee in program.callees(&found[at]) {
            if !found
                .iter()
                .any(|known| std::ptr::eq(known.function, callee.function))
            {
                found.push(callee);
            }
        }
        at += 1;
    }
    found
}

#[cfg(test)]
mod tests;
