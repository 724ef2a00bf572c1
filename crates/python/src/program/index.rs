//! Where each module binds its names, and the functions and classes it holds.

use super::FunctionRef;
use crate::ast::{Alias, Class, Expr, ExprKind, Function, Module, Stmt, StmtKind};
use crate::walk;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The way down to a statement: which block of the statement before, and which statement of it.
///
/// Shared by the names that one statement binds.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Locator(Arc<[(u32, u32)]>);

/// What binds a name.
#[derive(Clone, Debug)]
pub(super) enum Binding {
    Function(Locator),
    Class(Locator),
    /// An assignment, and which element of it when a tuple is taken apart.
    Value(Locator, Option<usize>),
    Import(Imported),
}

/// One imported name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Imported {
    /// The module, dotted.
    pub(super) module: String,
    /// Leading dots.
    pub(super) level: u32,
    /// The name taken from it; `None` is the module itself.
    pub(super) name: Option<String>,
}

#[derive(Debug)]
struct FunctionEntry {
    at: Locator,
    class: Option<usize>,
    parent: Option<usize>,
    /// Where its own variables are bound.
    locals: Names,
    /// Its first parameter, which is the object in a method.
    this: String,
}

#[derive(Debug)]
struct ClassEntry {
    at: Locator,
    members: Names,
    /// Names that only have a type.
    declared: Names,
    /// What methods assign to their object, with the method.
    attributes: BTreeMap<String, (usize, Locator)>,
}

/// Where names are bound, in order.
type Names = BTreeMap<String, Vec<Locator>>;

/// The names of one module.
#[derive(Debug, Default)]
pub(super) struct Index {
    pub(super) bindings: BTreeMap<String, Vec<Binding>>,
    /// Modules whose names are all imported.
    pub(super) stars: Vec<Imported>,
    /// Names that only functions import.
    pub(super) local_imports: BTreeMap<String, Vec<Imported>>,
    /// Every import, wherever it stands.
    pub(super) imports: Vec<Imported>,
    functions: Vec<FunctionEntry>,
    by_line: BTreeMap<u32, usize>,
    classes: Vec<ClassEntry>,
    class_by_line: BTreeMap<u32, usize>,
}

/// Most bindings of one name that are kept: the first half and the last. A name that is bound more often says
/// nothing by any one of them, and looking through all of them for each use would take for ever.
const BINDINGS_MAX: usize = 16;

fn keep<T>(bindings: &mut Vec<T>, binding: T) {
    if bindings.len() >= BINDINGS_MAX {
        bindings.remove(BINDINGS_MAX / 2);
    }
    bindings.push(binding);
}

impl Locator {
    pub(super) fn child(&self, block: usize, stmt: usize) -> Self {
        // A file is far shorter than these numbers are long.
        let step = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        let steps = self.0.iter().copied();
        Self(steps.chain([(step(block), step(stmt))]).collect())
    }

    pub(super) fn stmt<'a>(&self, body: &'a [Stmt]) -> Option<&'a Stmt> {
        let (first, rest) = self.0.split_first()?;
        let mut stmt = body.get(first.1 as usize)?;
        for (block, index) in rest {
            stmt = walk::block(stmt, *block as usize)?.get(*index as usize)?;
        }
        Some(stmt)
    }

    pub(super) fn function<'a>(&self, body: &'a [Stmt]) -> Option<&'a Function> {
        match &self.stmt(body)?.kind {
            StmtKind::Function(function) => Some(function),
            _ => None,
        }
    }

    pub(super) fn class<'a>(&self, body: &'a [Stmt]) -> Option<&'a Class> {
        match &self.stmt(body)?.kind {
            StmtKind::Class(class) => Some(class),
            _ => None,
        }
    }

    pub(super) fn value<'a>(&self, body: &'a [Stmt], element: Option<usize>) -> Option<&'a Expr> {
        let value = match &self.stmt(body)?.kind {
            StmtKind::Assign { value, .. } => value,
            StmtKind::Annotated(_, _, Some(value)) => value,
            _ => return None,
        };
        match (element, &value.kind) {
            (None, _) => Some(value),
            (Some(element), ExprKind::Tuple(items) | ExprKind::List(items)) => items.get(element),
            _ => None,
        }
    }
}

/// What a statement assigns to.
fn targets(stmt: &Stmt) -> Vec<&Expr> {
    match &stmt.kind {
        StmtKind::Assign { targets, .. } => targets.iter().collect(),
        StmtKind::Annotated(target, _, Some(_)) => vec![target],
        _ => Vec::new(),
    }
}

/// The names that a statement binds in its own scope, each with which element of the value it is.
pub(super) fn assigned(stmt: &Stmt) -> Vec<(&str, Option<usize>)> {
    let mut found = Vec::new();
    for target in targets(stmt) {
        match &target.kind {
            ExprKind::Name(name) => found.push((name.as_str(), None)),
            ExprKind::Tuple(items) | ExprKind::List(items) => {
                let names = items
                    .iter()
                    .enumerate()
                    .filter_map(|(at, item)| match &item.kind {
                        ExprKind::Name(name) => Some((name.as_str(), Some(at))),
                        _ => None,
                    });
                found.extend(names);
            }
            _ => {}
        }
    }
    found
}

/// All names that a statement binds in its own scope.
fn bound(stmt: &Stmt) -> Vec<&str> {
    match &stmt.kind {
        StmtKind::Function(function) => vec![&function.name],
        StmtKind::Class(class) => vec![&class.name],
        StmtKind::Import(_) | StmtKind::ImportFrom { .. } => {
            imported(stmt).into_iter().map(|(name, _)| name).collect()
        }
        StmtKind::With { items, .. } => {
            let targets = items.iter().filter_map(|(_, target)| target.as_ref());
            let names = targets.filter_map(|target| match &target.kind {
                ExprKind::Name(name) => Some(name.as_str()),
                _ => None,
            });
            names.collect()
        }
        _ => assigned(stmt).into_iter().map(|(name, _)| name).collect(),
    }
}

/// The names that an import statement binds; a star binds none.
pub(super) fn imported(stmt: &Stmt) -> Vec<(&str, Imported)> {
    match &stmt.kind {
        StmtKind::Import(aliases) => aliases.iter().map(import).collect(),
        StmtKind::ImportFrom {
            module, level, names, ..
        } => {
            let names = names.iter().map(|alias| {
                let bound = alias.alias.as_ref().unwrap_or(&alias.name);
                (bound.as_str(), from(module, *level, Some(alias.name.clone())))
            });
            names.collect()
        }
        _ => Vec::new(),
    }
}

/// `import a.b` binds `a`; `import a.b as c` binds `c` to `a.b`.
fn import(alias: &Alias) -> (&str, Imported) {
    let top = alias.name.split('.').next().unwrap_or_default();
    match &alias.alias {
        Some(bound) => (bound, from(&alias.name, 0, None)),
        None => (top, from(top, 0, None)),
    }
}

fn from(module: &str, level: u32, name: Option<String>) -> Imported {
    Imported {
        module: module.to_owned(),
        level,
        name,
    }
}

/// Where the collection of an index stands.
#[derive(Clone, Default)]
struct At {
    locator: Locator,
    class: Option<usize>,
    parent: Option<usize>,
    /// Whether names bound here are the module's.
    is_module: bool,
}

impl Index {
    pub(super) fn new(module: &Module) -> Self {
        let mut index = Self::default();
        let at = At {
            is_module: true,
            ..At::default()
        };
        index.block(&module.body, 0, &at);
        index
    }

    fn block(&mut self, body: &[Stmt], block: usize, at: &At) {
        for (number, stmt) in body.iter().enumerate() {
            let here = At {
                locator: at.locator.child(block, number),
                ..at.clone()
            };
            self.stmt(stmt, &here);
        }
    }

    fn stmt(&mut self, stmt: &Stmt, here: &At) {
        self.import(stmt, here);
        self.inner_names(stmt, here);
        let inner = match &stmt.kind {
            StmtKind::Function(function) => self.function(function, here),
            StmtKind::Class(class) => self.class(class, here),
            _ => {
                self.values(stmt, here);
                here.clone()
            }
        };
        for (number, block) in walk::blocks(stmt).into_iter().enumerate() {
            self.block(block, number, &inner);
        }
    }

    fn bind(&mut self, name: &str, binding: Binding) {
        keep(self.bindings.entry(name.to_owned()).or_default(), binding);
    }

    /// The names that a statement binds in a function or class.
    fn inner_names(&mut self, stmt: &Stmt, here: &At) {
        let names = match (here.class, here.parent) {
            (Some(class), _) => self.classes.get_mut(class).map(|class| &mut class.members),
            (None, Some(function)) => self
                .functions
                .get_mut(function)
                .map(|function| &mut function.locals),
            (None, None) => None,
        };
        let Some(names) = names else {
            return;
        };
        for name in bound(stmt) {
            keep(names.entry(name.to_owned()).or_default(), here.locator.clone());
        }
        match (here.class, here.parent) {
            (Some(class), _) => self.declare(stmt, class, here),
            (None, Some(function)) => self.attributes(stmt, function, here),
            (None, None) => {}
        }
    }

    fn declare(&mut self, stmt: &Stmt, class: usize, here: &At) {
        if let StmtKind::Annotated(target, _, None) = &stmt.kind
            && let ExprKind::Name(name) = &target.kind
            && let Some(class) = self.classes.get_mut(class)
        {
            keep(
                class.declared.entry(name.clone()).or_default(),
                here.locator.clone(),
            );
        }
    }

    fn attributes(&mut self, stmt: &Stmt, function: usize, here: &At) {
        let targets = targets(stmt);
        if targets.is_empty() {
            return;
        }
        let Some(entry) = self.functions.get(function) else {
            return;
        };
        let Some(class) = entry.class.and_then(|class| self.classes.get_mut(class)) else {
            return;
        };
        for target in targets {
            if let ExprKind::Attribute { value, attribute } = &target.kind
                && matches!(&value.kind, ExprKind::Name(name) if *name == entry.this)
            {
                let first = || (function, here.locator.clone());
                class.attributes.entry(attribute.clone()).or_insert_with(first);
            }
        }
    }

    fn function(&mut self, function: &Function, here: &At) -> At {
        if here.is_module {
            self.bind(&function.name, Binding::Function(here.locator.clone()));
        }
        self.by_line.insert(function.span.first, self.functions.len());
        self.functions.push(FunctionEntry {
            at: here.locator.clone(),
            class: here.class,
            parent: here.parent,
            locals: Names::new(),
            this: function
                .params
                .first()
                .map(|param| param.name.clone())
                .unwrap_or_default(),
        });
        At {
            locator: here.locator.clone(),
            class: None,
            parent: Some(self.functions.len() - 1),
            is_module: false,
        }
    }

    fn class(&mut self, class: &Class, here: &At) -> At {
        if here.is_module {
            self.bind(&class.name, Binding::Class(here.locator.clone()));
        }
        self.class_by_line.insert(class.span.first, self.classes.len());
        self.classes.push(ClassEntry {
            at: here.locator.clone(),
            members: Names::new(),
            declared: Names::new(),
            attributes: BTreeMap::new(),
        });
        At {
            class: Some(self.classes.len() - 1),
            is_module: false,
            ..here.clone()
        }
    }

    fn values(&mut self, stmt: &Stmt, here: &At) {
        if here.is_module {
            for (name, element) in assigned(stmt) {
                self.bind(name, Binding::Value(here.locator.clone(), element));
            }
        }
    }

    fn import(&mut self, stmt: &Stmt, here: &At) {
        if let StmtKind::Import(aliases) = &stmt.kind {
            let whole = aliases.iter().map(|alias| from(&alias.name, 0, None));
            self.imports.extend(whole);
        }
        if let StmtKind::ImportFrom {
            module,
            level,
            is_star: true,
            ..
        } = &stmt.kind
        {
            self.stars.push(from(module, *level, None));
            self.imports.push(from(module, *level, None));
        }
        for (name, imported) in imported(stmt) {
            self.imports.push(imported.clone());
            if here.is_module {
                self.bind(name, Binding::Import(imported));
            } else {
                keep(self.local_imports.entry(name.to_owned()).or_default(), imported);
            }
        }
    }

    pub(super) fn functions<'a>(
        &'a self,
        path: &'a str,
        module: &'a Module,
    ) -> impl Iterator<Item = FunctionRef<'a>> + 'a {
        (0..self.functions.len()).filter_map(move |number| self.entry(path, module, number))
    }

    pub(super) fn entry<'a>(
        &'a self,
        path: &'a str,
        module: &'a Module,
        number: usize,
    ) -> Option<FunctionRef<'a>> {
        let entry = self.functions.get(number)?;
        Some(FunctionRef::of(
            path,
            entry
                .class
                .and_then(|class| self.classes.get(class)?.at.class(&module.body)),
            entry.at.function(&module.body)?,
        ))
    }

    /// The function that is defined on a line.
    pub(super) fn number(&self, line: u32) -> Option<usize> {
        self.by_line.get(&line).copied()
    }

    /// The function around a function.
    pub(super) fn parent(&self, number: usize) -> Option<usize> {
        self.functions.get(number)?.parent
    }

    pub(super) fn classes<'a>(&'a self, module: &'a Module) -> impl Iterator<Item = &'a Class> + 'a {
        self.classes
            .iter()
            .filter_map(|class| class.at.class(&module.body))
    }

    /// Where a function binds a name.
    pub(super) fn locals(&self, function: usize, name: &str) -> &[Locator] {
        let entry = self.functions.get(function);
        entry
            .and_then(|entry| entry.locals.get(name))
            .map_or(&[], Vec::as_slice)
    }

    fn class_entry(&self, class: &Class) -> Option<&ClassEntry> {
        self.classes.get(*self.class_by_line.get(&class.span.first)?)
    }

    /// Where a class binds a name.
    pub(super) fn members(&self, class: &Class, name: &str) -> &[Locator] {
        let entry = self.class_entry(class);
        entry
            .and_then(|entry| entry.members.get(name))
            .map_or(&[], Vec::as_slice)
    }

    /// Where a class only says what type a name has.
    pub(super) fn declared(&self, class: &Class, name: &str) -> Option<&Locator> {
        self.class_entry(class)?.declared.get(name)?.first()
    }

    /// Where a method first assigns to an attribute of its object, and which method.
    pub(super) fn attribute(&self, class: &Class, name: &str) -> Option<(usize, &Locator)> {
        let (function, at) = self.class_entry(class)?.attributes.get(name)?;
        Some((*function, at))
    }
}
