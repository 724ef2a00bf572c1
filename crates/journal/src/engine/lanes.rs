//! One lane for each result: whoever asks for what is being made waits for it instead of making it twice.

use super::{CaseId, JournalError};
use crate::job::Key;
use crate::store::lock;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex as Quick};
use tokio::sync::Mutex;

/// The results that are being made or asked for right now.
#[derive(Clone, Debug, Default)]
pub(super) struct Lanes(Arc<Quick<BTreeMap<Slot, Lane>>>);

/// Where a result is stored: its scope (a case's id, or nothing) and its key.
pub(super) type Slot = (String, Key);

/// What those who wait find when it is their turn: the error of the one before, if there was one, and whose it
/// was. Another case has other tools and may yet succeed, so only the same case shares it.
type Lane = Arc<Mutex<Option<(CaseId, JournalError)>>>;

/// A place in a lane; the lane goes when its last place does.
pub(super) struct Place {
    lanes: Lanes,
    slot: Slot,
    pub(super) lane: Lane,
}

impl Lanes {
    pub(super) fn enter(&self, slot: Slot) -> Place {
        let lane = Arc::clone(lock(&self.0).entry(slot.clone()).or_default());
        Place {
            lanes: self.clone(),
            slot,
            lane,
        }
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut lanes = lock(&self.lanes.0);
        // Two: the map's and this one. New places are only made under the lock.
        if Arc::strong_count(&self.lane) == 2 {
            lanes.remove(&self.slot);
        }
    }
}
