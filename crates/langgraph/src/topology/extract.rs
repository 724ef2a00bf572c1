//! From what was done to a builder to the graph.

use super::builder::{Compiled, Operation, OperationKind};
use super::machine::Machine;
use super::routes::{self, Routes};
use super::value::Value;
use super::{Checkpointer, Edge, End, Graph, Node, Note, RouteSource, Router};
use court::evidence::Place;
use std::collections::{BTreeMap, BTreeSet};

/// Most nodes of one graph, several times what the largest ones have; what asks after a graph looks at all of them.
const NODES_MAX: usize = 500;
/// Most edges of one graph.
const EDGES_MAX: usize = 2_500;
/// Most notes on one graph.
const NOTES_MAX: usize = 1_000;

/// A graph in the making.
struct Draft {
    graph: Graph,
    barriers: usize,
    /// Where each edge is among the graph's.
    known: BTreeMap<(End, End, bool, Option<usize>), usize>,
    noted: BTreeSet<Note>,
}

impl<'a> Machine<'a> {
    /// The graph of one builder.
    pub(super) fn extract(&mut self, id: usize) -> Graph {
        let builder = self.builders[id].clone();
        let mut draft = Draft::of(Graph {
            state_class: builder.state,
            compiled_at: builder.compiled.as_ref().map(|compiled| compiled.place.clone()),
            invoked_at: builder.invoked_at,
            is_subgraph: builder.is_subgraph,
            ..Graph::new(builder.framework, builder.made_at)
        });
        if let Some(compiled) = &builder.compiled {
            draft.graph.checkpointer = checkpointer(compiled);
        }
        if self.is_cut {
            let place = draft.graph.defined_at.clone();
            draft.note(
                &place,
                "evaluation came to its limits, so something may be missing",
            );
        }
        let (plain, alternative): (Vec<_>, Vec<_>) =
            builder.operations.into_iter().partition(|op| !op.alternative);
        let mut commands = Vec::new();
        for operation in &plain {
            self.nodes(&mut draft, operation, &mut commands);
        }
        for operation in &plain {
            self.edges(&mut draft, operation);
        }
        for (name, action, place) in commands {
            self.command_edges(&mut draft, &name, &action, &place);
        }
        draft.settle();
        self.alternatives(&mut draft, &alternative);
        if self.is_asked_out {
            let place = draft.graph.defined_at.clone();
            draft.note(
                &place,
                "there are too many routers and nodes to ask them all where they lead",
            );
        }
        draft.graph
    }

    fn nodes(
        &mut self,
        draft: &mut Draft,
        operation: &Operation<'a>,
        commands: &mut Vec<(String, Value<'a>, Place)>,
    ) {
        match &operation.kind {
            OperationKind::Node {
                name,
                action,
                deferred,
                destinations,
            } => {
                let names = name.clone().alternatives();
                let optional = operation.optional || names.len() > 1;
                for name in &names {
                    match name.text() {
                        Some(name) if draft.is_full() && !draft.graph.nodes.contains_key(name) => {
                            draft.left_out();
                        }
                        Some(name) => {
                            let node = self.node(action, optional, *deferred, &operation.place);
                            draft.node(name, node);
                            commands.push((name.to_owned(), action.clone(), operation.place.clone()));
                        }
                        None => draft.note(&operation.place, "a node whose name is not known"),
                    }
                }
                self.destinations(draft, name, destinations, &operation.place);
            }
            OperationKind::Sequence(nodes) => {
                for (name, action) in self.sequence(nodes).unwrap_or_default() {
                    let node = self.node(&action, operation.optional, false, &operation.place);
                    draft.node(&name, node);
                }
            }
            _ => {}
        }
    }

    fn node(&mut self, action: &Value<'a>, optional: bool, deferred: bool, place: &Place) -> Node {
        let subgraph = action
            .clone()
            .alternatives()
            .into_iter()
            .find_map(|value| match value {
                Value::Compiled(id) | Value::Builder(id) => Some(self.builders[id].made_at.clone()),
                _ => None,
            });
        Node {
            function: self.describe(action),
            subgraph,
            optional,
            deferred,
            place: place.clone(),
        }
    }

    /// `destinations=` of `add_node`: where its commands may go.
    fn destinations(&mut self, draft: &mut Draft, name: &Value<'a>, destinations: &Value<'a>, place: &Place) {
        let (Some(name), Some(items)) = (name.text(), self.items(destinations)) else {
            return;
        };
        for item in items {
            if let Some(target) = item.value.text() {
                let edge = Edge {
                    conditional: true,
                    ..plain(routes::end(name), routes::end(target), place)
                };
                draft.edge(edge);
            }
        }
    }

    /// The nodes of a sequence, named by themselves or by a pair.
    fn sequence(&mut self, nodes: &Value<'a>) -> Option<Vec<(String, Value<'a>)>> {
        let items = self.items(nodes)?;
        let named = items.into_iter().map(|item| match &item.value {
            Value::Tuple(pair) => match pair.as_slice() {
                [name, action] => Some((name.text()?.to_owned(), action.clone())),
                _ => None,
            },
            action => Some((self.own_name(action).text()?.to_owned(), action.clone())),
        });
        named.collect()
    }

    fn edges(&mut self, draft: &mut Draft, operation: &Operation<'a>) {
        match &operation.kind {
            OperationKind::Edge(from, to) => self.plain_edges(draft, operation, from, to),
            OperationKind::Conditional {
                from,
                router,
                map,
                then,
            } => {
                self.conditional_edges(draft, operation, (from, router, map, then));
            }
            OperationKind::Sequence(nodes) => match self.sequence(nodes) {
                Some(named) => {
                    for pair in named.windows(2) {
                        let edge = plain(routes::end(&pair[0].0), routes::end(&pair[1].0), &operation.place);
                        draft.edge(Edge {
                            optional: operation.optional,
                            ..edge
                        });
                    }
                }
                None => draft.note(&operation.place, "a sequence whose nodes are not known"),
            },
            OperationKind::HandedOver => {
                let what = "the graph is handed to code that is not read, which may add to it";
                draft.note(&operation.place, what);
            }
            OperationKind::Node { .. } => {}
        }
    }

    fn plain_edges(
        &mut self,
        draft: &mut Draft,
        operation: &Operation<'a>,
        from: &Value<'a>,
        to: &Value<'a>,
    ) {
        let barrier = matches!(from, Value::List(_) | Value::Tuple(_)).then(|| {
            draft.barriers += 1;
            draft.barriers
        });
        let sources = match barrier {
            Some(_) => self.items(from).unwrap_or_default(),
            None => vec![super::value::Item::sure(from.clone())],
        };
        for source in sources {
            let (froms, tos) = (ends(&source.value), ends(to));
            let optional = operation.optional || source.maybe || froms.len() * tos.len() > 1;
            for from in &froms {
                for to in &tos {
                    match (from.text(), to.text()) {
                        (Some(from), Some(to)) => draft.edge(Edge {
                            barrier,
                            optional,
                            ..plain(routes::end(from), routes::end(to), &operation.place)
                        }),
                        _ => draft.note(&operation.place, "an edge of which an end is not known"),
                    }
                }
            }
        }
    }

    fn conditional_edges(
        &mut self,
        draft: &mut Draft,
        operation: &Operation<'a>,
        (from, router, map, then): (&Value<'a>, &Value<'a>, &Value<'a>, &Value<'a>),
    ) {
        let routes = self.routes(router, map);
        let function = self.describe(router);
        for from in from.clone().alternatives() {
            let Some(from) = from.text() else {
                draft.note(&operation.place, "a conditional edge whose source is not known");
                continue;
            };
            draft.routes(&routes::end(from), &routes, operation.optional, &operation.place);
            draft.router(routes::end(from), function.clone(), &routes, &operation.place);
        }
        for then in then.clone().alternatives() {
            match then.text() {
                Some(then) => draft.afterwards(&routes, &routes::end(then), operation),
                None if then == Value::None => {}
                None => draft.note(&operation.place, "what `then=` names is not known"),
            }
        }
        if routes.is_open && !routes.is_declared || routes.targets.is_empty() {
            let what = match router {
                Value::External(name) => format!("where `{name}`, which is not read, leads is not known"),
                _ => "the router's answers are not all known".to_owned(),
            };
            draft.note(&operation.place, &what);
        }
    }

    fn command_edges(&mut self, draft: &mut Draft, name: &str, action: &Value<'a>, place: &Place) {
        if let Some(routes) = self.commands(action) {
            let from = routes::end(name);
            let function = self.describe(action);
            draft.routes(&from, &routes, false, place);
            if routes.is_open && !routes.is_declared {
                draft.note(place, "where this node's command goes is not all known");
            }
            draft.router(from, function, &routes, place);
        }
    }

    fn alternatives(&mut self, draft: &mut Draft, operations: &[Operation<'a>]) {
        let mut other = Draft::of(Graph {
            edges: Vec::new(),
            notes: Vec::new(),
            ..draft.graph.clone()
        });
        for operation in operations {
            self.edges(&mut other, operation);
        }
        let known = draft
            .graph
            .edges
            .iter()
            .map(|edge| (edge.from.clone(), edge.to.clone()));
        let known: BTreeSet<(End, End)> = known.collect();
        let pairs = other.graph.edges.into_iter().map(|edge| (edge.from, edge.to));
        let mut new: Vec<(End, End)> = pairs.filter(|pair| !known.contains(pair)).collect();
        new.dedup();
        draft.graph.alternative = new;
    }
}

impl Draft {
    fn of(graph: Graph) -> Self {
        Self {
            graph,
            barriers: 0,
            known: BTreeMap::new(),
            noted: BTreeSet::new(),
        }
    }

    fn note(&mut self, place: &Place, what: &str) {
        let note = Note {
            place: place.clone(),
            what: what.to_owned(),
        };
        if self.noted.len() > NOTES_MAX || !self.noted.insert(note.clone()) {
            return;
        }
        // What comes first beyond the limit says so, and nothing after it.
        let is_beyond = self.noted.len() > NOTES_MAX;
        let beyond = || Note {
            what: format!("more than {NOTES_MAX} things that are not known; from here on they are not named"),
            ..note.clone()
        };
        self.graph.notes.push(if is_beyond { beyond() } else { note });
    }

    fn left_out(&mut self) {
        let what = format!("more than {NODES_MAX} nodes; the others and their edges are left out");
        let place = self.graph.defined_at.clone();
        self.note(&place, &what);
    }

    /// Whether it has as many nodes as are kept.
    fn is_full(&self) -> bool {
        self.graph.nodes.len() >= NODES_MAX
    }

    /// A node that is added twice is there if it is there once.
    fn node(&mut self, name: &str, node: Node) {
        let is_full = self.is_full();
        match self.graph.nodes.get_mut(name) {
            Some(known) => known.optional &= node.optional,
            None if is_full => self.left_out(),
            None => {
                self.graph.order.push(name.to_owned());
                self.graph.nodes.insert(name.to_owned(), node);
            }
        }
    }

    fn edge(&mut self, edge: Edge) {
        let key = (edge.from.clone(), edge.to.clone(), edge.conditional, edge.barrier);
        let count = self.graph.edges.len();
        let known = self.known.get(&key).and_then(|at| self.graph.edges.get_mut(*at));
        match known {
            Some(known) => {
                known.optional &= edge.optional;
                known.via_send |= edge.via_send;
            }
            None if count < EDGES_MAX => {
                self.known.insert(key, count);
                self.graph.edges.push(edge);
            }
            None => {
                let what = format!("more than {EDGES_MAX} edges; the others are left out");
                let place = self.graph.defined_at.clone();
                self.note(&place, &what);
            }
        }
    }

    fn routes(&mut self, from: &End, routes: &Routes, optional: bool, place: &Place) {
        for (label, target) in &routes.targets {
            self.edge(Edge {
                conditional: true,
                optional,
                via_send: routes.sends.contains_key(target),
                label: label.clone(),
                ..plain(from.clone(), routes::end(target), place)
            });
        }
    }

    /// `then=`: what every target but the end goes on to.
    fn afterwards(&mut self, routes: &Routes, then: &End, operation: &Operation<'_>) {
        for (_, target) in &routes.targets {
            let target = routes::end(target);
            if target != End::Finish {
                self.edge(Edge {
                    optional: operation.optional,
                    ..plain(target, then.clone(), &operation.place)
                });
            }
        }
    }

    fn router(&mut self, from: End, function: Option<super::NodeFunction>, routes: &Routes, place: &Place) {
        let ends = |names: &BTreeSet<String>| names.iter().map(|name| routes::end(name)).collect();
        self.graph.routers.push(Router {
            from,
            function,
            targets: routes
                .targets
                .iter()
                .map(|(_, target)| routes::end(target))
                .collect(),
            source: routes.source.unwrap_or(RouteSource::Returns),
            answers: routes.answers.iter().map(ends).collect(),
            is_open: routes.is_open,
            is_many: routes.is_many,
            sends: routes
                .sends
                .iter()
                .map(|(target, count)| (routes::end(target), *count))
                .collect(),
            place: place.clone(),
        });
    }

    /// Edges that name no node are noted and left out: LangGraph refuses to compile them.
    fn settle(&mut self) {
        let is_known =
            |graph: &Graph, end: &End| end.node().is_none_or(|name| graph.nodes.contains_key(name));
        let (kept, lost): (Vec<Edge>, Vec<Edge>) = std::mem::take(&mut self.graph.edges)
            .into_iter()
            .partition(|edge| is_known(&self.graph, &edge.from) && is_known(&self.graph, &edge.to));
        self.graph.edges = kept;
        // Where nodes are left out, that is said once and not of each of their edges.
        let lost = if self.is_full() { Vec::new() } else { lost };
        for edge in lost {
            let what = format!(
                "an edge from {} to {}, of which one is no node",
                edge.from, edge.to
            );
            self.note(&edge.place, &what);
        }
    }
}

/// The names that a value may be; what stands in for a name that is not there is none.
fn ends<'a>(value: &Value<'a>) -> Vec<Value<'a>> {
    let all = value.clone().alternatives();
    let (none, names): (Vec<_>, Vec<_>) = all.into_iter().partition(|value| *value == Value::None);
    if names.is_empty() { none } else { names }
}

fn plain(from: End, to: End, place: &Place) -> Edge {
    Edge {
        from,
        to,
        conditional: false,
        barrier: None,
        optional: false,
        via_send: false,
        label: None,
        place: place.clone(),
    }
}

fn checkpointer(compiled: &Compiled<'_>) -> Option<Checkpointer> {
    if compiled.is_open {
        return Some(Checkpointer {
            class: None,
            optional: true,
            is_seen: false,
            place: compiled.place.clone(),
        });
    }
    let values = compiled.checkpointer.clone()?.alternatives();
    let is_none = |value: &Value<'_>| matches!(value, Value::None | Value::Bool(false));
    let class = values.iter().find_map(|value| match value {
        Value::Made(name) | Value::External(name) => Some(class_in(name).to_owned()),
        _ => None,
    });
    (!values.iter().all(is_none)).then(|| Checkpointer {
        class,
        optional: values.iter().any(is_none),
        is_seen: true,
        place: compiled.place.clone(),
    })
}

/// The class in a dotted name (`sqlite.SqliteSaver.from_conn_string`), else its last part.
fn class_in(dotted: &str) -> &str {
    let is_class = |part: &&str| part.starts_with(char::is_uppercase);
    let last = dotted.rsplit('.').next().unwrap_or(dotted);
    dotted.rsplit('.').find(is_class).unwrap_or(last)
}
