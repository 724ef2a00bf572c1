//! `justice.fails`

use crate::judges::seats::of_justice;
use court::evidence::Finding;
use langgraph::audited::{Court, Sitting, fields, place, settles};
use probes_core::{Answer, Probe, Subject};
use python::symbolic::{Event, EventKind, Node, ScopeKind, Term, Terms, has, marks};

pub(super) const PROBE: Probe = Probe::of_code(
    "justice.fails",
    "Nothing raises for certain before the chief justice comes to its scores",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    let answer = of_justice(snapshot, answer);
    match answer.finding {
        // That nobody settles is told by the others.
        Finding::Absent => Answer::not_applicable(answer.rationale),
        _ => answer,
    }
}

fn answer(court: &Court) -> Answer {
    let found = court
        .chiefs
        .iter()
        .find_map(|chief| Some((chief, fatal(court, chief)?)));
    match found {
        Some((chief, (event, why))) => {
            let text = format!(
                "`{}` raises before it comes to any score, whenever there are opinions: {why}",
                chief.node
            );
            Answer::present(text).at(place(event))
        }
        None => {
            Answer::not_applicable("nothing that raises whatever the opinions are stands before the scores")
        }
    }
}

/// What certainly raises before each score that is made of opinions, and why.
fn fatal<'c>(court: &'c Court, chief: &Sitting) -> Option<(&'c Event, &'c str)> {
    let events = court.events.get(chief.events.clone())?;
    let made: Vec<usize> = (0..events.len())
        .filter(|at| settles(&court.terms, &events[*at]) && !hands_on(&court.terms, &events[*at]))
        .collect();
    let raising = events
        .iter()
        .enumerate()
        .filter_map(|(at, event)| match &event.kind {
            EventKind::Raises(why) => Some((at, event, why.as_str())),
            _ => None,
        });
    let mut fatal = raising.filter(|(at, event, _)| {
        // Of scores that are made in one loop, those of the whole follow.
        let beside = |score: &&usize| shares_a_loop(event, &events[**score]);
        let some_beside = made.iter().any(|score| beside(&score));
        let mut counted = made.iter().filter(|score| !some_beside || beside(score));
        let is_before = |score: &usize| at < score && comes_by(&court.terms, event, &events[*score]);
        !is_caught(event) && !made.is_empty() && counted.all(is_before)
    });
    fatal.next().map(|(_, event, why)| (event, why))
}

/// Whether a record only hands on what a judge gave.
fn hands_on(terms: &Terms, event: &Event) -> bool {
    fields(terms, event.term)
        .iter()
        .any(|(_, value)| match terms.node(*value) {
            Node::Attribute(_, name) => has(marks::name_marks(name), marks::SCORE),
            Node::Item(_, key) => has(terms.key_marks(*key), marks::SCORE),
            _ => false,
        })
}

/// Whether two events are in the same loop over a collection.
fn shares_a_loop(one: &Event, other: &Event) -> bool {
    let loops = |event: &Event| -> Vec<Term> {
        let over = event
            .levels()
            .filter(|level| is_loop(level))
            .filter_map(condition);
        over.map(|(over, _)| over).collect()
    };
    let others = loops(other);
    loops(one).iter().any(|over| others.contains(over))
}

fn is_caught(event: &Event) -> bool {
    event
        .levels()
        .any(|level| matches!(level, ScopeKind::Try(_) | ScopeKind::Handler))
}

/// Whether all that stands around the first of two events stands around the second too, so that who comes to the second
/// has come by the first. A loop over opinions is gone through wherever there are any.
fn comes_by(terms: &Terms, first: &Event, second: &Event) -> bool {
    let around: Vec<(Term, bool)> = second.levels().filter_map(condition).collect();
    first.levels().filter_map(condition).all(|level| {
        let is_hearing = level.1 && has(terms.marks(level.0), marks::OPINION);
        around.contains(&level)
            || (is_hearing
                && first
                    .levels()
                    .any(|at| is_loop(at) && condition(at) == Some(level)))
    })
}

fn is_loop(level: &ScopeKind) -> bool {
    matches!(level, ScopeKind::Loop { is_while: false, .. })
}

fn condition(level: &ScopeKind) -> Option<(Term, bool)> {
    match level {
        ScopeKind::Guard(test, holds) => Some((*test, *holds)),
        ScopeKind::Loop { over, .. } => Some((*over, true)),
        _ => None,
    }
}
