//! Whether a loop of attempts looks at the answer, or only survives that the call fails.

use super::lost::{blocks_around, function_around};
use super::model_calls::ModelCall;
use python::ast::{Expr, ExprKind, Span, Stmt, StmtKind};
use python::code::Code;
use python::symbolic::{Node, Terms, reachable};
use python::walk;

/// How a schema is bound of which the call itself raises where the answer does not fit; the others hand on what comes.
const RAISING: [&str; 6] = [
    "with_structured_output",
    "response_model",
    "text_format",
    "response_format",
    "output_type",
    "result_type",
];

/// Whether an answer that cannot be used is seen within the loop of attempts around a call: by what is bound to the model,
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
            ExprKind::Attribute { value, .. } | ExprKind::Subscript { value, .. } => {
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
