//! Contents of a damaged repository of this machine: what can still be read is copied, the rest is missing.

use crate::custody::clone::Fetch;
use crate::custody::failure::CustodyError;
use crate::custody::git::{Call, Failure};
use crate::custody::listing::{Entry, list, names};
use crate::custody::local::Local;
use std::fs;
use std::path::Path;

/// Most calls of git for one damaged repository: enough to find a dozen damaged objects among ten thousand by
/// halving. What is not found out by then is missing.
const CALLS_MAX: usize = 200;
/// Most bytes of the names of packs.
const NAME_BYTES_MAX: u64 = 1 << 10;

/// Copies the readable contents of `commit` into the clone. A fetch refuses a damaged repository as a whole;
/// here its objects are borrowed while those that are whole are copied.
pub(crate) async fn salvage(
    fetch: &Fetch<'_>,
    local: &Local,
    clone: &Path,
    commit: &str,
) -> Result<(), CustodyError> {
    let alternates = clone.join("objects/info/alternates");
    let objects = local.git.join("objects");
    let what = "reading a damaged repository";
    let failed = |error: std::io::Error| Failure::Start(error).about(what);
    fs::create_dir_all(clone.join("objects/info")).map_err(failed)?;
    fs::write(&alternates, format!("{}\n", objects.display())).map_err(failed)?;
    let copied = copy(fetch, clone, commit).await;
    fs::remove_file(&alternates).map_err(failed)?;
    copied.map_err(|failure| fetch.told(&failure, what))
}

/// Copies what can be copied together, and halves what cannot, so that a damaged object costs itself alone.
async fn copy(fetch: &Fetch<'_>, clone: &Path, commit: &str) -> Result<(), Failure> {
    let mut waiting = vec![wanted(fetch, clone, commit).await?];
    let mut calls = 0;
    while let Some(ids) = waiting.pop() {
        if ids.is_empty() || calls == CALLS_MAX {
            continue;
        }
        calls += 1;
        match pack(fetch, clone, &ids).await {
            Err(Failure::Refused(_)) if ids.len() > 1 => {
                let (first, second) = ids.split_at(ids.len() / 2);
                waiting.extend([first.to_vec(), second.to_vec()]);
            }
            // One object alone that cannot be copied is the damage.
            Ok(()) | Err(Failure::Refused(_)) => {}
            Err(failure) => return Err(failure),
        }
    }
    Ok(())
}

/// The objects of the files. Where even their sizes cannot be told, all of them: the disk has its own limit.
async fn wanted(fetch: &Fetch<'_>, clone: &Path, commit: &str) -> Result<Vec<String>, Failure> {
    let limits = &fetch.options.limits;
    let most = limits.document_bytes;
    let entries = match list(fetch.git, clone, commit, limits).await {
        Ok((mut entries, _)) => {
            entries.retain(|entry| entry.size.is_some_and(|size| size <= most));
            entries
        }
        Err(_) => names(fetch.git, clone, commit, limits).await?,
    };
    Ok(entries.into_iter().map(|entry: Entry| entry.id).collect())
}

async fn pack(fetch: &Fetch<'_>, clone: &Path, ids: &[String]) -> Result<(), Failure> {
    let limits = &fetch.options.limits;
    let packs = clone.join("objects/pack");
    let target = packs.join("pack");
    let arguments = ["pack-objects".as_ref(), "--quiet".as_ref(), target.as_os_str()];
    let input: String = ids.iter().map(|id| format!("{id}\n")).collect();
    let mut call = Call::reading(arguments, limits.fetch_wall, NAME_BYTES_MAX)
        .on(clone)
        .fed(input.into_bytes());
    call.writes.push(clone.join("objects"));
    call.disk = Some((packs, limits.pack_bytes));
    fetch.git.run(&call).await.map(|_| ())
}
