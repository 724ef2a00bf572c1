//! What a repository says beside its commits: the names of its branches and tags, the messages of its tags, and notes.
//!
//! They come by fetches of their own beside those of the contents, each into a repository of its own: no commit that is
//! not audited gets into the clone. Nothing depends on them, so a failure here is no failure of custody; it is told.

use super::Fetch;
use crate::directory::{LocalRepository, RefList};
use crate::git::{Call, ObjectBatch};
use crate::object_id::is_full_id;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::time::Duration;
use subject::history::refs::{
    MESSAGE_CHARS_MAX, NAME_CHARS_MAX, NOTES, NOTES_MAX, Refs, TAGS_MAX, cut, message,
};

/// Longest time that each of the fetches may take.
const WALL: Duration = Duration::from_secs(30);
/// Most bytes of a list of names: of some ten thousand.
const LIST_BYTES_MAX: u64 = 1 << 20;
/// Most bytes of packs that bring tags or notes; five hundred tags come with as many commits.
const PACK_BYTES: u64 = 8 << 20;
/// Most bytes of tags or notes that are read.
const OBJECTS_BYTES_MAX: u64 = 4 << 20;
/// Longest note that is fetched.
const NOTE_LIMIT: &str = "--filter=blob:limit=64k";
/// Tags come with the commits they are on, without their trees.
const TAG_LIMIT: &str = "--filter=tree:0";

/// Texts by what they belong to, and why some are missing.
type Texts = (BTreeMap<String, String>, Option<String>);

fn missing(why: &str) -> Texts {
    (BTreeMap::new(), Some(why.to_owned()))
}

impl Fetch<'_> {
    /// What is said beside the commits, as far as it can be had now.
    pub(crate) async fn refs(&self, commit: &str) -> Refs {
        let mut refs = Refs::default();
        let read = self.local.and_then(LocalRepository::refs);
        let is_read = read.is_some();
        let listed = match read {
            Some(list) => Some((list.ids.clone(), list)),
            None => self.list().await,
        };
        let Some((tagged, list)) = listed else {
            refs.leave_out("(branches and tags)", "they could not be listed");
            return refs;
        };
        let note = list.ids.get(NOTES).cloned();
        refs.names = list.ids.keys().map(|name| cut(name, NAME_CHARS_MAX)).collect();
        refs.names.retain(|name| name != NOTES);
        if list.has_more {
            let why = format!("only the first {} names of them were heard", refs.names.len());
            refs.leave_out("(branches and tags)", &why);
        }
        for why in list.left_out() {
            refs.leave_out("(branches and tags)", &why);
        }
        let tags = tagged
            .into_iter()
            .filter(|(name, id)| name.starts_with("refs/tags/") && is_full_id(id));
        // What git lists are no notes; they are asked for by their name.
        let wanted = match (is_read, note) {
            (true, Some(id)) if is_full_id(&id) => Some((id.clone(), id)),
            (true, _) => None,
            (false, _) => Some((format!("+{NOTES}*:{NOTES}*"), NOTES.to_owned())),
        };
        let (tags, notes) = tokio::join!(
            self.messages_of(tags.collect(), commit),
            self.notes_by(wanted, commit)
        );
        for (name, lost) in [("(tags)", tags.1), ("(notes on commits)", notes.1)] {
            refs.left_out.extend(lost.map(|why| (name.to_owned(), why)));
        }
        (refs.tags, refs.notes) = (tags.0, notes.0);
        refs
    }

    /// The branches and tags as git lists them, before them the tags that are objects of their own.
    async fn list(&self) -> Option<(BTreeMap<String, String>, RefList)> {
        let call = || {
            let mut call = self.call(["ls-remote", "--heads", "--tags", "--", self.source()], false);
            call.output_max = LIST_BYTES_MAX;
            call.wall = call.wall.min(WALL);
            call.disk = None;
            Ok(call)
        };
        let output = self.run(&self.fetching(), call).await.ok()?;
        let listed = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut list = RefList {
            has_more: output.truncated,
            ..RefList::default()
        };
        let mut tagged = BTreeMap::new();
        for line in listed.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
            let Some((id, name)) = line.trim_end().split_once('\t') else {
                continue;
            };
            match name.strip_suffix("^{}") {
                // The line before says which object the tag itself is.
                Some(tag) => tagged.extend(list.ids.get(tag).map(|id| (tag.to_owned(), id.clone()))),
                None => list.take(name, id),
            }
        }
        Some((tagged, list))
    }

    /// The messages of tags, by name.
    async fn messages_of(&self, tags: BTreeMap<String, String>, commit: &str) -> Texts {
        if tags.is_empty() {
            return Texts::default();
        }
        let cut_off =
            (tags.len() > TAGS_MAX).then(|| format!("messages were looked for in the last {TAGS_MAX} alone"));
        let wanted: BTreeMap<&String, &String> = tags.iter().rev().take(TAGS_MAX).collect();
        let ids: Vec<&str> = wanted.values().map(|id| id.as_str()).collect();
        let Some(aside) = self.fetch_aside("tags", TAG_LIMIT, &ids, commit).await else {
            return missing("their messages could not be fetched");
        };
        let Some(objects) = self.objects_of(&aside, &ids).await else {
            return missing("their messages could not be read");
        };
        let of = |(name, id): (&String, &String)| Some((name.clone(), message(objects.content(id)?)?));
        let lost = objects
            .is_cut
            .then(|| "not all of their messages were read: they are too long".to_owned());
        (wanted.into_iter().filter_map(of).collect(), lost.or(cut_off))
    }

    /// The notes by what each is on. `wanted` says what to fetch and how it is called then.
    async fn notes_by(&self, wanted: Option<(String, String)>, commit: &str) -> Texts {
        let Some((what, rev)) = wanted else {
            return Texts::default();
        };
        let Some(aside) = self.fetch_aside("notes", NOTE_LIMIT, &[&what], commit).await else {
            return missing("they could not be fetched");
        };
        let wall = self.options.limits.read_wall.min(WALL);
        let call = Call::reading(["ls-tree", "-r", "-z", &rev], wall, OBJECTS_BYTES_MAX).on(&aside);
        let Ok(tree) = self.git.run(&call).await else {
            // Where none came there are none.
            return Texts::default();
        };
        let all = noted(&tree.stdout);
        let has_more = tree.truncated || all.len() > NOTES_MAX;
        let notes: BTreeMap<String, String> = all.into_iter().take(NOTES_MAX).collect();
        let ids: Vec<&str> = notes.values().map(String::as_str).collect();
        let Some(objects) = self.objects_of(&aside, &ids).await.filter(|_| !ids.is_empty()) else {
            return Texts::default();
        };
        let of = |(on, id): (&String, &String)| {
            let note = String::from_utf8_lossy(objects.content(id)?);
            Some((on.clone(), cut(&note, MESSAGE_CHARS_MAX)))
        };
        let read: BTreeMap<String, String> = notes.iter().filter_map(of).collect();
        let is_cut = has_more || read.len() < notes.len();
        let lost = is_cut.then(|| format!("only {} of them were heard", read.len()));
        (read, lost)
    }

    /// Fetches objects without their history into a repository of their own.
    async fn fetch_aside(&self, name: &str, limit: &str, wanted: &[&str], commit: &str) -> Option<PathBuf> {
        let aside = self.scratch.join(name);
        self.make_aside(&aside, commit).ok()?;
        let how = ["--depth=1", limit];
        let call = || Ok(self.fetching_into(&aside, &how, &wanted.join("\n"), WALL, PACK_BYTES));
        self.run(&self.fetching(), call).await.ok()?;
        Some(aside)
    }

    async fn objects_of(&self, aside: &Path, ids: &[&str]) -> Option<ObjectBatch> {
        let wall = self.options.limits.read_wall.min(WALL);
        let objects = self
            .git
            .objects(aside, ids.iter().copied(), wall, OBJECTS_BYTES_MAX);
        objects.await.ok()
    }
}

/// The notes of a list of files: what each is on, which is its path, and its object.
fn noted(list: &[u8]) -> BTreeMap<String, String> {
    let entries = list.split(|byte| *byte == 0);
    let entries = entries.filter_map(|entry| {
        let (facts, path) = std::str::from_utf8(entry).ok()?.split_once('\t')?;
        let (on, id) = (path.replace('/', ""), facts.rsplit(' ').next()?);
        (is_full_id(&on) && is_full_id(id)).then(|| (on, id.to_owned()))
    });
    entries.collect()
}
