//! Directories of one process, and what processes that were killed left behind.

use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// What is in the making by this process, beside `target`: no other process writes there, also not the git
/// that a killed one left running.
pub(crate) fn partial(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(format!(".partial-{}", std::process::id()));
    name.into()
}

/// Where this process puts a clone that it needs only to find out the commit.
#[must_use]
pub fn clone_directory(custody: &Path) -> PathBuf {
    custody.join(format!("passing-{}", std::process::id()))
}

/// How directories of this program among the temporary files begin.
const PREFIX: &str = "auditor-passing-";

/// A temporary directory for a look without any memory; it goes when this is dropped, or with the next sweep.
///
/// # Errors
/// Where the disk refuses.
pub fn directory() -> io::Result<TempDir> {
    let prefix = format!("{PREFIX}{}-", std::process::id());
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

fn process(number: &str) -> Option<Pid> {
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
mod tests {
    use super::*;

    #[test]
    fn only_what_belongs_to_processes_that_are_gone_is_removed() {
        let room = tempfile::tempdir().unwrap();
        // No system has as many processes as this.
        let gone = i32::MAX;
        let mine = std::process::id();
        let kept = [
            format!("0123.partial-{mine}"),
            format!("passing-{mine}"),
            "0123".into(),
            "passing-x".into(),
        ];
        let swept = [
            format!("0123.partial-{gone}"),
            format!("passing-{gone}"),
            format!("passing-{gone}.partial-{gone}"),
        ];
        for name in kept.iter().chain(&swept) {
            fs::create_dir_all(room.path().join(name).join("clone")).unwrap();
        }
        sweep(room.path());
        for name in &kept {
            assert!(room.path().join(name).exists(), "{name}");
        }
        for name in &swept {
            assert!(!room.path().join(name).exists(), "{name}");
        }
    }

    #[test]
    fn temporary_directories_of_processes_that_are_gone_are_removed_and_no_others() {
        let temporary = tempfile::tempdir().unwrap();
        let mine = format!("{PREFIX}{}-a1", std::process::id());
        let gone = format!("{PREFIX}{}-a1", i32::MAX);
        for name in [mine.as_str(), &gone, "auditor-passing-x", "other"] {
            fs::create_dir_all(temporary.path().join(name).join("custody")).unwrap();
        }
        sweep_directories(temporary.path());
        let mut left: Vec<String> = fs::read_dir(temporary.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        left.sort();
        assert_eq!(left, [mine.as_str(), "auditor-passing-x", "other"]);
    }
}
