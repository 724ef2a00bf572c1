//! A share of the program, with the places that are not in it and the projects side by side.

use crate::families::tally::{self, Wording};
use crate::families::unread;
use court::evidence::Place;
use probes_core::Subject;
use probes_core::probe::{Answer, PROOFS_MAX};
use project::census::Census;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// What was counted so far.
pub(super) struct Share<'a> {
    census: &'a Census,
    good: u64,
    all: u64,
    bad: Vec<(u64, Place, String)>,
    projects: BTreeMap<String, (u64, u64)>,
}

impl<'a> Share<'a> {
    pub(super) const fn new(census: &'a Census) -> Self {
        Self {
            census,
            good: 0,
            all: 0,
            bad: Vec::new(),
            projects: BTreeMap::new(),
        }
    }

    /// Counts `amount` that stands in `path`.
    pub(super) fn count(&mut self, path: &str, amount: u64, is_good: bool) {
        let good = if is_good { amount } else { 0 };
        self.all += amount;
        self.good += good;
        if let Some(project) = self.census.project_of(path) {
            let sums = self.projects.entry(project.root.clone()).or_default();
            sums.0 += good;
            sums.1 += amount;
        }
    }

    /// Adds a place that is at fault, with how much so.
    pub(super) fn blame(&mut self, weight: u64, place: Place, note: String) {
        self.bad.push((weight, place, note));
    }

    /// The answer, the worst places first.
    pub(super) fn answer(mut self, snapshot: &Subject, said: &Wording<'_>) -> Answer {
        // What a share of some scripts is says nothing of the rest, good or bad.
        if let Some(answer) = unread::mostly(snapshot) {
            return answer;
        }
        if self.all == 0 {
            return unread::nothing(snapshot, super::NO_CODE);
        }
        self.bad
            .sort_by(|a, b| (Reverse(a.0), &a.1, &a.2).cmp(&(Reverse(b.0), &b.1, &b.2)));
        let each = said.side_by_side(&self.projects);
        let unchecked = unread::unchecked(snapshot, &[]);
        let rationale = format!("{}{each}{unchecked}", said.of(whole(self.good), whole(self.all)));
        let value = tally::value(self.good, self.all, &self.projects);
        let answer = unread::share(self.good > 0, value, rationale, unread::search(snapshot));
        let places = self.bad.into_iter().take(PROOFS_MAX);
        places.fold(answer, |answer, (_, place, note)| answer.at_noting(place, note))
    }
}

fn whole(count: u64) -> usize {
    usize::try_from(count).unwrap_or(usize::MAX)
}
