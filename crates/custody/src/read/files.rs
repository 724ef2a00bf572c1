//! The contents of a commit: which files are read, and why the others are not.

use super::listing::list;
use super::trees::{Entry, EntryKind};
use crate::error::printable;
use crate::git::{Failure, Git};
use crate::limits::Limits;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use subject::packed::holds_text;
use subject::part::by_path;
use subject::{File, Part, Skipped};

/// Most files that were not read and are named; a list that shares its trees may be far longer than what it lists.
const SKIPPED_MAX: usize = 50_000;
/// Longest target of a symbolic link that is read.
const LINK_BYTES_MAX: u64 = 4 << 10;
/// Bytes that `git cat-file` writes around each object, at most.
const OBJECT_HEAD_BYTES: u64 = 128;
/// Longest Git LFS pointer, by its specification.
const LFS_POINTER_BYTES_MAX: usize = 1_024;
const LFS_POINTER_START: &[u8] = b"version https://git-lfs.github.com/spec/";
/// Why a file that is neither text nor a document is not read.
const BINARY: &str = "binary";
/// How far git looks for a NUL to tell binary from text.
const BINARY_LOOK_BYTES: usize = 8_000;
/// How documents and images begin that the detectives can read.
const DOCUMENT_STARTS: [&[u8]; 6] = [b"%PDF-", b"\x89PNG\r\n", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM"];

/// The files of a commit.
#[derive(Debug, Default)]
pub(crate) struct Files {
    /// The files that were read, by path.
    pub(crate) files: BTreeMap<String, File>,
    /// The others.
    pub(crate) skipped: Vec<Skipped>,
    /// Those of the others in which somebody may speak all the same.
    pub(crate) aside: BTreeMap<String, File>,
}

/// Reads the files of `commit`.
pub(crate) async fn read(git: &Git, clone: &Path, commit: &str, limits: &Limits) -> Result<Files, Failure> {
    let listing = list(git, clone, commit, limits).await?;
    let mut files = Files {
        skipped: listing.unseen,
        ..Files::default()
    };
    if listing.is_cut {
        let why = format!(
            "the list of files is longer than {} MiB: what follows was not seen",
            limits.tree_bytes >> 20
        );
        files.skip("(further files)", why);
    }
    let wanted = files.choose(listing.entries, limits);
    let sizes = wanted
        .iter()
        .map(|(_, entry)| (entry.id.as_str(), entry.size.unwrap_or_default()));
    let sizes: BTreeMap<&str, u64> = sizes.collect();
    let output_max = sizes
        .values()
        .map(|size| size.saturating_add(OBJECT_HEAD_BYTES))
        .sum();
    let ids = sizes.keys().copied();
    let objects = git.objects(clone, ids, limits.read_wall, output_max).await?;
    for (path, entry) in wanted {
        match objects.get(&entry.id) {
            // The mode says that it is a file; what it names says otherwise.
            Some((kind, _)) if kind != "blob" => {
                let why = format!("its object {} is no file: it is a {kind}", entry.id);
                files.skip(path, why);
            }
            found => files.take(path, &entry, found.map(|(_, bytes)| bytes), limits),
        }
    }
    files.skipped.sort_by(|a, b| a.path.cmp(&b.path));
    files.sum_up();
    Ok(files)
}

impl Files {
    fn skip(&mut self, path: impl Into<String>, why: impl Into<String>) {
        self.skipped.push(Skipped {
            path: path.into(),
            why: why.into(),
        });
    }

    /// Names no more files that were not read than anybody looks through, and says how many others there are.
    fn sum_up(&mut self) {
        let others = self.skipped.len().saturating_sub(SKIPPED_MAX);
        if others > 0 {
            self.skipped.truncate(SKIPPED_MAX);
            self.skip(
                "(further files)",
                format!("{others} more files beyond the limits, not named one by one"),
            );
        }
    }

    /// Sorts out what is not read, and chooses from the rest. What others wrote comes last, and the smallest first.
    /// Neither packages in git nor a few large files crowd out the many small ones that a program is made of.
    fn choose(&mut self, entries: Vec<Entry>, limits: &Limits) -> Vec<(String, Entry)> {
        let mut seen = BTreeSet::new();
        let mut candidates = Vec::new();
        for entry in entries {
            match admit(&entry, limits, &mut seen) {
                Ok(path) => candidates.push((path, entry)),
                Err(skipped) => self.skipped.push(skipped),
            }
        }
        candidates
            .sort_by_cached_key(|(path, entry)| (by_path(path) == Part::Vendored, entry.size, path.clone()));
        let mut total = 0_u64;
        let mut chosen = Vec::new();
        for (path, entry) in candidates {
            total = total.saturating_add(entry.size.unwrap_or_default());
            if chosen.len() >= limits.files {
                self.skip(path, format!("beyond the limit of {} files", limits.files));
            } else if total > limits.total_bytes {
                self.skip(
                    path,
                    format!("beyond the limit of {} MiB in all", limits.total_bytes >> 20),
                );
            } else {
                chosen.push((path, entry));
            }
        }
        chosen
    }

    /// Takes a file into the contents, if its bytes are of a kind that is read.
    fn take(&mut self, path: String, entry: &Entry, bytes: Option<&[u8]>, limits: &Limits) {
        let Some(bytes) = bytes else {
            return self.skip(path, format!("its object {} is missing or damaged", entry.id));
        };
        if entry.kind == EntryKind::Link {
            let target = printable(&String::from_utf8_lossy(bytes));
            return self.skip(path, format!("a symbolic link to `{target}`, not followed"));
        }
        let file = || File {
            bytes: bytes.to_owned(),
        };
        match unread(bytes, limits) {
            Some(why) => {
                if why == BINARY && holds_text(&path, bytes) {
                    self.aside.insert(path.clone(), file());
                }
                self.skip(path, why);
            }
            None => {
                self.files.insert(path, file());
            }
        }
    }
}

/// Why a file of these bytes is not kept.
fn unread(bytes: &[u8], limits: &Limits) -> Option<String> {
    if bytes.len() <= LFS_POINTER_BYTES_MAX && bytes.starts_with(LFS_POINTER_START) {
        return Some("kept in Git LFS, which is not fetched".to_owned());
    }
    if DOCUMENT_STARTS.iter().any(|start| bytes.starts_with(start)) {
        return None;
    }
    if bytes[..bytes.len().min(BINARY_LOOK_BYTES)].contains(&0) {
        return Some(BINARY.to_owned());
    }
    (bytes.len() as u64 > limits.text_bytes).then(|| too_long(limits.text_bytes))
}

fn too_long(max: u64) -> String {
    if max < 1 << 20 {
        return format!("larger than {} KiB", max >> 10);
    }
    format!("larger than {} MiB", max >> 20)
}

/// The path of an entry whose content is to be read, or why it is not.
fn admit(entry: &Entry, limits: &Limits, seen: &mut BTreeSet<String>) -> Result<String, Skipped> {
    let lossy = String::from_utf8_lossy(&entry.path).into_owned();
    let skipped = |why: String| {
        Err(Skipped {
            path: lossy.clone(),
            why,
        })
    };
    if std::str::from_utf8(&entry.path).is_err() {
        return skipped("its name is not UTF-8".to_owned());
    }
    if !lossy.split('/').all(is_harmless_part) {
        return skipped("its path leads out of the tree or into a git directory".to_owned());
    }
    if !seen.insert(lossy.clone()) {
        return skipped("its path stands in the tree more than once".to_owned());
    }
    match (entry.kind, entry.size) {
        (EntryKind::Submodule, _) => skipped("a submodule, not audited".to_owned()),
        (EntryKind::Unknown, _) => skipped("an entry of unknown mode".to_owned()),
        (EntryKind::Link, Some(size)) if size > LINK_BYTES_MAX => {
            skipped("a symbolic link without a path".to_owned())
        }
        (_, None) => skipped(format!(
            "its object {} was not fetched: {}, or missing or damaged",
            entry.id,
            too_long(limits.document_bytes)
        )),
        (_, Some(size)) if size > limits.document_bytes => skipped(too_long(limits.document_bytes)),
        _ => Ok(lossy),
    }
}

/// Names that a checkout would have to fear, in the spellings of file systems that fold case, drop dots or name
/// streams.
fn is_harmless_part(part: &str) -> bool {
    let folded: String = part.chars().filter(|c| c.is_ascii_graphic()).collect();
    let folded = folded.to_ascii_lowercase();
    let folded = folded.split(':').next().unwrap_or_default();
    let folded = folded.trim_end_matches('.');
    !part.is_empty() && part != "." && part != ".." && folded != ".git" && folded != "git~1"
}
