//! The Chief Justice: pure rules, in published order, from hearings to a verdict; never a model.
//!
//! What the rules are is data: see [`rules`](crate::rules) for how they are written and applied, and
//! `rules/default.toml` for those that hold where no others are named. What stays here is how a case becomes a
//! setting that rules can see, and how their result becomes a ruling.
//!
//! With a recused judge a dimension is incomplete, unless its rules say how it is settled without.

mod setting;

use crate::law::Law;
use crate::opinion::{Hearing, Persona, Seat};
use crate::protocol::{Remedy, Standing};
use crate::rubric::{Dimension, DimensionId};
pub use crate::rules::Step;
use crate::rules::{self, Outcome, Scene, Settled};
use crate::score::{Scale, Score};
use serde::{Deserialize, Serialize};
pub(crate) use setting::setting;

/// Raised whenever a ruling could come out differently for the same hearings.
pub const VERSION: u32 = 4;

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
    /// Why people should look at it; nothing where they need not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub review: Option<String>,
    /// What the rules that spoke say is to be done, before all else.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub orders: Vec<Remedy>,
}

impl Ruling {
    /// Who gave no opinion in the hearing that counts.
    pub fn lost(&self) -> Vec<Persona> {
        let seats = self.hearings.last().into_iter().flat_map(Hearing::seats);
        let lost = seats.filter(|(_, seat)| matches!(seat, Seat::Recused(_)));
        lost.map(|(persona, _)| persona).collect()
    }
}

/// Whether the votes lie so far apart that the dimension is heard once more.
pub fn needs_rehearing(matter: &Matter<'_>, hearing: &Hearing) -> bool {
    let setting = setting(matter, std::slice::from_ref(hearing));
    matter.law.rules.wants_rehearing(&setting)
}

/// A ruling for a dimension that was not heard.
pub fn unheard(dimension: &Dimension, status: Status) -> Ruling {
    let why = match &status {
        Status::NotAssessable(why) | Status::Incomplete(why) => why.clone(),
        Status::Judged => String::new(),
    };
    Ruling {
        dimension: dimension.id.clone(),
        review: matches!(status, Status::Incomplete(_)).then(|| why.clone()),
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
        orders: Vec::new(),
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
pub fn rule(matter: &Matter<'_>, hearings: Vec<Hearing>) -> Ruling {
    let Some(last) = hearings.last() else {
        return unheard(
            matter.dimension,
            Status::Incomplete("it was not heard".to_owned()),
        );
    };
    if matter.law.rules.is_lost_with(last.scores().len()) {
        let ruling = unheard(matter.dimension, Status::Incomplete(recusals(last)));
        return Ruling { hearings, ..ruling };
    }
    let setting = setting(matter, &hearings);
    let settled = rules::settle(&matter.law.rules, &setting);
    ruling(matter, &setting.scale, settled, hearings)
}

fn ruling(matter: &Matter<'_>, scale: &Scale, settled: Settled, hearings: Vec<Hearing>) -> Ruling {
    let Settled {
        outcome,
        steps,
        orders,
        ..
    } = settled;
    let mut made = Ruling {
        trace: steps,
        orders: orders.into_iter().map(Remedy::ordered).collect(),
        ..unheard(matter.dimension, Status::Judged)
    };
    match outcome {
        Outcome::Skipped(why) => made.status = Status::NotAssessable(why),
        Outcome::Incomplete(why) => {
            made.review = Some(why.clone());
            made.status = Status::Incomplete(why);
        }
        Outcome::Score(score) => {
            let is_capped = settled.cap.is_some();
            let score = on_own_scale(matter, scale, Score(score), is_capped, &mut made.trace);
            made.dissent = dissent(matter, &hearings, score, &made.trace);
            made.review = review(matter, hearings.last());
            made.final_score = Some(score);
        }
    }
    Ruling { hearings, ..made }
}

/// A result on the scale of the rules, carried over to that of the dimension; a cap that bound still binds.
fn on_own_scale(
    matter: &Matter<'_>,
    scale: &Scale,
    score: Score,
    is_capped: bool,
    trace: &mut Vec<Step>,
) -> Score {
    let own = &matter.dimension.scale;
    if own.spans_like(scale) {
        return score;
    }
    let carried = rules::carried(score.0, scale, own);
    let rounding = matter.law.rules.rounding;
    let after = Score(match is_capped {
        true => rounding.floor(own, carried),
        false => rounding.snap(own, carried),
    });
    trace.push(Step {
        rule: "scale".to_owned(),
        before: Some(score),
        after: Some(after),
        why: format!(
            "carried over from the scale of the rules, {} to {}, to {} to {}",
            scale.min, scale.max, own.min, own.max
        ),
    });
    after
}

fn recusals(hearing: &Hearing) -> String {
    let causes = hearing.seats().filter_map(|(persona, seat)| match seat {
        Seat::Recused(recusal) => Some(format!("{}: {}", persona.name(), recusal.cause)),
        Seat::Opined(_) => None,
    });
    let who = match hearing.scores().len() {
        0 => "no judge gave a valid answer",
        1 => "two judges gave no valid answer",
        _ => "a judge gave no valid answer",
    };
    format!("{who} ({})", causes.collect::<Vec<_>>().join("; "))
}

fn dissent(matter: &Matter<'_>, hearings: &[Hearing], final_score: Score, trace: &[Step]) -> Option<String> {
    let first = hearings.first()?;
    let when = matter.law.rules.dissent.as_ref()?;
    let setting = setting(matter, std::slice::from_ref(first));
    if Scene::of_votes(&setting, &setting.votes).truth(when) != Some(true) {
        return None;
    }
    let open = matter.standings.iter().filter(|standing| standing.is_unmet());
    let over: Vec<_> = open.map(Standing::said).collect();
    let over = match over.is_empty() {
        true => "the weight of what is met".to_owned(),
        false => over.join("; "),
    };
    let (who, settled) = (disagreeing(first), settling_rule(trace));
    Some(format!(
        "{who} disagree over how much this weighs: {over}. `{settled}` settled it at {final_score}."
    ))
}

/// Why people should look at a score: a seat was lost, or the votes that made it lie as far apart as ones that are heard
/// once more.
fn review(matter: &Matter<'_>, counts: Option<&Hearing>) -> Option<String> {
    let counts = counts?;
    if counts.scores().len() < Persona::ALL.len() {
        return Some(format!("{}; the rules settled it without", recusals(counts)));
    }
    let setting = setting(matter, std::slice::from_ref(counts));
    let is_wide = match &matter.law.rules.review {
        Some(when) => Scene::of_votes(&setting, &setting.votes).truth(when) == Some(true),
        None => matter.law.rules.wants_rehearing(&setting),
    };
    is_wide.then(|| format!("{} are still far apart", disagreeing(counts)))
}

/// Those whose votes differ most: Prosecutor and Defense where these do.
fn disagreeing(hearing: &Hearing) -> String {
    match (hearing.prosecutor.score(), hearing.defense.score()) {
        (Some(prosecutor), Some(defense)) if prosecutor != defense => {
            format!("The Prosecutor ({prosecutor}) and the Defense ({defense})")
        }
        _ => {
            let voted = hearing
                .seats()
                .filter_map(|(persona, seat)| Some((persona, seat.score()?)));
            let named = voted.map(|(persona, score)| format!("{} ({score})", persona.title()));
            format!("The judges, {},", named.collect::<Vec<_>>().join(", "))
        }
    }
}

/// The last rule that made the score what it is.
fn settling_rule(trace: &[Step]) -> &str {
    let is_own = |step: &&Step| step.rule != "rounding" && step.rule != "scale";
    let scores = || trace.iter().filter(is_own).filter(|step| step.after.is_some());
    let last = scores().rfind(|step| step.before != step.after);
    // Where nothing moved it, the first rule that gave one: a double vote may come to the plain mean.
    let settled = last.or_else(|| scores().next());
    settled.map_or("mean", |step| step.rule.as_str())
}

#[cfg(test)]
mod tests;
