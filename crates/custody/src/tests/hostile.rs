use super::repository::{Repository, seized, snapshot, why};
use crate::{Cause, Limits, SeizeOptions, Subject, seize};
use std::fs;

#[tokio::test]
async fn a_hostile_configuration_is_never_executed() {
    let repository = Repository::new();
    repository.write(".gitattributes", "* filter=evil diff=evil merge=evil\n");
    repository.write("a.py", "print(1)\n");
    repository.commit("Begin");
    repository.write("a.py", "print(2)\n");
    repository.write("new.py", "print(3)\n");
    let marker = repository.beside("executed");
    let script = repository.beside("evil.sh");
    fs::write(
        &script,
        format!("#!/bin/sh\necho \"$0 $@\" >> {}\ncat\n", marker.display()),
    )
    .unwrap();
    let mut permissions = fs::metadata(&script).unwrap().permissions();
    std::os::unix::fs::PermissionsExt::set_mode(&mut permissions, 0o755);
    fs::set_permissions(&script, permissions).unwrap();
    let evil = script.to_str().unwrap();
    for key in [
        "core.fsmonitor",
        "core.pager",
        "core.editor",
        "core.sshCommand",
        "core.askPass",
        "core.alternateRefsCommand",
        "diff.external",
        "diff.evil.command",
        "diff.evil.textconv",
        "filter.evil.clean",
        "filter.evil.smudge",
        "filter.evil.process",
        "uploadpack.packObjectsHook",
        "gpg.program",
        "credential.helper",
        "interactive.diffFilter",
    ] {
        repository.git(["config", key, evil]);
    }
    repository.git([
        "config",
        "core.hooksPath",
        repository.beside("").to_str().unwrap(),
    ]);
    repository.git(["config", "alias.status", &format!("!{evil}")]);
    repository.git(["config", "alias.clone", &format!("!{evil}")]);
    for hook in [
        "post-checkout",
        "reference-transaction",
        "post-index-change",
        "pre-auto-gc",
    ] {
        fs::copy(&script, repository.beside(hook)).unwrap();
    }
    let before = fs::read(repository.path().join(".git/index")).unwrap();

    let custody = seized(&repository, None).await.unwrap();
    assert_eq!(
        custody.uncommitted(),
        Some("2 files are changed or untracked, and not audited")
    );
    assert_eq!(custody.snapshot().await.unwrap().text("a.py"), Some("print(1)\n"));
    assert!(
        !marker.exists(),
        "executed: {}",
        fs::read_to_string(&marker).unwrap()
    );
    assert_eq!(fs::read(repository.path().join(".git/index")).unwrap(), before);
}

#[tokio::test]
async fn what_is_no_plain_file_is_named_and_not_followed() {
    let repository = Repository::new();
    let inner = Repository::new();
    inner.commit("Inner");
    repository.write(
        "pointer.bin",
        "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12\n",
    );
    repository.write("binary.dat", b"a\0b");
    repository.write("picture.png", b"\x89PNG\r\n\x1a\n\0\0");
    std::os::unix::fs::symlink("/etc/passwd", repository.path().join("link")).unwrap();
    repository.git([
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        inner.path().to_str().unwrap(),
        "sub",
    ]);
    repository.commit("Begin");
    let snapshot = snapshot(&repository).await;
    assert_eq!(
        why(&snapshot, "link"),
        "a symbolic link to `/etc/passwd`, not followed"
    );
    assert_eq!(why(&snapshot, "sub"), "a submodule, not audited");
    assert_eq!(
        why(&snapshot, "pointer.bin"),
        "kept in Git LFS, which is not fetched"
    );
    assert_eq!(why(&snapshot, "binary.dat"), "binary");
    assert_eq!(
        snapshot.files.keys().collect::<Vec<_>>(),
        [".gitmodules", "picture.png"]
    );
}

#[tokio::test]
async fn a_branch_named_like_an_option_is_a_branch() {
    let repository = Repository::new();
    let commit = repository.commit("Begin");
    repository.git(["update-ref", "refs/heads/--upload-pack=evil", &commit]);
    repository.git(["symbolic-ref", "HEAD", "refs/heads/--upload-pack=evil"]);
    assert_eq!(seized(&repository, None).await.unwrap().commit(), commit);
}

#[tokio::test]
async fn a_linked_working_tree_is_followed_only_when_its_git_directory_points_back() {
    let repository = Repository::new();
    repository.commit("Begin");
    let linked = repository.beside("linked");
    repository.git([
        "worktree",
        "add",
        "--quiet",
        "-b",
        "other",
        linked.to_str().unwrap(),
    ]);
    let directory = repository.beside("custody");
    let options = SeizeOptions {
        rev: None,
        directory: &directory,
        limits: Limits::default(),
    };
    let subject = Subject::parse(linked.to_str().unwrap()).unwrap();
    let commit = seize(&subject, &options).await.unwrap().commit().to_owned();
    assert_eq!(commit, repository.head());
    let pretender = repository.beside("pretender");
    fs::create_dir(&pretender).unwrap();
    fs::write(
        pretender.join(".git"),
        format!("gitdir: {}\n", repository.path().join(".git").display()),
    )
    .unwrap();
    let subject = Subject::parse(pretender.to_str().unwrap()).unwrap();
    assert_eq!(
        seize(&subject, &options).await.unwrap_err().cause,
        Cause::BadAddress
    );
}

#[tokio::test]
async fn a_damaged_object_costs_its_file_and_no_more() {
    let repository = Repository::new();
    repository.write("whole.py", "print(1)\n");
    repository.write("damaged.py", "print(2)\n");
    repository.commit("Begin");
    let id = repository.git(["rev-parse", "HEAD:damaged.py"]);
    fs::remove_file(
        repository
            .path()
            .join(".git/objects")
            .join(&id[..2])
            .join(&id[2..]),
    )
    .unwrap();
    let snapshot = snapshot(&repository).await;
    assert_eq!(snapshot.text("whole.py"), Some("print(1)\n"));
    assert!(why(&snapshot, "damaged.py").contains("missing or damaged"));
}

/// A tree object of these names, all with the content of `a.py`, as no git would make it.
fn forged_tree(repository: &Repository, names: &[&str]) -> String {
    let blob = repository.git(["rev-parse", "HEAD:a.py"]);
    let digits = |at: usize| u8::from_str_radix(&blob[at..at + 2], 16).unwrap();
    let id: Vec<u8> = (0..blob.len()).step_by(2).map(digits).collect();
    let entry = |name: &&str| [b"100644 ", name.as_bytes(), b"\0", &id].concat();
    let file = repository.beside("forged");
    fs::write(&file, names.iter().flat_map(entry).collect::<Vec<u8>>()).unwrap();
    repository.git([
        "hash-object",
        "-w",
        "--literally",
        "-t",
        "tree",
        file.to_str().unwrap(),
    ])
}

#[tokio::test]
async fn a_malformed_tree_is_read_entry_by_entry() {
    let repository = Repository::new();
    repository.write("a.py", "print(1)\n");
    repository.commit("Begin");
    let tree = forged_tree(&repository, &["..", ".GIT", "a.py", "a.py"]);
    let commit = repository.git(["commit-tree", "-m", "Forged", &tree]);
    repository.git(["update-ref", "refs/heads/main", &commit]);
    let custody = seized(&repository, None).await.unwrap();
    assert!(custody.malformed().is_some());
    let snapshot = custody.snapshot().await.unwrap();
    assert_eq!(snapshot.files.keys().collect::<Vec<_>>(), ["a.py"]);
    assert!(why(&snapshot, "..").contains("leads out of the tree"));
    assert!(why(&snapshot, ".GIT").contains("git directory"));
    assert!(why(&snapshot, "a.py").contains("more than once"));
}

/// Points the branch at a new commit of a tree of these entries, each a mode, a name and an id.
fn point(repository: &Repository, entries: &[(&str, &str, &str)]) {
    let mut bytes = Vec::new();
    for (mode, name, id) in entries {
        bytes.extend(format!("{mode} {name}\0").bytes());
        let digits = (0..id.len()).step_by(2).map(|at| &id[at..at + 2]);
        bytes.extend(digits.map(|two| u8::from_str_radix(two, 16).unwrap()));
    }
    let file = repository.beside("tree");
    fs::write(&file, bytes).unwrap();
    let file = file.to_str().unwrap();
    let tree = repository.git(["hash-object", "-t", "tree", "--literally", "-w", file]);
    let head = repository.head();
    let commit = repository.git(["commit-tree", tree.trim(), "-p", &head, "-m", "Forge"]);
    repository.git(["update-ref", "HEAD", commit.trim()]);
}

#[tokio::test]
async fn an_entry_that_names_a_commit_as_a_file_is_told_and_the_history_stays_whole() {
    for mode in ["100644", "120000"] {
        let repository = Repository::new();
        repository.write("a.py", "x = 1\n");
        let commit = repository.commit("Begin");
        let file = repository.git(["rev-parse", "HEAD:a.py"]);
        point(
            &repository,
            &[("100644", "a.py", file.trim()), (mode, "c.py", commit.trim())],
        );
        let snapshot = snapshot(&repository).await;
        assert!(snapshot.files.contains_key("a.py"), "{mode}");
        assert!(!snapshot.files.contains_key("c.py"), "{mode}");
        let why = why(&snapshot, "c.py");
        assert!(why.contains(&format!("its object {}", commit.trim())), "{why}");
        assert_eq!(snapshot.history.commits.len(), 2, "{mode}");
    }
}

#[tokio::test]
async fn an_entry_whose_mode_cannot_be_read_is_told_and_the_others_are_read() {
    let long = "9".repeat(30);
    for mode in ["-1", "+100644", "0x1", "", &long, "100648"] {
        let repository = Repository::new();
        repository.write("a.py", "x = 1\n");
        repository.commit("Begin");
        let file = repository.git(["rev-parse", "HEAD:a.py"]);
        let file = file.trim();
        point(
            &repository,
            &[
                ("100644", "a.py", file),
                (mode, "b.py", file),
                ("100644", "c.py", file),
            ],
        );
        let snapshot = snapshot(&repository).await;
        assert_eq!(
            snapshot.files.keys().collect::<Vec<_>>(),
            ["a.py", "c.py"],
            "{mode}"
        );
        assert!(
            why(&snapshot, "b.py").contains("an entry of unknown mode"),
            "{mode}"
        );
    }
}
