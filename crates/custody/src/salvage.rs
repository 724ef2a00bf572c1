//! A damaged repository of this machine: what can still be read is copied, the rest is missing, and that is told.
//!
//! A fetch refuses a damaged repository as a whole. Here its objects are asked for one by one, through the
//! repository of ours that borrows them; those that have the bytes of their ids are packed and indexed anew, so
//! that what the clone holds has the name it goes by.

use super::clone::Fetch;
use super::failure::CustodyError;
use super::git::{Call, Failure, Object, Objects};
use super::limits::Limits;
use super::listing::EntryKind;
use super::tree::{self, DEPTH_MAX, Links, TREE_BYTES_MAX};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Most calls of git for one damaged repository: enough to find a dozen objects that cannot be packed among ten
/// thousand by halving. What is not found out by then is missing.
const CALLS_MAX: usize = 64;
/// Most bytes of the names of packs.
const NAME_BYTES_MAX: u64 = 1 << 10;
/// Most trees of the history that are copied; without all of them, what commits change is not told.
const TREES_MAX: usize = 200_000;
/// Longest search for what can be read.
const WALL: Duration = Duration::from_secs(60);
/// Most damaged objects that are named.
const NAMED_MAX: usize = 20;
/// Most tags that lead to one another.
const TAGS_MAX: usize = 5;
/// Longest tag that is read.
const TAG_BYTES_MAX: u64 = 64 << 10;

/// What was found in a damaged repository.
struct Search<'a> {
    objects: Objects<'a>,
    limits: &'a Limits,
    /// Ids to be copied.
    whole: Vec<String>,
    /// What was looked at, and as what: an entry of a tree may name as a file what is a commit.
    seen: BTreeSet<(Role, String)>,
    /// Commits whose parents are not copied.
    cut: BTreeSet<String>,
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

/// A clone of what can be read.
pub(super) struct Salvaged {
    /// The commit that was asked for.
    pub(super) commit: String,
    /// What is lost, by name, with the reason.
    pub(super) notes: Vec<(String, String)>,
}

/// Makes the clone of what can be read of the commit that `wanted` leads to; `None` where that cannot be read itself.
pub(super) async fn clone(
    fetch: &Fetch<'_>,
    relay: &Path,
    wanted: &str,
) -> Result<Option<Salvaged>, CustodyError> {
    let what = "reading a damaged repository";
    let done = cloned(fetch, relay, wanted).await;
    done.map_err(|failure| fetch.told(&failure, what))
}

async fn cloned(fetch: &Fetch<'_>, relay: &Path, wanted: &str) -> Result<Option<Salvaged>, Failure> {
    let mut search = Search::of(fetch, relay);
    let commit = search.peeled(wanted).await?;
    let shallow = fs::read_to_string(relay.join("shallow")).unwrap_or_default();
    search.cut = shallow.lines().map(str::to_owned).collect();
    // What the time does not suffice for is not copied; what was found by then is.
    let found = tokio::time::timeout(WALL, search.everything(&commit)).await;
    search.close(found.is_ok());
    if !found.unwrap_or(Ok(true))? || !search.seen.contains(&(Role::Commit, commit.clone())) {
        return Ok(None);
    }
    let directory = fetch.clone_directory();
    make(&directory)
        .and_then(|()| fetch.seal(&commit))
        .map_err(Failure::Start)?;
    let copy = Copy {
        fetch,
        relay,
        to: directory,
    };
    copy.all(search.whole.clone()).await?;
    copy.tell_cut(&search).map_err(Failure::Start)?;
    Ok(Some(Salvaged {
        commit,
        notes: search.notes(),
    }))
}

/// An empty clone.
fn make(directory: &Path) -> std::io::Result<()> {
    super::remove(directory)?;
    fs::create_dir_all(directory.join("refs"))?;
    fs::create_dir_all(directory.join("objects/pack"))
}

/// Copies the contents of `commit` that can be read into the clone, whose history is whole.
pub(super) async fn contents(fetch: &Fetch<'_>, relay: &Path, commit: &str) -> Result<(), CustodyError> {
    let clone = fetch.clone_directory();
    let work = async {
        let walked = tree::walk(fetch.git, &clone, commit, &fetch.options.limits).await?;
        let mut search = Search::of(fetch, relay);
        for entry in walked.map(|walked| walked.entries).unwrap_or_default() {
            if matches!(entry.kind, EntryKind::File | EntryKind::Link) {
                search.file(&entry.id).await?;
            }
        }
        let copy = Copy {
            fetch,
            relay,
            to: clone.clone(),
        };
        copy.all(search.whole).await
    };
    let done = tokio::time::timeout(fetch.options.limits.fetch_wall, work).await;
    done.unwrap_or(Err(Failure::TimedOut(fetch.options.limits.fetch_wall)))
        .map_err(|failure| fetch.told(&failure, "reading a damaged repository"))
}

impl<'a> Search<'a> {
    fn of(fetch: &Fetch<'a>, relay: &Path) -> Self {
        Self {
            objects: Objects::of(fetch.git, relay),
            limits: &fetch.options.limits,
            whole: Vec::new(),
            seen: BTreeSet::new(),
            cut: BTreeSet::new(),
            open: BTreeSet::new(),
            lost: BTreeMap::new(),
        }
    }

    /// The commit that a tag leads to; what is no tag is taken for one.
    async fn peeled(&mut self, wanted: &str) -> Result<String, Failure> {
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

    /// Finds what can be read of the history and of the files of its last commit; says whether that commit and its
    /// tree can be read themselves.
    async fn everything(&mut self, commit: &str) -> Result<bool, Failure> {
        let Ok(links) = tree::commit(&mut self.objects, commit).await? else {
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
        match tree::commit(&mut self.objects, parent).await? {
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
            let (entries, is_whole) = tree::entries(&bytes, id.len());
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

    async fn file(&mut self, id: &str) -> Result<(), Failure> {
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
    fn notes(&self) -> Vec<(String, String)> {
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

/// Copies objects from the relay into a clone.
struct Copy<'a> {
    fetch: &'a Fetch<'a>,
    relay: &'a Path,
    to: PathBuf,
}

impl Copy<'_> {
    /// Copies what can be copied together, and halves what cannot, so that a damaged object costs itself alone.
    async fn all(&self, ids: Vec<String>) -> Result<(), Failure> {
        let mut waiting = vec![ids];
        let mut calls = 0;
        while let Some(ids) = waiting.pop() {
            if ids.is_empty() || calls == CALLS_MAX {
                continue;
            }
            calls += 1;
            match self.pack(&ids).await {
                Err(Failure::Refused(_)) if ids.len() > 1 => {
                    let (first, second) = ids.split_at(ids.len() / 2);
                    waiting.extend([first.to_vec(), second.to_vec()]);
                }
                // One object alone that cannot be copied is the damage.
                Ok(()) | Err(Failure::Refused(_)) => {}
                Err(failure) => return Err(failure),
            }
        }
        Ok(())
    }

    /// Packs these objects, and has the pack indexed by what is in it: whoever wrote the ids is not believed.
    async fn pack(&self, ids: &[String]) -> Result<(), Failure> {
        let place = self.fetch.scratch.join("salvaged");
        super::remove(&place).map_err(Failure::Start)?;
        fs::create_dir_all(&place).map_err(Failure::Start)?;
        let target = place.join("pack");
        let arguments = [
            "pack-objects".as_ref(),
            "--quiet".as_ref(),
            "--window=0".as_ref(),
            target.as_os_str(),
        ];
        let input: String = ids.iter().map(|id| format!("{id}\n")).collect();
        let call = Call::reading(arguments, self.fetch.options.limits.fetch_wall, NAME_BYTES_MAX)
            .on(self.relay)
            .fed(input.into_bytes());
        let named = self.fetch.git.run(&self.writing(call, &place)).await?;
        let name = String::from_utf8_lossy(&named.stdout);
        let pack = place.join(format!("pack-{}.pack", name.trim()));
        let kept = self.to.join(format!("objects/pack/pack-{}.pack", name.trim()));
        fs::rename(&pack, &kept).map_err(Failure::Start)?;
        let arguments = ["index-pack".as_ref(), "--threads=1".as_ref(), kept.as_os_str()];
        let call =
            Call::reading(arguments, self.fetch.options.limits.fetch_wall, NAME_BYTES_MAX).on(&self.to);
        self.fetch
            .git
            .run(&self.writing(call, &self.to.join("objects/pack")))
            .await?;
        Ok(())
    }

    fn writing(&self, mut call: Call, packs: &Path) -> Call {
        call.writes.push(self.fetch.scratch.clone());
        call.disk = Some((packs.to_owned(), self.fetch.options.limits.pack_bytes));
        call.data = Some(super::clone::LOCAL_DATA_MAX);
        call
    }

    /// Says in the clone which commits have no parents there, so that git does not look for them.
    fn tell_cut(&self, search: &Search<'_>) -> std::io::Result<()> {
        if search.cut.is_empty() {
            return Ok(());
        }
        let whole: BTreeSet<&String> = search.whole.iter().collect();
        let cut: String = search
            .cut
            .iter()
            .filter(|id| whole.contains(id))
            .map(|id| format!("{id}\n"))
            .collect();
        fs::write(self.to.join("shallow"), cut)
    }
}
