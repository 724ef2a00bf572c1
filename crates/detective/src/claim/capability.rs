//! Claims about what the program does, resolved by the answers of the probes that ask the same.

mod table;

use super::mood::Mood;
use super::sides::{Check, Sides};
use super::statement::Statement;
use super::words::{begins, fold, words};
use super::{Claim, State};
use crate::probe::Answer;
use crate::topology::roles::Role;
use court::evidence::{Confidence, Finding};
use table::{CAPABILITIES, Capability, Needs};

/// A probe that is less sure contradicts nobody.
const SURE_MIN: u8 = 80;
/// Furthest that a denial stands before what it denies, in words.
const DENIAL_WORDS_MAX: usize = 4;
/// Words that deny what follows them.
const DENIALS: [&str; 12] = [
    "no",
    "not",
    "never",
    "without",
    "zero",
    "avoids",
    "avoiding",
    "avoid",
    "banned",
    "bans",
    "forbids",
    "eliminates",
];
/// Probes that see a thing only where it is used directly, with its name, folded, in code that hands it over.
const SPOKEN_OF: [(&str, &str); 1] = [("graph.checkpointer", "checkpointer")];
/// What is said of a thing that is not there yet.
const NOT_YET: [&str; 12] = [
    "not yet",
    "not started",
    "stubbed",
    "not implemented",
    "unimplemented",
    "not coded",
    "not written",
    "is a stub",
    "are stubs",
    "no true parallel",
    "not built",
    "not wired",
];

/// What a statement says that the program does, or that it does not do yet.
pub(super) fn claims(statement: &Statement, sides: &Sides<'_>) -> Vec<Claim> {
    // What stands in braces is filled in later.
    let is_form = statement.text.contains('{') && statement.text.contains('}');
    if statement.is_literal || is_form || statement.mood == Mood::Other {
        return Vec::new();
    }
    let is_stale = NOT_YET.iter().any(|phrase| statement.lower.contains(phrase));
    let matching = CAPABILITIES
        .iter()
        .filter(|capability| speaks(capability, &statement.lower));
    matching
        .filter_map(|capability| claim(capability, is_stale, statement, sides))
        .collect()
}

fn claim(capability: &Capability, is_stale: bool, statement: &Statement, sides: &Sides<'_>) -> Option<Claim> {
    if is_stale {
        let can_be = capability.holds && capability.tells_absence;
        return can_be.then(|| missing(capability, statement, sides));
    }
    let is_denied = statement.mood == Mood::Denied;
    let fits = if capability.holds {
        !is_denied
    } else {
        is_denied
            && capability
                .all
                .first()
                .is_some_and(|terms| denies(terms, &statement.lower))
    };
    fits.then(|| check(capability, sides).of(capability.kind, capability.about, statement))
}

fn speaks(capability: &Capability, lower: &str) -> bool {
    let has = |term: &&str| {
        if term.contains([' ', '_', '.', '=', '-', '(']) {
            lower.contains(*term)
        } else {
            words(lower).any(|word| begins(word, term))
        }
    };
    capability.all.iter().all(|terms| terms.iter().any(has)) && !capability.none.iter().any(has)
}

/// Whether one of the terms is denied just before it.
fn denies(terms: &[&str], lower: &str) -> bool {
    terms.iter().any(|term| {
        lower.match_indices(term).any(|(at, _)| {
            let before: Vec<&str> = words(&lower[..at]).collect();
            before
                .iter()
                .rev()
                .take(DENIAL_WORDS_MAX)
                .any(|word| DENIALS.contains(word))
        })
    })
}

/// Whether the subject is of the kind that the probe can see through.
fn can_be_asked(needs: Needs, sides: &Sides<'_>) -> bool {
    let of_role = |role: Role| {
        sides
            .meaning
            .as_ref()
            .is_some_and(|meaning| meaning.roles.all(role).len() >= 2)
    };
    match needs {
        Needs::Nothing => true,
        Needs::Graph => sides
            .meaning
            .as_ref()
            .is_some_and(|meaning| !meaning.graph.nodes.is_empty()),
        Needs::Detectives => of_role(Role::Detective),
        Needs::Judges => of_role(Role::Judge),
        Needs::Court => !sides.snapshot.court().judges.is_empty(),
        Needs::Justice => !sides.snapshot.court().chiefs.is_empty(),
    }
}

fn check(capability: &Capability, sides: &Sides<'_>) -> Check {
    let answer = sides.answer(capability.probe);
    let mut check = if !can_be_asked(capability.needs, sides) {
        Check::new(State::Uncheckable, "nothing of the kind was found in the code")
    } else {
        judged(&answer, capability)
    };
    if check.state == State::Contradicted && may_be_otherwise(capability, sides) {
        check.state = State::Uncheckable;
    }
    check.probe = Some(capability.probe);
    check.at(answer.proofs.first().map(|proof| proof.place.clone()))
}

/// Whether a node or router of the graph is named as if it did the same in another way, or code speaks of what is
/// said to be missing: it may be handed over where it was not followed to.
fn may_be_otherwise(capability: &Capability, sides: &Sides<'_>) -> bool {
    let is_spoken_of =
        |(probe, part): &(&str, &str)| *probe == capability.probe && sides.vocabulary.has_part(part);
    if SPOKEN_OF.iter().any(is_spoken_of) {
        return true;
    }
    let Some(meaning) = &sides.meaning else {
        return false;
    };
    let nodes = meaning.graph.order.iter().map(String::as_str);
    let routers = meaning
        .graph
        .routers
        .iter()
        .filter_map(|router| router.function.as_ref());
    let names = nodes.chain(routers.map(|function| function.name.as_str()));
    let names: Vec<String> = names.map(fold).collect();
    capability
        .otherwise
        .iter()
        .any(|part| names.iter().any(|name| name.contains(part)))
}

fn judged(answer: &Answer, capability: &Capability) -> Check {
    let value = answer.value.as_ref().and_then(serde_json::Value::as_bool);
    let because = answer.rationale.clone();
    match (&answer.finding, value) {
        (Finding::Present | Finding::Absent, Some(value)) if value == capability.holds => {
            Check::new(State::Supported, because)
        }
        (Finding::Present | Finding::Absent, Some(_))
            if answer.confidence >= Confidence::percent(SURE_MIN) && capability.can_contradict =>
        {
            Check::new(State::Contradicted, because)
        }
        _ => Check::new(State::Uncheckable, because),
    }
}

/// A report that says of something that it is not there yet, and it is.
fn missing(capability: &Capability, statement: &Statement, sides: &Sides<'_>) -> Claim {
    let found = check(capability, sides);
    let state = match found.state {
        State::Supported => State::Contradicted,
        State::Contradicted => State::Supported,
        other => other,
    };
    let because = match state {
        State::Contradicted => format!("stale: {}", found.because),
        _ => found.because,
    };
    let about = format!("not there yet: {}", capability.about);
    Check {
        state,
        because,
        ..found
    }
    .of(capability.kind, about, statement)
}
