//! Where objects of a class are made, by which nodes of the graph, and where else its name is used.

use super::classes;
use crate::ast::{Arg, Class, Expr, ExprKind, Stmt, StmtKind};
use crate::code::{Code, Indexed, dict_item};
use crate::flow::{Along, sources};
use crate::program::{FunctionRef, Thing};
use crate::scopes::{Scope, ScopeId};
use crate::walk;
use court::evidence::Place;
use self_cell::self_cell;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wordlist::array;

/// Most functions that one node is followed into.
const REACHED_MAX: usize = 400;
/// Deepest nesting of models in the fields of models.
const HELD_DEPTH_MAX: usize = 4;

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
    pub scope: ScopeId,
    pub place: Place,
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
    /// Other uses of a class's name that may end in an object of it.
    loose: BTreeMap<Key<'a>, Vec<Place>>,
    nodes: BTreeMap<String, BTreeSet<ScopeId>>,
    /// The first node whose function is not known.
    unknown: Option<Place>,
}

impl<'a> Emissions<'a> {
    /// Looks through the whole program outside its tests;
    /// [`Subject::emissions`](crate::derived::Subject::emissions) does it once for all probes.
    pub fn of(code: &Code<'a>) -> Self {
        let (nodes, unknown) = nodes(code);
        let mut emissions = Self {
            found: BTreeMap::new(),
            loose: BTreeMap::new(),
            nodes,
            unknown,
        };
        for id in 0..code.scopes.len() {
            emissions.look(code, id);
        }
        emissions.add_held(code);
        emissions
    }

    /// Looks through one scope: its calls, and then what else names a class in it.
    fn look(&mut self, code: &Code<'a>, id: ScopeId) {
        let scope = &code.scopes[id];
        let mut explained = types_in(scope);
        for call in &scope.calls {
            self.add_call(code, id, call, &mut explained);
        }
        scope.expressions(&mut |expr| {
            let is_class = walk::last_name(expr).is_some_and(|name| name.starts_with(char::is_uppercase));
            if is_class
                && !explained.contains(&address(expr))
                && let Some((path, class)) = code.class(id, expr)
            {
                let place = Place::line(scope.path, expr.span.first);
                self.loose
                    .entry((path, class.span.first))
                    .or_default()
                    .push(place);
            }
        });
    }

    fn add_call(&mut self, code: &Code<'a>, scope: ScopeId, call: &'a Expr, explained: &mut BTreeSet<usize>) {
        let ExprKind::Call { callee, args } = &call.kind else {
            return;
        };
        if matches!(&callee.kind, ExprKind::Name(name) if NO_MAKERS.contains(&name.as_str())) {
            args.iter().for_each(|arg| explain(&arg.value, explained));
            return;
        }
        for class in classes_of(code, scope, callee) {
            explained.insert(address(callee));
            self.add(code, scope, call, class, How::Made);
        }
        if let ExprKind::Attribute { value, attribute } = &callee.kind {
            for class in classes_of(code, scope, value) {
                if describes(attribute) {
                    continue;
                }
                explained.insert(address(value));
                let how = if checks(attribute) {
                    How::Checked
                } else {
                    How::Made
                };
                self.add(code, scope, call, class, how);
            }
        }
        for arg in args {
            let class = |how, class| (how, class);
            let handed = match &arg.value.kind {
                ExprKind::Attribute { value, attribute } if checks(attribute) => {
                    code.class(scope, value).map(|found| class(How::Checked, found))
                }
                ExprKind::Name(_) if applies(callee) => {
                    code.class(scope, &arg.value).map(|found| class(How::Made, found))
                }
                _ => None,
            };
            if let Some((how, class)) = handed {
                explain(&arg.value, explained);
                self.add(code, scope, call, class, how);
            }
        }
        for (arg, class) in bound(code, scope, callee, args) {
            explain(arg, explained);
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

    /// A model that is made from data makes the models in its fields.
    fn add_held(&mut self, code: &Code<'a>) {
        for _ in 0..HELD_DEPTH_MAX {
            let mut more: Vec<(Key<'a>, Vec<Emission>)> = Vec::new();
            for (path, class) in code.program.classes() {
                let made = self.of_class(path, class).iter();
                let made: Vec<Emission> = made
                    .filter(|emission| emission.how != How::Made)
                    .cloned()
                    .collect();
                if made.is_empty() {
                    continue;
                }
                for field in classes::fields(code.program, path, class) {
                    walk::expression(field.annotation, &mut |expr| {
                        if let Some(Thing::Class(path, class)) =
                            classes::thing(code.program, field.path, expr)
                            && self.of_class(path, class).is_empty()
                        {
                            more.push(((path, class.span.first), made.clone()));
                        }
                    });
                }
            }
            if more.is_empty() {
                return;
            }
            self.found.extend(more);
        }
    }

    /// Where objects of a class are made.
    pub fn of_class(&self, path: &'a str, class: &Class) -> &[Emission] {
        self.found
            .get(&(path, class.span.first))
            .map_or(&[], Vec::as_slice)
    }

    /// Where the name of a class is used for something else than making an object, saying a type or inheriting.
    pub fn named_at(&self, path: &'a str, class: &Class) -> &[Place] {
        self.loose
            .get(&(path, class.span.first))
            .map_or(&[], Vec::as_slice)
    }

    /// The first node of a graph whose function could not be found.
    pub fn unknown_node(&self) -> Option<&Place> {
        self.unknown.as_ref()
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

/// Whether a method of a model tells of the model, and makes none.
fn describes(method: &str) -> bool {
    ["schema", "model_json_schema", "model_fields", "__"]
        .iter()
        .any(|name| method.starts_with(name))
}

/// Whether a function calls the class that it is given: `map(Opinion, rows)`, `partial(Opinion, judge=name)`.
fn applies(callee: &Expr) -> bool {
    let names = ["map", "starmap", "partial", "submit", "to_thread", "parse_obj_as"];
    walk::last_name(callee).is_some_and(|name| names.contains(&name))
}

/// Functions that only look at a class.
const NO_MAKERS: [&str; 4] = ["isinstance", "issubclass", "cast", "hasattr"];

/// The classes that an expression stands for: a name, `cls`, a parameter or variable that holds one.
fn classes_of<'a>(code: &Code<'a>, scope: ScopeId, expr: &'a Expr) -> Vec<(&'a str, &'a Class)> {
    if let Some(class) = code.class(scope, expr) {
        return vec![class];
    }
    let here = &code.scopes[scope];
    match &expr.kind {
        ExprKind::Name(name) if name == "cls" => {
            here.class.map(|class| (here.path, class)).into_iter().collect()
        }
        ExprKind::Name(name) if here.param(name).is_none() && !here.bindings.contains_key(name) => Vec::new(),
        ExprKind::Name(_) | ExprKind::Subscript(..) => sources(code, scope, expr, Along::Text)
            .iter()
            .filter(|step| step.is_whole || matches!(expr.kind, ExprKind::Subscript(..)))
            .filter_map(|step| code.class(step.scope, step.expr))
            .collect(),
        _ => Vec::new(),
    }
}

/// What tells an expression from all others of the program.
fn address(expr: &Expr) -> usize {
    std::ptr::from_ref(expr) as usize
}

fn explain(expr: &Expr, explained: &mut BTreeSet<usize>) {
    walk::expression(expr, &mut |part| {
        explained.insert(address(part));
    });
}

/// The expressions of a scope that only say types: annotations, bases, aliases such as `Opinions = list[Opinion]`.
fn types_in(scope: &Scope<'_>) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    let mut see = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Annotated(_, annotation, _) => explain(annotation, &mut found),
        StmtKind::Assign { value, .. }
            if matches!(value.kind, ExprKind::Subscript(..) | ExprKind::Name(_)) =>
        {
            explain(value, &mut found);
        }
        StmtKind::Class(class) => class
            .bases
            .iter()
            .for_each(|base| explain(&base.value, &mut found)),
        StmtKind::Function(function) => {
            let params = function
                .params
                .iter()
                .filter_map(|param| param.annotation.as_ref());
            params
                .chain(&function.returns)
                .for_each(|said| explain(said, &mut found));
        }
        StmtKind::Try { handlers, .. } => {
            let caught = handlers.iter().filter_map(|handler| handler.catches.as_ref());
            caught.for_each(|caught| explain(caught, &mut found));
        }
        _ => {}
    };
    scope.statements(&mut see);
    scope.split.iter().for_each(|stmt| see(stmt));
    found
}

/// The classes that a model is told to answer with, each with the argument that names it.
fn bound<'a>(
    code: &Code<'a>,
    scope: ScopeId,
    callee: &'a Expr,
    args: &'a [Arg],
) -> Vec<(&'a Expr, (&'a str, &'a Class))> {
    let name = walk::last_name(callee).unwrap_or_default();
    const BINDERS: [&str; 9] = array(
        "with_structured_output bind_tools PydanticOutputParser PydanticToolsParser TypeAdapter \
         create_react_agent create_agent Agent parse_obj_as",
    );
    const KEYWORDS: [&str; 9] = array(
        "response_format response_model pydantic_object output_type result_type response_schema \
         output_schema text_format output_cls",
    );
    let binds = BINDERS.contains(&name);
    let is_schema = |arg: &&'a Arg| binds || arg.name.as_deref().is_some_and(|name| KEYWORDS.contains(&name));
    let mut schemas: Vec<&'a Expr> = args.iter().filter(is_schema).map(|arg| &arg.value).collect();
    let dicts = args
        .iter()
        .flat_map(|arg| KEYWORDS.iter().filter_map(|key| dict_item(&arg.value, key)));
    schemas.extend(dicts);
    let mut found = Vec::new();
    for schema in schemas {
        for step in sources(code, scope, schema, Along::Text) {
            walk::expression(step.expr, &mut |expr| {
                found.extend(code.class(step.scope, expr).map(|class| (step.expr, class)));
            });
        }
    }
    found
}

/// What each node of the subject's graphs comes to, and the first node of which that is not known.
fn nodes(code: &Code<'_>) -> (BTreeMap<String, BTreeSet<ScopeId>>, Option<Place>) {
    let mut found: BTreeMap<String, BTreeSet<ScopeId>> = BTreeMap::new();
    let mut unknown = None;
    for (id, scope) in code.scopes.iter().enumerate() {
        for call in &scope.calls {
            let ExprKind::Call { callee, args } = &call.kind else {
                continue;
            };
            let is_node =
                matches!(&callee.kind, ExprKind::Attribute { attribute, .. } if attribute == "add_node");
            let plain = args.iter().filter(|arg| arg.name.is_none());
            let named = args
                .iter()
                .find(|arg| matches!(arg.name.as_deref(), Some("action" | "node")));
            let Some(action) = named.or(plain.take(2).last()).filter(|_| is_node) else {
                continue;
            };
            let first = args.first().map(|arg| &arg.value);
            let name = match first.map(|name| &name.kind) {
                Some(ExprKind::Str(name)) => name.clone(),
                _ => first
                    .and_then(walk::dotted)
                    .unwrap_or_else(|| format!("line {}", call.span.first)),
            };
            let reach = reach(code, functions_of(code, id, &action.value));
            if reach.is_empty() {
                unknown.get_or_insert(Place::line(scope.path, call.span.first));
            } else {
                found.entry(name).or_default().extend(reach);
            }
        }
    }
    (found, unknown)
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
                Some(Thing::Function(path, class, function)) => {
                    found.push(FunctionRef::of(path, class, function))
                }
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
        Thing::Function(path, class, function) => Some(FunctionRef::of(path, class, function)),
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
            // Whose method runs was made before.
            let made = function
                .class
                .and_then(|class| code.program.declared(function.path, class, "__init__"));
            if let Some(Thing::Function(path, class, function)) = made {
                pending.push(FunctionRef::of(path, class, function));
            }
        }
    }
    found
}

/// Whether a class is one that data is checked against when an object is made.
pub fn is_validated<'a>(code: &Code<'a>, path: &'a str, class: &'a Class) -> bool {
    classes::kind(code.program, path, class) == classes::Kind::Pydantic
}
