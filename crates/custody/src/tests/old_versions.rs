//! Old versions come along where lines have to be traced, and nowhere else.

use super::repository::{Repository, seized, snapshot};

#[tokio::test]
async fn the_versions_of_source_files_that_were_rewritten_come_along() {
    let repository = Repository::new();
    for (content, subject) in [("a = 1\n", "One"), ("a = 2\n", "Two"), ("a = 3\n", "Three")] {
        repository.write("a.py", content);
        repository.write("README.md", subject);
        repository.commit(subject);
    }
    repository.write("b.py", "b = 1\n");
    repository.commit("Four");
    let snapshot = snapshot(&repository).await;
    let mut versions: Vec<&str> = snapshot
        .history
        .versions
        .values()
        .map(|bytes| std::str::from_utf8(bytes).unwrap())
        .collect();
    versions.sort_unstable();
    assert_eq!(versions, ["a = 1\n", "a = 2\n", "a = 3\n"]);
}

#[tokio::test]
async fn a_version_that_is_lost_costs_nothing_but_itself() {
    let repository = Repository::new();
    for content in ["a = 1\n", "a = 2\n", "a = 3\n"] {
        repository.write("a.py", content);
        repository.commit("Write");
    }
    let id = repository.git(["rev-parse", "HEAD~2:a.py"]);
    let object = format!(".git/objects/{}/{}", &id[..2], &id[2..]);
    std::fs::remove_file(repository.path().join(object)).unwrap();
    let custody = seized(&repository, None).await.unwrap();
    let snapshot = custody.snapshot().await.unwrap();
    assert_eq!(snapshot.history.commits.len(), 3);
    assert_eq!(snapshot.text("a.py"), Some("a = 3\n"));
    assert!(!snapshot.history.versions.contains_key(&id));
}
