//! A room for one case: everything that the program may see, and a look at all of it from outside.

use std::fs;
use std::os::unix::fs::{MetadataExt as _, PermissionsExt as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// Directories of a room; the program may write into the last three.
const DIRECTORIES: [&str; 5] = ["work", "home", "out", "data", "tmp"];
/// Directories that the program may write into.
const WRITABLE: [&str; 3] = ["out", "data", "tmp"];

/// A secret of the auditor, which no output may hold.
pub(crate) const KEY: &str = "room-key-6f1d2c7be09a";
/// A file of the machine that no output may quote.
pub(crate) const PASSWORDS: &str = "/etc/passwd";

pub(crate) struct Room {
    place: TempDir,
}

/// Path, kind and size, and when it was last changed.
pub(crate) type Listing = Vec<(PathBuf, u32, u64, i64, i64)>;

impl Room {
    pub(crate) fn new() -> Self {
        let place = tempfile::Builder::new().prefix("room-").tempdir().unwrap();
        for name in DIRECTORIES {
            fs::create_dir(place.path().join(name)).unwrap();
        }
        Self { place }
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.place.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, content).unwrap();
    }

    /// A program that leaves a mark when it is run.
    pub(crate) fn trap(&self, name: &str) -> String {
        let mark = self.path("work/sprung").display().to_string();
        self.write(name, format!("#!/bin/sh\necho \"$0 $*\" >> '{mark}'\ncat\n"));
        fs::set_permissions(self.path(name), fs::Permissions::from_mode(0o755)).unwrap();
        self.path(name).display().to_string()
    }

    /// What stands in the room besides what the program may write.
    pub(crate) fn listing(&self) -> Listing {
        let mut found = Vec::new();
        let mut directories = vec![self.place.path().to_owned()];
        while let Some(directory) = directories.pop() {
            for entry in fs::read_dir(&directory).into_iter().flatten().flatten() {
                let (path, kept) = (entry.path(), fs::symlink_metadata(entry.path()).unwrap());
                if WRITABLE.iter().any(|name| path == self.path(name)) {
                    continue;
                }
                if kept.is_dir() {
                    directories.push(path.clone());
                }
                let relative = path.strip_prefix(self.place.path()).unwrap().to_owned();
                found.push((relative, kept.mode(), kept.len(), kept.mtime(), kept.mtime_nsec()));
            }
        }
        found.sort();
        found
    }

    /// A command that sees nothing but the room.
    pub(crate) fn command(&self, program: &str, directory: &Path) -> Command {
        #[expect(
            clippy::disallowed_methods,
            reason = "the program under test, and git to make subjects"
        )]
        let mut command = Command::new(program);
        command
            .current_dir(directory)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            .stdin(Stdio::null());
        command
    }
}
