//! The protocols that are built in.

use super::{Demand, Kind, Want};
use serde::Deserialize;
use std::sync::LazyLock;

/// The built-in protocols, a file each. What a dimension means is looked for in the first before the next: words
/// such as "tests" are common, and a rubric for LangGraph auditors uses them too.
pub(crate) static BUILT_IN: LazyLock<[File; 2]> = LazyLock::new(|| {
    let texts = [
        include_str!("../../protocols/langgraph-auditor.yaml"),
        include_str!("../../protocols/engineering.yaml"),
    ];
    texts.map(|text| serde_saphyr::from_str(text).expect("the built-in protocols are parsed by a test"))
});

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct File {
    pub(crate) protocols: Vec<Protocol>,
}

/// The demands that belong together.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Protocol {
    /// Its name, as rubrics spell it in `forensic_protocol`.
    pub name: String,
    /// Ids of dimensions that mean it.
    pub(crate) dimensions: Vec<String>,
    /// What kind of dimension it makes.
    #[serde(default)]
    pub kind: Kind,
    /// What it demands.
    pub demands: Vec<Demand>,
}

/// The built-in demand on a probe with this answer, else with any.
pub(crate) fn built_in_demand(probe: &str, want: &Want) -> Option<&'static Demand> {
    let demands = || protocols().flat_map(|protocol| &protocol.demands);
    let known = || demands().filter(|demand| demand.probe == probe);
    known()
        .find(|demand| demand.want == *want)
        .or_else(|| known().next())
}

/// The built-in protocol of this name.
pub(crate) fn built_in(name: &str) -> Option<&'static Protocol> {
    protocols().find(|protocol| protocol.name == name)
}

/// What the built-in protocols demand and how much it weighs, as one text: who scores by it agrees with people as long as it
/// stays the same. Words that only explain are not in it.
pub fn weights() -> String {
    let demands = protocols().flat_map(|protocol| &protocol.demands);
    let lines = demands.map(|demand| {
        let Demand {
            probe,
            want,
            weight,
            is_essential,
            is_limit,
            proof,
            ..
        } = demand;
        let limit = if *is_limit { " limit" } else { "" };
        format!("{probe} {want:?} {weight} {is_essential} {proof:?}{limit}\n")
    });
    lines.collect()
}

pub(crate) fn protocols() -> impl Iterator<Item = &'static Protocol> {
    BUILT_IN.iter().flat_map(|file| &file.protocols)
}
