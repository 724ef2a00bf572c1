//! Where a conditional edge may lead: its map, its annotation, or what the router returns.

use super::builder::{END, START};
use super::machine::Machine;
use super::value::{Closure, Object, Value};
use super::{RouteSource, comes_to};
use python::ast::{Expr, ExprKind};
use python::program::{Definition, FunctionRef, Scope};
use python::walk;
use std::collections::{BTreeMap, BTreeSet};

/// Fuel for asking a router or node.
const FUEL: u32 = 20_000;
/// Deepest nesting of an annotation that is read.
const ANNOTATION_DEPTH_MAX: usize = 8;

/// The targets of one conditional edge, by LangGraph's names.
#[derive(Debug, Default)]
pub(super) struct Routes {
    /// Each target with its label.
    pub(super) targets: Vec<(Option<String>, String)>,
    /// Targets that tasks are sent to, with the number of tasks; two stands for any number.
    pub(super) sends: BTreeMap<String, usize>,
    /// What is taken together, one for each answer.
    pub(super) answers: Vec<BTreeSet<String>>,
    pub(super) source: Option<RouteSource>,
    /// Whether there may be answers that are not known.
    pub(super) is_open: bool,
    /// Whether an answer may name several targets, where that is known.
    pub(super) is_many: Option<bool>,
    /// Whether a map or annotation names all targets.
    pub(super) is_declared: bool,
}

/// What a path map or list names.
struct PathMap {
    /// Each target with its label.
    pairs: Vec<(Option<String>, String)>,
    /// Whether it names nothing else.
    is_whole: bool,
}

/// One answer of a router.
#[derive(Debug, Default)]
struct Answer {
    labels: BTreeSet<String>,
    sends: BTreeMap<String, usize>,
    is_open: bool,
}

impl<'a> Machine<'a> {
    pub(super) fn routes(&mut self, router: &Value<'a>, map: &Value<'a>) -> Routes {
        self.refuel(FUEL);
        let answered = self.call_blind(router);
        let answers: Vec<Answer> = answered
            .clone()
            .alternatives()
            .iter()
            .map(|value| self.answer(value))
            .collect();
        let mut routes = Routes {
            is_open: answers.iter().any(|answer| answer.is_open),
            ..Routes::default()
        };
        let has_map = *map != Value::None;
        let map = self.path_map(map);
        let closure = self.closure_of(router);
        let hint = closure.as_ref().and_then(|closure| self.hint(closure));
        let is_list = closure.as_ref().is_some_and(|closure| returns_list(closure));
        let is_whole = map.as_ref().is_none_or(|map| map.is_whole) && map.is_some() == has_map;
        let map = map.map(|map| map.pairs);
        let is_one = closure.as_ref().is_some_and(|closure| returns_one(closure));
        let is_seen_many = answered.alternatives().iter().any(is_several);
        routes.is_many = match (is_list || is_seen_many, is_one || !routes.is_open) {
            (true, _) => Some(true),
            (false, true) => Some(false),
            (false, false) => None,
        };
        routes.take_answers(&answers, map.as_deref());
        routes.is_declared = is_whole && (map.is_some() || hint.is_some());
        routes.is_open |= !is_whole;
        match (map, hint) {
            (Some(map), _) => {
                routes.source = Some(RouteSource::Map);
                routes.targets = map;
                routes.add_sends();
            }
            (None, Some(hint)) => {
                routes.source = Some(RouteSource::Annotation);
                routes.targets = hint.into_iter().map(|name| (None, name)).collect();
                routes.add_sends();
            }
            (None, None) => {
                routes.source = Some(RouteSource::Returns);
                let all: BTreeSet<&String> = routes.answers.iter().flatten().collect();
                routes.targets = all.into_iter().map(|name| (None, name.clone())).collect();
            }
        }
        if routes.answers.is_empty() && is_list {
            routes
                .answers
                .push(routes.targets.iter().map(|(_, target)| target.clone()).collect());
        }
        routes
    }

    /// Where a node sends a run itself: `Command(goto=…)` in what it returns.
    pub(super) fn commands(&mut self, action: &Value<'a>) -> Option<Routes> {
        let closure = self.closure_of(action)?;
        if !self.names_command(&closure) {
            return None;
        }
        self.refuel(FUEL);
        let mut routes = Routes {
            source: Some(RouteSource::Command),
            ..Routes::default()
        };
        let mut answers = Vec::new();
        let mut has_command = false;
        for value in self.call_blind(action).alternatives() {
            if let Value::Goto(goto) = value {
                has_command = true;
                answers.push(self.answer(&goto));
            }
        }
        routes.is_open = answers.iter().any(|answer| answer.is_open);
        routes.take_answers(&answers, None);
        let hint = self.hint(&closure);
        routes.is_declared = hint.is_some();
        let all: BTreeSet<String> = match hint {
            Some(hint) => hint.into_iter().collect(),
            None => routes.answers.iter().flatten().cloned().collect(),
        };
        routes.targets = all.into_iter().map(|name| (None, name)).collect();
        routes.add_sends();
        (has_command || !routes.targets.is_empty()).then_some(routes)
    }

    /// Whether a function is annotated to give LangGraph's `Command`, or names it, or one that it may come to does.
    fn names_command(&self, closure: &Closure<'a>) -> bool {
        let function = FunctionRef::of(closure.path, closure.class, closure.function);
        comes_to(self.program, function).into_iter().any(|function| {
            let Some(scope) = self.program.scope_of(&function) else {
                return false;
            };
            let mut found = false;
            walk::scope_expressions(&function.function.body, &mut |expr| {
                if let ExprKind::Call { callee, .. } = &expr.kind {
                    found |= self.is_command(scope, callee);
                }
            });
            if let Some(returns) = &function.function.returns {
                walk::expression(returns, &mut |part| found |= self.is_command(scope, part));
            }
            found
        })
    }

    fn is_command(&self, scope: Scope<'a>, callee: &Expr) -> bool {
        let Some(dotted) = walk::dotted(callee).filter(|name| name.ends_with("Command")) else {
            return false;
        };
        matches!(
            self.program.resolve_in(scope, &dotted),
            Some(Definition::External(name)) if name.starts_with("langgraph.")
        )
    }

    /// A dict or list of targets; `None` where there is no map or it is not known.
    fn path_map(&mut self, map: &Value<'a>) -> Option<PathMap> {
        let entries: Vec<(Option<Value<'a>>, Value<'a>)> = match map {
            Value::Dict(id) => match &self.heap[*id] {
                Object::Dict(pairs) => {
                    let pairs = pairs.iter().cloned();
                    pairs.map(|(key, item)| (Some(key), item.value)).collect()
                }
                _ => return None,
            },
            Value::List(_) | Value::Tuple(_) => {
                let items = self.items(map)?.into_iter();
                items.map(|item| (None, item.value)).collect()
            }
            _ => return None,
        };
        let mut found = PathMap {
            pairs: Vec::new(),
            is_whole: true,
        };
        for (key, value) in entries {
            for target in value.alternatives() {
                match name(&target) {
                    Some(target) => {
                        let own = key.is_none().then(|| target.clone());
                        found.pairs.push((own.or_else(|| label(key.as_ref()?)), target));
                    }
                    // What stands in for a target that is not there is none.
                    None => found.is_whole &= target == Value::None,
                }
            }
        }
        Some(found)
    }

    fn answer(&mut self, value: &Value<'a>) -> Answer {
        let mut answer = Answer::default();
        match value {
            Value::List(_) | Value::Tuple(_) => {
                let items = self.items(value);
                answer.is_open |= items.is_none();
                for item in items.unwrap_or_default() {
                    for value in item.value.alternatives() {
                        answer.take(&value);
                    }
                }
            }
            value => answer.take(value),
        }
        answer
    }

    /// The names in a `Literal[…]` of the return annotation.
    fn hint(&mut self, closure: &Closure<'a>) -> Option<Vec<String>> {
        let returns = closure.function.returns.as_ref()?;
        let scope = self.program.scope(closure.path)?;
        let mut names = Vec::new();
        self.literals(scope, returns, ANNOTATION_DEPTH_MAX, &mut names);
        (!names.is_empty()).then_some(names)
    }

    fn literals(&mut self, scope: Scope<'a>, expr: &'a Expr, depth: usize, names: &mut Vec<String>) {
        let Some(depth) = depth.checked_sub(1) else {
            return;
        };
        match &expr.kind {
            ExprKind::Subscript(value, index) => {
                let is_literal =
                    walk::dotted(value).is_some_and(|name| name.rsplit('.').next() == Some("Literal"));
                let parts = match &index.kind {
                    ExprKind::Tuple(items) => items.iter().collect(),
                    _ => vec![index.as_ref()],
                };
                for part in parts {
                    if is_literal {
                        let frame = self.module_frame(scope.path);
                        names.extend(self.eval(frame, part).text().map(str::to_owned));
                    } else {
                        self.literals(scope, part, depth, names);
                    }
                }
            }
            ExprKind::Binary(left, _, right) => {
                self.literals(scope, left, depth, names);
                self.literals(scope, right, depth, names);
            }
            ExprKind::Name(_) | ExprKind::Attribute { .. } => {
                let definition = walk::dotted(expr).and_then(|name| self.program.resolve_in(scope, &name));
                if let Some(Definition::Value(path, expr)) = definition
                    && let Some(scope) = self.program.scope(path)
                {
                    self.literals(scope, expr, depth, names);
                }
            }
            _ => {}
        }
    }
}

impl Answer {
    fn take(&mut self, value: &Value<'_>) {
        match value {
            Value::Send(target, is_many) => match target.text() {
                Some(name) => *self.sends.entry(name.to_owned()).or_default() += if *is_many { 2 } else { 1 },
                None => self.is_open = true,
            },
            Value::None => {}
            value => match label(value) {
                Some(label) => {
                    self.labels.insert(label);
                }
                None => self.is_open = true,
            },
        }
    }
}

impl Routes {
    /// Labels are taken through the map.
    fn take_answers(&mut self, answers: &[Answer], map: Option<&[(Option<String>, String)]>) {
        for answer in answers {
            let mut targets: BTreeSet<String> = answer.sends.keys().cloned().collect();
            for label in &answer.labels {
                match map {
                    None => {
                        targets.insert(label.clone());
                    }
                    Some(map) => {
                        let mapped = map.iter().find(|(known, _)| known.as_ref() == Some(label));
                        targets.extend(mapped.map(|(_, target)| target.clone()));
                    }
                }
            }
            for (target, count) in &answer.sends {
                let most = self.sends.entry(target.clone()).or_default();
                *most = (*most).max(*count);
            }
            if !targets.is_empty() && !self.answers.contains(&targets) {
                self.answers.push(targets);
            }
        }
    }

    /// Tasks go past the map.
    fn add_sends(&mut self) {
        for target in self.sends.keys() {
            if !self.targets.iter().any(|(_, known)| known == target) {
                self.targets.push((None, target.clone()));
            }
        }
    }
}

/// The name that LangGraph knows a value by.
pub(super) fn name(value: &Value<'_>) -> Option<String> {
    value.text().map(str::to_owned)
}

fn label(value: &Value<'_>) -> Option<String> {
    match value {
        Value::Bool(true) => Some("True".to_owned()),
        Value::Bool(false) => Some("False".to_owned()),
        Value::Int(number) => Some(number.to_string()),
        value => name(value),
    }
}

/// The end of an edge that one of LangGraph's names is.
pub(super) fn end(name: &str) -> super::End {
    match name {
        START => super::End::Start,
        END => super::End::Finish,
        name => super::End::Node(name.to_owned()),
    }
}

fn is_several(answer: &Value<'_>) -> bool {
    matches!(answer, Value::List(_) | Value::Tuple(_))
}

/// Whether the annotation says that it answers one name.
fn returns_one(closure: &Closure<'_>) -> bool {
    closure.function.returns.as_ref().is_some_and(answers_one)
}

/// Whether an annotation is that of one name.
pub(super) fn answers_one(returns: &Expr) -> bool {
    let named = match &returns.kind {
        ExprKind::Subscript(value, _) => value,
        _ => returns,
    };
    matches!(walk::last_name(named), Some("str" | "Literal" | "bool" | "int"))
}

fn returns_list(closure: &Closure<'_>) -> bool {
    let mut found = false;
    if let Some(returns) = &closure.function.returns {
        walk::expression(returns, &mut |expr| {
            let name = walk::dotted(expr).unwrap_or_default();
            found |= matches!(
                name.rsplit('.').next(),
                Some("list" | "List" | "Sequence" | "Iterable")
            );
        });
    }
    found
}
