//! The ledger of paid calls: a row before the call, the raw answer before anybody reads it.
//!
//! A provider cannot be asked whether it was paid, so exactly-once cannot be had. The ledger bounds the loss to
//! the calls in flight when the process ended: an answer that was entered is given again instead of being
//! bought again, and a row without an answer says that a call was perhaps paid for nothing.

use crate::engine::{Journal, JournalError};
use crate::limits::{Limits, PAUSE, TURN_ATTEMPTS};
use crate::lock::Hold;
use crate::store::StoreError;
use crate::store::tables;
pub use crate::store::tables::calls::Begun;
use sha256::Digest;
use std::sync::Arc;

/// Digits of a key that say which turn a call has: files of turns stay, and this many are few.
const TURN_DIGITS: usize = 3;

/// The right of a process to make a call, until it is dropped or the process ends.
#[derive(Debug)]
pub struct Turn {
    _hold: Option<Arc<Hold>>,
}

impl Journal {
    /// Waits until no other process makes this call: then its answer stands in the ledger. After some minutes the call may be
    /// made all the same, since two calls are better than none.
    ///
    /// # Errors
    /// When no file can be locked.
    pub async fn turn(&self, key: &Digest) -> Result<Turn, JournalError> {
        let digits = key.as_str().get(..TURN_DIGITS).unwrap_or_default();
        let name = format!("call-{digits}");
        for _ in 0..TURN_ATTEMPTS {
            if let Some(hold) = self.holds().share(&name).await? {
                return Ok(Turn { _hold: Some(hold) });
            }
            tokio::time::sleep(PAUSE).await;
        }
        Ok(Turn { _hold: None })
    }

    /// Enters a call that is about to be made, or gives the answer that it had. `about` is for people.
    ///
    /// With `anew` an answer from before is not used.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub async fn begin_call(&self, key: &Digest, about: &str, anew: bool) -> Result<Begun, JournalError> {
        let (key, about) = (key.clone(), about.to_owned());
        let begin = move |connection: &_| tables::calls::begin(connection, &key, &about, anew);
        Ok(self.store().write(begin).await?)
    }

    /// Enters the raw answer of a call, or that it had none and cost nothing.
    ///
    /// # Errors
    /// When the answer has more than [`Limits::PAYLOAD_BYTES`], or the file cannot be used.
    pub async fn end_call(&self, key: &Digest, answer: Option<String>) -> Result<(), JournalError> {
        let bytes = answer.as_ref().map_or(0, String::len);
        if bytes > Limits::PAYLOAD_BYTES {
            return Err(StoreError::TooLarge(bytes).into());
        }
        let key = key.clone();
        let end = move |connection: &_| tables::calls::end(connection, &key, answer.as_deref());
        Ok(self.store().write(end).await?)
    }

    /// The raw answer to a call that may be used, without making the call.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub async fn usable_answer(&self, key: &Digest) -> Result<Option<String>, JournalError> {
        let key = key.clone();
        let answer = move |connection: &_| tables::calls::usable(connection, &key);
        Ok(self.store().read(answer).await?)
    }

    /// The last raw answer to a call, also one that is out of use: for looking at a case afterwards.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub async fn call_answer(&self, key: &Digest) -> Result<Option<String>, JournalError> {
        let key = key.clone();
        let answer = move |connection: &_| tables::calls::answer(connection, &key);
        Ok(self.store().read(answer).await?)
    }

    /// Takes these answers out of use: nobody could use them, so the next one who asks is to ask the provider.
    ///
    /// # Errors
    /// When the file cannot be used.
    pub async fn discard_calls(&self, keys: &[Digest]) -> Result<(), JournalError> {
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
