//! A table of what people say against the court.

use csv::{ReaderBuilder, StringRecord};
use serde_json::Value;

/// One line of the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Where it stands, for messages.
    pub at: String,
    /// Id of the case, or its beginning.
    pub case: String,
    /// Id of the dimension.
    pub dimension: String,
    /// The score as it is written; nothing takes back.
    pub score: Option<String>,
    /// Why.
    pub why: String,
    /// Who says so.
    pub by: String,
}

/// Reads a table with the columns `case` or `id`, `dimension`, `score`, `why` and `by`. Ids are looked up in `class`, a
/// `cohort.json`; `by` stands for a column that is not there or empty.
///
/// # Errors
/// A table that cannot be read, lacks a column, or names a submission that the class does not have.
pub fn lines(text: &str, class: Option<&Value>, by: Option<&str>) -> Result<Vec<Line>, String> {
    let text = text.trim_start_matches('\u{FEFF}');
    let mut rows = ReaderBuilder::new().flexible(true).from_reader(text.as_bytes());
    let header = rows.headers().map_err(|error| error.to_string())?.clone();
    let column = |name: &str| {
        header
            .iter()
            .position(|known| known.trim().eq_ignore_ascii_case(name))
    };
    let (case, id) = (column("case"), column("id"));
    let needed = |name: &str| column(name).ok_or_else(|| format!("there is no column `{name}`"));
    let (dimension, score, why) = (needed("dimension")?, needed("score")?, needed("why")?);
    if case.is_none() && id.is_none() {
        return Err("there is no column `case` or `id`".to_owned());
    }
    let mut lines = Vec::new();
    for (turn, row) in rows.records().enumerate() {
        let row = row.map_err(|error| error.to_string())?;
        let at = format!("row {}: ", turn + 2);
        let cell = |column: usize| cell(&row, column);
        let named = case.map(cell).filter(|case| !case.is_empty());
        let case = match (named, id.map(cell)) {
            (Some(case), _) => case,
            (None, Some(id)) => class
                .and_then(|class| case_of(class, &id))
                .ok_or_else(|| format!("{at}the class has no audit of `{id}`"))?,
            (None, None) => return Err(format!("{at}there is no case")),
        };
        let said_by = column("by").map(cell).filter(|by| !by.is_empty());
        lines.push(Line {
            case,
            dimension: cell(dimension),
            score: Some(cell(score)).filter(|score| !score.is_empty()),
            why: cell(why),
            by: said_by.or_else(|| by.map(str::to_owned)).unwrap_or_default(),
            at,
        });
    }
    Ok(lines)
}

fn cell(row: &StringRecord, column: usize) -> String {
    row.get(column).unwrap_or_default().trim().to_owned()
}

/// The case of the submission with this id in a `cohort.json`.
#[must_use]
pub fn case_of(class: &Value, id: &str) -> Option<String> {
    let submissions = class["submissions"].as_array()?;
    let one = submissions.iter().find(|one| one["id"] == id)?;
    one["audit"]["case"].as_str().map(str::to_owned)
}

/// What is typed to write a class anew whose `cohort.json`, in `folder`, this is.
#[must_use]
pub fn rewriting(class: &Value, folder: &str) -> String {
    let made = &class["made_from"];
    let list = made["list"].as_str().unwrap_or("LIST");
    let points = made["points"].as_f64();
    let points = points.map_or_else(String::new, |points| format!(" --points {points}"));
    format!(
        "auditor cohort {} --out {} --rewrite{points}",
        quoted(list),
        quoted(folder)
    )
}

/// A word as a shell takes it whole.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "._-/:@+=,".contains(c);
    match !word.is_empty() && word.chars().all(is_plain) {
        true => word.to_owned(),
        false => format!("'{}'", word.replace('\'', r"'\''")),
    }
}

#[cfg(test)]
mod tests;
