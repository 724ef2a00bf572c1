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
use std::fmt::Write as _;

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

/// Every dimension before and after, and which rules came and went.
pub fn table(record: &DecidedCase, rules: &str, after: &Verdict) -> String {
    let before = &record.verdict;
    let mut text = format!(
        "case {} of {} under the rules `{}`\n",
        record.case, record.subject.name, rules
    );
    for entry in score_changes(before, after) {
        let rules = [("without", &entry.gone), ("with", &entry.come)]
            .iter()
            .filter(|(_, rules)| !rules.is_empty())
            .map(|(word, rules)| format!("{word} {}", rules.join(", ")))
            .collect::<Vec<_>>()
            .join("; ");
        let line = format!(
            "  {:<34} {:>6} → {:<6} {:<6} {rules}",
            entry.dimension.to_string(),
            score_text(entry.before),
            score_text(entry.after),
            score_difference(entry.before, entry.after)
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let line = format!(
        "  {:<34} {:>6} → {:<6} {}",
        "overall",
        score_text(before.overall),
        score_text(after.overall),
        score_difference(before.overall, after.overall)
    );
    let _ = writeln!(text, "{}", line.trim_end());
    if before == after {
        text.push_str("the same verdict, to the byte\n");
    }
    text
}

/// One line of a case for a list of many: overall before and after, and the dimensions that move; and whether anything does.
pub fn moved(record: &DecidedCase, after: &Verdict) -> (String, bool) {
    let before = &record.verdict;
    let changes = score_changes(before, after);
    let moving = changes.iter().filter(|entry| entry.is_other()).map(|entry| {
        let (before, after) = (score_text(entry.before), score_text(entry.after));
        format!("{} {before} → {after}", entry.dimension)
    });
    let moving: Vec<String> = moving.collect();
    let columns = [
        record.case.clone(),
        record.subject.name.clone(),
        score_text(before.overall),
        score_text(after.overall),
        score_difference(before.overall, after.overall),
        moving.join(", "),
    ];
    let line = columns.join("\t").trim_end().to_owned() + "\n";
    (line, !moving.is_empty() || before.overall != after.overall)
}
