//! Labels of people: a CSV file with a score a row, by subject and dimension.

use court::digest::Digest;
use std::collections::BTreeMap;

/// Most rows.
const ROWS_MAX: usize = 100_000;

/// What people say.
#[derive(Debug, Default, PartialEq)]
pub struct Labels {
    /// The report that comes with each subject, in the order of the file.
    pub subjects: Vec<(String, Option<String>)>,
    /// By subject and dimension, the score of each reader, the first of the file first.
    pub scores: BTreeMap<(String, String), Vec<f64>>,
    /// Digest of the file.
    pub sha256: String,
}

/// What went wrong, with the number of its line.
pub type Fault = (usize, String);

/// Reads the text of a file of labels.
///
/// # Errors
/// Where a column is missing or a score is none.
pub fn parse(text: &str) -> Result<Labels, Fault> {
    let mut lines = (1..)
        .zip(text.lines())
        .filter(|(_, line)| !line.trim().is_empty());
    let (_, head) = lines.next().ok_or((1, "there is no row".to_owned()))?;
    let head: Vec<String> = cells(head).iter().map(|name| name.to_lowercase()).collect();
    let column = |name: &str| head.iter().position(|known| known == name);
    let needed = |name: &str| column(name).ok_or_else(|| (1, format!("there is no column `{name}`")));
    let (subject, dimension, score) = (needed("subject")?, needed("dimension")?, needed("score")?);
    let (reader, report) = (column("reader"), column("report"));
    let mut labels = Labels {
        sha256: Digest::of(text.as_bytes()).to_string(),
        ..Labels::default()
    };
    let mut readers: Vec<String> = Vec::new();
    let mut rows: Vec<(usize, (String, String), f64)> = Vec::new();
    for (number, line) in lines.take(ROWS_MAX) {
        let cells = cells(line);
        let cell = |at: usize| cells.get(at).map(String::as_str).unwrap_or_default();
        let optional = |at: Option<usize>| at.map(cell).filter(|text| !text.is_empty()).map(str::to_owned);
        let given: Option<f64> = cell(score).parse().ok().filter(|score: &f64| score.is_finite());
        let given = given.ok_or_else(|| (number, format!("`{}` is no score", cell(score))))?;
        if !labels.subjects.iter().any(|(known, _)| known == cell(subject)) {
            labels.subjects.push((cell(subject).to_owned(), optional(report)));
        }
        let who = optional(reader).unwrap_or_default();
        let at = readers
            .iter()
            .position(|known| *known == who)
            .unwrap_or(readers.len());
        if at == readers.len() {
            readers.push(who);
        }
        rows.push((at, (cell(subject).to_owned(), cell(dimension).to_owned()), given));
    }
    rows.sort_by_key(|(reader, ..)| *reader);
    for (_, key, score) in rows {
        labels.scores.entry(key).or_default().push(score);
    }
    Ok(labels)
}

/// The cells of a row; those in quotes may hold commas.
fn cells(line: &str) -> Vec<String> {
    let (mut cells, mut open, mut is_quoted) = (vec![String::new()], String::new(), false);
    for letter in line.trim().chars() {
        match letter {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => cells.push(String::new()),
            _ => open.push(letter),
        }
        if let Some(last) = cells.last_mut() {
            last.push_str(&std::mem::take(&mut open));
        }
    }
    cells.iter().map(|cell| cell.trim().to_owned()).collect()
}
