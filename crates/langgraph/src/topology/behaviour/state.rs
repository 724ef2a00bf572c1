//! The channels of a graph's state and what joins the writes to each.

use super::super::{RouteSource, Router};
use super::Study;
use super::reads::Reads;
use court::evidence::Place;
use python::ast::{Class, Expr, ExprKind, StmtKind};
use python::classes::{self, Field, Kind};
use python::program::{Program, Thing};
use python::walk;
use std::collections::BTreeMap;

/// What joins the writes to a channel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reducer {
    /// Nothing: one write in a superstep, and it replaces what was there.
    None,
    /// `operator.add`: what is written is added to what is there.
    Adds,
    /// Some other function, or what may be one.
    Other,
}

/// The state of a graph.
#[derive(Debug)]
pub(super) struct State {
    /// The name of its class.
    pub(super) name: String,
    /// Its channels, by name.
    pub(super) channels: BTreeMap<String, (Reducer, Place)>,
    /// Whether it has no other channels.
    pub(super) is_whole: bool,
    /// Whether it has them alone and none of its classes takes more.
    pub(super) is_closed: bool,
    /// Whether nodes and routers are given it as a dict.
    is_dict: bool,
}

impl State {
    /// The state, where its class is one of the repository's that declares fields.
    pub(super) fn of(study: &Study<'_>) -> Option<Self> {
        let named = study.graph.state_class.as_ref()?;
        let path = named.path.as_deref()?;
        let mut classes = study.program.classes();
        let (path, class) = classes.find(|(at, class)| *at == path && class.span.first == named.line)?;
        let mut state = Self {
            name: class.name.clone(),
            channels: BTreeMap::new(),
            is_whole: !has_other_schemas(study),
            is_closed: true,
            is_dict: classes::kind(study.program, path, class) == Kind::TypedDict,
        };
        state.add(study.program, path, class);
        let routers = study.graph.routers.iter().map(|router| router.function.as_ref());
        let nodes = study.graph.nodes.values().map(|node| node.function.as_ref());
        for function in nodes.chain(routers) {
            state.add_input(study, function);
        }
        state.is_closed &= state.is_whole;
        (!state.channels.is_empty()).then_some(state)
    }

    /// The keys that a router asks after and that no run can ever have, with their lines.
    pub(super) fn missing(&self, study: &Study<'_>, router: &Router) -> BTreeMap<String, Place> {
        if self.is_whole && self.is_dict {
            return self.unknown(study, router);
        }
        BTreeMap::new()
    }

    /// The keys that a router asks after and that are none of the known channels, with their lines.
    pub(super) fn unknown(&self, study: &Study<'_>, router: &Router) -> BTreeMap<String, Place> {
        let function = study.function(router.function.as_ref());
        let is_given_state = router
            .function
            .as_ref()
            .is_some_and(|function| function.bound.is_empty());
        let is_known = is_given_state && router.source != RouteSource::Command;
        let Some(function) = function.filter(|_| is_known) else {
            return BTreeMap::new();
        };
        let items = Reads::of(&function).items(&function).into_iter();
        let strange = items.filter(|(key, _)| !self.channels.contains_key(key));
        strange
            .map(|(key, line)| (key, Place::line(function.path, line)))
            .collect()
    }

    fn add<'a>(&mut self, program: &'a Program, path: &'a str, class: &'a Class) {
        let is_data = matches!(
            classes::kind(program, path, class),
            Kind::TypedDict | Kind::Pydantic | Kind::Dataclass
        );
        self.is_whole &= is_data
            && classes::lineage(program, path, class)
                .classes
                .iter()
                .all(|(path, class)| {
                    let mut bases = class.bases.iter().filter(|base| base.name.is_none());
                    bases.all(|base| is_known(program, path, &base.value))
                });
        let lineage = classes::lineage(program, path, class).classes;
        self.is_closed &= !lineage.iter().any(|(_, class)| is_configured(class));
        for field in classes::fields(program, path, class) {
            let place = Place::lines(field.path, field.span.first, field.span.last);
            let reducer = reducer(program, &field);
            let known = self
                .channels
                .entry(field.name.to_owned())
                .or_insert((reducer, place));
            // Of two schemas that have the channel, the one with a reducer counts.
            if known.0 == Reducer::None {
                known.0 = reducer;
            }
        }
    }

    /// The class that a node's function says it is given has channels of its own.
    fn add_input(&mut self, study: &Study<'_>, function: Option<&super::NodeFunction>) {
        let Some(function) = study.function(function) else {
            // A lambda has no annotations.
            self.is_whole &= function.is_some_and(|function| function.name == "<lambda>");
            return;
        };
        let annotations = function
            .function
            .params
            .iter()
            .filter_map(|param| param.annotation.as_ref());
        for annotation in annotations {
            match classes::thing(study.program, function.path, annotation.unsubscripted()) {
                Some(Thing::Class(path, class)) => self.add(study.program, path, class),
                None if is_plain(annotation) => {}
                Some(Thing::External(name)) if is_outside(&name) => {}
                _ => self.is_whole = false,
            }
        }
    }
}

/// Whether a model says how it is validated, which may be that it takes any field.
fn is_configured(class: &Class) -> bool {
    class.body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Class(inner) => inner.name == "Config",
        StmtKind::Assign { targets, .. } => targets
            .iter()
            .any(|target| walk::dotted(target).as_deref() == Some("model_config")),
        _ => false,
    })
}

/// `dict`, `dict[str, Any]` and the like say nothing of channels; a text may name a class.
fn is_plain(annotation: &Expr) -> bool {
    let name = walk::dotted(annotation.unsubscripted()).unwrap_or_default();
    matches!(
        name.as_str(),
        "dict" | "str" | "int" | "bool" | "float" | "list" | "object"
    )
}

fn is_outside(name: &str) -> bool {
    let last = name.rsplit('.').next().unwrap_or_default();
    matches!(
        last,
        "Any"
            | "Dict"
            | "Mapping"
            | "MutableMapping"
            | "RunnableConfig"
            | "Runtime"
            | "BaseStore"
            | "StreamWriter"
    )
}

fn is_known<'a>(program: &'a Program, path: &str, base: &'a Expr) -> bool {
    let base = base.unsubscripted();
    match classes::thing(program, path, base) {
        Some(Thing::Class(..)) => true,
        Some(Thing::External(name)) => matches!(
            name.rsplit('.').next(),
            Some("TypedDict" | "BaseModel" | "Generic" | "ABC" | "Protocol")
        ),
        _ => walk::dotted(base).as_deref() == Some("object"),
    }
}

/// Whether the builder is given more than one class: an input, an output or a context.
fn has_other_schemas(study: &Study<'_>) -> bool {
    let Place::Lines { path, first, .. } = &study.graph.defined_at else {
        return true;
    };
    let Some(module) = study.program.module(path) else {
        return true;
    };
    let mut calls = Vec::new();
    walk::statements(&module.body, &mut |stmt| {
        if stmt.span.first > *first || stmt.span.last < *first || matches!(stmt.kind, StmtKind::Class(_)) {
            return;
        }
        for head in walk::heads(stmt) {
            walk::expression(head, &mut |expr| {
                if let ExprKind::Call { args, .. } = &expr.kind
                    && expr.span.first == *first
                {
                    calls.push(args.len());
                }
            });
        }
    });
    calls.iter().any(|args| *args > 1) || calls.is_empty()
}

fn reducer<'a>(program: &'a Program, field: &Field<'a>) -> Reducer {
    let annotation = classes::annotation(program, field.path, field.annotation);
    let Some((path, last)) = annotation.metadata.last() else {
        // An annotation that could not be opened may hide one.
        return if is_opaque(annotation.base) {
            Reducer::Other
        } else {
            Reducer::None
        };
    };
    let named = |expr: &'a Expr| match classes::thing(program, path, expr) {
        Some(Thing::External(name)) => Some(name),
        _ => None,
    };
    match &last.kind {
        ExprKind::Str(_) | ExprKind::Number(_) | ExprKind::None => Reducer::None,
        ExprKind::Call { callee, .. } if named(callee).is_some_and(|name| name.ends_with(".Field")) => {
            Reducer::None
        }
        _ => match named(last).as_deref() {
            Some("operator.add" | "operator.concat" | "operator.iadd") => Reducer::Adds,
            _ => Reducer::Other,
        },
    }
}

/// A name in capitals or text that may stand for an annotation with a reducer.
fn is_opaque(base: &Expr) -> bool {
    matches!(
        base.kind,
        ExprKind::Str(_) | ExprKind::Call { .. } | ExprKind::Unknown
    )
}
