//! The tree of a commit, as one list.

use super::trees::{self, Entry, EntryKind, Listing};
use crate::git::{Call, Failure, Git};
use crate::limits::Limits;
use std::path::Path;

/// The files of the tree of `commit`. Where git gives up on a tree, what can be read of it is read.
pub(crate) async fn list(git: &Git, clone: &Path, commit: &str, limits: &Limits) -> Result<Listing, Failure> {
    let arguments = ["ls-tree", "-r", "-z", "--long", "--full-tree", commit];
    let call = Call::reading(arguments, limits.read_wall, limits.tree_bytes).on(clone);
    match git.run(&call).await {
        Ok(output) => Ok(Listing {
            entries: parse(&output.stdout),
            is_cut: output.truncated,
            unseen: Vec::new(),
        }),
        Err(failure @ Failure::Refused(_)) => {
            let walked = trees::walk(git, clone, commit, limits).await?;
            walked.ok_or(failure)
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
