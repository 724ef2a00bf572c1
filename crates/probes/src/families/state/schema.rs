//! The class that the subject gives to its graph.

use court::evidence::Place;
use python::ast::{Class, Expr, ExprKind};
use python::classes::{self, Field, Kind};
use python::code::Code;
use python::flow::{Along, Step, sources};
use python::program::Thing;
use python::scopes::ScopeId;
use std::collections::BTreeMap;

/// A graph's state.
pub(super) struct Schema<'a> {
    /// Where the graph is built.
    pub(super) scope: ScopeId,
    /// The `StateGraph(…)`.
    pub(super) call: &'a Expr,
    /// What it is given.
    pub(super) shape: Shape<'a>,
}

/// What a graph is given as its state.
#[derive(Clone, Debug)]
pub(super) enum Shape<'a> {
    /// A class of the repository.
    Class(&'a str, &'a Class),
    /// `TypedDict("State", {…})`: its file and its fields.
    Functional(&'a str, &'a Expr),
    /// A class of a library.
    Library(String),
    /// Something that is no class with fields, such as `dict`.
    Untyped,
}

impl<'a> Schema<'a> {
    /// Its name.
    pub(super) fn name(&self) -> String {
        match &self.shape {
            Shape::Class(_, class) => class.name.clone(),
            Shape::Functional(..) => "the state".to_owned(),
            Shape::Library(name) => name.clone(),
            Shape::Untyped => "the state".to_owned(),
        }
    }

    /// Where it is defined; where the graph is built for one that is defined elsewhere.
    pub(super) fn place(&self, code: &Code<'a>) -> Place {
        match &self.shape {
            Shape::Class(path, class) => Place::line(*path, class.span.first),
            Shape::Functional(path, call) => Place::lines(*path, call.span.first, call.span.last),
            Shape::Library(_) | Shape::Untyped => self.built(code),
        }
    }

    /// Where the graph is built.
    pub(super) fn built(&self, code: &Code<'a>) -> Place {
        Place::lines(
            code.scopes[self.scope].path,
            self.call.span.first,
            self.call.span.last,
        )
    }

    /// What kind of data it describes.
    pub(super) fn kind(&self, code: &Code<'a>) -> Kind {
        match &self.shape {
            Shape::Class(path, class) => classes::kind(code.program, path, class),
            Shape::Functional(..) => Kind::TypedDict,
            Shape::Library(name) => classes::kind_of_external(name),
            Shape::Untyped => Kind::Plain,
        }
    }

    /// Its fields.
    pub(super) fn fields(&self, code: &Code<'a>) -> Vec<Field<'a>> {
        match &self.shape {
            Shape::Class(path, class) => classes::fields(code.program, path, class),
            Shape::Functional(path, call) => functional(path, call),
            Shape::Library(_) | Shape::Untyped => Vec::new(),
        }
    }

    /// Classes of libraries whose fields it has.
    pub(super) fn libraries(&self, code: &Code<'a>) -> Vec<String> {
        match &self.shape {
            Shape::Class(path, class) => classes::lineage(code.program, path, class).external,
            Shape::Library(name) => vec![name.clone()],
            Shape::Functional(..) | Shape::Untyped => Vec::new(),
        }
    }
}

fn functional<'a>(path: &'a str, call: &'a Expr) -> Vec<Field<'a>> {
    let ExprKind::Call { args, .. } = &call.kind else {
        return Vec::new();
    };
    let Some(ExprKind::Dict(pairs)) = args.get(1).map(|arg| &arg.value.kind) else {
        return Vec::new();
    };
    let fields = pairs
        .iter()
        .filter_map(|(key, annotation)| match &key.as_ref()?.kind {
            ExprKind::Str(name) => Some(Field {
                path,
                name,
                annotation,
                value: None,
                span: annotation.span,
            }),
            _ => None,
        });
    fields.collect()
}

/// The state of the graph that the program uses: a graph that it reaches goes before one that it does not, and
/// then the one with more nodes.
pub(super) fn live<'a>(code: &Code<'a>) -> Option<Schema<'a>> {
    let calls = code.outward().iter();
    let graphs = calls.filter(|call| call.function.as_deref().is_some_and(is_state_graph));
    // Many graphs of one scope are told by one count of its nodes.
    let mut counted: BTreeMap<ScopeId, usize> = BTreeMap::new();
    let ranked = graphs.map(|graph| {
        let nodes = *counted
            .entry(graph.scope)
            .or_insert_with(|| nodes(code, graph.scope));
        ((code.scopes[graph.scope].is_reached, nodes), graph)
    });
    let best = ranked.reduce(|best, next| if next.0 > best.0 { next } else { best });
    best.map(|(_, graph)| Schema {
        scope: graph.scope,
        call: graph.call,
        shape: shape(code, graph.scope, graph.call),
    })
}

fn is_state_graph(name: &str) -> bool {
    name.starts_with("langgraph") && name.rsplit('.').next() == Some("StateGraph")
}

fn nodes(code: &Code<'_>, scope: ScopeId) -> usize {
    let is_node = |call: &&&Expr| match &call.kind {
        ExprKind::Call { callee, .. } => {
            matches!(&callee.kind, ExprKind::Attribute { attribute, .. } if attribute == "add_node")
        }
        _ => false,
    };
    code.scopes[scope].calls.iter().filter(is_node).count()
}

fn shape<'a>(code: &Code<'a>, scope: ScopeId, call: &'a Expr) -> Shape<'a> {
    let ExprKind::Call { args, .. } = &call.kind else {
        return Shape::Untyped;
    };
    let named = ["state_schema", "schema"]
        .iter()
        .find_map(|name| code.keyword(scope, args, name));
    let first = args
        .first()
        .filter(|arg| arg.name.is_none())
        .map(|arg| &arg.value);
    let Some(given) = first.or(named) else {
        return Shape::Untyped;
    };
    let steps = sources(code, scope, given, Along::Path);
    steps
        .iter()
        .find_map(|step| shape_of(code, step))
        .unwrap_or(Shape::Untyped)
}

fn shape_of<'a>(code: &Code<'a>, step: &Step<'a>) -> Option<Shape<'a>> {
    if let Some(name) = code.external_call(step.scope, step.expr) {
        let is_functional = classes::kind_of_external(&name) == Kind::TypedDict;
        return is_functional.then_some(Shape::Functional(code.scopes[step.scope].path, step.expr));
    }
    if matches!(step.expr.kind, ExprKind::Call { .. }) {
        return None;
    }
    match code.thing(step.scope, step.expr)? {
        Thing::Class(path, class) => Some(Shape::Class(path, class)),
        Thing::External(name) if name.ends_with("State") => Some(Shape::Library(name)),
        _ => None,
    }
}
