//! What in a working tree is not committed.
//!
//! It is found by `git status` in *our* clone, with the foreign working tree and a copy of the foreign index. No foreign
//! configuration is read, so attributes of the tree name filters that do not exist. Submodules are left out, as git would
//! enter them, and with them their configuration.

use super::Fetch;
use crate::directory::LocalRepository;
use crate::directory::plain_file::{self, Kind, kind};
use crate::git::Call;
use std::fs;
use std::io::{self, Read as _};
use std::path::Path;
use std::time::Duration;
use wordlist::array;

/// Longest index that is copied; about half a million files.
const INDEX_BYTES_MAX: u64 = 64 << 20;
/// Most memory that git may write to meanwhile, in bytes. An index of half a million files takes half of it, and a tree
/// may stand for more files than any memory holds.
const DATA_MAX: u64 = 256 << 20;
/// Longest look at the working tree.
const WALL: Duration = Duration::from_secs(20);
/// Most bytes of changed paths that are counted.
const PATHS_BYTES_MAX: u64 = 8 << 20;

impl Fetch<'_> {
    /// What is uncommitted in the working tree, in words; `None` where nothing is, and where another commit than that
    /// of the working tree was asked for.
    pub(crate) async fn uncommitted(&self) -> Option<String> {
        let local = self.local.filter(|_| self.rev().is_none())?;
        let tree = local.tree.as_ref()?;
        let unknown = || Some("whether files are changed or untracked could not be told".to_owned());
        let index = self.scratch.join("index");
        if copy_index(&local.git.join("index"), &index).is_err() {
            return unknown();
        }
        let call = status(local, tree, &self.clone_directory(), &index);
        let Ok(output) = self.git.run(&call).await else {
            return unknown();
        };
        let entries = output.stdout.split(|byte| *byte == 0);
        let count = entries.filter(|entry| !entry.is_empty()).count();
        let more = if output.truncated { "at least " } else { "" };
        match count {
            0 => None,
            1 => Some("1 file is changed or untracked, and not audited".to_owned()),
            _ => Some(format!(
                "{more}{count} files are changed or untracked, and not audited"
            )),
        }
    }
}

/// Copies an index with its time: git compares the contents of files that are as young as the index, as they
/// may have changed without a trace. A repository where nothing was ever added has none.
fn copy_index(source: &Path, target: &Path) -> io::Result<()> {
    let mut index = match plain_file::open(source, INDEX_BYTES_MAX) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        index => index?,
    };
    let mut copy = fs::File::create(target)?;
    io::copy(&mut (&mut index).take(INDEX_BYTES_MAX), &mut copy)?;
    copy.set_modified(index.metadata()?.modified()?)
}

fn status(local: &LocalRepository, tree: &Path, clone: &Path, index: &Path) -> Call {
    let arguments = const {
        array::<6>("status --porcelain -z --untracked-files=all --no-renames --ignore-submodules=all")
    };
    let mut call = Call::reading(arguments, WALL, PATHS_BYTES_MAX).on(clone);
    call.data = Some(DATA_MAX);
    call.environment
        .push(("GIT_WORK_TREE", tree.as_os_str().to_owned()));
    call.environment
        .push(("GIT_INDEX_FILE", index.as_os_str().to_owned()));
    call.reads
        .extend([tree.to_owned(), index.to_owned(), local.common.join("info")]);
    call.settings.push("core.bare=false".to_owned());
    call.settings.push("core.symlinks=true".to_owned());
    let excludes = local.common.join("info/exclude");
    if matches!(kind(&excludes), Some(Kind::File)) {
        call.settings
            .push(format!("core.excludesFile={}", excludes.display()));
    }
    call
}
