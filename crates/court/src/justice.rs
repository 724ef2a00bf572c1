//! The Chief Justice: pure rules, in published order, from hearings to a verdict; never a model.
//!
//! # The default rules of a dimension, in order
//!
//! 1. `fact_supremacy`: a vote may stretch the facts by at most half of the scale. With `m` the share of the
//!    observed demands that are met, a vote above `m + 1/2` is lowered to it, one below `m - 1/2` raised.
//!    What could not be observed is not in `m`, so it never lowers a vote.
//! 2. `variance_re_evaluation`: when the votes lie further apart than the rubric allows, by default half of
//!    the scale (more than 2 on 1 to 5), the dimension is heard once more; where they still do, the middle
//!    vote decides.
//! 3. `functionality_weight`: on an architecture dimension, or one that the rubric names for it, the Tech
//!    Lead's vote counts double,
//!    (P + D + 2 TL) / 4; everywhere else the votes count alike.
//! 4. The result is rounded half up to a score that the scale allows.
//! 5. `security_override`: a confirmed flaw, a scanner fact with a place, caps a security dimension at what
//!    the rubric names, by default the middle of the scale (3 on 1 to 5). The cap comes last, so nothing
//!    undoes it.
//! 6. `dissent_requirement`: wherever Prosecutor and Defense disagree, the ruling says over what and what
//!    settled it.
//!
//! A recused judge is left out; with all three recused the dimension is incomplete.

use crate::evidence::ExhibitId;
use crate::law::Law;
use crate::opinion::{Hearing, Persona, Seat};
use crate::protocol::Standing;
use crate::rubric::{Dimension, DimensionId};
use crate::score::{Fraction, Scale, Score};
use crate::statutes::met_share;
use serde::{Deserialize, Serialize};

/// Raised whenever a ruling could come out differently for the same hearings.
pub const VERSION: u32 = 1;
/// A vote may lie this much of the scale from the facts.
const STRETCH_MAX: Fraction = Fraction::new_raw(1, 2);

/// Whether a dimension came to a score.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Status {
    /// It did.
    Judged,
    /// What it looks at was not given, or no panel of this kind can see it; says nothing about the subject.
    NotAssessable(String),
    /// The auditor could not look or judge; says nothing about the subject.
    Incomplete(String),
}

/// One rule that spoke, with the score before and after it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    /// The rule.
    pub rule: String,
    /// The score before, where there was one.
    pub before: Option<Score>,
    /// The score after.
    pub after: Option<Score>,
    /// What made it speak.
    pub why: String,
}

/// The settled outcome of one dimension.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Ruling {
    /// Which dimension.
    pub dimension: DimensionId,
    /// Whether it came to a score.
    pub status: Status,
    /// The score.
    pub final_score: Option<Score>,
    /// The hearings, first the first.
    pub hearings: Vec<Hearing>,
    /// The rules that spoke, in order.
    pub trace: Vec<Step>,
    /// What the judges disagreed on and what settled it.
    pub dissent: Option<String>,
}

/// Whether the votes lie so far apart that the dimension is heard once more.
#[must_use]
pub fn needs_rehearing(law: &Law, hearing: &Hearing) -> bool {
    law.rehear.is_reached_by(spread(&hearing.scores()))
}

fn spread(votes: &[Score]) -> Fraction {
    let highest = votes
        .iter()
        .max()
        .map_or(Fraction::from_integer(0), |score| score.0);
    let lowest = votes
        .iter()
        .min()
        .map_or(Fraction::from_integer(0), |score| score.0);
    highest - lowest
}

/// A ruling for a dimension that was not heard.
#[must_use]
pub fn unheard(dimension: &Dimension, status: Status) -> Ruling {
    let why = match &status {
        Status::NotAssessable(why) | Status::Incomplete(why) => why.clone(),
        Status::Judged => String::new(),
    };
    Ruling {
        dimension: dimension.id.clone(),
        status,
        final_score: None,
        hearings: Vec::new(),
        trace: vec![Step {
            rule: "admission".to_owned(),
            before: None,
            after: None,
            why,
        }],
        dissent: None,
    }
}

/// What a ruling is made from, besides the hearings.
#[derive(Clone, Copy, Debug)]
pub struct Matter<'a> {
    /// The dimension.
    pub dimension: &'a Dimension,
    /// The numbers by which it is settled.
    pub law: &'a Law,
    /// Its demands held against the evidence.
    pub standings: &'a [Standing],
}

/// Settles one dimension from its hearings, of which the last one counts.
#[must_use]
pub fn rule(matter: &Matter<'_>, hearings: Vec<Hearing>) -> Ruling {
    let Some(last) = hearings.last() else {
        return unheard(
            matter.dimension,
            Status::Incomplete("it was not heard".to_owned()),
        );
    };
    let mut bench = Bench {
        matter,
        votes: votes(last),
        trace: Vec::new(),
    };
    if bench.votes.is_empty() {
        let ruling = unheard(matter.dimension, Status::Incomplete(recusals(last)));
        return Ruling { hearings, ..ruling };
    }
    bench.let_facts_overrule();
    bench.note_rehearing(&hearings);
    let base = bench.base();
    let rounded = bench.round(base);
    let final_score = bench.cap(rounded);
    let dissent = dissent(matter, &hearings, final_score, &bench.trace);
    let trace = bench.trace;
    Ruling {
        dimension: matter.dimension.id.clone(),
        status: Status::Judged,
        final_score: Some(final_score),
        hearings,
        trace,
        dissent,
    }
}

fn votes(hearing: &Hearing) -> Vec<(Persona, Score)> {
    hearing
        .seats()
        .filter_map(|(persona, seat)| Some((persona, seat.score()?)))
        .collect()
}

fn recusals(hearing: &Hearing) -> String {
    let causes = hearing.seats().filter_map(|(persona, seat)| match seat {
        Seat::Recused(recusal) => Some(format!("{}: {}", persona.name(), recusal.cause)),
        Seat::Opined(_) => None,
    });
    format!(
        "all judges recused themselves ({})",
        causes.collect::<Vec<_>>().join("; ")
    )
}

/// The votes of one dimension while the rules work on them.
struct Bench<'a> {
    matter: &'a Matter<'a>,
    votes: Vec<(Persona, Score)>,
    trace: Vec<Step>,
}

impl Bench<'_> {
    fn scale(&self) -> &Scale {
        &self.matter.dimension.scale
    }

    fn record(&mut self, rule: &str, before: Option<Score>, after: Option<Score>, why: String) {
        self.trace.push(Step {
            rule: rule.to_owned(),
            before,
            after,
            why,
        });
    }

    fn let_facts_overrule(&mut self) {
        let Some(met) = met_share(self.matter.standings) else {
            return;
        };
        let scale = self.scale().clone();
        let at = |share: Fraction| Score(scale.min.0 + (scale.max.0 - scale.min.0) * share);
        let (low, high) = (
            scale.floor(at(met - STRETCH_MAX)),
            scale.ceiling(at(met + STRETCH_MAX)),
        );
        for index in 0..self.votes.len() {
            let (persona, vote) = self.votes[index];
            let bound = vote.clamp(low, high);
            if bound != vote {
                self.votes[index].1 = bound;
                let why = format!(
                    "the {} stretches the facts by more than half of the scale",
                    persona.title()
                );
                self.record("fact_supremacy", Some(vote), Some(bound), why);
            }
        }
    }

    fn note_rehearing(&mut self, hearings: &[Hearing]) {
        let [first, .., last] = hearings else { return };
        let width = |hearing: &Hearing| Score(spread(&hearing.scores()));
        let why = format!(
            "the votes lay {} apart; heard once more on the cited exhibits they lie {} apart",
            width(first),
            width(last)
        );
        self.record("variance_re_evaluation", None, None, why);
    }

    fn base(&mut self) -> Score {
        let scores: Vec<Score> = self.votes.iter().map(|(_, score)| *score).collect();
        if self.matter.law.rehear.is_reached_by(spread(&scores)) {
            return self.middle(scores);
        }
        let equal = weighted(&self.votes, 1);
        let has_tech_lead = self
            .votes
            .iter()
            .any(|(persona, _)| *persona == Persona::TechLead);
        if !(self.matter.law.tech_lead_first && has_tech_lead) {
            self.record("mean", None, Some(equal), "the mean of the votes".to_owned());
            return equal;
        }
        let base = weighted(&self.votes, 2);
        let why = "the Tech Lead's vote counts double here".to_owned();
        self.record("functionality_weight", Some(equal), Some(base), why);
        base
    }

    fn middle(&mut self, mut scores: Vec<Score>) -> Score {
        scores.sort_unstable();
        let middle = scores[(scores.len() - 1) / 2];
        let why = "the votes are still far apart: the middle one decides".to_owned();
        self.record("variance_tie_break", None, Some(middle), why);
        middle
    }

    fn round(&mut self, base: Score) -> Score {
        let rounded = self.scale().snap(base);
        if rounded != base {
            self.record(
                "rounding",
                Some(base),
                Some(rounded),
                "half up to a score that the scale allows".into(),
            );
        }
        rounded
    }

    fn cap(&mut self, score: Score) -> Score {
        let Some((flaw, cap)) = confirmed_flaw(self.matter).zip(self.matter.law.cap) else {
            return score;
        };
        let after = score.min(cap);
        let already = if after == score {
            ", which it is already"
        } else {
            ""
        };
        let why = format!("{flaw} confirms a security flaw: at most {cap}{already}");
        self.record("security_override", Some(score), Some(after), why);
        after
    }
}

fn weighted(votes: &[(Persona, Score)], tech_lead: i64) -> Score {
    let weight = |persona: Persona| {
        if persona == Persona::TechLead {
            tech_lead
        } else {
            1
        }
    };
    let total: i64 = votes.iter().map(|(persona, _)| weight(*persona)).sum();
    let sum: Fraction = votes
        .iter()
        .map(|(persona, score)| score.0 * weight(*persona))
        .sum();
    Score(sum / total)
}

/// The exhibit of a violation that was observed at a place.
fn confirmed_flaw(matter: &Matter<'_>) -> Option<ExhibitId> {
    let violated = |s: &&Standing| s.demand.is_violation && s.is_unmet() && s.place.is_some();
    matter.standings.iter().find(violated).and_then(|s| s.exhibit)
}

fn dissent(matter: &Matter<'_>, hearings: &[Hearing], final_score: Score, trace: &[Step]) -> Option<String> {
    let first = hearings.first()?;
    let (prosecutor, defense) = (first.prosecutor.score()?, first.defense.score()?);
    if prosecutor == defense {
        return None;
    }
    let open: Vec<&Standing> = matter.standings.iter().filter(|s| s.is_unmet()).collect();
    let over: Vec<String> = open.iter().map(|s| s.demand.unmet.clone()).collect();
    let over = if over.is_empty() {
        "the weight of what is met".to_owned()
    } else {
        over.join("; ")
    };
    let settled = settling_rule(trace);
    Some(format!(
        "The Prosecutor ({prosecutor}) and the Defense ({defense}) disagree over how much this weighs: {over}. `{settled}` settled it at {final_score}."
    ))
}

/// The last rule that made the score what it is.
fn settling_rule(trace: &[Step]) -> &str {
    let settles = |step: &&Step| step.rule != "rounding" && step.after.is_some() && step.before != step.after;
    trace
        .iter()
        .rev()
        .find(settles)
        .map_or("mean", |step| step.rule.as_str())
}

#[cfg(test)]
mod tests;
