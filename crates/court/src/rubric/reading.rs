//! How a dimension is understood: by what it demands itself, by a protocol that it names, by its id or by its text.

use super::{Artifact, Dimension};
use crate::protocol::{BUILT_IN, Demand, File, Protocol, Reading, protocols};
use crate::text::fold;
use std::collections::BTreeSet;

/// A text that uses fewer of the known phrases names them in passing.
const PHRASES_MIN: usize = 2;

impl Dimension {
    /// What it demands, or `None` where its text asks for nothing the probes can see.
    ///
    /// What the rubric itself demands decides, then a protocol that it names, then the dimension's id, then the
    /// phrases of its text.
    pub fn reading(&self) -> Option<Reading> {
        let demanded = self.demanded.clone();
        let demanded = demanded.or_else(|| named(self));
        demanded.or_else(|| BUILT_IN.iter().find_map(|file| by_text(self, file)))
    }
}

fn named(dimension: &Dimension) -> Option<Reading> {
    let by_name = protocols().find(|protocol| dimension.protocol.as_ref() == Some(&protocol.name));
    let id = fold(&dimension.id.0);
    let by_id = || protocols().find(|protocol| protocol.dimensions.iter().any(|known| fold(known) == id));
    let means = if by_name.is_some() {
        "the rubric names"
    } else {
        "its id means"
    };
    let protocol = by_name.or_else(by_id)?;
    Some(Reading {
        demands: protocol.demands.clone(),
        kind: protocol.kind,
        because: format!("{means} the protocol `{}`", protocol.name),
    })
}

fn by_text(dimension: &Dimension, file: &'static File) -> Option<Reading> {
    let text = format!(" {} ", fold(&asking_text(dimension)));
    let is_asked = |phrase: &&String| text.contains(&format!(" {} ", fold(phrase)));
    let mut asked: Vec<(&Protocol, &Demand)> = Vec::new();
    let mut phrases: BTreeSet<&String> = BTreeSet::new();
    for protocol in file
        .protocols
        .iter()
        .filter(|protocol| can_see(protocol, &dimension.artifact))
    {
        for demand in &protocol.demands {
            let found: Vec<&String> = demand.asks.iter().filter(is_asked).collect();
            phrases.extend(&found);
            asked.extend((!found.is_empty()).then_some((protocol, demand)));
        }
    }
    if phrases.len() < PHRASES_MIN {
        return None;
    }
    let of = |protocol: &Protocol| {
        asked
            .iter()
            .filter(|(other, _)| other.name == protocol.name)
            .count()
    };
    let (main, _) = asked.iter().max_by_key(|(protocol, _)| of(protocol))?;
    let names: BTreeSet<String> = asked
        .iter()
        .map(|(protocol, _)| format!("`{}`", protocol.name))
        .collect();
    let names = names.into_iter().collect::<Vec<_>>().join(", ");
    let mut demands: Vec<Demand> = Vec::new();
    for (_, demand) in &asked {
        if demands.iter().all(|known| known.probe != demand.probe) {
            demands.push((*demand).clone());
        }
    }
    Some(Reading {
        demands,
        kind: main.kind,
        because: format!("its text asks for parts of {names}"),
    })
}

/// A dimension about the report is not answered by probes of the code, and the other way round.
fn can_see(protocol: &Protocol, artifact: &Artifact) -> bool {
    let asks = |prefix: &str| {
        protocol
            .demands
            .iter()
            .any(|demand| demand.probe.starts_with(prefix))
    };
    match artifact {
        Artifact::Repository => !asks("docs."),
        Artifact::Report => asks("docs.") && !asks("docs.diagram"),
        Artifact::Diagrams => asks("docs.diagram"),
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
    let all = texts
        .into_iter()
        .flatten()
        .chain(dimension.logic.values())
        .chain(best);
    all.map(String::as_str).collect::<Vec<_>>().join(" . ")
}
