//! Laws that give a score from votes, without asking how far they lie apart: a simple one, or one on each side of a vote.

/// Votes of the prosecutor, the defense and the tech lead.
pub(super) type Votes = (i64, i64, i64);

/// Votes with the score that came of them.
pub(super) type Point = (Votes, f64);

/// Fewest points of a side; fewer are explained by anything.
const POINTS_MIN: usize = 4;
/// How deep sides may have sides.
const DEPTH_MAX: usize = 2;

/// One of the votes, and how many of its values are on the first side.
type Test = (usize, i64);

/// What is made of votes before it is rounded.
const SHAPES: [fn([f64; 3]) -> f64; 27] = [
    |[p, d, t]| (p + d + t) / 3.0,
    |votes| sorted(votes)[1],
    |votes| sorted(votes)[0],
    |votes| sorted(votes)[2],
    |[p, ..]| p,
    |[_, d, _]| d,
    |[.., t]| t,
    |[p, d, _]| f64::midpoint(p, d),
    |[p, _, t]| f64::midpoint(p, t),
    |[_, d, t]| f64::midpoint(d, t),
    |[p, d, t]| (2.0 * p + d + t) / 4.0,
    |[p, d, t]| (p + 2.0 * d + t) / 4.0,
    |[p, d, t]| (p + d + 2.0 * t) / 4.0,
    |votes| f64::midpoint(sorted(votes)[1], votes[0]),
    |votes| f64::midpoint(sorted(votes)[1], votes[2]),
    |[p, _, t]| (p + 1.0 + t) / 3.0,
    |[p, _, t]| (p + 2.0 + t) / 3.0,
    |[p, _, t]| (p + 3.0 + t) / 3.0,
    |[p, d, t]| (p + d.min(2.0) + t) / 3.0,
    |[p, d, t]| (p + d.min(3.0) + t) / 3.0,
    |[_, d, t]| (2.0 * t + d) / 3.0,
    |[p, d, t]| 0.3 * p + 0.3 * d + 0.4 * t,
    |[p, d, t]| 0.4 * p + 0.3 * d + 0.3 * t,
    |[p, d, t]| 0.3 * p + 0.2 * d + 0.5 * t,
    |[p, d, t]| (p + d + t) / 3.0 - 0.5,
    |[p, d, t]| (p + d + t) / 3.0 - 1.0,
    |[p, d, t]| (p + d + 2.0 * t) / 4.0 - 0.5,
];

/// A rounding, and how far a score may be off then.
type Rounding = (fn(f64) -> f64, f64);

/// How it is rounded, and how far it may be off then.
const ROUNDINGS: [Rounding; 6] = [
    (|score| score, 0.006),
    (|score| (score * 10.0).round() / 10.0, 0.051),
    (f64::round_ties_even, 0.001),
    (|score| (score + 0.5 + 1e-9).floor(), 0.001),
    (|score| (score + 1e-9).floor(), 0.001),
    (|score| (score - 1e-9).ceil(), 0.001),
];
/// What no score is above.
const CAPS: [f64; 4] = [f64::INFINITY, 4.0, 3.0, 2.0];

fn sorted(mut votes: [f64; 3]) -> [f64; 3] {
    votes.sort_by(f64::total_cmp);
    votes
}

fn of((p, d, t): Votes) -> [f64; 3] {
    [p as f64, d as f64, t as f64]
}

/// A law for votes on one side.
#[derive(Clone, Copy)]
enum Leaf {
    Constant(f64),
    Shaped {
        shape: fn([f64; 3]) -> f64,
        round: fn(f64) -> f64,
        cap: f64,
    },
}

impl Leaf {
    fn score(self, votes: Votes) -> f64 {
        match self {
            Self::Constant(score) => score,
            Self::Shaped { shape, round, cap } => round(shape(of(votes))).min(cap),
        }
    }

    /// The first that gives all of these to the digit.
    fn of(points: &[&Point]) -> Option<Self> {
        let (_, first) = points.first()?;
        if points.iter().all(|(_, score)| (score - first).abs() < 1e-9) {
            return Some(Self::Constant(*first));
        }
        SHAPES.iter().find_map(|shape| {
            ROUNDINGS.iter().find_map(|(round, off)| {
                let leaves = CAPS.iter().map(|cap| Self::Shaped {
                    shape: *shape,
                    round: *round,
                    cap: *cap,
                });
                let holds = |leaf: &Self| {
                    points
                        .iter()
                        .all(|(votes, score)| (leaf.score(*votes) - score).abs() <= *off)
                };
                leaves.into_iter().find(holds)
            })
        })
    }
}

/// A law, or one on each side of a vote.
pub(super) enum Tree {
    Leaf(Box<dyn Fn(Votes) -> f64>),
    Sides(Test, Box<(Self, Self)>),
}

impl Tree {
    /// The simplest that explains all of the points; `None` where none of so many sides does.
    pub(super) fn of(points: &[&Point]) -> Option<Self> {
        (0..=DEPTH_MAX).find_map(|depth| Self::within(points, depth))
    }

    fn within(points: &[&Point], depth: usize) -> Option<Self> {
        if let Some(leaf) = Leaf::of(points) {
            return Some(Self::Leaf(Box::new(move |votes| leaf.score(votes))));
        }
        let depth = depth.checked_sub(1)?;
        let tests = (0..3).flat_map(|at| (1..5).map(move |most| (at, most)));
        tests.into_iter().find_map(|test| {
            let (first, second): (Vec<&Point>, Vec<&Point>) =
                points.iter().partition(|(votes, _)| is_first(test, *votes));
            if first.len().min(second.len()) < POINTS_MIN {
                return None;
            }
            let sides = (Self::within(&first, depth)?, Self::within(&second, depth)?);
            Some(Self::Sides(test, Box::new(sides)))
        })
    }

    pub(super) fn score(&self, votes: Votes) -> f64 {
        match self {
            Self::Leaf(score) => score(votes),
            Self::Sides(test, sides) if is_first(*test, votes) => sides.0.score(votes),
            Self::Sides(_, sides) => sides.1.score(votes),
        }
    }
}

fn is_first((at, most): Test, (p, d, t): Votes) -> bool {
    [p, d, t].get(at).is_some_and(|vote| *vote <= most)
}

#[cfg(test)]
mod tests;
