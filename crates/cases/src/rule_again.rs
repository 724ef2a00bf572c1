//! Stored cases under other rules or another rubric, and what that moves.

use crate::decided::DecidedCase;
use court::admission::{Admission, admit};
use court::evidence::Evidence;
use court::justice::Status;
use court::opinion::{Hearing, Round};
use court::protocol::{self, Standing};
use court::retrial::Matters;
use court::rubric::{Dimension, DimensionId};
use court::score::Score;
use court::statutes;
use court::verdict::Verdict;

/// What a dimension of another rubric would be ruled from, and how it is understood.
pub fn matters_under(
    record: &DecidedCase,
    dimension: &Dimension,
    evidence: &Evidence,
    has_report: bool,
) -> (Matters, Option<String>) {
    let reading = dimension.reading();
    let standings: Vec<Standing> = reading
        .as_ref()
        .map(|reading| protocol::weigh(&reading.demands, evidence))
        .unwrap_or_default();
    let seen = reading.is_some().then_some(standings.as_slice());
    let mut matters = Matters {
        kind: reading.as_ref().map(|reading| reading.kind).unwrap_or_default(),
        dismissed: None,
        hearings: Vec::new(),
        standings: standings.clone(),
    };
    match admit(dimension, seen, has_report) {
        Admission::Dismissed(status) => matters.dismissed = Some(status),
        Admission::Heard => match hearings(record, dimension, &standings) {
            Some(hearings) => matters.hearings = hearings,
            None => {
                let why =
                    "no opinion on it is stored, and only the panel that judged the case could give one";
                matters.dismissed = Some(Status::Incomplete(why.to_owned()));
            }
        },
    }
    (matters, reading.map(|reading| reading.because))
}

/// The stored hearings of the dimension of this id on this scale, else those of the statutes panel.
fn hearings(record: &DecidedCase, dimension: &Dimension, standings: &[Standing]) -> Option<Vec<Hearing>> {
    let dimensions = record.rubric.dimensions.iter().zip(&record.matters);
    let stored = dimensions
        .filter(|(known, of)| {
            known.id == dimension.id && known.scale == dimension.scale && of.standings == standings
        })
        .map(|(_, of)| of.hearings.clone())
        .find(|hearings| !hearings.is_empty());
    let by_statute = || vec![statutes::hear(standings, &dimension.scale, Round::First)];
    stored.or_else(|| record.is_by_statute().then(by_statute))
}

/// What became of one dimension, before and after.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ScoreChange {
    pub dimension: DimensionId,
    pub before: Option<Score>,
    pub after: Option<Score>,
    /// Rules that spoke before and not after, and the other way round.
    pub gone: Vec<String>,
    pub come: Vec<String>,
}

impl ScoreChange {
    pub fn is_other(&self) -> bool {
        self.before != self.after
    }
}

/// The dimensions of either verdict, in the order of the second.
pub fn score_changes(before: &Verdict, after: &Verdict) -> Vec<ScoreChange> {
    let score = |verdict: &Verdict, id: &DimensionId| {
        let ruling = verdict.rulings.iter().find(|ruling| ruling.dimension == *id);
        ruling.and_then(|ruling| ruling.final_score)
    };
    let ids = after
        .rulings
        .iter()
        .map(|ruling| &ruling.dimension)
        .chain(before.rulings.iter().map(|ruling| &ruling.dimension));
    let mut all: Vec<ScoreChange> = Vec::new();
    for id in ids {
        if all.iter().any(|known| known.dimension == *id) {
            continue;
        }
        let (old, new) = (spoke(before, id), spoke(after, id));
        all.push(ScoreChange {
            dimension: id.clone(),
            before: score(before, id),
            after: score(after, id),
            gone: old.iter().filter(|rule| !new.contains(rule)).cloned().collect(),
            come: new.iter().filter(|rule| !old.contains(rule)).cloned().collect(),
        });
    }
    all
}

fn spoke(verdict: &Verdict, id: &DimensionId) -> Vec<String> {
    let ruling = verdict.rulings.iter().find(|ruling| ruling.dimension == *id);
    ruling
        .map(|ruling| ruling.trace.iter().map(|step| step.rule.clone()).collect())
        .unwrap_or_default()
}

/// A score, or a dash.
pub fn score_text(score: Option<Score>) -> String {
    score.map_or_else(|| "-".to_owned(), |score| score.to_string())
}

/// The difference with its sign, or nothing where one is missing.
pub fn score_difference(before: Option<Score>, after: Option<Score>) -> String {
    match (before, after) {
        (Some(before), Some(after)) if after > before => format!("+{}", Score(after.0 - before.0)),
        (Some(before), Some(after)) if after < before => format!("-{}", Score(before.0 - after.0)),
        _ => String::new(),
    }
}
