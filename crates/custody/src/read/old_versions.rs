//! Old versions of source files, as far as the clone holds them.

use crate::git::{Git, ObjectBatch};
use crate::limits::Limits;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;
use subject::history::History;
use subject::history::versions::{BYTES_MAX, wanted};

/// Longest time that reading them may take.
const WALL: Duration = Duration::from_secs(30);
/// The file in a clone of a directory of this machine that holds them as git told them: no fetch brought them.
pub(crate) const KEPT: &str = "old-versions";

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
    if let Ok(kept) = std::fs::read(clone.join(KEPT)) {
        return ObjectBatch::kept(&kept).into_contents();
    }
    let ids = wanted(history);
    let ids = ids.iter().map(String::as_str);
    let objects = git.objects(clone, ids, limits.read_wall.min(WALL), BYTES_MAX);
    objects.await.unwrap_or_default().into_contents()
}
