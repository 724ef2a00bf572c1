//! What happened when it ran, for reports: bounded, and without secrets or signs that would act where it is shown.

use crate::facts::{self, Fact};
use crate::figures::{self, Figure, PriceOf};
use crate::merge::merge;
use crate::run::Trace;
use crate::scenario::{PLAIN, REPLAY};
use crate::seen::{Run, Seen, Visit, failure};
use crate::surprise;
use court::evidence::Evidence;
use report::dossier::{ExperimentNote, FigureNote, ScenarioNote, StepNote, SurpriseNote, VisitNote};
use serde_json::Value;
use subject::Snapshot;
use subject::secrets::mask;

/// Most steps of a scenario, nodes of a step, keys of a node and surprises that are told.
const STEPS_MAX: usize = 40;
const NODES_MAX: usize = 40;
const KEYS_MAX: usize = 20;
const SURPRISES_MAX: usize = 20;
/// Longest text, in characters.
const TEXT_CHARS_MAX: usize = 300;

/// The evidence with what was seen, and what reports tell of it.
#[must_use]
pub fn of(
    trace: &Trace,
    evidence: &Evidence,
    snapshot: &Snapshot,
    price: PriceOf<'_>,
) -> (Evidence, ExperimentNote) {
    let facts: Vec<Fact> = facts::derive(trace);
    let figures = figures::of(trace, &facts, price);
    let (evidence, facts) = merge(evidence, &facts, snapshot);
    let seen: Vec<(&str, &str, Seen<'_>)> = trace
        .scenarios
        .iter()
        .map(|one| (one.name.as_str(), one.says.as_str(), Seen::of(trace, &one.name)))
        .collect();
    let note = ExperimentNote {
        python: safe(&trace.python),
        milliseconds: trace.milliseconds,
        walls: trace.walls.clone(),
        cut: cut(trace),
        events: trace.digest(),
        surprises: surprises(trace, &seen, snapshot),
        figures: figures.into_iter().map(figure).collect(),
        scenarios: seen
            .iter()
            .map(|(name, says, seen)| scenario(name, says, seen))
            .collect(),
        facts,
    };
    (evidence, note)
}

fn cut(trace: &Trace) -> Option<String> {
    let lacking = trace.lacks();
    if let (None, Some(module)) = (trace.ended_by(), lacking) {
        return Some(safe(&format!("the Python that ran it lacks {module}")));
    }
    let many = || {
        trace
            .told
            .is_cut
            .then(|| "there were more events than are kept".to_owned())
    };
    trace.ended_by().map(|why| safe(&why)).or_else(many)
}

fn figure(one: Figure) -> FigureNote {
    FigureNote {
        id: one.id.to_owned(),
        value: safe_value(one.value),
        text: safe(&one.text),
        source: one.source,
    }
}

/// Those of all scenarios, each once; one whose place is none of the subject's lines has none.
fn surprises(trace: &Trace, all: &[(&str, &str, Seen<'_>)], snapshot: &Snapshot) -> Vec<SurpriseNote> {
    let seen: Vec<(&str, &Seen<'_>)> = all.iter().map(|(name, _, seen)| (*name, seen)).collect();
    let mut found = surprise::all(trace, &seen);
    // What happens where all works is worse than what happens where something fails.
    let is_plain = |scenarios: &[String]| {
        let mut names = scenarios.iter();
        scenarios.is_empty() || names.any(|name| [PLAIN, REPLAY].contains(&name.as_str()))
    };
    found.sort_by_key(|one| (!is_plain(&one.scenarios), one.rank));
    let told = found.into_iter().take(SURPRISES_MAX);
    told.map(|one| SurpriseNote {
        text: safe(&one.text),
        place: one.place.filter(|place| is_line(place, snapshot)),
        scenarios: one.scenarios,
    })
    .collect()
}

fn is_line(place: &str, snapshot: &Snapshot) -> bool {
    let line = place
        .rsplit_once(':')
        .and_then(|(path, line)| snapshot.lines(path, line.parse().ok()?, line.parse().ok()?));
    line.is_some()
}

fn scenario(name: &str, says: &str, seen: &Seen<'_>) -> ScenarioNote {
    let longest = seen.runs.iter().max_by_key(|run| run.visits());
    ScenarioNote {
        name: name.to_owned(),
        says: says.to_owned(),
        has_ended: seen.has_finished(),
        outcome: safe(&outcome(seen, longest)),
        calls: u64::try_from(seen.calls.len()).unwrap_or(u64::MAX),
        steps: longest.map(steps).unwrap_or_default(),
    }
}

fn outcome(seen: &Seen<'_>, run: Option<&Run<'_>>) -> String {
    if let Some(why) = seen.untold {
        return why.to_owned();
    }
    let Some(run) = run else {
        let mut ends = seen.entries.iter().filter_map(|entry| entry.outcome?.2);
        return match (seen.entries.is_empty(), ends.next_back()) {
            (true, _) => "nothing was started".to_owned(),
            (false, Some(error)) => format!("no graph ran: {}", failure(error)),
            (false, None) => "no graph ran".to_owned(),
        };
    };
    match (run.error, run.has_ended, &seen.cut) {
        (Some(error), ..) => format!("the run broke: {}", failure(error)),
        (None, true, _) => "the run came to its end".to_owned(),
        (None, false, Some(why)) => format!("the run was ended by {why}"),
        (None, false, None) => "the run did not end".to_owned(),
    }
}

fn steps(run: &Run<'_>) -> Vec<StepNote> {
    let steps = run.steps.iter().take(STEPS_MAX);
    steps
        .map(|(step, visits)| StepNote {
            step: *step,
            nodes: visits.iter().take(NODES_MAX).map(visit).collect(),
        })
        .collect()
}

fn visit(visit: &Visit<'_>) -> VisitNote {
    let gave = visit.gave.iter().take(KEYS_MAX);
    VisitNote {
        node: safe(visit.node),
        milliseconds: visit.milliseconds,
        gave: gave.map(|(key, what)| safe(&format!("{key} ({what})"))).collect(),
        lost: visit.lost.iter().take(KEYS_MAX).map(|key| safe(key)).collect(),
        error: visit.error.map(|error| safe(&failure(error))),
    }
}

/// The same of a value, which is nowhere deep.
fn safe_value(value: Value) -> Value {
    match value {
        Value::String(text) => safe(&text).into(),
        Value::Array(items) => items.into_iter().map(safe_value).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter();
            fields
                .map(|(key, value)| (safe(&key), safe_value(value)))
                .collect()
        }
        other => other,
    }
}

/// A stranger's text as it may be told.
fn safe(text: &str) -> String {
    let cut: String = mask(text).chars().take(TEXT_CHARS_MAX).collect();
    court::visible::on_one_line(&cut)
}

#[cfg(test)]
mod tests;
