//! Where objects of a class are made, and by which nodes of the graph.

use super::classes;
use crate::ast::{Arg, Class, Expr, ExprKind};
use crate::code::{Code, Indexed};
use crate::flow::{Along, sources};
use crate::program::{FunctionRef, Thing};
use crate::scopes::ScopeId;
use crate::walk;
use court::evidence::Place;
use self_cell::self_cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// Most functions that one node is followed into.
const REACHED_MAX: usize = 400;

/// How an object comes to be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    /// A model is told to answer with one.
    Bound,
    /// Made by calling the class.
    Made,
    /// Made from data that is checked.
    Checked,
}

/// A place where an object of a class is made.
#[derive(Clone, Debug)]
pub struct Emission {
    /// In which scope.
    pub scope: ScopeId,
    /// Where.
    pub place: Place,
    /// How.
    pub how: How,
    /// Whether the program that is started gets here.
    pub is_reached: bool,
}

/// A class by its file and first line.
type Key<'a> = (&'a str, u32);

self_cell!(
    /// An index with where objects are made.
    pub struct Emitted {
        owner: Arc<Indexed>,
        #[covariant]
        dependent: Emissions,
    }
    impl {Debug}
);

/// Where objects of all classes are made.
#[derive(Debug)]
pub struct Emissions<'a> {
    found: BTreeMap<Key<'a>, Vec<Emission>>,
    nodes: BTreeMap<String, BTreeSet<ScopeId>>,
}

impl<'a> Emissions<'a> {
    /// Looks through the whole program outside its tests;
    /// [`Subject::emissions`](crate::derived::Subject::emissions) does it once for all probes.
    pub fn of(code: &Code<'a>) -> Self {
        let mut emissions = Self {
            found: BTreeMap::new(),
            nodes: nodes(code),
        };
        for (id, scope) in code.scopes.iter().enumerate() {
            for call in &scope.calls {
                emissions.add_call(code, id, call);
            }
        }
        emissions
    }

    fn add_call(&mut self, code: &Code<'a>, scope: ScopeId, call: &'a Expr) {
        let ExprKind::Call { callee, args } = &call.kind else {
            return;
        };
        if let Some(class) = code.class(scope, callee) {
            self.add(code, scope, call, class, How::Made);
        } else if let ExprKind::Attribute { value, attribute } = &callee.kind
            && let Some(class) = code.class(scope, value)
        {
            self.add(
                code,
                scope,
                call,
                class,
                if checks(attribute) {
                    How::Checked
                } else {
                    How::Made
                },
            );
        }
        for class in bound(code, scope, callee, args) {
            self.add(code, scope, call, class, How::Bound);
        }
    }

    fn add(&mut self, code: &Code<'a>, scope: ScopeId, call: &Expr, class: (&'a str, &'a Class), how: How) {
        let (path, class) = class;
        let here = &code.scopes[scope];
        let emission = Emission {
            scope,
            place: Place::lines(here.path, call.span.first, call.span.last),
            how,
            is_reached: here.is_reached,
        };
        self.found
            .entry((path, class.span.first))
            .or_default()
            .push(emission);
    }

    /// Where objects of a class are made.
    pub fn of_class(&self, path: &'a str, class: &Class) -> &[Emission] {
        self.found
            .get(&(path, class.span.first))
            .map_or(&[], Vec::as_slice)
    }

    /// The nodes of the graph that come to one of these places.
    pub fn emitters(&self, emissions: &[Emission]) -> Vec<&str> {
        let makes =
            |reach: &BTreeSet<ScopeId>| emissions.iter().any(|emission| reach.contains(&emission.scope));
        let nodes = self.nodes.iter().filter(|(_, reach)| makes(reach));
        nodes.map(|(name, _)| name.as_str()).collect()
    }

    /// Whether a node of the graph comes to this place.
    pub fn is_in_node(&self, emission: &Emission) -> bool {
        self.nodes.values().any(|reach| reach.contains(&emission.scope))
    }

    /// Whether enough of the graph's nodes are known to say that none comes to a place.
    pub fn knows_nodes(&self) -> bool {
        self.nodes.len() >= 2
    }
}

fn checks(method: &str) -> bool {
    method.starts_with("model_validate") || method.starts_with("parse_") || method.starts_with("validate")
}

/// The classes that a model is told to answer with.
fn bound<'a>(
    code: &Code<'a>,
    scope: ScopeId,
    callee: &'a Expr,
    args: &'a [Arg],
) -> Vec<(&'a str, &'a Class)> {
    let name = match &callee.kind {
        ExprKind::Attribute { attribute, .. } => attribute,
        ExprKind::Name(name) => name,
        _ => return Vec::new(),
    };
    const BINDERS: [&str; 8] = [
        "with_structured_output",
        "bind_tools",
        "PydanticOutputParser",
        "PydanticToolsParser",
        "TypeAdapter",
        "create_react_agent",
        "create_agent",
        "Agent",
    ];
    const KEYWORDS: [&str; 7] = [
        "response_format",
        "response_model",
        "pydantic_object",
        "output_type",
        "result_type",
        "response_schema",
        "output_schema",
    ];
    let binds = BINDERS.contains(&name.as_str());
    let is_schema = |arg: &&'a Arg| binds || arg.name.as_deref().is_some_and(|name| KEYWORDS.contains(&name));
    let mut found = Vec::new();
    for arg in args.iter().filter(is_schema) {
        for step in sources(code, scope, &arg.value, Along::Text) {
            let expr = match &step.expr.kind {
                ExprKind::Subscript { index, .. } => index,
                _ => step.expr,
            };
            found.extend(code.class(step.scope, expr));
        }
    }
    found
}

/// What each node of the subject's graphs comes to.
fn nodes(code: &Code<'_>) -> BTreeMap<String, BTreeSet<ScopeId>> {
    let mut found: BTreeMap<String, BTreeSet<ScopeId>> = BTreeMap::new();
    for (id, scope) in code.scopes.iter().enumerate() {
        for call in &scope.calls {
            let ExprKind::Call { callee, args } = &call.kind else {
                continue;
            };
            let is_node =
                matches!(&callee.kind, ExprKind::Attribute { attribute, .. } if attribute == "add_node");
            let Some(action) = args.get(1).or_else(|| args.first()).filter(|_| is_node) else {
                continue;
            };
            let named = args.first().map(|arg| &arg.value);
            let name = match named.map(|name| &name.kind) {
                Some(ExprKind::Str(name)) => name.clone(),
                _ => named
                    .and_then(walk::dotted)
                    .unwrap_or_else(|| format!("line {}", call.span.first)),
            };
            let reach = reach(code, functions_of(code, id, &action.value));
            if !reach.is_empty() {
                found.entry(name).or_default().extend(reach);
            }
        }
    }
    found
}

/// The functions that an expression names, wrapped or not.
fn functions_of<'a>(code: &Code<'a>, scope: ScopeId, action: &'a Expr) -> Vec<FunctionRef<'a>> {
    let mut found = Vec::new();
    for step in sources(code, scope, action, Along::Text) {
        walk::expression(step.expr, &mut |expr| {
            let thing = match &expr.kind {
                ExprKind::Name(_) | ExprKind::Attribute { .. } => code.thing(step.scope, expr),
                ExprKind::Call { callee, .. } => {
                    let class = code.class(step.scope, callee);
                    class.map(|(path, class)| Thing::Instance(path, class))
                }
                _ => None,
            };
            match thing {
                Some(Thing::Function(path, class, function)) => found.push(FunctionRef {
                    path,
                    class,
                    function,
                }),
                Some(Thing::Instance(path, class)) => found.extend(called(code, path, class)),
                _ => {}
            }
        });
    }
    found
}

/// What an object runs as a node: it is called, or it is a runnable.
fn called<'a>(code: &Code<'a>, path: &'a str, class: &'a Class) -> Option<FunctionRef<'a>> {
    let methods = ["__call__", "invoke", "ainvoke"].into_iter();
    let mut declared = methods.filter_map(|name| code.program.declared(path, class, name));
    match declared.next()? {
        Thing::Function(path, class, function) => Some(FunctionRef {
            path,
            class,
            function,
        }),
        _ => None,
    }
}

fn reach<'a>(code: &Code<'a>, start: Vec<FunctionRef<'a>>) -> BTreeSet<ScopeId> {
    let mut seen: BTreeSet<(&str, u32)> = BTreeSet::new();
    let mut found = BTreeSet::new();
    let mut pending = start;
    while let Some(function) = pending.pop().filter(|_| seen.len() < REACHED_MAX) {
        if seen.insert((function.path, function.function.span.first)) {
            found.extend(code.scope_around(function.path, function.function.span));
            pending.extend(code.program.callees(&function));
        }
    }
    found
}

/// Whether a class is one that data is checked against when an object is made.
pub fn is_validated<'a>(code: &Code<'a>, path: &'a str, class: &'a Class) -> bool {
    classes::kind(code.program, path, class) == classes::Kind::Pydantic
}
