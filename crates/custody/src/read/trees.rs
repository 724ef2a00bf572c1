//! Trees as git stores them, read entry by entry where git would give up.

use crate::git::{Failure, Git, Object, ObjectReader};
use crate::limits::Limits;
use crate::object_id::hex;
use std::collections::BTreeMap;
use std::path::Path;
use subject::{NOT_ENTERED, Skipped};

/// Longest tree that is read: a quarter of a million entries.
pub(crate) const TREE_BYTES_MAX: u64 = 16 << 20;
/// Longest commit that is read.
const COMMIT_BYTES_MAX: u64 = 4 << 20;
/// How deep directories may lie. Those that people make lie ten deep, and every path has to be spelt out.
pub(crate) const DEPTH_MAX: usize = 256;
/// Most trees that are entered: trees that share subtrees may stand for more than anybody can enter.
const TREES_MAX: usize = 50_000;
/// About what an entry takes in the list, besides its path.
const ENTRY_BYTES: u64 = 64;
/// Longest path that is shown in full.
const SHOWN_CHARS_MAX: usize = 300;
/// Most directories that are named for not having been entered.
const UNSEEN_MAX: usize = 1_000;

/// Longest mode of an entry that is taken for one; git writes six digits.
const MODE_BYTES_MAX: usize = 64;
/// Stands for a mode that cannot be read: no kind of entry has it.
const NO_MODE: u32 = 0;

/// One file of the tree.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    pub(crate) kind: EntryKind,
    /// Full id of its content.
    pub(crate) id: String,
    /// Bytes of its content; `None` where the clone does not have it.
    pub(crate) size: Option<u64>,
    /// Its path, from the root of the tree; any bytes but NUL.
    pub(crate) path: Vec<u8>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum EntryKind {
    File,
    Link,
    Submodule,
    Unknown,
}

/// The files of a commit.
#[derive(Debug, Default)]
pub(crate) struct Listing {
    pub(crate) entries: Vec<Entry>,
    /// Whether the list was cut off at its limit.
    pub(crate) is_cut: bool,
    /// Directories that could not be entered, with the reason.
    pub(crate) unseen: Vec<Skipped>,
}

/// One entry of a raw tree.
pub(crate) struct RawEntry<'a> {
    pub(crate) mode: u32,
    pub(crate) name: &'a [u8],
    pub(crate) id: String,
}

impl RawEntry<'_> {
    pub(crate) fn is_tree(&self) -> bool {
        self.mode & 0o170_000 == 0o040_000
    }

    pub(crate) fn kind(&self) -> EntryKind {
        match self.mode & 0o170_000 {
            0o120_000 => EntryKind::Link,
            0o160_000 => EntryKind::Submodule,
            0o100_000 => EntryKind::File,
            _ => EntryKind::Unknown,
        }
    }
}

/// The entries of a raw tree whose ids have this many digits, and whether all of it could be read.
pub(crate) fn entries(bytes: &[u8], digits: usize) -> (Vec<RawEntry<'_>>, bool) {
    let (mut entries, mut rest) = (Vec::new(), bytes);
    while !rest.is_empty() {
        match entry(rest, digits / 2) {
            Some((found, after)) => {
                entries.push(found);
                rest = after;
            }
            None => return (entries, false),
        }
    }
    (entries, true)
}

fn entry(bytes: &[u8], id_bytes: usize) -> Option<(RawEntry<'_>, &[u8])> {
    let space = bytes.iter().position(|byte| *byte == b' ')?;
    let mode = mode(&bytes[..space])?;
    let rest = &bytes[space + 1..];
    let end = rest.iter().position(|byte| *byte == 0)?;
    let (id, after) = rest[end + 1..].split_at_checked(id_bytes)?;
    let (id, name) = (hex(id), &rest[..end]);
    Some((RawEntry { mode, name, id }, after))
}

/// The mode of an entry. One that says nothing costs its own entry alone, for where that ends does not depend on it.
/// `None` where it looks like no mode, so that nobody knows where entries begin.
fn mode(text: &[u8]) -> Option<u32> {
    let is_mode = text.len() <= MODE_BYTES_MAX && text.iter().all(u8::is_ascii_graphic);
    let digits = std::str::from_utf8(text).ok().filter(|_| is_mode)?;
    let is_octal = digits.bytes().all(|digit| matches!(digit, b'0'..=b'7'));
    let read = u32::from_str_radix(digits, 8).ok().filter(|_| is_octal);
    Some(read.unwrap_or(NO_MODE))
}

/// What a commit says of its tree and its parents.
pub(crate) struct Links {
    pub(crate) tree: String,
    pub(crate) parents: Vec<String>,
}

/// Reads the head of a commit.
pub(crate) fn links(commit: &[u8]) -> Option<Links> {
    let mut lines = commit.split(|byte| *byte == b'\n');
    let id = |line: &[u8], key: &[u8]| String::from_utf8(line.strip_prefix(key)?.to_owned()).ok();
    let tree = id(lines.next()?, b"tree ")?;
    let parents = lines.map_while(|line| id(line, b"parent ")).collect();
    Some(Links { tree, parents })
}

/// A commit that can be read.
pub(crate) async fn commit(
    objects: &mut ObjectReader<'_>,
    id: &str,
) -> Result<Result<Links, String>, Failure> {
    let found = objects.get(id, "commit", COMMIT_BYTES_MAX).await?;
    Ok(match &found {
        Object::Whole(bytes) => links(bytes).ok_or_else(|| "damaged".to_owned()),
        other => Err(other.fault().unwrap_or_default()),
    })
}

struct Directory {
    path: Vec<u8>,
    id: String,
    depth: usize,
}

/// Lists the tree of the commit `id` as far as its trees can be read; `None` where not even the first one can.
pub(crate) async fn walk(
    git: &Git,
    clone: &Path,
    id: &str,
    limits: &Limits,
) -> Result<Option<Listing>, Failure> {
    let mut objects = ObjectReader::of(git, clone);
    let Ok(links) = commit(&mut objects, id).await? else {
        return Ok(None);
    };
    let mut walk = Walk {
        listing: Listing::default(),
        bytes: 0,
        waiting: vec![Directory {
            path: Vec::new(),
            id: links.tree,
            depth: 0,
        }],
    };
    let mut left = TREES_MAX;
    while let Some(directory) = walk.waiting.pop() {
        if left == 0 || walk.bytes > limits.tree_bytes {
            walk.listing.is_cut = true;
            break;
        }
        left -= 1;
        let is_root = directory.depth == 0;
        let is_entered = walk.enter(&mut objects, directory).await?;
        if is_root && !is_entered {
            return Ok(None);
        }
    }
    walk.measure(&mut objects).await?;
    Ok(Some(walk.listing))
}

/// A walk under way.
struct Walk {
    listing: Listing,
    /// About how much the list takes.
    bytes: u64,
    waiting: Vec<Directory>,
}

impl Walk {
    /// Notes what is in a directory; says whether it could be read at all.
    async fn enter(&mut self, objects: &mut ObjectReader<'_>, directory: Directory) -> Result<bool, Failure> {
        if directory.depth > DEPTH_MAX {
            let why = format!("it lies more than {DEPTH_MAX} directories deep");
            self.leave(&directory, &why);
            return Ok(true);
        }
        let bytes = match objects.get(&directory.id, "tree", TREE_BYTES_MAX).await? {
            Object::Whole(bytes) => bytes,
            other => {
                let fault = other.fault().unwrap_or_default();
                self.leave(&directory, &format!("the tree {} is {fault}", directory.id));
                return Ok(false);
            }
        };
        let (entries, is_whole) = entries(&bytes, directory.id.len());
        if !is_whole {
            let why = format!(
                "the tree {} is malformed after {} entries",
                directory.id,
                entries.len()
            );
            self.leave(&directory, &why);
        }
        for entry in entries {
            self.take(entry, &directory);
        }
        Ok(is_whole)
    }

    fn take(&mut self, raw: RawEntry<'_>, within: &Directory) {
        let mut path = within.path.clone();
        if within.depth > 0 {
            path.push(b'/');
        }
        path.extend(raw.name);
        self.bytes += path.len() as u64 + ENTRY_BYTES;
        if raw.is_tree() {
            self.waiting.push(Directory {
                path,
                id: raw.id,
                depth: within.depth + 1,
            });
            return;
        }
        self.listing.entries.push(Entry {
            kind: raw.kind(),
            id: raw.id,
            size: None,
            path,
        });
    }

    fn leave(&mut self, directory: &Directory, why: &str) {
        match self.listing.unseen.len() {
            UNSEEN_MAX => self.listing.is_cut = true,
            _ => self.listing.unseen.push(Skipped {
                path: shown(&directory.path),
                why: format!("{NOT_ENTERED}{why}"),
            }),
        }
    }

    /// Asks for the sizes of the files.
    async fn measure(&mut self, objects: &mut ObjectReader<'_>) -> Result<(), Failure> {
        let mut sizes: BTreeMap<String, Option<u64>> = BTreeMap::new();
        for entry in &mut self.listing.entries {
            if !matches!(entry.kind, EntryKind::File | EntryKind::Link) {
                continue;
            }
            if let Some(size) = sizes.get(&entry.id) {
                entry.size = *size;
                continue;
            }
            entry.size = objects.size(&entry.id, "blob").await?.ok();
            sizes.insert(entry.id.clone(), entry.size);
        }
        Ok(())
    }
}

/// A directory as a path that is shown; one that lies deep is named by its beginning.
fn shown(path: &[u8]) -> String {
    let text = String::from_utf8_lossy(path);
    let mut shown: String = text.chars().take(SHOWN_CHARS_MAX).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    shown.push('/');
    shown
}
