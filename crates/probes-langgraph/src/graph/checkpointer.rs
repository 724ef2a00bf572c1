//! `graph.checkpointer`: a stopped run can go on.

use super::{of_parts, whole};
use court::evidence::Place;
use langgraph::topology::{Checkpointer, Graph};
use probes_core::{Answer, Probe, Search, Subject};
use python::ast::{ExprKind, Span};
use python::program::Program;
use python::walk;

pub(super) const PROBE: Probe = Probe::of_code(
    "graph.checkpointer",
    "The graph is compiled with a checkpointer that is really given",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    of_parts(snapshot, false, |graph| match &graph.checkpointer {
        Some(checkpointer) => given(checkpointer),
        None => none(snapshot, graph),
    })
}

fn given(checkpointer: &Checkpointer) -> Answer {
    if !checkpointer.is_seen {
        return Answer::unobserved(format!(
            "what the graph is compiled with is not all known ({})",
            checkpointer.place
        ))
        .at(checkpointer.place.clone());
    }
    let class = checkpointer
        .class
        .as_deref()
        .unwrap_or("a checkpointer whose class is not known");
    let mut rationale = format!("the graph is compiled with {class}");
    if checkpointer.optional {
        rationale.push_str(", but there is a way to come there without it");
    }
    let sure = if checkpointer.optional || checkpointer.class.is_none() {
        60
    } else {
        100
    };
    Answer::present(rationale)
        .at(checkpointer.place.clone())
        .sure(sure)
}

fn none(snapshot: &Subject, graph: &Graph) -> Answer {
    let Some(place) = &graph.compiled_at else {
        return Answer::absent(
            "the graph is never compiled",
            others(snapshot, graph, whole(graph)),
        );
    };
    let limits = graph.notes.iter().filter(|note| note.place == graph.defined_at);
    let limits = limits.map(|note| (note.place.clone(), note.what.as_str()));
    let search = Search::at([place.clone()]).open_all(limits);
    Answer::absent(
        "the graph is compiled without a checkpointer",
        others(snapshot, graph, search),
    )
}

/// What else is compiled with a checkpointer may be this graph. What stands beside where it is compiled, in the same
/// function, was followed with it and not taken.
fn others(snapshot: &Subject, graph: &Graph, mut search: Search) -> Search {
    let program = snapshot.program();
    let known = snapshot
        .graphs()
        .iter()
        .filter_map(|graph| graph.compiled_at.clone());
    let known: Vec<Place> = known.chain(graph.compiled_at.clone()).collect();
    let home = graph
        .compiled_at
        .as_ref()
        .and_then(|place| function_of(program, place));
    let is_home = |place: &Place| home.is_some() && function_of(program, place) == home;
    for module in program.used() {
        walk::expressions(&module.body, &mut |expr| {
            let place = Place::lines(&module.path, expr.span.first, expr.span.last);
            if let ExprKind::Call { callee, args } = &expr.kind
                && walk::last_name(callee) == Some("compile")
                && args.iter().any(|arg| arg.name.as_deref() == Some("checkpointer"))
                && !known.contains(&place)
                && !is_home(&place)
            {
                let why = "what this compiles with a checkpointer is not known";
                search = std::mem::take(&mut search).open(place, why);
            }
        });
    }
    search
}

/// Where the innermost function stands that a place is in.
fn function_of<'p>(program: &'p Program, place: &Place) -> Option<(&'p str, Span)> {
    let Place::Lines { path, first, .. } = place else {
        return None;
    };
    let spans = program
        .functions()
        .map(|function| (function.path, function.function.span));
    let around = spans.filter(|(at, span)| at == path && (span.first..=span.last).contains(first));
    around.max_by_key(|(_, span)| span.first)
}
