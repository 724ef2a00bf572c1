//! How a dimension is understood: by what it demands itself, by a protocol that it names, by its id or by its text.

use super::builtin::{BUILT_IN, File, Protocol, protocols};
use super::{Demand, Kind};
use crate::rubric::{Artifact, Dimension};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// A text that uses fewer of the known phrases names them in passing.
const PHRASES_MIN: usize = 2;

/// How a dimension was understood.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Reading {
    /// What it demands.
    pub demands: Vec<Demand>,
    /// What kind of dimension it is.
    pub kind: Kind,
    /// How that was found out, in one sentence for the rubric's author.
    pub because: String,
}

/// What the dimension demands, or `None` where its text asks for nothing the probes can see.
///
/// What the rubric itself demands decides, then a protocol that it names, then the dimension's id, then the
/// phrases of its text.
#[must_use]
pub fn read(dimension: &Dimension) -> Option<Reading> {
    let demanded = dimension.demanded.clone();
    demanded
        .or_else(|| named(dimension))
        .or_else(|| BUILT_IN.iter().find_map(|file| by_text(dimension, file)))
}

/// The phrases of a dimension's text that some built-in protocol knows.
#[must_use]
pub fn phrases(dimension: &Dimension) -> BTreeSet<&'static str> {
    let text = format!(" {} ", fold(&asking_text(dimension)));
    let known = protocols().flat_map(|protocol| &protocol.demands);
    let phrases = known.flat_map(|demand| &demand.asks).map(String::as_str);
    phrases
        .filter(|phrase| text.contains(&format!(" {} ", fold(phrase))))
        .collect()
}

fn named(dimension: &Dimension) -> Option<Reading> {
    let by_id = protocols().find(|p| p.dimensions.iter().any(|id| fold(id) == fold(&dimension.id.0)));
    let by_name = dimension
        .protocol
        .as_ref()
        .and_then(|name| protocols().find(|p| p.name == *name));
    let (protocol, because) = match (by_name, by_id) {
        (Some(protocol), _) => (
            protocol,
            format!("the rubric names the protocol `{}`", protocol.name),
        ),
        (None, Some(protocol)) => (protocol, format!("its id means the protocol `{}`", protocol.name)),
        (None, None) => return None,
    };
    Some(Reading {
        demands: protocol.demands.clone(),
        kind: protocol.kind,
        because,
    })
}

fn by_text(dimension: &Dimension, file: &File) -> Option<Reading> {
    let text = format!(" {} ", fold(&asking_text(dimension)));
    let is_asked = |phrase: &&String| text.contains(&format!(" {} ", fold(phrase)));
    let visible = file
        .protocols
        .iter()
        .filter(|protocol| can_see(protocol, &dimension.artifact));
    let asked: Vec<(&Protocol, &Demand, BTreeSet<&String>)> = visible
        .flat_map(|protocol| protocol.demands.iter().map(move |demand| (protocol, demand)))
        .map(|(protocol, demand)| (protocol, demand, demand.asks.iter().filter(is_asked).collect()))
        .filter(|(_, _, phrases): &(_, _, BTreeSet<&String>)| !phrases.is_empty())
        .collect();
    let phrases: BTreeSet<&String> = asked
        .iter()
        .flat_map(|(_, _, phrases)| phrases)
        .copied()
        .collect();
    if phrases.len() < PHRASES_MIN {
        return None;
    }
    let count = |protocol: &Protocol| {
        asked
            .iter()
            .filter(|(other, ..)| other.name == protocol.name)
            .count()
    };
    let main = asked
        .iter()
        .map(|(protocol, ..)| protocol)
        .max_by_key(|protocol| count(protocol))?;
    let names: BTreeSet<String> = asked
        .iter()
        .map(|(protocol, ..)| format!("`{}`", protocol.name))
        .collect();
    let names = names.into_iter().collect::<Vec<_>>().join(", ");
    let demands = asked
        .iter()
        .fold(Vec::new(), |mut demands: Vec<Demand>, (_, demand, _)| {
            if demands.iter().all(|known| known.probe != demand.probe) {
                demands.push((*demand).clone());
            }
            demands
        });
    Some(Reading {
        demands,
        kind: main.kind,
        because: format!("its text asks for parts of {names}"),
    })
}

/// A dimension about the report is not answered by probes of the code, and the other way round.
fn can_see(protocol: &Protocol, artifact: &Artifact) -> bool {
    let namespace = |prefix: &str| {
        protocol
            .demands
            .iter()
            .any(|demand| demand.probe.starts_with(prefix))
    };
    match artifact {
        Artifact::Repository => !namespace("docs."),
        Artifact::Report => namespace("docs.") && !namespace("docs.diagram"),
        Artifact::Diagrams => namespace("docs.diagram"),
        Artifact::External(_) => false,
    }
}

/// What the dimension asks for. Failure patterns and lower levels name things only to say how they go wrong.
fn asking_text(dimension: &Dimension) -> String {
    let texts = [
        Some(&dimension.name),
        dimension.instruction.as_ref(),
        dimension.description.as_ref(),
        dimension.success.as_ref(),
        dimension.shared_logic.as_ref(),
    ];
    let best = dimension.levels.first().map(|level| &level.description);
    let best = best.filter(|_| dimension.success.is_none());
    let all: Vec<&str> = texts
        .into_iter()
        .flatten()
        .chain(dimension.logic.values())
        .chain(best)
        .map(String::as_str)
        .collect();
    all.join(" . ")
}

/// Letters and digits in lower case, everything else one space.
pub(crate) fn fold(text: &str) -> String {
    let spaced: String = text
        .chars()
        .map(|c| {
            if c.is_alphanumeric() {
                c.to_ascii_lowercase()
            } else {
                ' '
            }
        })
        .collect();
    spaced.split_whitespace().collect::<Vec<_>>().join(" ")
}
