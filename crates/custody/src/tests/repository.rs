//! A repository in a temporary directory, made by git with fixed dates and names.

use crate::{Custody, CustodyError, Limits, SeizeOptions, Subject, seize};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use subject::Snapshot;
use tempfile::TempDir;

/// A repository with room beside it.
pub(super) struct Repository {
    room: TempDir,
    commits: std::cell::Cell<u32>,
}

impl Repository {
    /// A repository without commits.
    pub(super) fn new() -> Self {
        let repository = Self {
            room: tempfile::tempdir().expect("a temporary directory"),
            commits: std::cell::Cell::new(0),
        };
        fs::create_dir(repository.path()).expect("a fresh directory");
        repository.git(["init", "--quiet", "--initial-branch=main"]);
        repository
    }

    /// Its working tree.
    pub(super) fn path(&self) -> PathBuf {
        self.room.path().join("subject")
    }

    /// A path beside it.
    pub(super) fn beside(&self, name: &str) -> PathBuf {
        self.room.path().join(name)
    }

    pub(super) fn write(&self, path: &str, content: impl AsRef<[u8]>) {
        let path = self.path().join(path);
        fs::create_dir_all(path.parent().expect("a path in the tree")).expect("directories");
        fs::write(path, content).expect("a file");
    }

    /// Commits everything; returns the id.
    pub(super) fn commit(&self, subject: &str) -> String {
        self.git(["add", "--all"]);
        self.git(["commit", "--quiet", "--allow-empty", "--message", subject]);
        self.head()
    }

    pub(super) fn head(&self) -> String {
        self.git(["rev-parse", "HEAD"])
    }

    /// Runs git in it; returns what it prints.
    pub(super) fn git<S: AsRef<OsStr>>(&self, arguments: impl IntoIterator<Item = S>) -> String {
        let count = self.commits.get() + 1;
        self.commits.set(count);
        let output = git(&self.path(), arguments, count);
        let messages = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git: {messages}");
        String::from_utf8(output.stdout).expect("text").trim().to_owned()
    }
}

fn git<S: AsRef<OsStr>>(directory: &Path, arguments: impl IntoIterator<Item = S>, minute: u32) -> Output {
    let date = format!("2024-03-01T{:02}:{:02}:00Z", 8 + minute / 60 % 12, minute % 60);
    #[expect(
        clippy::disallowed_methods,
        reason = "the tests make their repositories with git"
    )]
    let mut command = std::process::Command::new("git");
    command
        .current_dir(directory)
        .env_clear()
        .env("PATH", std::env::var_os("PATH").unwrap_or_default())
        .envs([
            ("HOME", "/nonexistent"),
            ("GIT_CONFIG_NOSYSTEM", "1"),
            ("GIT_CONFIG_GLOBAL", "/dev/null"),
            ("GIT_AUTHOR_NAME", "Ann"),
            ("GIT_AUTHOR_EMAIL", "ann@example.org"),
            ("GIT_COMMITTER_NAME", "Bob"),
            ("GIT_COMMITTER_EMAIL", "bob@example.org"),
            ("GIT_AUTHOR_DATE", &date),
            ("GIT_COMMITTER_DATE", &date),
        ])
        .args(arguments);
    command.output().expect("git is installed")
}

/// Takes it into custody with the usual limits.
pub(super) async fn seized(repository: &Repository, rev: Option<&str>) -> Result<Custody, CustodyError> {
    seized_within(repository, rev, Limits::default()).await
}

pub(super) async fn seized_within(
    repository: &Repository,
    rev: Option<&str>,
    limits: Limits,
) -> Result<Custody, CustodyError> {
    let subject = Subject::parse(repository.path().to_str().unwrap()).unwrap();
    let directory = repository.beside("custody");
    let options = SeizeOptions {
        rev,
        directory: &directory,
        limits,
    };
    let custody = seize(&subject, &options).await;
    assert!(
        !crate::temporary::partial(&directory).exists(),
        "something is left behind"
    );
    custody
}

pub(super) async fn snapshot(repository: &Repository) -> Snapshot {
    seized(repository, None).await.unwrap().snapshot().await.unwrap()
}

pub(super) fn why<'a>(snapshot: &'a Snapshot, path: &str) -> &'a str {
    let skipped = snapshot.skipped.iter().find(|skipped| skipped.path == path);
    &skipped
        .unwrap_or_else(|| panic!("{path} is not skipped: {:?}", snapshot.skipped))
        .why
}
