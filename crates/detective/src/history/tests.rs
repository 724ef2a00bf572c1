use super::lineage::Lineage;
use super::{Change, Commit, History, parse};
use proptest::prelude::*;
use std::fmt::Write as _;

/// What `git log` prints for these commits, oldest first.
fn printed(commits: &[Commit]) -> String {
    commits.iter().rev().fold(String::new(), |mut out, commit| {
        let parents = commit.parents.join(" ");
        let (author, subject) = (&commit.author, &commit.subject);
        let _ = write!(
            out,
            "{}\0{parents}\0{author}\0{}\0{}\0{subject}\0\0",
            commit.id, commit.authored, commit.committed
        );
        for (index, change) in commit.changes.iter().enumerate() {
            let none = "0".repeat(40);
            let (old, new) = (
                change.old.as_ref().unwrap_or(&none),
                change.new.as_ref().unwrap_or(&none),
            );
            let start = if index == 0 { "\n" } else { "" };
            let _ = write!(
                out,
                "{start}:100644 100644 {old} {new} {}\0{}\0",
                change.status, change.path
            );
        }
        out
    })
}

fn text() -> impl Strategy<Value = String> {
    "[^\0\n]{0,20}"
}

fn id() -> impl Strategy<Value = String> {
    "[1-9a-f]{40}"
}

fn change() -> impl Strategy<Value = Change> {
    (
        "[AMDT]",
        "[^\0]{1,20}",
        proptest::option::of(id()),
        proptest::option::of(id()),
    )
        .prop_map(|(status, path, old, new)| Change {
            status: status.chars().next().unwrap_or('M'),
            path,
            old,
            new,
        })
}

fn commit() -> impl Strategy<Value = Commit> {
    let head = (
        id(),
        proptest::collection::vec(id(), 0..4),
        text(),
        any::<i64>(),
        any::<i64>(),
        text(),
    );
    (head, proptest::collection::vec(change(), 0..5)).prop_map(|(head, changes)| {
        let (id, parents, author, authored, committed, subject) = head;
        Commit {
            id,
            parents,
            author,
            authored,
            committed,
            subject,
            changes,
        }
    })
}

proptest! {
    #[test]
    fn what_git_prints_is_what_is_read(commits in proptest::collection::vec(commit(), 0..6)) {
        let text = printed(&commits);
        prop_assert_eq!(parse(text.as_bytes(), false), History { commits, incomplete: None });
    }

    #[test]
    fn no_bytes_are_too_hostile_to_be_read(bytes in proptest::collection::vec(prop_oneof![Just(0_u8), Just(b':'), Just(b'\n'), Just(b' '), any::<u8>()], 0..400), cut: bool) {
        let history = parse(&bytes, cut);
        let _ = Lineage::of(&history);
        prop_assert!(history.commits.len() <= bytes.len());
    }

    #[test]
    fn a_history_that_is_cut_off_loses_its_oldest_commits_only(commits in proptest::collection::vec(commit(), 1..5), share in 0..100_usize) {
        let text = printed(&commits);
        let read = parse(&text.as_bytes()[..text.len() * share / 100], true);
        prop_assert!(read.incomplete.is_some());
        prop_assert!(commits.ends_with(&read.commits));
    }
}

#[test]
fn dates_that_are_no_numbers_do_not_stop_the_reading() {
    let text = "a\0\0Ann\0\099999999999999999999\0One\0\0b\0\0Bob\0-5\0x\0\0\0";
    let history = parse(text.as_bytes(), false);
    let dates: Vec<(i64, i64)> = history
        .commits
        .iter()
        .map(|commit| (commit.authored, commit.committed))
        .collect();
    assert_eq!(dates, [(-5, 0), (0, 0)]);
}

#[test]
fn a_file_keeps_its_writers_when_it_moves() {
    let mut history = History::from_fixture(
        "2024-01-01T10:00:00Z Ann | One | A a.py, A b/x.py, A c/x.py\n\
         2024-01-02T10:00:00Z Ann | Same content | D a.py, A z.py\n\
         2024-01-03T10:00:00Z Ann | Same name | D z.py, A src/z.py\n\
         2024-01-04T10:00:00Z Ann | Which of two | D b/x.py, D c/x.py, A x.py\n",
    );
    let same = history.commits[0].changes[0].new.clone();
    history.commits[1].changes[0].old.clone_from(&same);
    history.commits[1].changes[1].new = same;
    let lineage = Lineage::of(&history);
    let writers = |path| {
        lineage
            .writes(path)
            .iter()
            .map(|write| (write.commit, write.created))
            .collect::<Vec<_>>()
    };
    assert_eq!(writers("src/z.py"), [(0, true), (2, false)]);
    assert_eq!(writers("x.py"), [(3, true)]);
    assert!(writers("a.py").is_empty());
}
