//! Repair of a damaged repository of this machine: what can still be read is copied, the rest is missing, and that is told.
//!
//! A fetch refuses a damaged repository as a whole. Here its objects are asked for one by one, through the mirror that
//! borrows them. Those that have the bytes of their ids are packed and indexed anew, so that what the clone holds has
//! the name it goes by.

mod copy;
mod search;

use super::Fetch;
use crate::error::CustodyError;
use crate::git::Failure;
use crate::read::trees::{self, EntryKind};
use crate::temporary::remove;
use copy::Copy;
use search::Search;
use std::fs;
use std::path::Path;

/// What is attempted, for messages.
const WHAT: &str = "reading a damaged repository";

/// A clone of what can be read.
pub(super) struct Repaired {
    /// The commit that was asked for.
    pub(super) commit: String,
    /// What is lost, by name, with the reason.
    pub(super) notes: Vec<(String, String)>,
}

/// Makes the clone of what can be read of the commit that `wanted` leads to; `None` where that cannot be read itself.
pub(super) async fn clone(
    fetch: &Fetch<'_>,
    mirror: &Path,
    wanted: &str,
) -> Result<Option<Repaired>, CustodyError> {
    let done = cloned(fetch, mirror, wanted).await;
    done.map_err(|failure| fetch.error(&failure, WHAT))
}

async fn cloned(fetch: &Fetch<'_>, mirror: &Path, wanted: &str) -> Result<Option<Repaired>, Failure> {
    let mut search = Search::of(fetch, mirror);
    let commit = search.peeled(wanted).await?;
    let shallow = fs::read_to_string(mirror.join("shallow")).unwrap_or_default();
    search.cut = shallow.lines().map(str::to_owned).collect();
    if !search.run(&commit).await? {
        return Ok(None);
    }
    make_empty(&fetch.clone_directory())
        .and_then(|()| fetch.seal(&commit))
        .map_err(Failure::Start)?;
    let copy = Copy::new(fetch, mirror);
    copy.all(search.whole.clone()).await?;
    copy.write_shallow(&search).map_err(Failure::Start)?;
    Ok(Some(Repaired {
        commit,
        notes: search.notes(),
    }))
}

/// An empty clone.
fn make_empty(directory: &Path) -> std::io::Result<()> {
    remove(directory)?;
    fs::create_dir_all(directory.join("refs"))?;
    fs::create_dir_all(directory.join("objects/pack"))
}

/// Copies the contents of `commit` that can be read into the clone, whose history is whole.
pub(super) async fn contents(fetch: &Fetch<'_>, mirror: &Path, commit: &str) -> Result<(), CustodyError> {
    let work = async {
        let clone = fetch.clone_directory();
        let listing = trees::walk(fetch.git, &clone, commit, &fetch.options.limits).await?;
        let mut search = Search::of(fetch, mirror);
        for entry in listing.unwrap_or_default().entries {
            if matches!(entry.kind, EntryKind::File | EntryKind::Link) {
                search.file(&entry.id).await?;
            }
        }
        Copy::new(fetch, mirror).all(search.whole).await
    };
    let wall = fetch.options.limits.fetch_wall;
    let done = tokio::time::timeout(wall, work).await;
    done.unwrap_or(Err(Failure::TimedOut(wall)))
        .map_err(|failure| fetch.error(&failure, WHAT))
}
