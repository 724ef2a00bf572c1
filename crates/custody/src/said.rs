//! What a repository says beside its commits: the names of its branches and tags, the messages of its tags, and notes.
//!
//! They come by fetches of their own beside those of the contents, each into a repository of its own: no commit that is
//! not audited gets into the clone. Nothing depends on them, so a failure here is no failure of custody; it is told.

use crate::clone::{Fetch, is_full_id};
use crate::contents::objects;
use crate::git::{Call, Output};
use crate::local::Local;
use crate::names::Names;
use std::collections::BTreeMap;
use std::path::PathBuf;
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

/// A place of its own for objects that are fetched.
struct Room {
    directory: PathBuf,
}

impl Fetch<'_> {
    /// What is said beside the commits, as far as it can be had now.
    pub(super) async fn refs(&self, local: Option<&Local>, commit: &str) -> Refs {
        let mut refs = Refs::default();
        let read = local.and_then(Local::names);
        let is_read = read.is_some();
        let listed = match read {
            Some(names) => Some((names.ids.clone(), names)),
            None => self.list().await,
        };
        let Some((tagged, names)) = listed else {
            refs.leave_out("(branches and tags)", "they could not be listed");
            return refs;
        };
        let note = names.ids.get(NOTES).cloned();
        refs.names = names.ids.keys().map(|name| cut(name, NAME_CHARS_MAX)).collect();
        refs.names.retain(|name| name != NOTES);
        if names.has_more {
            let why = format!("only the first {} names of them were heard", refs.names.len());
            refs.leave_out("(branches and tags)", &why);
        }
        for why in names.left_out() {
            refs.leave_out("(branches and tags)", &why);
        }
        let tags = tagged
            .into_iter()
            .filter(|(name, id)| name.starts_with("refs/tags/") && is_full_id(id));
        let tags: BTreeMap<String, String> = tags.collect();
        // What git lists are no notes; they are asked for by their name.
        let wanted = match (is_read, note) {
            (true, Some(id)) if is_full_id(&id) => Some((id.clone(), id)),
            (true, _) => None,
            (false, _) => Some((format!("+{NOTES}*:{NOTES}*"), NOTES.to_owned())),
        };
        let ((tags, lost_tags), (notes, lost_notes)) =
            tokio::join!(self.messages_of(tags, commit), self.notes_by(wanted, commit));
        (refs.tags, refs.notes) = (tags, notes);
        let lost = lost_tags.map(|why| ("(tags)".to_owned(), why));
        let lost = lost
            .into_iter()
            .chain(lost_notes.map(|why| ("(notes on commits)".to_owned(), why)));
        refs.left_out.extend(lost);
        refs
    }

    /// The branches and tags as git lists them, before them the tags that are objects of their own.
    async fn list(&self) -> Option<(BTreeMap<String, String>, Names)> {
        let arguments = ["ls-remote", "--heads", "--tags", "--", self.source()].map(str::to_owned);
        let mut call = self.fetching(arguments.into(), false);
        call.output_max = LIST_BYTES_MAX;
        call.wall = call.wall.min(WALL);
        call.disk = None;
        let output = self.fetched(&call).await.ok()?;
        let listed = String::from_utf8_lossy(&output.stdout).into_owned();
        let mut names = Names {
            has_more: output.truncated,
            ..Names::default()
        };
        let mut tagged = BTreeMap::new();
        for line in listed.split_inclusive('\n').filter(|line| line.ends_with('\n')) {
            let Some((id, name)) = line.trim_end().split_once('\t') else {
                continue;
            };
            match name.strip_suffix("^{}") {
                // The line before says which object the tag itself is.
                Some(tag) => tagged.extend(names.ids.get(tag).map(|id| (tag.to_owned(), id.clone()))),
                None => names.take(name, id),
            }
        }
        Some((tagged, names))
    }

    /// The messages of tags, by name, and what of them is lost.
    async fn messages_of(
        &self,
        tags: BTreeMap<String, String>,
        commit: &str,
    ) -> (BTreeMap<String, String>, Option<String>) {
        if tags.is_empty() {
            return Default::default();
        }
        let cut_off =
            (tags.len() > TAGS_MAX).then(|| format!("messages were looked for in the last {TAGS_MAX} alone"));
        let wanted: BTreeMap<&String, &String> = tags.iter().rev().take(TAGS_MAX).collect();
        let ids: Vec<&str> = wanted.values().map(|id| id.as_str()).collect();
        let Some(room) = self.fetched_apart("tags", TAG_LIMIT, &ids, commit).await else {
            return (
                BTreeMap::new(),
                Some("their messages could not be fetched".to_owned()),
            );
        };
        let Some(output) = self
            .read_apart(&room, &["cat-file", "--batch", "--buffer"], &ids)
            .await
        else {
            return (
                BTreeMap::new(),
                Some("their messages could not be read".to_owned()),
            );
        };
        let told = objects(&output.stdout);
        let of = |(name, id): (&String, &String)| Some((name.clone(), message(told.get(id)?)?));
        let lost = output
            .truncated
            .then(|| "not all of their messages were read: they are too long".to_owned());
        (wanted.into_iter().filter_map(of).collect(), lost.or(cut_off))
    }

    /// The notes by what each is on, and what of them is lost. `wanted` says what to fetch and how it is called then.
    async fn notes_by(
        &self,
        wanted: Option<(String, String)>,
        commit: &str,
    ) -> (BTreeMap<String, String>, Option<String>) {
        let lost = |why: &str| (BTreeMap::new(), Some(why.to_owned()));
        let Some((what, rev)) = wanted else {
            return Default::default();
        };
        let Some(room) = self.fetched_apart("notes", NOTE_LIMIT, &[&what], commit).await else {
            return lost("they could not be fetched");
        };
        let Some(tree) = self.read_apart(&room, &["ls-tree", "-r", "-z", &rev], &[]).await else {
            // Where none came there are none.
            return Default::default();
        };
        let all = noted(&tree.stdout);
        let has_more = tree.truncated || all.len() > NOTES_MAX;
        let notes: BTreeMap<String, String> = all.into_iter().take(NOTES_MAX).collect();
        let ids: Vec<&str> = notes.values().map(String::as_str).collect();
        let read = self
            .read_apart(&room, &["cat-file", "--batch", "--buffer"], &ids)
            .await;
        let Some(output) = read.filter(|_| !ids.is_empty()) else {
            return Default::default();
        };
        let told = objects(&output.stdout);
        let of = |(on, id): (&String, &String)| {
            let note = String::from_utf8_lossy(told.get(id)?).into_owned();
            Some((on.clone(), cut(&note, MESSAGE_CHARS_MAX)))
        };
        let read: BTreeMap<String, String> = notes.iter().filter_map(of).collect();
        let is_cut = has_more || read.len() < notes.len();
        let lost = is_cut.then(|| format!("only {} of them were heard", read.len()));
        (read, lost)
    }

    /// Fetches objects without their history into a repository of their own.
    async fn fetched_apart(&self, name: &str, limit: &str, wanted: &[&str], commit: &str) -> Option<Room> {
        let room = Room {
            directory: self.scratch.join(name),
        };
        self.open_contents(&room.directory, commit).ok()?;
        let arguments = [
            "fetch",
            "--quiet",
            "--depth=1",
            limit,
            "--no-tags",
            "--no-write-fetch-head",
            "--recurse-submodules=no",
            "--stdin",
            "--",
            "origin",
        ];
        let call = self.fetching(arguments.map(str::to_owned).into(), false);
        let mut call = call
            .on(&room.directory)
            .fed(format!("{}\n", wanted.join("\n")).into());
        call.wall = call.wall.min(WALL);
        call.disk = Some((room.directory.join("objects/pack"), PACK_BYTES));
        self.fetched(&call).await.ok()?;
        Some(room)
    }

    async fn read_apart(&self, room: &Room, arguments: &[&str], input: &[&str]) -> Option<Output> {
        let wall = self.options.limits.read_wall.min(WALL);
        let call = Call::reading(arguments, wall, OBJECTS_BYTES_MAX).on(&room.directory);
        let input = input.iter().map(|id| format!("{id}\n")).collect::<String>();
        self.git.run(&call.fed(input.into_bytes())).await.ok()
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
