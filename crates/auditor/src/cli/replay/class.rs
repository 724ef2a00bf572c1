//! Many cases at once: whose scores move, and which checks tell a class apart.

use super::{Otherwise, replayed};
use crate::error::CommandError;
use crate::output;
use ::cohort::study::{self, Demand, Dimension, Judged};
use cases::decided::{self, DecidedCase};
use cases::{overrides, rule_again};
use court::score::{Fraction, Score};
use court::verdict::Verdict;
use journal::{CaseRecord, CaseState, Journal};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;

/// The file with the study of a class.
const STUDY: &str = "study.csv";

/// One line for each case: overall before and after, and the dimensions that move. Of a class also what its rubric does to it.
pub(super) async fn replay(
    journal: &Journal,
    otherwise: &Otherwise,
    members: Option<&BTreeSet<String>>,
    out: Option<&Path>,
) -> Result<String, CommandError> {
    let cases = journal.cases().await.map_err(CommandError::auditor)?;
    let mut text = String::new();
    let mut judged = Vec::new();
    let (mut moved, mut without) = (0_usize, 0_usize);
    let decided = cases.iter().filter(|case| case.state == CaseState::Decided);
    let is_member = |case: &CaseRecord| members.is_none_or(|members| members.contains(&case.id.to_string()));
    for case in decided.filter(|case| !overrides::is_word(case) && is_member(case)) {
        let Some(record) = decided::stored(journal, case).await? else {
            without += 1;
            continue;
        };
        let (after, _, verdict) = replayed(&record, otherwise)?;
        let (line, moves) = rule_again::moved(&record, &verdict);
        moved += usize::from(moves);
        text.push_str(&line);
        judged.push(case_of(&after, &verdict));
    }
    let _ = writeln!(text, "{} cases ruled on, {moved} move", judged.len());
    if without > 0 {
        let _ = writeln!(
            text,
            "{without} without a record were left out; audit them again to replay them"
        );
    }
    if members.is_some() {
        let rows = study::of(&judged);
        let _ = write!(text, "\n{}", study::text(&rows));
        if let Some(out) = out {
            for path in output::write(out, &[(STUDY, study::csv(&rows))])? {
                let _ = writeln!(text, "{}", path.display());
            }
        }
    }
    Ok(text)
}

/// A case as studies see it.
fn case_of(record: &DecidedCase, verdict: &Verdict) -> Judged {
    let scale = &verdict.scale;
    let dimensions = record.rubric.dimensions.iter().zip(&record.matters);
    let dimensions = dimensions
        .zip(&verdict.rulings)
        .map(|((dimension, matters), ruling)| Dimension {
            name: dimension.name.clone(),
            score: ruling
                .final_score
                .map(|score| number(dimension.scale.share(score))),
            demands: matters.standings.iter().map(demand).collect(),
        });
    Judged {
        total: verdict.overall.map(|score| number(scale.share(score))),
        dimensions: dimensions.collect(),
    }
}

fn demand(standing: &court::protocol::Standing) -> Demand {
    Demand {
        action: standing.demand.remedy.clone(),
        probe: standing.demand.probe.clone(),
        share: standing.share.map(number),
    }
}

fn number(share: Fraction) -> f64 {
    Score(share).as_f64()
}
