use super::*;

fn history(times: impl Iterator<Item = i64>) -> History {
    let commit = |authored| Commit {
        authored,
        ..Commit::default()
    };
    History {
        commits: times.map(commit).collect(),
        ..History::default()
    }
}

#[test]
fn a_long_history_is_thinned_and_keeps_both_ends() {
    let ticks = of(&history((0..3_001).map(|n| 1_700_000_000 + n)));
    assert!(ticks.len() <= TICKS_MAX + 1, "{}", ticks.len());
    let ends = ticks
        .first()
        .zip(ticks.last())
        .map(|(first, last)| (first.at, last.at));
    assert_eq!(ends, Some((1_700_000_000, 1_700_003_000)));
}

#[test]
fn times_are_sorted_and_impossible_ones_left_out() {
    let ticks = of(&history([1_700_000_009, i64::MAX, 0, 1_700_000_001].into_iter()));
    let times: Vec<i64> = ticks.iter().map(|tick| tick.at).collect();
    assert_eq!(times, [1_700_000_001, 1_700_000_009]);
}
