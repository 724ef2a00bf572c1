//! Histories for tests, one commit a line:
//! `2024-01-01T10:00:00Z Ann | subject | A src/x.py, M README.md`. A line `incomplete: why` cuts it off.

use super::date::seconds;
use super::{Change, Commit, History};
use court::digest::Digest;

impl History {
    /// A history from such lines, oldest first; each commit is the child of the one before. A line that does
    /// not follow the form is left out.
    #[must_use]
    pub fn from_fixture(lines: &str) -> Self {
        let mut history = Self::default();
        for line in lines.lines() {
            if let Some(why) = line.strip_prefix("incomplete:") {
                history.incomplete = Some(why.trim().to_owned());
            } else if let Some(commit) = commit(line, history.commits.last()) {
                history.commits.push(commit);
            }
        }
        history
    }
}

fn commit(line: &str, parent: Option<&Commit>) -> Option<Commit> {
    let mut parts = line.split('|').map(str::trim);
    let (date, author) = parts.next()?.split_once(' ')?;
    let subject = parts.next()?.to_owned();
    let time = seconds(date)?;
    let id = id(&format!("{line}\n{}", parent.map_or("", |parent| &parent.id)));
    let changes = parts.next().unwrap_or_default().split(',');
    Some(Commit {
        changes: changes.filter_map(|part| change(part.trim(), &id)).collect(),
        id,
        parents: parent.map(|parent| parent.id.clone()).into_iter().collect(),
        author: author.to_owned(),
        authored: time,
        committed: time,
        subject,
    })
}

fn change(text: &str, commit: &str) -> Option<Change> {
    let (status, path) = text.split_once(' ')?;
    let status = status.chars().next()?;
    Some(Change {
        status,
        path: path.to_owned(),
        old: (status != 'A').then(|| id(&format!("before {commit} {path}"))),
        new: (status != 'D').then(|| id(&format!("{commit} {path}"))),
    })
}

fn id(of: &str) -> String {
    Digest::of(of.as_bytes()).as_str().chars().take(40).collect()
}
