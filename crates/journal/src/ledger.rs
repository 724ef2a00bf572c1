//! The ledger of paid calls: a row before the call, the raw answer before anybody reads it.
//!
//! A provider cannot be asked whether it was paid, so exactly-once cannot be had. The ledger bounds the loss to
//! the calls in flight when the process ended. An answer that was entered is given again instead of being
//! bought again, and a row without an answer says that a call was perhaps paid for nothing.

use crate::engine::{Journal, JournalError};
use crate::limits::{Limits, PAUSE, TURN_ATTEMPTS};
use crate::lock::Hold;
use crate::shared::{SharedLedger, SharedTurn};
use crate::store::StoreError;
use crate::store::tables;
pub use crate::store::tables::calls::Begun;
use sha256::Digest;
use std::sync::Arc;

/// Digits of a key that say which turn a call has: files of turns stay, and this many are few.
const TURN_DIGITS: usize = 3;
/// What a journal says of a call that it did not make.
const FROM_ELSEWHERE: &str = "answered in the shared ledger";

/// The right of a process to make a call, until it is dropped or the process ends.
#[derive(Debug)]
pub struct Turn {
    _hold: Option<Arc<Hold>>,
    _shared: Option<SharedTurn>,
}

impl Journal {
    /// Waits until no other process makes this call: then its answer stands in the ledger. After some minutes the call may be
    /// made all the same, since two calls are better than none.
    ///
    /// # Errors
    /// When no file can be locked, or the shared ledger cannot be used.
    pub async fn turn(&self, key: &Digest) -> Result<Turn, JournalError> {
        let hold = self.turn_here(key).await?;
        let shared = match self.ledger() {
            Some(ledger) => ledger.turn(key).await?,
            None => None,
        };
        Ok(Turn {
            _hold: hold,
            _shared: shared,
        })
    }

    /// The same among the processes that have this file.
    async fn turn_here(&self, key: &Digest) -> Result<Option<Arc<Hold>>, JournalError> {
        let digits = key.as_str().get(..TURN_DIGITS).unwrap_or_default();
        let name = format!("call-{digits}");
        for _ in 0..TURN_ATTEMPTS {
            if let Some(hold) = self.holds().share(&name).await? {
                return Ok(Some(hold));
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(None)
    }

    /// Enters a call that is about to be made, or gives the answer that it had. `about` is for people.
    ///
    /// With `anew` an answer from before is not used.
    ///
    /// # Errors
    /// When the file or the shared ledger cannot be used.
    pub async fn begin_call(&self, key: &Digest, about: &str, anew: bool) -> Result<Begun, JournalError> {
        let known = match self.ledger() {
            Some(ledger) => self.begin_shared(ledger, key, about, anew).await?,
            None => None,
        };
        let mut begun = self.begin_here(key, about, anew).await?;
        begun.lost = begun.lost.max(known.unwrap_or_default());
        Ok(begun)
    }

    /// Enters a call in the shared ledger, and its answer here where it has one; gives how often it was perhaps paid and lost.
    async fn begin_shared(
        &self,
        ledger: &SharedLedger,
        key: &Digest,
        about: &str,
        anew: bool,
    ) -> Result<Option<u32>, JournalError> {
        if !anew && self.usable_here(key).await?.is_some() {
            return Ok(None);
        }
        let begun = ledger.begin(key, about, anew).await?;
        if let Some(answer) = begun.answer {
            self.enter_here(key, answer).await?;
        }
        Ok(Some(begun.lost))
    }

    async fn begin_here(&self, key: &Digest, about: &str, anew: bool) -> Result<Begun, JournalError> {
        let (key, about) = (key.clone(), about.to_owned());
        let begin = move |connection: &_| tables::calls::begin(connection, &key, &about, anew);
        Ok(self.store().write(begin).await?)
    }

    /// Enters an answer that another journal has paid.
    async fn enter_here(&self, key: &Digest, answer: String) -> Result<(), JournalError> {
        let key = key.clone();
        let enter = move |connection: &_| {
            tables::calls::begin(connection, &key, FROM_ELSEWHERE, true)?;
            tables::calls::end(connection, &key, Some(&answer))
        };
        Ok(self.store().write(enter).await?)
    }

    /// Enters the raw answer of a call, or that it had none and cost nothing.
    ///
    /// # Errors
    /// When the answer has more than [`Limits::PAYLOAD_BYTES`], or the file or the shared ledger cannot be used.
    pub async fn end_call(&self, key: &Digest, answer: Option<String>) -> Result<(), JournalError> {
        let bytes = answer.as_ref().map_or(0, String::len);
        if bytes > Limits::PAYLOAD_BYTES {
            return Err(StoreError::TooLarge(bytes).into());
        }
        if let Some(ledger) = self.ledger() {
            ledger.end(key, answer.as_deref()).await?;
        }
        let key = key.clone();
        let end = move |connection: &_| tables::calls::end(connection, &key, answer.as_deref());
        Ok(self.store().write(end).await?)
    }

    /// The raw answer to a call that may be used, without making the call.
    ///
    /// # Errors
    /// When the file or the shared ledger cannot be used.
    pub async fn usable_answer(&self, key: &Digest) -> Result<Option<String>, JournalError> {
        let here = self.usable_here(key).await?;
        let (Some(ledger), None) = (self.ledger(), &here) else {
            return Ok(here);
        };
        let there = ledger.usable(key).await?;
        if let Some(answer) = &there {
            self.enter_here(key, answer.clone()).await?;
        }
        Ok(there)
    }

    async fn usable_here(&self, key: &Digest) -> Result<Option<String>, JournalError> {
        let key = key.clone();
        let answer = move |connection: &_| tables::calls::usable(connection, &key);
        Ok(self.store().read(answer).await?)
    }

    /// The last raw answer to a call, also one that is out of use: for looking at a case afterwards.
    ///
    /// # Errors
    /// When the file or the shared ledger cannot be used.
    pub async fn call_answer(&self, key: &Digest) -> Result<Option<String>, JournalError> {
        let key = key.clone();
        let answer = move |connection: &_| tables::calls::answer(connection, &key);
        Ok(self.store().read(answer).await?)
    }

    /// Takes these answers out of use: nobody could use them, so the next one who asks is to ask the provider.
    ///
    /// # Errors
    /// When the file or the shared ledger cannot be used.
    pub async fn discard_calls(&self, keys: &[Digest]) -> Result<(), JournalError> {
        if let Some(ledger) = self.ledger() {
            ledger.discard(keys).await?;
        }
        let keys = keys.to_vec();
        let discard = move |connection: &_| {
            keys.iter()
                .try_for_each(|key| tables::calls::discard(connection, key))
        };
        Ok(self.store().write(discard).await?)
    }
}

#[cfg(test)]
mod tests;
