//! Where a value comes from: backwards through names, parameters, calls, attributes and keys of dicts.
//!
//! It does not look at the order of statements, so it may name a source that one run never uses; it is bounded
//! by [`STEPS_MAX`].

use super::code::{Code, dict_item};
use super::scopes::{Binding, ScopeId};
use crate::ast::{Arg, Expr, ExprKind, FPart, Stmt, StmtKind};
use crate::program::Thing;
use crate::walk;
use std::collections::BTreeSet;

/// Most expressions looked at for one value; real ones come from a few dozen.
const STEPS_MAX: usize = 600;
/// Deepest object whose attribute is followed into the call that made it.
const OBJECTS_MAX: u8 = 2;
/// Most writers of a dict key that are followed; a key written everywhere says nothing.
const WRITERS_MAX: usize = 24;

/// Which parts of a compound value matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Along {
    /// Those that say in which directory a path lies: the first of a join.
    Path,
    /// All parts of a text.
    Text,
}

/// An expression that a value comes from.
#[derive(Clone, Copy, Debug)]
pub struct Step<'a> {
    /// Where it stands.
    pub scope: ScopeId,
    /// The expression.
    pub expr: &'a Expr,
    /// The element of it, where a tuple is unpacked.
    pub element: Option<usize>,
    /// Whether it is the value itself, and not an object that holds it.
    pub is_whole: bool,
    /// Whether it is what a caller passes, or what is written under a key for others.
    pub is_passed: bool,
}

impl<'a> Step<'a> {
    fn of(scope: ScopeId, expr: &'a Expr) -> Self {
        Self {
            scope,
            expr,
            element: None,
            is_whole: true,
            is_passed: false,
        }
    }

    fn passed(scope: ScopeId, expr: &'a Expr) -> Self {
        Self {
            is_passed: true,
            ..Self::of(scope, expr)
        }
    }

    fn holder(scope: ScopeId, expr: &'a Expr) -> Self {
        Self {
            is_whole: false,
            ..Self::of(scope, expr)
        }
    }
}

/// Everything that a value comes from, itself first, in the order of distance.
pub fn sources<'a>(code: &Code<'a>, scope: ScopeId, expr: &'a Expr, along: Along) -> Vec<Step<'a>> {
    Tracer {
        code,
        along,
        objects: OBJECTS_MAX,
    }
    .run(Step::of(scope, expr))
}

struct Tracer<'c, 'a> {
    code: &'c Code<'a>,
    along: Along,
    objects: u8,
}

impl<'a> Tracer<'_, 'a> {
    fn run(&self, start: Step<'a>) -> Vec<Step<'a>> {
        let mut seen = BTreeSet::new();
        let mut found = vec![start];
        let mut at = 0;
        while at < found.len() && found.len() < STEPS_MAX {
            for step in self.before(found[at]) {
                let key = (step.scope, std::ptr::from_ref(step.expr) as usize, step.element);
                if seen.insert(key) {
                    let is_whole = step.is_whole && found[at].is_whole;
                    found.push(Step { is_whole, ..step });
                }
            }
            at += 1;
        }
        found
    }

    /// What one expression takes its value from.
    fn before(&self, step: Step<'a>) -> Vec<Step<'a>> {
        let same = |exprs: Vec<&'a Expr>| -> Vec<Step<'a>> {
            exprs
                .into_iter()
                .map(|expr| Step {
                    expr,
                    is_passed: false,
                    ..step
                })
                .collect()
        };
        let whole = |exprs: Vec<&'a Expr>| -> Vec<Step<'a>> {
            let exprs = exprs.into_iter();
            exprs.map(|expr| Step::of(step.scope, expr)).collect()
        };
        match &step.expr.kind {
            ExprKind::Name(name) => self.name(step, name),
            ExprKind::Attribute { value, attribute } => self.attribute(step, value, attribute),
            ExprKind::Call { callee, args } => self.call(step, callee, args),
            ExprKind::Subscript { value, index } => match &index.kind {
                ExprKind::Str(key) => self.item(step, value, key),
                _ => whole(vec![value]),
            },
            ExprKind::Conditional { body, orelse, .. } => same(vec![body, orelse]),
            ExprKind::Logic { left, right, .. } => same(vec![left, right]),
            ExprKind::Await(value) | ExprKind::Walrus { value, .. } | ExprKind::Starred(value) => {
                same(vec![value])
            }
            ExprKind::Binary { left, right, .. } => whole(self.pair(left, right)),
            ExprKind::FString(parts) => whole(self.formatted(parts)),
            ExprKind::Tuple(items) | ExprKind::List(items) => match step.element.and_then(|at| items.get(at))
            {
                Some(item) => whole(vec![item]),
                None => whole(items.iter().collect()),
            },
            _ => Vec::new(),
        }
    }

    fn pair(&self, left: &'a Expr, right: &'a Expr) -> Vec<&'a Expr> {
        match self.along {
            Along::Path => vec![left],
            Along::Text => vec![left, right],
        }
    }

    fn formatted(&self, parts: &'a [FPart]) -> Vec<&'a Expr> {
        let value = |part: &'a FPart| match part {
            FPart::Text(_) => None,
            FPart::Value(value) | FPart::Formatted(value) => Some(value),
        };
        match self.along {
            Along::Path => parts.first().and_then(value).into_iter().collect(),
            Along::Text => parts.iter().filter_map(value).collect(),
        }
    }

    fn name(&self, step: Step<'a>, name: &str) -> Vec<Step<'a>> {
        let scope = &self.code.scopes[step.scope];
        let mut found = self.bound(step.scope, name, step.element);
        if scope.param(name).is_some() {
            found.extend(self.passed(step.scope, name));
        } else if found.is_empty() {
            found.extend(self.outer(step, name));
        }
        found
    }

    fn bound(&self, scope: ScopeId, name: &str, element: Option<usize>) -> Vec<Step<'a>> {
        let bindings = self.code.scopes[scope].bindings.get(name);
        let step = |binding: &Binding<'a>| Step {
            element: binding.element.or(element),
            ..Step::of(scope, binding.value)
        };
        bindings.into_iter().flatten().map(step).collect()
    }

    /// A name of the module, or one that it imports.
    fn outer(&self, step: Step<'a>, name: &str) -> Vec<Step<'a>> {
        let path = self.code.scopes[step.scope].path;
        let is_level = |id: &ScopeId| {
            let scope = &self.code.scopes[*id];
            scope.path == path && scope.class.is_none() && scope.function.is_none()
        };
        let levels = (0..self.code.scopes.len()).filter(is_level);
        let mut found: Vec<Step<'a>> = levels.flat_map(|id| self.bound(id, name, step.element)).collect();
        if found.is_empty()
            && let Some(Thing::Value(scope, expr)) = self.code.thing(step.scope, step.expr)
        {
            let path = scope.path;
            let level = (0..self.code.scopes.len()).find(|id| self.code.scopes[*id].path == path);
            found.extend(level.map(|scope| Step {
                element: step.element,
                ..Step::of(scope, expr)
            }));
        }
        found
    }

    /// What callers pass for a parameter, and its default where they may pass nothing.
    fn passed(&self, function: ScopeId, name: &str) -> Vec<Step<'a>> {
        let mut found = Vec::new();
        let sites = self.code.sites(function);
        let mut is_defaulted = sites.is_empty();
        for site in sites {
            match self.code.passed(function, site, name) {
                Some(expr) => found.push(Step::passed(site.caller, expr)),
                None => is_defaulted = true,
            }
        }
        let default = self.code.scopes[function]
            .param(name)
            .and_then(|param| param.default.as_ref());
        if let Some(expr) = default.filter(|_| is_defaulted) {
            found.push(Step::of(function, expr));
        }
        found
    }

    fn attribute(&self, step: Step<'a>, value: &'a Expr, attribute: &str) -> Vec<Step<'a>> {
        let is_self = matches!(&value.kind, ExprKind::Name(name) if name == "self" || name == "cls");
        if is_self {
            return self.own_attribute(step, attribute);
        }
        let mut found =
            walk::dotted(step.expr).map_or(Vec::new(), |name| self.bound(step.scope, &name, None));
        if found.is_empty() {
            found = self.made_with(step, value, attribute);
        }
        if found.is_empty() && self.is_given(step.scope, value) {
            found = self.written(attribute);
        }
        found.push(Step::holder(step.scope, value));
        found
    }

    /// `self.attribute`: wherever the class sets it.
    fn own_attribute(&self, step: Step<'a>, attribute: &str) -> Vec<Step<'a>> {
        let here = &self.code.scopes[step.scope];
        let class = here.class.map(|class| &class.name);
        let is_sibling = |id: &ScopeId| {
            let scope = &self.code.scopes[*id];
            scope.path == here.path && scope.class.map(|class| &class.name) == class
        };
        let siblings: Vec<ScopeId> = (0..self.code.scopes.len()).filter(is_sibling).collect();
        let set = siblings
            .iter()
            .flat_map(|id| self.bound(*id, &format!("self.{attribute}"), None));
        let mut found: Vec<Step<'a>> = set.collect();
        let bodies = siblings
            .iter()
            .filter(|id| self.code.scopes[**id].function.is_none());
        found.extend(bodies.flat_map(|id| self.bound(*id, attribute, None)));
        if let Some(class) = class {
            found.extend(self.constructed(here.path, class, attribute));
        }
        found
    }

    /// What the generated `__init__` of a model or dataclass is given for a field.
    fn constructed(&self, path: &str, class: &str, field: &str) -> Vec<Step<'a>> {
        let mut found = Vec::new();
        for (scope, expr) in self.code.writers(field).iter().take(WRITERS_MAX) {
            let is_maker = |call: &&&'a Expr| {
                let ExprKind::Call { callee, args } = &call.kind else {
                    return false;
                };
                let made = self.code.class(*scope, callee);
                let is_this = made.is_some_and(|(at, made)| at == path && made.name == class);
                is_this && args.iter().any(|arg| std::ptr::eq(&raw const arg.value, *expr))
            };
            if self.code.scopes[*scope].calls.iter().any(|call| is_maker(&call)) {
                found.push(Step::of(*scope, expr));
            }
        }
        found
    }

    /// The attribute of an object whose making can be seen: the argument of that name.
    fn made_with(&self, step: Step<'a>, object: &'a Expr, attribute: &str) -> Vec<Step<'a>> {
        if self.objects == 0 {
            return Vec::new();
        }
        let inner = Tracer {
            objects: self.objects - 1,
            ..*self
        };
        let makers = inner.run(Step::of(step.scope, object));
        let mut found = Vec::new();
        for maker in makers {
            let ExprKind::Call { callee, args } = &maker.expr.kind else {
                continue;
            };
            if self.code.class(maker.scope, callee).is_some() {
                let given = args.iter().filter(|arg| arg.name.as_deref() == Some(attribute));
                found.extend(given.map(|arg| Step::of(maker.scope, &arg.value)));
            }
        }
        found
    }

    /// Whether an object is handed in by somebody we cannot see, as the state is handed to a node.
    fn is_given(&self, scope: ScopeId, object: &Expr) -> bool {
        let ExprKind::Name(name) = &object.kind else {
            return false;
        };
        let here = &self.code.scopes[scope];
        here.param(name).is_some() && !here.bindings.contains_key(name)
    }

    fn item(&self, step: Step<'a>, holder: &'a Expr, key: &str) -> Vec<Step<'a>> {
        let mut found = Vec::new();
        if let Some(name) = walk::dotted(holder) {
            found.extend(self.bound(step.scope, &format!("{name}[{key:?}]"), None));
            let bound = self.bound(step.scope, &name, None);
            let items = bound
                .iter()
                .filter_map(|from| Some((from.scope, dict_item(from.expr, key)?)));
            found.extend(items.map(|(scope, expr)| Step::of(scope, expr)));
        }
        if found.is_empty() && self.is_given(step.scope, holder) {
            found.extend(self.written(key));
        }
        found.push(Step::holder(step.scope, holder));
        found
    }

    fn written(&self, key: &str) -> Vec<Step<'a>> {
        let writers = self.code.writers(key).iter().take(WRITERS_MAX);
        writers.map(|(scope, expr)| Step::passed(*scope, expr)).collect()
    }

    fn call(&self, step: Step<'a>, callee: &'a Expr, args: &'a [Arg]) -> Vec<Step<'a>> {
        let at = |expr: &'a Expr| Step::of(step.scope, expr);
        if let Some(name) = self.code.external_call(step.scope, step.expr) {
            return if keeps_argument(&name) {
                self.kept(args).into_iter().map(at).collect()
            } else {
                Vec::new()
            };
        }
        let here = &self.code.scopes[step.scope];
        if let ExprKind::Name(name) = &callee.kind
            && let Some(function) = here.nested.get(name.as_str())
        {
            return results(&function.body)
                .into_iter()
                .map(|expr| Step {
                    expr,
                    is_passed: false,
                    ..step
                })
                .collect();
        }
        let targets = self.code.targets(step.scope, callee);
        if targets.is_empty() {
            return self.unknown_call(step, callee, args);
        }
        let mut found = Vec::new();
        for target in targets {
            let Some(function) = self.code.scopes[target].function else {
                continue;
            };
            let values = results(&function.body).into_iter();
            found.extend(values.map(|expr| Step {
                element: step.element,
                ..Step::of(target, expr)
            }));
        }
        found
    }

    /// A built-in, or a method of an object: `text.strip()`, `path.resolve()`, `state.get("key")`.
    fn unknown_call(&self, step: Step<'a>, callee: &'a Expr, args: &'a [Arg]) -> Vec<Step<'a>> {
        let at = |expr: &'a Expr| Step::of(step.scope, expr);
        match &callee.kind {
            ExprKind::Name(name) if keeps_argument(name) => self.kept(args).into_iter().map(at).collect(),
            ExprKind::Attribute { value, attribute } if attribute == "get" => {
                let key = args.first().map(|arg| &arg.value.kind);
                let mut found = match key {
                    Some(ExprKind::Str(key)) => self.item(step, value, key),
                    _ => self.any_item(step, value),
                };
                found.extend(args.get(1).map(|arg| at(&arg.value)));
                found
            }
            ExprKind::Attribute { value, attribute } if attribute == "format" => match self.along {
                Along::Path => vec![at(value)],
                Along::Text => args.iter().map(|arg| at(&arg.value)).chain([at(value)]).collect(),
            },
            ExprKind::Attribute { value, .. } => vec![at(value)],
            _ => Vec::new(),
        }
    }

    fn any_item(&self, step: Step<'a>, holder: &'a Expr) -> Vec<Step<'a>> {
        let Some(name) = walk::dotted(holder) else {
            return Vec::new();
        };
        let path = self.code.scopes[step.scope].path;
        let here = (0..self.code.scopes.len()).filter(|id| self.code.scopes[*id].path == path);
        here.flat_map(|id| self.bound(id, &format!("{name}[]"), None))
            .collect()
    }

    fn kept(&self, args: &'a [Arg]) -> Vec<&'a Expr> {
        let count = match self.along {
            Along::Path => 1,
            Along::Text => args.len(),
        };
        args.iter().take(count).map(|arg| &arg.value).collect()
    }
}

/// Calls whose result is their argument in another form.
fn keeps_argument(name: &str) -> bool {
    const FORMS: [&str; 22] = [
        "str",
        "list",
        "tuple",
        "pathlib.Path",
        "pathlib.PurePath",
        "pathlib.PosixPath",
        "os.fspath",
        "os.path.join",
        "os.path.abspath",
        "os.path.realpath",
        "os.path.normpath",
        "os.path.expanduser",
        "os.path.expandvars",
        "shlex.quote",
        "urllib.parse.quote",
        "urllib.parse.unquote",
        "urllib.parse.urlparse",
        "urllib.parse.urlsplit",
        "typing.cast",
        "next",
        "iter",
        "contextlib.closing",
    ];
    FORMS.contains(&name)
}

/// What a function returns, or yields.
pub fn results(body: &[Stmt]) -> Vec<&Expr> {
    let mut found = Vec::new();
    walk::scope(body, &mut |stmt| {
        if let StmtKind::Return(Some(value)) = &stmt.kind {
            found.push(value);
        }
    });
    walk::scope_expressions(body, &mut |expr| {
        if let ExprKind::Yield(Some(value)) = &expr.kind {
            found.push(value);
        }
    });
    found
}
