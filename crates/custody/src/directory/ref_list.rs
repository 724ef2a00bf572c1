//! All branches and tags of a repository of this machine, and its notes, read from its plain files.
//!
//! They are looked up for what they are called; what cannot be read so is left out, and nothing is followed.

use super::LocalRepository;
use super::plain_file::{self, Kind, kind};
use super::refs::{LOOSE_BYTES_MAX, is_plain_name};
use crate::object_id::is_full_id;
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
pub(crate) struct RefList {
    /// By full name.
    pub(crate) ids: BTreeMap<String, String>,
    /// Whether there are more.
    pub(crate) has_more: bool,
    /// Names that are no plain files, links for one: nobody follows them.
    pub(crate) passed: usize,
    /// Why the list of packed names was not read, where there is one.
    pub(crate) unread: Option<String>,
}

impl RefList {
    /// What besides a surplus of names was not heard, and why.
    pub(crate) fn left_out(&self) -> Vec<String> {
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
    pub(crate) fn take(&mut self, name: &str, id: &str) {
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

impl LocalRepository {
    /// Its branches, tags and notes; `None` where it keeps them in tables, which only git reads.
    pub(crate) fn refs(&self) -> Option<RefList> {
        if kind(&self.common.join("reftable")) == Some(Kind::Directory) {
            return None;
        }
        let mut list = RefList::default();
        let mut left = ENTRIES_MAX;
        for folder in FOLDERS {
            self.add_loose(folder, DEPTH_MAX, &mut left, &mut list);
        }
        if kind(&self.common.join(NOTES)) != Some(Kind::Directory) {
            self.add_loose(NOTES, 0, &mut left, &mut list);
        }
        list.has_more |= left == 0;
        self.add_packed(&mut list);
        Some(list)
    }

    /// Adds a reference, or all of a folder.
    fn add_loose(&self, name: &str, depth: usize, left: &mut usize, list: &mut RefList) {
        let path = self.common.join(name);
        match kind(&path) {
            Some(Kind::Directory) if depth > 0 => {
                let entries = fs::read_dir(&path).into_iter().flatten().flatten();
                // Their order is that of the disk: where not all are taken, it is told.
                let mut parts: Vec<String> = entries
                    .take(*left)
                    .filter_map(|entry| entry.file_name().into_string().ok())
                    .collect();
                *left -= parts.len().min(*left);
                parts.sort_unstable();
                for part in parts {
                    self.add_loose(&format!("{name}/{part}"), depth - 1, left, list);
                }
            }
            Some(Kind::Directory) => list.has_more = true,
            Some(Kind::Link | Kind::Pipe | Kind::Other) => list.passed += 1,
            Some(Kind::File) if is_plain_name(name) => list.take(name, &loose(&path).unwrap_or_default()),
            Some(Kind::File) | None => {}
        }
    }

    fn add_packed(&self, list: &mut RefList) {
        let packed = match self.packed_refs() {
            Ok(packed) => packed,
            Err(error) => {
                list.unread = Some(error.to_string());
                return;
            }
        };
        for (id, name) in packed.iter() {
            // A loose name goes before a packed one.
            if is_plain_name(name) && !list.ids.contains_key(name) {
                list.take(name, id);
            }
        }
    }
}

/// The id in a file, if it holds one.
fn loose(path: &Path) -> Option<String> {
    let text = plain_file::text(path, LOOSE_BYTES_MAX)?;
    let id = text.trim_ascii();
    is_full_id(id).then(|| id.to_ascii_lowercase())
}
