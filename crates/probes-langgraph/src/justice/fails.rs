//! `justice.fails`

use crate::judges::hearing::of_justice;
use court::evidence::{Detective, Finding};
use langgraph::audited::{Court, Sitting, place, settles};
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};
use python::symbolic::{Event, EventKind, ScopeKind, Term, Terms, has, marks};

pub(super) const PROBE: Probe = Probe {
    id: "justice.fails",
    detective: Detective::RepoInvestigator,
    goal: "Nothing raises for certain before the chief justice comes to its scores",
    examine,
};

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
        .filter(|at| settles(&court.terms, &events[*at]))
        .collect();
    let raising = events
        .iter()
        .enumerate()
        .filter_map(|(at, event)| match &event.kind {
            EventKind::Raises(why) => Some((at, event, why.as_str())),
            _ => None,
        });
    let mut fatal = raising.filter(|(at, event, _)| {
        let is_before = |score: &usize| at < score && comes_by(&court.terms, event, &events[*score]);
        !is_caught(event) && !made.is_empty() && made.iter().all(is_before)
    });
    fatal.next().map(|(_, event, why)| (event, why))
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
