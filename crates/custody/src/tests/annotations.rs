use super::repository::{Repository, seized, snapshot, why};
use crate::Custody;
use std::fmt::Write as _;
use std::fs;
use std::os::unix::fs::symlink;
use subject::history::refs::NAMES_MAX;

#[tokio::test]
async fn names_messages_and_notes_are_taken_with_the_commits() {
    let repository = Repository::new();
    let first = repository.commit("Begin");
    repository.git(["branch", "old/work"]);
    repository.git(["tag", "plain"]);
    repository.git([
        "tag",
        "--annotate",
        "v1",
        "--message",
        "First version\n\nIt works.",
    ]);
    repository.git(["notes", "add", "--message", "Well done"]);
    repository.git(["pack-refs", "--all"]);
    let second = repository.commit("Go on");
    repository.git(["tag", "--annotate", "v2", "--message", "Second version"]);
    repository.git(["notes", "add", "--message", "Better"]);

    let custody = seized(&repository, None).await.unwrap();
    let snapshot = custody.snapshot().await.unwrap();
    let refs = &snapshot.refs;
    assert_eq!(
        refs.names,
        [
            "refs/heads/main",
            "refs/heads/old/work",
            "refs/tags/plain",
            "refs/tags/v1",
            "refs/tags/v2"
        ]
    );
    let messages: Vec<(&str, &str)> = refs
        .tags
        .iter()
        .map(|(tag, said)| (tag.as_str(), said.as_str()))
        .collect();
    assert_eq!(
        messages,
        [
            ("refs/tags/v1", "First version\n\nIt works.\n"),
            ("refs/tags/v2", "Second version\n")
        ]
    );
    let note = |id: &String| refs.notes.get(id).map(String::as_str);
    assert_eq!(
        (note(&first), note(&second)),
        (Some("Well done\n"), Some("Better\n"))
    );
    assert!(snapshot.skipped.is_empty() && snapshot.history.commits.len() == 2);

    let again = Custody::reopen(&repository.beside("custody"), custody.commit()).unwrap();
    assert_eq!(&again.snapshot().await.unwrap().refs, refs);
    // An older commit is audited with the names as they are now.
    let older = seized(&repository, Some(&first)).await.unwrap();
    assert_eq!(&older.snapshot().await.unwrap().refs, refs);
}

#[tokio::test]
async fn tables_of_names_are_listed_by_git() {
    let repository = Repository::new();
    repository.commit("Begin");
    repository.git(["tag", "--annotate", "v1", "--message", "First version"]);
    repository.git(["tag", "plain"]);
    repository.git(["notes", "add", "--message", "Well done"]);
    let tables = repository.beside("tables");
    let path = repository.path();
    let arguments = ["clone", "--quiet", "--mirror", "--ref-format=reftable"];
    let arguments = arguments.map(std::ffi::OsStr::new);
    repository.git(
        arguments
            .into_iter()
            .chain([path.as_os_str(), tables.as_os_str()]),
    );
    fs::remove_dir_all(&path).unwrap();
    fs::rename(&tables, &path).unwrap();
    let snapshot = snapshot(&repository).await;
    let refs = &snapshot.refs;
    assert_eq!(refs.names, ["refs/heads/main", "refs/tags/plain", "refs/tags/v1"]);
    assert_eq!(refs.tags.values().collect::<Vec<_>>(), ["First version\n"]);
    assert_eq!(refs.notes.values().collect::<Vec<_>>(), ["Well done\n"]);
    assert!(snapshot.skipped.is_empty(), "{:?}", snapshot.skipped);
}

#[tokio::test]
async fn more_names_than_are_heard_and_messages_that_are_lost_are_told() {
    let repository = Repository::new();
    let id = repository.commit("Begin");
    let mut packed = String::new();
    for number in 0..=NAMES_MAX {
        writeln!(packed, "{id} refs/heads/b{number:05}").unwrap();
    }
    fs::write(repository.path().join(".git/packed-refs"), packed).unwrap();
    fs::write(
        repository.path().join(".git/refs/tags/lost"),
        format!("{}\n", "ab".repeat(20)),
    )
    .unwrap();
    let snapshot = snapshot(&repository).await;
    assert_eq!(snapshot.refs.names.len(), NAMES_MAX);
    assert!(why(&snapshot, "(branches and tags)").contains("first 5000 names"));
    assert!(why(&snapshot, "(tags)").contains("could not be fetched"));
}

#[tokio::test]
async fn names_that_lead_elsewhere_are_not_followed() {
    let repository = Repository::new();
    repository.commit("Begin");
    let outside = repository.beside("outside");
    fs::create_dir(&outside).unwrap();
    fs::write(outside.join("secret"), repository.head()).unwrap();
    let refs = repository.path().join(".git/refs");
    symlink(&outside, refs.join("heads/there")).unwrap();
    symlink(outside.join("secret"), refs.join("tags/there")).unwrap();
    fs::write(refs.join("heads/odd.lock"), "x").unwrap();
    assert_eq!(snapshot(&repository).await.refs.names, ["refs/heads/main"]);
}

#[tokio::test]
async fn texts_of_wide_characters_and_office_documents_are_kept_aside_for_what_they_say() {
    let repository = Repository::new();
    let wide: Vec<u8> = "Notes on the zoo"
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    repository.write("notes.txt", &wide);
    repository.write("notes.docx", b"PK\x03\x04\0\0");
    repository.write("zoo.bin", b"\0\x01\x02\x03");
    repository.commit("Begin");
    let snapshot = snapshot(&repository).await;
    assert!(snapshot.files.is_empty());
    assert_eq!(
        snapshot.aside.keys().collect::<Vec<_>>(),
        ["notes.docx", "notes.txt"]
    );
    assert_eq!(snapshot.aside["notes.txt"].bytes, wide);
    for path in ["notes.txt", "notes.docx", "zoo.bin"] {
        assert_eq!(why(&snapshot, path), "binary");
    }
}

#[tokio::test]
async fn names_that_are_links_and_a_list_that_is_too_long_are_told() {
    let repository = Repository::new();
    repository.commit("Begin");
    let git = repository.path().join(".git");
    symlink("main", git.join("refs/heads/linked")).unwrap();
    symlink("/etc/passwd", git.join("refs/tags/outside")).unwrap();
    let list = fs::File::create(git.join("packed-refs")).unwrap();
    list.set_len(10 << 30).unwrap();
    let snapshot = snapshot(&repository).await;
    assert_eq!(snapshot.refs.names, ["refs/heads/main"]);
    let told: Vec<&str> = snapshot
        .skipped
        .iter()
        .filter(|skipped| skipped.path == "(branches and tags)")
        .map(|skipped| skipped.why.as_str())
        .collect();
    assert_eq!(
        told,
        [
            "names that are no plain files and were not followed: 2",
            "the list packed-refs was not read: it is too long"
        ]
    );
}
