//! Repositories of this machine: where their objects are, and what in their working tree is not committed.
//!
//! A directory that somebody else prepared is as hostile as an address: its configuration, hooks, filters
//! and links must not act. So git never enters it: it is cloned from a repository of ours that borrows its
//! objects (see [`relay`](super::relay)). What is uncommitted is found by `git status` in *our* clone, with the
//! foreign working tree and a copy of the foreign index: no foreign configuration is read, so attributes of the
//! tree name filters that do not exist. Submodules are left out, as git would enter them, and with them their
//! configuration.

use super::plain::{self, Kind, kind};
use super::refs::Target;
use crate::failure::{Cause, CustodyError};
use crate::git::{Call, Git};
use std::fs;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Longest index that is copied; about half a million files.
const INDEX_BYTES_MAX: u64 = 64 << 20;
/// Longest `.git` file, the pointer of a linked working tree.
const POINTER_BYTES_MAX: u64 = 4 << 10;
/// Most memory that git may write to meanwhile, in bytes: an index of half a million files takes half of it, and a tree
/// may stand for more files than any memory holds.
const STATUS_DATA_MAX: u64 = 256 << 20;
/// Longest look at the working tree.
const STATUS_WALL: Duration = Duration::from_secs(20);
/// Most bytes of changed paths that are counted.
const STATUS_BYTES_MAX: u64 = 8 << 20;

/// A repository of this machine.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Local {
    /// Its git directory.
    pub(crate) git: PathBuf,
    /// The git directory that has its objects and branches: a linked working tree shares that of the first one.
    pub(crate) common: PathBuf,
    /// Its working tree, unless it is bare.
    pub(crate) tree: Option<PathBuf>,
}

impl Local {
    /// Where its objects are.
    pub(crate) fn objects(&self) -> PathBuf {
        self.common.join("objects")
    }

    /// The directory that was named.
    pub(super) fn shown(&self) -> &Path {
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

    /// The commit that its HEAD names, where plain files say so; whoever clones it sees whether that is true. `None`
    /// where they do not.
    pub(crate) fn head(&self) -> Option<String> {
        match self.head_target() {
            Target::Id(id) => Some(id),
            Target::Nothing | Target::Broken(_) => None,
        }
    }
}

/// Finds the repository in exactly this directory.
pub(crate) fn locate(directory: &Path) -> Result<Local, CustodyError> {
    let what = format!("opening {}", directory.display());
    let refuse = |detail: &str| CustodyError::new(Cause::BadAddress, &what, detail);
    let dot_git = directory.join(".git");
    let local = match kind(&dot_git) {
        Some(Kind::Directory) => Local {
            common: dot_git.clone(),
            git: dot_git,
            tree: Some(directory.to_owned()),
        },
        Some(Kind::File) => linked(&dot_git)
            .ok_or_else(|| refuse("its .git points to a directory that does not point back"))?,
        Some(other) => return Err(refuse(&format!("its .git is {}", other.words()))),
        None if kind(&directory.join("HEAD")).is_some() && directory.join("objects").is_dir() => Local {
            git: directory.to_owned(),
            common: directory.to_owned(),
            tree: None,
        },
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
        || "there is no git repository".to_owned(),
        |root| format!("it lies within the repository {}: name that", root.display()),
    );
    CustodyError::new(Cause::NotFound, what, detail)
}

/// A linked working tree: its git directory names it in turn, and lies where the first one keeps those of its
/// linked trees, so that nobody can link to a repository that does not know of it.
fn linked(dot_git: &Path) -> Option<Local> {
    let tree = dot_git.parent()?;
    let git = tree.join(short_text(dot_git)?.trim().strip_prefix("gitdir:")?.trim());
    let git = git.canonicalize().ok()?;
    let back = git.join(short_text(&git.join("gitdir"))?.trim());
    let common = git.join(short_text(&git.join("commondir"))?.trim());
    let common = common.canonicalize().ok()?;
    let points_back = back.canonicalize().ok()? == dot_git.canonicalize().ok()?;
    let is_known = git.parent()? == common.join("worktrees");
    (points_back && is_known).then(|| Local {
        git,
        common,
        tree: Some(tree.to_owned()),
    })
}

fn short_text(path: &Path) -> Option<String> {
    plain::text(path, POINTER_BYTES_MAX)
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
fn refuse_redirections(local: &Local) -> Result<(), String> {
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

/// What is uncommitted in the working tree, in words; `None` where nothing is. `clone` is at the commit that
/// the working tree is at.
pub(crate) async fn uncommitted(git: &Git, local: &Local, clone: &Path, scratch: &Path) -> Option<String> {
    let tree = local.tree.as_ref()?;
    let unknown = Some("whether files are changed or untracked could not be told".to_owned());
    let index = scratch.join("index");
    if copy_index(&local.git.join("index"), &index).is_err() {
        return unknown;
    }
    let Ok(output) = git.run(&status(local, tree, clone, &index)).await else {
        return unknown;
    };
    let count = output
        .stdout
        .split(|byte| *byte == 0)
        .filter(|entry| !entry.is_empty())
        .count();
    let more = if output.truncated { "at least " } else { "" };
    match count {
        0 => None,
        1 => Some("1 file is changed or untracked, and not audited".to_owned()),
        _ => Some(format!(
            "{more}{count} files are changed or untracked, and not audited"
        )),
    }
}

/// Copies an index with its time: git compares the contents of files that are as young as the index, as they
/// may have changed without a trace. A repository where nothing was ever added has none.
fn copy_index(source: &Path, target: &Path) -> io::Result<()> {
    let mut index = match plain::open(source, INDEX_BYTES_MAX) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        index => index?,
    };
    let mut copy = fs::File::create(target)?;
    io::copy(&mut (&mut index).take(INDEX_BYTES_MAX), &mut copy)?;
    copy.set_modified(index.metadata()?.modified()?)
}

fn status(local: &Local, tree: &Path, clone: &Path, index: &Path) -> Call {
    let arguments = [
        "status",
        "--porcelain",
        "-z",
        "--untracked-files=all",
        "--no-renames",
        "--ignore-submodules=all",
    ];
    let mut call = Call::reading(arguments, STATUS_WALL, STATUS_BYTES_MAX).on(clone);
    call.data = Some(STATUS_DATA_MAX);
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
