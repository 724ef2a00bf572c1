//! Where a value comes from: backwards through names, parameters, calls, attributes and keys of dicts.
//!
//! It does not look at the order of statements, so it may name a source that one run never uses; it is bounded
//! by [`STEPS_MAX`].

use super::code::{Code, dict_item};
use super::forms::{is_property, keeps_argument, results};
use super::scopes::{Binding, ScopeId};
use crate::ast::{Arg, Class, Expr, ExprKind, FPart, Function, Star};
use crate::classes;
use crate::program::{Definition, Thing};
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
    /// Whether it was followed no further: a constant, what a library gives, or what nothing here says.
    pub is_end: bool,
}

impl<'a> Step<'a> {
    fn of(scope: ScopeId, expr: &'a Expr) -> Self {
        Self {
            scope,
            expr,
            element: None,
            is_whole: true,
            is_passed: false,
            is_end: false,
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
            let before = self.before(found[at]);
            found[at].is_end = before.is_empty();
            for step in before {
                let key = (step.scope, std::ptr::from_ref(step.expr) as usize, step.element);
                if seen.insert(key) {
                    let is_whole = step.is_whole && found[at].is_whole;
                    found.push(Step { is_whole, ..step });
                }
            }
            at += 1;
        }
        // What was not asked for its sources is where the trail ends, too.
        found.iter_mut().skip(at).for_each(|step| step.is_end = true);
        found
    }

    /// What one expression takes its value from.
    fn before(&self, step: Step<'a>) -> Vec<Step<'a>> {
        let whole = |exprs: Vec<&'a Expr>| -> Vec<Step<'a>> {
            let exprs = exprs.into_iter();
            exprs.map(|expr| Step::of(step.scope, expr)).collect()
        };
        match &step.expr.kind {
            ExprKind::Name(name) => self.name(step, name),
            ExprKind::Attribute { value, attribute } => self.attribute(step, value, attribute),
            ExprKind::Call { callee, args } => self.call(step, callee, args),
            ExprKind::Subscript(value, index) => match &index.kind {
                ExprKind::Str(key) => self.item(step, value, key),
                _ => whole(vec![value]),
            },
            ExprKind::Conditional { body, orelse, .. } => same(step, vec![body, orelse]),
            ExprKind::Logic(left, _, right) => same(step, vec![left, right]),
            ExprKind::Await(value) | ExprKind::Walrus { value, .. } | ExprKind::Starred(value) => {
                same(step, vec![value])
            }
            ExprKind::Lambda { body, .. } => whole(vec![body]),
            ExprKind::Binary(left, _, right) => whole(self.pair(left, right)),
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
        match self.along {
            Along::Path => parts.first().and_then(walk::formatted).into_iter().collect(),
            Along::Text => parts.iter().filter_map(walk::formatted).collect(),
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
        let levels = self.levels(path);
        let mut found: Vec<Step<'a>> = levels.flat_map(|id| self.bound(id, name, step.element)).collect();
        if found.is_empty()
            && let Some(Definition::Value(path, expr)) = self.code.program.resolve(path, name)
        {
            found.extend(self.levels(path).next().map(|scope| Step {
                element: step.element,
                ..Step::of(scope, expr)
            }));
        }
        found
    }

    /// The scopes of a module itself.
    fn levels(&self, path: &str) -> impl Iterator<Item = ScopeId> {
        let scopes = self.code.scopes.iter().enumerate();
        scopes
            .filter(move |(_, scope)| scope.path == path && scope.class.is_none() && scope.function.is_none())
            .map(|(id, _)| id)
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
        let here = &self.code.scopes[step.scope];
        let is_self = matches!(&value.kind, ExprKind::Name(name) if name == "self" || name == "cls");
        let class = match here.class.filter(|_| is_self) {
            Some(class) => Some((here.path, class)),
            None => match self.code.thing(step.scope, value) {
                Some(Thing::Instance(path, class) | Thing::Class(path, class)) => Some((path, class)),
                _ => None,
            },
        };
        let mut found =
            walk::dotted(step.expr).map_or(Vec::new(), |name| self.bound(step.scope, &name, None));
        if let Some((path, class)) = class {
            found.extend(self.member(path, class, attribute, step.element));
        }
        if is_self {
            return found;
        }
        if found.is_empty() {
            found = self.made_with(step, value, attribute);
        }
        if found.is_empty() && self.is_given(step.scope, value) {
            found = self.written(attribute);
        }
        found.push(Step::holder(step.scope, value));
        found
    }

    /// An attribute of an object: wherever its class, a base or a subclass sets it, what its property returns, what
    /// the generated `__init__` is given for it.
    fn member(
        &self,
        path: &'a str,
        class: &'a Class,
        attribute: &str,
        element: Option<usize>,
    ) -> Vec<Step<'a>> {
        let code = self.code;
        let mut found = Vec::new();
        for (id, scope) in code.scopes.iter().enumerate() {
            let key = match scope.function {
                Some(_) => format!("self.{attribute}"),
                None => attribute.to_owned(),
            };
            if let Some(at) = scope.class.filter(|_| scope.bindings.contains_key(&key))
                && code.are_related((path, class), (scope.path, at))
            {
                found.extend(self.bound(id, &key, element));
            }
        }
        if let Some(Thing::Function(path, _, function)) = code.program.declared(path, class, attribute)
            && is_property(function)
        {
            found.extend(
                code.function(path, function)
                    .into_iter()
                    .flat_map(|id| returned(id, function, element)),
            );
        }
        let given = code.makers(path, class).iter().filter_map(|site| {
            let fields = classes::fields(code.program, path, class);
            let at = fields.iter().position(|field| field.name == attribute)?;
            let named = site
                .args
                .iter()
                .find(|arg| arg.name.as_deref() == Some(attribute));
            let plain = || {
                site.args
                    .iter()
                    .filter(|arg| arg.name.is_none() && arg.star == Star::None)
                    .nth(at)
            };
            Some(Step::of(site.caller, &named.or_else(plain)?.value))
        });
        found.extend(given.take(WRITERS_MAX));
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
            if let Some((path, class)) = self.code.class(maker.scope, callee) {
                let given = args.iter().filter(|arg| arg.name.as_deref() == Some(attribute));
                found.extend(given.map(|arg| Step::of(maker.scope, &arg.value)));
                if found.is_empty() {
                    found = inner.member(path, class, attribute, step.element);
                }
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
        if found.is_empty() {
            found = self.item_of_made(step, holder, key);
        }
        if found.is_empty() && self.is_given(step.scope, holder) {
            found.extend(self.written(key));
        }
        found.push(Step::holder(step.scope, holder));
        found
    }

    /// The item of a dict that another function, or the top of a module, makes.
    fn item_of_made(&self, step: Step<'a>, holder: &'a Expr, key: &str) -> Vec<Step<'a>> {
        let Some(objects) = self.objects.checked_sub(1) else {
            return Vec::new();
        };
        let inner = Tracer { objects, ..*self };
        let from = inner.run(Step::of(step.scope, holder)).into_iter();
        from.filter_map(|from| Some(Step::of(from.scope, dict_item(from.expr, key)?)))
            .collect()
    }

    fn written(&self, key: &str) -> Vec<Step<'a>> {
        let writers = self.code.writers(key).iter().take(WRITERS_MAX);
        writers.map(|(scope, expr)| Step::passed(*scope, expr)).collect()
    }

    fn call(&self, step: Step<'a>, callee: &'a Expr, args: &'a [Arg]) -> Vec<Step<'a>> {
        let at = |expr: &'a Expr| Step::of(step.scope, expr);
        if let Some(name) = self.code.external_call(step.scope, step.expr) {
            let last = name.rsplit('.').next().unwrap_or_default();
            return match last {
                _ if keeps_argument(&name) => self.kept(args).into_iter().map(at).collect(),
                "field" | "Field" | "PrivateAttr" | "ib" => {
                    let defaults = args.iter().filter(|arg| {
                        matches!(
                            arg.name.as_deref(),
                            Some("default" | "default_factory" | "factory")
                        )
                    });
                    defaults.map(|arg| at(&arg.value)).collect()
                }
                _ => Vec::new(),
            };
        }
        let here = &self.code.scopes[step.scope];
        if let ExprKind::Name(name) = &callee.kind
            && let Some(function) = here.nested.get(name.as_str())
        {
            return same(step, results(&function.body));
        }
        if let Some((path, class)) = self.code.class(step.scope, callee) {
            return self.entered(path, class, step.element);
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
            found.extend(returned(target, function, step.element));
        }
        found
    }

    /// What `with Class() as value` gives.
    fn entered(&self, path: &'a str, class: &'a Class, element: Option<usize>) -> Vec<Step<'a>> {
        let enter = ["__enter__", "__aenter__"].into_iter();
        let mut declared = enter.filter_map(|name| self.code.program.declared(path, class, name));
        match declared.next() {
            Some(Thing::Function(path, _, function)) => {
                let scopes = self.code.function(path, function).into_iter();
                scopes.flat_map(|id| returned(id, function, element)).collect()
            }
            _ => Vec::new(),
        }
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
            ExprKind::Attribute { attribute, .. }
                if matches!(attribute.as_str(), "enter_context" | "enter_async_context") =>
            {
                self.kept(args).into_iter().map(at).collect()
            }
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

/// The same value, of which other expressions are looked at.
fn same<'a>(step: Step<'a>, exprs: Vec<&'a Expr>) -> Vec<Step<'a>> {
    let same = |expr| Step {
        expr,
        is_passed: false,
        ..step
    };
    exprs.into_iter().map(same).collect()
}

fn returned<'a>(
    scope: ScopeId,
    function: &'a Function,
    element: Option<usize>,
) -> impl Iterator<Item = Step<'a>> {
    let values = results(&function.body).into_iter();
    values.map(move |expr| Step {
        element,
        ..Step::of(scope, expr)
    })
}
