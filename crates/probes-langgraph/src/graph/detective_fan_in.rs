//! `graph.detective_fan_in`: all evidence is in before the first judge reads it.

use super::{joined, no_together as no, none_of, of_meaning};
use langgraph::topology::End;
use langgraph::topology::meaning::Meaning;
use langgraph::topology::roles::Role;
use probes_core::{Answer, Probe, Subject};
use std::collections::BTreeSet;

pub(super) const PROBE: Probe = Probe::of_code(
    "graph.detective_fan_in",
    "All detectives join in one node before any judge runs, so that judges see all evidence",
    |snapshot| of_meaning(snapshot, |meaning| fan_in(snapshot, meaning)),
);

fn fan_in(snapshot: &Subject, meaning: &Meaning<'_>) -> Answer {
    let detectives = meaning.roles.all(Role::Detective);
    let is_sent = meaning.fan_out(Role::Detective).is_some_and(|fan| fan.by_tasks);
    if detectives.len() < 2 && !is_sent {
        let rationale = "there are not two detectives that could join";
        return none_of(snapshot.program(), meaning, Role::Detective, rationale);
    }
    let judges = meaning.roles.all(Role::Judge);
    let before: BTreeSet<End> = judges.iter().map(|name| End::Node((*name).to_owned())).collect();
    let Some(fan) = meaning.fan_in(Role::Detective, &before) else {
        return no(
            meaning.graph,
            "there is no node that all detectives come to before a judge runs",
        );
    };
    if judges.contains(&fan.node.as_str()) {
        return no(
            meaning.graph,
            format!("the detectives join only in {}, a judge", fan.node),
        );
    }
    if let Some(late) = late(meaning, &detectives, &judges) {
        return no(meaning.graph, late);
    }
    joined(&fan, "detectives")
}

/// A detective that still works when the first judge starts.
fn late(meaning: &Meaning<'_>, detectives: &[&str], judges: &[&str]) -> Option<String> {
    let steps = &meaning.supersteps;
    let first = judges.iter().filter_map(|judge| steps.first(judge)).min()?;
    let late = detectives
        .iter()
        .find(|name| steps.first(name).is_some_and(|step| step >= first))?;
    Some(format!("the first judge runs before {late} has ended"))
}
