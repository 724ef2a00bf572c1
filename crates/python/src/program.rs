//! The subject's Python as one program: what a name means, where it is started, what that reaches.

mod calls;
mod commands;
mod data;
mod entry;
mod index;
pub mod layout;
mod reach;
mod reading;
mod resolve;

pub use commands::{Declared, declared_graphs};
pub use entry::{EntryPoint, Trust};
pub use reading::Reading;
pub use resolve::{Scope, Thing};

use crate::ast::{Class, Expr, Function, Module};
use court::evidence::Place;
use index::Index;
use layout::Layout;
use reach::Reach;
use std::collections::{BTreeMap, BTreeSet};
use subject::Snapshot;

/// Most files that are parsed; beyond it a repository is hardly written by hand.
pub const MODULES_MAX: usize = 5_000;

/// Most bytes of Python that are parsed; their trees and indices take some thirty times as much memory.
pub const BYTES_MAX: usize = 9 << 20;

/// Most words and signs of Python that are parsed: those of [`BYTES_MAX`] of ordinary code, and a sixth more. Their
/// trees grow by words, not by bytes.
pub const TOKENS_MAX: usize = 2_500_000;

/// All modules of a snapshot.
#[derive(Debug, Default)]
pub struct Program {
    modules: BTreeMap<String, Source>,
    unparsed: BTreeMap<String, String>,
    layout: Layout,
    /// The files that each file imports.
    imports: BTreeMap<String, BTreeSet<String>>,
    entry_points: Vec<EntryPoint>,
    reach: Reach,
    data: data::Data,
}

/// A module and where its names are bound.
#[derive(Debug)]
struct Source {
    module: Module,
    index: Index,
}

/// What a name means.
#[derive(Clone, Debug, PartialEq)]
pub enum Definition<'a> {
    /// A function in its file, and the class whose method it is.
    Function(&'a str, Option<&'a Class>, &'a Function),
    /// A class in its file.
    Class(&'a str, &'a Class),
    /// A variable or class attribute in its file, by what is assigned to it.
    Value(&'a str, &'a Expr),
    /// A module, by its file; a package without `__init__.py` by its folder.
    Module(&'a str),
    /// Something outside the repository, by its full dotted name.
    External(String),
}

/// How running the program comes to a line.
#[derive(Clone, Debug)]
pub enum Way<'a> {
    /// By these calls, the first from a file's own statements, the last into the function that has the line.
    Called(Vec<FunctionRef<'a>>),
    /// It stands at the top of this file, which is imported or run.
    Imported(&'a str),
    /// Not at all: it is defined and nothing that is started comes to it.
    Unreached,
    /// It is test code.
    Test,
    /// It is no Python, or nothing says what is started.
    Unknown,
}

/// A function of the repository.
#[derive(Clone, Copy, Debug)]
pub struct FunctionRef<'a> {
    /// Its file.
    pub path: &'a str,
    /// The class whose method it is.
    pub class: Option<&'a Class>,
    pub function: &'a Function,
}

impl<'a> FunctionRef<'a> {
    /// A function of a file, and of a class where it is a method.
    pub fn of(path: &'a str, class: Option<&'a Class>, function: &'a Function) -> Self {
        Self {
            path,
            class,
            function,
        }
    }

    /// Where it is defined.
    pub fn place(&self) -> Place {
        Place::lines(self.path, self.function.span.first, self.function.span.last)
    }

    /// `Class.method` or `function`.
    pub fn qualified(&self) -> String {
        match self.class {
            Some(class) => format!("{}.{}", class.name, self.function.name),
            None => self.function.name.clone(),
        }
    }
}

/// Most entry points of which one is named as what starts a file; the most trusted stand first.
const STARTERS_MAX: usize = 200;

impl Program {
    /// Parses all Python of a snapshot and finds out where it is started and what that reaches.
    pub fn new(snapshot: &Snapshot) -> Self {
        Self::of(snapshot, &Reading::of(snapshot, false))
    }

    /// The same from what was parsed.
    pub fn of(snapshot: &Snapshot, reading: &Reading) -> Self {
        let reading::Modules { parsed, unparsed } = reading.take_modules();
        let mut program = Self {
            modules: parsed,
            unparsed,
            ..Self::default()
        };
        let skipped = snapshot
            .skipped
            .iter()
            .filter(|skipped| reading::named_python(&skipped.path));
        program
            .unparsed
            .extend(skipped.map(|skipped| (skipped.path.clone(), skipped.why.clone())));
        let cut = program.modules.values().filter_map(|source| {
            let why = source.module.cut.clone()?;
            Some((source.module.path.clone(), why))
        });
        program.unparsed.extend(cut.collect::<Vec<_>>());
        program.data = data::of(snapshot);
        program.layout = Layout::new(snapshot, program.modules.keys());
        program.imports = reach::all_imports(&program);
        program.entry_points = entry::find(snapshot, &program);
        program.reach = Reach::new(&program);
        program
    }

    /// The paths of all parsed modules.
    pub fn paths(&self) -> impl Iterator<Item = &str> {
        self.modules.keys().map(String::as_str)
    }

    pub fn module(&self, path: &str) -> Option<&Module> {
        self.modules.get(path).map(|source| &source.module)
    }

    pub fn modules(&self) -> impl Iterator<Item = &Module> {
        self.modules.values().map(|source| &source.module)
    }

    /// The modules that running the program comes to, tests left out.
    pub fn used(&self) -> impl Iterator<Item = &Module> {
        self.modules()
            .filter(|module| self.is_live(&module.path) && !self.is_test(&module.path))
    }

    /// Python files that have no tree, or only a part of it, and why.
    pub fn unparsed(&self) -> &BTreeMap<String, String> {
        &self.unparsed
    }

    /// Every function, methods and nested ones too, file by file.
    pub fn functions(&self) -> impl Iterator<Item = FunctionRef<'_>> {
        let sources = self.modules.iter();
        sources.flat_map(|(path, source)| source.index.functions(path, &source.module))
    }

    /// The function whose `def` is on a line.
    pub fn function_at(&self, path: &str, line: u32) -> Option<FunctionRef<'_>> {
        let (path, source) = self.modules.get_key_value(path)?;
        source
            .index
            .entry(path, &source.module, source.index.number(line)?)
    }

    /// Every class, nested ones too, with its path.
    pub fn classes(&self) -> impl Iterator<Item = (&str, &Class)> {
        let sources = self.modules.iter();
        sources.flat_map(|(path, source)| {
            source
                .index
                .classes(&source.module)
                .map(move |class| (path.as_str(), class))
        })
    }

    /// Whether a file is a test; tests are never part of the program.
    pub fn is_test(&self, path: &str) -> bool {
        subject::part::is_test_path(path)
    }

    /// Where the program is started, the most trusted first.
    ///
    /// First come a script declared by the project, a graph declared to the LangGraph server, and a container's or process
    /// file's command. Then come a command in a Makefile, shell script, workflow or README, and `__main__.py`. Last come a file
    /// named as a main program is, and a file with a main guard that nothing imports. A main guard in a file that is
    /// imported counts only where there is nothing better.
    pub fn entry_points(&self) -> &[EntryPoint] {
        &self.entry_points
    }

    /// Whether a file is imported, directly or not, by an entry point. Where there is no entry point every file
    /// that is no test is.
    pub fn is_live(&self, path: &str) -> bool {
        self.reach.is_live(path)
    }

    /// Whether running an entry point can come to this function, by calls and references.
    pub fn is_reached(&self, function: &FunctionRef<'_>) -> bool {
        self.reach.is_reached(function.path, function.function.span.first)
    }

    /// The functions of the repository that this one names: calls, callbacks, and constructors of classes.
    pub fn callees<'a>(&'a self, function: &FunctionRef<'a>) -> Vec<FunctionRef<'a>> {
        calls::callees(self, function)
    }

    /// The functions of the repository that the statements of a module name, those in its functions left out.
    pub fn module_callees(&self, path: &str) -> Vec<FunctionRef<'_>> {
        calls::module_callees(self, path)
    }

    /// How running the program comes to a line of a file.
    pub fn way_to(&self, path: &str, line: u32) -> Way<'_> {
        let Some(module) = self.modules.get(path).map(|source| source.module.path.as_str()) else {
            return Way::Unknown;
        };
        if self.is_test(path) {
            return Way::Test;
        }
        if self.entry_points.is_empty() {
            return Way::Unknown;
        }
        let around: Vec<FunctionRef<'_>> = self.around(path, line);
        if around.is_empty() {
            return if self.is_live(path) {
                Way::Imported(module)
            } else {
                Way::Unreached
            };
        }
        let chains = around.iter().map(|function| {
            self.reach
                .chain(self, function.path, function.function.span.first)
        });
        chains
            .into_iter()
            .find(|chain| !chain.is_empty())
            .map_or(Way::Unreached, Way::Called)
    }

    /// The functions that a line stands in, the innermost first.
    fn around(&self, path: &str, line: u32) -> Vec<FunctionRef<'_>> {
        let holds = |function: &FunctionRef<'_>| {
            let span = function.function.span;
            function.path == path && (span.first..=span.last).contains(&line)
        };
        let mut found: Vec<FunctionRef<'_>> = self.functions().filter(holds).collect();
        found.sort_by_key(|function| std::cmp::Reverse(function.function.span.first));
        found
    }

    /// The most trusted entry point that comes to a file by imports.
    pub fn started_by(&self, path: &str) -> Option<&EntryPoint> {
        let mut entries = self.entry_points.iter().take(STARTERS_MAX);
        entries.find(|entry| reach::leads_to(self, &entry.path, path))
    }
}

#[cfg(test)]
mod tests;
