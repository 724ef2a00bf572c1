//! The ledger of paid calls: a row before the call, the raw answer before anybody reads it.
//!
//! A provider cannot be asked whether it was paid, so exactly-once cannot be had. The ledger bounds the loss to
//! the calls in flight when the process ended: an answer that was entered is given again instead of being
//! bought again, and a row without an answer says that a call was perhaps paid for nothing.

use crate::engine::{Journal, JournalError};
use crate::limits::Limits;
use crate::store::StoreError;
use crate::store::tables;
pub use crate::store::tables::calls::Begun;
use sha256::Digest;

impl Journal {
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
