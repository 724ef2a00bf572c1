//! All settings that a rule set can tell apart, as far as that many can be tried: votes, evidence, citations,
//! words, dimensions. Only what the rules speak of is varied.

use super::expression::{Expr, Predicate, Quantity, State};
use super::setting::{CaseFacts, Facts, RubricNumbers, Setting, Votes};
use super::{Action, Rule, RuleSet, Scope};
use crate::protocol::Kind;
use crate::rubric::Spread;
use crate::score::{Fraction, Scale, Score};
use std::collections::BTreeSet;

/// Most values of one vote that are tried; a finer scale is tried at its ends and around the numbers of the rules.
const VALUES_MAX: usize = 9;
/// Most settings that are tried; of more, an even selection is.
const SETTINGS_MAX: usize = 250_000;
/// Step of that selection, prime so that it meets every axis evenly.
const STRIDE: usize = 15_485_863;

/// The settings of a rule set.
pub(super) struct Lattice {
    scale: Scale,
    values: Vec<Option<Fraction>>,
    places: Vec<(String, Kind, &'static str)>,
    facts: Vec<Facts>,
    flaws: Vec<(bool, i64)>,
    rubrics: Vec<RubricNumbers>,
    /// The spread of the first hearing, where there were two.
    hearings: Vec<Option<Votes>>,
    critical: Vec<(bool, i64)>,
}

impl Lattice {
    pub(super) fn of(rules: &RuleSet) -> Self {
        let scale = rules.scale.clone().unwrap_or_else(Scale::one_to_five);
        let spoken = Spoken::of(rules);
        Self {
            values: values(&scale, &spoken),
            places: places(rules, &spoken),
            facts: facts(&spoken),
            flaws: spoken.when(
                |p| matches!(p, Predicate::Flaw | Predicate::CaseFlaw),
                vec![(false, 0), (true, 1), (false, 1)],
                (false, 0),
            ),
            rubrics: rubrics(&spoken, &scale),
            hearings: hearings(&spoken, &scale),
            critical: if spoken.has(|p| matches!(p, Predicate::Critical))
                || spoken.counts(|q| matches!(q, Quantity::CriticalObserved))
            {
                vec![(false, 0), (true, 0), (true, 2), (true, 9)]
            } else {
                vec![(false, 0)]
            },
            scale,
        }
    }

    fn axes(&self) -> [usize; 9] {
        let votes = self.values.len();
        [
            votes,
            votes,
            votes,
            self.places.len(),
            self.facts.len(),
            self.flaws.len(),
            self.rubrics.len(),
            self.hearings.len(),
            self.critical.len(),
        ]
    }

    /// How many settings there are.
    pub(super) fn count(&self) -> usize {
        self.axes()
            .iter()
            .fold(1_usize, |product, axis| product.saturating_mul(*axis))
    }

    /// The settings that are tried, always the same ones.
    pub(super) fn settings(&self) -> impl Iterator<Item = Setting> {
        let count = self.count();
        let tried = count.min(SETTINGS_MAX);
        let is_thinned = tried < count;
        (0..tried).map(move |index| {
            let at = if is_thinned {
                index.wrapping_mul(STRIDE) % count
            } else {
                index
            };
            self.setting(at)
        })
    }

    fn setting(&self, index: usize) -> Setting {
        let mut rest = index;
        let at = self.axes().map(|axis| {
            let at = rest % axis;
            rest /= axis;
            at
        });
        let votes = [self.values[at[0]], self.values[at[1]], self.values[at[2]]];
        let (dimension, kind, target) = self.places[at[3]].clone();
        let (has_flaw, flaws) = self.flaws[at[5]];
        let first = self.hearings[at[7]];
        let (is_critical, critical_observed) = self.critical[at[8]];
        Setting {
            dimension,
            kind,
            target,
            is_critical,
            scale: self.scale.clone(),
            votes,
            first: first.unwrap_or(votes),
            hearings: if first.is_some() { 2 } else { 1 },
            facts: Facts {
                flaw: has_flaw.then(|| "E1".to_owned()),
                ..self.facts[at[4]].clone()
            },
            rubric: self.rubrics[at[6]].clone(),
            case: CaseFacts {
                flaws,
                critical_observed,
                ..CaseFacts::default()
            },
        }
    }

    /// The next score up a judge could give.
    pub(super) fn above(&self, vote: Fraction) -> Option<Fraction> {
        self.values.iter().flatten().copied().find(|value| *value > vote)
    }
}

/// Everything that the rules speak of.
struct Spoken {
    predicates: Vec<Predicate>,
    quantities: Vec<Quantity>,
    numbers: BTreeSet<Fraction>,
}

impl Spoken {
    fn of(rules: &RuleSet) -> Self {
        let mut spoken = Self {
            predicates: Vec::new(),
            quantities: Vec::new(),
            numbers: BTreeSet::new(),
        };
        let phases = [&rules.edits, &rules.base, &rules.rules, &rules.caps];
        let all = phases.into_iter().flatten().chain(&rules.rehear);
        for expr in all.flat_map(expressions) {
            for node in expr.walk() {
                match node {
                    Expr::Truth(predicate) => spoken.predicates.push(predicate.clone()),
                    Expr::Quantity(quantity) => spoken.quantities.push(quantity.clone()),
                    Expr::Literal(number) => {
                        spoken.numbers.insert(*number);
                    }
                    _ => {}
                }
            }
        }
        spoken
    }

    fn has(&self, is_it: impl Fn(&Predicate) -> bool) -> bool {
        self.predicates.iter().any(is_it)
    }

    fn counts(&self, is_it: impl Fn(&Quantity) -> bool) -> bool {
        self.quantities.iter().any(is_it)
    }

    fn when<T>(&self, is_it: impl Fn(&Predicate) -> bool, varied: Vec<T>, fixed: T) -> Vec<T> {
        if self.has(is_it) { varied } else { vec![fixed] }
    }
}

/// The expressions of a rule.
pub(super) fn expressions(rule: &Rule) -> Vec<&Expr> {
    let action = match &rule.action {
        Action::Becomes(formula) => Some(formula),
        Action::Drop | Action::Nothing => None,
    };
    rule.when.iter().chain(action).chain(&rule.instead_of).collect()
}

fn values(scale: &Scale, spoken: &Spoken) -> Vec<Option<Fraction>> {
    let (min, max) = (scale.min.0, scale.max.0);
    let one = Fraction::from_integer(1);
    let all: BTreeSet<Fraction> = match &scale.allowed {
        Some(allowed) => allowed.iter().map(|score| score.0).collect(),
        None => {
            let steps = (max - min).floor().to_integer().clamp(1, 200);
            (0..=steps)
                .map(|step| min + Fraction::from_integer(step))
                .collect()
        }
    };
    let mut values: BTreeSet<Fraction> = all.clone();
    if all.len() > VALUES_MAX {
        let around = |number: &Fraction| [*number - one, *number, *number + one];
        let named = spoken
            .numbers
            .iter()
            .flat_map(around)
            .filter(|number| all.contains(number));
        let middle = scale.snap(Score((min + max) / 2)).0;
        values = [min, max, middle]
            .into_iter()
            .chain(named)
            .take(VALUES_MAX)
            .collect();
    }
    values.into_iter().map(Some).chain([None]).collect()
}

fn places(rules: &RuleSet, spoken: &Spoken) -> Vec<(String, Kind, &'static str)> {
    let phases = [&rules.edits, &rules.base, &rules.rules, &rules.caps];
    let scopes: Vec<&Scope> = phases
        .into_iter()
        .flatten()
        .flat_map(|rule| &rule.scope)
        .collect();
    let mut ids = BTreeSet::from(["d".to_owned()]);
    let mut kinds = BTreeSet::from([Kind::Plain]);
    let mut targets = BTreeSet::from(["repository"]);
    for scope in scopes {
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

fn facts(spoken: &Spoken) -> Vec<Facts> {
    let demands = demands(spoken);
    let cited = cited(spoken);
    let said = said(spoken);
    let sure = if spoken.counts(|q| matches!(q, Quantity::Confidence(_))) {
        vec![Fraction::new(1, 2), Fraction::from_integer(1)]
    } else {
        vec![Fraction::from_integer(1)]
    };
    let mut all = Vec::new();
    for demands in &demands {
        for cited in &cited {
            for said in &said {
                all.extend(sure.iter().map(|sure| Facts {
                    met: met(demands),
                    demands: demands.clone(),
                    flaw: None,
                    shared_citation: cited.iter().all(|all| all.contains(&State::Supported)),
                    cited: cited.clone(),
                    said: said.clone(),
                    sure: [Some(*sure); 3],
                }));
            }
        }
    }
    all
}

/// The share that is met, all demands weighing alike.
pub(super) fn met(demands: &[(State, u8)]) -> Option<Fraction> {
    let shares: Vec<Fraction> = demands
        .iter()
        .filter_map(|(state, _)| match state {
            State::Supported => Some(Fraction::from_integer(1)),
            State::Partial => Some(Fraction::new(1, 2)),
            State::Refuted => Some(Fraction::from_integer(0)),
            State::Unobserved | State::NotApplicable | State::Unknown => None,
        })
        .collect();
    let count = i64::try_from(shares.len()).ok().filter(|count| *count > 0)?;
    Some(shares.iter().sum::<Fraction>() / count)
}

fn demands(spoken: &Spoken) -> Vec<Vec<(State, u8)>> {
    use State::{Partial, Refuted, Supported, Unobserved};
    let speaks_of_states = spoken.has(|p| matches!(p, Predicate::Any(..) | Predicate::All(..)))
        || spoken.counts(|q| matches!(q, Quantity::Count(..)));
    let speaks_of_met = spoken.counts(|q| *q == Quantity::Met);
    let mut all = vec![vec![], vec![Supported], vec![Refuted]];
    if speaks_of_states || speaks_of_met {
        all.extend([
            vec![Supported, Refuted],
            vec![Partial],
            vec![Unobserved],
            vec![Supported, Unobserved],
            vec![Refuted, Unobserved],
        ]);
    } else {
        all.truncate(1);
    }
    let is_gated = |gate: &u8| *gate > 0;
    let gated = spoken
        .has(|p| matches!(p, Predicate::Any(_, gate) | Predicate::All(_, gate) if is_gated(gate)))
        || spoken.counts(|q| matches!(q, Quantity::Count(_, gate) if is_gated(gate)));
    let sure: &[u8] = if gated { &[30, 100] } else { &[100] };
    let with = |states: &Vec<State>, sure: u8| states.iter().map(|state| (*state, sure)).collect();
    all.iter()
        .flat_map(|states| sure.iter().map(move |sure| with(states, *sure)))
        .collect()
}

fn cited(spoken: &Spoken) -> Vec<[Vec<State>; 3]> {
    let is_spoken = spoken.has(|p| {
        matches!(
            p,
            Predicate::Cites(..) | Predicate::CitesNothing(_) | Predicate::SharedCitation
        )
    }) || spoken.counts(|q| matches!(q, Quantity::Citations(..)));
    if !is_spoken {
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
        let more: Vec<[String; 3]> = all
            .iter()
            .flat_map(|said| {
                let add = |judges: &[usize]| {
                    let mut said = said.clone();
                    for judge in judges {
                        said[*judge] = format!("{} {phrase}", said[*judge]);
                    }
                    said
                };
                [add(&[0]), add(&[0, 1, 2])]
            })
            .collect();
        all.extend(more);
    }
    all
}

fn rubrics(spoken: &Spoken, scale: &Scale) -> Vec<RubricNumbers> {
    let mut all = vec![RubricNumbers::default()];
    if spoken.counts(|q| *q == Quantity::RubricCap) {
        all.push(RubricNumbers {
            cap: Some(scale.min.0 + Fraction::from_integer(1)),
            ..RubricNumbers::default()
        });
    }
    let spread = Spread {
        bound: Fraction::from_integer(1),
        inclusive: true,
    };
    if spoken.has(|p| matches!(p, Predicate::RubricRehears | Predicate::RubricDissents)) {
        all.push(RubricNumbers {
            rehear: Some(spread),
            dissent: Some(spread),
            ..RubricNumbers::default()
        });
    }
    if spoken.has(|p| *p == Predicate::RubricTechLeadFirst) {
        all.push(RubricNumbers {
            tech_lead_first: true,
            ..RubricNumbers::default()
        });
    }
    all
}

fn hearings(spoken: &Spoken, scale: &Scale) -> Vec<Option<Votes>> {
    let is_spoken = spoken.counts(|q| matches!(q, Quantity::FirstSpread | Quantity::Hearings));
    let wide = [Some(scale.min.0), Some(scale.max.0), Some(scale.max.0)];
    if is_spoken {
        vec![None, Some(wide)]
    } else {
        vec![None]
    }
}
