use super::*;
use crate::facts::board::spread;

fn points(score: impl Fn(Votes) -> f64) -> Vec<Point> {
    let all = (1..=5).flat_map(|p| (1..=5).flat_map(move |d| (1..=5).map(move |t| (p, d, t))));
    all.map(|votes| (votes, score(votes))).collect()
}

fn is_explained(score: impl Fn(Votes) -> f64) -> bool {
    Tree::of(&points(score).iter().collect::<Vec<_>>()).is_some()
}

fn mean((p, d, t): Votes) -> f64 {
    (p + d + t) as f64 / 3.0
}

#[test]
fn a_mean_is_explained_however_it_is_rounded() {
    assert!(is_explained(mean));
    assert!(is_explained(|votes| mean(votes).round_ties_even()));
    assert!(is_explained(|votes| mean(votes).floor().min(3.0)));
}

#[test]
fn a_rule_that_asks_for_single_votes_is_explained() {
    // An overruled defense, and a cap where the prosecutor charges.
    assert!(is_explained(|(p, d, t)| if d >= 4 {
        ((p + t) / 2) as f64
    } else {
        mean((p, d, t)).floor()
    }));
    assert!(is_explained(|(p, d, t)| if p <= 2 && d >= 4 {
        3.0
    } else {
        t as f64
    }));
}

#[test]
fn a_cap_that_bites_only_far_apart_is_explained_where_one_vote_calls_it() {
    let capped = |(p, d, t): Votes| {
        let score = mean((p, d, t));
        let score = if p == 1 { score.min(3.0) } else { score };
        score.round_ties_even()
    };
    assert!(is_explained(capped));
    assert!(is_explained(|(p, d, t)| (0.3 * p as f64
        + 0.3 * d as f64
        + 0.4 * t as f64)
        .floor()));
}

#[test]
fn a_rule_that_asks_how_far_votes_lie_apart_is_not() {
    assert!(!is_explained(|votes| if spread(votes) > 2 {
        votes.2 as f64
    } else {
        mean(votes).round()
    }));
    assert!(!is_explained(|votes| if spread(votes) > 2 {
        2.0
    } else {
        mean(votes)
    }));
}
