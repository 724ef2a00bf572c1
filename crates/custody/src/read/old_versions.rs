//! Old versions of source files, as far as the clone holds them.

use crate::git::Git;
use crate::limits::Limits;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use subject::history::History;
use subject::history::versions::{BYTES_MAX, wanted};

/// Longest time that reading them may take.
const WALL: Duration = Duration::from_secs(30);

/// The old versions by which lines of the files can be traced to commits, by the ids of their contents.
pub(crate) async fn read(
    git: &Git,
    clone: &Path,
    history: &History,
    limits: &Limits,
) -> BTreeMap<String, Vec<u8>> {
    if clone.join("shallow").exists() {
        return BTreeMap::new();
    }
    let ids = wanted(history);
    let ids = ids.iter().map(String::as_str);
    let objects = git.objects(clone, ids, limits.read_wall.min(WALL), BYTES_MAX);
    objects.await.unwrap_or_default().into_contents()
}
