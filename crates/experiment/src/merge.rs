//! Reading and running held against each other. What was seen to happen goes before what reading says, what was not seen only
//! casts doubt on it, and no run clears what reading proved of danger. Where both disagree both stay in the evidence.

use crate::facts::Fact;
use court::evidence::{Confidence, Evidence, Excerpt, Exhibit, Finding, Place, Source};
use report::dossier::RanNote;
use serde_json::Value;
use std::collections::BTreeSet;
use subject::Snapshot;
use subject::secrets::{mask, mask_value};

/// Probes of danger. The subject shares its process with the watcher and can forge what is seen: a run makes their answers
/// worse and never better.
const DANGERS: [&str; 2] = ["safety.", "danger."];
/// Of these, those where yes is the bad answer.
const BAD: [&str; 2] = ["safety.os_system", "safety.shell_true"];
/// How sure reading is at most of what a run looked for and did not see, in percent.
const DOUBTED: Confidence = Confidence::percent(60);
/// Longest value that is told, in characters.
const VALUE_CHARS_MAX: usize = 200;

/// How reading and running stand to each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Agrees,
    /// Reading could not say.
    Decides,
    Overrules,
    /// Reading stands.
    Differs,
}

impl Outcome {
    fn word(self) -> &'static str {
        match self {
            Self::Agrees => "agrees",
            Self::Decides => "decides",
            Self::Overrules => "overrules",
            Self::Differs => "differs",
        }
    }
}

/// The evidence with what was seen, and how each fact stands to what was read. Facts that no probe asks about are left out.
#[must_use]
pub fn merge(evidence: &Evidence, facts: &[Fact], snapshot: &Snapshot) -> (Evidence, Vec<RanNote>) {
    let asked: BTreeSet<&str> = facts.iter().map(|fact| fact.id.as_str()).collect();
    let others = evidence
        .iter()
        .filter(|(_, exhibit)| !asked.contains(exhibit.probe.as_str()));
    let mut merged: Vec<Exhibit> = others.map(|(_, exhibit)| exhibit.clone()).collect();
    let mut notes = Vec::new();
    for fact in facts {
        let read: Vec<Exhibit> = evidence
            .of_probe(&fact.id)
            .map(|(_, exhibit)| exhibit.clone())
            .collect();
        let Some(first) = read.first() else { continue };
        let value = whole(fact, first);
        let fact = &without(fact, &value);
        let outcome = outcome(fact, &value, first);
        let at = first_of(fact, snapshot);
        notes.push(note(fact, at.is_some(), first, outcome));
        merged.extend(together(read, seen(fact, value, at, evidence), outcome));
    }
    (merged.into_iter().collect(), notes)
}

/// The value of a list that running and reading each know a part of: who was seen is there, and who is read may come about
/// under another switch.
fn whole(fact: &Fact, read: &Exhibit) -> Value {
    let (Some(seen), Some(known)) = (
        fact.value.as_array(),
        read.value.as_ref().and_then(Value::as_array),
    ) else {
        return fact.value.clone();
    };
    // Lists with little in common are those of two graphs.
    let common = seen.iter().filter(|one| known.contains(one)).count();
    if common * 2 < seen.len() {
        return fact.value.clone();
    }
    let more = seen.iter().filter(|one| !known.contains(one));
    known.iter().chain(more).cloned().collect()
}

/// The same, with what is not among what was seen: steps that are only there under another switch.
fn without(fact: &Fact, whole: &Value) -> Fact {
    let seen = fact.value.as_array();
    let unseen = whole.as_array().into_iter().flatten();
    let unseen: Vec<String> = unseen
        .filter(|one| seen.is_some_and(|seen| !seen.contains(one)))
        .map(ToString::to_string)
        .collect();
    let mut fact = fact.clone();
    if !unseen.is_empty() {
        fact.why = format!("{}; not there when it ran: {}", fact.why, unseen.join(", "));
    }
    fact
}

fn outcome(fact: &Fact, value: &Value, read: &Exhibit) -> Outcome {
    let is_read = read.finding.is_observed();
    if is_read && is_same(value, read) {
        return Outcome::Agrees;
    }
    // Where reading could not say either: what a program may forge is no reason to trust it.
    if !fact.is_proof || clears(fact) {
        return Outcome::Differs;
    }
    match is_read {
        true => Outcome::Overrules,
        // Nothing is said of what nobody could read but what was seen to happen.
        false if fact.value == Value::Bool(false) && read.finding == Finding::NotApplicable => {
            Outcome::Differs
        }
        false => Outcome::Decides,
    }
}

fn is_same(value: &Value, read: &Exhibit) -> bool {
    match value {
        Value::Bool(holds) => *holds == (read.finding == Finding::Present),
        Value::String(name) => {
            let last = |name: &str| name.rsplit('.').next().map(str::to_owned);
            read.value.as_ref().and_then(Value::as_str).and_then(last) == last(name)
        }
        other => {
            let items = |value: &Value| -> BTreeSet<String> {
                let all = value.as_array().into_iter().flatten();
                all.map(ToString::to_string).collect()
            };
            read.value
                .as_ref()
                .is_some_and(|value| items(value) == items(other))
        }
    }
}

/// Whether it would take back what reading found dangerous.
fn clears(fact: &Fact) -> bool {
    let is_danger = DANGERS.iter().any(|danger| fact.id.starts_with(danger));
    let is_good = fact.value == Value::Bool(!BAD.contains(&fact.id.as_str()));
    is_danger && is_good
}

/// The place of a fact, where the subject has such a line.
fn first_of(fact: &Fact, snapshot: &Snapshot) -> Option<(Place, Excerpt)> {
    let (path, line) = fact.at.as_deref()?.rsplit_once(':')?;
    let line = line.parse().ok().filter(|line| *line > 0)?;
    let text = snapshot.lines(path, line, line)?;
    Some((Place::line(path, line), Excerpt::new(mask(&text))))
}

fn seen(fact: &Fact, value: Value, at: Option<(Place, Excerpt)>, evidence: &Evidence) -> Exhibit {
    let asked = evidence.of_probe(&fact.id).next();
    let (place, excerpt) = at.unzip();
    let holds = fact.value != Value::Bool(false);
    Exhibit {
        probe: fact.id.clone(),
        rank: 0,
        detective: asked.map_or(court::evidence::Detective::RepoInvestigator, |(_, one)| {
            one.detective
        }),
        goal: asked.map(|(_, one)| one.goal.clone()).unwrap_or_default(),
        finding: Finding::of(holds),
        value: Some(mask_value(value)),
        place,
        excerpt,
        rationale: court::visible::on_one_line(&mask(&format!("seen when it ran: {}", fact.why))),
        confidence: Confidence::CERTAIN,
        source: Source::Ran {
            scenario: fact.scenario().to_owned(),
        },
    }
}

/// The exhibits of one probe, the one that counts first.
fn together(mut read: Vec<Exhibit>, mut seen: Exhibit, outcome: Outcome) -> Vec<Exhibit> {
    match outcome {
        Outcome::Agrees | Outcome::Differs => {
            if outcome == Outcome::Differs {
                if let Some(first) = read.first_mut() {
                    first.confidence = first.confidence.min(DOUBTED);
                }
                seen.rationale = format!("running differs from reading, which stands: {}", seen.rationale);
            }
            seen.value = None;
            read.push(seen);
        }
        Outcome::Decides | Outcome::Overrules => {
            if let Some(first) = read.first_mut() {
                first.value = None;
                first.rationale = format!("reading alone: {}", first.rationale);
            }
            read.insert(0, seen);
        }
    }
    for (rank, one) in (0..).zip(&mut read) {
        one.rank = rank;
    }
    read
}

/// Where lines of a file begin, as `path:line`.
fn line_of(place: &Place) -> Option<String> {
    match place {
        Place::Lines { path, first, .. } => Some(format!("{path}:{first}")),
        _ => None,
    }
}

fn note(fact: &Fact, is_placed: bool, read: &Exhibit, outcome: Outcome) -> RanNote {
    let value = fact.value.to_string();
    RanNote {
        probe: fact.id.clone(),
        scenario: fact.scenario().to_owned(),
        value: mask(&value).chars().take(VALUE_CHARS_MAX).collect(),
        why: court::visible::on_one_line(&mask(&fact.why)),
        at: fact.at.clone().filter(|_| is_placed),
        reading: read.finding.word().to_owned(),
        read_at: read.place.as_ref().and_then(line_of),
        outcome: outcome.word().to_owned(),
    }
}

#[cfg(test)]
mod tests;
