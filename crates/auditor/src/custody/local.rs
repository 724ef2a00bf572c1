//! Repositories of this machine: where their objects are, and what in their working tree is not committed.
//!
//! A directory that somebody else prepared is as hostile as an address: its configuration, hooks, filters
//! and links must not act. So the repository is cloned through `git upload-pack`, the one command that git
//! keeps safe for foreign directories, and it is never entered with any other. What is uncommitted is found
//! by `git status` in *our* clone, with the foreign working tree and a copy of the foreign index: no foreign
//! configuration is read, so attributes of the tree name filters that do not exist. Submodules are left out,
//! as git would enter them, and with them their configuration.

use crate::custody::clone::is_full_id;
use crate::custody::failure::{Cause, CustodyError};
use crate::custody::git::{Call, Git};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Longest index that is copied; about half a million files.
const INDEX_BYTES_MAX: u64 = 64 << 20;
/// Longest `.git` file, the pointer of a linked working tree.
const POINTER_BYTES_MAX: u64 = 4 << 10;
/// Longest list of packed references that is read; git reads longer ones, some forty thousand branches.
const PACKED_REFS_BYTES_MAX: u64 = 4 << 20;
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
    /// Its working tree, unless it is bare.
    pub(crate) tree: Option<PathBuf>,
}

impl Local {
    /// The directories that git reads: a linked working tree shares that of the first one.
    pub(crate) fn places(&self) -> Vec<PathBuf> {
        let shared = short_text(&self.git.join("commondir"));
        let shared = shared.and_then(|path| self.git.join(path.trim()).canonicalize().ok());
        std::iter::once(self.git.clone()).chain(shared).collect()
    }

    /// Whether its packs are there and take no more than this many bytes.
    pub(crate) fn weighs_at_most(&self, most: u64) -> bool {
        let Ok(packs) = fs::read_dir(self.git.join("objects/pack")) else {
            return false;
        };
        let sizes = packs
            .flatten()
            .filter_map(|pack| Some(pack.metadata().ok()?.len()));
        sizes.fold(0, u64::saturating_add) <= most
    }

    /// The commit that its HEAD names, where plain files say so; whoever clones it sees whether that is true. `None`
    /// where only git can tell.
    pub(crate) fn head(&self) -> Option<String> {
        if kind(&self.git.join("commondir")).is_some() {
            return None;
        }
        let head = short_text(&self.git.join("HEAD"))?;
        let head = head.trim_end();
        if is_full_id(head) {
            return Some(head.to_ascii_lowercase());
        }
        let branch = head.strip_prefix("ref: ").filter(|name| is_plain_branch(name))?;
        let id = match kind(&self.git.join(branch)) {
            Some(_) => short_text(&self.git.join(branch))?.trim_end().to_owned(),
            None => self.packed(branch)?,
        };
        is_full_id(&id).then(|| id.to_ascii_lowercase())
    }

    /// The id that a branch has in the list of those that are packed.
    fn packed(&self, branch: &str) -> Option<String> {
        let list = text_within(&self.git.join("packed-refs"), PACKED_REFS_BYTES_MAX)?;
        let mut lines = list.lines().filter_map(|line| line.split_once(' '));
        lines
            .find(|(_, name)| *name == branch)
            .map(|(id, _)| id.to_owned())
    }
}

/// Whether a name leads to a file below the branches and nowhere else.
fn is_plain_branch(name: &str) -> bool {
    let is_plain = |part: &str| {
        !part.is_empty() && !part.starts_with('.') && !part.chars().any(|c| c.is_control() || c == '\\')
    };
    name.strip_prefix("refs/heads/")
        .is_some_and(|name| name.split('/').all(is_plain))
}

/// Finds the repository in exactly this directory.
pub(crate) fn locate(directory: &Path) -> Result<Local, CustodyError> {
    let what = format!("opening {}", directory.display());
    let refuse = |detail: &str| CustodyError::new(Cause::BadAddress, &what, detail);
    let dot_git = directory.join(".git");
    let local = match kind(&dot_git) {
        Some(Kind::Directory) => Local {
            git: dot_git,
            tree: Some(directory.to_owned()),
        },
        Some(Kind::File) => Local {
            git: linked(&dot_git)
                .ok_or_else(|| refuse("its .git points to a directory that does not point back"))?,
            tree: Some(directory.to_owned()),
        },
        Some(Kind::Other) => return Err(refuse("its .git is a link")),
        None if directory.join("HEAD").is_file() && directory.join("objects").is_dir() => Local {
            git: directory.to_owned(),
            tree: None,
        },
        None => return Err(no_repository(directory, &what)),
    };
    refuse_redirections(&local.git).map_err(refuse)?;
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

enum Kind {
    Directory,
    File,
    Other,
}

/// What is there, without following links.
fn kind(path: &Path) -> Option<Kind> {
    let found = fs::symlink_metadata(path).ok()?.file_type();
    Some(if found.is_dir() {
        Kind::Directory
    } else if found.is_file() {
        Kind::File
    } else {
        Kind::Other
    })
}

/// The git directory of a linked working tree: only one that names this working tree in turn.
fn linked(dot_git: &Path) -> Option<PathBuf> {
    let parent = dot_git.parent()?;
    let git = parent.join(short_text(dot_git)?.trim().strip_prefix("gitdir:")?.trim());
    let git = git.canonicalize().ok()?;
    let back = git.join(short_text(&git.join("gitdir"))?.trim());
    (back.canonicalize().ok()? == dot_git.canonicalize().ok()?).then_some(git)
}

fn short_text(path: &Path) -> Option<String> {
    text_within(path, POINTER_BYTES_MAX)
}

fn text_within(path: &Path, most: u64) -> Option<String> {
    let regular = fs::symlink_metadata(path).ok()?;
    if !regular.is_file() || regular.len() > most {
        return None;
    }
    fs::read_to_string(path).ok()
}

/// Objects that are borrowed from elsewhere could show another repository under this one's name.
fn refuse_redirections(git: &Path) -> Result<(), &'static str> {
    let is_link = |name: &str| matches!(kind(&git.join(name)), Some(Kind::Other));
    if ["HEAD", "objects", "refs", "packed-refs", "config", "shallow"]
        .into_iter()
        .any(is_link)
    {
        return Err("parts of its git directory are links");
    }
    if kind(&git.join("objects/info/alternates")).is_some() {
        return Err("it borrows objects from another repository (objects/info/alternates)");
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
    let found = match fs::symlink_metadata(source) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        found => found?,
    };
    if !found.is_file() || found.len() > INDEX_BYTES_MAX {
        return Err(io::Error::other("it is no plain index"));
    }
    fs::copy(source, target)?;
    fs::File::options()
        .write(true)
        .open(target)?
        .set_modified(found.modified()?)
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
        .extend([tree.to_owned(), index.to_owned(), local.git.join("info")]);
    call.settings.push("core.bare=false".to_owned());
    call.settings.push("core.symlinks=true".to_owned());
    let excludes = local.git.join("info/exclude");
    if matches!(kind(&excludes), Some(Kind::File)) {
        call.settings
            .push(format!("core.excludesFile={}", excludes.display()));
    }
    call
}
