//! The tree of a commit, as one list.

use crate::git::{Call, Failure, Git};
use crate::limits::Limits;
use crate::tree;
use std::path::Path;
use subject::Skipped;

/// One file of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// What it is.
    pub(crate) kind: EntryKind,
    /// Full id of its content.
    pub(crate) id: String,
    /// Bytes of its content; `None` where the clone does not have it.
    pub(crate) size: Option<u64>,
    /// Its path, from the root of the tree; any bytes but NUL.
    pub(crate) path: Vec<u8>,
}

/// What an entry is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryKind {
    File,
    Link,
    Submodule,
    Unknown,
}

/// The files of a commit.
#[derive(Debug, Default)]
pub(crate) struct Listed {
    pub(crate) entries: Vec<Entry>,
    /// Whether the list was cut off at its limit.
    pub(crate) is_cut: bool,
    /// Directories that could not be entered, with the reason.
    pub(crate) unseen: Vec<Skipped>,
}

/// The files of the tree of `commit`. Where git gives up on a tree, what can be read of it is read.
pub(crate) async fn list(git: &Git, clone: &Path, commit: &str, limits: &Limits) -> Result<Listed, Failure> {
    let arguments = ["ls-tree", "-r", "-z", "--long", "--full-tree", commit];
    let call = Call::reading(arguments, limits.read_wall, limits.tree_bytes).on(clone);
    match git.run(&call).await {
        Ok(output) => Ok(Listed {
            entries: parse(&output.stdout),
            is_cut: output.truncated,
            unseen: Vec::new(),
        }),
        Err(failure @ Failure::Refused(_)) => {
            let walked = tree::walk(git, clone, commit, limits).await?.ok_or(failure)?;
            Ok(Listed {
                entries: walked.entries,
                is_cut: walked.is_cut,
                unseen: walked.unseen,
            })
        }
        Err(failure) => Err(failure),
    }
}

/// Reads `mode type id size<tab>path<NUL>`; an entry that is cut off or unclear is left out.
fn parse(bytes: &[u8]) -> Vec<Entry> {
    let mut entries: Vec<&[u8]> = bytes.split(|byte| *byte == 0).collect();
    // After the last NUL there is nothing, or an entry that was cut off.
    entries.pop();
    entries.into_iter().filter_map(entry).collect()
}

fn entry(bytes: &[u8]) -> Option<Entry> {
    let tab = bytes.iter().position(|byte| *byte == b'\t')?;
    let head = std::str::from_utf8(&bytes[..tab]).ok()?;
    let mut words = head.split_ascii_whitespace();
    let (mode, _, id) = (words.next()?, words.next()?, words.next()?);
    Some(Entry {
        kind: kind(mode),
        id: id.to_owned(),
        size: words.next().and_then(|size| size.parse().ok()),
        path: bytes[tab + 1..].to_owned(),
    })
}

fn kind(mode: &str) -> EntryKind {
    match mode {
        "120000" => EntryKind::Link,
        "160000" => EntryKind::Submodule,
        mode if mode.starts_with("100") => EntryKind::File,
        _ => EntryKind::Unknown,
    }
}
