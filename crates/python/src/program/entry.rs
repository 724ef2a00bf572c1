//! Where the program is started.

use super::{Program, commands};
use crate::ast::{Expr, ExprKind, Stmt, StmtKind};
use crate::walk;
use court::evidence::Place;
use std::collections::BTreeSet;
use subject::Snapshot;
use wordlist::array;

/// Most entry points that are kept: what none of them comes to counts as not run, so there are as many as there may be
/// modules.
const ENTRIES_MAX: usize = super::MODULES_MAX;

/// A place where the program is started.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntryPoint {
    /// The file that is run.
    pub path: String,
    /// The function or variable in it that is used; `None` runs the file.
    pub function: Option<String>,
    /// Why this is an entry point.
    pub why: String,
    /// Where that stands.
    pub place: Place,
    /// How far it is trusted.
    pub trust: Trust,
}

/// Why a place counts as an entry point, the most trusted first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trust {
    /// A script that the project declares.
    Script,
    /// A graph that `langgraph.json` declares.
    Server,
    /// The command of a container or process file.
    Container,
    /// A command in a Makefile, shell script, workflow or README.
    Command,
    /// `__main__.py`.
    MainModule,
    /// A file named as main programs are.
    MainName,
    /// A main guard in a file that nothing imports.
    Guard,
    /// A main guard in a file that others import.
    ImportedGuard,
}

pub(super) fn find(snapshot: &Snapshot, program: &Program) -> Vec<EntryPoint> {
    let mut found = commands::find(snapshot, program);
    found.extend(files(program));
    found.retain(|entry| !program.is_test(&entry.path));
    found.sort_by(|a, b| {
        (a.trust, &a.path, &a.function, &a.place).cmp(&(b.trust, &b.path, &b.function, &b.place))
    });
    let mut seen: BTreeSet<(String, Option<String>)> = BTreeSet::new();
    found.retain(|entry| seen.insert((entry.path.clone(), entry.function.clone())));
    found.truncate(ENTRIES_MAX);
    found
}

/// Files that are entry points by themselves.
fn files(program: &Program) -> Vec<EntryPoint> {
    let mut imported: BTreeSet<&str> = BTreeSet::new();
    for path in program.paths().filter(|path| !program.is_test(path)) {
        let targets = program.imports.get(path).into_iter().flatten();
        imported.extend(targets.map(String::as_str).filter(|target| *target != path));
    }
    let paths = program.paths().filter(|path| !is_sample(path));
    paths
        .filter_map(|path| file(program, path, imported.contains(path)))
        .collect()
}

fn file(program: &Program, path: &str, is_imported: bool) -> Option<EntryPoint> {
    let module = program.module(path)?;
    let guard = module.body.iter().find(|stmt| is_guard(stmt));
    let name = path.rsplit('/').next().unwrap_or(path);
    let (trust, why) = if name == "__main__.py" {
        (Trust::MainModule, "the package is run")
    } else if MAIN_NAMES.contains(&name) && (guard.is_some() || !is_imported && has_work(&module.body)) {
        (Trust::MainName, "named as a main program")
    } else if guard.is_some() && !is_imported {
        (Trust::Guard, "has a main guard, and nothing imports it")
    } else if guard.is_some() {
        (Trust::ImportedGuard, "has a main guard")
    } else {
        return None;
    };
    Some(EntryPoint {
        path: path.to_owned(),
        function: None,
        why: why.to_owned(),
        place: Place::line(path, guard.map_or(1, |guard| guard.span.first)),
        trust,
    })
}

const MAIN_NAMES: &[&str] = &array::<7>("main.py app.py run.py cli.py manage.py server.py streamlit_app.py");

/// Folders of what shows the program rather than being it.
fn is_sample(path: &str) -> bool {
    let folders = path.rsplit_once('/').map_or("", |(folders, _)| folders);
    let sample = const {
        array::<10>("examples example demo demos docs samples benchmarks notebooks fixtures archive")
    };
    folders.split('/').any(|folder| sample.contains(&folder))
}

/// Whether running a module does more than define things.
fn has_work(body: &[Stmt]) -> bool {
    let is_call = |expr: &Expr| matches!(expr.kind, ExprKind::Call { .. });
    body.iter().any(|stmt| match &stmt.kind {
        StmtKind::Expr(expr) => is_call(expr),
        StmtKind::Assign { value, .. } => is_call(value),
        _ => false,
    })
}

/// `if __name__ == "__main__":`.
pub(super) fn is_guard(stmt: &Stmt) -> bool {
    let StmtKind::If { test, .. } = &stmt.kind else {
        return false;
    };
    let ExprKind::Compare { left, rest } = &test.kind else {
        return false;
    };
    let [(operator, right)] = rest.as_slice() else {
        return false;
    };
    let is_name = |expr: &Expr| walk::dotted(expr).as_deref() == Some("__name__");
    let is_main = |expr: &Expr| matches!(&expr.kind, ExprKind::Str(text) if text == "__main__");
    operator == "==" && (is_name(left) && is_main(right) || is_main(left) && is_name(right))
}
