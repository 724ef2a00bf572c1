//! The graphs that the code builds, read from the form that the contract has them in.

use crate::line::{Line, Piece, joined, ours, place_written, prose};
use crate::text::english::{count, sentence, shorten};
use serde_json::Value;
use std::collections::BTreeSet;

/// Most graphs told of; a repository with more is a collection of examples.
pub(crate) const GRAPHS_MAX: usize = 6;

/// A graph; what is not of the form is left out.
pub(crate) struct Graph<'a> {
    framework: &'a str,
    defined_at: Option<&'a str>,
    /// Whether the program runs it.
    pub(crate) is_live: bool,
    pub(crate) nodes: Vec<&'a str>,
    /// Nodes that are not always there.
    pub(crate) optional: Vec<&'a str>,
    /// From where to where, and whether only sometimes.
    pub(crate) edges: Vec<(&'a str, &'a str, bool)>,
    /// The nodes that run together, step by step.
    pub(crate) supersteps: Vec<Vec<&'a str>>,
    /// What follows from it.
    pub(crate) findings: Vec<Finding<'a>>,
    /// What could not be resolved.
    pub(crate) unresolved: Vec<&'a str>,
}

/// What follows from a graph.
pub(crate) struct Finding<'a> {
    pub(crate) text: &'a str,
    pub(crate) is_wrong: bool,
    /// What would make it harmless.
    pub(crate) innocent: &'a str,
    places: Vec<&'a str>,
    /// Ways through the graph that show it.
    pub(crate) ways: Vec<&'a str>,
}

impl<'a> Graph<'a> {
    pub(crate) fn of(graph: &'a Value) -> Self {
        let findings: Vec<Finding<'a>> = items(&graph["behaviour"]).iter().map(finding).collect();
        // The sentences tell the same findings in the same order, then the rest.
        let unresolved = items(&graph["findings"]).iter().skip(findings.len());
        Self {
            framework: graph["framework"].as_str().unwrap_or("unknown framework"),
            defined_at: graph["defined_at"].as_str(),
            is_live: graph["live"].as_bool() == Some(true),
            nodes: texts(&graph["nodes"]),
            optional: texts(&graph["optional"]),
            edges: items(&graph["edges"]).iter().filter_map(edge).collect(),
            supersteps: items(&graph["supersteps"]).iter().map(texts).collect(),
            unresolved: unresolved.filter_map(Value::as_str).collect(),
            findings,
        }
    }

    /// What it is, behind its name.
    pub(crate) fn described(&self) -> Line<'a> {
        let mut line = vec![ours(" ("), prose(self.framework), ours(")")];
        if let Some(at) = self.defined_at {
            line.extend([ours(" at "), place_written(at)]);
        }
        let conditional = self.edges.iter().filter(|(.., is_conditional)| *is_conditional);
        let numbers = format!(
            ": {}, {}, {} of them conditional; ",
            count(self.nodes.len(), "node", "nodes"),
            count(self.edges.len(), "edge", "edges"),
            conditional.count()
        );
        let life = if self.is_live {
            ours("the program runs it")
        } else {
            Piece::Bad("nothing that the program starts reaches it")
        };
        line.extend([ours(numbers), life, ours(".")]);
        line
    }
}

impl<'a> Finding<'a> {
    /// What it is, in at most so many characters, and at most so many of its places. What others of the graph said word
    /// for word behind their colon is not said again.
    pub(crate) fn line(&self, text_max: usize, places_max: usize, said: &mut BTreeSet<&'a str>) -> Line<'a> {
        let (what, why) = self.text.split_once(": ").unwrap_or((self.text, ""));
        let is_new = why.is_empty() || said.insert(why);
        let text = if is_new {
            self.text.to_owned()
        } else {
            format!("{what}: the same holds")
        };
        let mut line = vec![prose(sentence(&shorten(&text, text_max)))];
        let places = self.places.iter().take(places_max);
        let places = joined(places.map(|place| vec![place_written(place)]), ", ");
        if !places.is_empty() {
            line.push(ours(" ("));
            line.extend(places);
            line.push(ours(")"));
        }
        line
    }
}

fn items(list: &Value) -> &[Value] {
    list.as_array().map_or(&[], Vec::as_slice)
}

fn texts(list: &Value) -> Vec<&str> {
    items(list).iter().filter_map(Value::as_str).collect()
}

fn edge(edge: &Value) -> Option<(&str, &str, bool)> {
    Some((
        edge[0].as_str()?,
        edge[1].as_str()?,
        edge[2].as_bool().unwrap_or(false),
    ))
}

fn finding(finding: &Value) -> Finding<'_> {
    Finding {
        text: finding["text"].as_str().unwrap_or_default(),
        is_wrong: finding["weight"].as_str() == Some("wrong"),
        innocent: finding["innocent"].as_str().unwrap_or_default(),
        places: texts(&finding["places"]),
        ways: texts(&finding["counter_example"]),
    }
}
