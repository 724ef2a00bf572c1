//! A case as rules see it.

use super::Matter;
use crate::evidence::ExhibitId;
use crate::opinion::{Hearing, Persona, Seat};
use crate::protocol::Standing;
use crate::rubric::{Artifact, Spread};
use crate::rules::{CaseFacts, Facts, RubricNumbers, Setting, State, Votes, carried, seat};
use crate::score::{Fraction, Scale, ZERO};
use crate::statutes::met_share;
use std::collections::{BTreeMap, BTreeSet};

/// What rules can see of the dimension after these hearings, of which the last one counts.
pub(crate) fn setting(matter: &Matter<'_>, hearings: &[Hearing]) -> Setting {
    let (own, law) = (&matter.dimension.scale, matter.law);
    let scale = law.rules.scale.as_ref().unwrap_or(own);
    let votes = |hearing: Option<&Hearing>| hearing.map(|h| votes(h, own, scale)).unwrap_or_default();
    Setting {
        dimension: matter.dimension.id.0.clone(),
        kind: law.kind,
        target: target(&matter.dimension.artifact),
        is_critical: matter.dimension.is_critical,
        scale: scale.clone(),
        votes: votes(hearings.last()),
        first: votes(hearings.first()),
        hearings: i64::try_from(hearings.len()).unwrap_or(i64::MAX),
        facts: facts(matter, hearings.last()),
        rubric: numbers(&law.numbers, own, scale),
        case: CaseFacts {
            flaws: law.case.flaws,
            critical_observed: law.case.critical_observed,
            // Citations are looked up above; no rule sees single exhibits of other dimensions.
            seen: BTreeMap::new(),
        },
    }
}

fn votes(hearing: &Hearing, own: &Scale, scale: &Scale) -> Votes {
    let mut votes = [None; 3];
    for (persona, given) in hearing.seats() {
        votes[seat(persona)] = given.score().map(|score| carried(score.0, own, scale));
    }
    votes
}

/// The rubric's numbers on the scale of the rules.
fn numbers(numbers: &RubricNumbers, own: &Scale, scale: &Scale) -> RubricNumbers {
    if own.spans_like(scale) {
        return numbers.clone();
    }
    let wider = |spread: Spread| Spread {
        bound: spread.bound * scale.width() / own.width(),
        ..spread
    };
    RubricNumbers {
        cap: numbers.cap.map(|cap| carried(cap, own, scale)),
        rehear: numbers.rehear.map(wider),
        dissent: numbers.dissent.map(wider),
        tech_lead_first: numbers.tech_lead_first,
    }
}

fn target(artifact: &Artifact) -> &'static str {
    match artifact {
        Artifact::Repository => "repository",
        Artifact::Report => "report",
        Artifact::Diagrams => "diagrams",
        Artifact::External(_) => "",
    }
}

fn facts(matter: &Matter<'_>, last: Option<&Hearing>) -> Facts {
    let seen = &matter.law.case.seen;
    let sure = |standing: &Standing| {
        let exhibit = standing.exhibit.and_then(|id| seen.get(&id.to_string()));
        exhibit.map_or(100, |(_, percent)| *percent)
    };
    let flaw = matter
        .standings
        .iter()
        .find(|standing| standing.is_confirmed_flaw());
    let mut facts = Facts {
        met: met_share(matter.standings),
        demands: matter.standings.iter().map(|s| (state(s), sure(s))).collect(),
        asked: asked(matter.standings),
        flaw: flaw.map(|s| s.exhibit.map_or_else(|| "a fact".to_owned(), |id| id.to_string())),
        ..Facts::default()
    };
    let Some(last) = last else { return facts };
    for (persona, given) in last.seats() {
        hear(&mut facts, persona, given, matter);
    }
    facts.shared_citation = shares_citation(last, matter);
    facts
}

fn asked(standings: &[Standing]) -> BTreeMap<String, State> {
    let mut asked = BTreeMap::new();
    for standing in standings {
        asked
            .entry(standing.demand.probe.clone())
            .or_insert(state(standing));
    }
    asked
}

/// What an exhibit came to: as the dimension's demands have it, else as it was found.
fn known(matter: &Matter<'_>, id: ExhibitId) -> Option<State> {
    let demanded = matter
        .standings
        .iter()
        .find(|standing| standing.exhibit == Some(id));
    let found = || matter.law.case.seen.get(&id.to_string()).map(|(state, _)| *state);
    demanded.map(state).or_else(found)
}

fn state(standing: &Standing) -> State {
    match standing.share {
        Some(_) if standing.is_met() => State::Supported,
        Some(share) if share == ZERO => State::Refuted,
        Some(_) => State::Partial,
        None if standing.is_unobserved => State::Unobserved,
        None => State::NotApplicable,
    }
}

fn hear(facts: &mut Facts, persona: Persona, given: &Seat, matter: &Matter<'_>) {
    let at = seat(persona);
    let Seat::Opined(opinion) = given else {
        // What rules put in the place of a lost opinion is nobody's, and nobody is sure of it.
        facts.sure[at] = Some(ZERO);
        return;
    };
    let cited = opinion.cited.iter().map(|id| known(matter, *id));
    facts.cited[at] = cited.map(|state| state.unwrap_or(State::Unknown)).collect();
    facts.said[at].clone_from(&opinion.argument);
    facts.sure[at] = Some(Fraction::new(i64::from(u8::from(opinion.confidence)), 100));
}

fn shares_citation(hearing: &Hearing, matter: &Matter<'_>) -> bool {
    let observed = |id: &ExhibitId| {
        known(matter, *id)
            .is_some_and(|state| matches!(state, State::Supported | State::Partial | State::Refuted))
    };
    let cited = |given: &Seat| -> BTreeSet<ExhibitId> {
        match given {
            Seat::Opined(opinion) => opinion.cited.iter().copied().filter(observed).collect(),
            Seat::Recused(_) => BTreeSet::new(),
        }
    };
    let [p, d, t] = [&hearing.prosecutor, &hearing.defense, &hearing.tech_lead].map(cited);
    p.intersection(&d).any(|id| t.contains(id))
}
