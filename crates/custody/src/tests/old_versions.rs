//! Old versions come along where lines have to be traced, and nowhere else.

use super::repository::{Repository, seized, snapshot};

/// Makes a directory too heavy to be copied as a whole.
fn weigh_down(repository: &Repository) {
    let ballast = repository.path().join(".git/objects/pack/ballast");
    std::fs::create_dir_all(ballast.parent().unwrap()).unwrap();
    std::fs::File::create(ballast).unwrap().set_len(8 << 20).unwrap();
}

#[tokio::test]
async fn the_versions_of_source_files_that_were_rewritten_come_along() {
    for is_heavy in [false, true] {
        let repository = Repository::new();
        for (content, subject) in [("a = 1\n", "One"), ("a = 2\n", "Two"), ("a = 3\n", "Three")] {
            repository.write("a.py", content);
            repository.write("README.md", subject);
            repository.commit(subject);
        }
        repository.write("b.py", "b = 1\n");
        repository.commit("Four");
        if is_heavy {
            weigh_down(&repository);
        }
        let snapshot = snapshot(&repository).await;
        let mut versions: Vec<&str> = snapshot
            .history
            .versions
            .values()
            .map(|bytes| std::str::from_utf8(bytes).unwrap())
            .collect();
        versions.sort_unstable();
        assert_eq!(versions, ["a = 1\n", "a = 2\n", "a = 3\n"], "{is_heavy}");
        assert_eq!(snapshot.history.commits.len(), 4);
    }
}

#[tokio::test]
async fn a_version_of_a_heavy_directory_that_has_the_bytes_of_another_is_not_taken() {
    let repository = Repository::new();
    for content in ["a = 1\n", "a = 2\n", "a = 3\n"] {
        repository.write("a.py", content);
        repository.commit("Write");
    }
    let object = |rev: &str| {
        let id = repository.git(["rev-parse", &format!("{rev}:a.py")]);
        let path = repository
            .path()
            .join(format!(".git/objects/{}/{}", &id[..2], &id[2..]));
        (id, path)
    };
    let ((forged, place), (true_one, other)) = (object("HEAD~2"), object("HEAD~1"));
    std::fs::remove_file(&place).unwrap();
    std::fs::copy(other, place).unwrap();
    weigh_down(&repository);
    let versions = snapshot(&repository).await.history.versions;
    assert!(!versions.contains_key(&forged));
    assert!(versions.contains_key(&true_one));
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
