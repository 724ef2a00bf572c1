//! What nobody would expect of a program that works, in plain words, the worst first. What has one cause is told once, with all whom it
//! meets.

use crate::events::Failure;
use crate::facts::replays;
use crate::run::Trace;
use crate::scenario::PLAIN;
use crate::seen::{Run, Seen, Visit, failure, is_own};
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

/// What was seen of one, before it is put together with what has the same kind and place.
struct Item {
    rank: Rank,
    kind: String,
    place: Option<String>,
    /// Whom it meets, and where.
    who: Option<(String, Option<String>)>,
    /// With [`WHO`] and [`VERB`] in it.
    text: String,
}

/// Where those whom it meets stand in a text, and what one of them adds to the verb.
const WHO: &str = "\u{1}";
const VERB: &str = "\u{2}";
/// What stands before what was put right.
const MENDED: &str = "the program does not run as it is: ";

impl Item {
    fn plain(rank: Rank, place: Option<&str>, text: impl Into<String>) -> Self {
        let text = text.into();
        Self {
            rank,
            kind: text.clone(),
            place: place.map(str::to_owned),
            who: None,
            text,
        }
    }

    /// One of several that may be met by the same.
    fn of(
        rank: Rank,
        kind: &str,
        (who, at): (impl Into<String>, Option<&str>),
        text: impl Into<String>,
    ) -> Self {
        Self {
            kind: kind.to_owned(),
            who: Some((who.into(), at.map(str::to_owned))),
            ..Self::plain(rank, None, text)
        }
    }
}

/// What is surprising in a scenario.
#[must_use]
pub fn of(seen: &Seen<'_>) -> Vec<Surprise> {
    together(items(seen).into_iter().map(|item| ("", item)))
}

/// What is surprising in all of them, with where it was seen.
#[must_use]
pub fn all(trace: &Trace, seen: &[(&str, &Seen<'_>)]) -> Vec<Surprise> {
    let each = seen
        .iter()
        .flat_map(|(name, seen)| items(seen).into_iter().map(|item| (*name, item)));
    let mut all = together(of_all(trace, seen).map(|item| ("", item)).into_iter().chain(each));
    // What keeps a program from running is put right in the scenarios behind the one that it broke in.
    let mut ends = seen.iter().flat_map(|(_, seen)| &seen.entries);
    let broken = ends.find_map(|entry| entry.outcome?.2);
    let mended = |one: &&mut Surprise| one.place.is_none() && one.text.starts_with(MENDED);
    for one in all.iter_mut().filter(mended) {
        one.place = broken.and_then(|error| error.trail.last().cloned());
    }
    all
}

/// The text of a cause, whom it meets, and in which scenarios.
type Met<'a> = (String, BTreeMap<String, Option<String>>, BTreeSet<&'a str>);

/// One for each cause.
fn together<'a>(items: impl Iterator<Item = (&'a str, Item)>) -> Vec<Surprise> {
    let mut causes: BTreeMap<_, Met<'_>> = BTreeMap::new();
    for (scenario, item) in items {
        let known = causes.entry((item.rank, item.kind, item.place)).or_default();
        if known.0.is_empty() {
            known.0 = item.text;
        }
        known.1.extend(item.who);
        known.2.extend((!scenario.is_empty()).then_some(scenario));
    }
    let told = causes
        .into_iter()
        .map(|((rank, _, place), (text, who, scenarios))| {
            let names: Vec<&str> = who.keys().map(String::as_str).collect();
            let verb = if names.len() > 1 { "" } else { "s" };
            Surprise {
                rank,
                text: text.replacen(VERB, verb, 1).replacen(WHO, &names.join(", "), 1),
                place: place.or_else(|| who.values().flatten().next().cloned()),
                scenarios: scenarios.into_iter().map(str::to_owned).collect(),
            }
        });
    told.collect()
}

/// Whether it is about one of our fakes, which no program has to know.
fn is_ours(error: &Failure) -> bool {
    error.message.contains("experiment_harness")
}

/// What kept all of it from being seen.
fn of_all(trace: &Trace, seen: &[(&str, &Seen<'_>)]) -> Option<Item> {
    if trace.lacks().is_some() {
        return None;
    }
    if let Some(why) = trace.ended_by() {
        return Some(Item::plain(
            Rank::Breaks,
            None,
            format!("not all of it could be seen: {why}"),
        ));
    }
    let (_, plain) = seen.iter().find(|(name, _)| *name == PLAIN)?;
    let is_mended = seen.iter().any(|(_, seen)| !seen.repaired.is_empty());
    let mut ends = plain.entries.iter().filter_map(|entry| entry.outcome?.2);
    if let Some(error) = ends.next().filter(|_| plain.runs.is_empty() && !is_mended) {
        let text = format!("the program breaks before a graph runs: {}", failure(error));
        return Some(Item::plain(
            Rank::Breaks,
            error.trail.last().map(String::as_str),
            text,
        ));
    }
    let has_run = seen.iter().any(|(_, seen)| !seen.runs.is_empty());
    let place = plain.entries.first().map(|entry| format!("{}:1", entry.path));
    (!has_run).then(|| Item::plain(Rank::Breaks, place.as_deref(), "no graph of the library ran"))
}

fn items(seen: &Seen<'_>) -> Vec<Item> {
    let mut found = of_danger(seen);
    for run in &seen.runs {
        let visits = run.steps.values().flatten();
        found.extend(visits.flat_map(|visit| of_visit(run, visit)));
        found.extend(of_run(run));
    }
    found.extend(
        seen.repaired
            .iter()
            .map(|(text, place)| Item::plain(Rank::Breaks, *place, format!("{MENDED}{text}"))),
    );
    found.extend(seen.undefined.iter().map(|(name, place)| {
        let text = format!("`{name}` is used and nowhere defined: whoever comes there breaks");
        Item::plain(Rank::Lost, Some(place), text)
    }));
    let judging: Vec<_> = seen.calls.iter().filter(|call| call.persona.is_some()).collect();
    if seen.has_cloned && !judging.is_empty() && judging.iter().all(|call| !call.shows_subject) {
        let text = "nothing of the cloned repository stands in any prompt of a judge";
        let place = judging.first().and_then(|call| call.line.as_deref());
        found.push(Item::plain(Rank::Lost, place, text));
    }
    let last = seen.replayed.end.and_then(|end| end.nodes.first());
    let place = last.and_then(|node| seen.runs.iter().find_map(|run| run.place_of(node)));
    let odd = replays::odd(seen).into_iter();
    found.extend(odd.map(|text| Item::plain(Rank::Rule, place, text)));
    found
}

fn of_danger(seen: &Seen<'_>) -> Vec<Item> {
    let odd = seen
        .git
        .iter()
        .any(|(command, _, argv)| *command == "clone" && argv.iter().any(|one| one.starts_with("ext::")));
    let clone = seen.programs.iter().find(|(typed, ..)| typed.contains("ext::"));
    let place = clone.and_then(|(_, _, place)| *place);
    let text = "an address that would run a program reaches git";
    let odd = odd.then(|| Item::plain(Rank::Danger, place, text));
    let outside = seen.writes.iter().filter(|(path, _)| !is_own(path));
    let outside = outside.map(|(path, place)| {
        let text = format!("it tried to write what is not its own: {WHO}");
        Item::of(Rank::Danger, "write", (*path, *place), text)
    });
    odd.into_iter().chain(outside).collect()
}

fn of_visit(run: &Run<'_>, visit: &Visit<'_>) -> Vec<Item> {
    let place = run.place_of(visit.node);
    let lost = visit.lost.iter().map(|key| {
        let text = format!("`{key}`, which {WHO} return{VERB}, is no key of the state: it is gone");
        Item::of(Rank::Lost, key, (visit.node, place), text)
    });
    let raised = visit.error.map(|error| Item {
        place: error.trail.last().cloned().or(place.map(str::to_owned)),
        ..Item::of(
            Rank::Breaks,
            &error.kind,
            (visit.node, None),
            format!("{WHO} raise{VERB} {}", failure(error)),
        )
    });
    lost.chain(raised).collect()
}

fn of_run(run: &Run<'_>) -> Vec<Item> {
    let again = run.times().into_iter();
    let again = again.filter(|(node, steps)| steps.len() > 1 && !run.is_in_loop(node));
    let twice = again.map(|(node, steps)| {
        let steps: Vec<String> = steps.iter().map(u64::to_string).collect();
        let who = format!("{node} runs in steps {}", steps.join(" and "));
        let text = format!("no way leads back, and yet {WHO}");
        Item::of(Rank::Twice, "again", (who, run.place_of(node)), text)
    });
    let mut found: Vec<Item> = twice.collect();
    if let Some((nodes, key, most)) = doubled(run) {
        let text = format!(
            "`{key}` came to {most} pieces, for what is there is given back and added again by {WHO}"
        );
        let nodes = nodes.into_iter();
        found.extend(
            nodes.map(|node| Item::of(Rank::Twice, "doubled", (node, run.place_of(node)), text.clone())),
        );
    }
    let place = run.graph.and_then(|graph| graph.line.as_deref());
    // What a node raised is told of it.
    let is_told = run.steps.values().flatten().any(|visit| visit.error.is_some());
    found.extend(
        run.error
            .filter(|error| !is_told && !is_ours(error))
            .map(|error| {
                if error.kind == "GraphRecursionError" {
                    let text = "the graph goes round without end until the library stops it";
                    return Item::plain(Rank::Breaks, place, text);
                }
                let place = error.trail.last().map(String::as_str).or(place);
                Item::plain(Rank::Breaks, place, format!("the run breaks: {}", failure(error)))
            }),
    );
    found
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
