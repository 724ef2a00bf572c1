use super::repository::Repository;
use crate::custody::{Cause, Custody, CustodyError, Limits, SeizeOptions, Subject, seize};
use detective::snapshot::Snapshot;
use std::fs;

async fn seized(repository: &Repository, rev: Option<&str>) -> Result<Custody, CustodyError> {
    seized_within(repository, rev, Limits::default()).await
}

async fn seized_within(
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
        !repository.beside("custody.partial").exists(),
        "something is left behind"
    );
    custody
}

async fn snapshot(repository: &Repository) -> Snapshot {
    seized(repository, None).await.unwrap().snapshot().await.unwrap()
}

fn why<'a>(snapshot: &'a Snapshot, path: &str) -> &'a str {
    let skipped = snapshot.skipped.iter().find(|skipped| skipped.path == path);
    &skipped
        .unwrap_or_else(|| panic!("{path} is not skipped: {:?}", snapshot.skipped))
        .why
}

#[tokio::test]
async fn a_repository_is_read_as_it_was_committed() {
    let repository = Repository::new();
    repository.write("src/a.py", "print(1)\n");
    let first = repository.commit("Begin: 100%s \"quoted\"");
    repository.write("src/a.py", "print(2)\n");
    repository.write("docs/%s ü.md", "# Docs\n");
    repository.git(["rm", "--quiet", "--cached", "src/a.py"]);
    let second = repository.commit("Go on");

    let custody = seized(&repository, None).await.unwrap();
    let snapshot = custody.snapshot().await.unwrap();
    assert_eq!(
        (custody.commit(), snapshot.commit.as_str()),
        (second.as_str(), second.as_str())
    );
    assert_eq!(
        (custody.name(), custody.history_note(), custody.uncommitted()),
        ("subject", None, None)
    );
    assert_eq!(snapshot.text("src/a.py"), Some("print(2)\n"));
    assert_eq!(snapshot.text("docs/%s ü.md"), Some("# Docs\n"));
    assert!(snapshot.skipped.is_empty() && snapshot.history.incomplete.is_none());

    let commits = &snapshot.history.commits;
    assert_eq!(
        commits.iter().map(|commit| &commit.id).collect::<Vec<_>>(),
        [&first, &second]
    );
    assert_eq!(commits[0].subject, "Begin: 100%s \"quoted\"");
    assert_eq!(
        (commits[0].author.as_str(), &commits[1].parents),
        ("Ann", &vec![first])
    );
    let changes: Vec<(char, &str)> = commits[1]
        .changes
        .iter()
        .map(|c| (c.status, c.path.as_str()))
        .collect();
    assert_eq!(changes, [('A', "docs/%s ü.md"), ('M', "src/a.py")]);
    assert_eq!(commits[1].changes[1].old, commits[0].changes[0].new);
    assert_eq!(commits[0].authored % 60, 0);
}

#[tokio::test]
async fn a_clone_stands_by_itself_and_opens_again() {
    let repository = Repository::new();
    repository.write("a.py", "print(1)\n");
    let commit = repository.commit("Begin");
    seized(&repository, None).await.unwrap();
    fs::remove_dir_all(repository.path()).unwrap();
    let directory = repository.beside("custody");
    let custody = Custody::reopen(&directory, &commit).unwrap();
    assert_eq!(custody.snapshot().await.unwrap().text("a.py"), Some("print(1)\n"));
    assert!(Custody::reopen(&directory, &"0".repeat(40)).is_err());
    assert!(Custody::reopen(&repository.beside("elsewhere"), &commit).is_err());
}

#[tokio::test]
async fn a_second_seizure_replaces_the_first_and_nothing_else() {
    let repository = Repository::new();
    repository.commit("Begin");
    seized(&repository, None).await.unwrap();
    let second = repository.commit("Go on");
    assert_eq!(seized(&repository, None).await.unwrap().commit(), second);
    fs::remove_dir_all(repository.beside("custody")).unwrap();
    fs::create_dir(repository.beside("custody")).unwrap();
    fs::write(repository.beside("custody").join("thesis.txt"), "years of work").unwrap();
    assert_eq!(seized(&repository, None).await.unwrap_err().cause, Cause::Other);
    assert!(repository.beside("custody").join("thesis.txt").exists());
}

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
async fn limits_leave_out_the_largest_and_say_so() {
    let repository = Repository::new();
    repository.write("small.py", "x = 1\n");
    repository.write("long.txt", "x".repeat(3_000));
    repository.write("huge.txt", "x".repeat(9_000));
    repository.write("middle.txt", "x".repeat(900));
    for subject in ["One", "Two", "Three"] {
        repository.commit(subject);
    }
    let limits = Limits {
        text_bytes: 2_048,
        document_bytes: 8_192,
        commits: 2,
        ..Limits::default()
    };
    let custody = seized_within(&repository, None, limits.clone()).await.unwrap();
    let read = custody.snapshot().await.unwrap();
    assert_eq!(read.files.keys().collect::<Vec<_>>(), ["middle.txt", "small.py"]);
    assert_eq!(why(&read, "long.txt"), "larger than 2 KiB");
    assert!(why(&read, "huge.txt").starts_with("larger than 8 KiB"));
    assert_eq!(
        read.history.incomplete.as_deref(),
        Some("only the newest 2 commits were read")
    );
    assert_eq!(read.history.commits[1].subject, "Three");

    let limits = Limits {
        total_bytes: 500,
        files: 1,
        ..limits
    };
    let read = seized_within(&repository, None, limits)
        .await
        .unwrap()
        .snapshot()
        .await
        .unwrap();
    assert_eq!(read.files.keys().collect::<Vec<_>>(), ["small.py"]);
    assert!(why(&read, "middle.txt").starts_with("beyond the limit of"));
}

#[tokio::test]
async fn branches_tags_and_commits_are_found_by_name() {
    let repository = Repository::new();
    let first = repository.commit("Begin");
    repository.git(["tag", "--annotate", "v1", "--message", "One"]);
    let second = repository.commit("Go on");
    repository.git(["checkout", "--quiet", "-b", "side/branch"]);
    let third = repository.commit("Aside");
    repository.git(["checkout", "--quiet", "main"]);
    let table = [
        ("v1", &first),
        ("main", &second),
        ("side/branch", &third),
        ("refs/heads/main", &second),
        (&first, &first),
        (&first[..10], &first),
        (&third, &third),
    ];
    for (rev, commit) in table {
        let custody = seized(&repository, Some(rev))
            .await
            .unwrap_or_else(|error| panic!("{rev}: {error}"));
        assert_eq!(custody.commit(), commit, "{rev}");
        assert_eq!(
            custody
                .snapshot()
                .await
                .unwrap()
                .history
                .commits
                .last()
                .unwrap()
                .id,
            *commit,
            "{rev}"
        );
    }
    for rev in [
        "nowhere",
        "--upload-pack=x",
        "HEAD~1",
        "deadbeef",
        &"d".repeat(40),
    ] {
        let error = seized(&repository, Some(rev)).await.unwrap_err();
        assert_eq!(
            (error.cause, error.exit_code()),
            (Cause::NoSuchRevision, 3),
            "{rev}: {error}"
        );
    }
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
async fn nothing_to_audit_is_told_from_each_other() {
    let repository = Repository::new();
    let cause = |result: Result<Custody, CustodyError>| {
        result
            .map(|custody| custody.commit().to_owned())
            .map_err(|e| (e.cause, e.exit_code()))
    };
    assert_eq!(cause(seized(&repository, None).await), Err((Cause::Empty, 3)));
    repository.write("sub/a.py", "print(1)\n");
    repository.commit("Begin");
    repository.git(["symbolic-ref", "HEAD", "refs/heads/gone"]);
    assert_eq!(cause(seized(&repository, None).await), Err((Cause::Empty, 3)));
    let directory = repository.beside("custody");
    let options = SeizeOptions {
        rev: None,
        directory: &directory,
        limits: Limits::default(),
    };
    let below = Subject::parse(repository.path().join("sub").to_str().unwrap()).unwrap();
    assert_eq!(cause(seize(&below, &options).await), Err((Cause::NotFound, 3)));
    fs::write(
        repository.path().join(".git/objects/info/alternates"),
        "/elsewhere\n",
    )
    .unwrap();
    assert_eq!(
        cause(seized(&repository, Some("main")).await),
        Err((Cause::BadAddress, 3))
    );
    fs::rename(repository.path().join(".git"), repository.beside("moved")).unwrap();
    std::os::unix::fs::symlink(repository.beside("moved"), repository.path().join(".git")).unwrap();
    assert_eq!(
        cause(seized(&repository, None).await),
        Err((Cause::BadAddress, 3))
    );
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
async fn a_shallow_repository_has_an_incomplete_history() {
    let repository = Repository::new();
    repository.write("a.py", "print(1)\n");
    repository.commit("Begin");
    repository.commit("Go on");
    let shallow = repository.beside("shallow");
    repository.git([
        "clone",
        "--quiet",
        "--depth=1",
        &format!("file://{}", repository.path().display()),
        shallow.to_str().unwrap(),
    ]);
    let directory = repository.beside("custody");
    let options = SeizeOptions {
        rev: None,
        directory: &directory,
        limits: Limits::default(),
    };
    let subject = Subject::parse(shallow.to_str().unwrap()).unwrap();
    let custody = seize(&subject, &options).await.unwrap();
    assert!(custody.history_note().is_some());
    let snapshot = custody.snapshot().await.unwrap();
    assert_eq!(snapshot.history.incomplete.as_deref(), custody.history_note());
    assert_eq!(snapshot.text("a.py"), Some("print(1)\n"));
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
