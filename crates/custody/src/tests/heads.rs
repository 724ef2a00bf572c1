use super::repository::Repository;
use crate::directory;
use std::fs;

fn head(repository: &Repository) -> Option<String> {
    directory::locate(&repository.path()).unwrap().head()
}

#[test]
fn a_head_in_plain_files_is_read_as_git_reads_it() {
    let repository = Repository::new();
    assert_eq!(head(&repository), None, "nothing was committed yet");
    let first = repository.commit("Begin");
    assert_eq!(head(&repository), Some(first.clone()), "a loose branch");
    repository.git(["branch", "topic/a b"].map(|name| name.replace(' ', "-")));
    repository.git(["pack-refs", "--all"]);
    assert_eq!(head(&repository), Some(first.clone()), "a packed branch");
    let second = repository.commit("Go on");
    assert_eq!(
        head(&repository),
        Some(second),
        "a loose branch before a packed one"
    );
    repository.git(["checkout", "--quiet", "topic/a-b"]);
    assert_eq!(head(&repository), Some(first.clone()), "a branch in a folder");
    repository.git(["checkout", "--quiet", "--detach"]);
    assert_eq!(head(&repository), Some(first), "no branch");
}

#[test]
fn what_is_no_plain_file_of_this_repository_is_no_head() {
    let repository = Repository::new();
    let id = repository.commit("Begin");
    fs::write(repository.beside("elsewhere"), format!("{id}\n")).unwrap();
    let git = repository.path().join(".git");
    for name in [
        "refs/heads/../../../../elsewhere",
        "refs/heads//main",
        "HEAD",
        "refs/heads/",
    ] {
        fs::write(git.join("HEAD"), format!("ref: {name}\n")).unwrap();
        assert_eq!(head(&repository), None, "{name}");
    }
    fs::write(git.join("HEAD"), "ref: refs/heads/linked\n").unwrap();
    std::os::unix::fs::symlink(repository.beside("elsewhere"), git.join("refs/heads/linked")).unwrap();
    assert_eq!(head(&repository), None, "a link");
    fs::write(git.join("HEAD"), "ref: refs/heads/main\n").unwrap();
    fs::write(git.join("commondir"), "../../other\n").unwrap();
    let refused = directory::locate(&repository.path()).unwrap_err();
    assert!(refused.detail.contains("commondir"), "{refused}");
}
