//! `justice.report_file`

use crate::derived::Subject;
use crate::probe::{Answer, Probe};
use court::evidence::Detective;
use langgraph::audited::place;
use python::ast::{ExprKind, Stmt};
use python::program::{FunctionRef, Program};
use python::symbolic::{Evaluator, Event, EventKind, Node, Terms, has, marks, reachable};
use python::walk;
use std::collections::BTreeSet;

/// Most functions that are followed because they write files, or call one that does.
const WRITERS_MAX: usize = 80;
/// How many calls away from the writing the file may have got its name.
const CALLERS_DEPTH_MAX: usize = 2;

pub(super) const PROBE: Probe = Probe {
    id: "justice.report_file",
    detective: Detective::RepoInvestigator,
    goal: "The verdict is written to a Markdown file",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    let program = snapshot.program();
    if program.paths().all(|path| program.is_test(path)) {
        return match program.unparsed().iter().next() {
            Some((path, why)) => Answer::unobserved(format!("{path} could not be read: {why}")),
            None => Answer::not_applicable(crate::families::NO_PYTHON),
        };
    }
    let (reached, unreached): (Vec<_>, Vec<_>) = program
        .functions()
        .filter(|function| !program.is_test(function.path) && writes(&function.function.body))
        .partition(|function| program.is_reached(function));
    let found = written_or_handed(program, &reached);
    if !found.is_empty() {
        let rationale = "code that is used writes Markdown to a file";
        return Answer::fact(true, rationale).at_all(found.iter().map(place));
    }
    let dead = written(program, &unreached);
    let rationale = match dead.is_empty() {
        true => "nothing writes Markdown to a file",
        false => "Markdown is written only by code that nothing reaches: defined, not reached",
    };
    Answer::fact(false, rationale).at_all(dead.iter().map(place))
}

/// Whether a body calls what writes files.
fn writes(body: &[Stmt]) -> bool {
    let mut found = false;
    walk::scope_expressions(body, &mut |expr| {
        if let ExprKind::Call { callee, .. } = &expr.kind {
            found |= match &callee.kind {
                ExprKind::Name(name) => name == "open",
                ExprKind::Attribute { attribute, .. } => matches!(
                    attribute.as_str(),
                    "write_text" | "open" | "write" | "write_bytes"
                ),
                _ => false,
            };
        }
    });
    found
}

/// What the writers write by themselves; where that is not known to be Markdown, with what their callers hand them.
fn written_or_handed<'a>(program: &'a Program, writers: &[FunctionRef<'a>]) -> Vec<Event> {
    let mut inner = writers.to_vec();
    let mut found = written(program, &inner);
    for _ in 0..CALLERS_DEPTH_MAX {
        if !found.is_empty() || inner.is_empty() {
            break;
        }
        inner = callers(program, &inner);
        found = written(program, &inner);
    }
    found
}

fn callers<'a>(program: &'a Program, callees: &[FunctionRef<'a>]) -> Vec<FunctionRef<'a>> {
    let key = |function: &FunctionRef<'a>| (function.path, function.function.span.first);
    let wanted: BTreeSet<(&str, u32)> = callees.iter().map(key).collect();
    let calls = |function: &FunctionRef<'a>| {
        let mut named = program.callees(function).into_iter();
        named.any(|callee| wanted.contains(&key(&callee)))
    };
    let functions = program
        .functions()
        .filter(|function| !program.is_test(function.path));
    let used = functions.filter(|function| program.is_reached(function) && !wanted.contains(&key(function)));
    used.filter(calls).collect()
}

fn written(program: &Program, writers: &[FunctionRef<'_>]) -> Vec<Event> {
    let mut evaluator = Evaluator::new(program);
    for writer in writers.iter().take(WRITERS_MAX) {
        evaluator.start(writer.path, writer.class, writer.function, &[]);
    }
    let mut found: Vec<Event> = Vec::new();
    for event in &evaluator.events {
        let is_known = found
            .iter()
            .any(|known| known.path == event.path && known.span == event.span);
        if !is_known && event.kind == EventKind::Called && writes_markdown(&evaluator.terms, event) {
            found.push(event.clone());
        }
    }
    found
}

fn writes_markdown(terms: &Terms, event: &Event) -> bool {
    let Node::Call(callee, arguments) = terms.node(event.term) else {
        return false;
    };
    let is_markdown = |term| {
        reachable(terms, [term])
            .into_iter()
            .any(|term| has(terms.marks(term), marks::MARKDOWN))
    };
    let is_writing = arguments.iter().any(|(keyword, value)| {
        let is_mode = keyword.as_deref().is_none_or(|keyword| keyword == "mode");
        is_mode
            && terms
                .text(*value)
                .is_some_and(|mode| mode.len() <= 3 && mode.starts_with(['w', 'a', 'x']))
    });
    let first = arguments.first().map(|(_, value)| *value);
    match (terms.node(*callee), first) {
        (Node::External(name), Some(path)) => {
            matches!(
                name.as_str(),
                "open" | "io.open" | "codecs.open" | "aiofiles.open"
            ) && is_writing
                && is_markdown(path)
        }
        (Node::Attribute(owner, method), _) if method == "open" => is_writing && is_markdown(*owner),
        (Node::Attribute(owner, method), Some(text))
            if matches!(method.as_str(), "write_text" | "write_bytes" | "write") =>
        {
            let is_file = method != "write" || terms.is_builtin_call(*owner, "open");
            is_file && (is_markdown(*owner) || is_markdown(text))
        }
        _ => false,
    }
}
