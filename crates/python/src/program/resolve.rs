//! What a name means: scopes, imports, re-exports, members of classes and of what they make.

mod members;
mod names;

use super::index::{self, Binding};
use super::{Definition, FunctionRef, Program, Source};
use crate::ast::{Class, Expr, Function, Stmt};
use std::cell::Cell;

/// Deepest chain of one resolution: imports of imports, bases of bases, aliases of aliases. Cycles end here.
const DEPTH_MAX: u32 = 40;
/// Most steps of one resolution in all, for what branches at each level.
const STEPS_MAX: u32 = 2_000;

/// Looks names up in a program, with what is left of the steps of one resolution.
#[derive(Clone, Copy)]
struct Resolver<'a, 'c> {
    program: &'a Program,
    depth: u32,
    left: &'c Cell<u32>,
}

impl<'a, 'c> Resolver<'a, 'c> {
    fn new(program: &'a Program, left: &'c Cell<u32>) -> Self {
        left.set(STEPS_MAX);
        Self {
            program,
            depth: 0,
            left,
        }
    }

    fn down(self) -> Option<Self> {
        let left = self.left.get().checked_sub(1)?;
        self.left.set(left);
        let depth = self.depth + 1;
        (depth <= DEPTH_MAX).then_some(Self { depth, ..self })
    }

    fn source(self, path: &str) -> Option<(&'a str, &'a Source)> {
        self.program.source(path)
    }

    fn scope(self, path: &str) -> Option<Scope<'a>> {
        self.program.scope(path)
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
            Self::Function(path, class, function) => Definition::Function(path, class, function),
            Self::Class(path, class) => Definition::Class(path, class),
            Self::Value(scope, expr) => Definition::Value(scope.path, expr),
            Self::Module(path) => Definition::Module(path),
            Self::External(name) => Definition::External(name),
            Self::Instance(..) => return None,
        })
    }
}

impl Program {
    /// What a dotted name means at the top of a module; a name that only functions import is found too.
    /// `None`: it is a builtin, or nothing binds it.
    pub fn resolve(&self, path: &str, dotted: &str) -> Option<Definition<'_>> {
        self.resolve_in(self.scope(path)?, dotted)
    }

    /// What a dotted name means within a function.
    pub fn resolve_in<'a>(&'a self, scope: Scope<'a>, dotted: &str) -> Option<Definition<'a>> {
        let (first, rest) = dotted.split_once('.').unwrap_or((dotted, ""));
        let left = Cell::new(0);
        let resolver = Resolver::new(self, &left);
        let mut thing = resolver.name(scope, first)?;
        for part in rest.split('.').filter(|part| !part.is_empty()) {
            thing = resolver.member(thing, part)?;
        }
        resolver.alias(thing).definition()
    }

    /// What an expression stands for.
    pub fn thing<'a>(&'a self, scope: Scope<'a>, expr: &'a Expr) -> Option<Thing<'a>> {
        let left = Cell::new(0);
        let resolver = Resolver::new(self, &left);
        Some(resolver.settle(resolver.of_expr(scope, expr)?))
    }

    /// What a class or its bases say a name is: a method, an inner class, or a value of the class.
    pub fn declared<'a>(&'a self, path: &'a str, class: &'a Class, name: &str) -> Option<Thing<'a>> {
        let left = Cell::new(0);
        Resolver::new(self, &left).declared_in(path, class, name)
    }

    /// What the bases of a class stand for, those that are known.
    pub fn bases_of<'a>(&'a self, path: &str, class: &'a Class) -> Vec<Thing<'a>> {
        let left = Cell::new(0);
        let source = self.source(path);
        source.map_or_else(Vec::new, |(path, _)| {
            Resolver::new(self, &left).bases(path, class)
        })
    }

    /// The scope of a module.
    pub fn scope(&self, path: &str) -> Option<Scope<'_>> {
        let (path, _) = self.modules.get_key_value(path)?;
        Some(Scope { path, function: None })
    }

    /// The scope within a function.
    pub fn scope_of<'a>(&'a self, function: &FunctionRef<'_>) -> Option<Scope<'a>> {
        let (path, source) = self.modules.get_key_value(function.path)?;
        let number = source.index.number(function.function.span.first);
        Some(Scope {
            path,
            function: number,
        })
    }

    /// What the names mean that an import statement binds.
    pub fn imports_of<'a>(&'a self, path: &str, stmt: &'a Stmt) -> Vec<(&'a str, Option<Thing<'a>>)> {
        let bound = index::imported(stmt).into_iter().map(|(name, imported)| {
            let left = Cell::new(0);
            let thing = Resolver::new(self, &left).import(path, &imported);
            (name, thing)
        });
        bound.collect()
    }

    /// What a name of a module means, values as they stand.
    pub fn exported<'a>(&'a self, path: &str, name: &str) -> Option<Thing<'a>> {
        let left = Cell::new(0);
        Resolver::new(self, &left).module_member(path, name)
    }

    /// The name that a module gives to a value; `likely` is tried first.
    pub fn name_of_value(&self, path: &str, likely: &str, expr: &Expr) -> Option<String> {
        let (_, source) = self.source(path)?;
        let is_it = |binding: &Binding| match binding {
            Binding::Value(at, element) => at
                .value(&source.module.body, *element)
                .is_some_and(|value| std::ptr::eq(value, expr)),
            _ => false,
        };
        let all = &source.index.bindings;
        if all.get(likely).is_some_and(|bindings| bindings.iter().any(is_it)) {
            return Some(likely.to_owned());
        }
        let (name, _) = all.iter().find(|(_, bindings)| bindings.iter().any(is_it))?;
        Some(name.clone())
    }

    fn source(&self, path: &str) -> Option<(&str, &Source)> {
        let (path, source) = self.modules.get_key_value(path)?;
        Some((path, source))
    }
}
