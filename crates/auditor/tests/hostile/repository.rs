//! Repositories that nobody would make by hand: by `git fast-import`, and from raw objects where git would refuse.

use crate::room::Room;
use std::fs;
use std::io::Write as _;
use std::path::PathBuf;
use std::process::Stdio;

/// Who commits, and when, where the case does not say.
const WHO: &str = "Ann <ann@example.org> 1700000000 +0000";

/// The repository `work/subject`.
pub(crate) struct Repository<'a> {
    pub(crate) room: &'a Room,
}

/// A name and an object in a raw tree, with its mode.
pub(crate) type Entry<'a> = (&'a str, &'a [u8], &'a str);

impl<'a> Repository<'a> {
    pub(crate) fn init(room: &'a Room) -> Self {
        Self::with(room, &[])
    }

    /// One that is made with further options of `git init`.
    pub(crate) fn with(room: &'a Room, options: &[&str]) -> Self {
        fs::create_dir_all(room.path("work/subject")).unwrap();
        let repository = Self { room };
        let init = ["init", "--quiet", "--initial-branch=main", "--template="];
        repository.git(&[&init, options].concat());
        repository
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.room.path("work/subject").join(name)
    }

    /// Writes a file of the repository, tracked or not.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        self.room.write(&format!("work/subject/{name}"), content);
    }

    /// Runs git; gives what it prints.
    pub(crate) fn git(&self, arguments: &[&str]) -> String {
        self.fed(arguments, b"")
    }

    /// Runs git with this on its standard input.
    pub(crate) fn fed(&self, arguments: &[&str], input: &[u8]) -> String {
        let mut command = self.room.command("git", &self.path(""));
        command
            .args(arguments)
            .env("HOME", "/nonexistent")
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        for role in ["AUTHOR", "COMMITTER"] {
            command
                .env(format!("GIT_{role}_NAME"), "Ann")
                .env(format!("GIT_{role}_EMAIL"), "ann@example.org")
                .env(format!("GIT_{role}_DATE"), "1700000000 +0000");
        }
        let mut child = command.spawn().unwrap();
        child.stdin.take().unwrap().write_all(input).unwrap();
        let output = child.wait_with_output().unwrap();
        let complaint = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "git {arguments:?}: {complaint}");
        String::from_utf8_lossy(&output.stdout).trim().to_owned()
    }

    /// Takes a stream of `git fast-import`.
    pub(crate) fn import(&self, stream: &[u8]) {
        self.fed(
            &[
                "fast-import",
                "--quiet",
                "--force",
                "--date-format=raw-permissive",
            ],
            stream,
        );
    }

    /// One commit of these files on `main`, which starts anew; gives its id.
    pub(crate) fn commit(&self, files: &[(&str, &[u8])]) -> String {
        self.import(&commit("main", "Begin", files));
        self.git(&["rev-parse", "main"])
    }

    /// An object of any content; gives its id.
    pub(crate) fn object(&self, kind: &str, content: &[u8]) -> String {
        let arguments = ["hash-object", "-t", kind, "-w", "--literally", "--stdin"];
        self.fed(&arguments, content)
    }

    /// A tree of these entries as they stand.
    pub(crate) fn tree(&self, entries: &[Entry<'_>]) -> String {
        let mut content = Vec::new();
        for (mode, name, id) in entries {
            content.extend([mode.as_bytes(), b" ", name, b"\0"].concat());
            content.extend(binary(id));
        }
        self.object("tree", &content)
    }

    /// `main` at a commit of this tree.
    pub(crate) fn point(&self, tree: &str) -> String {
        let commit = self.object("commit", &plain_commit(tree, "Begin"));
        self.set("refs/heads/main", &commit);
        commit
    }

    /// A ref at an id, whatever git thinks of either.
    pub(crate) fn set(&self, name: &str, id: &str) {
        self.write(&format!(".git/{name}"), format!("{id}\n"));
    }

    /// The file of a loose object.
    pub(crate) fn loose(&self, id: &str) -> String {
        format!(".git/objects/{}/{}", &id[..2], &id[2..])
    }

    /// Puts other bytes into the place of a loose object.
    pub(crate) fn replace_loose(&self, id: &str, bytes: &[u8]) {
        let path = self.path(&self.loose(id));
        fs::remove_file(&path).unwrap();
        fs::write(path, bytes).unwrap();
    }
}

/// A commit of this tree, as an object.
pub(crate) fn plain_commit(tree: &str, message: &str) -> Vec<u8> {
    format!("tree {tree}\nauthor {WHO}\ncommitter {WHO}\n\n{message}\n").into_bytes()
}

/// One commit of these files, for `git fast-import`.
pub(crate) fn commit(branch: &str, message: &str, files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut stream = head(branch, WHO, message.as_bytes());
    for (path, content) in files {
        stream.extend(format!("M 100644 inline {path}\ndata {}\n", content.len()).into_bytes());
        stream.extend(*content);
        stream.push(b'\n');
    }
    stream
}

/// The beginning of a commit, for `git fast-import`.
pub(crate) fn head(branch: &str, who: &str, message: &[u8]) -> Vec<u8> {
    let head = format!(
        "commit refs/heads/{branch}\nauthor {who}\ncommitter {who}\ndata {}\n",
        message.len()
    );
    [head.as_bytes(), message, b"\n"].concat()
}

pub(crate) fn binary(id: &str) -> Vec<u8> {
    let digit = |at: usize| u8::from_str_radix(&id[at..at + 2], 16).unwrap();
    (0..id.len()).step_by(2).map(digit).collect()
}
