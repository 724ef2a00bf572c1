//! What the words of a picture show of a diagram: which boxes there are, and which of them stand side by side. Arrows
//! are not followed.

use super::Diagram;
use super::compare::{Names, names};
use super::graph::Graph;
use super::roles::{Bench, role};
use crate::document::Area;
use crate::picture::lettering::{Lettered, Lettering};
use crate::picture::misread::folded;
use crate::topology;
use std::collections::{BTreeMap, BTreeSet};

/// Share of the nodes of the code, in percent, that a picture names before its layout is taken for that of its graph.
const NODES_PERCENT_MIN: usize = 60;
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
}

/// A line of a picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Label {
    /// What it says.
    pub text: String,
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
            area: line.area,
            confidence: line.confidence,
        };
        let mut labels: Vec<Label> = lettering.read().iter().filter(sure).map(label).collect();
        labels.extend(joined(&labels, &known));
        let names = built.and_then(|built| {
            let names = names(&graph(&labels), built);
            let nodes = names.nodes.len();
            let enough = nodes * 100 >= built.order.len() * NODES_PERCENT_MIN;
            (enough && nodes >= NODES_MIN).then_some(names)
        });
        Self {
            labels,
            is_cut: lettering.is_cut,
            names,
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
    if let Some(names) = &read.names {
        let shows = |bench| side_by_side(&read, names, bench).then_some(true);
        diagram.detectives_parallel = shows(Bench::Detectives);
        diagram.judges_parallel = shows(Bench::Judges);
    }
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
    let repaired = |(at, _): (usize, &str)| format!("{}I{}", &text[..at], &text[at + 1..]);
    let mut better = text
        .match_indices('l')
        .map(repaired)
        .filter(|other| role(other).is_some());
    match (role(text), better.next()) {
        (None, Some(other)) => other,
        _ => text.to_owned(),
    }
}

/// Whether members of a bench stand in one row or column of their own, between other nodes that stand before and after:
/// in a chain one of those would stand in the same line.
fn side_by_side(read: &Read, names: &Names, bench: Bench) -> bool {
    let slack = height(&read.labels);
    let who = |text: &str| role(text).filter(|role| role.bench == bench).map(|role| role.who);
    let nodes = read.labels.iter().enumerate();
    let nodes = nodes.filter(|(at, _)| names.ends.contains_key(&at.to_string()));
    let nodes: Vec<(Area, Option<String>)> = nodes.map(|(_, label)| (label.area, who(&label.text))).collect();
    let places: [fn(Area) -> i32; 2] = [|area| area.centre().1, |area| area.centre().0];
    places.iter().any(|place| {
        let nodes: Vec<(i32, &Option<String>)> =
            nodes.iter().map(|(area, who)| (place(*area), who)).collect();
        nodes
            .iter()
            .any(|(line, who)| who.is_some() && stands(*line, slack, &nodes))
    })
}

/// Whether two members or more stand in this line, and others before and after it and none within.
fn stands(line: i32, slack: i32, nodes: &[(i32, &Option<String>)]) -> bool {
    let within = |at: i32| (at - line).abs() <= slack;
    let inside = || nodes.iter().filter(|(at, _)| within(*at)).map(|(_, who)| who);
    let members: BTreeSet<&String> = inside().filter_map(|who| who.as_ref()).collect();
    let others = || nodes.iter().filter(|(at, who)| !within(*at) && who.is_none());
    members.len() >= 2
        && inside().all(|who| who.is_some())
        && others().any(|(at, _)| *at < line)
        && others().any(|(at, _)| *at > line)
}

/// The height of the middle line.
fn height(labels: &[Label]) -> i32 {
    let mut heights: Vec<i32> = labels.iter().map(|label| label.area.height()).collect();
    heights.sort_unstable();
    heights.get(heights.len() / 2).copied().unwrap_or_default()
}

#[cfg(test)]
mod tests;
