//! `.env` beside the settings file: keys of providers for those who keep them in a file. Only names that providers
//! are known by are read from it, the environment goes before it, and nothing of it is ever shown. Where the file is
//! part of the audited subject, it is the subject's own and is not read.

use crate::input::file;
use panel::provider;
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::OnceLock;

/// The name of the file.
pub(crate) const FILE: &str = ".env";
/// Most bytes of it that are read; one with every key has some hundreds.
const BYTES_MAX: u64 = 64 << 10;

/// The keys of this process.
static KEYS: OnceLock<BTreeMap<String, String>> = OnceLock::new();

/// Reads the keys in this folder. Without a file that can be read there are none: a key that is missing is told
/// where it is needed.
pub(crate) fn load(folder: &Path) {
    let _ = KEYS.get_or_init(|| read(&folder.join(FILE)).map_or_else(BTreeMap::new, |text| parse(&text)));
}

/// The key under this name.
pub(crate) fn key(name: &str) -> Option<String> {
    KEYS.get()?.get(name).cloned()
}

fn read(path: &Path) -> Option<String> {
    file::read_text(path, BYTES_MAX).ok()
}

/// Lines of `NAME=value`, also behind `export` and in quotes; the last one of a name counts.
fn parse(text: &str) -> BTreeMap<String, String> {
    let pair = |line: &str| {
        let line = line.trim();
        let line = line.strip_prefix("export ").unwrap_or(line);
        let (name, value) = line.split_once('=')?;
        let name = name.trim();
        let is_known = provider::key_variables().any(|known| known == name);
        let value = value_of(value.trim());
        (is_known && !value.is_empty()).then(|| (name.to_owned(), value.to_owned()))
    };
    text.lines().filter_map(pair).collect()
}

/// What stands in the quotes, else what stands before a comment.
fn value_of(text: &str) -> &str {
    for quote in ['"', '\''] {
        if let Some(rest) = text.strip_prefix(quote) {
            return rest.split(quote).next().unwrap_or_default();
        }
    }
    text.split(" #").next().unwrap_or_default().trim_end()
}

#[cfg(test)]
mod tests;
