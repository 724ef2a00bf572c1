//! What a directory of this machine looks like, without git: enough to see that it may have changed.
//!
//! What custody found may be remembered; for a working copy that is true only while nothing was touched.

use super::{LocalRepository, locate};
use crate::address::Subject;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::MetadataExt as _;
use std::path::{Path, PathBuf};
use wordlist::array;

/// Most entries of a working tree that are looked at; git takes longer than it is given for more.
const ENTRIES_MAX: usize = 200_000;
/// What in a git directory bears on custody, besides the commit.
const MARKS: [&str; 5] = array("shallow info/exclude info/grafts refs/replace packed-refs");

/// Names, sizes and times: another text where something may have changed. `None` for a subject elsewhere, and for a
/// directory that is no repository.
pub fn fingerprint(subject: &Subject) -> Option<String> {
    let LocalRepository { git, common, tree } = locate(subject.directory()?).ok()?;
    let mut text = String::new();
    note(&mut text, &git.join("index"));
    for mark in MARKS {
        note(&mut text, &common.join(mark));
    }
    let mut left = ENTRIES_MAX;
    let mut directories: Vec<PathBuf> = tree.into_iter().collect();
    while let Some(directory) = directories.pop() {
        for path in entries(&directory, &mut left) {
            if note(&mut text, &path) {
                directories.push(path);
            }
        }
    }
    Some(text)
}

/// What is in a directory, in order, but for git's own.
fn entries(directory: &Path, left: &mut usize) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let paths = entries
        .map(|entry| entry.path())
        .filter(|path| path.file_name().is_none_or(|name| name != ".git"));
    let paths: BTreeSet<PathBuf> = paths.take(*left).collect();
    *left -= paths.len();
    paths
}

/// Notes an entry, links as links; tells whether it is a directory.
fn note(text: &mut String, path: &Path) -> bool {
    let Ok(about) = fs::symlink_metadata(path) else {
        return false;
    };
    if about.is_dir() {
        // Its times change with what git leaves out too; what is in it is noted by itself.
        let _ = writeln!(text, "{path:?}");
        return true;
    }
    let (size, mode) = (about.len(), about.mode());
    let (modified, changed) = (about.mtime(), about.ctime());
    let (modified_part, changed_part) = (about.mtime_nsec(), about.ctime_nsec());
    let _ = writeln!(
        text,
        "{path:?} {mode} {size} {modified} {modified_part} {changed} {changed_part}"
    );
    false
}
