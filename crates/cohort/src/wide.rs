//! `cohort.csv`: one row for each submission, one column for each dimension.

use crate::class::Class;
use crate::decimal::decimal_or;
use crate::submission::{Outcome, Submission};
use wordlist::array;

const BEFORE: [&str; 5] = ["id", "name", "repository", "commit", "case"];
const AFTER: [&str; 6] = array("overall out_of grade complete needs_a_human failed");

/// The whole file; lines end as the standard wants it.
#[must_use]
pub fn render(class: &Class) -> String {
    let others = others(class);
    let dimensions = class.dimensions.iter().map(|dimension| dimension.id.clone());
    let header = BEFORE
        .map(str::to_owned)
        .into_iter()
        .chain(dimensions)
        .chain(AFTER.map(str::to_owned));
    let header: Vec<String> = header.chain(others.iter().cloned()).collect();
    let rows = class.submissions.iter().enumerate();
    let rows = rows.map(|(who, one)| report::csv_line(&row(class, who, one, &others)));
    std::iter::once(report::csv_line(&header)).chain(rows).collect()
}

/// The columns of the list that mean nothing here, in the order in which they come up.
fn others(class: &Class) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for (name, _) in class.submissions.iter().flat_map(|one| &one.entry.others) {
        if !names.contains(name) {
            names.push(name.clone());
        }
    }
    names
}

fn row(class: &Class, who: usize, one: &Submission, others: &[String]) -> Vec<String> {
    let entry = &one.entry;
    let (audited, failed) = match &one.outcome {
        Outcome::Audited(audited) => (Some(audited), String::new()),
        Outcome::Failed(cause) => (None, cause.clone()),
    };
    let of =
        |text: fn(&crate::submission::Audited) -> String| audited.map(|one| text(one)).unwrap_or_default();
    let scores = class.dimensions.iter().map(|dimension| {
        let known = audited.and_then(|one| one.dimensions.iter().find(|known| known.id == dimension.id));
        decimal_or(known.and_then(|known| known.score), "")
    });
    let first = class.first.iter().find(|first| first.who == who);
    let reasons = first.map(|first| first.reasons.join("; "));
    let mut row = vec![
        entry.id.clone(),
        entry.name.clone().unwrap_or_default(),
        entry.repository.clone(),
        of(|one| one.commit.clone()),
        of(|one| one.case.clone()),
    ];
    row.extend(scores);
    row.extend([
        of(|one| decimal_or(one.overall, "")),
        of(|one| decimal_or(Some(one.scale[1]), "")),
        of(|one| one.grade.clone().unwrap_or_default()),
        of(|one| one.is_complete.to_string()),
        reasons.unwrap_or_default(),
        failed,
    ]);
    row.extend(others.iter().map(|name| {
        let cell = entry.others.iter().find(|(known, _)| known == name);
        cell.map(|(_, cell)| cell.clone()).unwrap_or_default()
    }));
    row
}
