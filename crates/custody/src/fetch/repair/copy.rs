//! Copying of single objects, packed and indexed anew.

use super::search::Search;
use crate::fetch::{Fetch, LOCAL_DATA_MAX};
use crate::git::{Call, Failure};
use crate::temporary::remove;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// Most calls of git for one damaged repository: enough to find a dozen objects that cannot be packed among ten
/// thousand by halving. What is not found out by then is missing.
const CALLS_MAX: usize = 64;
/// Most bytes of the names of packs.
const NAME_BYTES_MAX: u64 = 1 << 10;

/// Copies objects from the mirror into the clone.
pub(super) struct Copy<'a> {
    fetch: &'a Fetch<'a>,
    mirror: &'a Path,
    to: PathBuf,
}

impl<'a> Copy<'a> {
    pub(super) fn new(fetch: &'a Fetch<'a>, mirror: &'a Path) -> Self {
        Self {
            fetch,
            mirror,
            to: fetch.clone_directory(),
        }
    }

    /// Copies what can be copied together, and halves what cannot, so that a damaged object costs itself alone.
    pub(super) async fn all(&self, ids: Vec<String>) -> Result<(), Failure> {
        let mut waiting = vec![ids];
        let mut calls = 0;
        while let Some(ids) = waiting.pop() {
            if ids.is_empty() || calls == CALLS_MAX {
                continue;
            }
            calls += 1;
            match self.pack(&ids).await {
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

    /// Packs these objects, and has the pack indexed by what is in it: whoever wrote the ids is not believed.
    async fn pack(&self, ids: &[String]) -> Result<(), Failure> {
        let place = self.fetch.scratch.join("repaired");
        remove(&place).map_err(Failure::Start)?;
        fs::create_dir_all(&place).map_err(Failure::Start)?;
        let target = place.join("pack");
        let arguments = [
            "pack-objects".as_ref(),
            "--quiet".as_ref(),
            "--window=0".as_ref(),
            target.as_os_str(),
        ];
        let input: String = ids.iter().map(|id| format!("{id}\n")).collect();
        let call = Call::reading(arguments, self.fetch.options.limits.fetch_wall, NAME_BYTES_MAX)
            .on(self.mirror)
            .fed(input.into_bytes());
        let named = self.fetch.git.run(&self.writing(call, &place)).await?;
        let name = String::from_utf8_lossy(&named.stdout);
        let pack = place.join(format!("pack-{}.pack", name.trim()));
        let kept = self.to.join(format!("objects/pack/pack-{}.pack", name.trim()));
        fs::rename(&pack, &kept).map_err(Failure::Start)?;
        let arguments = ["index-pack".as_ref(), "--threads=1".as_ref(), kept.as_os_str()];
        let call =
            Call::reading(arguments, self.fetch.options.limits.fetch_wall, NAME_BYTES_MAX).on(&self.to);
        self.fetch
            .git
            .run(&self.writing(call, &self.to.join("objects/pack")))
            .await?;
        Ok(())
    }

    fn writing(&self, mut call: Call, packs: &Path) -> Call {
        call.writes.push(self.fetch.scratch.clone());
        call.disk = Some((packs.to_owned(), self.fetch.options.limits.pack_bytes));
        call.data = Some(LOCAL_DATA_MAX);
        call
    }

    /// Says in the clone which commits have no parents there, so that git does not look for them.
    pub(super) fn write_shallow(&self, search: &Search<'_>) -> std::io::Result<()> {
        if search.cut.is_empty() {
            return Ok(());
        }
        let whole: BTreeSet<&String> = search.whole.iter().collect();
        let cut: String = search
            .cut
            .iter()
            .filter(|id| whole.contains(id))
            .map(|id| format!("{id}\n"))
            .collect();
        fs::write(self.to.join("shallow"), cut)
    }
}
