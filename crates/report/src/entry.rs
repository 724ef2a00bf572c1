//! One dimension as the reports see it: the rubric's line, the ruling on it and what stands open, together.

use crate::dossier::{Dossier, Plea};
use court::justice::{Ruling, Status, Step, unheard};
use court::opinion::Persona;
use court::protocol::Standing;
use court::rubric::Dimension;
use court::score::Score;
use std::borrow::Cow;

/// Rules that work on single votes or on the last digit; they never decide a score alone.
const AUXILIARY_RULES: [&str; 2] = ["fact_supremacy", "rounding"];

/// A dimension with its ruling.
pub(crate) struct Entry<'a> {
    pub(crate) dimension: &'a Dimension,
    pub(crate) ruling: Cow<'a, Ruling>,
    pub(crate) plea: Option<&'a Plea>,
}

/// One entry for each dimension of the rubric, in its order; nothing that the rubric names is left out.
pub(crate) fn entries(dossier: &Dossier) -> Vec<Entry<'_>> {
    let dimensions = dossier.rubric.dimensions.iter().enumerate();
    dimensions
        .map(|(index, dimension)| Entry {
            dimension,
            ruling: ruling_on(dossier, dimension),
            plea: dossier.pleas.get(index),
        })
        .collect()
}

fn ruling_on<'a>(dossier: &'a Dossier, dimension: &Dimension) -> Cow<'a, Ruling> {
    let found = dossier
        .verdict
        .rulings
        .iter()
        .find(|ruling| ruling.dimension == dimension.id);
    found.map_or_else(
        || {
            Cow::Owned(unheard(
                dimension,
                Status::Incomplete("it was not heard".to_owned()),
            ))
        },
        Cow::Borrowed,
    )
}

impl<'a> Entry<'a> {
    /// Its demands held against the evidence; none where the panel sees none.
    pub(crate) fn standings(&self) -> &'a [Standing] {
        self.plea.map_or(&[], |plea| plea.standings.as_slice())
    }

    /// Why there is no score.
    pub(crate) fn reason(&self) -> Option<&str> {
        match &self.ruling.status {
            Status::Judged => None,
            Status::NotAssessable(why) | Status::Incomplete(why) => Some(why),
        }
    }

    /// The score that each hearing got from one persona, the first hearing first.
    pub(crate) fn votes(&self, persona: Persona) -> Vec<Option<Score>> {
        let hearings = self.ruling.hearings.iter();
        hearings.map(|hearing| hearing.seat(persona).score()).collect()
    }

    /// The rule that made the score what it is, before rounding.
    pub(crate) fn deciding_rule(&self) -> Option<&str> {
        let speaks = |step: &&Step| step.after.is_some() && !AUXILIARY_RULES.contains(&step.rule.as_str());
        let changes = |step: &&Step| step.before != step.after;
        let steps = || self.ruling.trace.iter().filter(speaks);
        let last = steps().rfind(changes).or_else(|| steps().next());
        last.map(|step| step.rule.as_str())
    }
}

/// The word for a status in `report.json` and in tables.
pub(crate) fn status_word(status: &Status) -> &'static str {
    match status {
        Status::Judged => "judged",
        Status::NotAssessable(_) => "not_assessable",
        Status::Incomplete(_) => "incomplete",
    }
}

/// How many entries have the status.
pub(crate) fn tally(entries: &[Entry<'_>], has: fn(&Status) -> bool) -> usize {
    entries.iter().filter(|entry| has(&entry.ruling.status)).count()
}

pub(crate) fn is_judged(status: &Status) -> bool {
    *status == Status::Judged
}

pub(crate) fn is_incomplete(status: &Status) -> bool {
    matches!(status, Status::Incomplete(_))
}

pub(crate) fn is_not_assessable(status: &Status) -> bool {
    matches!(status, Status::NotAssessable(_))
}
