//! Trees as git stores them, read entry by entry where git would give up.

use super::git::{Failure, Git, Object, Objects};
use super::limits::Limits;
use super::listing::{Entry, EntryKind};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use subject::{NOT_ENTERED, Skipped};

/// Longest tree that is read: a quarter of a million entries.
pub(super) const TREE_BYTES_MAX: u64 = 16 << 20;
/// Longest commit that is read.
const COMMIT_BYTES_MAX: u64 = 4 << 20;
/// How deep directories may lie. Those that people make lie ten deep, and every path has to be spelt out.
pub(super) const DEPTH_MAX: usize = 256;
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

/// One entry of a raw tree.
pub(super) struct Raw<'a> {
    pub(super) mode: u32,
    pub(super) name: &'a [u8],
    pub(super) id: String,
}

impl Raw<'_> {
    pub(super) fn is_tree(&self) -> bool {
        self.mode & 0o170_000 == 0o040_000
    }

    pub(super) fn kind(&self) -> EntryKind {
        match self.mode & 0o170_000 {
            0o120_000 => EntryKind::Link,
            0o160_000 => EntryKind::Submodule,
            0o100_000 => EntryKind::File,
            _ => EntryKind::Unknown,
        }
    }
}

/// The entries of a raw tree whose ids have this many digits, and whether all of it could be read.
pub(super) fn entries(bytes: &[u8], digits: usize) -> (Vec<Raw<'_>>, bool) {
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

fn entry(bytes: &[u8], id_bytes: usize) -> Option<(Raw<'_>, &[u8])> {
    let space = bytes.iter().position(|byte| *byte == b' ')?;
    let mode = mode(&bytes[..space])?;
    let rest = &bytes[space + 1..];
    let end = rest.iter().position(|byte| *byte == 0)?;
    let (id, after) = rest[end + 1..].split_at_checked(id_bytes)?;
    let id = id.iter().fold(String::new(), |mut digits, byte| {
        let _ = write!(digits, "{byte:02x}");
        digits
    });
    let name = &rest[..end];
    Some((Raw { mode, name, id }, after))
}

/// The mode of an entry. One that says nothing costs its own entry alone, for where that ends does not depend on it;
/// `None` where it looks like no mode, so that nobody knows where entries begin.
fn mode(text: &[u8]) -> Option<u32> {
    let is_mode = text.len() <= MODE_BYTES_MAX && text.iter().all(u8::is_ascii_graphic);
    let digits = std::str::from_utf8(text).ok().filter(|_| is_mode)?;
    let is_octal = digits.bytes().all(|digit| matches!(digit, b'0'..=b'7'));
    let read = u32::from_str_radix(digits, 8).ok().filter(|_| is_octal);
    Some(read.unwrap_or(NO_MODE))
}

/// What a commit says of its tree and its parents.
pub(super) struct Links {
    pub(super) tree: String,
    pub(super) parents: Vec<String>,
}

/// Reads the head of a commit.
pub(super) fn links(commit: &[u8]) -> Option<Links> {
    let mut lines = commit.split(|byte| *byte == b'\n');
    let id = |line: &[u8], key: &[u8]| String::from_utf8(line.strip_prefix(key)?.to_owned()).ok();
    let tree = id(lines.next()?, b"tree ")?;
    let parents = lines.map_while(|line| id(line, b"parent ")).collect();
    Some(Links { tree, parents })
}

/// A commit that can be read.
pub(super) async fn commit(objects: &mut Objects<'_>, id: &str) -> Result<Result<Links, String>, Failure> {
    let found = objects.get(id, "commit", COMMIT_BYTES_MAX).await?;
    Ok(match &found {
        Object::Whole(bytes) => links(bytes).ok_or_else(|| "damaged".to_owned()),
        other => Err(other.fault().unwrap_or_default()),
    })
}

/// The files of a commit as far as its trees can be read.
#[derive(Default)]
pub(super) struct Walked {
    pub(super) entries: Vec<Entry>,
    /// What could not be entered.
    pub(super) unseen: Vec<Skipped>,
    /// Whether a limit cut it off.
    pub(super) is_cut: bool,
    /// About how much the list takes.
    bytes: u64,
}

struct Directory {
    path: Vec<u8>,
    id: String,
    depth: usize,
}

/// Walks the tree of `commit`; `None` where not even the tree itself can be read.
pub(super) async fn walk(
    git: &Git,
    clone: &Path,
    id: &str,
    limits: &Limits,
) -> Result<Option<Walked>, Failure> {
    let mut objects = Objects::of(git, clone);
    let Ok(links) = commit(&mut objects, id).await? else {
        return Ok(None);
    };
    let mut walked = Walked::default();
    let mut waiting = vec![Directory {
        path: Vec::new(),
        id: links.tree,
        depth: 0,
    }];
    let mut left = TREES_MAX;
    while let Some(directory) = waiting.pop() {
        if left == 0 || walked.bytes > limits.tree_bytes {
            walked.is_cut = true;
            break;
        }
        left -= 1;
        let is_root = directory.depth == 0;
        let is_entered = walked.enter(&mut objects, directory, &mut waiting).await?;
        if is_root && !is_entered {
            return Ok(None);
        }
    }
    walked.measure(&mut objects).await?;
    Ok(Some(walked))
}

impl Walked {
    /// Notes what is in a directory; says whether it could be read at all.
    async fn enter(
        &mut self,
        objects: &mut Objects<'_>,
        directory: Directory,
        waiting: &mut Vec<Directory>,
    ) -> Result<bool, Failure> {
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
            self.take(entry, &directory, waiting);
        }
        Ok(is_whole)
    }

    fn take(&mut self, raw: Raw<'_>, within: &Directory, waiting: &mut Vec<Directory>) {
        let mut path = within.path.clone();
        if within.depth > 0 {
            path.push(b'/');
        }
        path.extend(raw.name);
        self.bytes += path.len() as u64 + ENTRY_BYTES;
        if raw.is_tree() {
            waiting.push(Directory {
                path,
                id: raw.id,
                depth: within.depth + 1,
            });
            return;
        }
        self.entries.push(Entry {
            kind: raw.kind(),
            id: raw.id,
            size: None,
            path,
        });
    }

    fn leave(&mut self, directory: &Directory, why: &str) {
        match self.unseen.len() {
            UNSEEN_MAX => self.is_cut = true,
            _ => self.unseen.push(Skipped {
                path: shown(&directory.path),
                why: format!("{NOT_ENTERED}{why}"),
            }),
        }
    }

    /// Asks for the sizes of the files.
    async fn measure(&mut self, objects: &mut Objects<'_>) -> Result<(), Failure> {
        let mut sizes: BTreeMap<String, Option<u64>> = BTreeMap::new();
        for entry in &mut self.entries {
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
