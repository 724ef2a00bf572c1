//! Which probes a rubric wants: those of its own field, and those that are of use in any.

use super::{conduct, docs, git, graph, judges, justice, output, safety, state};
use crate::probe::Probe;
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// What a family of probes is about. A question that no rubric of a field asks costs time and says nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Field {
    /// History, documents, conduct: of use for any subject.
    General,
    /// Programs built with LangGraph that judge repositories.
    LangGraph,
    /// The keeping of software in any language.
    Engineering,
}

/// The families of probes by field.
pub(super) const FAMILIES: &[(Field, &[Probe])] = &[
    (Field::General, conduct::CONDUCT),
    (Field::General, docs::DOCS),
    (Field::General, git::GIT),
    (Field::LangGraph, graph::GRAPH),
    (Field::LangGraph, safety::SAFETY),
    (Field::LangGraph, state::STATE),
    (Field::LangGraph, output::OUTPUT),
    (Field::LangGraph, judges::JUDGES),
    (Field::LangGraph, justice::JUSTICE),
];

impl Field {
    /// Every field.
    pub const ALL: [Self; 3] = [Self::General, Self::LangGraph, Self::Engineering];

    /// Its probes, by family.
    pub fn probes(self) -> impl Iterator<Item = &'static Probe> {
        let families = FAMILIES.iter().filter(move |(field, _)| *field == self);
        families.flat_map(|(_, probes)| probes.iter())
    }

    /// The field of the probe with this id.
    #[must_use]
    pub fn of(probe: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|field| field.probes().any(|one| one.id == probe))
    }

    /// The fields that demands on these probes are about, with the general one.
    pub fn wanted<'a>(probes: impl IntoIterator<Item = &'a str>) -> BTreeSet<Self> {
        let asked = probes.into_iter().filter_map(Self::of);
        asked.chain([Self::General]).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Field;

    #[test]
    fn who_asks_of_graphs_gets_the_probes_of_langgraph_and_the_general_ones() {
        let wanted = Field::wanted(["graph.nodes", "no.such_probe"]);
        assert_eq!(
            wanted.into_iter().collect::<Vec<_>>(),
            [Field::General, Field::LangGraph]
        );
        assert_eq!(Field::wanted(["git.commits"]).len(), 1);
    }
}
