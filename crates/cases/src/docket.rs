//! The docket: the cases of a journal as a table for people, and as rows for programs.

use crate::decided;
use crate::error::Error;
use crate::overrides;
use court::date;
use court::visible::on_one_line;
use journal::{CaseRecord, CaseState, Journal};
use serde::Serialize;
use serde_json::Value;
use wordlist::array;

/// Digits of a commit that people read.
const COMMIT_SHOWN: usize = 8;
/// Characters of a date without its hour.
const DAY_SHOWN: usize = 10;
/// What stands above the columns.
const HEAD: [&str; 8] = array("CASE STATE SCORE COMMITTED COMMIT PANEL RUBRIC SUBJECT");

/// A case in the docket; what its record does not say is left out.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Row {
    pub case: String,
    /// `decided`, `running` or `interrupted`.
    pub state: &'static str,
    pub subject: String,
    pub commit: Option<String>,
    /// The day of the newest commit that was read, in UTC.
    pub committed: Option<String>,
    pub rubric: Option<String>,
    pub panel: Option<String>,
    pub overall: Option<String>,
    /// What the court itself had said, where people overruled it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub court_overall: Option<String>,
    pub out_of: Option<String>,
}

/// The cases whose subject, rubric, panel or id has `wanted` in it, in the order of the journal; all where it is empty.
pub async fn rows(journal: &Journal, wanted: &str) -> Result<Vec<Row>, Error> {
    let cases = journal.cases().await.map_err(Error::journal)?;
    let listed = cases
        .iter()
        .filter(|case| !overrides::is_word(case) && !is_a_look(case));
    let mut rows = Vec::new();
    for case in listed {
        let row = row(case);
        if has(&row, &wanted.to_lowercase()) {
            rows.push(overruled(journal, &cases, case, row).await?);
        }
    }
    Ok(rows)
}

/// The row with the score that people gave, where they overruled the court.
async fn overruled(
    journal: &Journal,
    cases: &[CaseRecord],
    case: &CaseRecord,
    row: Row,
) -> Result<Row, Error> {
    let words = overrides::standing_on(cases, case);
    if words.is_empty() {
        return Ok(row);
    }
    let Some(record) = decided::stored(journal, case).await? else {
        return Ok(row);
    };
    let verdict = record.overruled(&words)?;
    Ok(Row {
        court_overall: row.overall,
        overall: verdict.overall.map(|score| score.to_string()),
        ..row
    })
}

/// Whether somebody only looked: a drawing and an estimate are closed without a rubric that judged.
fn is_a_look(case: &CaseRecord) -> bool {
    let judged = case
        .summary
        .as_ref()
        .map(|summary| summary.get("rubric").is_some());
    case.state == CaseState::Decided && judged == Some(false)
}

fn has(row: &Row, wanted: &str) -> bool {
    let named = [
        Some(&row.case),
        Some(&row.subject),
        row.rubric.as_ref(),
        row.panel.as_ref(),
    ];
    let mut named = named.into_iter().flatten();
    named.any(|text| text.to_lowercase().contains(wanted))
}

fn row(case: &CaseRecord) -> Row {
    let value = |key: &str| case.summary.as_ref()?.get(key).filter(|value| !value.is_null());
    let text = |key: &str| value(key)?.as_str().map(str::to_owned);
    let day = |at: i64| date::shown(at).chars().take(DAY_SHOWN).collect();
    Row {
        case: case.id.to_string(),
        state: match case.state {
            CaseState::Decided => "decided",
            CaseState::Running => "running",
            CaseState::Interrupted => "interrupted",
        },
        subject: case.name.clone(),
        commit: text("commit"),
        committed: value("committed").and_then(Value::as_i64).map(day),
        rubric: text("rubric"),
        panel: text("panel"),
        overall: text("overall"),
        court_overall: None,
        out_of: text("out_of"),
    }
}

impl Row {
    fn cells(&self) -> [String; 8] {
        let or_dash = |text: &Option<String>| text.clone().unwrap_or_else(|| "-".to_owned());
        let score = self.overall.as_ref().zip(self.out_of.as_ref());
        let score = score.map_or_else(|| "-".to_owned(), |(score, max)| format!("{score}/{max}"));
        let court = self
            .court_overall
            .as_ref()
            .map(|court| format!(" (court {court})"));
        let score = score + &court.unwrap_or_default();
        let commit = or_dash(&self.commit).chars().take(COMMIT_SHOWN).collect();
        let cells = [
            self.case.clone(),
            self.state.to_owned(),
            score,
            or_dash(&self.committed),
            commit,
            or_dash(&self.panel),
            or_dash(&self.rubric),
            self.subject.clone(),
        ];
        cells.map(|cell| on_one_line(&cell))
    }
}

/// A line above the columns, then a line a case; nothing where there is no case.
pub fn table(rows: &[Row]) -> String {
    if rows.is_empty() {
        return String::new();
    }
    let lines = std::iter::once(HEAD.map(str::to_owned)).chain(rows.iter().map(Row::cells));
    let lines: Vec<[String; 8]> = lines.collect();
    let width = |at: usize| {
        lines
            .iter()
            .map(|line| line[at].chars().count())
            .max()
            .unwrap_or(0)
    };
    let widths: Vec<usize> = (0..HEAD.len()).map(width).collect();
    let written = |line: &[String; 8]| {
        let cells = line
            .iter()
            .zip(&widths)
            .map(|(cell, width)| format!("{cell:<width$}"));
        format!("{}\n", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    lines.iter().map(written).collect()
}
