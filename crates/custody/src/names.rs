//! All branches and tags of a repository of this machine, and its notes, read from its plain files.
//!
//! They are looked up for what they are called; what cannot be read so is left out, and nothing is followed.

use super::local::Local;
use super::plain::{self, Kind, kind};
use super::refs::{LOOSE_BYTES_MAX, PACKED_BYTES_MAX, is_plain_name};
use crate::clone::is_full_id;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use subject::history::refs::{NAMES_MAX, NOTES};

/// Most folders within one another that are entered; few names have three parts.
const DEPTH_MAX: usize = 16;
/// Most files and folders that are looked at.
const ENTRIES_MAX: usize = 4 * NAMES_MAX;
/// Where branches and tags stand.
const FOLDERS: [&str; 2] = ["refs/heads", "refs/tags"];

/// Names, and the object that each stands for where that is plain.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Names {
    /// By full name.
    pub(super) ids: BTreeMap<String, String>,
    /// Whether there are more.
    pub(super) has_more: bool,
    /// Names that are no plain files, links for one: nobody follows them.
    pub(super) passed: usize,
    /// Why the list of packed names was not read, where there is one.
    pub(super) unread: Option<String>,
}

impl Names {
    /// What besides a surplus of names was not heard, and why.
    pub(super) fn left_out(&self) -> Vec<String> {
        let passed = (self.passed > 0).then(|| {
            format!(
                "names that are no plain files and were not followed: {}",
                self.passed
            )
        });
        let unread = self.unread.as_ref();
        let unread = unread.map(|why| format!("the list packed-refs was not read: {why}"));
        passed.into_iter().chain(unread).collect()
    }

    /// Takes a name, if it is one of a branch, a tag or the notes.
    pub(super) fn take(&mut self, name: &str, id: &str) {
        let is_wanted = name == NOTES
            || FOLDERS.iter().any(|folder| {
                name.strip_prefix(folder)
                    .is_some_and(|rest| rest.starts_with('/'))
            });
        if !is_wanted {
            return;
        }
        if self.ids.len() >= NAMES_MAX {
            self.has_more = true;
        } else {
            self.ids.insert(name.to_owned(), id.to_owned());
        }
    }
}

impl Local {
    /// Its branches, tags and notes; `None` where it keeps them in tables, which only git reads.
    pub(super) fn names(&self) -> Option<Names> {
        if kind(&self.common.join("reftable")) == Some(Kind::Directory) {
            return None;
        }
        let mut names = Names::default();
        let mut left = ENTRIES_MAX;
        for folder in FOLDERS {
            self.add_loose(folder, DEPTH_MAX, &mut left, &mut names);
        }
        match kind(&self.common.join(NOTES)) {
            Some(Kind::Link | Kind::Pipe | Kind::Other) => names.passed += 1,
            _ => {
                if let Some(id) = loose(&self.common.join(NOTES)) {
                    names.take(NOTES, &id);
                }
            }
        }
        names.has_more |= left == 0;
        self.add_packed(&mut names);
        Some(names)
    }

    fn add_loose(&self, folder: &str, depth: usize, left: &mut usize, names: &mut Names) {
        let path = self.common.join(folder);
        match kind(&path) {
            Some(Kind::Directory) if depth > 0 => {}
            Some(Kind::Directory) => {
                names.has_more = true;
                return;
            }
            Some(Kind::Link | Kind::Pipe | Kind::Other) => {
                names.passed += 1;
                return;
            }
            Some(Kind::File) | None => return,
        }
        let entries = fs::read_dir(&path).into_iter().flatten().flatten();
        // Their order is that of the disk: where not all are taken, it is told.
        let mut parts: Vec<String> = entries
            .take(*left)
            .filter_map(|entry| entry.file_name().into_string().ok())
            .collect();
        *left -= parts.len().min(*left);
        parts.sort_unstable();
        for part in parts {
            let name = format!("{folder}/{part}");
            match kind(&path.join(&part)) {
                Some(Kind::Directory) => self.add_loose(&name, depth - 1, left, names),
                Some(Kind::File) if is_plain_name(&name) => {
                    names.take(&name, &loose(&path.join(&part)).unwrap_or_default());
                }
                Some(Kind::Link | Kind::Pipe | Kind::Other) => names.passed += 1,
                Some(Kind::File) | None => {}
            }
        }
    }

    fn add_packed(&self, names: &mut Names) {
        let path = self.common.join("packed-refs");
        let list = match kind(&path) {
            Some(Kind::File) => plain::read(&path, PACKED_BYTES_MAX),
            _ => return,
        };
        let list = list.unwrap_or_else(|error| {
            names.unread = Some(error.to_string());
            Vec::new()
        });
        for line in list.split(|byte| *byte == b'\n') {
            let line = std::str::from_utf8(line).ok();
            let Some((id, name)) = line.and_then(|line| line.trim_ascii_end().split_once(' ')) else {
                continue;
            };
            // A loose name goes before a packed one.
            if is_full_id(id) && is_plain_name(name) && !names.ids.contains_key(name) {
                names.take(name, id);
            }
        }
    }
}

/// The id in a file, if it holds one.
fn loose(path: &Path) -> Option<String> {
    if kind(path) != Some(Kind::File) {
        return None;
    }
    let text = plain::text(path, LOOSE_BYTES_MAX)?;
    let id = text.trim_ascii();
    is_full_id(id).then(|| id.to_ascii_lowercase())
}
