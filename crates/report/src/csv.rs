//! `report.csv`: one row for each dimension, as RFC 4180 has it. Every cell is safe to open in a spreadsheet.

use crate::sections::Context;
use crate::sections::entry::{Entry, status_word};
use crate::sections::plan::tasks_of;
use court::score::Score;
use court::visible::visible;
use wordlist::array;

const HEADER: [&str; 25] = array(
    "subject commit rubric rubric_version panel overall overall_max complete dimension_id dimension status \
     reason score min max prosecutor defense tech_lead decided_by exhibits fix fix_place manual_review \
     court_score overruled",
);

/// Starts that spreadsheets take for a formula, in every width they know.
const FORMULA_STARTS: [char; 10] = ['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠'];

/// The whole file; lines end as the standard wants it.
pub(crate) fn render(context: &Context<'_>) -> String {
    let rows = context.entries.iter().zip(&context.groups);
    let rows = rows.map(|(entry, group)| row(context, entry, group.exhibits.len()));
    let header = HEADER.map(str::to_owned);
    std::iter::once(header)
        .chain(rows)
        .map(|row| line(&row))
        .collect()
}

fn row(context: &Context<'_>, entry: &Entry<'_>, exhibits: usize) -> [String; HEADER.len()] {
    let dossier = context.dossier;
    let verdict = &dossier.verdict;
    let [prosecutor, defense, tech_lead] = entry.last_votes().map(|(_, vote)| shown(vote));
    let tasks = tasks_of(entry);
    let fix = tasks.first().map(|task| task.remedy);
    let place = fix.and_then(|fix| fix.place.as_ref());
    let own = |text: Option<&str>| text.unwrap_or_default().to_owned();
    [
        dossier.subject.name.clone(),
        dossier.commit.clone(),
        dossier.rubric.name.clone(),
        own(dossier.rubric.version.as_deref()),
        dossier.panel.name.clone(),
        shown(verdict.overall),
        verdict.scale.max.to_string(),
        verdict.is_complete.to_string(),
        entry.dimension.id.0.clone(),
        entry.dimension.name.clone(),
        status_word(&entry.ruling.status).to_owned(),
        own(entry.reason()),
        shown(entry.ruling.final_score),
        entry.dimension.scale.min.to_string(),
        entry.dimension.scale.max.to_string(),
        prosecutor,
        defense,
        tech_lead,
        entry.deciding_rules().join(" + "),
        exhibits.to_string(),
        own(fix.map(|fix| fix.action.as_str())),
        place.map(ToString::to_string).unwrap_or_default(),
        own(entry.ruling.review.as_deref()),
        shown(entry.overruling.and_then(|word| word.court)),
        entry.overruled().unwrap_or_default(),
    ]
}

fn shown(score: Option<Score>) -> String {
    score.map(|score| score.to_string()).unwrap_or_default()
}

/// A row as RFC 4180 has it, every cell safe to open in a spreadsheet.
#[must_use]
pub fn line(cells: &[String]) -> String {
    let cells: Vec<String> = cells.iter().map(|text| cell(text)).collect();
    format!("{}\r\n", cells.join(","))
}

/// One line of visible text; an apostrophe keeps a spreadsheet from computing it.
fn cell(text: &str) -> String {
    let text = visible(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let is_number = text.parse::<f64>().is_ok_and(f64::is_finite);
    let text = if text.starts_with(FORMULA_STARTS) && !is_number {
        format!("'{text}")
    } else {
        text
    };
    if text.contains([',', '"', ';']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text
    }
}
