//! What running the entry points can come to: files by imports, functions by calls and references.

use super::calls::{self, Named};
use super::index::Imported;
use super::{FunctionRef, Program, Thing, Trust};
use crate::ast::{Class, Expr, ExprKind, Stmt, StmtKind};
use crate::walk;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use subject::parallel;
use wordlist::array;

/// Most functions of a chain; a longer one proves nothing more to a reader.
const CHAIN_MAX: usize = 40;

/// A function, by file and line of its `def`; a class likewise.
type Id = (String, u32);

#[derive(Debug, Default)]
pub(super) struct Reach {
    live: BTreeSet<String>,
    /// What is reached, with who names it first; nobody where a file's own statements do.
    reached: BTreeMap<Id, Option<Id>>,
    /// No entry point: everything that is no test may be what is started.
    is_open: bool,
    /// The methods that only one class has, by name.
    lone: BTreeMap<String, Id>,
}

impl Reach {
    pub(super) fn new(program: &Program) -> Self {
        let mut reach = Self {
            lone: lone_methods(program),
            ..Self::default()
        };
        let seeds = seeds(program);
        reach.is_open = seeds.is_empty();
        reach.live = if reach.is_open {
            program
                .paths()
                .filter(|path| !program.is_test(path))
                .map(str::to_owned)
                .collect()
        } else {
            live(program, seeds.keys().copied())
        };
        if !reach.is_open {
            reach.reached = Walk::run(program, &reach.live, &seeds);
        }
        reach
    }

    pub(super) fn is_live(&self, path: &str) -> bool {
        self.live.contains(path)
    }

    pub(super) fn is_reached(&self, path: &str, line: u32) -> bool {
        if self.is_open {
            return self.live.contains(path);
        }
        self.reached.contains_key(&(path.to_owned(), line))
    }

    /// The functions that lead to one that is reached, it the last; empty for one that is not.
    pub(super) fn chain<'a>(&self, program: &'a Program, path: &str, line: u32) -> Vec<FunctionRef<'a>> {
        let mut found = Vec::new();
        let mut at = Some((path.to_owned(), line)).filter(|id| self.reached.contains_key(id));
        while let Some(id) = at.take().filter(|_| found.len() < CHAIN_MAX) {
            found.extend(program.function_at(&id.0, id.1));
            at = self.reached.get(&id).cloned().flatten();
        }
        found.reverse();
        found
    }

    pub(super) fn lone_method<'a>(&self, program: &'a Program, name: &str) -> Option<FunctionRef<'a>> {
        let (path, line) = self.lone.get(name)?;
        program.function_at(path, *line)
    }
}

fn lone_methods(program: &Program) -> BTreeMap<String, Id> {
    let mut found: BTreeMap<String, Vec<Id>> = BTreeMap::new();
    let methods = program
        .functions()
        .filter(|function| function.class.is_some() && !program.is_test(function.path));
    for method in methods {
        let id = (method.path.to_owned(), method.function.span.first);
        found.entry(method.function.name.clone()).or_default().push(id);
    }
    let lone = found.into_iter().filter_map(|(name, ids)| match ids.as_slice() {
        [id] if !name.starts_with("__") => Some((name, id.clone())),
        _ => None,
    });
    lone.collect()
}

/// The files that start the program, each with the functions that start it; guards in imported files only
/// where there is nothing better.
fn seeds(program: &Program) -> BTreeMap<&str, BTreeSet<&str>> {
    let all = &program.entry_points;
    let has_better = all.iter().any(|entry| entry.trust < Trust::ImportedGuard);
    let mut seeds: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for entry in all
        .iter()
        .filter(|entry| !has_better || entry.trust < Trust::ImportedGuard)
    {
        let functions = seeds.entry(entry.path.as_str()).or_default();
        functions.extend(entry.function.as_deref());
    }
    seeds
}

fn live<'a>(program: &'a Program, seeds: impl Iterator<Item = &'a str>) -> BTreeSet<String> {
    let mut live = BTreeSet::new();
    let mut queue: Vec<&str> = seeds.collect();
    while let Some(path) = queue.pop() {
        if program.is_test(path) || !live.insert(path.to_owned()) {
            continue;
        }
        let imports = program.imports.get(path).into_iter().flatten();
        queue.extend(imports.map(String::as_str));
    }
    live
}

/// Whether running `from` imports `to`.
pub(super) fn leads_to(program: &Program, from: &str, to: &str) -> bool {
    live(program, std::iter::once(from)).contains(to)
}

/// The files that each file imports.
pub(super) fn all_imports(program: &Program) -> BTreeMap<String, BTreeSet<String>> {
    let paths: Vec<&str> = program.paths().collect();
    let files = parallel::map(&paths, |path| {
        let files = imports(program, path).into_iter().map(str::to_owned);
        files.collect()
    });
    paths.into_iter().map(str::to_owned).zip(files).collect()
}

/// The files that a file imports anywhere, by statement or by name in a string, and the packages it is in.
fn imports<'a>(program: &'a Program, path: &'a str) -> Vec<&'a str> {
    let Some(source) = program.modules.get(path) else {
        return Vec::new();
    };
    let mut found: Vec<&str> = program.layout.packages(path).collect();
    for imported in &source.index.imports {
        found.extend(modules_of(program, path, imported));
    }
    walk::expressions(&source.module.body, &mut |expr| {
        found.extend(named_module(program, path, expr));
    });
    found.retain(|file| program.modules.contains_key(*file));
    found
}

fn modules_of<'a>(program: &'a Program, path: &str, imported: &Imported) -> Vec<&'a str> {
    let layout = &program.layout;
    let module = if imported.level == 0 {
        layout.absolute(path, &imported.module)
    } else {
        layout.relative(path, imported.level, &imported.module)
    };
    let Some(module) = module else {
        return Vec::new();
    };
    let submodule = imported
        .name
        .as_ref()
        .and_then(|name| layout.submodule(module, name));
    let mut found: Vec<&str> = layout.packages(module).collect();
    found.push(module);
    found.extend(submodule);
    found
}

/// `importlib.import_module("a.b")`, `uvicorn.run("a.b:app")`.
fn named_module<'a>(program: &'a Program, path: &str, expr: &Expr) -> Option<&'a str> {
    let ExprKind::Call { callee, args } = &expr.kind else {
        return None;
    };
    match walk::last_name(callee)? {
        "import_module" => {}
        "run" if walk::dotted(callee)? == "uvicorn.run" => {}
        _ => return None,
    }
    let ExprKind::Str(text) = &args.first()?.value.kind else {
        return None;
    };
    program.layout.absolute(path, text.split(':').next()?)
}

/// The search for what is reached.
struct Walk<'a> {
    program: &'a Program,
    reached: BTreeMap<Id, Option<Id>>,
    /// The function whose body is read.
    by: Option<Id>,
    classes: BTreeSet<Id>,
    /// Methods of reached classes that are reached as soon as somebody asks for their name.
    waiting: BTreeMap<&'a str, Vec<FunctionRef<'a>>>,
    asked: BTreeSet<&'a str>,
    queue: VecDeque<FunctionRef<'a>>,
}

impl<'a> Walk<'a> {
    fn run(
        program: &'a Program,
        live: &BTreeSet<String>,
        seeds: &BTreeMap<&str, BTreeSet<&str>>,
    ) -> BTreeMap<Id, Option<Id>> {
        let mut walk = Self {
            program,
            reached: BTreeMap::new(),
            by: None,
            classes: BTreeSet::new(),
            waiting: BTreeMap::new(),
            asked: BTreeSet::new(),
            queue: VecDeque::new(),
        };
        for path in live {
            walk.module(path, seeds.get(path.as_str()));
        }
        // First come, first read: so the first chain to a function is the shortest.
        while let Some(function) = walk.queue.pop_front() {
            walk.by = Some((function.path.to_owned(), function.function.span.first));
            if let Some(scope) = program.scope_of(&function) {
                let named = calls::of_body(program, scope, &function.function.body);
                walk.take(named);
            }
        }
        walk.reached
    }

    /// What importing a file runs; its main guard only where the file itself is started.
    fn module(&mut self, path: &str, seed: Option<&BTreeSet<&str>>) {
        let (Some(scope), Some(module)) = (self.program.scope(path), self.program.module(path)) else {
            return;
        };
        let mut named = Named::default();
        visit_module(&module.body, seed.is_some(), &mut |stmt| {
            for head in walk::heads(stmt) {
                walk::expression(head, &mut |expr| named.note(self.program, scope, expr));
            }
            if let StmtKind::Function(function) = &stmt.kind
                && function
                    .decorators
                    .iter()
                    .any(|decorator| self.registers(scope, decorator))
            {
                let class = None;
                named.functions.push(FunctionRef::of(scope.path, class, function));
            }
        });
        self.take(named);
        for name in seed.into_iter().flatten() {
            match self.program.resolve(path, name) {
                Some(super::Definition::Function(path, class, function)) => {
                    self.reach(FunctionRef::of(path, class, function));
                }
                Some(super::Definition::Class(path, class)) => self.make(path, class),
                _ => {}
            }
        }
    }

    /// `@app.get("/")`: a decorator asked of an object hands the function to it.
    fn registers(&self, scope: super::Scope<'a>, decorator: &'a Expr) -> bool {
        let named = match &decorator.kind {
            ExprKind::Call { callee, .. } => callee,
            _ => decorator,
        };
        let ExprKind::Attribute { value, .. } = &named.kind else {
            return false;
        };
        let Some(dotted) = walk::dotted(value) else {
            return false;
        };
        matches!(
            self.program.resolve_in(scope, &dotted),
            Some(super::Definition::Value(..))
        )
    }

    fn take(&mut self, named: Named<'a>) {
        for function in named.functions {
            self.reach(function);
        }
        for (path, class) in named.classes {
            self.make(path, class);
        }
        for name in named.attributes {
            if self.asked.insert(name) {
                for method in self.waiting.remove(name).unwrap_or_default() {
                    self.reach(method);
                }
            }
        }
    }

    fn reach(&mut self, function: FunctionRef<'a>) {
        let id = (function.path.to_owned(), function.function.span.first);
        if let Entry::Vacant(new) = self.reached.entry(id) {
            new.insert(self.by.clone());
            self.queue.push_back(function);
        }
    }

    /// A class in use: what Python or a framework calls on its own is reached, the rest when it is asked for.
    fn make(&mut self, path: &'a str, class: &'a Class) {
        if !self.classes.insert((path.to_owned(), class.span.first)) {
            return;
        }
        let bases = self.program.bases_of(path, class);
        let is_framework = bases
            .iter()
            .any(|base| matches!(base, Thing::External(name) if calls_methods(name)));
        for base in bases {
            if let Thing::Class(path, base) = base {
                self.make(path, base);
            }
        }
        for method in calls::methods(path, class) {
            let name = method.function.name.as_str();
            let is_called = name.starts_with("__") || is_framework || !method.function.decorators.is_empty();
            if is_called || self.asked.contains(name) {
                self.reach(method);
            } else {
                self.waiting.entry(name).or_default().push(method);
            }
        }
    }
}

/// Whether a base from outside calls the methods of its subclasses by itself.
fn calls_methods(base: &str) -> bool {
    let last = base.rsplit('.').next().unwrap_or_default();
    let passive = const {
        array::<13>(
            "BaseModel TypedDict Enum StrEnum IntEnum ABC Protocol Generic NamedTuple object str Exception \
         BaseSettings",
        )
    };
    !passive.contains(&last)
}

/// The statements that run when a module is imported, class bodies too.
fn visit_module<'a>(body: &'a [Stmt], is_main: bool, visit: &mut impl FnMut(&'a Stmt)) {
    for stmt in body {
        if super::entry::is_guard(stmt) && !is_main {
            continue;
        }
        visit(stmt);
        if !matches!(stmt.kind, StmtKind::Function(_)) {
            for block in walk::blocks(stmt) {
                visit_module(block, is_main, visit);
            }
        }
    }
}
