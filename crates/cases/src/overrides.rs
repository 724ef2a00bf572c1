//! What people said against the court, kept in the journal beside the record of a case. Each word is a record of its own,
//! none is ever changed, and the last on a dimension is the one that stands. It holds for every case of the same matter:
//! the same work under the same rubric is judged in another case where the rubric is named or other judges sit.

use super::decided::DecidedCase;
use crate::error::Error;
use court::rubric::DimensionId;
use court::score::Score;
use court::verdict::Overruling;
use journal::{CaseRecord, Digest, Journal};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// The key by which such a record is told from a case.
const KEY: &str = "override_of";
/// The key under which the summary of a decided case names its matter.
pub const MATTER: &str = "matter";

/// One word of somebody on one dimension of one case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word {
    #[serde(rename = "override_of")]
    case: String,
    /// What it is about, whichever case judged it.
    #[serde(default)]
    matter: String,
    /// From 0, in the order in which they were said.
    number: usize,
    pub dimension: String,
    /// The score; nothing takes back what was said before.
    pub score: Option<Score>,
    pub by: String,
    pub why: String,
}

/// Whether a record of the journal is no case but a word on one.
pub fn is_word(record: &CaseRecord) -> bool {
    record
        .summary
        .as_ref()
        .is_some_and(|summary| summary.get(KEY).is_some())
}

/// All that was ever said on the matter of a case, in order.
pub async fn said(journal: &Journal, record: &DecidedCase) -> Result<Vec<Word>, Error> {
    let records = journal.cases().await.map_err(Error::journal)?;
    Ok(said_on(&records, &record.case, &record.matter()))
}

/// The same of the records of a journal.
fn said_on(records: &[CaseRecord], case: &str, matter: &str) -> Vec<Word> {
    let summaries = records.iter().filter(|record| is_word(record));
    let summaries = summaries.filter_map(|record| record.summary.clone());
    let words = summaries.filter_map(|summary| serde_json::from_value::<Word>(summary).ok());
    let is_on_it = |word: &Word| word.case == case || (!matter.is_empty() && word.matter == matter);
    let mut words: Vec<Word> = words.filter(is_on_it).collect();
    words.sort_by_key(|word| word.number);
    words
}

/// What stands of it.
pub async fn standing(journal: &Journal, record: &DecidedCase) -> Result<Vec<Overruling>, Error> {
    Ok(last(said(journal, record).await?))
}

/// What stands of what was said on a case, by what the journal keeps of it.
pub(crate) fn standing_on(records: &[CaseRecord], case: &CaseRecord) -> Vec<Overruling> {
    let matter = case.summary.as_ref().and_then(|summary| summary.get(MATTER));
    let matter = matter.and_then(Value::as_str).unwrap_or_default();
    last(said_on(records, case.id.as_str(), matter))
}

fn last(words: Vec<Word>) -> Vec<Overruling> {
    let last: BTreeMap<String, Word> = words
        .into_iter()
        .map(|word| (word.dimension.clone(), word))
        .collect();
    let standing = last.into_values().filter_map(|word| {
        Some(Overruling {
            dimension: DimensionId(word.dimension),
            score: word.score?,
            court: None,
            by: word.by,
            why: word.why,
        })
    });
    standing.collect()
}

/// Keeps a word on the dimension with this number.
pub async fn keep(
    journal: &Journal,
    record: &DecidedCase,
    dimension: usize,
    score: Option<Score>,
    (by, why): (&str, &str),
) -> Result<(), Error> {
    let before = said(journal, record).await?;
    let word = Word {
        case: record.case.clone(),
        matter: record.matter(),
        number: before.last().map_or(0, |word| word.number + 1),
        dimension: record.rubric.dimensions[dimension].id.0.clone(),
        score,
        by: by.to_owned(),
        why: why.to_owned(),
    };
    let known = before
        .iter()
        .rev()
        .find(|known| known.dimension == word.dimension);
    if known.is_some_and(|known| (known.score, &known.by, &known.why) == (score, &word.by, &word.why)) {
        return Ok(());
    }
    let summary = serde_json::to_value(&word).map_err(Error::journal)?;
    let input = Digest::of(format!("override\n{summary}").as_bytes());
    let kept = journal
        .case(&input, &record.subject.name)
        .await
        .map_err(Error::journal)?;
    kept.close(&summary).await.map_err(Error::journal)
}
