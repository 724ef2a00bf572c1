//! A decided case once more: the same evidence and opinions under other rules, or the same ones.

use crate::evidence::Evidence;
use crate::justice::{Matter, Ruling, Status, needs_rehearing, rule, unheard};
use crate::law::Law;
use crate::opinion::{Hearing, Round};
use crate::protocol::{Kind, Standing};
use crate::rubric::{Dimension, Rubric};
use crate::rules::{CaseFacts, RuleSet};
use crate::statutes;
use crate::verdict::{Verdict, pronounce_under};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// What a dimension is ruled from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Matters {
    /// What kind of dimension it is.
    pub kind: Kind,
    /// Its demands held against the evidence.
    pub standings: Vec<Standing>,
    /// Why it was not heard, where it was not.
    pub dismissed: Option<Status>,
    /// The hearings, first the first.
    pub hearings: Vec<Hearing>,
}

impl Matters {
    /// Of a dimension that was ruled on.
    pub fn of(kind: Kind, standings: Vec<Standing>, ruling: &Ruling) -> Self {
        let is_dismissed = ruling.hearings.is_empty();
        Self {
            kind,
            standings,
            dismissed: is_dismissed.then(|| ruling.status.clone()),
            hearings: ruling.hearings.clone(),
        }
    }
}

/// The law of each dimension of the case.
pub fn laws(rubric: &Rubric, rules: &Arc<RuleSet>, evidence: &Evidence, matters: &[Matters]) -> Vec<Law> {
    let pairs = || rubric.dimensions.iter().zip(matters);
    let standings = pairs().map(|(dimension, of)| (dimension, of.standings.as_slice()));
    let facts = Arc::new(CaseFacts::of(evidence, standings));
    pairs()
        .map(|(dimension, of)| Law::of(rubric, dimension, of.kind).under(rules, &facts))
        .collect()
}

/// Rules on all dimensions again, one for each of `matters`, and pronounces.
///
/// `is_by_statute` says that opinions follow from the findings alone, so that a rehearing which these rules want
/// and the stored case has not can be held.
pub fn retry(
    rubric: &Rubric,
    rules: &Arc<RuleSet>,
    evidence: &Evidence,
    matters: &[Matters],
    is_by_statute: bool,
) -> Verdict {
    let laws = laws(rubric, rules, evidence, matters);
    let pairs = rubric.dimensions.iter().zip(matters).zip(&laws);
    let rulings = pairs.map(|((dimension, of), law)| rerule(dimension, of, law, is_by_statute));
    // Without a dimension there is nothing to know of the case but its exhibits.
    let facts = laws.first().map(|law| Arc::clone(&law.case));
    let facts = facts.unwrap_or_else(|| Arc::new(CaseFacts::of(evidence, [])));
    pronounce_under(rules, &facts, rubric, rulings.collect())
}

fn rerule(dimension: &Dimension, of: &Matters, law: &Law, is_by_statute: bool) -> Ruling {
    if let Some(status) = &of.dismissed {
        return unheard(dimension, status.clone());
    }
    let matter = Matter {
        dimension,
        law,
        standings: &of.standings,
    };
    rule(&matter, hearings(&matter, &of.hearings, is_by_statute))
}

/// The hearings that these rules want, as far as they can be had.
fn hearings(matter: &Matter<'_>, stored: &[Hearing], is_by_statute: bool) -> Vec<Hearing> {
    let Some(first) = stored.first() else {
        return Vec::new();
    };
    let second = needs_rehearing(matter, first).then(|| {
        let held = stored.get(1).cloned();
        held.or_else(|| is_by_statute.then(|| by_statute(matter, Round::Rehearing)))
    });
    std::iter::once(first.clone()).chain(second.flatten()).collect()
}

fn by_statute(matter: &Matter<'_>, round: Round) -> Hearing {
    statutes::hear(matter.standings, &matter.dimension.scale, round)
}

/// What the statutes panel makes of these standings, heard again where the rules want it.
pub fn heard_by_statute(matter: &Matter<'_>) -> Vec<Hearing> {
    hearings(matter, &[by_statute(matter, Round::First)], true)
}
