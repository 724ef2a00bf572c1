//! Names that nothing defines.

use super::evaluator::{Evaluator, Frame, NAMES_MAX};
use crate::ast::{Expr, ExprKind, Param, Span, Stmt, StmtKind};
use crate::walk;
use std::collections::BTreeSet;

/// Python's own functions. Its own classes, which begin with a capital, are taken to be defined.
const BUILTINS: &str = " abs aiter all anext any ascii bin bool breakpoint bytearray bytes callable chr classmethod \
    compile complex copyright credits delattr dict dir divmod enumerate eval exec exit filter float format frozenset \
    getattr globals hasattr hash help hex id input int isinstance issubclass iter len license list locals map max \
    memoryview min next object oct open ord pow print property quit range repr reversed round set setattr slice sorted \
    staticmethod str sum super tuple type vars zip ";

impl<'s> Evaluator<'s> {
    /// Notes that Python raises where a name is read that nothing in its module binds.
    pub(super) fn note_undefined(&mut self, name: &str, span: Span, frame: &Frame<'s>) {
        if frame.env.len() < NAMES_MAX && self.is_undefined(frame.path, name) {
            self.note_raise(&format!("no name `{name}` is defined"), frame.path, span);
        }
    }

    fn is_undefined(&mut self, path: &'s str, name: &str) -> bool {
        let is_own = !name.starts_with(|c: char| c.is_uppercase() || c == '_');
        if !is_own || BUILTINS.contains(&format!(" {name} ")) {
            return false;
        }
        let program = self.program;
        let bound = self.bound.entry(path).or_insert_with(|| {
            let module = program.module(path)?;
            let is_whole = module.errors.is_empty() && module.cut.is_none();
            is_whole.then(|| bound(&module.body)).flatten()
        });
        bound.as_ref().is_some_and(|bound| !bound.contains(name))
    }
}

/// Every name that a module binds somewhere, those apart that only a comprehension does; `None` where a star import, or
/// what writes names by text, may bind any.
fn bound(body: &[Stmt]) -> Option<BTreeSet<String>> {
    let (mut found, mut is_open) = (BTreeSet::new(), false);
    walk::statements(body, &mut |stmt| is_open |= !binds(stmt, &mut found));
    walk::expressions(body, &mut |expr| match &expr.kind {
        ExprKind::Walrus { name, .. } => drop(found.insert(name.clone())),
        ExprKind::Lambda { params, .. } => found.extend(named(params)),
        ExprKind::Name(name) => is_open |= matches!(name.as_str(), "globals" | "exec"),
        _ => {}
    });
    (!is_open).then_some(found)
}

/// Takes the names that a statement binds; `false` where it may bind any.
fn binds(stmt: &Stmt, found: &mut BTreeSet<String>) -> bool {
    match &stmt.kind {
        StmtKind::Function(function) => {
            found.insert(function.name.clone());
            found.extend(named(&function.params));
        }
        StmtKind::Class(class) => drop(found.insert(class.name.clone())),
        StmtKind::Assign { targets, .. } => targets.iter().for_each(|target| names(target, found)),
        StmtKind::Annotated(target, ..) | StmtKind::Augmented(target, ..) | StmtKind::For { target, .. } => {
            names(target, found)
        }
        StmtKind::With { items, .. } => items
            .iter()
            .filter_map(|(_, target)| target.as_ref())
            .for_each(|target| names(target, found)),
        StmtKind::Try { handlers, .. } => {
            found.extend(handlers.iter().filter_map(|handler| handler.name.clone()));
        }
        StmtKind::Import(aliases) => {
            let first = |name: &str| name.split('.').next().unwrap_or_default().to_owned();
            found.extend(
                aliases
                    .iter()
                    .map(|alias| alias.alias.clone().unwrap_or_else(|| first(&alias.name))),
            );
        }
        StmtKind::ImportFrom { names, .. } => {
            let bound = |alias: &crate::ast::Alias| alias.alias.clone().unwrap_or_else(|| alias.name.clone());
            found.extend(names.iter().map(bound));
            return names.iter().all(|alias| alias.name != "*");
        }
        // Patterns bind names that are not told apart here.
        StmtKind::Match { .. } => return false,
        _ => {}
    }
    true
}

fn named(params: &[Param]) -> impl Iterator<Item = String> + '_ {
    params.iter().map(|param| param.name.clone())
}

fn names(target: &Expr, found: &mut BTreeSet<String>) {
    walk::expression(target, &mut |expr| {
        if let ExprKind::Name(name) = &expr.kind {
            found.insert(name.clone());
        }
    });
}
