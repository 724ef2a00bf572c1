//! What a worker is to do.

use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// Longest order.
pub(crate) const ORDER_BYTES_MAX: usize = 1 << 20;
/// Flags that a worker gives itself: where it writes, and where its journal is.
const OWN: [&str; 3] = ["--out", "--data", "--jobs"];

/// One audit, with paths as they are meant where the order was given.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Order {
    /// What the program is told, but where to write to and where its journal is.
    pub arguments: Vec<String>,
    /// Where its paths are meant from.
    pub place: PathBuf,
    /// How many seconds it may take.
    pub seconds: u64,
}

impl Order {
    /// Reads an order, and refuses one that would have a worker write elsewhere.
    ///
    /// # Errors
    /// In words for who gave it.
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, String> {
        let order: Self =
            serde_json::from_slice(bytes).map_err(|error| format!("the order cannot be read: {error}"))?;
        let own = order.arguments.iter().find(|argument| {
            let name = argument.split('=').next().unwrap_or_default();
            OWN.contains(&name)
        });
        match own {
            Some(flag) => Err(format!("a worker says itself what {flag} is")),
            None => Ok(order),
        }
    }

    pub(crate) fn limit(&self) -> Duration {
        Duration::from_secs(self.seconds)
    }

    pub(crate) fn words(&self) -> Vec<OsString> {
        self.arguments.iter().map(OsString::from).collect()
    }
}

#[cfg(test)]
mod tests;
