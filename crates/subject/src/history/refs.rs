//! What a repository says beside its commits: in the names of its branches and tags, in the messages of its tags and in
//! notes on commits. Names move and notes come later, so all of it is as it was when the repository was taken into custody.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Most names of branches and tags that are kept; few repositories have a tenth of them.
pub const NAMES_MAX: usize = 5_000;
/// Most characters of a name that are kept; a file system allows half as many.
pub const NAME_CHARS_MAX: usize = 500;
/// Most tags whose messages are kept, the last by name: numbers of versions grow.
pub const TAGS_MAX: usize = 500;
/// Most notes that are kept.
pub const NOTES_MAX: usize = 200;
/// Most characters of the message of a tag, or of a note, that are kept; as of a commit's.
pub const MESSAGE_CHARS_MAX: usize = super::BODY_CHARS_MAX;
/// Where notes stand that git shows beside commits.
pub const NOTES: &str = "refs/notes/commits";

/// Names, messages and notes. Untrusted texts that no fact is taken from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Refs {
    /// Full names of branches and tags: `refs/tags/v1`.
    pub names: Vec<String>,
    /// Messages of tags, by full name.
    pub tags: BTreeMap<String, String>,
    /// Notes, by the full id of what each is on.
    pub notes: BTreeMap<String, String>,
    /// What of it is left out, by name, with the reason.
    pub left_out: Vec<(String, String)>,
}

impl Refs {
    /// Says that something of it is left out, and why.
    pub fn leave_out(&mut self, what: &str, why: &str) {
        self.left_out.push((what.to_owned(), why.to_owned()));
    }
}

/// The message of a tag, without its signature; `None` where the bytes are no tag.
pub fn message(tag: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(tag);
    let (head, message) = text.split_once("\n\n")?;
    let is_tag = head.starts_with("object ") && head.contains("\ntag ");
    let message = message.split("-----BEGIN ").next().unwrap_or_default();
    is_tag.then(|| cut(message, MESSAGE_CHARS_MAX))
}

/// The first characters of a text.
pub fn cut(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

#[cfg(test)]
mod tests;
