//! The figures of a class.

use crate::decimal::decimal;
use crate::numbers::{ENOUGH, correlation, count, mean};
use crate::similarity::Pair;
use crate::submission::{Audited, Outcome, Submission};
use court::text::counted;
use std::collections::{BTreeMap, BTreeSet};

/// Where less than this share of the questions could be observed, people look first.
const OBSERVED_LEAST: f64 = 0.75;
/// How many times the distance of the quartiles an outlier lies beyond them (Tukey).
const FENCE: f64 = 1.5;
/// Bars of a distribution.
pub(crate) const BARS: usize = 9;

/// A class with its figures.
#[derive(Debug)]
pub struct Class {
    /// What it is called.
    pub name: String,
    /// The submissions, in the order of the list.
    pub submissions: Vec<Submission>,
    /// One for each dimension of the rubric, in its order.
    pub dimensions: Vec<Figures>,
    /// The figures of the scores of the cases.
    pub overall: Option<Figures>,
    /// What is missing most, the commonest first.
    pub missing: Vec<Missing>,
    /// Who needs a human first, and why, the most urgent first.
    pub first: Vec<First>,
    /// Who is alike, the most alike first.
    pub similar: Vec<Pair>,
}

/// The scores of a class in one dimension.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// Its id in the rubric; empty for the score of the case.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Least and most of its scale.
    pub scale: [f64; 2],
    /// How many have a score, and how many have none.
    pub scored: usize,
    /// How many were audited and have none.
    pub unscored: usize,
    /// The mean.
    pub mean: f64,
    /// Least score, quartiles, greatest score.
    pub spread: [f64; 5],
    /// How far scores lie from the mean, as a standard deviation.
    pub deviation: f64,
    /// How many scores fall into each of the parts of the scale, from the least up.
    pub bars: [usize; BARS],
    /// Numbers of the submissions that lie far from all others.
    pub outliers: Vec<usize>,
    /// How well it tells those who do well in all else from the others: correlation with the rest of the score.
    pub discrimination: Option<f64>,
}

/// A demand that submissions do not meet.
#[derive(Clone, Debug, PartialEq)]
pub struct Missing {
    /// Name of the dimension that demands it.
    pub dimension: String,
    /// What is to be done.
    pub action: String,
    /// Numbers of the submissions.
    pub who: Vec<usize>,
    /// How much less they come to in the mean than those who do not lack it; nothing where nobody else was audited.
    pub lower_by: Option<f64>,
}

/// A submission that people should look at, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct First {
    /// Its number.
    pub who: usize,
    /// Why, in words, the most urgent first.
    pub reasons: Vec<String>,
    /// How urgent it is.
    urgency: u32,
}

impl Class {
    /// The figures of these submissions.
    #[must_use]
    pub fn of(name: &str, submissions: Vec<Submission>) -> Self {
        let mut class = Self {
            name: name.to_owned(),
            dimensions: dimensions(&submissions),
            overall: overall(&submissions),
            missing: missing(&submissions),
            first: Vec::new(),
            similar: Vec::new(),
            submissions,
        };
        class.first = first(&class, &BTreeMap::new());
        class
    }

    /// The same with the pairs that are alike, which need a human too.
    #[must_use]
    pub fn with_similar(mut self, pairs: Vec<Pair>) -> Self {
        let mut further: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for pair in &pairs {
            let [one, other] = pair.who;
            for (who, like) in [(one, other), (other, one)] {
                let entry = &self.submissions[like].entry;
                let name = entry.name.as_ref().unwrap_or(&entry.id);
                let reason = format!("like {name}: {}", pair.reasons().join(", "));
                further.entry(who).or_default().push(reason);
            }
        }
        self.first = first(&self, &further);
        self.similar = pairs;
        self
    }

    /// Those that were audited, with their numbers.
    pub fn audited(&self) -> impl Iterator<Item = (usize, &Audited)> {
        audited(&self.submissions)
    }

    /// The rubrics that submissions were judged by; scores of several are not alike.
    pub fn rubrics(&self) -> BTreeSet<&str> {
        self.audited().map(|(_, one)| one.judged_by[0].as_str()).collect()
    }
}

fn audited(submissions: &[Submission]) -> impl Iterator<Item = (usize, &Audited)> {
    let all = submissions.iter().enumerate();
    all.filter_map(|(who, submission)| match &submission.outcome {
        Outcome::Audited(audited) => Some((who, audited.as_ref())),
        Outcome::Failed(_) => None,
    })
}

/// The dimensions that any submission was judged by, in the order in which they come up.
fn dimensions(submissions: &[Submission]) -> Vec<Figures> {
    let mut order: Vec<(&str, &str, [f64; 2])> = Vec::new();
    for (_, one) in audited(submissions) {
        for dimension in &one.dimensions {
            if order.iter().all(|(id, ..)| *id != dimension.id) {
                order.push((&dimension.id, &dimension.name, dimension.scale));
            }
        }
    }
    let figures = order.into_iter().map(|(id, name, scale)| {
        let mut scores = Vec::new();
        let (mut unscored, mut rest) = (0, Vec::new());
        for (who, one) in audited(submissions) {
            let Some(at) = one.dimensions.iter().position(|dimension| dimension.id == id) else {
                continue;
            };
            match one.dimensions[at].score {
                Some(score) => {
                    scores.push((who, score));
                    rest.extend(mean_of_others(one, at).map(|other| (score, other)));
                }
                None => unscored += 1,
            }
        }
        let discrimination = correlation(&rest);
        Figures {
            discrimination,
            ..figures(id, name, scale, &scores, unscored)
        }
    });
    figures.collect()
}

/// What a submission comes to in the mean of all other dimensions, as shares of their scales.
fn mean_of_others(one: &Audited, at: usize) -> Option<f64> {
    let others = one
        .dimensions
        .iter()
        .enumerate()
        .filter(|(index, _)| *index != at);
    let shares = others.filter_map(|(_, other)| {
        let [least, most] = other.scale;
        Some((other.score? - least) / (most - least))
    });
    let shares: Vec<f64> = shares.filter(|share| share.is_finite()).collect();
    (!shares.is_empty()).then(|| mean(&shares))
}

fn overall(submissions: &[Submission]) -> Option<Figures> {
    let (_, one) = audited(submissions).next()?;
    let scored = audited(submissions).filter_map(|(who, one)| Some((who, one.overall?)));
    let scores: Vec<(usize, f64)> = scored.collect();
    let unscored = audited(submissions).count() - scores.len();
    Some(figures("", "Overall", one.scale, &scores, unscored))
}

fn figures(id: &str, name: &str, scale: [f64; 2], scores: &[(usize, f64)], unscored: usize) -> Figures {
    let mut sorted: Vec<f64> = scores.iter().map(|(_, score)| *score).collect();
    sorted.sort_by(f64::total_cmp);
    let mut figures = Figures {
        id: id.to_owned(),
        name: name.to_owned(),
        scale,
        scored: scores.len(),
        unscored,
        ..Figures::default()
    };
    if sorted.is_empty() {
        return figures;
    }
    figures.mean = mean(&sorted);
    let squares: Vec<f64> = sorted
        .iter()
        .map(|score| (score - figures.mean).powi(2))
        .collect();
    figures.deviation = mean(&squares).sqrt();
    figures.spread = [0.0, 0.25, 0.5, 0.75, 1.0].map(|share| quantile(&sorted, share));
    for score in &sorted {
        figures.bars[bar(scale, *score)] += 1;
    }
    figures.outliers = outliers(&figures, scores);
    figures
}

/// Which part of the scale a score falls into.
fn bar([least, most]: [f64; 2], score: f64) -> usize {
    let share = (score - least) / (most - least);
    let last = BARS - 1;
    (0..last)
        .find(|at| share < (count(*at) + 0.5) / count(last))
        .unwrap_or(last)
}

/// The number below which this share of the sorted numbers lies, between two of them in proportion.
fn quantile(sorted: &[f64], share: f64) -> f64 {
    let place = share * count(sorted.len() - 1);
    let below = (0..sorted.len())
        .rev()
        .find(|at| count(*at) <= place)
        .unwrap_or(0);
    let above = (below + 1).min(sorted.len() - 1);
    sorted[below] + (sorted[above] - sorted[below]) * (place - count(below))
}

fn outliers(figures: &Figures, scores: &[(usize, f64)]) -> Vec<usize> {
    let [_, low, _, high, _] = figures.spread;
    if scores.len() < ENOUGH || high <= low {
        return Vec::new();
    }
    let reach = FENCE * (high - low);
    let beyond = scores
        .iter()
        .filter(|(_, score)| *score < low - reach || *score > high + reach);
    beyond.map(|(who, _)| *who).collect()
}

fn missing(submissions: &[Submission]) -> Vec<Missing> {
    let mut all: BTreeMap<(&str, &str), Vec<usize>> = BTreeMap::new();
    for (who, one) in audited(submissions) {
        for dimension in &one.dimensions {
            for action in &dimension.missing {
                let those = all.entry((&dimension.name, action)).or_default();
                if those.last() != Some(&who) {
                    those.push(who);
                }
            }
        }
    }
    let missing = all.into_iter().map(|((dimension, action), who)| Missing {
        dimension: dimension.to_owned(),
        action: action.to_owned(),
        lower_by: lower_by(submissions, &who),
        who,
    });
    let mut missing: Vec<Missing> = missing.collect();
    missing.sort_by_key(|one| std::cmp::Reverse(one.who.len()));
    missing
}

/// By how much the mean of these scores lies below that of all others; the numbers rise.
fn lower_by(submissions: &[Submission], who: &[usize]) -> Option<f64> {
    let scored =
        || audited(submissions).filter_map(|(at, one)| Some((who.binary_search(&at).is_ok(), one.overall?)));
    let [those, others] = [true, false].map(|lacks| {
        let scores = scored().filter(|(is, _)| *is == lacks);
        scores.map(|(_, score)| score).collect::<Vec<_>>()
    });
    (!those.is_empty() && !others.is_empty()).then(|| mean(&others) - mean(&those))
}

fn first(class: &Class, further: &BTreeMap<usize, Vec<String>>) -> Vec<First> {
    let low = class
        .overall
        .as_ref()
        .map(|overall| overall.outliers.as_slice())
        .unwrap_or_default();
    let all = class.submissions.iter().enumerate();
    let mut first: Vec<First> = all
        .filter_map(|(who, submission)| {
            let mut reasons = match &submission.outcome {
                Outcome::Failed(cause) => vec![(100, format!("not audited: {cause}"))],
                Outcome::Audited(one) => reasons(one),
            };
            let outlier = low
                .contains(&who)
                .then(|| (5, "its score lies far from all others".to_owned()));
            let added = further
                .get(&who)
                .into_iter()
                .flatten()
                .map(|reason| (20, reason.clone()));
            reasons.extend(outlier.into_iter().chain(added));
            reasons.sort_by_key(|(urgency, _)| std::cmp::Reverse(*urgency));
            (!reasons.is_empty()).then(|| First {
                who,
                urgency: reasons.iter().map(|(urgency, _)| urgency).sum(),
                reasons: reasons.into_iter().map(|(_, reason)| reason).collect(),
            })
        })
        .collect();
    first.sort_by_key(|one| std::cmp::Reverse(one.urgency));
    first
}

fn reasons(one: &Audited) -> Vec<(u32, String)> {
    let mut reasons = Vec::new();
    let mut tell = |urgency, when: bool, what: String| reasons.extend(when.then_some((urgency, what)));
    tell(
        50,
        !one.is_complete,
        "incomplete: somebody has still to look or to judge".to_owned(),
    );
    tell(
        30,
        one.influence > 0,
        format!("it speaks to its judges ({})", counted(one.influence, "place")),
    );
    let reviewed = one
        .dimensions
        .iter()
        .filter(|dimension| dimension.review.is_some());
    let reviewed: Vec<&str> = reviewed.map(|dimension| dimension.name.as_str()).collect();
    tell(
        20,
        !reviewed.is_empty(),
        format!("for manual review: {}", reviewed.join(", ")),
    );
    let wide = one.wide_apart();
    tell(
        15,
        !wide.is_empty(),
        format!("judges far apart: {}", wide.join(", ")),
    );
    let contradicted = counted(one.contradicted, "statement");
    tell(
        10,
        one.contradicted > 0,
        format!("{contradicted} of its documents contradicted by the code"),
    );
    let observed = one.observed.unwrap_or(1.0);
    let percent = decimal((observed * 100.0).floor());
    tell(
        10,
        observed < OBSERVED_LEAST,
        format!("only {percent} % of the questions could be observed"),
    );
    reasons
}

#[cfg(test)]
mod tests;
