//! What nobody would expect of a program that works, in plain words, the worst first. What has one cause is told once, with all whom it
//! meets.

use crate::events::Failure;
use crate::facts::replays;
use crate::run::Trace;
use crate::scenario::PLAIN;
use crate::seen::{Entry, Run, Seen, Visit, failure, is_own};
use std::collections::{BTreeMap, BTreeSet};

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Surprise {
    pub rank: Rank,
    pub text: String,
    /// Where in the subject, as `path:line`.
    pub place: Option<String>,
    /// The scenarios it was seen in; empty for what is said of one alone, or of all.
    pub scenarios: Vec<String>,
}

/// How bad it is, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// A stranger's address runs a program, or what is not its own is written to.
    Danger,
    /// The program breaks or does not end.
    Breaks,
    /// What was found out is gone.
    Lost,
    /// A rule does the contrary of what it is for, or nothing at all.
    Rule,
    /// Something is done twice.
    Twice,
}

/// What makes two of them one: the kind and the place.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Cause {
    rank: Rank,
    kind: String,
    place: Option<String>,
}

/// Whom a cause meets, each with a place, and what is said of one of them or of more.
#[derive(Clone, Default)]
struct Met {
    who: BTreeMap<String, Option<String>>,
    one: String,
    more: String,
    scenarios: Vec<String>,
}

type Causes = BTreeMap<Cause, Met>;

/// What is surprising in a scenario.
#[must_use]
pub fn of(seen: &Seen<'_>) -> Vec<Surprise> {
    causes(seen).into_iter().map(told).collect()
}

/// What is surprising in all of them, with where it was seen.
#[must_use]
pub fn all(trace: &Trace, seen: &[(&str, &Seen<'_>)]) -> Vec<Surprise> {
    let mut found = Causes::new();
    for (name, seen) in seen {
        for (cause, met) in causes(seen) {
            let known = found.entry(cause).or_insert_with(|| Met {
                who: BTreeMap::new(),
                scenarios: Vec::new(),
                ..met.clone()
            });
            known.who.extend(met.who);
            known.scenarios.push((*name).to_owned());
        }
    }
    let mut all: Vec<Surprise> = of_all(trace, seen).into_iter().collect();
    all.extend(found.into_iter().map(told));
    // What keeps a program from running is put right in the scenarios behind the one that it broke in.
    let mut ends = seen.iter().flat_map(|(_, seen)| &seen.entries);
    let broken = ends.find_map(|entry| entry.outcome?.2);
    for one in all.iter_mut().filter(|one| one.rank == Rank::Breaks) {
        if one.place.is_none() && one.text.starts_with(MENDED) {
            one.place = broken.and_then(|error| error.trail.last().cloned());
        }
    }
    all
}

/// What stands before what was put right.
const MENDED: &str = "the program does not run as it is: ";

fn told((cause, met): (Cause, Met)) -> Surprise {
    let names: Vec<&str> = met.who.keys().map(String::as_str).collect();
    let said = if names.len() > 1 { &met.more } else { &met.one };
    Surprise {
        rank: cause.rank,
        text: said.replacen('\0', &names.join(", "), 1),
        place: cause.place.or_else(|| met.who.values().flatten().next().cloned()),
        scenarios: met.scenarios,
    }
}

/// Whether it is about one of our fakes, which no program has to know.
fn is_ours(error: &Failure) -> bool {
    error.message.contains("experiment_harness")
}

/// How the start ended that no graph followed.
fn broke<'a>(seen: &Seen<'a>) -> Option<&'a Failure> {
    let mut ends = seen
        .entries
        .iter()
        .filter_map(|entry: &Entry<'a>| entry.outcome?.2);
    ends.next().filter(|_| seen.runs.is_empty())
}

/// What kept all of it from being seen.
fn of_all(trace: &Trace, seen: &[(&str, &Seen<'_>)]) -> Option<Surprise> {
    let breaks = |text: String, place: Option<String>| Surprise {
        rank: Rank::Breaks,
        text,
        place,
        scenarios: Vec::new(),
    };
    if trace.lacks().is_some() {
        return None;
    }
    if let Some(why) = trace.ended_by() {
        return Some(breaks(format!("not all of it could be seen: {why}"), None));
    }
    let is_mended = seen.iter().any(|(_, seen)| !seen.repaired.is_empty());
    let plain = seen.iter().find(|(name, _)| *name == PLAIN);
    let error = plain.and_then(|(_, seen)| broke(seen)).filter(|_| !is_mended);
    if let Some(error) = error {
        let text = format!("the program breaks before a graph runs: {}", failure(error));
        return Some(breaks(text, error.trail.last().cloned()));
    }
    let has_run = seen.iter().any(|(_, seen)| !seen.runs.is_empty());
    let place = plain.and_then(|(_, seen)| Some(format!("{}:1", seen.entries.first()?.path)));
    (!has_run).then(|| breaks("no graph of the library ran".to_owned(), place))
}

struct Found(Causes);

impl Found {
    fn add(&mut self, rank: Rank, kind: &str, place: Option<String>, said: [String; 2]) -> &mut Met {
        let cause = Cause {
            rank,
            kind: kind.to_owned(),
            place,
        };
        let [one, more] = said;
        self.0.entry(cause).or_insert(Met {
            one,
            more,
            ..Met::default()
        })
    }

    fn plain(&mut self, rank: Rank, place: Option<String>, text: String) {
        self.add(rank, &text.clone(), place, [text.clone(), text]);
    }
}

fn causes(seen: &Seen<'_>) -> Causes {
    let mut found = Found(Causes::new());
    for run in &seen.runs {
        let visits = run.steps.values().flatten();
        visits.for_each(|visit| of_visit(&mut found, run, visit));
        of_run(&mut found, run);
    }
    of_danger(&mut found, seen);
    for (text, place) in &seen.repaired {
        found.plain(Rank::Breaks, place.map(str::to_owned), format!("{MENDED}{text}"));
    }
    for (name, place) in &seen.undefined {
        let text = format!("`{name}` is used and nowhere defined: whoever comes there breaks");
        found.plain(Rank::Lost, Some((*place).to_owned()), text);
    }
    let judging: Vec<_> = seen.calls.iter().filter(|call| call.persona.is_some()).collect();
    if seen.has_cloned && !judging.is_empty() && judging.iter().all(|call| !call.shows_subject) {
        let text = "nothing of the cloned repository stands in any prompt of a judge".to_owned();
        let place = judging.first().and_then(|call| call.line.clone());
        found.plain(Rank::Lost, place, text);
    }
    let last = seen.replayed.end.and_then(|end| end.nodes.first());
    let place = last.and_then(|node| seen.runs.iter().find_map(|run| run.place_of(node)));
    for text in replays::odd(seen) {
        found.plain(Rank::Rule, place.map(str::to_owned), text);
    }
    found.0
}

fn of_danger(found: &mut Found, seen: &Seen<'_>) {
    let odd = seen
        .git
        .iter()
        .any(|(command, _, argv)| *command == "clone" && argv.iter().any(|one| one.starts_with("ext::")));
    if odd {
        let clone = seen.programs.iter().find(|(typed, ..)| typed.contains("ext::"));
        let place = clone.and_then(|(_, _, place)| place.map(str::to_owned));
        let text = "an address that would run a program reaches git".to_owned();
        found.plain(Rank::Danger, place, text);
    }
    for (path, place) in seen.writes.iter().filter(|(path, _)| !is_own(path)) {
        let text = "it tried to write \0, which is not its own".to_owned();
        let said = [text.clone(), text.replace("is not", "are not")];
        let met = found.add(Rank::Danger, "write", place.map(str::to_owned), said);
        met.who.insert((*path).to_owned(), None);
    }
}

fn of_visit(found: &mut Found, run: &Run<'_>, visit: &Visit<'_>) {
    let place = run.place_of(visit.node).map(str::to_owned);
    for key in &visit.lost {
        let said = |verb: &str| format!("`{key}`, which \0 {verb}, is no key of the state: it is gone");
        let said = [said("returns"), said("return")];
        let met = found.add(Rank::Lost, key, None, said);
        met.who.insert(visit.node.to_owned(), place.clone());
    }
    if let Some(error) = visit.error {
        let said = |verb: &str| format!("\0 {verb} {}", failure(error));
        let at = error.trail.last().cloned().or(place);
        let met = found.add(Rank::Breaks, &error.kind, at, [said("raises"), said("raise")]);
        met.who.insert(visit.node.to_owned(), None);
    }
}

fn of_run(found: &mut Found, run: &Run<'_>) {
    let times = run.times().into_iter();
    for (node, steps) in times.filter(|(node, steps)| steps.len() > 1 && !run.is_in_loop(node)) {
        let steps: Vec<String> = steps.iter().map(u64::to_string).collect();
        let one = format!(
            "\0 runs in steps {}, although no way leads back to it",
            steps.join(" and ")
        );
        let more = "\0 run in several steps each, although no way leads back to them".to_owned();
        let met = found.add(Rank::Twice, "again", None, [one, more]);
        met.who
            .insert(node.to_owned(), run.place_of(node).map(str::to_owned));
    }
    if let Some((nodes, key, most)) = doubled(run) {
        let said = |verb: &str| {
            format!(
                "\0 {verb} back what it got, and what adds to it adds it again: `{key}` came to {most} pieces"
            )
        };
        let more = said("give").replace("it got", "they got");
        let met = found.add(Rank::Twice, "doubled", None, [said("gives"), more]);
        let placed = nodes
            .into_iter()
            .map(|node| (node.to_owned(), run.place_of(node).map(str::to_owned)));
        met.who.extend(placed);
    }
    let place = run.graph.and_then(|graph| graph.line.clone());
    match run.error {
        Some(error) if error.kind == "GraphRecursionError" => {
            let text = "the graph goes round without end until the library stops it".to_owned();
            found.plain(Rank::Breaks, place, text);
        }
        // What a node raised is told of it.
        Some(error) if !is_ours(error) && run.steps.values().flatten().all(|visit| visit.error.is_none()) => {
            let place = error.trail.last().cloned().or(place);
            found.plain(Rank::Breaks, place, format!("the run breaks: {}", failure(error)));
        }
        _ => {}
    }
}

/// Whether nodes gave lists with a reducer back whole, so that they doubled: who did, and which came to how much. Once may be chance.
fn doubled<'a>(run: &Run<'a>) -> Option<(BTreeSet<&'a str>, &'a str, u64)> {
    const TIMES_MIN: usize = 2;
    let adds = |key: &str| {
        run.graph
            .is_some_and(|graph| graph.channels.get(key).is_some_and(Option::is_some))
    };
    let saw = |visit: &Visit<'a>, key: &str| visit.saw?.get(key)?.len;
    let most = |key: &str, from: u64| {
        let later = run.steps.range(from..).flat_map(|(_, visits)| visits);
        later
            .filter_map(|visit| saw(visit, key))
            .max()
            .unwrap_or_default()
    };
    let mut found: BTreeMap<&str, (BTreeSet<&str>, u64, BTreeSet<u64>)> = BTreeMap::new();
    for (step, visits) in &run.steps {
        for visit in visits {
            for (key, given) in visit.given.into_iter().flatten().filter(|(key, _)| adds(key)) {
                let (Some(before), Some(more)) = (saw(visit, key), given.len) else {
                    continue;
                };
                let all = before.saturating_add(more);
                let is_whole = before > 0 && more >= before && given.kind == "list";
                if is_whole && most(key, step.saturating_add(1)) >= all {
                    let known = found.entry(key).or_default();
                    known.0.insert(visit.node);
                    known.1 = known.1.max(most(key, *step));
                    known.2.insert(*step);
                }
            }
        }
    }
    found.retain(|_, (.., steps)| steps.len() >= TIMES_MIN);
    let (key, most) = found
        .iter()
        .map(|(key, (_, most, _))| (*key, *most))
        .max_by_key(|(_, most)| *most)?;
    let nodes = found.into_values().flat_map(|(nodes, ..)| nodes);
    Some((nodes.collect(), key, most))
}
