//! The default rules written down a second time, as code: the file that holds them must settle every case alike.

use super::super::{Ruling, Status, Step, unheard};
use crate::evidence::ExhibitId;
use crate::opinion::{Hearing, Persona, Seat};
use crate::protocol::{Kind, Standing};
use crate::rubric::{Dimension, Limit, Rubric, Spread};
use crate::score::{Fraction, Scale, Score};
use crate::statutes::met_share;

/// A vote may lie this much of the scale from the facts.
const STRETCH_MAX: Fraction = Fraction::new_raw(1, 2);

/// What a ruling is made from, besides the hearings.
pub(super) struct Matter<'a> {
    pub(super) dimension: &'a Dimension,
    pub(super) law: &'a Law,
    pub(super) standings: &'a [Standing],
}

fn spread(votes: &[Score]) -> Fraction {
    let zero = Fraction::from_integer(0);
    let highest = votes.iter().max().map_or(zero, |score| score.0);
    let lowest = votes.iter().min().map_or(zero, |score| score.0);
    highest - lowest
}

/// A confirmed flaw leaves this much of the scale: 3 on 1 to 5, as the founding rules of the field have it.
const SECURITY_CAP: Fraction = Fraction::new_raw(1, 2);
/// Votes further apart than this much of the scale are heard again: more than 2 on 1 to 5.
const REHEAR_SPREAD: Fraction = Fraction::new_raw(1, 2);
/// The width of the scale that a rubric with several scales means when it names a number.
const USUAL_WIDTH: i64 = 4;

/// The numbers of one dimension.
#[derive(Clone, Debug)]
pub(super) struct Law {
    /// The highest score after a confirmed security flaw, one that the scale allows; `None` where the
    /// dimension is not about security.
    cap: Option<Score>,
    /// Votes this far apart are heard again.
    rehear: Spread,
    /// Whether the Tech Lead's vote counts double.
    tech_lead_first: bool,
}

impl Law {
    /// The numbers for a dimension of this kind in this rubric.
    pub(super) fn of(rubric: &Rubric, dimension: &Dimension, kind: Kind) -> Self {
        let scale = &dimension.scale;
        let is_uniform = rubric
            .dimensions
            .iter()
            .all(|other| (other.scale.min, other.scale.max) == (scale.min, scale.max));
        let spread = rubric
            .rehear_spread()
            .map(|spread| rehear(spread, scale, is_uniform));
        Self {
            cap: (kind == Kind::Security).then(|| scale.floor(cap(rubric.security_cap(), scale, is_uniform))),
            rehear: spread.unwrap_or(Spread {
                bound: width(scale) * REHEAR_SPREAD,
                inclusive: false,
            }),
            tech_lead_first: kind == Kind::Architecture || rubric.puts_tech_lead_first(&dimension.id),
        }
    }
}

fn width(scale: &Scale) -> Fraction {
    scale.max.0 - scale.min.0
}

fn cap(limit: Option<Limit>, scale: &Scale, is_uniform: bool) -> Score {
    match limit {
        None => Score(scale.min.0 + width(scale) * SECURITY_CAP),
        Some(Limit::ShareOfMax(share)) => Score(scale.max.0 * share),
        Some(Limit::Score(score)) if is_uniform => score,
        // On the scale from 1 to 5, carried over to this one.
        Some(Limit::Score(score)) => Score(scale.min.0 + width(scale) * (score.0 - 1) / USUAL_WIDTH),
    }
}

fn rehear(spread: Spread, scale: &Scale, is_uniform: bool) -> Spread {
    let bound = if is_uniform {
        spread.bound
    } else {
        width(scale) * spread.bound / USUAL_WIDTH
    };
    Spread { bound, ..spread }
}

/// Settles one dimension from its hearings, of which the last one counts.
pub(super) fn rule(matter: &Matter<'_>, hearings: Vec<Hearing>) -> Ruling {
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
    if bench.votes.len() < 3 {
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
        review: None,
        orders: Vec::new(),
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
    let who = [
        "no judge gave a valid answer",
        "two judges gave no valid answer",
        "a judge gave no valid answer",
    ];
    let causes: Vec<String> = causes.collect();
    format!("{} ({})", who[3 - causes.len()], causes.join("; "))
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
            "the votes lay {} apart; after the second vote they lie {} apart",
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
    let over: Vec<String> = open.iter().map(|s| s.said().into_owned()).collect();
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
    let scores: Vec<&Step> = trace
        .iter()
        .filter(|step| step.rule != "rounding" && step.after.is_some())
        .collect();
    let moved = scores.iter().rev().find(|step| step.before != step.after);
    moved.or(scores.first()).map_or("mean", |step| step.rule.as_str())
}
