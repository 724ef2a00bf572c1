//! Gates: what a verdict must reach for the program to end well. They are no part of the verdict.

use super::dimension::{dimensions_of, meant};
use crate::error::CommandError;
use crate::input::file::InputFile;
use clap::Args;
use clap::builder::FalseyValueParser;
use court::justice::Status;
use court::rubric::Rubric;
use court::rules::RuleSet;
use court::score::{Fraction, Score};
use court::verdict;
use report::dossier::Dossier;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

/// The verdict is below a minimum, or something got worse than in the baseline.
pub(crate) const BELOW: u8 = 10;
/// Something could not be observed or judged, and a complete verdict was asked for.
pub(crate) const INCOMPLETE: u8 = 11;
/// People should look at a dimension, and that was to fail.
pub(crate) const REVIEW: u8 = 15;
/// Dimensions were left out because `--max-cost` was reached.
pub(crate) const BUDGET_SPENT: u8 = 12;
/// An earlier report.
const BASELINE: InputFile = InputFile {
    what: "baseline",
    bytes_max: 100 << 20,
    hint: "give the report.json of an earlier audit under the same rubric",
};

/// What the verdict must reach.
#[derive(Args)]
pub(super) struct Gates {
    /// Fail with exit code 10 when the overall score, or with `dimension=X` that dimension's, is below X, and with 11
    /// when there is none. A word that means only one dimension is enough
    #[arg(long, value_name = "[DIMENSION=]X", env = "AUDITOR_MIN_SCORE", value_delimiter = ',', value_parser = least)]
    min_score: Vec<Least>,
    /// Take an overall score that rests on less than half of the rubric's weight for enough to pass --min-score
    #[arg(long, env = "AUDITOR_ALLOW_PARTIAL", value_parser = FalseyValueParser::new())]
    allow_partial: bool,
    /// Fail with exit code 11 when something could not be observed or judged
    #[arg(long, env = "AUDITOR_REQUIRE_COMPLETE", value_parser = FalseyValueParser::new())]
    require_complete: bool,
    /// Fail with exit code 15 when people should look at a dimension: a judge or an observation was lost, or the votes stay
    /// far apart
    #[arg(long, env = "AUDITOR_FAIL_ON_REVIEW", value_parser = FalseyValueParser::new())]
    fail_on_review: bool,
    /// Fail where the licence of the panel has a lower kappa than this (exit code 10), or there is none that covers it, the
    /// rubric and the rules (11)
    #[arg(long, value_name = "kappa=X", env = "AUDITOR_REQUIRE_LICENCE", value_parser = kappa)]
    require_licence: Option<f64>,
    /// Fail with exit code 10 when a dimension scores lower than in this earlier report.json
    #[arg(long, value_name = "FILE", env = "AUDITOR_BASELINE")]
    baseline: Option<PathBuf>,
}

/// A minimum: of one dimension, or of the whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Least {
    dimension: Option<String>,
    least: Score,
}

/// Gates that were held against the rubric: every dimension they name is there.
pub(super) struct Fitted<'a> {
    gates: &'a Gates,
    /// The minima with the whole ids of their dimensions.
    minima: Vec<Least>,
    /// The scores of the baseline by dimension; those without a score are not there.
    before: BTreeMap<String, Score>,
}

/// How the gates were passed.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Outcome {
    /// 0 where every gate was passed.
    pub(super) code: u8,
    /// What failed, a sentence each, and what could not be compared.
    pub(super) told: Vec<String>,
}

impl Gates {
    /// Holds the gates against the rubric, before any work is done.
    pub(super) fn fit(&self, rubric: &Rubric, rules: &RuleSet) -> Result<Fitted<'_>, CommandError> {
        let minima = self.min_score.iter().map(|minimum| minimum.resolved(rubric));
        let minima: Vec<Least> = minima.collect::<Result<_, _>>()?;
        let highest = verdict::highest(rules, rubric);
        minima
            .iter()
            .try_for_each(|minimum| reachable(minimum, rubric, highest))?;
        let before = self
            .baseline
            .as_deref()
            .map(|path| baseline(path, rubric))
            .transpose()?;
        Ok(Fitted {
            gates: self,
            minima,
            before: before.unwrap_or_default(),
        })
    }
}

impl Least {
    /// The same with the whole id of the dimension.
    fn resolved(&self, rubric: &Rubric) -> Result<Self, CommandError> {
        let dimension = self.dimension.as_deref().map(|wanted| {
            let found = meant(rubric, wanted).map(|index| rubric.dimensions[index].id.0.clone());
            found.map_err(|what| {
                CommandError::usage(format!("--min-score: {what}")).hint(dimensions_of(rubric))
            })
        });
        Ok(Self {
            dimension: dimension.transpose()?,
            least: self.least,
        })
    }
}

impl Gates {
    /// A mean of little passes no gate: what could not be looked at may be the worst.
    fn rests_on_little(&self, dossier: &Dossier) -> Option<String> {
        let asks = self.min_score.iter().any(|minimum| minimum.dimension.is_none());
        if self.allow_partial || !asks || dossier.verdict.overall.is_none() {
            return None;
        }
        let pairs = || dossier.rubric.dimensions.iter().zip(&dossier.verdict.rulings);
        let all: Fraction = pairs().map(|(dimension, _)| dimension.weight).sum();
        let judged = pairs().filter(|(_, ruling)| ruling.final_score.is_some());
        let judged: Fraction = judged.map(|(dimension, _)| dimension.weight).sum();
        let why = "the overall score rests on less than half of the rubric's weight; --allow-partial takes it all the same";
        (judged * 2 < all).then(|| why.to_owned())
    }
}

impl Fitted<'_> {
    /// Which gates the verdict fails.
    pub(super) fn judge(&self, dossier: &Dossier, licensed: Option<f64>) -> Outcome {
        let minima = self.minima.iter().filter_map(|minimum| missed(minimum, dossier));
        let worse = self
            .before
            .iter()
            .filter_map(|(id, before)| fallen(id, *before, dossier));
        let weak = self.gates.is_weak(licensed);
        let mut told: Vec<String> = minima.chain(worse).chain(weak).collect();
        let is_below = !told.is_empty();
        let unscored: Vec<String> = self
            .minima
            .iter()
            .filter_map(|least| unscored(least, dossier))
            .chain(self.gates.rests_on_little(dossier))
            .chain(self.gates.is_unlicensed(licensed))
            .collect();
        let is_unfinished = self.gates.require_complete && !dossier.verdict.is_complete;
        let is_partial = is_unfinished || !unscored.is_empty();
        told.extend(unscored);
        if is_unfinished {
            told.push("the verdict is incomplete, and --require-complete is asked for".to_owned());
        }
        let reviews = reviews(dossier);
        let is_flagged = self.gates.fail_on_review && !reviews.is_empty();
        if is_flagged {
            told.extend(reviews);
        }
        told.extend(self.before.keys().filter_map(|id| lost(id, dossier)));
        let is_budget_spent = {
            let models = dossier.panel.models.as_ref();
            let vision = dossier.panel.vision.as_ref();
            models.is_some_and(|models| models.is_budget_spent)
                || vision.is_some_and(|vision| vision.is_budget_spent)
        };
        let code = match (is_below, is_partial) {
            // What was left out for want of money says nothing, and neither does a mean without it.
            _ if is_budget_spent => BUDGET_SPENT,
            (true, _) => BELOW,
            (false, true) => INCOMPLETE,
            (false, false) if is_flagged => REVIEW,
            (false, false) => 0,
        };
        Outcome { code, told }
    }
}

impl Gates {
    /// What is wrong where the licence of the panel says too little.
    fn is_weak(&self, licensed: Option<f64>) -> Option<String> {
        let (least, kappa) = (self.require_licence?, licensed?);
        (kappa < least).then(|| format!("the licence of the panel has a kappa of {kappa:.2}, below {least}"))
    }

    /// What is missing where there is no licence.
    fn is_unlicensed(&self, licensed: Option<f64>) -> Option<String> {
        let is_missing = self.require_licence.is_some() && licensed.is_none();
        is_missing.then(|| {
            "no licence covers this panel, this rubric and these rules; `auditor calibrate` makes one"
                .to_owned()
        })
    }
}

/// What people should look at, and why.
fn reviews(dossier: &Dossier) -> Vec<String> {
    let rulings = dossier.verdict.rulings.iter();
    let flagged = rulings.filter_map(|ruling| Some((&ruling.dimension.0, ruling.review.as_ref()?)));
    flagged
        .map(|(id, why)| format!("{id} is for manual review: {why}"))
        .collect()
}

/// What has no score cannot reach a minimum. That nobody could look says nothing about the subject, so it is not
/// below, but whoever asks for a minimum must not go on without one.
fn unscored(minimum: &Least, dossier: &Dossier) -> Option<String> {
    let (name, score) = match &minimum.dimension {
        None => ("the case", dossier.verdict.overall),
        Some(id) => (id.as_str(), score_of(id, dossier)),
    };
    let least = minimum.least;
    score
        .is_none()
        .then(|| format!("{name} has no score to hold against the minimum of {least}"))
}

fn missed(minimum: &Least, dossier: &Dossier) -> Option<String> {
    let (name, score) = match &minimum.dimension {
        None => ("the overall score", dossier.verdict.overall?),
        Some(id) => (id.as_str(), score_of(id, dossier)?),
    };
    (score.rounded() < minimum.least).then(|| format!("{name} is {score}, below {}", minimum.least))
}

/// Refuses a minimum that no score can reach.
fn reachable(minimum: &Least, rubric: &Rubric, highest: Score) -> Result<(), CommandError> {
    let mut dimensions = rubric.dimensions.iter();
    let most = match &minimum.dimension {
        None => Some(highest),
        Some(id) => dimensions
            .find(|dimension| dimension.id.0 == *id)
            .map(|dimension| dimension.scale.max),
    };
    let Some(most) = most.filter(|most| minimum.least > *most) else {
        return Ok(());
    };
    let what = minimum.dimension.as_deref().unwrap_or("the overall score");
    let why = format!(
        "--min-score: no score can reach {}: the highest of {what} is {most}",
        minimum.least
    );
    Err(CommandError::usage(why).hint(format!("give a number up to {most}")))
}

fn fallen(id: &str, before: Score, dossier: &Dossier) -> Option<String> {
    let now = score_of(id, dossier)?;
    (now.rounded() < before).then(|| format!("{id} fell from {before} to {now}"))
}

/// A dimension that had a score and has none now; told, and no failure.
fn lost(id: &str, dossier: &Dossier) -> Option<String> {
    let ruling = dossier
        .verdict
        .rulings
        .iter()
        .find(|ruling| ruling.dimension.0 == *id)?;
    match &ruling.status {
        Status::Judged => None,
        Status::NotAssessable(why) | Status::Incomplete(why) => Some(format!(
            "{id} has no score now and is not compared with the baseline: {why}"
        )),
    }
}

fn score_of(id: &str, dossier: &Dossier) -> Option<Score> {
    let rulings = &dossier.verdict.rulings;
    rulings
        .iter()
        .find(|ruling| ruling.dimension.0 == *id)?
        .final_score
}

/// The scores of an earlier report under the same rubric.
fn baseline(path: &Path, rubric: &Rubric) -> Result<BTreeMap<String, Score>, CommandError> {
    let complain = |why: &str| CommandError::usage(format!("the baseline {}: {why}", path.display()));
    let report: Value = BASELINE.json(path, &BASELINE.bytes(path)?)?;
    let criteria = report["criteria"].as_array();
    let criteria = criteria.ok_or_else(|| complain("it has no `criteria`").hint(BASELINE.hint))?;
    if report["rubric"]["sha256"].as_str() != Some(rubric.sha256.as_str()) {
        let hint = "audit the earlier commit under this rubric, and take that report";
        return Err(
            complain("it was made under another rubric, so its scores mean something else").hint(hint),
        );
    }
    Ok(criteria.iter().filter_map(scored).collect())
}

fn scored(criterion: &Value) -> Option<(String, Score)> {
    let id = criterion["dimension_id"].as_str()?.to_owned();
    let score = score(&criterion["final_score"].as_number()?.to_string()).ok()?;
    Some((id, score))
}

/// A minimum as it is typed.
fn least(text: &str) -> Result<Least, String> {
    let (dimension, number) = match text.rsplit_once('=') {
        Some((dimension, number)) => (Some(dimension.trim().to_owned()), number),
        None => (None, text),
    };
    Ok(Least {
        dimension,
        least: score(number.trim())?,
    })
}

/// A bound on the kappa of a licence as it is typed.
fn kappa(text: &str) -> Result<f64, String> {
    let number = text.strip_prefix("kappa=").and_then(|number| number.parse().ok());
    let number = number.filter(|kappa: &f64| (-1.0..=1.0).contains(kappa));
    number.ok_or_else(|| "write kappa=0.7, a number up to 1".to_owned())
}

/// A score as it is typed, with at most two decimals.
pub(super) fn score(text: &str) -> Result<Score, String> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, ""));
    let is_number = !whole.is_empty()
        && decimals.len() <= 2
        && [whole, decimals].concat().bytes().all(|b| b.is_ascii_digit());
    let hundredths = format!("{whole}{decimals:0<2}")
        .parse()
        .ok()
        .filter(|_| is_number);
    hundredths
        .map(|n| Score(Fraction::new(n, 100)))
        .ok_or_else(|| "a score is a number such as 4 or 3.75".to_owned())
}

#[cfg(test)]
mod tests;
