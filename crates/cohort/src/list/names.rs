//! Names that submissions get: ids where the list has none, and folders for their outputs.

use super::Entry;
use sha256::Digest;
use std::collections::BTreeSet;

/// Longest name of a folder.
const FOLDER_CHARS_MAX: usize = 64;
/// Digits of a digest that tell two folders apart.
const DIGEST_DIGITS: usize = 8;
/// What the outputs of a whole class are called; no submission's folder begins so.
const RESERVED: [&str; 3] = ["cohort", "uploads", "feedback"];
/// Names that some systems keep for devices.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com1", "lpt1"];

/// What an address calls a repository: the last part of it.
pub(super) fn of_address(address: &str) -> String {
    let parts = parts(address);
    parts
        .last()
        .map_or_else(|| address.to_owned(), |name| (*name).to_owned())
}

/// Owner and name.
pub(super) fn of_whole_address(address: &str) -> String {
    let parts = parts(address);
    parts[parts.len().saturating_sub(2)..].join("-")
}

fn parts(address: &str) -> Vec<&str> {
    let address = address.trim_end_matches('/');
    let address = address.strip_suffix(".git").unwrap_or(address);
    let address = address.strip_suffix(".zip").unwrap_or(address);
    address
        .split(['/', ':'])
        .filter(|part| !part.is_empty())
        .collect()
}

/// Gives every submission a folder that follows from its id; what two would share, neither gets.
pub(super) fn give_folders(entries: &mut [Entry]) {
    let shared = shared(entries);
    for entry in entries {
        entry.folder = if shared.contains(&entry.id.to_lowercase()) || !is_plain(&entry.id) {
            with_digest(&entry.id)
        } else {
            entry.id.clone()
        };
    }
}

/// The ids, in small letters, that two or more have: some systems do not tell small letters from large ones.
pub(super) fn shared(entries: &[Entry]) -> BTreeSet<String> {
    let (mut seen, mut shared) = (BTreeSet::new(), BTreeSet::new());
    for entry in entries {
        let id = entry.id.to_lowercase();
        if !seen.insert(id.clone()) {
            shared.insert(id);
        }
    }
    shared
}

fn is_plain(id: &str) -> bool {
    let lower = id.to_lowercase();
    id.len() <= FOLDER_CHARS_MAX
        && id.starts_with(|c: char| c.is_ascii_alphanumeric())
        && id.chars().all(|c| c.is_ascii_alphanumeric() || "._-".contains(c))
        && !id.ends_with('.')
        && !RESERVED.iter().any(|name| lower.starts_with(name))
        && !DEVICES.contains(&lower.split('.').next().unwrap_or_default())
        // Else it could be taken for the folder of another id.
        && !has_digest(id)
}

/// Whether a name ends like one that was made unlike others.
fn has_digest(id: &str) -> bool {
    let end = id.rsplit_once('-').map_or("", |(_, end)| end);
    end.len() == DIGEST_DIGITS && end.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'))
}

fn with_digest(id: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || "._-".contains(c) {
            c
        } else {
            '-'
        }
    };
    let readable: String = id
        .chars()
        .map(plain)
        .take(FOLDER_CHARS_MAX - DIGEST_DIGITS - 1)
        .collect();
    let readable = readable.trim_matches(['-', '.', '_']);
    let lower = readable.to_lowercase();
    let is_kept = !readable.is_empty() && !RESERVED.iter().any(|name| lower.starts_with(name));
    let readable = if is_kept { readable } else { "id" };
    let digest = Digest::of(id.as_bytes());
    format!("{readable}-{}", &digest.as_str()[..DIGEST_DIGITS])
}
