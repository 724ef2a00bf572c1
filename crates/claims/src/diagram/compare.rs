//! A drawn graph held against the one that the code builds.

use super::graph::{Graph, NODES_MAX};
use super::roles::role;
use super::{Diagram, Kind};
use court::text::folded_name;
use langgraph::topology::{self, End};
use std::collections::{BTreeMap, BTreeSet};
use subject::names::words;
use wordlist::array;

/// Fewest nodes that a drawing must share with a graph to be a drawing of it.
const MATCHES_MIN: usize = 3;
/// Fewest ways that must be drawn between them.
const WAYS_MIN: usize = 2;
/// Words that say of a box what it is, not which.
const FILLERS: [&str; 9] = array("node agent step the stage task layer worker phase");

/// A box and the node that it stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Match {
    /// What is written on the box.
    pub drawn: String,
    /// The node of the code; START and END by these names.
    pub node: String,
    /// How they were matched.
    pub how: How,
}

/// How a box and a node were matched.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum How {
    /// They have the same name, in any spelling.
    Name,
    /// They have the same words but for fillers such as "node".
    Words,
    /// They are the only ones of the same role.
    Role,
}

impl How {
    /// In words.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Name => "the same name",
            Self::Words => "the same words",
            Self::Role => "the same role",
        }
    }
}

/// From one node to another.
pub type Way = (String, String);

/// What a drawing and the code do not share.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Comparison {
    /// The boxes that stand for nodes.
    pub matches: Vec<Match>,
    /// Boxes that stand for no node of the code: decisions, data, groups, or nodes that are not there.
    pub only_drawn: Vec<String>,
    /// Nodes of the code that are not drawn.
    pub only_built: Vec<String>,
    /// Ways that are drawn and that the code does not have, over other nodes neither.
    pub ways_only_drawn: Vec<Way>,
    /// Edges of the code between drawn nodes that the drawing has no way for.
    pub edges_only_built: Vec<Way>,
    /// Nodes that are drawn side by side and run one after the other.
    pub drawn_parallel: Vec<Way>,
    /// Nodes that are drawn one after the other and run side by side.
    pub drawn_serial: Vec<Way>,
}

impl Comparison {
    /// Whether the drawing shows what the code does not do. That something is left out of a drawing is no fault.
    #[must_use]
    pub fn contradicts(&self) -> bool {
        !(self.ways_only_drawn.is_empty() && self.drawn_parallel.is_empty() && self.drawn_serial.is_empty())
    }
}

impl Comparison {
    /// Leaves out what is not drawn: where lines could not all be followed, it may be drawn all the same.
    pub fn forget_missing(&mut self) {
        self.only_built.clear();
        self.edges_only_built.clear();
    }
}

/// Compares a drawing with a graph of the code; `None` where it does not draw that graph, or shows no order.
#[must_use]
pub fn compare(diagram: &Diagram, built: &topology::Graph) -> Option<Comparison> {
    let drawing = &diagram.graph;
    let matches = matched(drawing, built);
    let nodes: BTreeSet<&str> = matches.values().filter_map(|(end, _)| end.node()).collect();
    let boxes = drawing.nodes.len();
    if nodes.len() < MATCHES_MIN || matches.len() * 3 < boxes && nodes.len() * 2 < built.order.len() {
        return None;
    }
    let drawn = Drawn::of(drawing, &matches);
    if drawn.ways.len() < WAYS_MIN {
        return None;
    }
    // A node may be called as the boundary is.
    let labels: BTreeSet<String> = drawing.nodes.values().map(|label| folded_name(label)).collect();
    let mut found = Comparison {
        matches: listed(drawing, &matches),
        only_drawn: only_drawn(drawing, &matches),
        only_built: built
            .order
            .iter()
            .filter(|node| !nodes.contains(node.as_str()) && !labels.contains(&folded_name(node)))
            .cloned()
            .collect(),
        ..Comparison::default()
    };
    hold(&drawn, built, &mut found);
    Some(found)
}

/// Which nodes of the code the labels of a drawing name, without regard to ways.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The nodes that are named, in the order of the code.
    pub nodes: Vec<String>,
    /// Those that are not.
    pub missing: Vec<String>,
    /// What each box stands for, by the name of the box.
    pub ends: BTreeMap<String, End>,
}

/// Looks for the names of the code's nodes among the labels of a drawing.
#[must_use]
pub fn names(drawing: &Graph, built: &topology::Graph) -> Names {
    let matches = matched(drawing, built);
    let named: BTreeSet<&str> = matches.values().filter_map(|(end, _)| end.node()).collect();
    // A node may be called as the boundary is.
    let labels: BTreeSet<String> = drawing.nodes.values().map(|label| folded_name(label)).collect();
    let all = built.order.iter().cloned();
    let (nodes, missing) =
        all.partition(|node| named.contains(node.as_str()) || labels.contains(&folded_name(node)));
    let ends = matches.into_iter().map(|(name, (end, _))| (name.to_owned(), end));
    Names {
        nodes,
        missing,
        ends: ends.collect(),
    }
}

/// Whether what is drawn is known to the letter, so that a difference is one.
#[must_use]
pub fn is_exact(kind: Kind) -> bool {
    kind == Kind::Mermaid
}

type Matches<'d> = BTreeMap<&'d str, (End, How)>;

fn matched<'d>(drawing: &'d Graph, built: &topology::Graph) -> Matches<'d> {
    let mut matches = Matches::new();
    for (name, label) in &drawing.nodes {
        let found = boundary(name, label)
            .or_else(|| by_name(name, label, built))
            .or_else(|| by_role(name, label, drawing, built));
        if let Some(found) = found {
            matches.insert(name, found);
        }
    }
    matches
}

fn boundary(name: &str, label: &str) -> Option<(End, How)> {
    let is = |words: &[&str]| {
        [name, label]
            .iter()
            .any(|text| words.contains(&folded_name(text).as_str()))
    };
    if is(&["start", "begin"]) {
        Some((End::Start, How::Name))
    } else {
        is(&["end", "finish", "stop"]).then_some((End::Finish, How::Name))
    }
}

/// The node of the same name or function, or of the same words, if there is only one.
fn by_name(name: &str, label: &str, built: &topology::Graph) -> Option<(End, How)> {
    let texts: Vec<&str> = std::iter::once(name)
        .chain(label.lines())
        .chain([label])
        .collect();
    let names = |node: &str| -> Vec<String> {
        let function = built.nodes.get(node).and_then(|node| node.function.as_ref());
        let function = function.map(|function| function.name.clone());
        std::iter::once(node.to_owned()).chain(function).collect()
    };
    let only = |is: &dyn Fn(&str) -> bool, how: How| {
        let mut found = built
            .order
            .iter()
            .filter(|node| names(node).iter().any(|name| is(name)));
        let first = found.next()?;
        found.next().is_none().then(|| (End::Node(first.clone()), how))
    };
    let same_name = |node: &str| {
        texts
            .iter()
            .any(|text| !folded_name(text).is_empty() && folded_name(text) == folded_name(node))
    };
    let same_words = |node: &str| {
        let wanted = bare(node);
        !wanted.is_empty() && texts.iter().any(|text| bare(main_part(text)) == wanted)
    };
    only(&same_name, How::Name).or_else(|| only(&same_words, How::Words))
}

fn by_role(name: &str, label: &str, drawing: &Graph, built: &topology::Graph) -> Option<(End, How)> {
    let of_box = |name: &str, label: &str| role(label).or_else(|| role(name));
    let wanted = of_box(name, label)?;
    let same = drawing
        .nodes
        .iter()
        .filter(|(name, label)| of_box(name, label).as_ref() == Some(&wanted))
        .count();
    let mut nodes = built
        .order
        .iter()
        .filter(|node| role(node).as_ref() == Some(&wanted));
    let first = nodes.next()?;
    (same == 1 && nodes.next().is_none()).then(|| (End::Node(first.clone()), How::Role))
}

/// The words of a name without fillers, in any order.
fn bare(text: &str) -> BTreeSet<String> {
    let mut words = words(text);
    words.retain(|word| !FILLERS.contains(&word.as_str()));
    words.into_iter().collect()
}

fn main_part(text: &str) -> &str {
    text.split(['(', ':', '—', '–', '\n']).next().unwrap_or(text)
}

fn listed(drawing: &Graph, matches: &Matches<'_>) -> Vec<Match> {
    let pairs = matches.iter().map(|(name, (end, how))| Match {
        drawn: shown(drawing, name),
        node: end.to_string(),
        how: *how,
    });
    pairs.collect()
}

fn shown(drawing: &Graph, name: &str) -> String {
    let label = drawing.nodes.get(name).map_or(name, String::as_str);
    let label = label.trim_matches(['[', ']', '|', '(']);
    label.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn only_drawn(drawing: &Graph, matches: &Matches<'_>) -> Vec<String> {
    let others = drawing
        .nodes
        .keys()
        .filter(|name| !matches.contains_key(name.as_str()));
    others.map(|name| shown(drawing, name)).collect()
}

/// The drawing, reduced to the nodes of the code.
struct Drawn {
    /// Ways that touch no other node of the code in between.
    ways: BTreeSet<(End, End)>,
    /// Everything that each node leads to.
    beyond: BTreeMap<End, BTreeSet<End>>,
}

impl Drawn {
    fn of(drawing: &Graph, matches: &Matches<'_>) -> Self {
        let next = drawing.successors();
        let mut ways = BTreeSet::new();
        for (name, (from, _)) in matches {
            for to in reached(&next, name, matches) {
                if to != *from {
                    ways.insert((from.clone(), to));
                }
            }
        }
        let ends: BTreeSet<&End> = matches.values().map(|(end, _)| end).collect();
        let beyond = ends
            .into_iter()
            .map(|end| (end.clone(), closure(&ways, end)))
            .collect();
        Self { ways, beyond }
    }

    fn leads(&self, from: &End, to: &End) -> bool {
        self.beyond.get(from).is_some_and(|beyond| beyond.contains(to))
    }

    /// Nodes that are reached from one and the same, and do not lead to each other.
    fn side_by_side(&self) -> BTreeSet<(&End, &End)> {
        let mut pairs = BTreeSet::new();
        for (from, one) in &self.ways {
            let others = self
                .ways
                .iter()
                .filter(|(other, _)| other == from)
                .map(|(_, to)| to);
            let beside =
                others.filter(|other| one < *other && !self.leads(one, other) && !self.leads(other, one));
            pairs.extend(beside.map(|other| (one, other)));
        }
        pairs
    }
}

/// The nodes of the code that are come to first.
fn reached(next: &BTreeMap<&str, BTreeSet<&str>>, from: &str, matches: &Matches<'_>) -> BTreeSet<End> {
    let mut found = BTreeSet::new();
    let mut seen: BTreeSet<&str> = BTreeSet::new();
    let mut queue = vec![from];
    while let Some(at) = queue.pop().filter(|_| seen.len() <= NODES_MAX) {
        for to in next.get(at).into_iter().flatten().filter(|to| seen.insert(to)) {
            match matches.get(to) {
                Some((end, _)) => {
                    found.insert(end.clone());
                }
                None => queue.push(to),
            }
        }
    }
    found
}

fn closure(ways: &BTreeSet<(End, End)>, from: &End) -> BTreeSet<End> {
    let mut found = BTreeSet::new();
    let mut queue = vec![from];
    while let Some(at) = queue.pop() {
        for (_, to) in ways.iter().filter(|(from, _)| from == at) {
            if found.insert(to.clone()) {
                queue.push(to);
            }
        }
    }
    found
}

/// Holds ways and order against the code.
fn hold(drawn: &Drawn, built: &topology::Graph, found: &mut Comparison) {
    let beyond: BTreeMap<End, BTreeSet<End>> = built
        .ends()
        .map(|end| (end.clone(), built.reachable(&end)))
        .collect();
    let leads = |from: &End, to: &End| {
        beyond.get(from).is_some_and(|beyond| beyond.contains(to))
            || built.alternative.contains(&(from.clone(), to.clone()))
    };
    let way = |from: &End, to: &End| (from.to_string(), to.to_string());
    // Where a part of the graph could not be resolved, or a router may go anywhere, there may be more ways.
    let is_whole = built.notes.is_empty() && !built.routers.iter().any(|router| router.is_open);
    let starts = |end: &End| leads(&End::Start, end);
    for (from, to) in drawn
        .ways
        .iter()
        .filter(|(from, to)| is_whole && !leads(from, to))
    {
        if *from == End::Start || *to == End::Finish || leads(to, from) || !starts(from) || !starts(to) {
            found.ways_only_drawn.push(way(from, to));
        } else {
            found.drawn_serial.push(way(from, to));
        }
    }
    for (one, other) in drawn.side_by_side() {
        if leads(one, other) && !leads(other, one) {
            found.drawn_parallel.push(way(one, other));
        } else if leads(other, one) && !leads(one, other) {
            found.drawn_parallel.push(way(other, one));
        }
    }
    let is_drawn = |end: &End| drawn.beyond.contains_key(end);
    let edges = built
        .edges
        .iter()
        .filter(|edge| edge.from != edge.to && is_drawn(&edge.from) && is_drawn(&edge.to));
    let missing: BTreeSet<Way> = edges
        .filter(|edge| !drawn.leads(&edge.from, &edge.to))
        .map(|edge| way(&edge.from, &edge.to))
        .collect();
    found.edges_only_built.extend(missing);
}

#[cfg(test)]
mod tests;
