use super::*;

fn column(score: impl Fn(Votes) -> f64) -> Column {
    let votes = (1..=5).flat_map(|p| (1..=5).flat_map(move |d| (1..=5).map(move |t| (p, d, t))));
    let points = votes.map(|votes| (votes, score(votes)));
    let (near, far) = points.partition(|(votes, _)| spread(*votes) <= NEAR_MAX);
    Column { near, far }
}

fn mean((p, d, t): Votes) -> f64 {
    (p + d + t) as f64 / 3.0
}

#[test]
fn a_mean_a_weighted_mean_and_a_median_are_laws_whether_rounded_or_not() {
    for round in [false, true] {
        let rounded = |score: f64| if round { score.round() } else { score };
        let plain = column(|votes| rounded(mean(votes)));
        let law = plain.law().unwrap();
        assert!(!plain.breaks(law), "{law:?}");
        let heavy = column(|(p, d, t)| rounded((p + d + 2 * t) as f64 / 4.0));
        let Some(Law::Weighted([p, d, t, _])) = heavy.law() else {
            panic!()
        };
        assert!(t > p.max(d) + heavy.margin() && !heavy.breaks(heavy.law().unwrap()));
    }
    let median = column(|(p, d, t)| {
        let mut sorted = [p, d, t];
        sorted.sort_unstable();
        sorted[1] as f64
    });
    assert_eq!(median.law(), Some(Law::Median));
    assert!(!median.breaks(Law::Median));
}

#[test]
fn another_score_where_judges_are_far_apart_breaks_the_law() {
    for far in [|_| 2.0, |(p, _, _): Votes| p as f64, |(_, _, t): Votes| t as f64] {
        let ruled = column(|votes| {
            if spread(votes) > NEAR_MAX {
                far(votes)
            } else {
                mean(votes).round()
            }
        });
        assert!(ruled.breaks(ruled.law().unwrap()));
    }
}

#[test]
fn scores_that_follow_no_law_have_none() {
    assert_eq!(
        column(|(p, d, t)| ((p * 7 + d * 3 + t * 11) % 5) as f64).law(),
        None
    );
    assert!(fit(&[]).is_none());
}
