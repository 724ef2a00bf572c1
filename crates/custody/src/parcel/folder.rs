//! A folder without git.

use super::{FILE_BYTES_MAX, FILES_MAX, Fault, Files, refusal};
use crate::directory::plain_file::{self, Kind, kind};
use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

/// Most entries that are looked at.
const ENTRIES_MAX: usize = 10 * FILES_MAX;
/// The bits that make a file a program.
const PROGRAM: u32 = 0o111;

pub(super) fn read(root: &Path, files: &mut Files) -> Result<(), Fault> {
    let mut folders = vec![root.to_owned()];
    let mut left = ENTRIES_MAX;
    while let Some(folder) = folders.pop() {
        let entries = fs::read_dir(&folder).map_err(Fault::damaged)?;
        let entries: BTreeSet<PathBuf> = entries
            .flatten()
            .map(|entry| entry.path())
            .take(left + 1)
            .collect();
        left = left
            .checked_sub(entries.len())
            .ok_or_else(|| Fault::too_large(format!("it has more than {ENTRIES_MAX} entries")))?;
        for path in entries {
            if enter(root, &path, files)? {
                folders.push(path);
            }
        }
    }
    Ok(())
}

/// Takes what is a file, and tells whether it is a folder to go into.
fn enter(root: &Path, path: &Path, files: &mut Files) -> Result<bool, Fault> {
    let Some(name) = path.strip_prefix(root).ok().and_then(Path::to_str) else {
        files.leave(&path.to_string_lossy(), "its name is no text");
        return Ok(false);
    };
    if let Some(why) = refusal(name) {
        files.leave(name, why);
        return Ok(false);
    }
    match kind(path) {
        Some(Kind::Directory) => return Ok(true),
        Some(Kind::File) => {}
        Some(other) => {
            files.leave(name, &format!("it is {}", other.words()));
            return Ok(false);
        }
        None => return Ok(false),
    }
    let is_program = fs::symlink_metadata(path).is_ok_and(|about| about.permissions().mode() & PROGRAM != 0);
    match plain_file::read(path, FILE_BYTES_MAX) {
        Ok(bytes) => files.take(name, bytes, is_program)?,
        Err(error) => files.leave(name, &error.to_string()),
    }
    Ok(false)
}
