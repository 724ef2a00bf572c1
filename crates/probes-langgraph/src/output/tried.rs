//! Whether a loop of attempts looks at the answer, or only survives that the call fails.

use super::lost::{blocks_around, contains, function_around};
use super::model_calls::ModelCall;
use court::evidence::Place;
use python::ast::{Expr, ExprKind, Handler, Span, Stmt, StmtKind};
use python::code::Code;
use python::symbolic::{Event, Node, Terms, reachable};
use python::walk;
use wordlist::array;

/// How a schema is bound of which the call itself raises where the answer does not fit; the others hand on what comes.
const RAISING: [&str; 6] =
    array("with_structured_output response_model text_format response_format output_type result_type");

/// Whether an answer that cannot be used is seen within the loop of attempts around a call. By what is bound to the model,
/// by a parser behind it, or by code of the loop that takes the answer apart. Yes too where that could not be followed.
pub(super) fn is_looked_at(code: &Code<'_>, terms: &Terms, call: &ModelCall<'_>) -> bool {
    let raises = call
        .binding
        .as_ref()
        .is_some_and(|binding| RAISING.contains(&binding.by.as_str()));
    if raises || is_parsed(terms, call) {
        return true;
    }
    let event = call.event;
    let Some(function) = function_around(code, &event.path, event.span) else {
        return true;
    };
    let blocks = blocks_around(&function.body, event.span);
    let loops = blocks.iter().rev().find_map(|block| match &block.stmt.kind {
        StmtKind::For { body, .. } | StmtKind::While { body, .. } => Some(body),
        _ => None,
    });
    loops.is_none_or(|body| takes_apart(body, event.span))
}

/// Whether something behind the model is named after parsing, or is a function of the repository.
fn is_parsed(terms: &Terms, call: &ModelCall<'_>) -> bool {
    reachable(terms, [call.event.term])
        .into_iter()
        .any(|term| match terms.node(term) {
            Node::External(name) | Node::Class { name, .. } | Node::Attribute(_, name) => {
                let lower = name.to_lowercase();
                lower.contains("pars") || lower.contains("runnablelambda")
            }
            Node::Closure(_) => true,
            _ => false,
        })
}

/// Whether statements read more of the answer than whether there is one.
fn takes_apart(body: &[Stmt], call: Span) -> bool {
    let name = answer_of(body, call);
    let is_it = |expr: &Expr| matches!((&expr.kind, name), (ExprKind::Name(own), Some(name)) if own == name);
    let mut reads = false;
    walk::expressions(body, &mut |expr| {
        reads |= match &expr.kind {
            ExprKind::Attribute { value, .. } | ExprKind::Subscript(value, _) => {
                is_it(value) || is_call(value, call)
            }
            ExprKind::Call { args, .. } if !is_call(expr, call) => args
                .iter()
                .any(|arg| is_it(&arg.value) || is_call(&arg.value, call)),
            ExprKind::Compare { left, .. } => is_it(left),
            _ => false,
        };
    });
    reads
}

/// Whether the loop of attempts at this place goes on only where the error's message speaks of the way to the model.
pub(super) fn is_for_the_way(code: &Code<'_>, at: &Place, is_way: fn(&str) -> bool) -> bool {
    let Place::Lines { path, first, .. } = at else {
        return false;
    };
    let span = Span {
        first: *first,
        last: *first,
    };
    let function = function_around(code, path, span);
    let blocks = function.map(|function| blocks_around(&function.body, span));
    let found = blocks
        .iter()
        .flatten()
        .rev()
        .find_map(|block| match &block.stmt.kind {
            StmtKind::For { body, .. } | StmtKind::While { body, .. } => Some(body),
            _ => None,
        });
    let mut handlers = Vec::new();
    walk::scope(found.map_or(&[], Vec::as_slice), &mut |stmt| {
        if let StmtKind::Try { handlers: own, .. } = &stmt.kind {
            handlers.extend(own);
        }
    });
    let goes_on = |handler: &&Handler| !leaves(&handler.body) || !continuing(&handler.body).is_empty();
    let mut again = handlers.into_iter().filter(goes_on).peekable();
    let is_way = |handler: &Handler| {
        let tests = continuing(&handler.body);
        leaves(&handler.body)
            && tests
                .iter()
                .all(|test| test.is_some_and(|test| speaks_of(test, is_way)))
    };
    again.peek().is_some() && again.all(is_way)
}

/// The errors by name that the innermost handler around a call catches; none where it catches all.
pub(super) fn caught(code: &Code<'_>, event: &Event) -> Vec<String> {
    let function = function_around(code, &event.path, event.span);
    let blocks = function.map(|function| blocks_around(&function.body, event.span));
    let handler = blocks
        .iter()
        .flatten()
        .rev()
        .find_map(|block| match &block.stmt.kind {
            StmtKind::Try { handlers, .. } => {
                handlers.iter().find(|handler| contains(handler.span, event.span))
            }
            _ => None,
        });
    let mut names = Vec::new();
    if let Some(catches) = handler.and_then(|handler| handler.catches.as_ref()) {
        walk::expression(catches, &mut |expr| names.extend(walk::dotted(expr)));
    }
    names
}

/// The test of each `if` that lets a block go on to the next round; `None` where it does so untested.
fn continuing(body: &[Stmt]) -> Vec<Option<&Expr>> {
    let is_continue = |stmt: &Stmt| matches!(&stmt.kind, StmtKind::Other(word) if word == "continue");
    let mut found = Vec::new();
    for stmt in body {
        match &stmt.kind {
            _ if is_continue(stmt) => found.push(None),
            StmtKind::If { test, body, orelse } => {
                let inner = continuing(body).into_iter().map(|inner| inner.or(Some(test)));
                found.extend(inner);
                found.extend(continuing(orelse));
            }
            _ => {}
        }
    }
    found
}

fn leaves(body: &[Stmt]) -> bool {
    body.last().is_some_and(|stmt| match &stmt.kind {
        StmtKind::Raise(_) | StmtKind::Return(_) => true,
        StmtKind::Other(word) => word == "break",
        _ => false,
    })
}

/// Whether a test names texts, and all of them are of the way.
fn speaks_of(test: &Expr, is_way: fn(&str) -> bool) -> bool {
    let mut texts = Vec::new();
    walk::expression(test, &mut |expr| {
        if let ExprKind::Str(text) = &expr.kind {
            texts.push(text.as_str());
        }
    });
    !texts.is_empty() && texts.into_iter().all(is_way)
}

fn is_call(expr: &Expr, call: Span) -> bool {
    match &expr.kind {
        ExprKind::Call { .. } => expr.span == call,
        ExprKind::Await(inner) => is_call(inner, call),
        _ => false,
    }
}

/// The name that the answer is bound to.
fn answer_of(body: &[Stmt], call: Span) -> Option<&str> {
    let mut found = None;
    walk::scope(body, &mut |stmt| {
        if let StmtKind::Assign { targets, value } = &stmt.kind
            && is_call(value, call)
            && let [target] = targets.as_slice()
            && let ExprKind::Name(name) = &target.kind
        {
            found = Some(name.as_str());
        }
    });
    found
}
