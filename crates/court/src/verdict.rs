//! From rulings to the verdict of the case, under a rule set.

use crate::justice::{Ruling, Status};
use crate::opinion::Hearing;
use crate::protocol::Kind;
use crate::rubric::{Dimension, DimensionId, Rubric};
use crate::rules::{
    self, CaseFacts, Facts, Formula, RubricNumbers, RuleSet, Scene, Setting, Step, Whole, seat,
};
use crate::score::{Fraction, ONE, Scale, Score, ZERO};
use num_rational::Ratio;
use num_traits::{CheckedAdd as _, CheckedDiv as _, CheckedMul as _};
use serde::{Deserialize, Serialize};

/// The outcome of the case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// What the judged dimensions come to, on `scale`; `None` where none was judged.
    pub overall: Option<Score>,
    /// The scale of the overall score.
    pub scale: Scale,
    /// Whether every dimension that could be assessed was.
    pub is_complete: bool,
    /// One for each dimension of the rubric, in its order.
    pub rulings: Vec<Ruling>,
    /// The rules that changed the score of the case, in order.
    #[serde(default)]
    pub trace: Vec<Step>,
    /// The name of the score, where the rules have names for scores.
    pub grade: Option<String>,
    /// What people said against the court, one for each dimension that they overruled.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub overrulings: Vec<Overruling>,
    /// What the court's own scores come to, where people overruled it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub court_overall: Option<Score>,
}

/// A score that people give in place of the court's.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Overruling {
    /// Which dimension.
    pub dimension: DimensionId,
    /// The score.
    pub score: Score,
    /// What the court had said, once it is held against that.
    pub court: Option<Score>,
    /// Who says so.
    pub by: String,
    /// Why.
    pub why: String,
}

/// The verdict by the default rules: the weighted mean of the judged dimensions, each as its share of its own scale.
pub fn pronounce(rubric: &Rubric, rulings: Vec<Ruling>) -> Verdict {
    pronounce_under(&rules::DEFAULT, &CaseFacts::default(), rubric, rulings)
}

/// The verdict by these rules.
pub fn pronounce_under(rules: &RuleSet, case: &CaseFacts, rubric: &Rubric, rulings: Vec<Ruling>) -> Verdict {
    let scored = rubric.dimensions.iter().zip(&rulings);
    let scored = scored.filter_map(|(dimension, ruling)| Some((dimension, ruling.final_score?)));
    let counted: Vec<(&Dimension, Score)> = scored
        .filter(|(dimension, score)| !is_excluded(dimension, *score))
        .collect();
    let scale = scale(rules, rubric, &counted);
    let mut trace = Vec::new();
    let overall = share(rules, &counted).map(|share| scale.min.0 + scale.width() * share);
    let overall = overall.map(|score| settled(rules, case, &rulings, &scale, score, &mut trace));
    let grades = &rules.overall.grades;
    let grade = overall.and_then(|score| grades.iter().find(|(least, _)| score >= *least));
    Verdict {
        overall: overall.map(Score),
        scale,
        is_complete: !rulings.iter().any(is_open),
        rulings,
        trace,
        grade: grade.map(|(_, name)| name.clone()),
        overrulings: Vec::new(),
        court_overall: None,
    }
}

/// Whether somebody has still to look or to judge: an opinion that rules put in the place of a lost one is none.
fn is_open(ruling: &Ruling) -> bool {
    let is_put_in = |step: &Step| step.rule == "missing_judge" && step.after.is_some();
    matches!(ruling.status, Status::Incomplete(_)) || ruling.trace.iter().any(is_put_in)
}

/// A dimension at its excluding level leaves the total.
fn is_excluded(dimension: &Dimension, score: Score) -> bool {
    let excluding = dimension.excluding_level.as_ref();
    let mut levels = dimension.levels.iter();
    levels.any(|level| Some(&level.id) == excluding && level.score == score)
}

/// The scale of the case: the one that all dimensions share, or 0 to the sum of what they can reach.
fn scale(rules: &RuleSet, rubric: &Rubric, counted: &[(&Dimension, Score)]) -> Scale {
    let mut scales = rubric.dimensions.iter().map(|dimension| &dimension.scale);
    let first = scales.next().cloned().unwrap_or_else(Scale::one_to_five);
    let sum = |max: Fraction| Scale::between(Score(ZERO), Score(max));
    let scale = if rules.overall.formula == Formula::Sum {
        sum(counted.iter().map(|(dimension, _)| dimension.scale.max.0).sum())
    } else if scales.all(|scale| scale.spans_like(&first)) {
        first
    } else {
        sum(rubric
            .dimensions
            .iter()
            .map(|dimension| dimension.scale.max.0)
            .sum())
    };
    let times = rules.overall.times;
    Scale::between(Score(scale.min.0 * times), Score(scale.max.0 * times))
}

/// The highest score that a case under this rubric and these rules can have.
pub fn highest(rules: &RuleSet, rubric: &Rubric) -> Score {
    let dimensions = rubric.dimensions.iter();
    let all: Vec<(&Dimension, Score)> = dimensions
        .map(|dimension| (dimension, dimension.scale.max))
        .collect();
    scale(rules, rubric, &all).max
}

/// How far up the scale of the case the dimensions come, 0 to 1.
fn share(rules: &RuleSet, counted: &[(&Dimension, Score)]) -> Option<Fraction> {
    let share = |dimension: &Dimension, score: Score| match rules.overall.formula {
        Formula::Weighted => (dimension.scale.share(score), dimension.weight),
        Formula::Mean => (dimension.scale.share(score), ONE),
        Formula::Sum => (score.0 / dimension.scale.max.0, dimension.scale.max.0),
        Formula::Verdicts { pass, .. } if score.0 >= pass => (ONE, ONE),
        Formula::Verdicts { partial, .. } if score.0 >= partial => (Fraction::new(1, 2), ONE),
        Formula::Verdicts { .. } => (ZERO, ONE),
    };
    let has_points = |dimension: &Dimension| dimension.scale.max.0 > ZERO;
    let counted = counted
        .iter()
        .filter(|(dimension, _)| rules.overall.formula != Formula::Sum || has_points(dimension));
    mean(
        &counted
            .map(|(dimension, score)| share(dimension, *score))
            .collect::<Vec<_>>(),
    )
}

/// The weighted mean of shares, exact while it fits, else with each share taken to the nearest millionth.
fn mean(shares: &[(Fraction, Fraction)]) -> Option<Fraction> {
    let grid = Fraction::from_integer(1_000_000);
    let rough = |(share, weight): &(Fraction, Fraction)| ((share * grid).round() / grid, *weight);
    exact_mean(shares.iter().copied()).or_else(|| exact_mean(shares.iter().map(rough)))
}

fn exact_mean(shares: impl Iterator<Item = (Fraction, Fraction)>) -> Option<Fraction> {
    let wide = |part: Fraction| Ratio::new_raw(i128::from(*part.numer()), i128::from(*part.denom()));
    let zero = Ratio::from_integer(0);
    let mut shares = shares.map(|(share, weight)| (wide(share), wide(weight)));
    let (sum, weight) = shares.try_fold((zero, zero), |(sum, total), (share, weight)| {
        let sum = sum.checked_add(&share.checked_mul(&weight)?)?;
        Some((sum, total.checked_add(&weight)?))
    })?;
    // Nothing where all weights are zero.
    let mean = sum.checked_div(&weight)?;
    let narrow = |part: &i128| i64::try_from(*part).ok();
    // A denominator near the end of the range would overflow in the next step.
    let is_small = *mean.denom() < i128::from(i32::MAX);
    let parts = narrow(mean.numer())
        .zip(narrow(mean.denom()))
        .filter(|_| is_small);
    parts.map(|(numer, denom)| Fraction::new(numer, denom))
}

/// The score of the case after rounding and caps.
fn settled(
    rules: &RuleSet,
    case: &CaseFacts,
    rulings: &[Ruling],
    scale: &Scale,
    score: Fraction,
    trace: &mut Vec<Step>,
) -> Fraction {
    let mut score = score;
    let mut take = |rule: &str, before: Fraction, after: Fraction, why: String| {
        let (before, after) = (Some(Score(before)), Some(Score(after)));
        let rule = rule.to_owned();
        trace.push(Step {
            rule,
            before,
            after,
            why,
        });
    };
    if let Some(rounding) = rules.overall.rounding {
        let rounded = rounding.plain(score);
        if rounded != score {
            let (way, step) = (rounding.mode.words(), Score(rounding.step));
            take(
                "rounding",
                score,
                rounded,
                format!("rounded {way} to steps of {step}"),
            );
        }
        score = rounded;
    }
    let setting = whole_setting(case, scale);
    let mut whole = whole(rulings);
    for rule in &rules.overall.caps {
        whole.overall = Some(score);
        let scene = Scene {
            whole: Some(&whole),
            ..Scene::of_votes(&setting, &setting.votes)
        };
        let Some(cap) = rule.value(&scene) else { continue };
        let after = score.min(cap.max(scale.min.0));
        take(
            &rule.id,
            score,
            after,
            rule.reason.replace("{cap}", &Score(cap).to_string()),
        );
        score = after;
    }
    score
}

fn whole(rulings: &[Ruling]) -> Whole {
    let mut whole = Whole::default();
    for ruling in rulings {
        let id = &ruling.dimension.0;
        whole
            .finals
            .extend(ruling.final_score.map(|score| (id.clone(), score.0)));
        let mut votes = [None; 3];
        for (persona, given) in ruling.hearings.last().into_iter().flat_map(Hearing::seats) {
            votes[seat(persona)] = given.score().map(|score| score.0);
        }
        whole.votes.insert(id.clone(), votes);
    }
    whole
}

/// A setting that has the scale of the case and no dimension.
fn whole_setting(case: &CaseFacts, scale: &Scale) -> Setting {
    Setting {
        dimension: String::new(),
        kind: Kind::Plain,
        target: "",
        is_critical: false,
        scale: scale.clone(),
        votes: [None; 3],
        first: [None; 3],
        hearings: 0,
        facts: Facts::default(),
        rubric: RubricNumbers::default(),
        case: case.clone(),
    }
}
