//! What can be read of a damaged repository, object by object.

use crate::fetch::Fetch;
use crate::git::{Failure, Object, ObjectReader};
use crate::limits::Limits;
use crate::read::trees::{self, DEPTH_MAX, EntryKind, Links, TREE_BYTES_MAX};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;
use std::time::Duration;

/// Most trees of the history that are copied; without all of them, what commits change is not told.
const TREES_MAX: usize = 200_000;
/// Longest search. What it does not suffice for is not copied; what was found by then is.
const WALL: Duration = Duration::from_secs(60);
/// Most damaged objects that are named.
const NAMED_MAX: usize = 20;
/// Most tags that lead to one another.
const TAGS_MAX: usize = 5;
/// Longest tag that is read.
const TAG_BYTES_MAX: u64 = 64 << 10;

/// What was found in a damaged repository.
pub(super) struct Search<'a> {
    objects: ObjectReader<'a>,
    limits: &'a Limits,
    /// Ids to be copied.
    pub(super) whole: Vec<String>,
    /// What was looked at, and as what: an entry of a tree may name as a file what is a commit.
    seen: BTreeSet<(Role, String)>,
    /// Commits whose parents are not copied.
    pub(super) cut: BTreeSet<String>,
    /// Commits whose parents were not looked at yet.
    open: BTreeSet<String>,
    /// Objects that are not whole, with what they are.
    lost: BTreeMap<(Role, String), String>,
}

/// As what an object is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Role {
    Commit,
    Tree,
    File,
    /// None in particular.
    Any,
}

impl<'a> Search<'a> {
    pub(super) fn of(fetch: &Fetch<'a>, mirror: &Path) -> Self {
        Self {
            objects: ObjectReader::of(fetch.git, mirror),
            limits: &fetch.options.limits,
            whole: Vec::new(),
            seen: BTreeSet::new(),
            cut: BTreeSet::new(),
            open: BTreeSet::new(),
            lost: BTreeMap::new(),
        }
    }

    /// The commit that a tag leads to; what is no tag is taken for one.
    pub(super) async fn peeled(&mut self, wanted: &str) -> Result<String, Failure> {
        let mut id = wanted.to_owned();
        for _ in 0..TAGS_MAX {
            let Object::Whole(bytes) = self.objects.get(&id, "tag", TAG_BYTES_MAX).await? else {
                break;
            };
            let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default();
            let next = line.strip_prefix(b"object ").map(String::from_utf8_lossy);
            match next {
                Some(next) => id = next.into_owned(),
                None => break,
            }
        }
        Ok(id)
    }

    /// Finds what can be read from this commit on, as far as the time suffices; says whether the commit and its tree can
    /// be read themselves.
    pub(super) async fn run(&mut self, commit: &str) -> Result<bool, Failure> {
        let found = tokio::time::timeout(WALL, self.everything(commit)).await;
        self.close(found.is_ok());
        Ok(found.unwrap_or(Ok(true))? && self.seen.contains(&(Role::Commit, commit.to_owned())))
    }

    /// Finds what can be read of the history and of the files of its last commit; says whether that commit and its
    /// tree can be read themselves.
    async fn everything(&mut self, commit: &str) -> Result<bool, Failure> {
        let Ok(links) = trees::commit(&mut self.objects, commit).await? else {
            return Ok(false);
        };
        self.seen.insert((Role::Commit, commit.to_owned()));
        self.open.insert(commit.to_owned());
        self.whole.push(commit.to_owned());
        if !self.trees(&links.tree, true).await? {
            return Ok(false);
        }
        let mut trees = Vec::new();
        self.commits(commit, links, &mut trees).await?;
        for tree in trees {
            if self.seen.len() > TREES_MAX {
                break;
            }
            self.trees(&tree, false).await?;
        }
        Ok(true)
    }

    /// Follows the parents, newest first, as far as they can be read.
    async fn commits(&mut self, first: &str, links: Links, trees: &mut Vec<String>) -> Result<(), Failure> {
        let mut waiting = VecDeque::from([(first.to_owned(), links)]);
        let mut count = 0;
        while let Some((id, links)) = waiting.pop_front() {
            count += 1;
            trees.push(links.tree);
            if count + waiting.len() > self.limits.commits && !links.parents.is_empty() {
                self.cut.insert(id.clone());
            }
            for parent in links.parents {
                if self.cut.contains(&id) {
                    break;
                }
                if let Some(links) = self.parent(&id, &parent).await? {
                    waiting.push_back((parent, links));
                }
            }
            self.open.remove(&id);
        }
        Ok(())
    }

    /// A parent that was not seen before. Where it cannot be read, its child has none.
    async fn parent(&mut self, child: &str, parent: &str) -> Result<Option<Links>, Failure> {
        if self.lost.contains_key(&(Role::Commit, parent.to_owned())) {
            self.cut.insert(child.to_owned());
        }
        if !self.seen.insert((Role::Commit, parent.to_owned())) {
            return Ok(None);
        }
        match trees::commit(&mut self.objects, parent).await? {
            Ok(links) => {
                self.open.insert(parent.to_owned());
                self.whole.push(parent.to_owned());
                Ok(Some(links))
            }
            Err(fault) => {
                self.cut.insert(child.to_owned());
                self.lost.insert(
                    (Role::Commit, parent.to_owned()),
                    format!("the commit is {fault}"),
                );
                Ok(None)
            }
        }
    }

    /// Notes whether there was time for everything.
    fn close(&mut self, in_time: bool) {
        self.cut.append(&mut self.open);
        if !in_time {
            let why = format!(
                "looking for what can be read took longer than {} seconds",
                WALL.as_secs()
            );
            self.lost.insert((Role::Any, "further objects".to_owned()), why);
        }
    }

    /// Finds a tree and all below it, with the files where they are wanted; says whether it can be read itself.
    async fn trees(&mut self, root: &str, with_files: bool) -> Result<bool, Failure> {
        let mut waiting = vec![(root.to_owned(), 0)];
        let mut is_read = false;
        while let Some((id, depth)) = waiting.pop() {
            if depth > DEPTH_MAX {
                continue;
            }
            if !self.seen.insert((Role::Tree, id.clone())) || self.seen.len() > TREES_MAX {
                continue;
            }
            let bytes = match self.objects.get(&id, "tree", TREE_BYTES_MAX).await? {
                Object::Whole(bytes) => bytes,
                other => {
                    let fault = other.fault().unwrap_or_default();
                    self.lost.insert((Role::Tree, id), format!("the tree is {fault}"));
                    continue;
                }
            };
            let (entries, is_whole) = trees::entries(&bytes, id.len());
            if !is_whole {
                self.lost
                    .insert((Role::Tree, id.clone()), "the tree is malformed".to_owned());
            }
            for entry in entries {
                match entry.kind() {
                    _ if entry.is_tree() => waiting.push((entry.id, depth + 1)),
                    EntryKind::File | EntryKind::Link if with_files => self.file(&entry.id).await?,
                    _ => {}
                }
            }
            is_read |= id == root && is_whole;
            self.whole.push(id);
        }
        Ok(is_read)
    }

    pub(super) async fn file(&mut self, id: &str) -> Result<(), Failure> {
        if !self.seen.insert((Role::File, id.to_owned())) {
            return Ok(());
        }
        let found = self.objects.get(id, "blob", self.limits.document_bytes).await?;
        if matches!(found, Object::Whole(_)) {
            self.whole.push(id.to_owned());
        }
        Ok(())
    }

    /// What is lost; the files are told where they are listed.
    pub(super) fn notes(&self) -> Vec<(String, String)> {
        let named = self.lost.iter().take(NAMED_MAX);
        let mut notes: Vec<(String, String)> = named
            .map(|((_, id), fault)| {
                (
                    format!("({id})"),
                    format!("{fault}: what it leads to was not seen"),
                )
            })
            .collect();
        let others = self.lost.len().saturating_sub(NAMED_MAX);
        if others > 0 {
            let why = format!("{others} more commits and trees are missing or damaged");
            notes.push(("(further objects)".to_owned(), why));
        }
        notes
    }
}
