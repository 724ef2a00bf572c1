//! What is remembered of a subject's files from one commit to the next. It is read from the journal, held against the files that
//! are here now, and kept again with what was derived anew.
//!
//! It comes from a process that read hostile bytes. So it is kept for each subject apart, and an entry counts only for the very
//! file that it was derived from, as this process sees it.

use court::digest::Digest;
use custody::Subject;
use journal::CaseHandle;
use std::collections::BTreeMap;
use subject::Snapshot;
use subject::memory::{BYTES_MAX, Entry, Kind, Memory, decode, encode};

/// The memory of this subject, with what holds for these files.
pub(super) async fn of(snapshot: &Snapshot, subject: &Subject, case: &CaseHandle) -> Memory {
    let kept = case.memory(&key(subject)).await.unwrap_or_default();
    let entries = kept.strip_prefix(probes::SOURCES.as_bytes()).and_then(decode);
    let entries = entries.unwrap_or_default().into_iter();
    let mut files = Files::of(snapshot);
    let holds = |entry: &Entry| files.digest(&entry.path) == Some(entry.file.as_str());
    Memory::of(entries.filter(holds).collect())
}

/// Keeps what is known of these files and what was learnt of them, as far as there is room.
pub(super) fn keep(learnt: Vec<Entry>, snapshot: &Snapshot, subject: &Subject, case: &CaseHandle) {
    if learnt.is_empty() {
        return;
    }
    let mut files = Files::of(snapshot);
    let learnt = learnt.into_iter().filter_map(|entry| {
        let file = files.digest(&entry.path)?.to_owned();
        Some(Entry { file, ..entry })
    });
    let all = snapshot.memory.known().cloned().chain(learnt);
    let all: BTreeMap<(Kind, String), Entry> = all
        .map(|entry| ((entry.kind, entry.path.clone()), entry))
        .collect();
    let mut room = BYTES_MAX;
    let within = |entry: &&Entry| {
        let left = room.checked_sub(entry.size());
        room = left.unwrap_or(room);
        left.is_some()
    };
    let within: Vec<&Entry> = all.values().filter(within).collect();
    let bytes = [probes::SOURCES.as_bytes(), &encode(&within)].concat();
    case.keep_memory(&key(subject), bytes);
}

/// Whose memory it is.
fn key(subject: &Subject) -> Digest {
    Digest::of(format!("memory of {}", subject.address()).as_bytes())
}

/// The digests of the files that are asked for.
struct Files<'a> {
    snapshot: &'a Snapshot,
    known: BTreeMap<&'a str, Digest>,
}

impl<'a> Files<'a> {
    fn of(snapshot: &'a Snapshot) -> Self {
        let known = BTreeMap::new();
        Self { snapshot, known }
    }

    fn digest(&mut self, path: &str) -> Option<&str> {
        let of = |files: &'a BTreeMap<String, subject::File>| files.get_key_value(path);
        let (path, file) = of(&self.snapshot.files).or_else(|| of(&self.snapshot.aside))?;
        let digest = self.known.entry(path).or_insert_with(|| Digest::of(&file.bytes));
        Some(digest.as_str())
    }
}

#[cfg(test)]
mod tests;
