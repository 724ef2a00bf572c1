//! The documents that lie in the subject itself and speak of it: its README, what is in its folders of reports and
//! documents, and what lies beside the README.

use documents::document::passages::Passages;
use project::manifest::linked;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use subject::Snapshot;
use wordlist::Words;

/// Most documents taken from one subject.
pub const FOUND_MAX: usize = 16;
/// Largest paged, packed or marked-up document that is taken, in bytes: it is read in a process of its own.
const PACKED_BYTES_MAX: usize = 8 << 20;
/// Largest text that is taken, in bytes; a handbook of one file has half as many.
const TEXT_BYTES_MAX: usize = 512 << 10;
/// Folders at the root whose documents speak of the subject.
const FOLDERS: [&str; 6] = ["docs", "doc", "report", "reports", "documentation", "paper"];
/// Endings of documents.
const ENDINGS: [&str; 8] = ["md", "markdown", "rst", "txt", "pdf", "html", "htm", "docx"];
/// Endings of files that are one diagram in a language for diagrams.
const DRAWINGS: [&str; 6] = ["dot", "gv", "mmd", "mermaid", "puml", "plantuml"];
/// Beginnings of words in names of documents that do not describe the program as it is. What was, what is licensed, how people are
/// to behave, what packages are needed, and what is only an example, an instruction or somebody else's text.
static OTHERS: Words = Words::new(|| wordlist::words(include_str!("../../words/discovery_others.txt")));

/// From so many points given on, a document is what an assessment came to.
const POINTS_GIVEN_MIN: usize = 4;

/// The paths of the documents that are taken, those that say most first.
#[must_use]
pub fn candidates(snapshot: &Snapshot) -> Vec<&str> {
    let linked: BTreeSet<String> = readmes_elsewhere(snapshot).collect();
    let files = snapshot.files.iter();
    let mut found: Vec<(usize, Reverse<Vec<u32>>, &str)> = files
        .filter(|(path, file)| file.bytes.len() <= bytes_max(path) && !file.bytes.is_empty())
        .filter_map(|(path, _)| {
            let rank = if linked.contains(path) { 0 } else { rank(path)? };
            Some((rank, Reverse(version(path)), path.as_str()))
        })
        .collect();
    found.sort_unstable();
    found.truncate(FOUND_MAX);
    found.into_iter().map(|(_, _, path)| path).collect()
}

/// The files of the repository that a README at its root is a symbolic link to.
fn readmes_elsewhere(snapshot: &Snapshot) -> impl Iterator<Item = String> {
    let links = snapshot.skipped.iter().filter(|one| rank(&one.path) == Some(0));
    let targets = links.filter_map(linked);
    targets.filter(|path| ENDINGS.contains(&ending(path).as_str()))
}

/// The version that a folder of documents is for (`docs/9.0/`, `v2`); what is for none is for the newest.
fn version(path: &str) -> Vec<u32> {
    let numbers = |part: &str| -> Option<Vec<u32>> {
        let plain = part.strip_prefix('v').unwrap_or(part).trim_end_matches(".x");
        plain.split('.').map(|number| number.parse().ok()).collect()
    };
    let mut parts = path.split('/');
    parts.find_map(numbers).unwrap_or_else(|| vec![u32::MAX])
}

/// Whether reading a document takes a process that can die alone: its format is no plain text.
#[must_use]
pub fn is_packed(path: &str) -> bool {
    matches!(ending(path).as_str(), "pdf" | "docx" | "html" | "htm")
}

/// Whether a file is a diagram and says nothing else.
#[must_use]
pub fn is_drawing(path: &str) -> bool {
    DRAWINGS.contains(&ending(path).as_str())
}

/// Whether a document is a report, which speaks of the subject alone; manuals also speak of what others build
/// with it.
#[must_use]
pub fn is_report(path: &str) -> bool {
    let lower = path.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    words.any(|word| matches!(word, "report" | "reports"))
}

/// Whether a document is kept as what was once so, after its name or a folder it lies in.
#[must_use]
pub fn is_past(path: &str) -> bool {
    static PAST: Words = Words::new(|| wordlist::words(include_str!("../../words/discovery_past.txt")));
    let lower = path.to_lowercase();
    let mut words = lower.split(|c: char| !c.is_alphanumeric());
    words.any(|word| PAST.contains(&word))
}

/// Whether a document is what an assessment came to: it gives points to one thing after the other (`Score: 3/5`). It
/// tells what was seen then, and often of a program that lies elsewhere.
#[must_use]
pub fn is_verdict(passages: &Passages) -> bool {
    let gives_points = |text: &str| {
        let lower = text.to_lowercase();
        let after = lower.split("score").skip(1);
        let plain = |c: char| c.is_whitespace() || matches!(c, ':' | '*' | '=' | '_' | '(' | '[' | '`');
        after.map(|rest| rest.trim_start_matches(plain)).any(|rest| {
            let rest = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
            rest.trim_start().starts_with("/")
                && rest
                    .trim_start_matches([' ', '/'])
                    .starts_with(|c: char| c.is_ascii_digit())
        })
    };
    let given = passages.rows.iter().filter(|row| gives_points(&row.text));
    given.take(POINTS_GIVEN_MIN).count() == POINTS_GIVEN_MIN
}

fn bytes_max(path: &str) -> usize {
    if is_packed(path) {
        PACKED_BYTES_MAX
    } else {
        TEXT_BYTES_MAX
    }
}

fn ending(path: &str) -> String {
    path.rsplit_once('.')
        .map_or(String::new(), |(_, ending)| ending.to_ascii_lowercase())
}

/// Small ranks say most; `None` for what is no document of the subject.
fn rank(path: &str) -> Option<usize> {
    let lower = path.to_lowercase();
    let (folder, name) = lower.rsplit_once('/').unwrap_or(("", &lower));
    let is_document = ENDINGS.contains(&ending(path).as_str()) || is_drawing(path);
    let is_other = |part: &str| {
        let mut words = part.split(|c: char| !c.is_alphanumeric());
        words.any(|word| OTHERS.iter().any(|other| word.starts_with(other)))
    };
    if !is_document
        || is_other(name)
        || folder
            .split('/')
            .any(|part| is_other(part) || part.starts_with(['.', '_']))
    {
        return None;
    }
    let depth = folder.split('/').filter(|part| !part.is_empty()).count();
    let top = folder.split('/').next().unwrap_or_default();
    match depth {
        0 if name.starts_with("readme") => Some(0),
        0 => Some(1),
        _ if top.starts_with("report") => Some(1 + depth),
        _ if FOLDERS.contains(&top) => Some(2 + depth),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
