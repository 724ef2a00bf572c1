//! What is done to a graph's builder, in order, and the methods that do it.

use super::machine::Machine;
use super::value::{Given, Object, Value};
use super::{Framework, StateClass};
use court::evidence::Place;
use std::cmp::Reverse;
use wordlist::array;

/// A graph under construction.
pub(super) type BuilderId = usize;

/// Most operations on one builder that are kept.
const OPERATIONS_MAX: usize = 4_000;
/// Most builders of one evaluation; programs have a few.
const BUILDERS_MAX: usize = 1_000;

/// A graph under construction.
#[derive(Clone, Debug)]
pub(super) struct Builder<'a> {
    pub(super) framework: Framework,
    pub(super) made_at: Place,
    pub(super) state: Option<StateClass>,
    pub(super) operations: Vec<Operation<'a>>,
    pub(super) compiled: Option<Compiled<'a>>,
    pub(super) invoked_at: Option<Place>,
    pub(super) is_subgraph: bool,
    /// How many undecided conditions it was made within; they do not make its parts optional.
    born_maybe: usize,
    born_alternative: bool,
}

/// One thing done to it.
#[derive(Clone, Debug)]
pub(super) struct Operation<'a> {
    pub(super) place: Place,
    /// Done only under a condition that is not known.
    pub(super) optional: bool,
    /// Done only where a parameter differs from its default.
    pub(super) alternative: bool,
    pub(super) kind: OperationKind<'a>,
}

/// What is done.
#[derive(Clone, Debug)]
pub(super) enum OperationKind<'a> {
    Node {
        name: Value<'a>,
        action: Value<'a>,
        deferred: bool,
        destinations: Value<'a>,
    },
    /// From one node to another; `START` and `END` are the texts that LangGraph gives them.
    Edge(Value<'a>, Value<'a>),
    Conditional {
        from: Value<'a>,
        router: Value<'a>,
        map: Value<'a>,
        then: Value<'a>,
    },
    Sequence(Value<'a>),
    /// It is handed to code that is not read.
    HandedOver,
}

/// How much an evaluation knows of a builder, the least weighty last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Clarity {
    pub(super) is_compiled: bool,
    pub(super) is_whole: bool,
    /// What is done with names that are not known.
    pub(super) vague: Reverse<usize>,
    pub(super) is_run: bool,
    certain: usize,
    all: usize,
}

/// `compile(…)`.
#[derive(Clone, Debug)]
pub(super) struct Compiled<'a> {
    pub(super) place: Place,
    pub(super) checkpointer: Option<Value<'a>>,
    /// Whether one may be among arguments that are not known.
    pub(super) is_open: bool,
}

/// LangGraph's own names for its first and last node.
pub(super) const START: &str = "__start__";
pub(super) const END: &str = "__end__";

/// Methods that run a compiled graph.
const RUNS: &[&str] =
    &array::<9>("invoke ainvoke stream astream astream_events batch abatch stream_events astream_log");

/// Methods of a compiled graph that give such a graph.
const SAME: &[&str] =
    &array::<7>("with_config with_retry with_types bind with_fallbacks copy with_listeners");

impl<'a> Machine<'a> {
    /// Calls a method of a builder; `None` where it has no meaning for the graph.
    pub(super) fn builder_method(&mut self, id: BuilderId, name: &str, given: &Given<'a>) -> Value<'a> {
        let of_own = self.of_own(id, given);
        let given = of_own.as_ref().unwrap_or(given);
        let unknown = || Value::Unknown;
        let argument = |at: usize, name: &str| given.get(at, name).cloned();
        let kind = match name {
            "add_node" => return self.add_node(id, given),
            "add_edge" => OperationKind::Edge(
                argument(0, "start_key").unwrap_or_else(unknown),
                argument(1, "end_key").unwrap_or_else(unknown),
            ),
            "add_conditional_edges" | "add_conditional_edge" => OperationKind::Conditional {
                from: argument(0, "source").unwrap_or_else(unknown),
                router: argument(1, "path").unwrap_or_else(unknown),
                map: argument(2, "path_map").unwrap_or(Value::None),
                then: argument(3, "then").unwrap_or(Value::None),
            },
            "set_conditional_entry_point" => OperationKind::Conditional {
                from: Value::str(START),
                router: argument(0, "path").unwrap_or_else(unknown),
                map: argument(1, "path_map").unwrap_or(Value::None),
                then: argument(2, "then").unwrap_or(Value::None),
            },
            "set_entry_point" => {
                OperationKind::Edge(Value::str(START), argument(0, "key").unwrap_or_else(unknown))
            }
            "set_finish_point" => {
                OperationKind::Edge(argument(0, "key").unwrap_or_else(unknown), Value::str(END))
            }
            "add_sequence" => OperationKind::Sequence(argument(0, "nodes").unwrap_or_else(unknown)),
            "compile" => return self.compile(id, given),
            _ => return Value::Unknown,
        };
        self.operate(id, kind);
        Value::Builder(id)
    }

    /// Nodes of a graph class of the repository may be objects: what is called its name is the name, what is a function
    /// is what it runs.
    fn of_own(&self, id: BuilderId, given: &Given<'a>) -> Option<Given<'a>> {
        if self.builders[id].framework == Framework::LangGraph {
            return None;
        }
        let mut own = given.clone();
        let Some(Value::Instance(node)) = given.positional.first() else {
            return None;
        };
        let Object::Instance { attributes, .. } = self.heap.get(*node)? else {
            return None;
        };
        let action = attributes.values().find(|value| value.is_function()).cloned();
        own.positional[0] = attributes.get("name").cloned().unwrap_or(Value::Unknown);
        own.positional.insert(1, action.unwrap_or(Value::Unknown));
        Some(own)
    }

    /// `add_node("name", action)`, `add_node(action)` with the action's own name.
    fn add_node(&mut self, id: BuilderId, given: &Given<'a>) -> Value<'a> {
        let first = given.get(0, "node").cloned().unwrap_or(Value::Unknown);
        let second = given
            .named
            .get("action")
            .or_else(|| given.positional.get(1))
            .cloned();
        let (name, action) = match second {
            Some(action) => (first, action),
            None => (self.own_name(&first), first),
        };
        for value in action.clone().alternatives() {
            if let Value::Compiled(inner) = value {
                self.builders[inner].is_subgraph = true;
            }
        }
        let is_own = self.builders[id].framework != Framework::LangGraph;
        let starts = is_own && given.named.get("start") == Some(&Value::Bool(true));
        let first_edge = starts.then(|| OperationKind::Edge(Value::str(START), name.clone()));
        let kind = OperationKind::Node {
            name,
            action,
            deferred: given.named.get("defer") == Some(&Value::Bool(true)),
            destinations: given.named.get("destinations").cloned().unwrap_or(Value::None),
        };
        self.operate(id, kind);
        first_edge.into_iter().for_each(|edge| self.operate(id, edge));
        Value::Builder(id)
    }

    fn compile(&mut self, id: BuilderId, given: &Given<'a>) -> Value<'a> {
        let place = self.here();
        let checkpointer = given.get(0, "checkpointer").cloned();
        let compiled = Compiled {
            place,
            is_open: given.has_more && checkpointer.is_none(),
            checkpointer,
        };
        let builder = &mut self.builders[id];
        // A graph that is compiled twice is the one that keeps its state.
        let keeps = |compiled: &Compiled<'_>| {
            !matches!(
                compiled.checkpointer,
                None | Some(Value::None | Value::Bool(false))
            )
        };
        if builder.compiled.as_ref().is_none_or(|old| !keeps(old)) {
            builder.compiled = Some(compiled);
        }
        Value::Compiled(id)
    }

    fn operate(&mut self, id: BuilderId, kind: OperationKind<'a>) {
        let operation = Operation {
            place: self.here(),
            optional: self.maybe > self.builders[id].born_maybe,
            alternative: self.is_alternative && !self.builders[id].born_alternative,
            kind,
        };
        let operations = &mut self.builders[id].operations;
        if operations.len() < OPERATIONS_MAX {
            operations.push(operation);
        } else {
            self.is_cut = true;
        }
    }

    pub(super) fn handed_over(&mut self, id: BuilderId) {
        self.operate(id, OperationKind::HandedOver);
    }

    pub(super) fn compiled_method(&mut self, id: BuilderId, name: &str) -> Value<'a> {
        if RUNS.contains(&name) {
            let place = self.here();
            self.builders[id].invoked_at.get_or_insert(place);
        }
        if SAME.contains(&name) {
            return Value::Compiled(id);
        }
        Value::Unknown
    }

    pub(super) fn new_builder(&mut self, framework: Framework, given: &Given<'a>) -> Value<'a> {
        if self.builders.len() >= BUILDERS_MAX {
            self.is_cut = true;
            return Value::Unknown;
        }
        let state = given.get(0, "state_schema").map(state_class);
        self.builders.push(Builder {
            framework,
            made_at: self.here(),
            state: state.flatten(),
            operations: Vec::new(),
            compiled: None,
            invoked_at: None,
            is_subgraph: false,
            born_maybe: self.maybe,
            born_alternative: self.is_alternative,
        });
        Value::Builder(self.builders.len() - 1)
    }
}

impl<'a> Machine<'a> {
    /// How much of a builder is known. Fewer names that are not known first, then whether it is run, then how much is
    /// done to it for certain, then how much at all.
    pub(super) fn clarity(&self, id: BuilderId) -> Clarity {
        let builder = &self.builders[id];
        let vague = |operation: &&Operation<'a>| match &operation.kind {
            OperationKind::Node { name, .. } => is_vague(name),
            OperationKind::Edge(from, to) => is_vague(from) || is_vague(to),
            OperationKind::Conditional { from, .. } => is_vague(from),
            OperationKind::Sequence(nodes) => is_vague(nodes),
            OperationKind::HandedOver => true,
        };
        let operations = builder.operations.iter();
        Clarity {
            is_compiled: builder.compiled.is_some(),
            is_whole: !self.is_cut,
            vague: Reverse(operations.clone().filter(vague).count()),
            is_run: builder.invoked_at.is_some(),
            certain: operations.filter(|operation| !operation.optional).count(),
            all: builder.operations.len(),
        }
    }
}

/// Whether a value that stands for names may be one that is not known.
fn is_vague(value: &Value<'_>) -> bool {
    match value {
        Value::List(_) | Value::Tuple(_) => false,
        Value::OneOf(values) => values
            .iter()
            .any(|value| *value != Value::None && is_vague(value)),
        value => value.text().is_none(),
    }
}

fn state_class(value: &Value<'_>) -> Option<StateClass> {
    match value {
        Value::Class(path, class) => Some(StateClass {
            name: class.name.clone(),
            path: Some((*path).to_owned()),
            line: class.span.first,
        }),
        Value::External(name) => Some(StateClass {
            name: name.rsplit('.').next().unwrap_or(name).to_owned(),
            path: None,
            line: 0,
        }),
        Value::OneOf(values) => values.iter().find_map(state_class),
        _ => None,
    }
}
