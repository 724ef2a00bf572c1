//! Repositories of this machine, read from their plain files without git.
//!
//! A directory that somebody else prepared is as hostile as an address: its configuration, hooks, filters
//! and links must not act. So git never enters it: it is cloned from a repository of ours that borrows its
//! objects, the [`mirror`].

mod fingerprint;
mod mirror;
mod origin;
pub(crate) mod plain_file;
mod ref_list;
mod refs;

pub use fingerprint::fingerprint;
pub(crate) use mirror::Mirror;
pub use origin::origin;
pub(crate) use ref_list::RefList;

use crate::error::{Cause, CustodyError};
use plain_file::{Kind, kind};
use std::fs;
use std::path::{Path, PathBuf};

/// Longest `.git` file, the pointer of a linked working tree.
const POINTER_BYTES_MAX: u64 = 4 << 10;

/// A repository of this machine.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LocalRepository {
    /// Its git directory.
    pub(crate) git: PathBuf,
    /// The git directory that has its objects and branches: a linked working tree shares that of the first one.
    pub(crate) common: PathBuf,
    /// Its working tree, unless it is bare.
    pub(crate) tree: Option<PathBuf>,
}

impl LocalRepository {
    pub(crate) fn objects(&self) -> PathBuf {
        self.common.join("objects")
    }

    /// The directory that was named.
    fn shown(&self) -> &Path {
        self.tree.as_deref().unwrap_or(&self.git)
    }

    /// Whether its packs are there and take no more than this many bytes.
    pub(crate) fn weighs_at_most(&self, most: u64) -> bool {
        let Ok(packs) = fs::read_dir(self.objects().join("pack")) else {
            return false;
        };
        let sizes = packs
            .flatten()
            .filter_map(|pack| Some(pack.metadata().ok()?.len()));
        sizes.fold(0, u64::saturating_add) <= most
    }
}

/// Finds the repository in exactly this directory.
pub(crate) fn locate(directory: &Path) -> Result<LocalRepository, CustodyError> {
    let what = format!("opening {}", directory.display());
    let refuse = |detail: &str| CustodyError::new(Cause::BadAddress, &what, detail);
    let dot_git = directory.join(".git");
    let local = match kind(&dot_git) {
        Some(Kind::Directory) => LocalRepository {
            common: dot_git.clone(),
            git: dot_git,
            tree: Some(directory.to_owned()),
        },
        Some(Kind::File) => linked(&dot_git)
            .ok_or_else(|| refuse("its .git points to a directory that does not point back"))?,
        Some(other) => return Err(refuse(&format!("its .git is {}", other.words()))),
        None if kind(&directory.join("HEAD")).is_some() && directory.join("objects").is_dir() => {
            LocalRepository {
                git: directory.to_owned(),
                common: directory.to_owned(),
                tree: None,
            }
        }
        None => return Err(no_repository(directory, &what)),
    };
    refuse_redirections(&local).map_err(|why| refuse(&why))?;
    Ok(local)
}

fn no_repository(directory: &Path, what: &str) -> CustodyError {
    let root = directory
        .ancestors()
        .skip(1)
        .find(|above| above.join(".git").exists());
    let detail = root.map_or_else(
        || {
            let as_it_is = format!("folder:{}", directory.display());
            format!("there is no git repository; {as_it_is} audits the files without a history")
        },
        |root| format!("it lies within the repository {}: name that", root.display()),
    );
    CustodyError::new(Cause::NotFound, what, detail)
}

/// A linked working tree. Its git directory names it in turn, and lies where the first one keeps those of its linked trees. So nobody
/// can link to a repository that does not know of it.
fn linked(dot_git: &Path) -> Option<LocalRepository> {
    let tree = dot_git.parent()?;
    let git = tree.join(pointer(dot_git)?.trim().strip_prefix("gitdir:")?.trim());
    let git = git.canonicalize().ok()?;
    let back = git.join(pointer(&git.join("gitdir"))?.trim());
    let common = git.join(pointer(&git.join("commondir"))?.trim());
    let common = common.canonicalize().ok()?;
    let points_back = back.canonicalize().ok()? == dot_git.canonicalize().ok()?;
    let is_known = git.parent()? == common.join("worktrees");
    (points_back && is_known).then(|| LocalRepository {
        git,
        common,
        tree: Some(tree.to_owned()),
    })
}

fn pointer(path: &Path) -> Option<String> {
    plain_file::text(path, POINTER_BYTES_MAX)
}

/// Parts of a git directory that git reads or enters, and that must be what they are called.
const PARTS: [(&str, Kind); 7] = [
    ("HEAD", Kind::File),
    ("config", Kind::File),
    ("packed-refs", Kind::File),
    ("shallow", Kind::File),
    ("objects", Kind::Directory),
    ("refs", Kind::Directory),
    ("reftable", Kind::Directory),
];

/// Objects that are borrowed from elsewhere could show another repository under this one's name.
fn refuse_redirections(local: &LocalRepository) -> Result<(), String> {
    let (git, common) = (&local.git, &local.common);
    for (name, expected) in PARTS {
        let place = if name == "HEAD" { git } else { common };
        if let Some(found) = kind(&place.join(name)).filter(|found| *found != expected) {
            return Err(format!("{name} in its git directory is {}", found.words()));
        }
    }
    if git == common && kind(&git.join("commondir")).is_some() {
        return Err("its git directory names that of another repository (commondir)".to_owned());
    }
    if kind(&common.join("objects/info/alternates")).is_some() {
        return Err("it borrows objects from another repository (objects/info/alternates)".to_owned());
    }
    Ok(())
}
