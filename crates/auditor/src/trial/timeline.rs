//! The history as a few hundred ticks: enough to draw it.

use report::dossier::Tick;
use subject::history::{Commit, History, date};
use subject::secrets::mask;

/// Most ticks; of a longer history every so many commits are taken.
const TICKS_MAX: usize = 400;
/// Most characters of a message.
const SUBJECT_CHARS_MAX: usize = 100;

/// The commits by the time they were written; those with impossible dates are left out.
pub(super) fn of(history: &History) -> Vec<Tick> {
    let mut dated: Vec<&Commit> = history
        .commits
        .iter()
        .filter(|commit| date::is_plausible(commit.authored))
        .collect();
    dated.sort_by_key(|commit| commit.authored);
    let last = dated.len().saturating_sub(1);
    let stride = dated.len().div_ceil(TICKS_MAX).max(1);
    let kept = dated.iter().enumerate();
    kept.filter(|(index, _)| index % stride == 0 || *index == last)
        .map(|(_, commit)| tick(commit))
        .collect()
}

fn tick(commit: &Commit) -> Tick {
    Tick {
        id: commit.id.clone(),
        at: commit.authored,
        // Masked before it is cut: half a secret looks like none.
        subject: mask(&commit.subject).chars().take(SUBJECT_CHARS_MAX).collect(),
        files: commit.changes.len(),
    }
}

#[cfg(test)]
mod tests {
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
}
