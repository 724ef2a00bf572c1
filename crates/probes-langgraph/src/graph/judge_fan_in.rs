//! `graph.judge_fan_in`: all opinions are in before it is settled.

use super::{joined, no_together as no, none_of, of_meaning};
use langgraph::topology::End;
use langgraph::topology::meaning::Meaning;
use langgraph::topology::roles::Role;
use probes_core::{Answer, Probe, Subject};
use std::collections::BTreeSet;

pub(super) const PROBE: Probe = Probe::of_code(
    "graph.judge_fan_in",
    "All judges join in one node before or at the chief justice",
    |snapshot| of_meaning(snapshot, |meaning| fan_in(snapshot, meaning)),
);

fn fan_in(snapshot: &Subject, meaning: &Meaning<'_>) -> Answer {
    if meaning.fan_out(Role::Judge).is_none() {
        let rationale = "no judges start together, so none can join";
        return match meaning.roles.all(Role::Judge).len() {
            0 | 1 => none_of(snapshot.program(), meaning, Role::Judge, rationale),
            _ => no(meaning.graph, rationale),
        };
    }
    let chiefs = meaning.roles.all(Role::ChiefJustice);
    let mut before: BTreeSet<End> = chiefs.iter().map(|name| End::Node((*name).to_owned())).collect();
    if before.is_empty() {
        before.insert(End::Finish);
    }
    match meaning.fan_in(Role::Judge, &before) {
        Some(fan) => joined(&fan, "judges"),
        None => no(
            meaning.graph,
            "there is no node that all judges come to before it is settled",
        ),
    }
}
