//! What people said against the court, kept in the journal beside the record of a case: each word is a record of its own,
//! none is ever changed, and the last on a dimension is the one that stands.

use super::decided::DecidedCase;
use crate::error::Error;
use court::rubric::DimensionId;
use court::score::Score;
use court::verdict::Overruling;
use journal::{CaseRecord, Digest, Journal};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The key by which such a record is told from a case.
const KEY: &str = "override_of";

/// One word of somebody on one dimension of one case.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Word {
    #[serde(rename = "override_of")]
    case: String,
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

/// All that was ever said on a case, in order.
pub async fn said(journal: &Journal, case: &str) -> Result<Vec<Word>, Error> {
    let records = journal.cases().await.map_err(Error::journal)?;
    let words = records
        .into_iter()
        .filter(is_word)
        .filter_map(|record| record.summary);
    let words = words.filter_map(|summary| serde_json::from_value::<Word>(summary).ok());
    let mut words: Vec<Word> = words.filter(|word| word.case == case).collect();
    words.sort_by_key(|word| word.number);
    Ok(words)
}

/// What stands of it.
pub async fn standing(journal: &Journal, case: &str) -> Result<Vec<Overruling>, Error> {
    let words = said(journal, case).await?;
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
    Ok(standing.collect())
}

/// Keeps a word on the dimension with this number.
pub async fn keep(
    journal: &Journal,
    record: &DecidedCase,
    dimension: usize,
    score: Option<Score>,
    (by, why): (&str, &str),
) -> Result<(), Error> {
    let before = said(journal, &record.case).await?;
    let word = Word {
        case: record.case.clone(),
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
