//! Histories for tests, one commit a line:
//! `2024-01-01T10:00:00Z Ann | subject | A src/x.py, M README.md`. A line `incomplete: why` cuts it off.
//! A fourth part says what is unusual. `committed 2024-01-02T10:00:00Z`, `by NAME` (who committed), `with NAME`
//! (a co-author), `mail ADDRESS`, `body TEXT`, `parents 1 3` (places of commits, from 1; without any, a root).

use super::{Change, Commit, History};
use court::date::seconds;
use court::digest::Digest;

impl History {
    /// A history from such lines, oldest first; each commit is the child of the one before. A line that does
    /// not follow the form is left out.
    pub fn from_fixture(lines: &str) -> Self {
        let mut history = Self::default();
        for line in lines.lines() {
            if let Some(why) = line.strip_prefix("incomplete:") {
                history.incomplete = Some(why.trim().to_owned());
            } else if let Some(commit) = commit(line, &history.commits) {
                history.commits.push(commit);
            }
        }
        history
    }

    /// Adds the content that a commit (`place:path`, counted from 1) gave to a file.
    pub fn add_fixture_version(&mut self, name: &str, content: String) -> Option<()> {
        let (place, path) = name.split_once(':')?;
        let commit = self.commits.get(place.parse::<usize>().ok()?.checked_sub(1)?)?;
        let change = commit.changes.iter().find(|change| change.path == path)?;
        self.versions.insert(change.new.clone()?, content.into_bytes());
        Some(())
    }
}

fn commit(line: &str, earlier: &[Commit]) -> Option<Commit> {
    let parent = earlier.last();
    let mut parts = line.split('|').map(str::trim);
    let (date, author) = parts.next()?.split_once(' ')?;
    let subject = parts.next()?.to_owned();
    let time = seconds(date)?;
    let id = id(&format!("{line}\n{}", parent.map_or("", |parent| &parent.id)));
    let changes = parts.next().unwrap_or_default().split(',');
    let mut commit = Commit {
        changes: changes
            .filter_map(|part| change(part.trim(), &id, earlier))
            .collect(),
        id,
        parents: parent.map(|parent| parent.id.clone()).into_iter().collect(),
        author: author.to_owned(),
        email: format!("{author}@example.org"),
        authored: time,
        committer: author.to_owned(),
        committed: time,
        subject,
        co_authors: Vec::new(),
        body: String::new(),
    };
    for part in parts.next().unwrap_or_default().split(',') {
        unusual(&mut commit, part.trim(), earlier);
    }
    Some(commit)
}

fn unusual(commit: &mut Commit, part: &str, earlier: &[Commit]) {
    let (key, value) = part.split_once(' ').unwrap_or((part, ""));
    match key {
        "committed" => commit.committed = seconds(value).unwrap_or_default(),
        "by" => value.clone_into(&mut commit.committer),
        "with" => commit.co_authors.push(value.to_owned()),
        "body" => value.clone_into(&mut commit.body),
        "mail" => value.clone_into(&mut commit.email),
        "parents" => {
            let places = value.split(' ').filter_map(|place| place.parse::<usize>().ok());
            let parents = places.filter_map(|place| earlier.get(place.checked_sub(1)?));
            commit.parents = parents.map(|parent| parent.id.clone()).collect();
        }
        _ => {}
    }
}

/// The content before is the one that the last commit gave to the path.
fn change(text: &str, commit: &str, earlier: &[Commit]) -> Option<Change> {
    let (status, path) = text.split_once(' ')?;
    let status = status.chars().next()?;
    Some(Change {
        status,
        path: path.to_owned(),
        old: (status != 'A').then(|| {
            let changes = earlier.iter().rev().flat_map(|commit| &commit.changes);
            let mut contents = changes.filter(|change| change.path == path);
            let last = contents.find_map(|change| change.new.clone());
            last.unwrap_or_else(|| id(&format!("before {commit} {path}")))
        }),
        new: (status != 'D').then(|| id(&format!("{commit} {path}"))),
    })
}

fn id(of: &str) -> String {
    Digest::of(of.as_bytes()).as_str().chars().take(40).collect()
}
