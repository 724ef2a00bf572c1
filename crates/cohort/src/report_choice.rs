//! Which of the files of a repository is the report that was to be handed in, where nobody named one.

use std::collections::BTreeMap;
use subject::Snapshot;

/// Endings of documents, the likeliest first.
const ENDINGS: [&str; 6] = ["pdf", "docx", "odt", "html", "md", "markdown"];
/// Those of them that people hand in; the others may be anything.
const PAGED: usize = 3;
/// Folders of reports.
const FOLDERS: [&str; 2] = ["reports", "report"];
/// The folder that audits write into, and what they write: no report of the work itself.
const OURS: [&str; 2] = ["audit", "audits"];

/// The path of the report, with why it was taken.
#[must_use]
pub fn choose(snapshot: &Snapshot) -> Option<(String, &'static str)> {
    let ages = ages(snapshot);
    let candidates = snapshot.files.keys().filter_map(|path| {
        let (rank, why) = rank(path)?;
        let age = ages.get(path.as_str()).copied().unwrap_or_default();
        let key = (
            rank,
            ending(path)?,
            usize::MAX - age,
            path.matches('/').count(),
            path,
        );
        Some((key, why))
    });
    let ((.., path), why) = candidates.min()?;
    Some((path.clone(), why))
}

/// How young each file is: the number of the last commit that touched it.
fn ages(snapshot: &Snapshot) -> BTreeMap<&str, usize> {
    let commits = snapshot.history.commits.iter().enumerate();
    let changes =
        commits.flat_map(|(turn, commit)| commit.changes.iter().map(move |change| (change, turn + 1)));
    changes
        .map(|(change, turn)| (change.path.as_str(), turn))
        .collect()
}

fn ending(path: &str) -> Option<usize> {
    let (_, ending) = path.rsplit_once('.')?;
    ENDINGS
        .iter()
        .position(|known| ending.eq_ignore_ascii_case(known))
}

fn rank(path: &str) -> Option<(usize, &'static str)> {
    let is_paged = ending(path)? < PAGED;
    let lower = path.to_lowercase();
    let (folder, name) = lower.rsplit_once('/').unwrap_or(("", &lower));
    let folders: Vec<&str> = folder.split('/').collect();
    if folders.iter().any(|part| OURS.contains(part)) {
        return None;
    }
    let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
    let letters: String = stem.chars().filter(char::is_ascii_alphanumeric).collect();
    let is_in_folder = folders.iter().any(|part| FOLDERS.contains(part));
    match () {
        () if letters == "finalreport" => Some((0, "it is called the final report")),
        () if is_in_folder && is_paged => Some((1, "it is the newest document in the folder of reports")),
        () if is_paged && letters.contains("report") => {
            Some((2, "it is the newest document that is called a report"))
        }
        () if letters == "report" => Some((3, "it is called the report")),
        () => None,
    }
}

#[cfg(test)]
mod tests;
