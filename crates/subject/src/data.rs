//! Configuration files as one kind of tree, whatever they are written in, with the line of everything.

pub mod ini;
pub mod json;
#[cfg(test)]
mod tests;
pub mod toml;
pub mod xml;
pub mod yaml;

/// Longest file that is read, in bytes; custody keeps no longer text.
pub const BYTES_MAX: usize = 2 << 20;
/// Deepest nesting that is read; hand-written files have a fifth of it.
pub const DEPTH_MAX: usize = 64;
/// Most values of one file, aliases expanded; the largest lock files have about half as many.
pub const VALUES_MAX: usize = 200_000;

/// A value and where it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Node {
    /// 1-based; of a text of several lines the first line of its content.
    pub line: u32,
    /// What stands there.
    pub value: Value,
}

/// What stands at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// Nothing.
    Null,
    /// A yes or no.
    Bool(bool),
    /// A number or date, as written.
    Number(String),
    Text(String),
    List(Vec<Node>),
    /// Keys and values, in the order of the file.
    Map(Vec<Entry>),
}

/// One key and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    pub key: String,
    /// Line of the key.
    pub line: u32,
    /// The value.
    pub node: Node,
}

/// Why a file has no tree: in words, with the line where one is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unreadable {
    /// Where reading stopped.
    pub line: u32,
    pub why: String,
}

impl Unreadable {
    pub fn new(line: u32, why: impl Into<String>) -> Self {
        Self {
            line,
            why: why.into(),
        }
    }
}

impl Node {
    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&Self> {
        self.entries()
            .iter()
            .find(|entry| entry.key == key)
            .map(|entry| &entry.node)
    }

    /// The value at the end of a row of keys.
    pub fn at(&self, keys: &[&str]) -> Option<&Self> {
        keys.iter().try_fold(self, |node, key| node.get(key))
    }

    /// The keys and values of a map; none of anything else.
    pub fn entries(&self) -> &[Entry] {
        match &self.value {
            Value::Map(entries) => entries,
            _ => &[],
        }
    }

    /// The keys and values of the map at the end of a row of keys.
    pub fn entries_at(&self, keys: &[&str]) -> &[Entry] {
        self.at(keys).map_or(&[], Self::entries)
    }

    /// The members of a list; none of anything else.
    pub fn items(&self) -> &[Self] {
        match &self.value {
            Value::List(items) => items,
            _ => &[],
        }
    }

    /// The members of the list at the end of a row of keys.
    pub fn items_at(&self, keys: &[&str]) -> &[Self] {
        self.at(keys).map_or(&[], Self::items)
    }

    /// The text, where it is one.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) => Some(text),
            _ => None,
        }
    }

    /// A scalar as it is written: a version may be text or a number.
    pub fn scalar(&self) -> Option<&str> {
        match &self.value {
            Value::Text(text) | Value::Number(text) => Some(text),
            Value::Bool(true) => Some("true"),
            Value::Bool(false) => Some("false"),
            _ => None,
        }
    }

    /// The text of a key.
    pub fn text_at(&self, keys: &[&str]) -> Option<&str> {
        self.at(keys)?.text()
    }

    /// Whether a key is set to yes.
    pub fn is_true(&self, keys: &[&str]) -> bool {
        self.at(keys).is_some_and(|node| node.value == Value::Bool(true))
    }

    /// Its text, or the texts of its members, with their lines.
    pub fn texts(&self) -> Vec<(&str, u32)> {
        let own = self.text().map(|text| (text, self.line));
        let items = self
            .items()
            .iter()
            .filter_map(|item| Some((item.text()?, item.line)));
        own.into_iter().chain(items).collect()
    }
}

/// The 1-based line of a byte of a text.
pub fn line_of(text: &str, at: usize) -> u32 {
    let before = &text.as_bytes()[..at.min(text.len())];
    let breaks = before.iter().filter(|byte| **byte == b'\n').count();
    u32::try_from(breaks + 1).unwrap_or(u32::MAX)
}

/// Refuses a text that is too long to be read.
pub fn admit(text: &str) -> Result<&str, Unreadable> {
    if text.len() > BYTES_MAX {
        return Err(Unreadable::new(1, format!("longer than {BYTES_MAX} bytes")));
    }
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text))
}
