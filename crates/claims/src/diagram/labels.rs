//! What the words of a picture show of a diagram: which boxes there are, and which of them stand side by side. Arrows
//! are not followed.

use super::Diagram;
use super::compare::{Names, names};
use super::graph::Graph;
use super::roles::{Bench, looks, role};
use documents::document::Area;
use documents::picture::lettering::{Lettered, Lettering};
use documents::picture::misread::folded;
use langgraph::topology;
use std::collections::{BTreeMap, BTreeSet};

/// Share of the nodes of the code, in percent, that a picture names before its layout is taken for that of its graph.
const NODES_PERCENT_MIN: usize = 50;
/// Lines below this confidence are no labels, in percent.
const SURE: u8 = 80;
/// Fewest nodes of the code that a picture of its graph names.
const NODES_MIN: usize = 3;

/// What was read of a picture that may be a diagram.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Read {
    /// Its lines, what was misread put right where only one thing can be meant.
    pub labels: Vec<Label>,
    /// Whether it holds more than is read of one picture.
    pub is_cut: bool,
    /// What it shares with the graph of the code, where it names enough of its nodes to draw it.
    pub names: Option<Names>,
    /// The numbers of the labels that name a node of the code, be they few.
    nodes: BTreeSet<usize>,
}

/// A line of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// What it says, put right where letters that look alike were taken for each other.
    pub text: String,
    /// What was read.
    pub read: String,
    /// Where, in pixels.
    pub area: Area,
    /// How surely it was read, in percent.
    pub confidence: u8,
}

impl Read {
    /// How surely its labels were read: that of the middle one, in percent.
    #[must_use]
    pub fn confidence(&self) -> u8 {
        let mut all: Vec<u8> = self.labels.iter().map(|label| label.confidence).collect();
        all.sort_unstable();
        all.get(all.len() / 2).copied().unwrap_or_default()
    }

    fn of(lettering: &Lettering, built: Option<&topology::Graph>) -> Self {
        let known = known(built);
        let sure = |line: &&Lettered| line.confidence >= SURE;
        let label = |line: &Lettered| Label {
            text: meant(&line.text, &known),
            read: line.text.clone(),
            area: line.area,
            confidence: line.confidence,
        };
        let mut labels: Vec<Label> = lettering.read().iter().filter(sure).map(label).collect();
        labels.extend(joined(&labels, &known));
        let names = built.map(|built| names(&graph(&labels), built));
        let nodes = names.iter().flat_map(|names| names.ends.keys());
        let nodes = nodes.filter_map(|at| at.parse().ok()).collect();
        let draws = |names: &Names, built: &topology::Graph| {
            let nodes = names.nodes.len();
            nodes * 100 >= built.order.len() * NODES_PERCENT_MIN && nodes >= NODES_MIN
        };
        let names = names.zip(built).filter(|(names, built)| draws(names, built));
        Self {
            labels,
            is_cut: lettering.is_cut,
            names: names.map(|(names, _)| names),
            nodes,
        }
    }
}

/// Labels as nodes, each by its number: a label may stand there twice.
fn graph(labels: &[Label]) -> Graph {
    let mut graph = Graph::default();
    for (at, label) in labels.iter().enumerate() {
        graph.add_node(&at.to_string(), Some(label.text.clone()));
    }
    graph
}

/// Names that a narrow box broke into two lines.
fn joined(labels: &[Label], known: &BTreeMap<String, String>) -> Vec<Label> {
    let pairs = labels.iter().flat_map(|upper| {
        let below = labels.iter().filter(|lower| {
            let (upper, lower) = (upper.area, lower.area);
            let high = upper.height();
            (0..high * 2).contains(&(lower.top - upper.top))
                && (lower.centre().0 - upper.centre().0).abs() <= high
        });
        below
            .filter(|lower| lower.area != upper.area)
            .filter_map(|lower| {
                let text = known.get(&folded(&format!("{}{}", upper.text, lower.text)))?;
                Some(Label {
                    text: text.clone(),
                    read: format!("{} {}", upper.read, lower.read),
                    area: Area {
                        bottom: lower.area.bottom,
                        ..upper.area
                    },
                    confidence: upper.confidence.min(lower.confidence),
                })
            })
    });
    pairs.collect()
}

/// Gives a picture what was read of it.
pub(super) fn settle(diagram: &mut Diagram, lettering: &Lettering, built: Option<&topology::Graph>) {
    if let Err(cause) = &lettering.lines {
        diagram.about = format!("{} ({cause})", diagram.about);
        return;
    }
    let read = Read::of(lettering, built);
    let shows = |bench| side_by_side(&read, bench).then_some(true);
    diagram.detectives_parallel = shows(Bench::Detectives);
    diagram.judges_parallel = shows(Bench::Judges);
    diagram.lettering = Some(read);
}

/// The names of nodes and of their functions, by what they may be taken for.
fn known(built: Option<&topology::Graph>) -> BTreeMap<String, String> {
    let Some(built) = built else {
        return BTreeMap::new();
    };
    let functions = built.nodes.values().filter_map(|node| node.function.as_ref());
    let names = built.order.iter().chain(functions.map(|function| &function.name));
    names.map(|name| (folded(name), name.clone())).collect()
}

/// What a label says, where letters that look alike were taken for each other.
fn meant(text: &str, known: &BTreeMap<String, String>) -> String {
    if let Some(name) = known.get(&folded(text)) {
        return name.clone();
    }
    // The capital that begins a word within a word.
    let repaired = |(at, _): (usize, &str)| {
        let (before, after) = (&text[..at], &text[at + 1..]);
        let begins = before.ends_with(char::is_lowercase);
        let word: String = after.chars().take_while(|c| c.is_lowercase()).collect();
        (begins && looks(&format!("i{word}"))).then(|| format!("{before}I{after}"))
    };
    let mut better = text.match_indices('l').filter_map(repaired);
    better.next().unwrap_or_else(|| text.to_owned())
}

/// Whether members of a bench stand in one row or column as branches do.
fn side_by_side(read: &Read, bench: Bench) -> bool {
    let slack = height(&read.labels);
    let boxes = read.labels.iter().enumerate().map(|(at, label)| {
        let role = role(&label.text);
        let is_node = role.is_some() || read.nodes.contains(&at);
        let who = role.filter(|role| role.bench == bench).map(|role| role.who);
        let (at, line) = label.area.centre();
        Spot {
            line,
            at,
            is_node,
            who,
        }
    });
    let across: Vec<Spot> = boxes.collect();
    let down: Vec<Spot> = across.iter().map(Spot::turned).collect();
    let lines = |labels: &[Spot]| -> Vec<i32> {
        let members = labels.iter().filter(|label| label.who.is_some());
        members.map(|member| member.line).collect()
    };
    let row = |line: &i32| Row::of(*line, slack, &across);
    let column = |line: &i32| Row::of(*line, slack, &down);
    lines(&across)
        .iter()
        .map(row)
        .any(|row| row.is_of_branches() || row.is_fan())
        || lines(&down)
            .iter()
            .map(column)
            .any(|column| column.is_of_branches())
}

/// What stands in the line of a member of the bench, and beside it.
struct Row<'l> {
    line: i32,
    slack: i32,
    inside: Vec<&'l Spot>,
    outside: Vec<&'l Spot>,
}

impl<'l> Row<'l> {
    fn of(line: i32, slack: i32, labels: &'l [Spot]) -> Self {
        let (mut inside, outside): (Vec<&Spot>, Vec<&Spot>) = labels
            .iter()
            .partition(|label| (label.line - line).abs() <= slack);
        inside.sort_by_key(|label| label.at);
        Self {
            line,
            slack,
            inside,
            outside,
        }
    }

    fn members(&self) -> impl Iterator<Item = &Spot> {
        self.inside.iter().copied().filter(|label| label.who.is_some())
    }

    fn are_several(&self) -> bool {
        self.members()
            .filter_map(|member| member.who.as_ref())
            .collect::<BTreeSet<_>>()
            .len()
            >= 2
    }

    /// Members with other nodes before and after their line and none of them at its ends. In a chain that runs along the
    /// line, or is broken over several, one would stand there.
    fn is_of_branches(&self) -> bool {
        let nodes = || self.inside.iter().filter(|label| label.is_node);
        let is_closed = [nodes().next(), nodes().next_back()]
            .iter()
            .all(|end| end.is_some_and(|end| end.who.is_some()));
        let mut others = self
            .outside
            .iter()
            .filter(|label| label.is_node && label.who.is_none());
        self.are_several()
            && is_closed
            && others.clone().any(|node| node.line < self.line)
            && others.any(|node| node.line > self.line)
    }

    /// Members between a node in their middle on the one side and such a node, or only something said there, on the other.
    /// In a chain that is broken over several lines the next stands at an end.
    fn is_fan(&self) -> bool {
        let sides = [
            self.beside(|spot| spot.line < self.line),
            self.beside(|spot| spot.line > self.line),
        ];
        let is_any = |side: &Side| *side != Side::Elsewhere;
        self.are_several() && sides.iter().all(is_any) && sides.contains(&Side::Node)
    }

    /// What stands on one side in the middle of the members.
    fn beside(&self, is_there: impl Fn(&&Spot) -> bool) -> Side {
        let spots: Vec<&Spot> = self.outside.iter().copied().filter(is_there).collect();
        let places = || self.members().map(|member| member.at);
        let (first, last) = (
            places().min().unwrap_or_default(),
            places().max().unwrap_or_default(),
        );
        let is_between = |spot: &Spot| spot.at > first && spot.at < last;
        let far = |spot: &&&Spot| (spot.line - self.line).abs();
        let nearest = spots.iter().filter(|spot| spot.is_node).min_by_key(far);
        let Some(nearest) = nearest else {
            let is_said = spots.iter().any(|spot| is_between(spot));
            return if is_said { Side::Words } else { Side::Elsewhere };
        };
        let in_line = |spot: &&&Spot| spot.is_node && (spot.line - nearest.line).abs() <= self.slack;
        let is_alone = spots.iter().filter(in_line).count() == 1;
        match is_alone && is_between(nearest) {
            true => Side::Node,
            false => Side::Elsewhere,
        }
    }
}

/// What stands on one side of a row, in its middle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    /// One node alone.
    Node,
    /// No node is on that side, but words are.
    Words,
    /// Nothing, or nodes that stand otherwise.
    Elsewhere,
}

/// A label: in which line it stands, where in it, whether it names a node, and which member of the bench.
struct Spot {
    line: i32,
    at: i32,
    is_node: bool,
    who: Option<String>,
}

impl Spot {
    fn turned(&self) -> Self {
        Self {
            line: self.at,
            at: self.line,
            is_node: self.is_node,
            who: self.who.clone(),
        }
    }
}

/// The height of the middle line.
fn height(labels: &[Label]) -> i32 {
    let mut heights: Vec<i32> = labels.iter().map(|label| label.area.height()).collect();
    heights.sort_unstable();
    heights.get(heights.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests;
