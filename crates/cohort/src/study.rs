//! Which demands of a rubric tell the submissions of a class apart.
//!
//! Two figures of item analysis. The discrimination is how much more of a demand the best meet than the worst. It is the mean of the
//! 27 % with the highest totals less that of the 27 % with the lowest. See Kelley, "The selection of upper and lower groups for the
//! validation of test items", 1939. From 0.3 on it is called good (Ebel, "Essentials of educational measurement", 1972). The
//! correlation is that with the mean of all *other* dimensions, so that no demand speaks for itself.

use crate::decimal::decimal_or;
use crate::numbers::{ENOUGH, correlation, count, mean};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use wordlist::array;

/// The part of a class that counts as its best, and as its worst.
const GROUP_PART: f64 = 0.27;
/// From here on a demand tells submissions apart, and below its negative it tells them the wrong way.
const GOOD: f64 = 0.3;
const WRONG: f64 = -0.1;
/// Columns of the table for other programs.
const COLUMNS: [&str; 9] = array("dimension check probe seen met mean_share discrimination correlation says");

/// One case, as it was ruled on.
#[derive(Clone, Debug, Default)]
pub struct Judged {
    /// Its score, as a share of the scale; nothing where it has none.
    pub total: Option<f64>,
    /// The dimensions of the rubric.
    pub dimensions: Vec<Dimension>,
}

/// One dimension of it.
#[derive(Clone, Debug, Default)]
pub struct Dimension {
    /// Its name.
    pub name: String,
    /// Its score, as a share of the scale; nothing where it has none.
    pub score: Option<f64>,
    /// What it demands.
    pub demands: Vec<Demand>,
}

/// One demand, and how far it is met.
#[derive(Clone, Debug, Default)]
pub struct Demand {
    /// What is to be done to meet it.
    pub action: String,
    /// The probe that answers it.
    pub probe: String,
    /// How far it is met, 0 to 1; nothing where nobody could look or the question does not arise.
    pub share: Option<f64>,
}

/// What a class says of one demand.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Row {
    /// The dimension, what is to be done, and the probe.
    pub of: [String; 3],
    /// In how many submissions it could be looked for.
    pub seen: usize,
    /// How many of these meet it wholly.
    pub met: usize,
    /// How far it is met in the mean.
    pub mean: f64,
    /// How much more of it the best meet than the worst, -1 to 1; nothing where there are too few.
    pub discrimination: Option<f64>,
    /// How it goes with the other dimensions, -1 to 1; nothing where there are too few, or where it never varies.
    pub correlation: Option<f64>,
    /// What that says of it.
    pub says: Says,
}

/// What a demand does to a class.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Says {
    /// It tells the better from the others.
    Separates,
    /// The better ones meet it less.
    WrongWay,
    /// It varies, and has little to do with who is better.
    Little,
    /// Too few submissions to say.
    TooFew,
    /// All meet it.
    AllMeet,
    /// Nobody meets it.
    NobodyMeets,
    /// All meet the same part of it.
    #[default]
    NeverVaries,
    /// Nobody could look.
    NeverSeen,
}

impl Says {
    /// The word of it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Separates => "separates",
            Self::WrongWay => "the wrong way round",
            Self::Little => "says little",
            Self::TooFew => "too few to say",
            Self::AllMeet => "never varies: all meet it",
            Self::NobodyMeets => "never varies: nobody meets it",
            Self::NeverVaries => "never varies: all meet the same part",
            Self::NeverSeen => "never looked for",
        }
    }
}

/// The number of a case, that of one of its dimensions, and how far a demand of it is met.
type Met = (usize, usize, Option<f64>);

/// What these cases say of the demands of their rubric: what separates them most first, and what never varies last.
#[must_use]
pub fn of(cases: &[Judged]) -> Vec<Row> {
    let mut found: BTreeMap<[String; 3], Vec<Met>> = BTreeMap::new();
    for (who, case) in cases.iter().enumerate() {
        for (at, dimension) in case.dimensions.iter().enumerate() {
            for demand in &dimension.demands {
                let key = [&dimension.name, &demand.action, &demand.probe].map(Clone::clone);
                found.entry(key).or_default().push((who, at, demand.share));
            }
        }
    }
    let mut rows: Vec<Row> = found
        .into_iter()
        .map(|(key, met)| row(cases, key, &met))
        .collect();
    let strength = |row: &Row| row.discrimination.unwrap_or_default();
    rows.sort_by(|one, other| {
        one.says
            .cmp(&other.says)
            .then_with(|| strength(other).total_cmp(&strength(one)))
            .then_with(|| one.of.cmp(&other.of))
    });
    rows
}

fn row(cases: &[Judged], of: [String; 3], met: &[Met]) -> Row {
    let seen: Vec<(usize, usize, f64)> = met
        .iter()
        .filter_map(|(who, at, share)| Some((*who, *at, (*share)?)))
        .collect();
    let shares: Vec<f64> = seen.iter().map(|(.., share)| *share).collect();
    let totals: Vec<(f64, f64)> = seen
        .iter()
        .filter_map(|(who, _, share)| Some((cases[*who].total?, *share)))
        .collect();
    let others: Vec<(f64, f64)> = seen
        .iter()
        .filter_map(|(who, at, share)| Some((*share, mean_of_others(&cases[*who], *at)?)))
        .collect();
    let mut row = Row {
        of,
        seen: shares.len(),
        met: shares.iter().filter(|share| **share >= 1.0).count(),
        mean: if shares.is_empty() { 0.0 } else { mean(&shares) },
        discrimination: discrimination(&totals),
        correlation: correlation(&others),
        says: Says::NeverSeen,
    };
    row.says = says(&row, &shares);
    row
}

fn says(row: &Row, shares: &[f64]) -> Says {
    let (low, high) = shares.iter().fold((f64::MAX, f64::MIN), |(low, high), share| {
        (low.min(*share), high.max(*share))
    });
    let varies = high - low > f64::EPSILON;
    match row.discrimination {
        _ if shares.is_empty() => Says::NeverSeen,
        _ if !varies && row.met == row.seen => Says::AllMeet,
        _ if !varies && high <= 0.0 => Says::NobodyMeets,
        _ if !varies => Says::NeverVaries,
        None => Says::TooFew,
        Some(much) if much >= GOOD => Says::Separates,
        Some(much) if much <= WRONG => Says::WrongWay,
        Some(_) => Says::Little,
    }
}

/// The mean score of all dimensions but this one.
fn mean_of_others(case: &Judged, at: usize) -> Option<f64> {
    let others = case.dimensions.iter().enumerate();
    let others = others.filter(|(index, _)| *index != at);
    let scores: Vec<f64> = others.filter_map(|(_, dimension)| dimension.score).collect();
    (!scores.is_empty()).then(|| mean(&scores))
}

/// The mean share of the best less that of the worst, of pairs of total and share.
fn discrimination(pairs: &[(f64, f64)]) -> Option<f64> {
    if pairs.len() < ENOUGH {
        return None;
    }
    let worst: Vec<(f64, f64)> = pairs.iter().map(|(total, share)| (-total, *share)).collect();
    Some(mean_of_best(pairs) - mean_of_best(&worst))
}

/// The mean share of those with the highest totals. Of those who are level at the border each counts in part, so that no
/// order of the class decides.
fn mean_of_best(pairs: &[(f64, f64)]) -> f64 {
    let wanted = (count(pairs.len()) * GROUP_PART).round().max(1.0);
    let mut sorted: Vec<f64> = pairs.iter().map(|(total, _)| *total).collect();
    sorted.sort_by(|one, other| other.total_cmp(one));
    let border = sorted
        .iter()
        .enumerate()
        .find(|(turn, _)| count(turn + 1) >= wanted)
        .map_or(f64::MIN, |(_, total)| *total);
    let shares = |is: &dyn Fn(f64) -> bool| {
        let those = pairs.iter().filter(|(total, _)| is(*total));
        those.map(|(_, share)| *share).collect::<Vec<_>>()
    };
    let (above, level) = (shares(&|total| total > border), shares(&|total| total == border));
    let room = wanted - count(above.len());
    (above.iter().sum::<f64>() + mean(&level) * room) / wanted
}

/// The rows as text for a terminal.
#[must_use]
pub fn text(rows: &[Row]) -> String {
    let mut text = format!(
        "{:>5} {:>5}  {:>5} {:>5}  check\n",
        "met", "seen", "disc.", "corr."
    );
    let mut before = None;
    for row in rows {
        if before.replace(row.says) != Some(row.says) {
            let _ = writeln!(text, "{}", row.says.word());
        }
        let [dimension, action, _] = &row.of;
        let figure = |number| decimal_or(number, "-");
        let _ = writeln!(
            text,
            "{:>5} {:>5}  {:>5} {:>5}  {action} ({dimension})",
            row.met,
            row.seen,
            figure(row.discrimination),
            figure(row.correlation)
        );
    }
    text
}

/// The rows as a table for other programs.
#[must_use]
pub fn csv(rows: &[Row]) -> String {
    let line = |row: &Row| {
        let figure = |number| decimal_or(number, "");
        let mut cells = row.of.to_vec();
        cells.extend([row.seen.to_string(), row.met.to_string(), figure(Some(row.mean))]);
        cells.extend([figure(row.discrimination), figure(row.correlation)]);
        cells.push(row.says.word().to_owned());
        report::csv_line(&cells)
    };
    let head = report::csv_line(&COLUMNS.map(str::to_owned));
    std::iter::once(head).chain(rows.iter().map(line)).collect()
}

#[cfg(test)]
mod tests;
