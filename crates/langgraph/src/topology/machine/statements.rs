//! Statements: what they bind, and which way they go.

use super::{ELEMENTS_MAX, Frame, Machine, ModuleState, Vars};
use crate::topology::builder::Builder;
use crate::topology::value::{Closure, FrameId, Item, Object, Value};
use python::ast::{Expr, ExprKind, Handler, Stmt, StmtKind};
use python::walk;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What is raised where a module or a name of it is not there.
const NOT_THERE: &[&str] = &["ImportError", "ModuleNotFoundError"];

/// Where control goes after a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    Next,
    Leave,
    Break,
    Continue,
}

/// All that an untaken way could change.
struct World<'a> {
    frames: Vec<Frame<'a>>,
    heap: Vec<Object<'a>>,
    builders: Vec<Builder<'a>>,
    modules: BTreeMap<&'a str, ModuleState>,
    class_values: BTreeMap<(String, u32, String), Value<'a>>,
}

impl<'a> Machine<'a> {
    pub(super) fn block(&mut self, frame: FrameId, body: &'a [Stmt]) -> Flow {
        for stmt in body {
            if !self.burn() {
                return Flow::Leave;
            }
            self.place = (self.frames[frame].path, stmt.span);
            let flow = self.deeper(|machine| machine.statement(frame, stmt));
            match flow {
                Some(Flow::Next) | None => {}
                Some(flow) => return flow,
            }
        }
        Flow::Next
    }

    fn statement(&mut self, frame: FrameId, stmt: &'a Stmt) -> Flow {
        match &stmt.kind {
            StmtKind::Expr(expr) => {
                self.eval(frame, expr);
            }
            StmtKind::Assign { targets, value } => {
                let value = self.eval(frame, value);
                for target in targets {
                    self.assign(frame, target, value.clone());
                }
            }
            StmtKind::Annotated(target, _, Some(value)) => {
                let value = self.eval(frame, value);
                self.assign(frame, target, value);
            }
            StmtKind::Augmented(target, operator, value) => self.augment(frame, target, operator, value),
            StmtKind::Function(function) => {
                let value = Value::Function(Rc::new(Closure {
                    path: self.frames[frame].path,
                    class: None,
                    function,
                    frame,
                    this: None,
                }));
                self.bind(frame, &function.name, value);
            }
            StmtKind::Class(class) => {
                let path = self.frames[frame].path;
                self.bind(frame, &class.name, Value::Class(path, class));
            }
            StmtKind::Import(_) | StmtKind::ImportFrom { .. } => self.import(frame, stmt),
            _ => return self.control(frame, stmt),
        }
        Flow::Next
    }

    fn control(&mut self, frame: FrameId, stmt: &'a Stmt) -> Flow {
        match &stmt.kind {
            StmtKind::Return(value) => {
                let value = value
                    .as_ref()
                    .map_or(Value::None, |value| self.eval(frame, value));
                self.frames[frame].returns.push(value);
                Flow::Leave
            }
            StmtKind::If { test, body, orelse } => self.branch(frame, test, body, orelse),
            StmtKind::For {
                target, iter, body, ..
            } => self.for_loop(frame, target, iter, body),
            StmtKind::While { test, body, .. } => self.while_loop(frame, test, body),
            StmtKind::With { items, body } => {
                for (context, target) in items {
                    let value = self.eval(frame, context);
                    let value = self.entered(value);
                    if let Some(target) = target {
                        self.assign(frame, target, value);
                    }
                }
                self.block(frame, body)
            }
            StmtKind::Try {
                body,
                handlers,
                orelse,
                finally,
            } => self.attempt(frame, body, handlers, orelse, finally),
            StmtKind::Match { subject, cases } => {
                self.eval(frame, subject);
                let bodies: Vec<&'a [Stmt]> = cases.iter().map(|case| case.body.as_slice()).collect();
                self.undecided(frame, &bodies)
            }
            StmtKind::Raise(_) => Flow::Leave,
            StmtKind::Other(text) => self.other(frame, text),
            _ => Flow::Next,
        }
    }

    fn other(&mut self, frame: FrameId, text: &str) -> Flow {
        match text.trim() {
            "break" => Flow::Break,
            "continue" => Flow::Continue,
            text => {
                if let Some(names) = text.strip_prefix("global ") {
                    let names = names.split(',').map(|name| name.trim().to_owned());
                    self.frames[frame].globals.extend(names);
                }
                Flow::Next
            }
        }
    }

    fn branch(&mut self, frame: FrameId, test: &'a Expr, body: &'a [Stmt], orelse: &'a [Stmt]) -> Flow {
        let value = self.eval(frame, test);
        let (taken, other) = match self.truth(&value) {
            Some(true) => (body, orelse),
            Some(false) => (orelse, body),
            None => return self.undecided(frame, &[body, orelse]),
        };
        // No program is started to refuse what it is given: who starts this one gives it something else.
        if ends_in_raise(taken) {
            return self.undecided(frame, &[taken, other]);
        }
        if self.is_assumed(frame, test) {
            self.otherwise(frame, other);
        }
        self.block(frame, taken)
    }

    /// Whether a condition hangs on a parameter that has its default.
    fn is_assumed(&self, frame: FrameId, test: &'a Expr) -> bool {
        let defaulted = &self.frames[frame].defaulted;
        let mut found = false;
        walk::expression(test, &mut |expr| {
            if let ExprKind::Name(name) = &expr.kind {
                found |= defaulted.contains(name.as_str());
            }
        });
        found
    }

    /// The way that another argument would take: only what it does to graphs is kept, as an alternative.
    fn otherwise(&mut self, frame: FrameId, body: &'a [Stmt]) {
        if self.is_alternative || body.is_empty() {
            return;
        }
        let world = self.world();
        self.is_alternative = true;
        self.block(frame, body);
        self.is_alternative = false;
        let kept = world.builders.len();
        let operations: Vec<_> = self
            .builders
            .drain(..)
            .take(kept)
            .map(|builder| builder.operations)
            .collect();
        (self.frames, self.heap, self.builders) = (world.frames, world.heap, world.builders);
        // Modules that were first touched meanwhile have their frames among those that are gone.
        (self.modules, self.class_values) = (world.modules, world.class_values);
        for (builder, operations) in self.builders.iter_mut().zip(operations) {
            builder.operations = operations;
        }
    }

    fn world(&mut self) -> World<'a> {
        let objects: usize = self.heap.iter().map(Object::weight).sum();
        let operations: usize = self.builders.iter().map(|builder| builder.operations.len()).sum();
        let modules = self.modules.len() + self.class_values.len();
        self.spend(objects + operations + modules + self.frames.len() * 8);
        World {
            frames: self.frames.clone(),
            heap: self.heap.clone(),
            builders: self.builders.clone(),
            modules: self.modules.clone(),
            class_values: self.class_values.clone(),
        }
    }

    /// Several ways of which one is taken: each is gone, and what it binds is one of several.
    fn undecided(&mut self, frame: FrameId, ways: &[&'a [Stmt]]) -> Flow {
        let before = self.frames[frame].vars.clone();
        self.spend(before.len() * ways.len());
        let mut ends: Vec<(Flow, Vars<'a>)> = Vec::new();
        self.maybe += 1;
        for way in ways {
            self.frames[frame].vars = before.clone();
            let flow = self.block(frame, way);
            ends.push((flow, std::mem::take(&mut self.frames[frame].vars)));
        }
        self.maybe -= 1;
        let first = ends.first().map_or(Flow::Next, |(flow, _)| *flow);
        let is_one = ends.iter().all(|(flow, _)| *flow == first);
        let mut next = Vec::new();
        for (flow, vars) in ends {
            match flow {
                _ if is_one && flow != Flow::Leave => next.push(vars),
                Flow::Next => next.push(vars),
                flow => self.leave_round(flow, vars),
            }
        }
        self.frames[frame].vars = if next.is_empty() { before } else { join(&next) };
        if is_one { first } else { Flow::Next }
    }

    /// A block that may not be run at all.
    pub(super) fn maybe_block(&mut self, frame: FrameId, body: &'a [Stmt]) -> Flow {
        let before = self.frames[frame].vars.clone();
        self.spend(before.len());
        self.maybe += 1;
        let flow = self.block(frame, body);
        self.maybe -= 1;
        let after = std::mem::take(&mut self.frames[frame].vars);
        self.frames[frame].vars = if flow == Flow::Leave {
            before
        } else {
            join(&[after, before])
        };
        flow
    }

    fn attempt(
        &mut self,
        frame: FrameId,
        body: &'a [Stmt],
        handlers: &'a [Handler],
        orelse: &'a [Stmt],
        finally: &'a [Stmt],
    ) -> Flow {
        let mut flow = self.block(frame, body);
        let mut may_go_on = false;
        for handler in handlers {
            let known = catches_absence(handler).then(|| self.frames[frame].vars.clone());
            may_go_on |= self.maybe_block(frame, &handler.body) == Flow::Next;
            // What stands in for a library that is not there does not replace what is known of it.
            for (name, value) in known.into_iter().flatten() {
                if value != Value::Unknown {
                    self.frames[frame].vars.insert(name, value);
                }
            }
        }
        if flow == Flow::Next {
            flow = self.block(frame, orelse);
        } else if may_go_on {
            // What fails before it leaves goes on behind the handler.
            let vars = self.frames[frame].vars.clone();
            self.leave_round(flow, vars);
            flow = Flow::Next;
        }
        match self.block(frame, finally) {
            Flow::Next => flow,
            last => last,
        }
    }

    pub(super) fn bind(&mut self, frame: FrameId, name: &'a str, value: Value<'a>) {
        let is_global = self.frames[frame].globals.contains(name);
        let frame = if is_global {
            self.module_frame(self.frames[frame].path)
        } else {
            frame
        };
        let here = &mut self.frames[frame];
        here.defaulted.remove(name);
        here.vars.insert(name, value);
    }

    pub(super) fn assign(&mut self, frame: FrameId, target: &'a Expr, value: Value<'a>) {
        match &target.kind {
            ExprKind::Name(name) => self.bind(frame, name, value),
            ExprKind::Tuple(targets) | ExprKind::List(targets) => self.unpack(frame, targets, &value),
            ExprKind::Starred(inner) => self.assign(frame, inner, Value::Unknown),
            ExprKind::Attribute {
                value: owner,
                attribute,
            } => {
                let owner = self.eval(frame, owner);
                self.set_attribute(&owner, attribute, value);
            }
            ExprKind::Subscript(owner, index) => {
                let (owner, index) = (self.eval(frame, owner), self.eval(frame, index));
                self.set_item(&owner, index, value);
            }
            _ => {}
        }
    }

    fn unpack(&mut self, frame: FrameId, targets: &'a [Expr], value: &Value<'a>) {
        let items = self.items(value).filter(|items| items.len() == targets.len());
        for (at, target) in targets.iter().enumerate() {
            let item = items.as_ref().and_then(|items| items.get(at));
            let item = item.map_or(Value::Unknown, |item| item.value.clone());
            self.assign(frame, target, item);
        }
    }

    fn augment(&mut self, frame: FrameId, target: &'a Expr, operator: &str, value: &'a Expr) {
        let (old, value) = (self.eval(frame, target), self.eval(frame, value));
        if let (Value::List(id), "+", Some(more)) = (&old, operator, self.items(&value)) {
            self.extend(*id, more);
            return;
        }
        let new = self.binary(&old, operator, &value);
        self.assign(frame, target, new);
    }

    /// Adds to a list; under an undecided condition what is added may not be there.
    pub(super) fn extend(&mut self, id: usize, more: Vec<Item<'a>>) {
        let maybe = self.maybe > 0;
        if let Object::List(items) = &mut self.heap[id] {
            let more = more.into_iter().map(|item| Item {
                maybe: item.maybe || maybe,
                ..item
            });
            items.extend(more);
            let is_cut = items.len() > ELEMENTS_MAX;
            items.truncate(ELEMENTS_MAX);
            self.is_cut |= is_cut;
        }
    }

    pub(super) fn set_item(&mut self, owner: &Value<'a>, index: Value<'a>, value: Value<'a>) {
        let maybe = self.maybe > 0;
        let item = Item { value, maybe };
        match owner {
            Value::Dict(id) => {
                if let Object::Dict(pairs) = &mut self.heap[*id] {
                    let count = pairs.len();
                    match pairs
                        .iter_mut()
                        .find(|(key, _)| *key == index && index != Value::Unknown)
                    {
                        Some((_, old)) => *old = item,
                        None if count < ELEMENTS_MAX => pairs.push((index, item)),
                        None => {}
                    }
                }
            }
            Value::List(id) => {
                if let (Object::List(items), Value::Int(at)) = (&mut self.heap[*id], index) {
                    let old = usize::try_from(at).ok().and_then(|at| items.get_mut(at));
                    if let Some(old) = old {
                        *old = item;
                    }
                }
            }
            _ => {}
        }
    }
}

fn ends_in_raise(block: &[Stmt]) -> bool {
    matches!(block.last().map(|last| &last.kind), Some(StmtKind::Raise(_)))
}

/// Whether a handler is for a module or name that cannot be imported.
fn catches_absence(handler: &Handler) -> bool {
    let mut found = false;
    if let Some(caught) = &handler.catches {
        walk::expression(caught, &mut |part| {
            found |= matches!(&part.kind, ExprKind::Name(name) if NOT_THERE.contains(&name.as_str()));
        });
    }
    found
}

/// What each variable may be after one of several ways.
pub(super) fn join<'a>(ends: &[Vars<'a>]) -> Vars<'a> {
    let mut joined: Vars<'a> = BTreeMap::new();
    for end in ends {
        for (name, value) in end {
            match joined.get_mut(name) {
                Some(known) if known == value => {}
                Some(known) => *known = Value::one_of([known.clone(), value.clone()]),
                None => {
                    joined.insert(name, value.clone());
                }
            }
        }
    }
    joined
}
