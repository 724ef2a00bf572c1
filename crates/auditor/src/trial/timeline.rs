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
mod tests;
