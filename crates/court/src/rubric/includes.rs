//! Files that a rubric includes: protocols and rules beside it, or a protocol that was given with it.

use crate::input::InputError;
use crate::text::clipped;
use sha256::Digest;
use std::cell::RefCell;

/// Most files included by one rubric.
const FILES_MAX: usize = 100;
/// Longest name of one, in bytes.
const NAME_BYTES_MAX: usize = 1_024;

/// Hands out the files that a rubric includes by their names, and remembers what they said.
pub struct Includes<'a> {
    /// The protocol that was given with the rubric: what it is called, and its text.
    given: Option<(&'a str, &'a str)>,
    read: &'a dyn Fn(&str) -> Result<String, String>,
    /// The texts handed out, for the digest.
    texts: RefCell<Vec<String>>,
}

impl<'a> Includes<'a> {
    /// Reads with `read`, which says why it cannot; it is asked for plain names below the rubric's folder alone.
    pub fn new(read: &'a dyn Fn(&str) -> Result<String, String>) -> Self {
        Self {
            given: None,
            read,
            texts: RefCell::default(),
        }
    }

    /// With a protocol that counts before what the rubric names.
    #[must_use]
    pub fn with_protocol(self, name: &'a str, text: &'a str) -> Self {
        let given = Some((name, text));
        Self { given, ..self }
    }

    /// The name and the text of the protocol that was given with the rubric.
    pub(super) fn given(&self) -> Option<(&'a str, &'a str)> {
        let (_, text) = self.given?;
        self.texts.borrow_mut().push(text.to_owned());
        self.given
    }

    /// The text of the file that the rubric names at `at`.
    pub(super) fn text(&self, at: &str, name: &str) -> Result<String, InputError> {
        let mut parts = name.split(['/', '\\']);
        let is_below = parts.all(|part| !part.is_empty() && part != "..");
        if !is_below || name.len() > NAME_BYTES_MAX || name.contains([':', '\0']) {
            let problem = format!("`{}` is no path below the rubric's folder", clipped(name));
            return Err(InputError::new(at, problem).with_fix("put the file beside the rubric and name it"));
        }
        if self.texts.borrow().len() >= FILES_MAX {
            let problem = format!("more than {FILES_MAX} files beside the rubric");
            return Err(InputError::new(at, problem));
        }
        let text = (self.read)(name).map_err(|why| {
            let problem = format!("`{}` cannot be read: {why}", clipped(name));
            InputError::new(at, problem).with_fix("names are looked up in the folder of the rubric")
        })?;
        self.texts.borrow_mut().push(text.clone());
        Ok(text)
    }

    /// The digest of a rubric's text and all that it included.
    pub(super) fn digest(&self, text: &str) -> Digest {
        let texts = self.texts.borrow();
        if texts.is_empty() {
            return Digest::of(text.as_bytes());
        }
        let parts = std::iter::once(text).chain(texts.iter().map(String::as_str));
        let digests: Vec<String> = parts.map(|part| Digest::of(part.as_bytes()).into()).collect();
        Digest::of(digests.join("\n").as_bytes())
    }
}
