//! The scores that came of all votes, and what explains them.

use super::law::{Tree, Votes};
use crate::events::Grid;
use std::collections::BTreeMap;

/// What came of votes: the scores, words about disagreement, and what stands under a name of disagreement.
pub(super) struct Cell<'a> {
    pub(super) scores: &'a [Option<f64>],
    pub(super) words: u64,
    pub(super) said: u64,
}

/// All that came of one change.
pub(super) type Board<'a> = BTreeMap<Votes, Cell<'a>>;

/// How far votes lie apart; the rule of wide disagreement begins above two.
pub(super) fn spread((p, d, t): Votes) -> i64 {
    p.max(d).max(t) - p.min(d).min(t)
}

/// Votes that are put in; others were forged.
const VOTES: std::ops::RangeInclusive<i64> = 1..=5;

/// Fewest votes of near judges that a law is read from, and of far ones that break it.
const NEAR_POINTS_MIN: usize = 40;
const FAR_POINTS_MIN: usize = 2;
/// By how much a score is another where judges are far apart.
const STEP_APART: f64 = 0.6;

/// Most that votes lie apart without wide disagreement.
pub(super) const NEAR_MAX: i64 = 2;

pub(super) fn boards<'a>(grids: &[&'a Grid]) -> BTreeMap<&'a str, Board<'a>> {
    let mut boards: BTreeMap<&str, Board<'_>> = BTreeMap::new();
    for grid in grids {
        let board = boards.entry(&grid.variant).or_default();
        let is_vote = |vote: &i64| VOTES.contains(vote);
        let rows = grid
            .rows
            .iter()
            .filter(|(defense, lead, ..)| [grid.prosecutor, *defense, *lead].iter().all(is_vote));
        for (defense, lead, scores, words, said) in rows {
            let cell = Cell {
                scores,
                words: *words,
                said: *said,
            };
            board.insert((grid.prosecutor, *defense, *lead), cell);
        }
    }
    boards
}

/// What explains the scores at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Law {
    /// Weights of the prosecutor, the defense, the tech lead, and what is added.
    Weighted([f64; 4]),
    Median,
    Least,
    Most,
}

impl Law {
    fn score(self, (p, d, t): Votes) -> f64 {
        let mut sorted = [p, d, t].map(|vote| vote as f64);
        let [wp, wd, wt, more] = match self {
            Self::Weighted(weights) => weights,
            _ => [0.0; 4],
        };
        let weighted = wp * sorted[0] + wd * sorted[1] + wt * sorted[2] + more;
        sorted.sort_by(f64::total_cmp);
        match self {
            Self::Weighted(_) => weighted,
            Self::Median => sorted[1],
            Self::Least => sorted[0],
            Self::Most => sorted[2],
        }
    }

    fn furthest(self, points: &[(Votes, f64)]) -> f64 {
        let off = points
            .iter()
            .map(|(votes, score)| (self.score(*votes) - score).abs());
        off.fold(0.0, f64::max)
    }
}

/// The scores at one place by votes.
#[derive(PartialEq)]
pub(super) struct Column {
    near: Vec<(Votes, f64)>,
    far: Vec<(Votes, f64)>,
}

impl Column {
    pub(super) fn of(board: &Board<'_>, at: usize) -> Self {
        let points = board
            .iter()
            .filter_map(|(votes, cell)| Some((*votes, (*cell.scores.get(at)?)?)));
        let (near, far) = points.partition(|(votes, _)| spread(*votes) <= NEAR_MAX);
        Self { near, far }
    }

    /// All points.
    pub(super) fn points(&self) -> Vec<&(Votes, f64)> {
        self.near.iter().chain(&self.far).collect()
    }

    /// Whether a law with few sides gives all scores, however far votes lie apart.
    pub(super) fn is_lawful(&self) -> bool {
        let scale = self.scale();
        let points: Vec<(Votes, f64)> = self
            .points()
            .into_iter()
            .map(|(votes, score)| (*votes, score / scale))
            .collect();
        Tree::of(&points.iter().collect::<Vec<_>>()).is_some()
    }

    /// Whether some weights give all scores but for how they are rounded.
    pub(super) fn is_linear(&self) -> bool {
        let all: Vec<(Votes, f64)> = self.near.iter().chain(&self.far).copied().collect();
        let Some(law) = fit(&all).map(Law::Weighted) else {
            return false;
        };
        let off = all.iter().map(|(votes, score)| score - law.score(*votes));
        let (least, most) = off.fold((f64::MAX, f64::MIN), |(least, most), off| {
            (least.min(off), most.max(off))
        });
        most - least <= 2.0 * self.allowed() + 0.05
    }

    /// What scores are a multiple of that go beyond the scale of votes: of ten, say, or of twenty.
    fn scale(&self) -> f64 {
        let points = self.points();
        let highest = points.iter().map(|(_, score)| *score).fold(0.0, f64::max);
        let lowest = points
            .iter()
            .find(|(votes, _)| *votes == (1, 1, 1))
            .map_or(1.0, |(_, score)| *score);
        if highest > 5.0 && lowest >= 2.0 {
            lowest
        } else {
            1.0
        }
    }

    /// Whether one gives those of judges who are near to each other, and fails where they are far apart.
    pub(super) fn parts(&self) -> bool {
        let near: Vec<&(Votes, f64)> = self.near.iter().collect();
        let Some(tree) = Tree::of(&near).filter(|_| near.len() >= NEAR_POINTS_MIN && !self.is_lawful())
        else {
            return false;
        };
        let off = |(votes, score): &&(Votes, f64)| (tree.score(*votes) - score).abs() > STEP_APART;
        self.far.iter().filter(off).count() >= FAR_POINTS_MIN
    }

    /// Whether it is what others come to on average, on whatever scale.
    pub(super) fn is_mean_of(&self, others: &[&Self], board: Option<&Board<'_>>, places: usize) -> bool {
        let Some(board) = board else { return false };
        let all: Vec<Self> = (0..places).map(|at| Self::of(board, at)).collect();
        let parts: Vec<BTreeMap<Votes, f64>> = all
            .iter()
            .filter(|column| others.contains(column))
            .map(|column| column.points().into_iter().copied().collect())
            .collect();
        let mean = |votes: &Votes| {
            let scores: Option<Vec<f64>> = parts.iter().map(|part| part.get(votes).copied()).collect();
            scores.map(|scores| scores.iter().sum::<f64>() / scores.len() as f64)
        };
        let pairs: Option<Vec<(f64, f64)>> = self
            .points()
            .into_iter()
            .map(|(votes, score)| Some((mean(votes)?, *score)))
            .collect();
        let Some(pairs) = pairs else { return false };
        let highest = pairs.iter().max_by(|left, right| left.0.total_cmp(&right.0));
        let scale = highest.map_or(0.0, |(mean, score)| score / mean);
        let is_near = |(mean, score): &(f64, f64)| (mean * scale - score).abs() <= 0.06 * scale.max(1.0);
        scale > 0.0 && pairs.iter().all(is_near)
    }

    /// By how much scores follow each vote in all.
    pub(super) fn pulls(&self) -> [f64; 3] {
        let at: BTreeMap<Votes, f64> = self.points().into_iter().copied().collect();
        let up = |(p, d, t): Votes, which: usize| match which {
            0 => (p + 1, d, t),
            1 => (p, d + 1, t),
            _ => (p, d, t + 1),
        };
        [0, 1, 2].map(|which| {
            let moves = at
                .iter()
                .filter_map(|(votes, score)| Some(at.get(&up(*votes, which))? - score));
            moves.sum()
        })
    }

    /// Whether it makes no difference who votes what.
    pub(super) fn is_fair(&self) -> bool {
        let at: BTreeMap<Votes, f64> = self.points().into_iter().copied().collect();
        let same = |(p, d, t): Votes, score: f64| {
            [(d, p, t), (p, t, d), (t, d, p)]
                .iter()
                .all(|other| at.get(other).is_none_or(|other| (other - score).abs() < 1e-9))
        };
        at.iter().all(|(votes, score)| same(*votes, *score))
    }

    /// How far a law may be off: scores may be rounded to a whole, or to a digit.
    fn allowed(&self) -> f64 {
        let is_whole = self
            .near
            .iter()
            .all(|(_, score)| (score - score.round()).abs() < 1e-9);
        if is_whole { 0.55 } else { 0.12 }
    }

    /// The law that holds where the judges are near to each other.
    pub(super) fn law(&self) -> Option<Law> {
        let fitted = fit(&self.near).map(Law::Weighted);
        let all = [Law::Median, Law::Least, Law::Most].into_iter();
        // A law without numbers of its own has to hold to the digit of a rounding.
        let exact = all.into_iter().filter(|law| law.furthest(&self.near) <= 0.06);
        exact
            .chain(fitted.filter(|law| law.furthest(&self.near) <= self.allowed()))
            .next()
    }

    /// Whether the law that holds where they are near fails where they are far apart.
    pub(super) fn breaks(&self, law: Law) -> bool {
        let step = if self.allowed() > 0.5 { 0.6 } else { 0.3 };
        law.furthest(&self.far) > law.furthest(&self.near) + step
    }

    /// By how much a weight has to be larger to be seen behind roundings.
    pub(super) fn margin(&self) -> f64 {
        if self.allowed() > 0.5 { 0.08 } else { 0.04 }
    }
}

/// Least squares by elimination; `None` where the points do not tell weights apart.
fn fit(points: &[(Votes, f64)]) -> Option<[f64; 4]> {
    let mut rows = [[0.0_f64; 5]; 4];
    for ((p, d, t), score) in points {
        let one = [*p as f64, *d as f64, *t as f64, 1.0, *score];
        for (row, left) in rows.iter_mut().zip(one) {
            row.iter_mut()
                .zip(one)
                .for_each(|(sum, right)| *sum += left * right);
        }
    }
    for at in 0..4 {
        let best = (at..4).max_by(|a, b| rows[*a][at].abs().total_cmp(&rows[*b][at].abs()))?;
        rows.swap(at, best);
        let pivot = rows[at];
        if pivot[at].abs() < 1e-6 {
            return None;
        }
        for (_, row) in rows.iter_mut().enumerate().filter(|(index, _)| *index != at) {
            let part = row[at] / pivot[at];
            row.iter_mut()
                .zip(pivot)
                .for_each(|(cell, above)| *cell -= part * above);
        }
    }
    let mut weights = [0.0; 4];
    for (at, (weight, row)) in weights.iter_mut().zip(&rows).enumerate() {
        *weight = row[4] / row[at];
    }
    Some(weights)
}

#[cfg(test)]
mod tests;
