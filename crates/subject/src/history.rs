//! The commits of a subject.

mod fixture;
pub mod foreign;
pub mod lineage;
pub mod refs;
pub mod source;
pub mod survival;
#[cfg(test)]
mod tests;
pub mod versions;

pub use court::date;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The form in which `git log -z --raw --no-abbrev --topo-order` is to print commits for [`parse`].
pub const FORMAT: &str = "%H%x00%P%x00%an%x00%ae%x00%at%x00%cn%x00%ct%x00%s%x00%(trailers:key=Co-authored-by,valueonly,separator=%x1f)%x00%b%x00";

/// Most paths of one commit that are kept: beyond, a commit is a bulk import by any measure.
pub const CHANGES_MAX: usize = 100_000;
/// Most characters of a name or a subject that are kept.
pub const TEXT_CHARS_MAX: usize = 500;
/// Most characters of the rest of a message that are kept.
pub const BODY_CHARS_MAX: usize = 4_000;
/// Most co-authors of one commit that are kept; a longer list is a paste.
pub const CO_AUTHORS_MAX: usize = 20;

/// Why there is no commit of a subject that was handed in as files: nothing is missing that could be looked for.
pub const WITHOUT_HISTORY: &str = "it was handed in as files, without a history";

/// Every commit reachable from the audited one.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct History {
    /// Oldest first, parents before children.
    pub commits: Vec<Commit>,
    /// Why commits are missing, where some are (a shallow origin, a limit); then counts are lower bounds.
    pub incomplete: Option<String>,
    /// Contents of old versions of source files, by id, as far as they were fetched; see [`versions`].
    pub versions: BTreeMap<String, Vec<u8>>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Commit {
    /// Full id.
    pub id: String,
    /// Full ids of its parents, first parent first.
    pub parents: Vec<String>,
    /// Name of the author.
    pub author: String,
    /// Address of the author: it tells authors apart and is never shown.
    pub email: String,
    /// When it was written, in seconds since 1970 UTC.
    pub authored: i64,
    /// Name of who committed it; a forge's own name where a merge button did.
    pub committer: String,
    /// When it was committed, in seconds since 1970 UTC.
    pub committed: i64,
    /// First line of the message.
    pub subject: String,
    /// The rest of the message. Untrusted text that no fact is taken from.
    pub body: String,
    /// Names in its `Co-authored-by` lines.
    pub co_authors: Vec<String>,
    /// What it changed against its first parent; empty for merges.
    pub changes: Vec<Change>,
}

/// One path changed by a commit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Change {
    /// `A`dded, `M`odified, `D`eleted or `T`ype changed.
    pub status: char,
    pub path: String,
    /// Blob before, where there was one.
    pub old: Option<String>,
    /// Blob after, where there is one.
    pub new: Option<String>,
}

/// Reads what `git log` prints in [`FORMAT`], newest first. `cut` says that the text ends anywhere, because a
/// limit was reached: then the last commit is left out. Nothing in the text is believed: what is unclear is
/// left empty, and a date that is no number is the start of 1970.
pub fn parse(bytes: &[u8], cut: bool) -> History {
    let mut fields = Fields(bytes);
    let mut commits = Vec::new();
    while let Some(commit) = fields.commit() {
        commits.push(commit);
    }
    if cut {
        commits.pop();
    }
    commits.reverse();
    let incomplete = cut.then(|| format!("only the newest {} commits were read", commits.len()));
    History {
        commits,
        incomplete,
        versions: BTreeMap::new(),
    }
}

/// Texts ended by NUL. A line break or an empty text before one separates records.
struct Fields<'a>(&'a [u8]);

impl<'a> Fields<'a> {
    fn next(&mut self) -> Option<&'a [u8]> {
        let end = self.0.iter().position(|byte| *byte == 0)?;
        let field = &self.0[..end];
        self.0 = &self.0[end + 1..];
        Some(field)
    }

    fn skip_separators(&mut self) {
        while let [0 | b'\n', rest @ ..] = self.0 {
            self.0 = rest;
        }
    }

    fn commit(&mut self) -> Option<Commit> {
        self.skip_separators();
        let commit = Commit {
            id: text(self.next()?),
            parents: text(self.next()?).split_whitespace().map(str::to_owned).collect(),
            author: text(self.next()?),
            email: text(self.next()?),
            authored: seconds(self.next()?),
            committer: text(self.next()?),
            committed: seconds(self.next()?),
            subject: text(self.next()?),
            co_authors: co_authors(self.next()?),
            body: body(self.next()?),
            changes: Vec::new(),
        };
        Some(Commit {
            changes: self.changes(),
            ..commit
        })
    }

    fn changes(&mut self) -> Vec<Change> {
        let mut changes = Vec::new();
        self.skip_separators();
        while self.0.first() == Some(&b':') {
            let (Some(facts), Some(path)) = (self.next(), self.next()) else {
                break;
            };
            if changes.len() < CHANGES_MAX {
                changes.extend(change(facts, path));
            }
        }
        changes
    }
}

/// A line of `--raw`: two modes, two ids and a letter.
fn change(facts: &[u8], path: &[u8]) -> Option<Change> {
    let facts = std::str::from_utf8(facts).ok()?;
    let words: Vec<&str> = facts.split(' ').collect();
    let [_, _, old, new, status] = words[..] else {
        return None;
    };
    let id = |id: &str| (!id.bytes().all(|byte| byte == b'0')).then(|| id.to_owned());
    Some(Change {
        status: status.chars().next()?,
        path: String::from_utf8_lossy(path).into_owned(),
        old: id(old),
        new: id(new),
    })
}

/// Names without addresses, separated by the unit separator.
fn co_authors(bytes: &[u8]) -> Vec<String> {
    let parts = bytes.split(|byte| *byte == 0x1f);
    let name = |part: &[u8]| text(part).split('<').next().unwrap_or_default().trim().to_owned();
    let names = parts.map(name).filter(|name| !name.is_empty());
    names.take(CO_AUTHORS_MAX).collect()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes)
        .chars()
        .take(TEXT_CHARS_MAX)
        .collect()
}

fn body(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    text.chars().take(BODY_CHARS_MAX).collect()
}

fn seconds(bytes: &[u8]) -> i64 {
    std::str::from_utf8(bytes)
        .ok()
        .and_then(|digits| digits.parse().ok())
        .unwrap_or_default()
}
