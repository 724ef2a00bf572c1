//! What processes that were killed left behind.

use rustix::io::Errno;
use rustix::process::{Pid, test_kill_process};
use std::fs;
use std::path::{Path, PathBuf};

/// What is in the making by this process, beside `target`: no other process writes there, also not the git
/// that a killed one left running.
pub(super) fn partial(target: &Path) -> PathBuf {
    let mut name = target.as_os_str().to_owned();
    name.push(format!(".partial-{}", std::process::id()));
    name.into()
}

/// Where this process puts a clone that it needs only to find out the commit.
pub(crate) fn passing(custody: &Path) -> PathBuf {
    custody.join(format!("passing-{}", std::process::id()))
}

/// Removes what belongs to processes that are gone.
pub(crate) fn sweep(custody: &Path) {
    for entry in fs::read_dir(custody).into_iter().flatten().flatten() {
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
    Pid::from_raw(number.parse().ok().filter(|number| *number > 0)?)
}

fn is_gone(process: Pid) -> bool {
    test_kill_process(process) == Err(Errno::SRCH)
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
}
