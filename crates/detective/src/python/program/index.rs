//! Where each module binds its names, and the functions and classes it holds.

use super::FunctionRef;
use crate::python::ast::{Alias, Class, Expr, ExprKind, Function, Module, Stmt, StmtKind};
use crate::python::walk;
use std::collections::BTreeMap;

/// The way down to a statement: which block of the statement before, and which statement of it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Locator(Vec<(usize, usize)>);

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
    class: Option<Locator>,
    parent: Option<usize>,
}

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
    classes: Vec<Locator>,
}

impl Locator {
    pub(super) fn child(&self, block: usize, stmt: usize) -> Self {
        let mut steps = self.0.clone();
        steps.push((block, stmt));
        Self(steps)
    }

    pub(super) fn stmt<'a>(&self, body: &'a [Stmt]) -> Option<&'a Stmt> {
        let (first, rest) = self.0.split_first()?;
        let mut stmt = body.get(first.1)?;
        for (block, index) in rest {
            stmt = walk::blocks(stmt).get(*block)?.get(*index)?;
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
            StmtKind::Annotated {
                value: Some(value), ..
            } => value,
            _ => return None,
        };
        match (element, &value.kind) {
            (None, _) => Some(value),
            (Some(element), ExprKind::Tuple(items) | ExprKind::List(items)) => items.get(element),
            _ => None,
        }
    }
}

/// The names that a statement binds in its own scope, each with which element of the value it is.
pub(super) fn assigned(stmt: &Stmt) -> Vec<(&str, Option<usize>)> {
    let mut found = Vec::new();
    let targets: Vec<&Expr> = match &stmt.kind {
        StmtKind::Assign { targets, .. } => targets.iter().collect(),
        StmtKind::Annotated {
            target,
            value: Some(_),
            ..
        } => vec![target],
        _ => Vec::new(),
    };
    for target in targets {
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
    class: Option<Locator>,
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
        self.bindings.entry(name.to_owned()).or_default().push(binding);
    }

    fn function(&mut self, function: &Function, here: &At) -> At {
        if here.is_module {
            self.bind(&function.name, Binding::Function(here.locator.clone()));
        }
        self.by_line.insert(function.span.first, self.functions.len());
        self.functions.push(FunctionEntry {
            at: here.locator.clone(),
            class: here.class.clone(),
            parent: here.parent,
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
        self.classes.push(here.locator.clone());
        At {
            class: Some(here.locator.clone()),
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
                self.local_imports
                    .entry(name.to_owned())
                    .or_default()
                    .push(imported);
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
        Some(FunctionRef {
            path,
            class: entry.class.as_ref().and_then(|class| class.class(&module.body)),
            function: entry.at.function(&module.body)?,
        })
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
        self.classes.iter().filter_map(|class| class.class(&module.body))
    }
}
