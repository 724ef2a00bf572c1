//! Old versions of source files, by which their lines can be traced to commits.
//!
//! They are asked for by id, in one fetch of bounded size into a place of its own, while the contents of the
//! commit are fetched. Nothing depends on it: without them the shares of commits are estimated, and that is
//! said. So a failure here is no failure of custody, and is not tried again.

use super::{Fetch, LOCAL_DATA_MAX};
use crate::git::{Call, asking};
use crate::limits::Limits;
use crate::read::history;
use crate::read::old_versions::KEPT;
use std::fs;
use std::io;
use std::path::Path;
use std::time::Duration;
use subject::history::History;
use subject::history::versions::{BYTES_MAX, COMMITS_MAX, wanted};
use wordlist::array;

/// Longest time that fetching old versions may take.
const WALL: Duration = Duration::from_secs(30);
/// Most bytes of packs of old versions; text packs to a third and less.
const PACK_BYTES: u64 = 32 << 20;
/// Most bytes of history that are read to decide what to fetch.
const LOG_BYTES: u64 = 16 << 20;

impl Fetch<'_> {
    /// Brings the old versions into the clone, as far as it can. Gives the history that tells which, where it was read
    /// and is whole: nobody has to read it again.
    pub(crate) async fn old_versions(&self, commit: &str) -> Option<History> {
        let clone = self.clone_directory();
        let is_whole = clone.join("shallow").exists() || !is_partial(&clone.join("objects/pack"));
        if is_whole {
            return None;
        }
        let history = self.brief_history(&clone, commit).await?;
        let ids = wanted(&history);
        if ids.is_empty() {
            return Some(history);
        }
        match &self.mirror {
            Some(mirror) => self.keep_versions(&ids, &mirror.directory).await,
            None => self.fetch_versions(&ids, commit).await,
        }
        Some(history)
    }

    /// Takes them out of a directory of this machine: to ask for them is cheaper than to have them packed and indexed.
    async fn keep_versions(&self, ids: &[String], mirror: &Path) {
        let ids = ids.iter().map(String::as_str);
        let mut call = asking(mirror, ids, WALL, BYTES_MAX);
        call.data = Some(LOCAL_DATA_MAX);
        if let Ok(output) = self.git.run(&call).await {
            // What cannot be kept is not at hand.
            let _ = fs::write(self.clone_directory().join(KEPT), output.stdout);
        }
    }

    async fn fetch_versions(&self, ids: &[String], commit: &str) {
        let repository = self.scratch.join("versions");
        if self.make_aside(&repository, commit).is_err() {
            return;
        }
        if self
            .git
            .run(&self.fetching_versions(ids, &repository))
            .await
            .is_ok()
        {
            // Packs that stay behind are removed with the scratch.
            let packs = self.clone_directory().join("objects/pack");
            let _ = adopt(&repository.join("objects/pack"), &packs);
        }
    }

    /// The history, where it is short enough for its lines to be traced.
    async fn brief_history(&self, clone: &Path, commit: &str) -> Option<History> {
        let limits = &self.options.limits;
        let limits = Limits {
            commits: limits.commits.min(COMMITS_MAX),
            log_bytes: limits.log_bytes.min(LOG_BYTES),
            ..limits.clone()
        };
        let history = history::read(self.git, clone, commit, &limits).await.ok()?;
        history.incomplete.is_none().then_some(history)
    }

    fn fetching_versions(&self, ids: &[String], repository: &Path) -> Call {
        self.fetching_into(
            repository,
            &["--filter=blob:none"],
            &ids.join("\n"),
            WALL,
            PACK_BYTES,
        )
    }

    /// Fetching objects by their names into a repository of their own.
    pub(super) fn fetching_into(
        &self,
        repository: &Path,
        how: &[&str],
        wanted: &str,
        wall: Duration,
        pack_bytes: u64,
    ) -> Call {
        let plain =
            const { array::<5>("fetch --quiet --no-tags --no-write-fetch-head --recurse-submodules=no") };
        let arguments = plain
            .iter()
            .chain(how)
            .chain(&["--stdin", "--", "origin"])
            .copied();
        let mut call = self
            .call(arguments, false)
            .on(repository)
            .fed(format!("{wanted}\n").into());
        call.wall = call.wall.min(wall);
        call.disk = Some((repository.join("objects/pack"), pack_bytes));
        call
    }
}

/// Whether contents were left out of some pack: only then is there anything left to fetch.
fn is_partial(packs: &Path) -> bool {
    let entries = fs::read_dir(packs).into_iter().flatten().flatten();
    entries.into_iter().any(|entry| {
        entry
            .path()
            .extension()
            .is_some_and(|ending| ending == "promisor")
    })
}

/// Moves packs into the clone; the index comes last, as git looks for it.
fn adopt(from: &Path, to: &Path) -> io::Result<()> {
    let mut packs: Vec<_> = fs::read_dir(from)?.flatten().map(|entry| entry.path()).collect();
    packs.sort_by_key(|path| {
        (
            path.extension().is_some_and(|ending| ending == "idx"),
            path.clone(),
        )
    });
    for path in packs {
        let name = path.file_name().unwrap_or_default();
        if name.as_encoded_bytes().starts_with(b"pack-") {
            fs::rename(&path, to.join(name))?;
        }
    }
    Ok(())
}
