//! The class that the subject gives to its graph.

use court::evidence::Place;
use probes_core::{Answer, Search, Subject};
use python::ast::{Class, Expr, ExprKind, Star};
use python::classes::{self, Field, Kind};
use python::code::Code;
use python::flow::{Along, Step, sources};
use python::program::Thing;
use python::scopes::ScopeId;
use python::walk;
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
    /// `TypedDict("State", {…})` and its kin: what it makes, its file, the call, and its fields where they are written out.
    Functional(Kind, &'a str, &'a Expr, Option<Vec<Field<'a>>>),
    /// A class of a library.
    Library(String),
    /// Something that is no class with fields, such as `dict`.
    Untyped,
    /// Something that could not be followed.
    Unknown,
}

impl<'a> Schema<'a> {
    pub(super) fn name(&self) -> String {
        match &self.shape {
            Shape::Class(_, class) => class.name.clone(),
            Shape::Library(name) => name.clone(),
            Shape::Functional(..) | Shape::Untyped | Shape::Unknown => "the state".to_owned(),
        }
    }

    /// Where it is defined; where the graph is built for one that is defined elsewhere.
    pub(super) fn place(&self, code: &Code<'a>) -> Place {
        match &self.shape {
            Shape::Class(path, class) => Place::line(*path, class.span.first),
            Shape::Functional(_, path, call, _) => Place::lines(*path, call.span.first, call.span.last),
            Shape::Library(_) | Shape::Untyped | Shape::Unknown => self.built(code),
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
            Shape::Functional(kind, ..) => *kind,
            Shape::Library(name) => classes::kind_of_external(name),
            Shape::Untyped | Shape::Unknown => Kind::Plain,
        }
    }

    pub(super) fn fields(&self, code: &Code<'a>) -> Vec<Field<'a>> {
        match &self.shape {
            Shape::Class(path, class) => classes::fields(code.program, path, class),
            Shape::Functional(_, _, _, fields) => fields.clone().unwrap_or_default(),
            Shape::Library(_) | Shape::Untyped | Shape::Unknown => Vec::new(),
        }
    }

    /// Classes of libraries whose fields it has.
    pub(super) fn libraries(&self, code: &Code<'a>) -> Vec<String> {
        match &self.shape {
            Shape::Class(path, class) => classes::lineage(code.program, path, class).external,
            Shape::Library(name) => vec![name.clone()],
            Shape::Functional(..) | Shape::Untyped | Shape::Unknown => Vec::new(),
        }
    }

    /// Where its fields, or some of them, could not be followed, and why.
    pub(super) fn doubt(&self, code: &Code<'a>) -> Option<(Place, &'static str)> {
        let inherited = "what it inherits there was not read";
        match &self.shape {
            Shape::Class(path, class) => {
                let unknown = classes::lineage(code.program, path, class).unknown;
                unknown.map(|place| (place, inherited))
            }
            Shape::Functional(.., None) => Some((self.place(code), "its fields are not written out")),
            Shape::Library(name) if classes::kind_of_external(name) == Kind::Plain => {
                Some((self.built(code), "what the library's class declares was not read"))
            }
            Shape::Unknown => Some((
                self.built(code),
                "what state the graph is given could not be followed",
            )),
            Shape::Functional(..) | Shape::Library(_) | Shape::Untyped => None,
        }
    }
}

/// The fields of `TypedDict("State", {"a": int})`, `NamedTuple("State", [("a", int)])`, `create_model("State", a=(int, 0))`.
fn functional<'a>(code: &Code<'a>, scope: ScopeId, call: &'a Expr) -> Option<Vec<Field<'a>>> {
    let ExprKind::Call { args, .. } = &call.kind else {
        return None;
    };
    let path = code.scopes[scope].path;
    let field = |name: &'a str, said: &'a Expr| Field {
        path,
        name,
        annotation: match &said.kind {
            ExprKind::Tuple(items) => items.first().unwrap_or(said),
            _ => said,
        },
        value: None,
        span: said.span,
    };
    let named = args
        .iter()
        .filter_map(|arg| Some((arg.name.as_deref()?, &arg.value)));
    let mut found: Vec<Field<'a>> = named
        .filter(|(name, _)| !matches!(*name, "total" | "closed") && !name.starts_with("__"))
        .map(|(name, said)| field(name, said))
        .collect();
    for arg in args.iter().skip(1).filter(|arg| arg.name.is_none()) {
        let steps = sources(code, scope, &arg.value, Along::Path);
        let parts = steps.iter().find_map(|step| match &step.expr.kind {
            ExprKind::Dict(pairs) => pairs
                .iter()
                .map(|(key, said)| Some((key.as_ref()?, said)))
                .collect::<Option<Vec<_>>>(),
            ExprKind::List(items) => items.iter().map(pair).collect(),
            _ => None,
        });
        for (name, said) in parts? {
            let ExprKind::Str(name) = &name.kind else {
                return None;
            };
            found.push(field(name, said));
        }
    }
    args.iter().all(|arg| arg.star == Star::None).then_some(found)
}

fn pair(item: &Expr) -> Option<(&Expr, &Expr)> {
    match &item.kind {
        ExprKind::Tuple(parts) => parts.first().zip(parts.get(1)),
        _ => None,
    }
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
        let is_spread = args.iter().any(|arg| arg.star != Star::None);
        return if is_spread { Shape::Unknown } else { Shape::Untyped };
    };
    let steps = sources(code, scope, given, Along::Path);
    let found = steps.iter().find_map(|step| shape_of(code, step));
    found.unwrap_or_else(|| match walk::dotted(given).as_deref() {
        Some("dict" | "Dict" | "typing.Dict" | "object" | "list") => Shape::Untyped,
        _ => Shape::Unknown,
    })
}

fn shape_of<'a>(code: &Code<'a>, step: &Step<'a>) -> Option<Shape<'a>> {
    if let Some(name) = code.external_call(step.scope, step.expr) {
        let kind = classes::kind_of_external(&name);
        let path = code.scopes[step.scope].path;
        return (kind != Kind::Plain)
            .then(|| Shape::Functional(kind, path, step.expr, functional(code, step.scope, step.expr)));
    }
    match (&step.expr.kind, code.thing(step.scope, step.expr)) {
        (ExprKind::Call { .. }, _) => None,
        (ExprKind::Subscript(value, _), _) => {
            let name = walk::dotted(value)?;
            matches!(name.as_str(), "dict" | "Dict" | "typing.Dict").then_some(Shape::Untyped)
        }
        (ExprKind::Name(name), None) if name == "dict" => Some(Shape::Untyped),
        (_, Some(Thing::Class(path, class))) => Some(Shape::Class(path, class)),
        (_, Some(Thing::External(name))) if step.is_end => Some(Shape::Library(name)),
        _ => None,
    }
}

/// No graph of LangGraph is built, where nothing else in use is wired like one.
pub(super) fn no_graph(snapshot: &Subject, rationale: &str) -> Answer {
    let code = snapshot.code();
    let mut search = Search::of_program(snapshot);
    for scope in code.scopes.iter().filter(|scope| scope.is_reached) {
        for call in &scope.calls {
            let ExprKind::Call { callee, .. } = &call.kind else {
                continue;
            };
            if walk::last_name(callee).is_some_and(|name| matches!(name, "add_node" | "StateGraph")) {
                let place = Place::line(scope.path, call.span.first);
                search = search.open(place, "a graph of another kind is built there");
            }
        }
    }
    Answer::absent(rationale, search)
}
