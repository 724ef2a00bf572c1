//! Temporary files: complete under a name of their own before they get their real one.
//!
//! A process that is killed leaves its files behind, and nobody knows them but the next one that writes to the same
//! directory. So whoever writes holds a shared lock of the directory, and whoever gets the lock for himself alone may
//! clear away all such files that he finds. Where a system has no locks of directories, nothing is cleared away.

use std::fs::{self, File};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Duration;
use tempfile::{Builder, NamedTempFile};

/// How they are called, and how many letters of chance follow.
const PREFIX: &str = ".auditor-draft-";
const CHANCE_CHARS: usize = 6;
/// Most files that are cleared away at once; no audit makes more than a dozen.
const CLEARED_MAX: usize = 1_000;
/// How long somebody else's clearing away is waited for; it takes a moment.
const ATTEMPTS: u32 = 20;
const PAUSE: Duration = Duration::from_millis(10);

/// The right to make temporary files in a directory, as long as it lives.
pub(super) struct TemporaryFiles {
    directory: PathBuf,
    /// Holds the lock, where the system has one.
    _lock: Option<File>,
}

impl TemporaryFiles {
    /// Clears away what killed processes left, unless somebody is writing here.
    pub(super) fn of(directory: &Path) -> Self {
        let lock = File::open(directory).ok();
        if let Some(alone) = lock.as_ref().filter(|lock| lock.try_lock().is_ok()) {
            clear(directory);
            let _freed_anyway_when_closed = alone.unlock();
        }
        Self {
            directory: directory.to_owned(),
            _lock: lock.filter(is_shared),
        }
    }

    /// A file with these bytes, safe on the disk; gone when it is dropped.
    pub(super) fn with(&self, bytes: &[u8]) -> io::Result<NamedTempFile> {
        let mut file = named(
            Builder::new().prefix(PREFIX).rand_bytes(CHANCE_CHARS),
            &self.directory,
        )?;
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        Ok(file)
    }
}

fn is_shared(lock: &File) -> bool {
    (0..ATTEMPTS).any(|attempt| {
        if attempt > 0 {
            thread::sleep(PAUSE);
        }
        lock.try_lock_shared().is_ok()
    })
}

fn clear(directory: &Path) {
    let Ok(entries) = fs::read_dir(directory) else {
        return;
    };
    let left = entries.flatten().filter(|entry| {
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        is_file && entry.file_name().to_str().is_some_and(is_temporary)
    });
    for entry in left.take(CLEARED_MAX) {
        // What cannot be removed does no harm beside the reports.
        let _ = fs::remove_file(entry.path());
    }
}

fn is_temporary(name: &str) -> bool {
    let chance = name.strip_prefix(PREFIX);
    chance.is_some_and(|rest| rest.len() == CHANCE_CHARS && rest.bytes().all(|c| c.is_ascii_alphanumeric()))
}

#[cfg(unix)]
fn named(builder: &mut Builder<'_, '_>, directory: &Path) -> io::Result<NamedTempFile> {
    use std::os::unix::fs::PermissionsExt as _;
    // Reports are for everybody whom the user's own mask lets read files.
    let permissions = fs::Permissions::from_mode(0o666);
    builder.permissions(permissions).tempfile_in(directory)
}

#[cfg(not(unix))]
fn named(builder: &mut Builder<'_, '_>, directory: &Path) -> io::Result<NamedTempFile> {
    builder.tempfile_in(directory)
}

#[cfg(test)]
mod tests;
