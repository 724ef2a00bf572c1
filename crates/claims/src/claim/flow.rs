//! Claims about the graph: what runs in parallel, what joins where, which edges there are.

use super::mood::Mood;
use super::sides::{Check, Sides};
use super::statement::Statement;
use super::words::{fold, names};
use super::{Claim, Kind, State};
use court::evidence::Place;
use langgraph::topology::meaning::Meaning;
use langgraph::topology::{End, Graph};
use std::collections::BTreeSet;
use wordlist::phrases;

/// Most pairs of one statement that are followed.
const PAIRS_MAX: usize = 64;
/// Words after which the node is named that joins.
const JOINS: [&str; 10] = phrases(
    "fan in to | fan in at | fan-in at | fan-in to | converge at | converge on | converges at | join at | \
     joins at | fan into",
);

/// What a statement says of the graph's edges. Without a live graph nothing can be said.
pub(super) fn claims(statement: &Statement, sides: &Sides<'_>) -> Vec<Claim> {
    let Some(meaning) = &sides.meaning else {
        return Vec::new();
    };
    if statement.mood != Mood::Plain {
        return Vec::new();
    }
    let pairs = arrows(statement, meaning)
        .into_iter()
        .chain(added(statement, meaning));
    let mut found: Vec<Claim> = pairs
        .take(PAIRS_MAX)
        .map(|(from, to)| {
            let check = follow(&from, &to, meaning);
            elsewhere(check, &from, &to, sides).of(Kind::Topology, format!("{from} leads to {to}"), statement)
        })
        .collect();
    found.extend(joins(statement, meaning));
    found
}

/// With several graphs the words may speak of another than the one that is run.
fn elsewhere(check: Check, from: &End, to: &End, sides: &Sides<'_>) -> Check {
    let leads = |graph: &Graph| graph.reachable(from).contains(to);
    if check.state == State::Contradicted && sides.known.graphs().iter().any(leads) {
        return Check::new(State::Uncheckable, "another graph of the repository leads so");
    }
    check
}

/// The node or end that a name means.
fn end(name: &str, meaning: &Meaning<'_>) -> Option<End> {
    let folded = fold(name);
    let exact = meaning.graph.order.iter().find(|node| fold(node) == folded);
    let near = || {
        let stem = |text: &str| text.trim_end_matches("node").trim_end_matches("agent").to_owned();
        let mut same = meaning
            .graph
            .order
            .iter()
            .filter(|node| stem(&fold(node)) == stem(&folded));
        same.next().filter(|_| same.next().is_none())
    };
    match exact.or_else(near) {
        Some(node) => Some(End::Node(node.clone())),
        None if name == "START" || name == "__start__" => Some(End::Start),
        None if name == "END" || name == "__end__" => Some(End::Finish),
        None => None,
    }
}

/// `a → b` and `[a, b] → c`, where all are nodes.
fn arrows(statement: &Statement, meaning: &Meaning<'_>) -> Vec<(End, End)> {
    let text = statement
        .text
        .replace("-->", "→")
        .replace("->", "→")
        .replace('➔', "→");
    let parts: Vec<&str> = text.split('→').collect();
    let mut pairs = Vec::new();
    for pair in parts.windows(2) {
        let (left, right) = (side(pair[0], true, meaning), side(pair[1], false, meaning));
        for from in &left {
            pairs.extend(right.iter().map(|to| (from.clone(), to.clone())));
        }
    }
    pairs
}

/// The nodes at one side of an arrow: a list in brackets, or the name that touches the arrow.
fn side(text: &str, is_left: bool, meaning: &Meaning<'_>) -> Vec<End> {
    let text = text.trim();
    let list = if is_left {
        text.strip_suffix(']')
            .and_then(|text| text.rsplit_once('['))
            .map(|(_, list)| list)
    } else {
        text.strip_prefix('[')
            .and_then(|text| text.split_once(']'))
            .map(|(list, _)| list)
    };
    if let Some(list) = list {
        let parts: Vec<Option<End>> = list
            .split([',', '|', '/', '∥', '+'])
            .map(|part| end(part.trim(), meaning))
            .collect();
        return parts
            .into_iter()
            .collect::<Option<Vec<End>>>()
            .unwrap_or_default();
    }
    let found = names(text);
    let near = if is_left { found.last() } else { found.first() };
    let touches = near.is_some_and(|name| {
        let between = if is_left {
            &text[name.end()..]
        } else {
            &text[..name.at]
        };
        between.chars().all(|c| matches!(c, '`' | '*' | '"' | ' ' | '_'))
    });
    near.filter(|_| touches)
        .and_then(|name| end(name.chain, meaning))
        .into_iter()
        .collect()
}

/// `add_edge("a", "b")` as a report quotes it.
fn added(statement: &Statement, meaning: &Meaning<'_>) -> Vec<(End, End)> {
    let calls = statement.text.split("add_edge(").skip(1);
    calls
        .filter_map(|call| {
            let (args, _) = call.split_once(')')?;
            let (from, to) = args.split_once(',')?;
            let of = |text: &str| end(text.trim().trim_matches(['"', '\'', '`', '“', '”']), meaning);
            Some((of(from)?, of(to)?))
        })
        .collect()
}

fn follow(from: &End, to: &End, meaning: &Meaning<'_>) -> Check {
    let graph = meaning.graph;
    let direct = graph
        .edges
        .iter()
        .find(|edge| edge.from == *from && edge.to == *to);
    if let Some(edge) = direct {
        return Check::new(
            State::Supported,
            format!("the graph has an edge from {from} to {to}"),
        )
        .at(Some(edge.place.clone()));
    }
    let other = graph.alternative.contains(&(from.clone(), to.clone()));
    if other || graph.reachable(from).contains(to) {
        return Check::new(State::Supported, format!("a way leads from {from} to {to}"))
            .at(Some(graph.defined_at.clone()));
    }
    if !graph.notes.is_empty() {
        return Check::new(State::Uncheckable, "a part of the graph could not be resolved");
    }
    let (targets, place) = out_of(from, meaning);
    Check::new(
        State::Contradicted,
        format!("no way leads from {from} to {to} in the graph that is run; {from} leads to {targets}"),
    )
    .at(place)
}

fn out_of(from: &End, meaning: &Meaning<'_>) -> (String, Option<Place>) {
    let edges: Vec<_> = meaning.graph.edges_from(from).collect();
    let targets: BTreeSet<String> = edges.iter().map(|edge| edge.to.to_string()).collect();
    let names = targets.into_iter().collect::<Vec<_>>().join(", ");
    let place = edges
        .first()
        .map_or(&meaning.graph.defined_at, |edge| &edge.place);
    (
        if names.is_empty() {
            "nothing".to_owned()
        } else {
            names
        },
        Some(place.clone()),
    )
}

/// Whether several ways join in a node from which one way alone leads here.
fn is_led_on(node: &End, graph: &Graph) -> bool {
    let mut at = node;
    // Each step takes an edge, so that a ring ends too.
    for _ in 0..graph.edges.len() {
        let mut before = graph.edges_to(at).map(|edge| &edge.from);
        match (before.next(), before.next()) {
            (Some(_), Some(_)) => return true,
            (Some(only), None) => at = only,
            _ => return false,
        }
    }
    false
}

/// `converge at X`: several edges come to X.
fn joins(statement: &Statement, meaning: &Meaning<'_>) -> Option<Claim> {
    let (at, phrase) = JOINS
        .iter()
        .find_map(|phrase| Some((statement.lower.find(phrase)?, phrase)))?;
    let rest = statement.text.get(at + phrase.len()..)?;
    let rest = rest.split([':', ';', ',', '.', '•', '–', '—', '(', '→']).next()?;
    let words = names(rest)
        .into_iter()
        .take(3)
        .filter(|name| !matches!(name.chain, "the" | "a" | "node"));
    let node = words.filter_map(|name| end(name.chain, meaning)).next()?;
    let graph = meaning.graph;
    let from: BTreeSet<&End> = graph.edges_to(&node).map(|edge| &edge.from).collect();
    let sent = graph.routers.iter().any(|router| {
        router
            .sends
            .keys()
            .any(|target| !graph.reachable(target).is_empty())
    });
    let place = graph
        .edges_to(&node)
        .next()
        .map_or(&graph.defined_at, |edge| &edge.place)
        .clone();
    let check = if from.len() >= 2 {
        Check::new(State::Supported, format!("{} edges come to {node}", from.len()))
    } else if is_led_on(&node, graph) {
        Check::new(State::Uncheckable, "the ways join before and lead on from there")
    } else if sent || !graph.notes.is_empty() {
        Check::new(
            State::Uncheckable,
            "how many tasks come there is decided at run time",
        )
    } else {
        Check::new(State::Contradicted, format!("only one edge comes to {node}"))
    };
    Some(
        check
            .at(Some(place))
            .of(Kind::Topology, format!("several ways join in {node}"), statement),
    )
}
