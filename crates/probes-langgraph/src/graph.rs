//! The graph that the program runs: its nodes and edges, what starts together, what joins, what failure takes.

mod checkpointer;
mod conditional;
mod detective_fan_in;
mod edges;
mod error_route;
mod fan_out;
mod judge_fan_in;
mod nodes;
mod sound;
mod state_graph;

use court::evidence::Place;
use langgraph::topology::meaning::{FanIn, Meaning, distinct};
use langgraph::topology::roles::Role;
use langgraph::topology::{self, Framework, Graph, Router};
use probes_core::{Answer, Probe, Search, Subject};
use python::ast::{ExprKind, StmtKind};
use python::program::{Program, Thing};
use python::walk;
use serde_json::Value;
use wordlist::array;

/// The probes of this family.
pub const GRAPH: &[Probe] = &[
    state_graph::PROBE,
    nodes::PROBE,
    sound::PROBE,
    edges::PROBE,
    conditional::PROBE,
    fan_out::OF_DETECTIVES,
    detective_fan_in::PROBE,
    fan_out::OF_JUDGES,
    judge_fan_in::PROBE,
    error_route::PROBE,
    checkpointer::PROBE,
];

/// Most notes of one graph that a rationale repeats.
const NOTES_MAX: usize = 3;

/// Asks the live graph. Without one the answer is no, `none`, or that it could not be looked at.
fn of_live(snapshot: &Subject, none: impl Into<Value>, ask: impl FnOnce(&Graph) -> Answer) -> Answer {
    let Some(graph) = snapshot.live_graph() else {
        return without(snapshot, none);
    };
    let mut answer = ask(graph);
    if let Framework::Own { class } = &graph.framework {
        let remark = format!("; the graph class is the repository's own ({class}), not LangGraph's");
        answer.rationale.push_str(&remark);
    }
    if !graph.is_started {
        answer.rationale.push_str(&format!("; {}", graph.why_live));
    }
    answer
}

/// Asks for a part of the live graph, which is not absent where it could not be read.
fn of_parts(snapshot: &Subject, none: impl Into<Value>, ask: impl FnOnce(&Graph) -> Answer) -> Answer {
    of_live(snapshot, none, |graph| match graph.notes.first() {
        Some(note) if graph.nodes.is_empty() => Answer::unobserved(format!("{} ({})", note.what, note.place)),
        _ => ask(graph),
    })
}

/// Why there is no live graph.
fn without(snapshot: &Subject, none: impl Into<Value>) -> Answer {
    let program = snapshot.program();
    if let Some((path, why)) = program.unparsed().iter().find(|(path, _)| !program.is_test(path)) {
        return Answer::unobserved(format!("{path} could not be read as Python: {why}"));
    }
    if let Some(note) = topology::unread(program, snapshot).first() {
        return Answer::unobserved(format!("{} ({})", note.what, note.place)).at(note.place.clone());
    }
    let graphs = snapshot.graphs();
    let is_it = |graph: &&Graph| graph.framework == Framework::LangGraph;
    if let Some(graph) = graphs.iter().find(is_it) {
        let size = graph.nodes.len();
        let why = &graph.why_live;
        let rationale = format!("a graph of {size} nodes is defined, but it is not run: {why}");
        let why = "what is imported there by the name of the graph's file was not found";
        let lost = brought_in(program, graph).into_iter().map(|place| (place, why));
        let search = Search::of_program(snapshot).looked_at([graph.defined_at.clone()]);
        return Answer::absent(rationale, search.open_all(lost)).valued(none);
    }
    if let Some(graph) = graphs.first()
        && let Framework::Own { class } = &graph.framework
    {
        let cause = format!("the graph is built with a class of the repository ({class}) that is not read");
        return Answer::unobserved(cause).at(graph.defined_at.clone());
    }
    if program.paths().all(|path| program.is_test(path)) {
        return Answer::not_applicable(crate::NO_PYTHON);
    }
    Answer::absent("no code builds a LangGraph graph", built_somehow(snapshot)).valued(none)
}

/// Where used code imports what ends like the path of a graph's file, and it was not found: it may be the graph.
fn brought_in(program: &Program, graph: &Graph) -> Vec<Place> {
    let Place::Lines { path, .. } = &graph.defined_at else {
        return Vec::new();
    };
    let dotted = path.trim_end_matches(".py").replace('/', ".").to_lowercase();
    let is_named = |module: &str| {
        let module = module.to_lowercase();
        !module.is_empty() && (dotted == module || dotted.ends_with(&format!(".{module}")))
    };
    let mut found = Vec::new();
    for module in program.used() {
        walk::statements(&module.body, &mut |stmt| {
            let is_of_it = match &stmt.kind {
                StmtKind::ImportFrom { module, .. } => is_named(module),
                StmtKind::Import(names) => names.iter().any(|alias| is_named(&alias.name)),
                _ => false,
            };
            let is_lost =
                |(_, thing): &(&str, Option<Thing<'_>>)| matches!(thing, None | Some(Thing::External(_)));
            if is_of_it && program.imports_of(&module.path, stmt).iter().any(is_lost) {
                found.push(Place::line(&module.path, stmt.span.first));
            }
        });
    }
    found
}

/// What adds to graphs, whoever made them.
const BUILDING: &[&str] =
    &array::<5>("StateGraph MessageGraph add_node add_conditional_edges set_entry_point");

/// A search for graphs that leaves every call open by which they are built.
fn built_somehow(snapshot: &Subject) -> Search {
    let program = snapshot.program();
    let mut search = Search::of_program(snapshot);
    // Without the library a call of these names builds other graphs.
    if !topology::may_build(snapshot) {
        return search;
    }
    for module in program.modules().filter(|module| !program.is_test(&module.path)) {
        walk::expressions(&module.body, &mut |expr| {
            if let ExprKind::Call { callee, .. } = &expr.kind
                && let Some(name) = walk::last_name(callee).filter(|name| BUILDING.contains(name))
            {
                let place = Place::line(&module.path, expr.span.first);
                search =
                    std::mem::take(&mut search).open(place, format!("what `{name}` builds is not known"));
            }
        });
    }
    search
}

/// Asks what the live graph does.
fn of_meaning(snapshot: &Subject, ask: impl FnOnce(&Meaning<'_>) -> Answer) -> Answer {
    of_live(snapshot, false, |graph| {
        ask(&Meaning::of(snapshot.program(), graph))
    })
}

/// Adds what could not be resolved to a rationale.
fn with_notes(mut answer: Answer, graph: &Graph) -> Answer {
    let notes = graph.notes.iter().take(NOTES_MAX);
    for note in notes {
        answer
            .rationale
            .push_str(&format!("; not resolved: {} ({})", note.what, note.place));
    }
    let others = graph.notes.len().saturating_sub(NOTES_MAX);
    if others > 0 {
        answer
            .rationale
            .push_str(&format!("; {others} more not resolved"));
    }
    if !graph.notes.is_empty() {
        answer = answer.sure(70);
    }
    answer
}

/// A no about a graph: what could not be resolved of it leaves it open.
fn no(graph: &Graph, rationale: impl Into<String>) -> Answer {
    Answer::absent(rationale, whole(graph))
}

fn whole(graph: &Graph) -> Search {
    let notes = graph
        .notes
        .iter()
        .map(|note| (note.place.clone(), note.what.as_str()));
    Search::at([graph.defined_at.clone()]).open_all(notes)
}

/// A no about what runs together: where a router answers what is not known, it may name several.
fn no_together(graph: &Graph, rationale: impl Into<String>) -> Answer {
    Answer::absent(rationale, together(graph))
}

fn together(graph: &Graph) -> Search {
    let open = |router: &&Router| router.is_open && router.is_many.is_none() && router.targets.len() > 1;
    let routers = graph.routers.iter().filter(open);
    whole(graph).open_all(routers.map(|router| {
        let why = format!("what is answered after {} at once is not known", router.from);
        (router.place.clone(), why)
    }))
}

/// A no about the nodes of a role: every node is known to be something else.
fn none_of(program: &Program, meaning: &Meaning<'_>, role: Role, rationale: impl Into<String>) -> Answer {
    let mut search = together(meaning.graph);
    if let Some((name, node)) = meaning.roles.unclear(program, meaning.graph, role) {
        let place = node.function.as_ref().map_or_else(
            || node.place.clone(),
            |function| Place::line(&function.path, function.first),
        );
        search = search.open(place, format!("what the node {name} is for is not known"));
    }
    let nodes = meaning.graph.nodes.values().map(|node| node.place.clone());
    Answer::absent(rationale, search.looked_at(nodes))
}

/// How a fan-in is said.
fn joined(fan: &FanIn, word: &str) -> Answer {
    let kind = if fan.is_barrier { " by a barrier" } else { "" };
    let mut rationale = format!("all {word} join in {}{kind}", fan.node);
    if fan.runs > 1 {
        rationale.push_str(&format!(
            ", which runs {} times because the ways to it are of unequal length",
            fan.runs
        ));
    }
    Answer::fact(true, rationale).at_all(distinct(fan.places.iter().cloned()))
}
