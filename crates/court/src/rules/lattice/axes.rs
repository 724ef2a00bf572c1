//! The values that each axis takes, as far as the rules tell them apart.

use super::spoken::Spoken;
use crate::protocol::Kind;
use crate::rubric::Spread;
use crate::rules::expression::{Predicate, Quantity, State};
use crate::rules::setting::{Facts, RubricNumbers, Votes};
use crate::rules::{RuleSet, Scope};
use crate::score::{Fraction, ONE, Scale, Score, ZERO};
use std::collections::{BTreeMap, BTreeSet};

/// Most values of one vote that are tried; a finer scale is tried at its ends and around the numbers of the rules.
const VALUES_MAX: usize = 9;

/// All of the values where they matter, else the first alone.
pub(super) fn varied<T: Clone>(matters: bool, values: &[T]) -> Vec<T> {
    values[..if matters { values.len() } else { 1 }].to_vec()
}

pub(super) fn values(scale: &Scale, spoken: &Spoken) -> Vec<Option<Fraction>> {
    let (min, max) = (scale.min.0, scale.max.0);
    let mut all: Vec<Fraction> = match &scale.allowed {
        Some(allowed) => allowed.iter().map(|score| score.0).collect(),
        None => std::iter::successors(Some(min), |last| Some(*last + ONE))
            .take_while(|number| *number < max)
            .take(VALUES_MAX)
            .chain([max])
            .collect(),
    };
    if all.len() > VALUES_MAX {
        let around = |number: &Fraction| [*number - ONE, *number, *number + ONE];
        let is_score = |number: &Fraction| scale.floor(Score(*number)).0 == *number;
        let named = spoken.numbers.iter().flat_map(around).filter(is_score);
        let middle = scale.snap(Score((min + max) / 2)).0;
        let chosen = [min, max, middle].into_iter().chain(named).take(VALUES_MAX);
        all = chosen.collect::<BTreeSet<Fraction>>().into_iter().collect();
    }
    all.into_iter().map(Some).chain([None]).collect()
}

pub(super) fn places(rules: &RuleSet, spoken: &Spoken) -> Vec<(String, Kind, &'static str)> {
    let rules = rules.phases().into_iter().flat_map(|(_, rules)| rules);
    let mut ids = BTreeSet::from(["d".to_owned()]);
    let mut kinds = BTreeSet::from([Kind::Plain]);
    let mut targets = BTreeSet::from(["repository"]);
    for scope in rules.flat_map(|rule| &rule.scope) {
        match scope {
            Scope::Id(pattern) => drop(ids.insert(pattern.replace('*', ""))),
            Scope::Kind(kind) => drop(kinds.insert(*kind)),
            Scope::Target(target) => drop(targets.insert(target)),
        }
    }
    for predicate in &spoken.predicates {
        match predicate {
            Predicate::Dimension(patterns) => ids.extend(patterns.iter().map(|id| id.replace('*', ""))),
            Predicate::Kind(kind) => drop(kinds.insert(*kind)),
            Predicate::Target(target) => drop(targets.insert(target)),
            _ => {}
        }
    }
    let mut places = Vec::new();
    for id in &ids {
        for kind in &kinds {
            places.extend(targets.iter().map(|target| (id.clone(), *kind, *target)));
        }
    }
    places
}

pub(super) fn facts(spoken: &Spoken) -> Vec<Facts> {
    let demands = demands(spoken);
    let cited = cited(spoken);
    let said = said(spoken);
    let asked = asked(spoken);
    let sure = match spoken.counts(|q| matches!(q, Quantity::Confidence(_))) {
        true => vec![Fraction::new(1, 2), ONE],
        false => vec![ONE],
    };
    let mut all = Vec::new();
    for demands in &demands {
        for cited in &cited {
            for said in &said {
                let with = |asked: &BTreeMap<String, State>, sure: Fraction| Facts {
                    met: met(demands),
                    demands: demands.clone(),
                    asked: asked.clone(),
                    flaw: None,
                    shared_citation: cited.iter().all(|all| all.contains(&State::Supported)),
                    cited: cited.clone(),
                    said: said.clone(),
                    sure: [Some(sure); 3],
                };
                all.extend(
                    asked
                        .iter()
                        .flat_map(|asked| sure.iter().map(|sure| with(asked, *sure))),
                );
            }
        }
    }
    all
}

/// What the probes that are named came to: none asked, all met, each alone unmet, all unmet.
fn asked(spoken: &Spoken) -> Vec<BTreeMap<String, State>> {
    let named = spoken.predicates.iter().filter_map(|predicate| match predicate {
        Predicate::Probe(probe, _) => Some(probe.clone()),
        _ => None,
    });
    let named: BTreeSet<String> = named.collect();
    let all = |state: State| named.iter().map(|probe| (probe.clone(), state)).collect();
    let met: BTreeMap<String, State> = all(State::Supported);
    let alone = named.iter().map(|probe| {
        let mut asked = met.clone();
        asked.insert(probe.clone(), State::Refuted);
        asked
    });
    let mut found = vec![BTreeMap::new(), met.clone(), all(State::Refuted)];
    found.extend(alone);
    varied(!named.is_empty(), &found)
}

/// The share that is met, all demands weighing alike.
pub(in crate::rules) fn met(demands: &[(State, u8)]) -> Option<Fraction> {
    let share = |(state, _): &(State, u8)| match state {
        State::Supported => Some(ONE),
        State::Partial => Some(Fraction::new(1, 2)),
        State::Refuted => Some(ZERO),
        State::Unobserved | State::NotApplicable | State::Unknown => None,
    };
    let shares: Vec<Fraction> = demands.iter().filter_map(share).collect();
    let count = i64::try_from(shares.len()).ok().filter(|count| *count > 0)?;
    Some(shares.iter().sum::<Fraction>() / count)
}

fn demands(spoken: &Spoken) -> Vec<Vec<(State, u8)>> {
    use State::{Partial, Refuted, Supported, Unobserved};
    let speaks_of_states = spoken.has(|p| matches!(p, Predicate::Any(..) | Predicate::All(..)))
        || spoken.counts(|q| matches!(q, Quantity::Count(..)));
    let speaks_of_met = spoken.counts(|q| *q == Quantity::Met);
    let all: [&[State]; 8] = [
        &[],
        &[Supported],
        &[Refuted],
        &[Supported, Refuted],
        &[Partial],
        &[Unobserved],
        &[Supported, Unobserved],
        &[Refuted, Unobserved],
    ];
    let all = varied(speaks_of_states || speaks_of_met, &all);
    let is_gated = |gate: &u8| *gate > 0;
    let gated = spoken
        .has(|p| matches!(p, Predicate::Any(_, gate) | Predicate::All(_, gate) if is_gated(gate)))
        || spoken.counts(|q| matches!(q, Quantity::Count(_, gate) if is_gated(gate)));
    let sure: &[u8] = if gated { &[30, 100] } else { &[100] };
    let with = |states: &[State], sure: u8| states.iter().map(|state| (*state, sure)).collect();
    let all = all
        .iter()
        .flat_map(|states| sure.iter().map(move |sure| with(states, *sure)));
    all.collect()
}

fn cited(spoken: &Spoken) -> Vec<[Vec<State>; 3]> {
    use Predicate::{Cites, CitesNothing, SharedCitation};
    let is_asked = spoken.has(|p| matches!(p, Cites(..) | CitesNothing(_) | SharedCitation));
    if !is_asked && !spoken.counts(|q| matches!(q, Quantity::Citations(..))) {
        return vec![[vec![], vec![], vec![]]];
    }
    use State::{Refuted, Supported, Unknown};
    let one = [
        vec![],
        vec![Supported],
        vec![Refuted],
        vec![Unknown],
        vec![Supported, Supported],
    ];
    let mut all = Vec::new();
    for prosecutor in &one {
        for defense in &one[..4] {
            for lead in [&one[0], &one[1], &one[3]] {
                all.push([prosecutor.clone(), defense.clone(), lead.clone()]);
            }
        }
    }
    all
}

fn said(spoken: &Spoken) -> Vec<[String; 3]> {
    let mut all = vec![[String::new(), String::new(), String::new()]];
    let mut seen = BTreeSet::new();
    for predicate in &spoken.predicates {
        let Predicate::Says(_, name, phrases) = predicate else {
            continue;
        };
        let Some(phrase) = phrases.first().filter(|_| seen.insert(name.clone())) else {
            continue;
        };
        let more = |said: &[String; 3]| {
            let whole = said.each_ref().map(|said| format!("{said} {phrase}"));
            let [first, ..] = whole.clone();
            [[first, said[1].clone(), said[2].clone()], whole]
        };
        all.extend(all.iter().flat_map(more).collect::<Vec<_>>());
    }
    all
}

pub(super) fn rubrics(spoken: &Spoken, scale: &Scale) -> Vec<RubricNumbers> {
    use Predicate::{RubricDissents, RubricRehears, RubricTechLeadFirst};
    let (mut all, plain) = (vec![RubricNumbers::default()], RubricNumbers::default);
    if spoken.counts(|q| *q == Quantity::RubricCap) {
        let cap = Some(scale.min.0 + ONE);
        all.push(RubricNumbers { cap, ..plain() });
    }
    if spoken.has(|p| matches!(p, RubricRehears | RubricDissents)) {
        let (bound, inclusive) = (ONE, true);
        let rehear = Some(Spread { bound, inclusive });
        let dissent = rehear;
        all.push(RubricNumbers {
            rehear,
            dissent,
            ..plain()
        });
    }
    if spoken.has(|p| *p == RubricTechLeadFirst) {
        let tech_lead_first = true;
        all.push(RubricNumbers {
            tech_lead_first,
            ..plain()
        });
    }
    all
}

pub(super) fn hearings(spoken: &Spoken, scale: &Scale) -> Vec<Option<Votes>> {
    let wide = [Some(scale.min.0), Some(scale.max.0), Some(scale.max.0)];
    let matters = spoken.counts(|q| matches!(q, Quantity::FirstSpread | Quantity::Hearings));
    varied(matters, &[None, Some(wide)])
}
