//! Values that objects and dicts hold: attributes, fields, items, and who put them there.

use super::{Step, Tracer};
use crate::probes::safety::code::dict_item;
use crate::probes::safety::scopes::ScopeId;
use crate::python::ast::{Expr, ExprKind};
use crate::python::walk;

/// Most writers of a dict key that are followed; a key written everywhere says nothing.
const WRITERS_MAX: usize = 24;

impl<'a> Tracer<'_, 'a> {
    pub(super) fn attribute(&self, step: Step<'a>, value: &'a Expr, attribute: &str) -> Vec<Step<'a>> {
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
            scope.class.map(|class| &class.name) == class
        };
        let siblings: Vec<ScopeId> = self.code.file(here.path).filter(is_sibling).collect();
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
        let name = match &object.kind {
            ExprKind::Name(name) => name,
            ExprKind::Attribute { value, .. } => {
                return matches!(&value.kind, ExprKind::Name(name) if name == "self");
            }
            _ => return false,
        };
        let here = &self.code.scopes[scope];
        here.param(name).is_some() && !here.bindings.contains_key(name)
    }

    pub(super) fn item(&self, step: Step<'a>, holder: &'a Expr, key: &str) -> Vec<Step<'a>> {
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

    pub(super) fn any_item(&self, step: Step<'a>, holder: &'a Expr) -> Vec<Step<'a>> {
        let Some(name) = walk::dotted(holder) else {
            return Vec::new();
        };
        let here = self.code.file(self.code.scopes[step.scope].path);
        here.flat_map(|id| self.bound(id, &format!("{name}[]"), None))
            .collect()
    }
}
