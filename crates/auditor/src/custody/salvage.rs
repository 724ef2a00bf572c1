//! Contents of a damaged repository of this machine: what can still be read is copied, the rest is missing.

use crate::custody::failure::CustodyError;
use crate::custody::git::{Call, Failure, Git};
use crate::custody::limits::Limits;
use crate::custody::listing::{Entry, list};
use crate::custody::local::Local;
use std::fs;
use std::path::Path;

/// Copies the readable contents of `commit` into the clone. A fetch refuses a damaged repository as a whole;
/// here its objects are borrowed while those that are whole are copied.
pub(crate) async fn salvage(
    git: &Git,
    local: &Local,
    clone: &Path,
    commit: &str,
    limits: &Limits,
) -> Result<(), CustodyError> {
    let alternates = clone.join("objects/info/alternates");
    let objects = local.git.join("objects");
    let what = "reading a damaged repository";
    let failed = |error: std::io::Error| Failure::Start(error).about(what);
    fs::create_dir_all(clone.join("objects/info")).map_err(failed)?;
    fs::write(&alternates, format!("{}\n", objects.display())).map_err(failed)?;
    let copied = copy(git, clone, commit, limits).await;
    fs::remove_file(&alternates).map_err(failed)?;
    copied.map_err(|failure| failure.about(what))
}

async fn copy(git: &Git, clone: &Path, commit: &str, limits: &Limits) -> Result<(), Failure> {
    let (entries, _) = list(git, clone, commit, limits).await?;
    let whole = |entry: &&Entry| entry.size.is_some_and(|size| size <= limits.document_bytes);
    let ids: String = entries
        .iter()
        .filter(whole)
        .map(|entry| format!("{}\n", entry.id))
        .collect();
    if ids.is_empty() {
        return Ok(());
    }
    let target = clone.join("objects/pack/pack");
    let arguments = ["pack-objects".as_ref(), "--quiet".as_ref(), target.as_os_str()];
    let mut call = Call::reading(arguments, limits.fetch_wall, 1 << 10)
        .on(clone)
        .fed(ids.into_bytes());
    call.writes.push(clone.join("objects"));
    call.disk = Some((clone.join("objects/pack"), limits.pack_bytes));
    git.run(&call).await.map(|_| ())
}
