//! Statements that a part of the program is not there yet, while it is.

use super::mood::{Mood, unfinished};
use super::sides::{Check, Sides};
use super::statement::Statement;
use super::words::{Name, fold, is_compound, names};
use super::{Claim, Kind, State};
use python::ast::{ExprKind, Stmt, StmtKind};
use python::program::FunctionRef;

/// Most characters between the name and these words.
const BETWEEN_CHARS_MAX: usize = 6;
/// Fewest statements of a function that is more than a stub.
const STATEMENTS_MIN: usize = 4;

/// `VisionInspector: not started`, where a function of that name is reached and does something.
pub(super) fn claims(statement: &Statement, sides: &Sides<'_>) -> Vec<Claim> {
    if statement.mood == Mood::Other || statement.is_literal {
        return Vec::new();
    }
    let found = names(&statement.text);
    let named = found
        .iter()
        .filter(|name| is_compound(name.last()) && is_said_missing(name, statement));
    named.filter_map(|name| claim(name, statement, sides)).collect()
}

fn is_said_missing(name: &Name<'_>, statement: &Statement) -> bool {
    let rest = &statement.lower[name.end()..];
    let said = rest.trim_start_matches(|c: char| !c.is_alphanumeric());
    let is_near = rest[..rest.len() - said.len()].chars().count() <= BETWEEN_CHARS_MAX;
    // Anything may not be done yet: only that it is not made counts.
    let plain = said
        .strip_prefix("is ")
        .unwrap_or(said)
        .replacen("not yet ", "not ", 1);
    let is_said = |phrase: &str| said.starts_with(phrase) || plain.starts_with(phrase);
    is_near && unfinished().filter(|phrase| *phrase != "not yet").any(is_said)
}

fn claim(name: &Name<'_>, statement: &Statement, sides: &Sides<'_>) -> Option<Claim> {
    if !sides.vocabulary.may_search() {
        return None;
    }
    let program = sides.known.program();
    let wanted = fold(name.last());
    let wanted = wanted.trim_end_matches("node");
    let is_it = |function: &FunctionRef<'_>| fold(&function.function.name).trim_end_matches("node") == wanted;
    let found = program
        .functions()
        .find(|function| is_it(function) && program.is_reached(function) && works(function))?;
    let because = format!("stale: `{}` is reached and does its work", found.qualified());
    let check = Check::new(State::Contradicted, because).at(Some(found.place()));
    Some(check.of(
        Kind::Capability,
        format!("not there yet: `{}`", name.last()),
        statement,
    ))
}

/// More than a docstring, a placeholder or an error.
fn works(function: &FunctionRef<'_>) -> bool {
    let is_idle = |stmt: &Stmt| match &stmt.kind {
        StmtKind::Expr(expr) => matches!(expr.kind, ExprKind::Str(_) | ExprKind::Ellipsis),
        StmtKind::Raise(_) => true,
        StmtKind::Other(text) => text == "pass",
        _ => false,
    };
    function
        .function
        .body
        .iter()
        .filter(|stmt| !is_idle(stmt))
        .count()
        >= STATEMENTS_MIN
}
