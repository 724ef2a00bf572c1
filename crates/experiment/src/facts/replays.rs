//! Facts about the last word, from running it again: which changes of votes and evidence move a score.

use super::board::{Board, Cell, Column, Law, NEAR_MAX, boards, spread};
use super::law::Votes;
use super::{Case, Fact, fakes, said_of};
use crate::events::GridEnd;
use crate::scenario::{FLAWED, REPLAY};
use crate::seen::Seen;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Changes that speak of danger, each beside the same change that does not.
const CHARGES: [(&str, &str); 5] = [
    ("charge", "control_charge"),
    ("charge_all", "control_all"),
    ("flaw", "control_all"),
    ("flag", "base"),
    ("absent_flaw", "absent_control"),
];
/// Changes of what the detectives found, and of whether what judges cite exists.
const EVIDENCE: [&str; 4] = ["absent", "empty", "found", "miscited"];
/// Changes of what judges cite.
const CITED: [&str; 3] = ["cited_more", "uncited", "miscited"];
/// Fewest votes of near judges that a change was tried on, and of far ones that it moves, where it moves these alone.
const FEW_MIN: usize = 5;
const FAR_MIN: usize = 3;
/// By how much more scores follow a vote that is heavier, roundings aside, and by how much they follow it at least.
const HEAVIER: f64 = 1.2;
const PULL_MIN: f64 = 5.0;
/// Smallest difference between two scores that is one.
const STEP: f64 = 0.05;
/// Names of criteria that are about architecture.
const ARCHITECTURE: [&str; 3] = ["arch", "graph", "orchestr"];

/// What a figure says: its id, its value and a line.
pub(crate) type Said = (&'static str, Value, String);

/// The grids of a case.
struct Grids<'a> {
    boards: BTreeMap<&'a str, Board<'a>>,
    end: &'a GridEnd,
}

pub(super) fn facts(case: &Case<'_>) -> Vec<Fact> {
    let mut facts: Vec<Fact> = heard_again(case).into_iter().chain(by_flaw(case)).collect();
    let Some(seen) = case.other(REPLAY) else {
        return facts;
    };
    let Some(grids) = Grids::of(seen) else {
        return facts;
    };
    let places = || grids.end.nodes.iter().filter_map(|node| case.run.place_of(node));
    let is_faked = places().any(|place| fakes::lie_at(seen, place));
    let found = [
        grids.variance(),
        grids.weight(seen),
        grids.security(),
        grids.supremacy(),
        grids.dissent(),
    ];
    for fact in found.into_iter().flatten() {
        if facts.iter().all(|known| known.id != fact.id) {
            let fact = fact.at(places().next());
            let is_open = is_faked && fact.value == false;
            facts.push(if is_open { fact.unproved() } else { fact });
        }
    }
    facts
}

/// Judges who are far apart are asked more often than judges of one mind.
fn heard_again(case: &Case<'_>) -> Option<Fact> {
    let asked = |name: &str| {
        let seen = case.other(name).filter(|seen| seen.has_finished())?;
        Some(seen.calls.iter().filter(|call| call.persona.is_some()).count())
    };
    let (apart, agreed) = (asked("far_apart")?, asked("of_one_mind")?);
    let why =
        format!("{apart} calls of judges where they are far apart, {agreed} where they are of one mind");
    (apart > agreed).then(|| said_of("far_apart", "justice.variance_rule", true, why))
}

/// Where what is cloned has flaws of security and nothing else is another, a score is lower.
fn by_flaw(case: &Case<'_>) -> Option<Fact> {
    let (before, after) = (case.base.1.scores?, case.other(FLAWED)?.scores?);
    let is_lower =
        |(path, score): (&String, &f64)| after.get(path).is_some_and(|after| *after < score - STEP);
    let why = "what is cloned has flaws of security, and a score is lower";
    let is_same = before.len() == after.len();
    (is_same && before.iter().any(is_lower)).then(|| said_of(FLAWED, "justice.security_override", true, why))
}

/// The name of a change on top of the one that raised scores most.
fn lifted(change: &str) -> String {
    format!("lifted_{change}")
}

fn said(id: &str, value: bool, why: &str) -> Fact {
    said_of(REPLAY, id, value, why)
}

impl<'a> Grids<'a> {
    fn of(seen: &'a Seen<'a>) -> Option<Self> {
        let end = seen.replayed.end?;
        let boards = boards(&seen.replayed.grids);
        // Three judges whose votes move something: else nothing was replayed.
        let is_bench = end.personas.len() >= 3 && end.opinions >= 3;
        is_bench.then_some(Self { boards, end })
    }

    /// Whether there was time for all and nothing raised: only then what is not seen says something.
    fn is_whole(&self) -> bool {
        self.end.complete && self.end.errors == 0 && self.places() > 0
    }

    fn places(&self) -> usize {
        let first = self.boards.get("base").and_then(|board| board.values().next());
        first.map_or(0, |cell| cell.scores.len())
    }

    /// The scores of a board at each place, those that are the same once.
    fn columns(&self, board: &str) -> Vec<(Column, Option<Law>)> {
        let Some(board) = self.boards.get(board) else {
            return Vec::new();
        };
        let mut columns: Vec<Column> = Vec::new();
        for column in (0..self.places()).map(|at| Column::of(board, at)) {
            if !columns.contains(&column) {
                columns.push(column);
            }
        }
        columns
            .into_iter()
            .map(|column| {
                let law = column.law();
                (column, law)
            })
            .collect()
    }

    fn variance(&self) -> Option<Fact> {
        const ID: &str = "justice.variance_rule";
        let columns = self.columns("base");
        // A cap that asks for the vote of one judge may bite only where the others are far from it.
        let breaks = |(column, law): &(Column, Option<Law>)| {
            let is_broken = law.is_some_and(|law| column.breaks(law)) || column.parts();
            is_broken && !column.is_lawful() && !column.is_linear()
        };
        let lifted = self.columns("lifted_base");
        if columns.iter().chain(&lifted).any(breaks) {
            let why = "the score of judges who are far apart is another than what holds of the others";
            return Some(said(ID, true, why));
        }
        let only_far = |changes: &[&str]| changes.iter().any(|change| self.moves_only_far(change));
        if only_far(&CITED) {
            let why = "what is cited moves scores where the judges are far apart, and nowhere else";
            return Some(said(ID, true, why));
        }
        // A cap that bites on all scores hides what is below it: where something lifted scores, that has to be explained too.
        let all = !columns.is_empty() && self.is_explained("base") && self.is_explained("lifted_base");
        (self.is_whole() && all && !only_far(&EVIDENCE)).then(|| {
            said(
                ID,
                false,
                "one law gives the scores of all votes, however far they are apart",
            )
        })
    }

    /// Whether laws give all scores of a board, or they are means of those that laws give.
    fn is_explained(&self, board: &str) -> bool {
        let columns = self.columns(board);
        let all = columns.iter().map(|(column, _)| column);
        let lawful: Vec<&Column> = all.clone().filter(|column| column.is_lawful()).collect();
        let is_mean = |column: &Column| {
            !lawful.is_empty() && column.is_mean_of(&lawful, self.boards.get(board), self.places())
        };
        all.clone().all(|column| column.is_lawful() || is_mean(column))
    }

    /// Whether a change moves scores of judges who are far apart alone.
    fn moves_only_far(&self, change: &str) -> bool {
        let (Some(changed), Some(base)) = (self.boards.get(change), self.boards.get("base")) else {
            return false;
        };
        let is_moved = |votes: &Votes, cell: &Cell<'_>| {
            base.get(votes).is_some_and(|other| {
                let mut pairs = cell.scores.iter().zip(other.scores);
                pairs.any(|(after, before)| {
                    after
                        .zip(*before)
                        .is_some_and(|(after, before)| (after - before).abs() > STEP)
                })
            })
        };
        let (near, far): (Vec<_>, Vec<_>) =
            changed.iter().partition(|(votes, _)| spread(**votes) <= NEAR_MAX);
        let moved =
            |some: &[(&Votes, &Cell<'_>)]| some.iter().filter(|(votes, cell)| is_moved(votes, cell)).count();
        near.len() >= FEW_MIN && moved(&near) == 0 && moved(&far) >= FAR_MIN
    }

    fn weight(&self, seen: &Seen<'_>) -> Option<Fact> {
        const ID: &str = "justice.functionality_weight";
        let columns = self.columns("base");
        let lifted = self.columns("lifted_base");
        let is_heavy = |(column, law): &(Column, Option<Law>)| match law {
            Some(Law::Weighted([p, d, t, _])) => *t > p.max(*d) + column.margin(),
            _ => {
                let [p, d, t] = column.pulls();
                t > p.max(d) * HEAVIER && t > PULL_MIN
            }
        };
        if columns.iter().chain(&lifted).any(is_heavy) {
            return Some(said(
                ID,
                true,
                "the tech lead's vote moves a score more than the others'",
            ));
        }
        if self.moves("praise", "control_praise").1 {
            let why = "praise of the architecture by the tech lead raises a score that other words leave";
            return Some(said(ID, true, why));
        }
        let (judged, _) = seen.replayed.bench?;
        let is_about = |name: &String| ARCHITECTURE.iter().any(|word| name.to_lowercase().contains(word));
        let is_heard = judged.values().flatten().any(is_about);
        let is_fair = |(column, law): &(Column, Option<Law>)| law.is_some() || column.is_fair();
        let is_explained = self.is_whole() && is_heard && columns.iter().chain(&lifted).all(is_fair);
        is_explained.then(|| {
            said(
                ID,
                false,
                "no score follows the tech lead's vote more than the others'",
            )
        })
    }

    fn security(&self) -> Option<Fact> {
        const ID: &str = "justice.security_override";
        let mut charges = CHARGES.iter();
        let lower = charges.any(|(charge, beside)| {
            self.moves(charge, beside).0 || self.moves(&lifted(charge), &lifted(beside)).0
        });
        if lower {
            return Some(said(
                ID,
                true,
                "a flaw of security lowers a score that the same without it has",
            ));
        }
        let is_told = self.is_whole() && self.end.evidence > 0;
        is_told.then(|| said(ID, false, "no flaw of security lowers a score").unproved())
    }

    fn supremacy(&self) -> Option<Fact> {
        const ID: &str = "justice.fact_supremacy";
        let moved = EVIDENCE.iter().any(|change| {
            self.moves(change, "base") != (false, false)
                || self.moves(&lifted(change), &lifted("base")) != (false, false)
        });
        if moved {
            return Some(said(
                ID,
                true,
                "with other evidence the same votes come to another score",
            ));
        }
        let is_told = self.is_whole() && self.end.evidence > 0;
        if is_told && self.end.reads_evidence == Some(false) {
            let why = "the nodes after the judges never look into the evidence";
            return Some(said(ID, false, why));
        }
        is_told.then(|| {
            said(
                ID,
                false,
                "whatever the evidence, the same votes come to the same score",
            )
            .unproved()
        })
    }

    /// Whether what a model says behind the judges moves a score; `None` where none was asked, or that was not tried.
    fn by_model(&self) -> Option<bool> {
        let (low, high) = (self.boards.get("voice_low")?, self.boards.get("voice_high")?);
        let is_tried = self.is_whole() && !low.is_empty() && low.len() == high.len();
        is_tried.then(|| self.moves("voice_high", "voice_low") != (false, false))
    }

    fn dissent(&self) -> Option<Fact> {
        const ID: &str = "justice.dissent";
        let base = self.boards.get("base")?;
        let agreed = base.get(&(3, 3, 3))?;
        let apart = || base.iter().filter(|(votes, _)| spread(**votes) > NEAR_MAX);
        let tells =
            apart().any(|(_, cell)| cell.words > agreed.words || cell.said != 0 && cell.said != agreed.said);
        if tells {
            return Some(said(
                ID,
                true,
                "more is said of disagreement where the judges are far apart",
            ));
        }
        let is_silent = self.is_whole()
            && apart().all(|(_, cell)| cell.words == agreed.words && cell.said == agreed.said);
        is_silent.then(|| said(ID, false, "no more is said where the judges are far apart").unproved())
    }

    /// Whether a change lowers a score of the same votes, and whether it raises one.
    fn moves(&self, change: &str, beside: &str) -> (bool, bool) {
        let (Some(changed), Some(board)) = (self.boards.get(change), self.boards.get(beside)) else {
            return (false, false);
        };
        let pairs = changed
            .iter()
            .filter_map(|(votes, cell)| Some((cell, board.get(votes)?)));
        let pairs = pairs.flat_map(|(cell, other)| cell.scores.iter().zip(other.scores));
        let differences: Vec<f64> = pairs
            .filter_map(|(after, before)| Some((*after)? - (*before)?))
            .collect();
        (
            differences.iter().any(|one| *one < -STEP),
            differences.iter().any(|one| *one > STEP),
        )
    }
}

/// Whether what a model says behind the judges moves a score.
pub(super) fn settled_by_model(case: &Case<'_>) -> Option<bool> {
    Grids::of(case.other(REPLAY)?)?.by_model()
}

/// What is changed, the changes beside what they are held against, and whether a rule of the kind lowers scores.
type Kind<'a> = (&'a str, &'a [(&'a str, &'a str)], Option<bool>);

/// Which rules fired when the last word was spoken again, which no input of ours reaches, and which move a score the wrong way. The latter
/// two are said where there was time for all and nothing raised.
pub(crate) fn rules(seen: &Seen<'_>) -> Vec<Said> {
    let Some(grids) = Grids::of(seen) else {
        return Vec::new();
    };
    let cited = CITED.map(|change| (change, "base"));
    let kinds: [Kind<'_>; 5] = [
        ("a flaw of security", &CHARGES, Some(true)),
        ("evidence that is missing", &[("absent", "base")], Some(true)),
        ("evidence that is there", &[("found", "base")], Some(false)),
        ("what judges cite", &cited, None),
        (
            "praise of the architecture",
            &[("praise", "control_praise")],
            Some(false),
        ),
    ];
    let (mut fired, mut dead, mut wrong) = (Vec::new(), Vec::new(), Vec::new());
    for (what, changes, lowers) in kinds {
        let moves = changes.iter().map(|(change, beside)| grids.moves(change, beside));
        let (lower, higher) = moves.fold((false, false), |(lower, higher), (l, h)| {
            (lower || l, higher || h)
        });
        let does = match (lower, higher) {
            (true, true) => "lowers and raises scores",
            (true, false) => "lowers a score",
            (false, true) => "raises a score",
            // What was changed nowhere is no rule that was not reached.
            (false, false) => {
                let is_tried = changes
                    .iter()
                    .any(|(change, _)| grids.boards.contains_key(change));
                dead.extend(is_tried.then(|| what.to_owned()));
                continue;
            }
        };
        let said = format!("{what} {does}");
        let is_wrong = lower != higher && lowers.is_some_and(|lowers| lowers != lower);
        wrong.extend(is_wrong.then(|| said.clone()));
        fired.push(said);
    }
    let mut said = vec![listed("rules_fired", "Rules that fired", &fired, None)];
    if grids.is_whole() {
        let mut nodes = grids.end.nodes.iter();
        let place = nodes.find_map(|node| seen.runs.iter().find_map(|run| run.place_of(node)));
        said.push(listed("rules_unreached", "No score follows", &dead, place));
        said.push(listed("rules_wrong", "The wrong way", &wrong, place));
    }
    said.into_iter().flatten().collect()
}

fn listed(id: &'static str, what: &str, all: &[String], place: Option<&str>) -> Option<Said> {
    let at = place.map(|place| format!(" ({place})")).unwrap_or_default();
    let text = format!("{what}: {}{at}", all.join(", "));
    (!all.is_empty()).then(|| (id, json!(all), text))
}

/// What is odd about the rules, in plain words.
pub(crate) fn odd(seen: &Seen<'_>) -> Vec<String> {
    let Some(grids) = Grids::of(seen).filter(Grids::is_whole) else {
        return Vec::new();
    };
    let moves: Vec<(bool, bool)> = CHARGES
        .iter()
        .map(|(charge, beside)| grids.moves(charge, beside))
        .collect();
    let mut odd = Vec::new();
    if moves.iter().any(|(_, raises)| *raises) && moves.iter().all(|(lowers, _)| !lowers) {
        odd.push("a flaw of security raises a score and never lowers one".to_owned());
    }
    if grids.end.evidence > 0
        && EVIDENCE
            .iter()
            .all(|change| grids.moves(change, "base") == (false, false))
    {
        odd.push("no score moved when the last word was spoken again, with everything found and with nothing found".to_owned());
    }
    odd
}

#[cfg(test)]
mod tests;
