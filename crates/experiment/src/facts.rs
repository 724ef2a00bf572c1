//! What follows from an experiment for the facts that probes speak of. A run can show that something happens; that it does
//! not happen is said only where the run came to the place and no fake lay on the way. Whatever else is undecided and has no
//! entry here.

mod behaviour;
mod board;
mod fakes;
mod graph;
mod law;
mod prompts;
pub(crate) mod replays;
mod routes;

use crate::events::Llm;
use crate::run::Trace;
use crate::scenario::{PLAIN, REPLAY};
use crate::seen::{Run, Seen, Visit};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use wordlist::array;

/// One fact that was decided.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Fact {
    /// The id of the probe that asks the same.
    pub id: String,
    pub value: Value,
    /// `experiment:` and the scenario that showed it.
    pub source: String,
    pub why: String,
    /// Where in the subject, as `path:line`.
    pub at: Option<String>,
    /// Whether what was seen decides; else it was looked for and not seen, which proves little.
    pub is_proof: bool,
}

impl Fact {
    /// The scenario that showed it.
    #[must_use]
    pub fn scenario(&self) -> &str {
        self.source.strip_prefix(SOURCE).unwrap_or(&self.source)
    }

    fn at(self, place: Option<&str>) -> Self {
        let at = place.map(str::to_owned);
        Self { at, ..self }
    }

    fn unproved(self) -> Self {
        Self {
            is_proof: false,
            ..self
        }
    }
}

/// How many voices a bench has.
const JUDGES: usize = 3;

/// What stands before the scenario in the source of a fact.
const SOURCE: &str = "experiment:";

/// Facts about how a graph is made, and about git, which runs first: they hold of a program that breaks later.
const BUILT: [&str; 14] = array(
    "graph.state_graph graph.nodes graph.edges graph.conditional graph.error_route graph.checkpointer \
     state.typed_state state.reducer_list state.reducer_dict state.score_bounded safety.no_shell \
     safety.tempdir_clone safety.url_validated safety.clone_timeout",
);
/// Facts that are shown by what happens: before a program breaks they are seen, or nothing is known.
const SEEN: [&str; 13] = array(
    "graph.detective_fan_out graph.detective_fan_in graph.judge_fan_out graph.judge_fan_in \
     state.evidence_model state.opinion_model output.structured output.schema judges.three_personas \
     judges.distinct_prompts justice.report_file safety.os_system safety.shell_true",
);

/// All that is looked at together.
struct Case<'a> {
    /// The scenario in which all went well, with its name.
    base: (&'a str, &'a Seen<'a>),
    /// The run of a graph in it.
    run: &'a Run<'a>,
    /// The other scenarios, by name.
    others: Vec<(&'a str, &'a Seen<'a>)>,
    /// Whether scripts of the subject were started; else its graph was invoked by us.
    is_program: bool,
}

/// Facts that two runs of the same must agree on, for they are said of the plain scenario. Where events are missing, only what
/// was seen to happen is said.
#[must_use]
pub fn derive(trace: &Trace) -> Vec<Fact> {
    let is_whole = trace.is_complete();
    let facts = agreed(trace).into_iter();
    facts
        .filter(|fact| is_whole || fact.value != Value::Bool(false))
        .collect()
}

/// The scenario that facts are said of: the first in which all went well, else the first that ran at all.
pub(crate) fn base<'a, 'b>(all: &'b [(&'a str, Seen<'a>)]) -> Option<&'b (&'a str, Seen<'a>)> {
    let mut ended = plain(all).filter(|(_, seen)| seen.has_finished());
    let ran = || plain(all).find(|(_, seen)| !seen.runs.is_empty());
    ended.next().or_else(ran)
}

fn agreed(trace: &Trace) -> Vec<Fact> {
    let all: Vec<(&str, Seen<'_>)> = trace
        .scenarios
        .iter()
        .map(|one| (one.name.as_str(), Seen::of(trace, &one.name)))
        .collect();
    let mut plain = plain(&all).filter(|(_, seen)| seen.has_finished());
    let Some((name, seen)) = plain.next() else {
        return broken(&all);
    };
    let found = of(name, seen, &all);
    // The same once more, and it comes to no end: nothing that it does can be relied on.
    let is_fickle = name == &PLAIN
        && all
            .get(1)
            .is_some_and(|(_, again)| !again.runs.is_empty() && !again.has_finished());
    if is_fickle {
        return Vec::new();
    }
    match plain.next() {
        // Where both came to their end they have to say the same.
        Some((name, seen)) => {
            let again = of(name, seen, &all);
            found.into_iter().filter(|fact| is_among(fact, &again)).collect()
        }
        None => alone(found),
    }
}

/// What one run says that no other confirms.
fn alone(facts: Vec<Fact>) -> Vec<Fact> {
    facts.into_iter().map(Fact::unproved).collect()
}

/// The scenarios in which all goes well. The plain one, the same once more, and, where one of these was lost to what kept the program
/// from running, the one whose last word is spoken again afterwards.
fn plain<'a, 'b>(all: &'b [(&'a str, Seen<'a>)]) -> impl Iterator<Item = &'b (&'a str, Seen<'a>)> {
    let replayed = all.iter().skip(2).filter(|(name, _)| *name == REPLAY);
    // What was put right in the second is what all others go with.
    let is_mended = all
        .get(1)
        .is_some_and(|(_, again)| !again.repaired.is_empty() && again.has_finished());
    all.iter().take(2).skip(usize::from(is_mended)).chain(replayed)
}

/// What holds of a program that never comes to its end: how its graph is made, and what was seen to happen before it broke. Where
/// it was run twice, both have to say so.
fn broken(all: &[(&str, Seen<'_>)]) -> Vec<Fact> {
    let mut said = plain(all).filter_map(|(name, seen)| {
        let run = longest(
            seen.runs
                .iter()
                .filter(|run| run.graph.is_some() && !run.is_lost()),
        )?;
        let facts = of_run(name, seen, run, all).into_iter();
        Some(facts.filter(holds_of_broken).collect::<Vec<Fact>>())
    });
    let first = said.next().unwrap_or_default();
    match said.next() {
        Some(again) => first.into_iter().filter(|fact| is_among(fact, &again)).collect(),
        None => alone(first),
    }
}

fn is_among(fact: &Fact, others: &[Fact]) -> bool {
    let mut others = others.iter();
    others.any(|other| other.id == fact.id && other.value == fact.value)
}

/// Whether nothing that might still have come could change it.
fn holds_of_broken(fact: &Fact) -> bool {
    let id = fact.id.as_str();
    BUILT.contains(&id) || SEEN.contains(&id) && fact.value != Value::Bool(false)
}

fn longest<'a>(runs: impl Iterator<Item = &'a Run<'a>>) -> Option<&'a Run<'a>> {
    runs.max_by_key(|run| run.visits())
}

fn of<'a>(name: &'a str, seen: &'a Seen<'a>, all: &'a [(&'a str, Seen<'a>)]) -> Vec<Fact> {
    let runs = seen.runs.iter();
    let ended = longest(runs.filter(|run| run.is_whole()));
    ended.map_or_else(Vec::new, |run| of_run(name, seen, run, all))
}

fn of_run<'a>(
    name: &'a str,
    seen: &'a Seen<'a>,
    run: &'a Run<'a>,
    all: &'a [(&'a str, Seen<'a>)],
) -> Vec<Fact> {
    let case = Case {
        base: (name, seen),
        run,
        others: all.iter().skip(2).map(|(name, seen)| (*name, seen)).collect(),
        is_program: seen.entries.iter().any(|entry| entry.how != "import"),
    };
    let mut facts = graph::facts(&case);
    facts.extend(behaviour::facts(&case));
    facts.extend(replays::facts(&case));
    facts.extend(prompts::facts(&case));
    facts.extend(routes::facts(&case));
    facts
}

impl<'a> Case<'a> {
    fn fact(&self, id: &str, value: impl Into<Value>, why: impl Into<String>) -> Fact {
        said_of(self.base.0, id, value, why)
    }

    /// Whether nothing could have been handed to what builds the graph.
    fn is_built_alone(&self) -> bool {
        self.base.1.is_closed
    }

    fn other(&self, name: &str) -> Option<&'a Seen<'a>> {
        let found = self.others.iter().find(|(other, _)| *other == name);
        // One that started nothing was left out, or never came that far.
        found
            .map(|(_, seen)| *seen)
            .filter(|seen| !seen.entries.is_empty())
    }

    /// The nodes that ask a model in the voice of a judge. Who asks once all others have, in no voice of its own, settles
    /// and does not judge.
    fn judges(&self) -> BTreeSet<&'a str> {
        let (forms, sessions) = (self.forms(), self.sessions());
        let calls = self.base.1.calls.iter().filter(|call| call.persona.is_some());
        let calls = calls.filter(|call| forms.is_empty() || forms.contains(&form_of(call)));
        let calls = calls.filter(|call| sessions.is_empty() || sessions.contains(&call.step));
        let asking: BTreeSet<&str> = calls.filter_map(|call| call.node.as_deref()).collect();
        asking
            .iter()
            .copied()
            .filter(|node| !self.settles(node, &asking))
            .collect()
    }

    /// The forms in which all voices are heard. Who speaks in a voice in another form alone quotes a judge and is none; empty where
    /// no form has them all.
    fn forms(&self) -> BTreeSet<Form<'a>> {
        self.whole(form_of, 0)
    }

    /// The steps in which all voices are heard. Who speaks in a voice in another step alone is no judge; empty where no step has them all.
    fn sessions(&self) -> BTreeSet<Option<u64>> {
        self.whole(|call| call.step, JUDGES)
    }

    /// Of what calls are told apart by, that under which all voices are heard, and so many at least.
    fn whole<K: Ord>(&self, told_by: impl Fn(&'a Llm) -> K, least: usize) -> BTreeSet<K> {
        let voices = self.personas();
        let mut heard: BTreeMap<K, BTreeSet<&str>> = BTreeMap::new();
        for call in &self.base.1.calls {
            if let Some(persona) = call.persona.as_deref() {
                heard.entry(told_by(call)).or_default().insert(persona);
            }
        }
        let all = heard.into_iter();
        let all = all.filter(|(_, heard)| heard.len() >= least && heard.len() == voices.len());
        all.map(|(key, _)| key).collect()
    }

    /// Calls that judges made in their voice.
    fn asked_by_judges(&self) -> Vec<&'a Llm> {
        let judges = self.judges();
        let calls = self.base.1.calls.iter().copied();
        calls
            .filter(|call| call.persona.is_some())
            .filter(|call| call.node.as_deref().is_some_and(|node| judges.contains(node)))
            .collect()
    }

    fn settles(&self, node: &str, asking: &BTreeSet<&str>) -> bool {
        let steps = |node: &str| {
            let visits = self.visits().filter(|(_, visit)| visit.node == node);
            visits.map(|(step, _)| step).collect::<Vec<_>>()
        };
        let voices = |of_node: bool| {
            let calls = self.base.1.calls.iter();
            let calls = calls.filter(|call| (call.node.as_deref() == Some(node)) == of_node);
            calls
                .filter_map(|call| call.persona.as_deref())
                .collect::<BTreeSet<_>>()
        };
        let first = steps(node).into_iter().min();
        let mut others = asking
            .iter()
            .filter(|other| **other != node)
            .flat_map(|other| steps(other));
        asking.len() > 1 && others.all(|step| Some(step) < first) && voices(true).is_subset(&voices(false))
    }

    fn personas(&self) -> BTreeSet<&'a str> {
        self.base
            .1
            .calls
            .iter()
            .filter_map(|call| call.persona.as_deref())
            .collect()
    }

    /// The steps in which judges sit: the first and the last.
    fn hearing(&self) -> Option<(u64, u64)> {
        let judges = self.judges();
        let sits = |visits: &Vec<Visit<'_>>| visits.iter().any(|visit| judges.contains(visit.node));
        let mut steps = self
            .run
            .steps
            .iter()
            .filter(|(_, visits)| sits(visits))
            .map(|(step, _)| *step);
        let first = steps.next()?;
        Some((first, steps.next_back().unwrap_or(first)))
    }

    fn visits(&self) -> impl Iterator<Item = (u64, &Visit<'a>)> {
        self.run
            .steps
            .iter()
            .flat_map(|(step, visits)| visits.iter().map(|visit| (*step, visit)))
    }
}

/// How an answer is asked for: the form and the schema.
type Form<'a> = (&'a str, Option<&'a str>);

fn form_of(call: &Llm) -> Form<'_> {
    (call.form.as_str(), call.schema.as_deref())
}

fn said_of(scenario: &str, id: &str, value: impl Into<Value>, why: impl Into<String>) -> Fact {
    Fact {
        id: id.to_owned(),
        value: value.into(),
        source: format!("{SOURCE}{scenario}"),
        why: why.into(),
        at: None,
        is_proof: true,
    }
}

#[cfg(test)]
mod tests;
