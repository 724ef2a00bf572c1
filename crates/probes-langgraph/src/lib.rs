//! The probes of programs that are built with LangGraph and judge repositories: a family a folder, a probe a file. Their
//! manual pages and fixtures stand beside all others in `crates/probes/pages/<id>.md`.

pub mod graph;
pub mod judges;
pub mod justice;
pub mod output;
pub mod safety;
pub mod state;

use probes_core::Probe;

/// Digest of everything that these findings depend on.
pub const SOURCES: &str = env!("SOURCES");

/// Why a question about Python code does not arise.
const NO_PYTHON: &str = "the repository has no Python outside tests";

/// The families.
pub const FAMILIES: [&[Probe]; 6] = [
    graph::GRAPH,
    safety::SAFETY,
    state::STATE,
    output::OUTPUT,
    judges::JUDGES,
    justice::JUSTICE,
];
