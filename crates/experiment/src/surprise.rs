//! What nobody would expect of a program that works, in plain words, the worst first.

use crate::facts::replays;
use crate::seen::{Run, Seen, Visit, failure};
use std::collections::BTreeSet;

/// One of them.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Surprise {
    pub rank: Rank,
    pub text: String,
    /// Where in the subject, as `path:line`.
    pub place: Option<String>,
}

/// How bad it is, the worst first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// A stranger's address runs a program.
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

/// What is surprising in a scenario.
#[must_use]
pub fn of(seen: &Seen<'_>) -> Vec<Surprise> {
    let mut found = BTreeSet::new();
    for run in &seen.runs {
        let visits = run.steps.values().flatten();
        found.extend(visits.flat_map(|visit| of_visit(run, visit)));
        found.extend(of_run(run));
    }
    let odd = seen
        .git
        .iter()
        .any(|(command, _, argv)| *command == "clone" && argv.iter().any(|one| one.starts_with("ext::")));
    let clone = seen.programs.iter().find(|(typed, ..)| typed.contains("ext::"));
    let text = "an address that would run a program reaches git".to_owned();
    let place = clone.and_then(|(_, _, place)| place.map(str::to_owned));
    found.extend(odd.then_some(Surprise {
        rank: Rank::Danger,
        text,
        place,
    }));
    found.extend(seen.repaired.iter().map(|(text, place)| Surprise {
        rank: Rank::Breaks,
        text: format!("the program does not run as it is: {text}"),
        place: place.map(str::to_owned),
    }));
    found.extend(seen.undefined.iter().map(|(name, place)| Surprise {
        rank: Rank::Lost,
        text: format!("`{name}` is used and nowhere defined: whoever comes there breaks"),
        place: Some((*place).to_owned()),
    }));
    let judging: Vec<_> = seen.calls.iter().filter(|call| call.persona.is_some()).collect();
    if seen.has_cloned && !judging.is_empty() && judging.iter().all(|call| !call.shows_subject) {
        found.insert(Surprise {
            rank: Rank::Lost,
            text: "nothing of the cloned repository stands in any prompt of a judge".to_owned(),
            place: judging.first().and_then(|call| call.line.clone()),
        });
    }
    let last = seen.replayed.end.and_then(|end| end.nodes.first());
    let place = last.and_then(|node| seen.runs.iter().find_map(|run| run.place_of(node)));
    found.extend(replays::odd(seen).into_iter().map(|text| Surprise {
        rank: Rank::Rule,
        text,
        place: place.map(str::to_owned),
    }));
    found.into_iter().collect()
}

fn of_visit(run: &Run<'_>, visit: &Visit<'_>) -> Vec<Surprise> {
    let place = run.place_of(visit.node).map(str::to_owned);
    let lost = visit.lost.iter().map(|key| Surprise {
        rank: Rank::Lost,
        text: format!(
            "`{key}`, which {} returns, is no key of the state: it is gone",
            visit.node
        ),
        place: place.clone(),
    });
    let raised = visit.error.map(|error| Surprise {
        rank: Rank::Breaks,
        text: format!("{} raises {}", visit.node, failure(error)),
        place: error.trail.last().cloned().or_else(|| place.clone()),
    });
    lost.chain(raised).collect()
}

fn of_run(run: &Run<'_>) -> Vec<Surprise> {
    let again = run.times().into_iter();
    let again = again.filter(|(node, steps)| steps.len() > 1 && !run.is_in_loop(node));
    let twice = again.map(|(node, steps)| {
        let steps: Vec<String> = steps.iter().map(u64::to_string).collect();
        let steps = steps.join(" and ");
        Surprise {
            rank: Rank::Twice,
            text: format!("{node} runs in steps {steps}, although no way leads back to it"),
            place: run.place_of(node).map(str::to_owned),
        }
    });
    let is_endless = run.error.is_some_and(|error| error.kind == "GraphRecursionError");
    let endless = is_endless.then(|| Surprise {
        rank: Rank::Breaks,
        text: "the graph goes round without end until the library stops it".to_owned(),
        place: run.graph.and_then(|graph| graph.line.clone()),
    });
    twice.chain(endless).collect()
}
