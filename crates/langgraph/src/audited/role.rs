//! Who judges and who settles, by what the nodes do.

use super::graph::{self, Router, Wiring};
use super::*;
use crate::topology::{Graph, behaviour};
use court::pack::pack;
use python::program::{FunctionRef, Program};
use python::symbolic::Evaluator;
use std::collections::{BTreeMap, BTreeSet};

/// Most tasks that one node is followed for; three judges and a dozen of dimensions written out are more than any.
const TASKS_MAX: usize = 12;
/// Most nodes that are followed.
const NODES_MAX: usize = 60;

/// A task that a router sends to a node.
struct Task {
    node: String,
    payload: Term,
    is_per_dimension: bool,
}

/// A graph, its nodes followed.
struct Followed {
    wiring: Wiring,
    sittings: Vec<Sitting>,
    routes: Vec<(Router, Term, BTreeSet<String>)>,
    ends: Vec<End>,
}

pub(super) fn court(program: &Program, live: Option<&Graph>) -> Court {
    let mut evaluator = Evaluator::new(program);
    let mut wirings = graph::wirings(program, &mut evaluator);
    prefer_live(&mut wirings, live);
    let mut best = Court::default();
    for wiring in wirings {
        evaluator.declared = live
            .filter(|live| is_wired_as(&wiring, live))
            .and_then(|live| behaviour::keys(program, live));
        let followed = follow(wiring, &mut evaluator);
        let found = seated(&mut evaluator, followed);
        if rank(&found) >= rank(&best) {
            best = found;
        }
    }
    if best.judges.is_empty() || best.chiefs.is_empty() {
        let ends = std::mem::take(&mut best.ends);
        evaluator.declared = None;
        let found = unwired(program, &mut evaluator);
        if rank(&found) > rank(&best) {
            best = found;
        }
        best.ends.extend(ends);
    }
    Court {
        terms: evaluator.terms,
        events: evaluator.events,
        tests: evaluator.tests,
        ..best
    }
}

/// How much of a court was found.
fn rank(court: &Court) -> (usize, usize) {
    let seats = court.judges.len().min(3) + court.chiefs.len().min(1);
    (seats, court.judges.len())
}

/// Of several graphs only the one that is run counts.
fn prefer_live(wirings: &mut Vec<Wiring>, live: Option<&Graph>) {
    let Some(live) = live else { return };
    let is_live = |wiring: &Wiring| is_wired_as(wiring, live);
    if wirings.iter().any(is_live) {
        wirings.retain(is_live);
    }
}

fn is_wired_as(wiring: &Wiring, live: &Graph) -> bool {
    wiring.nodes.keys().eq(live.nodes.keys())
}

/// Where no graph has a court, functions that are used and named after a judge or what judges make stand for nodes. They are those
/// that no other one of them calls, or all where that leaves no court.
fn unwired<'s>(program: &'s Program, evaluator: &mut Evaluator<'s>) -> Court {
    let all = named_after_court(program);
    let inner = called_by(program, &all);
    let is_outer =
        |function: &&FunctionRef<'s>| !inner.contains(&(function.path, function.function.span.first));
    let outer: Vec<FunctionRef<'s>> = all.iter().filter(is_outer).copied().collect();
    let court = stood_for(&outer, evaluator);
    if outer.len() == all.len() || !court.judges.is_empty() && !court.chiefs.is_empty() {
        return court;
    }
    stood_for(&all, evaluator)
}

fn named_after_court(program: &Program) -> Vec<FunctionRef<'_>> {
    let roles = &pack().roles;
    let is_used =
        |function: &FunctionRef<'_>| !program.is_test(function.path) && program.is_reached(function);
    let is_named = |function: &FunctionRef<'_>| {
        let name = function.qualified().to_lowercase();
        marks::name_marks(&name) & (marks::PERSONAS | marks::OPINION) != 0
            || roles.judge.words.is_within(&name)
            || roles.chief_justice.words.is_within(&name)
    };
    let used = program.functions().filter(is_used);
    used.filter(is_named).take(NODES_MAX).collect()
}

/// Where the functions begin that some of these come to, chief justices aside: they may hear judges again.
fn called_by<'s>(program: &'s Program, all: &[FunctionRef<'s>]) -> BTreeSet<(&'s str, u32)> {
    let chief = &pack().roles.chief_justice.words;
    let judges = all
        .iter()
        .filter(|function| !chief.is_within(&function.qualified().to_lowercase()));
    let mut waiting: Vec<FunctionRef<'s>> = judges.flat_map(|function| program.callees(function)).collect();
    let mut found = BTreeSet::new();
    while let Some(function) = waiting.pop() {
        if found.insert((function.path, function.function.span.first)) {
            waiting.extend(program.callees(&function));
        }
    }
    found
}

fn stood_for<'s>(functions: &[FunctionRef<'s>], evaluator: &mut Evaluator<'s>) -> Court {
    let mut wiring = Wiring::default();
    for function in functions {
        let term = evaluator.value_of(function.path, function.class, function.function);
        let given = evaluator.first_parameter(function.function);
        wiring
            .given
            .extend(given.map(|given| (function.qualified(), given)));
        wiring.nodes.insert(function.qualified(), term);
    }
    let followed = follow(wiring, evaluator);
    seated(evaluator, followed)
}

fn follow(wiring: Wiring, evaluator: &mut Evaluator<'_>) -> Followed {
    let (mut routes, mut tasks) = (Vec::new(), Vec::new());
    for router in &wiring.routers {
        let (result, events) = evaluator.run(router.function, None);
        let targets = targets(evaluator, router, result, events, &wiring, &mut tasks);
        routes.push((router.clone(), result, targets));
    }
    let (mut sittings, mut ends) = (Vec::new(), wiring.ends.clone());
    for (name, function) in wiring.nodes.iter().take(NODES_MAX) {
        let sent: BTreeMap<Term, bool> = tasks
            .iter()
            .filter(|task| task.node == *name)
            .map(|task| (task.payload, task.is_per_dimension))
            .take(TASKS_MAX)
            .collect();
        let payloads: Vec<(Option<Term>, bool)> = match sent.is_empty() {
            true => vec![(wiring.given.get(name).copied(), false)],
            false => sent
                .into_iter()
                .map(|(payload, each)| (Some(payload), each))
                .collect(),
        };
        for (payload, is_per_dimension) in payloads {
            evaluator.cut = None;
            let (result, events) = evaluator.run(*function, payload);
            ends.extend(evaluator.cut.take().map(|(path, span)| End {
                path,
                span,
                why: format!("following the node `{name}` was given up, as it took too long"),
                is_node: false,
            }));
            sittings.push(Sitting {
                is_per_dimension,
                ..sitting(evaluator, name, result, events)
            });
        }
    }
    Followed {
        wiring,
        sittings,
        routes,
        ends,
    }
}

/// Where a router leads: its map, the names it returns, the tasks it sends.
fn targets(
    evaluator: &Evaluator<'_>,
    router: &Router,
    result: Term,
    events: Range<usize>,
    wiring: &Wiring,
    tasks: &mut Vec<Task>,
) -> BTreeSet<String> {
    let terms = &evaluator.terms;
    let mut found: BTreeSet<String> = BTreeSet::new();
    match router.map {
        Some(map) => found.extend(graph::names(terms, map)),
        None => found.extend(graph::names(terms, result)),
    }
    for event in evaluator.events.get(events).unwrap_or_default() {
        let Node::Call(callee, arguments) = terms.node(event.term) else {
            continue;
        };
        let is_send = matches!(terms.node(*callee), Node::External(dotted) if dotted.rsplit('.').next() == Some("Send"));
        if let (true, [(_, to), (_, payload)]) = (is_send, arguments.as_slice()) {
            for node in graph::names(terms, *to) {
                found.insert(node.clone());
                tasks.push(Task {
                    node,
                    payload: *payload,
                    is_per_dimension: event.levels().any(|level| is_over_dimensions(terms, level)),
                });
            }
        }
    }
    found.retain(|name| wiring.nodes.contains_key(name));
    found
}

fn sitting(evaluator: &Evaluator<'_>, name: &str, result: Term, events: Range<usize>) -> Sitting {
    let own = evaluator.events.get(events.clone()).unwrap_or_default();
    let returned = own
        .iter()
        .filter(|event| matches!(event.kind, EventKind::Returned(_)));
    let depth = |event: &Event| {
        event
            .levels()
            .filter(|level| matches!(level, ScopeKind::Function { .. }))
            .count()
    };
    // Seen through wrappers: the outermost function that is not made on the way returns what the node does.
    let whole = returned.min_by_key(|event| {
        (
            event.term != result,
            evaluator.is_nested(&event.path, event.span),
            depth(event),
        )
    });
    Sitting {
        node: name.to_owned(),
        path: whole.map(|event| event.path.clone()).unwrap_or_default(),
        span: whole.map(|event| event.span).unwrap_or_default(),
        events,
        result,
        is_per_dimension: false,
    }
}

/// Whether a level is a loop over the rubric's dimensions.
pub fn is_over_dimensions(terms: &Terms, level: &ScopeKind) -> bool {
    matches!(level, ScopeKind::Loop { over, is_while: false, .. } if has(terms.marks(*over), marks::DIMENSION))
}

fn seated(evaluator: &mut Evaluator<'_>, followed: Followed) -> Court {
    let judge_names: BTreeSet<String> = followed
        .sittings
        .iter()
        .filter(|sitting| is_judge(evaluator, sitting))
        .map(|sitting| sitting.node.clone())
        .collect();
    let (judges, others): (Vec<_>, Vec<_>) = followed
        .sittings
        .into_iter()
        .partition(|sitting| judge_names.contains(&sitting.node));
    let mut ranked: BTreeMap<u32, Vec<Sitting>> = BTreeMap::new();
    for sitting in others {
        ranked
            .entry(settling(evaluator, &sitting))
            .or_default()
            .push(sitting);
    }
    ranked.remove(&0);
    let chiefs = ranked.pop_last().map(|(_, chiefs)| chiefs).unwrap_or_default();
    let leads = reach(&followed.wiring, &followed.routes, &BTreeSet::new());
    // What comes to the judges by the chief justice alone begins another case.
    let seats: BTreeSet<&str> = chiefs.iter().map(|chief| chief.node.as_str()).collect();
    let within_case = reach(&followed.wiring, &followed.routes, &seats);
    let later: BTreeSet<String> = chiefs
        .iter()
        .flat_map(|chief| leads.get(&chief.node).cloned().unwrap_or_default())
        .collect();
    let is_late = |from: &str| later.contains(from) || chiefs.iter().any(|chief| chief.node == from);
    let is_back = |to: &String| {
        judge_names.contains(to)
            || within_case
                .get(to)
                .is_some_and(|to| to.iter().any(|to| judge_names.contains(to)))
    };
    let back = followed
        .routes
        .iter()
        .filter(|(router, _, targets)| is_late(&router.from) && targets.iter().any(is_back));
    let returns = back.map(|(router, decision, _)| Return {
        decision: *decision,
        path: router.path.clone(),
        span: router.span,
    });
    let policies = followed
        .wiring
        .policies
        .iter()
        .filter(|(node, ..)| judge_names.contains(node));
    Court {
        settled: settled::settled(evaluator, &chiefs),
        returns: returns.collect(),
        policies: policies.map(|(_, path, span)| (path.clone(), *span)).collect(),
        judges,
        chiefs,
        ends: followed.ends,
        ..Court::default()
    }
}

/// The nodes that each node leads to, directly or not, where none goes on from those that are closed.
fn reach(
    wiring: &Wiring,
    routes: &[(Router, Term, BTreeSet<String>)],
    closed: &BTreeSet<&str>,
) -> BTreeMap<String, BTreeSet<String>> {
    let mut leads: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let is_open = |from: &str| !closed.contains(from);
    for (from, to) in wiring.edges.iter().filter(|(from, _)| is_open(from)) {
        leads.entry(from.clone()).or_default().insert(to.clone());
    }
    for (router, _, targets) in routes.iter().filter(|(router, ..)| is_open(&router.from)) {
        leads
            .entry(router.from.clone())
            .or_default()
            .extend(targets.iter().cloned());
    }
    for _ in 0..wiring.nodes.len().min(NODES_MAX) {
        let before = leads.clone();
        for targets in leads.values_mut() {
            let further: BTreeSet<String> = targets
                .iter()
                .filter_map(|to| before.get(to))
                .flatten()
                .cloned()
                .collect();
            targets.extend(further);
        }
        if before == leads {
            break;
        }
    }
    leads
}

/// A judge makes an opinion, a score with an argument, with a model's help or without, and hands opinions on.
fn is_judge(evaluator: &Evaluator<'_>, sitting: &Sitting) -> bool {
    let terms = &evaluator.terms;
    let events = evaluator.events.get(sitting.events.clone()).unwrap_or_default();
    let hands_on = is_opinion(terms, sitting.result)
        || events.iter().any(|event| adds_opinion(terms, event))
        || keys(terms, sitting.result).any(|key| has(marks::name_marks(&key), marks::OPINION));
    let named = marks::name_marks(&sitting.node) & marks::PERSONAS != 0;
    let asks = events.iter().any(|event| is_model_call(terms, event));
    let makes = events
        .iter()
        .any(|event| event.kind == EventKind::Made && is_opinion(terms, event.term));
    let reads = events.iter().any(|event| settles(terms, event));
    (asks || makes) && (hands_on || named) && !(reads && !named && !asks)
}

/// Whether an event adds to opinions that are kept elsewhere: `state.opinions.append(…)`, `state.add_opinion(…)`.
fn adds_opinion(terms: &Terms, event: &Event) -> bool {
    let Node::Call(callee, arguments) = terms.node(event.term) else {
        return false;
    };
    let Node::Attribute(owner, method) = terms.node(*callee) else {
        return false;
    };
    let adds = method.starts_with("add") || matches!(method.as_str(), "append" | "extend" | "insert");
    let says = has(marks::name_marks(method), marks::OPINION) && matches!(terms.node(*owner), Node::Input(_));
    adds && !arguments.is_empty() && (says || reads_opinions(terms, *owner))
}

/// Whether a record has a score and an argument of its own.
pub fn is_opinion(terms: &Terms, term: Term) -> bool {
    let Node::Record { fields, .. } = terms.node(term) else {
        return false;
    };
    let named = |mark: Marks| fields.iter().any(|(name, _)| has(marks::name_marks(name), mark));
    named(marks::SCORE) && named(marks::ARGUMENT)
}

/// How much a node does to settle opinions; 0 is nothing.
fn settling(evaluator: &Evaluator<'_>, sitting: &Sitting) -> u32 {
    let terms = &evaluator.terms;
    let events = evaluator.events.get(sitting.events.clone()).unwrap_or_default();
    let settled = events.iter().filter(|event| settles(terms, event)).count();
    let lower = sitting.node.to_lowercase();
    let named = pack().roles.chief_justice.words.is_within(&lower);
    let reads = reachable(terms, events.iter().map(|event| event.term))
        .into_iter()
        .any(|term| reads_opinions(terms, term));
    match (settled > 0, named && reads) {
        (true, true) => 3,
        (true, false) => 2,
        (false, true) => 1,
        _ => 0,
    }
}

/// Whether an event makes a score out of the opinions.
pub fn settles(terms: &Terms, event: &Event) -> bool {
    if event.kind != EventKind::Made {
        return false;
    }
    fields(terms, event.term).into_iter().any(|(name, value)| {
        is_final_score(&name)
            && reachable(terms, [value])
                .into_iter()
                .any(|term| reads_opinions(terms, term))
    })
}

fn reads_opinions(terms: &Terms, term: Term) -> bool {
    let input = |owner: Term| matches!(terms.node(owner), Node::Input(_));
    match terms.node(term) {
        Node::Item(owner, key) => input(*owner) && has(terms.key_marks(*key), marks::OPINION),
        Node::Attribute(owner, name) => input(*owner) && has(marks::name_marks(name), marks::OPINION),
        Node::Input(name) => has(marks::name_marks(name), marks::OPINION),
        _ => false,
    }
}

/// The keys of what a node returns.
pub(super) fn keys(terms: &Terms, result: Term) -> impl Iterator<Item = String> {
    let mut found = Vec::new();
    let text = |key: &Term| terms.text(*key).map(str::to_owned);
    subject::follow([result], |term, next| match terms.node(term) {
        Node::Dict(pairs) => found.extend(pairs.iter().filter_map(|(key, _)| text(key))),
        Node::Record { fields, .. } => found.extend(fields.iter().map(|(name, _)| name.clone())),
        Node::Gate(_, then, other, _) => next.extend([*then, *other]),
        Node::Grown(base, pair) => {
            next.push(*base);
            if let Node::List(pair) = terms.node(*pair) {
                found.extend(pair.first().and_then(text));
            }
        }
        Node::Call(_, arguments) => next.extend(arguments.iter().map(|(_, value)| *value)),
        _ => {}
    });
    found.into_iter()
}
