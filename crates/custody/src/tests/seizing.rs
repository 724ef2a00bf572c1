use super::repository::{Repository, seized, seized_within, why};
use crate::{Cause, Custody, CustodyError, Limits, SeizeOptions, Subject, seize};
use std::fs;
use std::time::Duration;

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
async fn limits_leave_out_what_others_wrote_and_the_largest_and_say_so() {
    let repository = Repository::new();
    repository.write("node_modules/a/index.js", "1\n");
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
    let all = ["middle.txt", "node_modules/a/index.js", "small.py"];
    assert_eq!(read.files.keys().collect::<Vec<_>>(), all);
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
    for path in ["middle.txt", "node_modules/a/index.js"] {
        assert!(why(&read, path).starts_with("beyond the limit of"));
    }
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
async fn what_takes_too_long_or_too_much_is_stopped_and_leaves_nothing() {
    let repository = Repository::new();
    repository.write("a.py", "print(1)\n");
    repository.commit("Begin");
    let limits = Limits {
        fetch_wall: Duration::ZERO,
        ..Limits::default()
    };
    let error = seized_within(&repository, None, limits).await.unwrap_err();
    assert_eq!((error.cause, error.exit_code()), (Cause::TimedOut, 1));
    let limits = Limits {
        pack_bytes: 10,
        ..Limits::default()
    };
    let error = seized_within(&repository, None, limits).await.unwrap_err();
    assert_eq!((error.cause, error.exit_code()), (Cause::TooLarge, 3));
    assert!(!repository.beside("custody").exists());
}
