//! Directories of one process, and what processes that were killed left behind.

use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use tempfile::TempDir;

/// The processes among which ours has its number: containers that share a directory count each by themselves.
static SPACE: LazyLock<String> = LazyLock::new(|| {
    let link = fs::read_link("/proc/self/ns/pid").unwrap_or_default();
    let digits = link.to_string_lossy();
    digits.chars().filter(char::is_ascii_digit).collect()
});

/// How this process is named among all that may write beside it: `417.4026531836`.
fn ours() -> String {
    format!("{}.{}", std::process::id(), *SPACE)
}

/// What is in the making by this process, beside `target`: no other process writes there, also not the git
/// that a killed one left running.
pub(crate) fn partial(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(format!(".partial-{}", ours()));
    name.into()
}

/// Where this process puts a clone that it needs only to find out the commit.
pub fn clone_directory(custody: &Path) -> PathBuf {
    custody.join(format!("passing-{}", ours()))
}

/// How directories of this program among the temporary files begin.
const PREFIX: &str = "auditor-passing-";

/// A temporary directory for a look without any memory; it goes when this is dropped, or with the next sweep.
///
/// # Errors
/// Where the disk refuses.
pub fn directory() -> io::Result<TempDir> {
    let prefix = format!("{PREFIX}{}-", ours());
    tempfile::Builder::new().prefix(&prefix).tempdir()
}

/// Removes temporary directories of processes that are gone; those of other users stay.
pub fn sweep_directories(temporary: &Path) {
    sweep_by(temporary, |name| {
        process(name.strip_prefix(PREFIX)?.split('-').next()?)
    });
}

/// Removes clones in the making of processes that are gone.
pub fn sweep(custody: &Path) {
    sweep_by(custody, owner);
}

fn sweep_by(directory: &Path, owner: fn(&str) -> Option<Pid>) {
    for entry in fs::read_dir(directory).into_iter().flatten().flatten() {
        if entry.file_name().to_str().and_then(owner).is_some_and(is_gone) {
            // What cannot be removed costs disk and nothing else.
            let _ = fs::remove_dir_all(entry.path());
        }
    }
}

/// The process that a name speaks of.
fn owner(name: &str) -> Option<Pid> {
    let number = name
        .split_once(".partial-")
        .map(|(_, number)| number)
        .or_else(|| name.strip_prefix("passing-"))?;
    process(number)
}

/// The process of a name, where it is one whose end could be seen from here.
fn process(name: &str) -> Option<Pid> {
    let (number, space) = name.split_once('.')?;
    if space != *SPACE {
        return None;
    }
    Pid::from_raw(number.parse().ok().filter(|number| *number > 0)?)
}

fn is_gone(process: Pid) -> bool {
    test_kill_process(process) == Err(Errno::SRCH)
}

/// Removes a directory with all that is in it, where there is one.
pub(crate) fn remove(directory: &Path) -> io::Result<()> {
    match fs::remove_dir_all(directory) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests;
