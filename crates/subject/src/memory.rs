//! What was derived from single files before. Whoever keeps it hands it in with a snapshot, and takes what is derived anew.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

/// Most bytes that are remembered of one subject: those of some thousand files of Python or ten thousand of other languages. What is
/// beyond is derived each time. They are held twice while they are handed on.
pub const BYTES_MAX: usize = 8 << 20;

/// What is remembered of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Kind {
    /// What its source code is made of.
    Facts,
    /// Its tree, where it is Python.
    Module,
    /// Which commits its lines come from.
    Origins,
    /// That it says nothing to whoever judges.
    Silence,
}

/// One thing that was derived from a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// What it is.
    pub kind: Kind,
    /// Where the file lies.
    pub path: String,
    /// The digest of the file, as the keeper of the memory has it; others leave it empty.
    pub file: String,
    /// All else that it was derived from.
    pub about: String,
    /// It.
    #[serde(skip)]
    pub bytes: Vec<u8>,
}

impl Entry {
    /// About how many bytes it takes.
    #[must_use]
    pub fn size(&self) -> usize {
        self.bytes.len() + self.about.len()
    }
}

/// By what an entry is found: one file has one of each kind.
type Place = (Kind, String);

/// What is remembered, and what is derived anew.
#[derive(Debug, Default)]
pub struct Memory {
    is_kept: bool,
    known: BTreeMap<Place, Entry>,
    /// With its bytes in all.
    fresh: Mutex<(usize, Vec<Entry>)>,
}

impl Memory {
    /// A memory that somebody keeps, which has this.
    #[must_use]
    pub fn of(entries: Vec<Entry>) -> Self {
        let known = entries
            .into_iter()
            .map(|entry| ((entry.kind, entry.path.clone()), entry));
        Self {
            is_kept: true,
            known: known.collect(),
            ..Self::default()
        }
    }

    /// Whether somebody keeps it.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// All that was known from the start.
    pub fn known(&self) -> impl Iterator<Item = &Entry> {
        self.known.values()
    }

    /// What was derived from a file and all that it is about; nothing where that is not remembered or damaged.
    pub fn recall<T: DeserializeOwned>(&self, kind: Kind, path: &str, about: &str) -> Option<T> {
        if self.known.is_empty() {
            return None;
        }
        let entry = self.known.get(&(kind, path.to_owned()))?;
        let is_it = entry.about == about;
        is_it.then(|| postcard::from_bytes(&entry.bytes).ok()).flatten()
    }

    /// Remembers what was derived, where somebody keeps it and there is room.
    pub fn learn<T: Serialize>(&self, kind: Kind, path: &str, about: &str, derived: &T) {
        if !self.is_kept {
            return;
        }
        let Ok(bytes) = postcard::to_allocvec(derived) else {
            return;
        };
        let mut fresh = self.fresh.lock().unwrap_or_else(PoisonError::into_inner);
        let entry = Entry {
            kind,
            path: path.to_owned(),
            file: String::new(),
            about: about.to_owned(),
            bytes,
        };
        if fresh.0 + entry.size() <= BYTES_MAX {
            fresh.0 += entry.size();
            fresh.1.push(entry);
        }
    }

    /// What is remembered, or else is derived now.
    pub fn recall_or<T: Serialize + DeserializeOwned>(
        &self,
        kind: Kind,
        path: &str,
        about: &str,
        derive: impl FnOnce() -> T,
    ) -> T {
        self.recall(kind, path, about).unwrap_or_else(|| {
            let derived = derive();
            self.learn(kind, path, about, &derived);
            derived
        })
    }

    /// What was derived anew since it was last taken.
    pub fn take_fresh(&self) -> Vec<Entry> {
        let mut fresh = self.fresh.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::take(&mut fresh.1)
    }
}

/// Entries as bytes: their heads with the lengths of what follows, then that.
#[must_use]
pub fn encode(entries: &[&Entry]) -> Vec<u8> {
    let heads: Vec<(&Entry, usize)> = entries.iter().map(|entry| (*entry, entry.bytes.len())).collect();
    let mut all = postcard::to_allocvec(&heads).unwrap_or_default();
    all.reserve_exact(entries.iter().map(|entry| entry.bytes.len()).sum());
    for entry in entries {
        all.extend(&entry.bytes);
    }
    all
}

/// The entries of these bytes; nothing where they are none.
#[must_use]
pub fn decode(bytes: &[u8]) -> Option<Vec<Entry>> {
    let (heads, mut rest) = postcard::take_from_bytes::<Vec<(Entry, usize)>>(bytes).ok()?;
    let mut entries = Vec::with_capacity(heads.len());
    for (mut entry, length) in heads {
        let (own, others) = rest.split_at_checked(length)?;
        entry.bytes = own.to_vec();
        entries.push(entry);
        rest = others;
    }
    rest.is_empty().then_some(entries)
}

#[cfg(test)]
mod tests;
