//! What a name means: scopes, imports, re-exports, members of classes and of what they make.

use super::index::{self, Binding, Imported};
use super::{Definition, FunctionRef, Program, Source};
use crate::python::ast::{Class, Expr, ExprKind, Function, Param, Stmt, StmtKind};
use crate::python::walk;
use std::cell::Cell;

/// Deepest chain of one resolution: imports of imports, bases of bases, aliases of aliases. Cycles end here.
const DEPTH_MAX: u32 = 40;
/// Most steps of one resolution in all, for what branches at each level.
const STEPS_MAX: u32 = 2_000;

/// What is left of the steps of one resolution.
#[derive(Clone, Copy)]
pub(super) struct Steps<'c> {
    depth: u32,
    left: &'c Cell<u32>,
}

impl<'c> Steps<'c> {
    pub(super) fn new(left: &'c Cell<u32>) -> Self {
        left.set(STEPS_MAX);
        Self { depth: 0, left }
    }

    fn down(self) -> Option<Self> {
        let left = self.left.get().checked_sub(1)?;
        self.left.set(left);
        let depth = self.depth + 1;
        (depth <= DEPTH_MAX).then_some(Self { depth, ..self })
    }
}

/// Where a name is looked up: a module, or a function in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope<'a> {
    /// The module's path.
    pub path: &'a str,
    /// The function, by its number in the module.
    pub(super) function: Option<usize>,
}

/// What an expression stands for, as far as it is known without running it.
#[derive(Clone, Debug, PartialEq)]
pub enum Thing<'a> {
    /// A function or method.
    Function(&'a str, Option<&'a Class>, &'a Function),
    /// A class.
    Class(&'a str, &'a Class),
    /// An object of a class of the repository.
    Instance(&'a str, &'a Class),
    /// A value that is no name, with the scope that its names belong to.
    Value(Scope<'a>, &'a Expr),
    /// A module or package.
    Module(&'a str),
    /// Something from outside, or what calling or asking it gives.
    External(String),
}

impl<'a> Thing<'a> {
    fn definition(self) -> Option<Definition<'a>> {
        Some(match self {
            Self::Function(path, class, function) => Definition::Function {
                path,
                class,
                function,
            },
            Self::Class(path, class) => Definition::Class { path, class },
            Self::Value(scope, expr) => Definition::Value {
                path: scope.path,
                expr,
            },
            Self::Module(path) => Definition::Module { path },
            Self::External(name) => Definition::External(name),
            Self::Instance(..) => return None,
        })
    }
}

impl Program {
    /// What a dotted name means at the top of a module; a name that only functions import is found too.
    /// `None`: it is a builtin, or nothing binds it.
    #[must_use]
    pub fn resolve(&self, path: &str, dotted: &str) -> Option<Definition<'_>> {
        self.resolve_in(self.scope(path)?, dotted)
    }

    /// What a dotted name means within a function.
    #[must_use]
    pub fn resolve_in<'a>(&'a self, scope: Scope<'a>, dotted: &str) -> Option<Definition<'a>> {
        let (first, rest) = dotted.split_once('.').unwrap_or((dotted, ""));
        let left = Cell::new(0);
        let steps = Steps::new(&left);
        let mut thing = self.name(scope, first, steps)?;
        for part in rest.split('.').filter(|part| !part.is_empty()) {
            thing = self.member(thing, part, steps)?;
        }
        self.alias(thing, steps).definition()
    }

    /// What an expression stands for.
    #[must_use]
    pub fn thing<'a>(&'a self, scope: Scope<'a>, expr: &'a Expr) -> Option<Thing<'a>> {
        let left = Cell::new(0);
        let steps = Steps::new(&left);
        let thing = self.of_expr(scope, expr, steps)?;
        Some(self.settle(thing, steps))
    }

    /// The scope of a module.
    #[must_use]
    pub fn scope(&self, path: &str) -> Option<Scope<'_>> {
        let (path, _) = self.modules.get_key_value(path)?;
        Some(Scope { path, function: None })
    }

    /// The scope within a function.
    #[must_use]
    pub fn scope_of<'a>(&'a self, function: &FunctionRef<'_>) -> Option<Scope<'a>> {
        let (path, source) = self.modules.get_key_value(function.path)?;
        let number = source.index.number(function.function.span.first);
        Some(Scope {
            path,
            function: number,
        })
    }

    /// The function that a scope is within.
    #[must_use]
    pub fn function_of<'a>(&'a self, scope: Scope<'a>) -> Option<FunctionRef<'a>> {
        let (path, source) = self.modules.get_key_value(scope.path)?;
        source.index.entry(path, &source.module, scope.function?)
    }

    /// What the names mean that an import statement binds.
    pub(crate) fn imports_of<'a>(&'a self, path: &str, stmt: &'a Stmt) -> Vec<(&'a str, Option<Thing<'a>>)> {
        let bound = index::imported(stmt).into_iter().map(|(name, imported)| {
            let left = Cell::new(0);
            let thing = self.import(path, &imported, Steps::new(&left));
            (name, thing)
        });
        bound.collect()
    }

    /// What a name of a module means, values as they stand.
    pub(crate) fn exported<'a>(&'a self, path: &str, name: &str) -> Option<Thing<'a>> {
        let left = Cell::new(0);
        self.module_member(path, name, Steps::new(&left))
    }

    /// The name that a module gives to a value.
    pub(crate) fn name_of_value(&self, path: &str, expr: &Expr) -> Option<&str> {
        let (_, source) = self.source(path)?;
        let is_it = |binding: &Binding| match binding {
            Binding::Value(at, element) => at
                .value(&source.module.body, *element)
                .is_some_and(|value| std::ptr::eq(value, expr)),
            _ => false,
        };
        let mut bindings = source.index.bindings.iter();
        let (name, _) = bindings.find(|(_, bindings)| bindings.iter().any(is_it))?;
        Some(name)
    }

    /// What a class or its bases say a name is: a method, an inner class, or a value of the class.
    pub(crate) fn declared<'a>(&'a self, path: &'a str, class: &'a Class, name: &str) -> Option<Thing<'a>> {
        let left = Cell::new(0);
        self.declared_in(path, class, name, Steps::new(&left))
    }

    fn declared_in<'a>(
        &'a self,
        path: &'a str,
        class: &'a Class,
        name: &str,
        steps: Steps<'_>,
    ) -> Option<Thing<'a>> {
        let next = steps.down()?;
        self.own_member(path, class, name).or_else(|| {
            let bases = self.bases(path, class, next);
            bases.into_iter().find_map(|base| match base {
                Thing::Class(path, base) if base != class => self.declared_in(path, base, name, next),
                _ => None,
            })
        })
    }

    fn source(&self, path: &str) -> Option<(&str, &Source)> {
        let (path, source) = self.modules.get_key_value(path)?;
        Some((path, source))
    }

    fn name<'a>(&'a self, scope: Scope<'a>, name: &str, steps: Steps<'_>) -> Option<Thing<'a>> {
        let (path, source) = self.source(scope.path)?;
        let mut number = scope.function;
        while let Some(at) = number {
            let here = Scope {
                path,
                function: Some(at),
            };
            let function = source.index.entry(path, &source.module, at)?;
            if let Some(thing) = self.local(here, function, name, steps) {
                return Some(thing);
            }
            number = source.index.parent(at);
        }
        self.global(path, source, name, steps)
    }

    /// A parameter, nested definition, local import or local variable.
    fn local<'a>(
        &'a self,
        scope: Scope<'a>,
        function: FunctionRef<'a>,
        name: &str,
        steps: Steps<'_>,
    ) -> Option<Thing<'a>> {
        if let Some(position) = function
            .function
            .params
            .iter()
            .position(|param| param.name == name)
        {
            let param = &function.function.params[position];
            return self.param(scope, function, param, position, steps);
        }
        let mut found = None;
        walk::scope(&function.function.body, &mut |stmt| {
            found = self.bound(scope, stmt, name, steps).or(found.take());
        });
        found
    }

    fn param<'a>(
        &'a self,
        scope: Scope<'a>,
        function: FunctionRef<'a>,
        param: &'a Param,
        position: usize,
        steps: Steps<'_>,
    ) -> Option<Thing<'a>> {
        let is_static = function
            .function
            .decorators
            .iter()
            .any(|d| walk::dotted(d).as_deref() == Some("staticmethod"));
        if let Some(class) = function.class.filter(|_| position == 0 && !is_static) {
            return Some(Thing::Instance(function.path, class));
        }
        let annotation = param.annotation.as_ref()?;
        let outer = Scope {
            function: scope
                .function
                .and_then(|number| self.source(scope.path)?.1.index.parent(number)),
            ..scope
        };
        self.annotated(outer, annotation, steps.down()?)
    }

    /// An object of the class that an annotation names.
    fn annotated<'a>(
        &'a self,
        scope: Scope<'a>,
        annotation: &'a Expr,
        steps: Steps<'_>,
    ) -> Option<Thing<'a>> {
        let named = match &annotation.kind {
            ExprKind::Str(text) => self.name(scope, text, steps.down()?),
            ExprKind::Subscript { value, index } => {
                let wrapper = walk::dotted(value)?;
                let last = wrapper.rsplit('.').next().unwrap_or_default();
                if !matches!(last, "Optional" | "Annotated" | "Type" | "type" | "Awaitable") {
                    return None;
                }
                let inner = match &index.kind {
                    ExprKind::Tuple(items) => items.first()?,
                    _ => index,
                };
                return self.annotated(scope, inner, steps.down()?);
            }
            ExprKind::Binary { left, .. } => return self.annotated(scope, left, steps.down()?),
            _ => self.of_expr(scope, annotation, steps.down()?),
        };
        match named? {
            Thing::Class(path, class) => Some(Thing::Instance(path, class)),
            Thing::External(name) => Some(Thing::External(name)),
            _ => None,
        }
    }

    fn bound<'a>(
        &'a self,
        scope: Scope<'a>,
        stmt: &'a Stmt,
        name: &str,
        steps: Steps<'_>,
    ) -> Option<Thing<'a>> {
        match &stmt.kind {
            StmtKind::Function(function) if function.name == name => {
                Some(Thing::Function(scope.path, None, function))
            }
            StmtKind::Class(class) if class.name == name => Some(Thing::Class(scope.path, class)),
            StmtKind::Import(_) | StmtKind::ImportFrom { .. } => {
                let (_, imported) = index::imported(stmt)
                    .into_iter()
                    .find(|(bound, _)| *bound == name)?;
                self.import(scope.path, &imported, steps.down()?)
            }
            StmtKind::Assign { value, .. }
            | StmtKind::Annotated {
                value: Some(value), ..
            } => {
                let (_, element) = index::assigned(stmt)
                    .into_iter()
                    .find(|(bound, _)| *bound == name)?;
                let value = match (element, &value.kind) {
                    (None, _) => value,
                    (Some(at), ExprKind::Tuple(items)) => items.get(at)?,
                    _ => return None,
                };
                Some(Thing::Value(scope, value))
            }
            StmtKind::With { items, .. } => {
                let bound =
                    |target: &Option<Expr>| target.as_ref().and_then(walk::dotted).as_deref() == Some(name);
                let (context, _) = items.iter().find(|(_, target)| bound(target))?;
                Some(Thing::Value(scope, context))
            }
            _ => None,
        }
    }

    fn global<'a>(
        &'a self,
        path: &'a str,
        source: &'a Source,
        name: &str,
        steps: Steps<'_>,
    ) -> Option<Thing<'a>> {
        let index = &source.index;
        if let Some(bindings) = index.bindings.get(name) {
            return self.binding(path, source, bindings, steps);
        }
        let starred = index
            .stars
            .iter()
            .find_map(|star| match self.import(path, star, steps.down()?)? {
                Thing::Module(module) => {
                    let (module, source) = self.source(module)?;
                    self.global(module, source, name, steps.down()?)
                }
                _ => None,
            });
        if starred.is_some() {
            return starred;
        }
        let local = index.local_imports.get(name).and_then(|local| local.first());
        match local {
            Some(local) => self.import(path, local, steps.down()?),
            None => self.external_star(path, source, name, steps),
        }
    }

    /// A name that nothing else binds comes from the only star import of something outside; builtins apart.
    fn external_star<'a>(
        &'a self,
        path: &'a str,
        source: &'a Source,
        name: &str,
        steps: Steps<'_>,
    ) -> Option<Thing<'a>> {
        let [star] = source.index.stars.as_slice() else {
            return None;
        };
        let is_class = name.starts_with(char::is_uppercase) && !name.ends_with("Error");
        match self.import(path, star, steps.down()?)? {
            Thing::External(module) if is_class => Some(Thing::External(format!("{module}.{name}"))),
            _ => None,
        }
    }

    /// Of several bindings, a definition beats an assignment, the first import that is in the repository beats
    /// others (`try: … except ImportError: …`), and the last of a kind wins.
    fn binding<'a>(
        &'a self,
        path: &'a str,
        source: &'a Source,
        bindings: &[Binding],
        steps: Steps<'_>,
    ) -> Option<Thing<'a>> {
        let body = &source.module.body;
        let defined = bindings.iter().rev().find_map(|binding| match binding {
            Binding::Function(at) => Some(Thing::Function(path, None, at.function(body)?)),
            Binding::Class(at) => Some(Thing::Class(path, at.class(body)?)),
            _ => None,
        });
        if defined.is_some() {
            return defined;
        }
        let imports: Vec<Thing<'a>> = bindings
            .iter()
            .filter_map(|binding| match binding {
                Binding::Import(imported) => self.import(path, imported, steps.down()?),
                _ => None,
            })
            .collect();
        let inside = imports.iter().find(|thing| !matches!(thing, Thing::External(_)));
        if let Some(thing) = inside.or_else(|| imports.first()) {
            return Some(thing.clone());
        }
        bindings.iter().rev().find_map(|binding| match binding {
            Binding::Value(at, element) => Some(Thing::Value(
                Scope { path, function: None },
                at.value(body, *element)?,
            )),
            _ => None,
        })
    }

    fn import<'a>(&'a self, importer: &str, imported: &Imported, steps: Steps<'_>) -> Option<Thing<'a>> {
        let module = if imported.level == 0 {
            self.layout.absolute(importer, &imported.module)
        } else {
            self.layout.relative(importer, imported.level, &imported.module)
        };
        let Some(name) = &imported.name else {
            return match module {
                Some(module) => Some(Thing::Module(module)),
                None if imported.level == 0 => Some(Thing::External(imported.module.clone())),
                None => None,
            };
        };
        match module {
            Some(module) => self.module_member(module, name, steps.down()?),
            None if imported.level == 0 => Some(Thing::External(format!("{}.{name}", imported.module))),
            None => None,
        }
    }

    fn module_member<'a>(&'a self, module: &str, name: &str, steps: Steps<'_>) -> Option<Thing<'a>> {
        let own = self
            .source(module)
            .and_then(|(path, source)| self.global(path, source, name, steps.down()?));
        own.or_else(|| self.layout.submodule(module, name).map(Thing::Module))
    }

    /// A member of a thing.
    fn member<'a>(&'a self, thing: Thing<'a>, name: &str, steps: Steps<'_>) -> Option<Thing<'a>> {
        match self.settle(thing, steps) {
            Thing::Module(module) => self.module_member(module, name, steps.down()?),
            Thing::Class(path, class) | Thing::Instance(path, class) => {
                self.class_member(path, class, name, steps.down()?)
            }
            Thing::External(outer) => Some(Thing::External(format!("{outer}.{name}"))),
            Thing::Function(..) | Thing::Value(..) => None,
        }
    }

    fn class_member<'a>(
        &'a self,
        path: &'a str,
        class: &'a Class,
        name: &str,
        steps: Steps<'_>,
    ) -> Option<Thing<'a>> {
        self.own_member(path, class, name)
            .or_else(|| self.attribute(path, class, name, steps))
            .or_else(|| self.inherited(path, class, name, steps))
    }

    fn own_member<'a>(&'a self, path: &'a str, class: &'a Class, name: &str) -> Option<Thing<'a>> {
        let scope = Scope { path, function: None };
        let mut found = None;
        walk::scope(&class.body, &mut |stmt| match &stmt.kind {
            StmtKind::Function(function) if function.name == name => {
                found = Some(Thing::Function(path, Some(class), function));
            }
            StmtKind::Class(inner) if inner.name == name => found = Some(Thing::Class(path, inner)),
            StmtKind::Assign { value, .. }
            | StmtKind::Annotated {
                value: Some(value), ..
            } if index::assigned(stmt).contains(&(name, None)) => found = Some(Thing::Value(scope, value)),
            _ => {}
        });
        found
    }

    /// What a method assigns to `self.name`, or what the class says its type is.
    fn attribute<'a>(
        &'a self,
        path: &'a str,
        class: &'a Class,
        name: &str,
        steps: Steps<'_>,
    ) -> Option<Thing<'a>> {
        let module = Scope { path, function: None };
        for stmt in &class.body {
            match &stmt.kind {
                StmtKind::Function(method) => {
                    let this = FunctionRef {
                        path,
                        class: Some(class),
                        function: method,
                    };
                    let found = self_attribute(method, name)
                        .map(|value| Thing::Value(self.scope_of(&this).unwrap_or(module), value));
                    if found.is_some() {
                        return found;
                    }
                }
                StmtKind::Annotated {
                    target,
                    annotation,
                    value: None,
                } if walk::dotted(target).as_deref() == Some(name) => {
                    return self.annotated(module, annotation, steps.down()?);
                }
                _ => {}
            }
        }
        None
    }

    fn inherited<'a>(
        &'a self,
        path: &'a str,
        class: &'a Class,
        name: &str,
        steps: Steps<'_>,
    ) -> Option<Thing<'a>> {
        self.bases(path, class, steps)
            .into_iter()
            .find_map(|base| match base {
                Thing::Class(path, base) if base != class => {
                    self.class_member(path, base, name, steps.down()?)
                }
                _ => None,
            })
    }

    /// What the bases of a class stand for, those that are known.
    #[must_use]
    pub fn bases_of<'a>(&'a self, path: &str, class: &'a Class) -> Vec<Thing<'a>> {
        let left = Cell::new(0);
        match self.source(path) {
            Some((path, _)) => self.bases(path, class, Steps::new(&left)),
            None => Vec::new(),
        }
    }

    fn bases<'a>(&'a self, path: &'a str, class: &'a Class, steps: Steps<'_>) -> Vec<Thing<'a>> {
        let (Some(scope), Some(next)) = (self.scope(path), steps.down()) else {
            return Vec::new();
        };
        let bases = class.bases.iter().filter(|base| base.name.is_none());
        let bases = bases.filter_map(|base| match &base.value.kind {
            ExprKind::Subscript { value, .. } => self.of_expr(scope, value, next),
            _ => self.of_expr(scope, &base.value, next),
        });
        bases.collect()
    }

    fn of_expr<'a>(&'a self, scope: Scope<'a>, expr: &'a Expr, steps: Steps<'_>) -> Option<Thing<'a>> {
        match &expr.kind {
            ExprKind::Name(name) => self.name(scope, name, steps.down()?),
            ExprKind::Attribute { value, attribute } => {
                let value = self.of_expr(scope, value, steps.down()?)?;
                self.member(value, attribute, steps.down()?)
            }
            ExprKind::Call { callee, .. } => self.made(scope, callee, steps),
            ExprKind::Await(inner) => self.of_expr(scope, inner, steps.down()?),
            _ => None,
        }
    }

    /// What calling something makes.
    fn made<'a>(&'a self, scope: Scope<'a>, callee: &'a Expr, steps: Steps<'_>) -> Option<Thing<'a>> {
        let callee = self.of_expr(scope, callee, steps.down()?)?;
        match self.settle(callee, steps.down()?) {
            Thing::Class(path, class) => Some(Thing::Instance(path, class)),
            Thing::External(name) => Some(Thing::External(name)),
            Thing::Function(path, _, function) => {
                let returns = function.returns.as_ref()?;
                self.annotated(self.scope(path)?, returns, steps.down()?)
            }
            _ => None,
        }
    }

    /// Follows values that only name or make something else.
    fn settle<'a>(&'a self, thing: Thing<'a>, steps: Steps<'_>) -> Thing<'a> {
        let (Thing::Value(scope, expr), Some(next)) = (&thing, steps.down()) else {
            return thing;
        };
        match self.of_expr(*scope, expr, next) {
            Some(other) if other != thing => self.settle(other, next),
            _ => thing,
        }
    }

    /// Follows values that only name something else.
    fn alias<'a>(&'a self, thing: Thing<'a>, steps: Steps<'_>) -> Thing<'a> {
        let (Thing::Value(scope, expr), Some(next)) = (&thing, steps.down()) else {
            return thing;
        };
        if !matches!(expr.kind, ExprKind::Name(_) | ExprKind::Attribute { .. }) {
            return thing;
        }
        match self.of_expr(*scope, expr, next) {
            Some(other) if other != thing && !matches!(other, Thing::Instance(..)) => self.alias(other, next),
            _ => thing,
        }
    }
}

fn self_attribute<'a>(method: &'a Function, name: &str) -> Option<&'a Expr> {
    let this = &method.params.first()?.name;
    let wanted = format!("{this}.{name}");
    let mut found = None;
    walk::scope(&method.body, &mut |stmt| {
        let (targets, value): (Vec<&Expr>, &Expr) = match &stmt.kind {
            StmtKind::Assign { targets, value } => (targets.iter().collect(), value),
            StmtKind::Annotated {
                target,
                value: Some(value),
                ..
            } => (vec![target], value),
            _ => return,
        };
        if targets
            .into_iter()
            .any(|target| walk::dotted(target).as_deref() == Some(&wanted))
        {
            found.get_or_insert(value);
        }
    });
    found
}
