//! Recordings of calls: a directory with a file for each, named by the digest of its request.

use super::{Ailment, Asking, Chat, Reply, Request, Trouble};
use serde::{Deserialize, Serialize};
use sha256::Digest;
use std::path::{Path, PathBuf};

/// Bytes of a recording that are read.
const RECORDING_BYTES: u64 = 8 << 20;

/// One recorded call.
#[derive(Serialize, Deserialize)]
struct Recording {
    reply: Reply,
}

/// Writes the raw answer of a call, as the ledger has it, into the recordings of `directory`.
///
/// # Errors
/// When the directory or the file cannot be written.
pub fn record(directory: &Path, key: &Digest, reply: &Reply) -> std::io::Result<()> {
    std::fs::create_dir_all(directory)?;
    let recording = Recording { reply: reply.clone() };
    let mut text = serde_json::to_string_pretty(&recording)?;
    text.push('\n');
    std::fs::write(file(directory, key), text)
}

fn file(directory: &Path, key: &Digest) -> PathBuf {
    directory.join(format!("{key}.json"))
}

/// A chat that only knows what was recorded.
pub struct Player {
    directory: PathBuf,
}

impl Player {
    /// Plays the recordings of a directory.
    pub fn new(directory: &Path) -> Self {
        Self {
            directory: directory.to_owned(),
        }
    }

    fn play(&self, request: &Request) -> Result<Reply, Trouble> {
        let path = file(&self.directory, &request.key());
        let missing = |why: &dyn std::fmt::Display| {
            let message = format!(
                "no recording of this call to {}:{} ({why})",
                request.provider, request.model
            );
            Trouble::new(Ailment::Unrecorded, &message)
        };
        let about = std::fs::metadata(&path).map_err(|error| missing(&error))?;
        if !about.is_file() || about.len() > RECORDING_BYTES {
            return Err(missing(&"not a recording"));
        }
        let text = std::fs::read_to_string(&path).map_err(|error| missing(&error))?;
        let recording: Recording = serde_json::from_str(&text).map_err(|error| missing(&error))?;
        Ok(recording.reply)
    }
}

impl Chat for Player {
    fn ask<'a>(&'a self, request: &'a Request) -> Asking<'a> {
        let answer = self.play(request);
        Box::pin(async move { answer })
    }
}
