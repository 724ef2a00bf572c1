//! Which channels a node writes: the keys of what its function gives back, as far as they are certain.

use super::super::Node;
use super::Study;
use super::answers::leaves;
use super::shape::{Shape, assigned_to, binds_otherwise, deleted, item};
use court::evidence::Place;
use python::ast::{Arg, Class, Expr, ExprKind, Function, Star, StmtKind};
use python::classes::{self, Kind};
use python::program::{FunctionRef, Scope, Thing};
use python::walk;
use std::collections::{BTreeMap, BTreeSet};

/// Deepest chain of functions whose results are handed on.
const CALLS_MAX: usize = 4;
/// Deepest expression.
const DEPTH_MAX: usize = 24;
/// Most work for all nodes of a graph, in lines of the functions that are gone through.
pub(super) const WORK_MAX: usize = 400_000;

/// What a node gives back.
#[derive(Clone, Debug, Default)]
pub(super) struct Gives {
    /// Keys that it gives back at least sometimes, with the line that says so.
    pub(super) may: BTreeMap<String, Place>,
    /// Keys that it gives back whenever it returns.
    pub(super) sure: BTreeSet<String>,
    /// Where it gives back its whole state.
    pub(super) whole: Option<Place>,
    /// Whether it does that whenever it returns.
    pub(super) is_always_whole: bool,
    /// Keys that it may take out of the state before.
    pub(super) lost: BTreeSet<String>,
    /// An object of a class that has none of the state's fields, and where it is made.
    pub(super) stranger: Option<(String, Place)>,
}

/// What a node gives back; nothing where that is not what its function gives back.
pub(super) fn of(study: &Study<'_>, name: &str, node: &Node, work: &mut usize) -> Option<Gives> {
    let function = super::wrapping::plain(study, node)?;
    let is_sent = study
        .graph
        .edges
        .iter()
        .any(|edge| edge.via_send && edge.to.node() == Some(name));
    let mut params = BTreeMap::new();
    if let Some(state) = state_param(&function).filter(|_| !is_sent) {
        let whole = Shape {
            is_whole: true,
            is_surely_whole: true,
            ..Shape::default()
        };
        params.insert(state, whole);
    }
    let mut reader = Reader { study, left: *work };
    let gives = reader.function(&function, &params, CALLS_MAX);
    *work = reader.left;
    Some(gives)
}

/// The parameter that a node's function is given the state by.
fn state_param<'a>(function: &FunctionRef<'a>) -> Option<&'a str> {
    let own = function.function.params.iter();
    let mut own =
        own.filter(|param| param.star == Star::None && !matches!(param.name.as_str(), "self" | "cls" | ""));
    own.next().map(|param| param.name.as_str())
}

struct Reader<'s, 'a> {
    study: &'s Study<'a>,
    left: usize,
}

/// A function that is being read.
struct Frame<'a, 'p> {
    function: &'a Function,
    path: &'a str,
    scope: Option<Scope<'a>>,
    params: &'p BTreeMap<&'a str, Shape>,
    calls: usize,
}

impl Frame<'_, '_> {
    /// What going through the function once costs.
    fn cost(&self) -> usize {
        let span = self.function.span;
        (span.last.saturating_sub(span.first) + 1) as usize
    }
}

impl<'a> Reader<'_, 'a> {
    fn function(
        &mut self,
        function: &FunctionRef<'a>,
        params: &BTreeMap<&'a str, Shape>,
        calls: usize,
    ) -> Gives {
        let Some(calls) = calls.checked_sub(1) else {
            return Gives::default();
        };
        let frame = Frame {
            function: function.function,
            path: function.path,
            scope: self.study.program.scope_of(function),
            params,
            calls,
        };
        let body = &function.function.body;
        let mut returned: Vec<(Place, Shape)> = Vec::new();
        let mut yields = false;
        walk::scope(body, &mut |stmt| {
            for head in walk::heads(stmt) {
                walk::expression(head, &mut |expr| {
                    yields |= matches!(expr.kind, ExprKind::Yield(_))
                });
            }
            if let StmtKind::Return(value) = &stmt.kind {
                let shape = value
                    .as_ref()
                    .map_or_else(Shape::default, |value| self.shape(&frame, value, DEPTH_MAX));
                returned.push((
                    Place::lines(function.path, stmt.span.first, stmt.span.last),
                    shape,
                ));
            }
        });
        if yields {
            return Gives::default();
        }
        if !leaves(body) {
            returned.push((function.place(), Shape::default()));
        }
        gives(returned)
    }

    fn shape(&mut self, frame: &Frame<'a, '_>, expr: &'a Expr, depth: usize) -> Shape {
        let (Some(depth), Some(left)) = (depth.checked_sub(1), self.left.checked_sub(frame.cost())) else {
            return Shape::default();
        };
        self.left = left;
        match &expr.kind {
            ExprKind::Dict(pairs) => self.dict(frame, pairs, depth),
            ExprKind::Name(name) => self.name(frame, name, depth),
            ExprKind::Await(inner) => self.shape(frame, inner, depth),
            ExprKind::Conditional { body, orelse, .. } => {
                let body = self.shape(frame, body, depth);
                body.or(self.shape(frame, orelse, depth))
            }
            ExprKind::Binary(left, operator, right) if operator.trim() == "|" => {
                let left = self.shape(frame, left, depth);
                left.and(self.shape(frame, right, depth))
            }
            ExprKind::Call { callee, args } => self.call(frame, callee, args, depth),
            _ => Shape::default(),
        }
    }

    fn dict(&mut self, frame: &Frame<'a, '_>, pairs: &'a [(Option<Expr>, Expr)], depth: usize) -> Shape {
        let mut shape = Shape::default();
        for (key, value) in pairs {
            let part = match key.as_ref().map(|key| (&key.kind, key.span.first)) {
                None => self.shape(frame, value, depth),
                Some((ExprKind::Str(name), line)) => Shape::key(name, Place::line(frame.path, line)),
                Some(_) => Shape::default(),
            };
            shape = shape.and(part);
        }
        shape
    }

    /// A parameter or a variable: what it is made of, and what is put into it.
    fn name(&mut self, frame: &Frame<'a, '_>, name: &str, depth: usize) -> Shape {
        let body = &frame.function.body;
        let mut made: Option<Shape> = None;
        let mut is_unclear = false;
        walk::scope(body, &mut |stmt| {
            if binds_otherwise(stmt, name) {
                is_unclear = true;
            }
            if let Some(value) = assigned_to(stmt, name) {
                let shape = self.shape(frame, value, depth);
                made = Some(match made.take() {
                    Some(known) => known.or(shape),
                    None => shape,
                });
            }
        });
        let given = frame.params.get(name).cloned();
        let base = match (made, given) {
            (Some(made), Some(given)) => made.or(given),
            (Some(made), None) => made,
            (None, given) => given.unwrap_or_default(),
        };
        let base = if is_unclear { Shape::default() } else { base };
        self.put_into(frame, name, base, depth)
    }

    /// `name["key"] = …`, `name.update(…)`, `name.setdefault("key", …)`, `name |= …`.
    fn put_into(&mut self, frame: &Frame<'a, '_>, name: &str, base: Shape, depth: usize) -> Shape {
        let mut shape = base;
        let is_it = |expr: &Expr| matches!(&expr.kind, ExprKind::Name(known) if known == name);
        let place = |line: u32| Place::line(frame.path, line);
        walk::scope(&frame.function.body, &mut |stmt| {
            let more = match &stmt.kind {
                StmtKind::Assign { targets, .. } => {
                    let keys = targets.iter().filter_map(|target| item(target, &is_it));
                    keys.fold(Shape::default(), |shape, key| {
                        shape.and(Shape::key(key, place(stmt.span.first)))
                    })
                }
                StmtKind::Augmented(target, _, value) => match item(target, &is_it) {
                    Some(key) => Shape::key(key, place(stmt.span.first)),
                    None if is_it(target) => self.shape(frame, value, depth),
                    None => Shape::default(),
                },
                StmtKind::Other(text) => deleted(text, name).map_or_else(Shape::default, Shape::lost),
                StmtKind::Expr(expr) => match &expr.kind {
                    ExprKind::Call { callee, args } => match &callee.kind {
                        ExprKind::Attribute { value, attribute } if is_it(value) => {
                            self.method(frame, attribute, args, place(stmt.span.first), depth)
                        }
                        _ => Shape::default(),
                    },
                    _ => Shape::default(),
                },
                _ => Shape::default(),
            };
            let own = std::mem::take(&mut shape);
            shape = own.perhaps(more);
        });
        shape
    }

    fn method(
        &mut self,
        frame: &Frame<'a, '_>,
        name: &str,
        args: &'a [Arg],
        place: Place,
        depth: usize,
    ) -> Shape {
        match name {
            "update" => self.arguments(frame, args, depth),
            "setdefault" | "pop" => match args.first().map(|arg| &arg.value.kind) {
                Some(ExprKind::Str(key)) if name == "pop" => Shape::lost(key),
                Some(ExprKind::Str(key)) => Shape::key(key, place),
                _ => Shape::default(),
            },
            _ => Shape::default(),
        }
    }

    /// What `dict(…)` makes of its arguments.
    fn arguments(&mut self, frame: &Frame<'a, '_>, args: &'a [Arg], depth: usize) -> Shape {
        let mut shape = Shape::default();
        for arg in args {
            let part = match (&arg.name, arg.star) {
                (Some(name), _) => Shape::key(name, Place::line(frame.path, arg.value.span.first)),
                (None, Star::One) => Shape::default(),
                (None, _) => self.shape(frame, &arg.value, depth),
            };
            shape = shape.and(part);
        }
        shape
    }

    fn call(&mut self, frame: &Frame<'a, '_>, callee: &'a Expr, args: &'a [Arg], depth: usize) -> Shape {
        if let ExprKind::Attribute { value, attribute } = &callee.kind
            && matches!(
                attribute.as_str(),
                "copy" | "model_copy" | "model_dump" | "_asdict"
            )
            && !matches!(&value.kind, ExprKind::Name(module) if module == "copy")
        {
            let own = self.shape(frame, value, depth);
            let update = args.iter().find(|arg| arg.name.as_deref() == Some("update"));
            return match update {
                Some(update) => own.and(self.shape(frame, &update.value, depth)),
                None => own,
            };
        }
        let thing = frame
            .scope
            .and_then(|scope| self.study.program.thing(scope, callee));
        let dotted = walk::dotted(callee).unwrap_or_default();
        match thing {
            Some(Thing::Function(path, class, function)) => {
                let callee = FunctionRef::of(path, class, function);
                self.handed_on(frame, &callee, args, depth)
            }
            Some(Thing::Class(path, class)) => self.made(frame, (path, class), args, depth),
            Some(Thing::External(name)) => match name.rsplit('.').next().unwrap_or_default() {
                "Command" if name.starts_with("langgraph") => {
                    let update = args.iter().find(|arg| arg.name.as_deref() == Some("update"));
                    update.map_or_else(Shape::default, |arg| self.shape(frame, &arg.value, depth))
                }
                "copy" | "deepcopy" => args
                    .first()
                    .map_or_else(Shape::default, |arg| self.shape(frame, &arg.value, depth)),
                "cast" => args
                    .get(1)
                    .map_or_else(Shape::default, |arg| self.shape(frame, &arg.value, depth)),
                _ => Shape::default(),
            },
            None if dotted == "dict" => self.arguments(frame, args, depth),
            _ => Shape::default(),
        }
    }

    /// An object of the state's own class, or a dict of a declared shape: its keywords are keys. Of another object LangGraph
    /// takes the declared fields that the state has too.
    fn made(
        &mut self,
        frame: &Frame<'a, '_>,
        of: (&'a str, &'a Class),
        args: &'a [Arg],
        depth: usize,
    ) -> Shape {
        let (path, class) = of;
        let own = self.study.graph.state_class.as_ref();
        let is_own = own.is_some_and(|own| own.path.as_deref() == Some(path) && own.line == class.span.first);
        let kind = classes::kind(self.study.program, path, class);
        if is_own || kind == Kind::TypedDict {
            return self.arguments(frame, args, depth);
        }
        let state = self.study.state.as_ref().filter(|state| state.is_whole);
        let (Some(state), Kind::Pydantic | Kind::Dataclass) = (state, kind) else {
            return Shape::default();
        };
        let place = Place::line(
            frame.path,
            args.first()
                .map_or(frame.function.span.first, |arg| arg.value.span.first),
        );
        let line = classes::lineage(self.study.program, path, class);
        let fields = classes::fields(self.study.program, path, class);
        if line.unknown.is_some() || fields.is_empty() {
            return Shape::default();
        }
        let shared = fields
            .iter()
            .filter(|field| state.channels.contains_key(field.name));
        let shared = shared.fold(Shape::default(), |shape, field| {
            shape.and(Shape::key(field.name, place.clone()))
        });
        match shared.may.is_empty() {
            true => Shape::stranger(&class.name, place),
            false => shared,
        }
    }

    fn handed_on(
        &mut self,
        frame: &Frame<'a, '_>,
        callee: &FunctionRef<'a>,
        args: &'a [Arg],
        depth: usize,
    ) -> Shape {
        let own = callee.function.params.iter();
        let mut names = own
            .map(|param| param.name.as_str())
            .filter(|name| !matches!(*name, "self" | "cls"));
        let mut params: BTreeMap<&'a str, Shape> = BTreeMap::new();
        for arg in args.iter().filter(|arg| arg.star == Star::None) {
            let named = arg.name.as_deref().and_then(|name| {
                let mut all = callee.function.params.iter();
                all.find(|param| param.name == name)
                    .map(|param| param.name.as_str())
            });
            if let Some(name) = if arg.name.is_some() { named } else { names.next() } {
                let shape = self.shape(frame, &arg.value, depth);
                params.insert(name, shape);
            }
        }
        let gives = self.function(callee, &params, frame.calls);
        Shape {
            may: gives.may,
            sure: gives.sure,
            is_whole: gives.whole.is_some(),
            is_surely_whole: gives.is_always_whole,
            lost: gives.lost,
            stranger: gives.stranger,
        }
    }
}

fn gives(returned: Vec<(Place, Shape)>) -> Gives {
    let whole = returned
        .iter()
        .find(|(_, shape)| shape.is_whole)
        .map(|(place, _)| place.clone());
    let is_always_whole = !returned.is_empty() && returned.iter().all(|(_, shape)| shape.is_surely_whole);
    let all = returned
        .into_iter()
        .map(|(_, shape)| shape)
        .reduce(Shape::or)
        .unwrap_or_default();
    Gives {
        may: all.may,
        sure: all.sure,
        whole,
        is_always_whole,
        lost: all.lost,
        stranger: all.stranger,
    }
}
