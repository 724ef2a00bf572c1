use super::lineage::Lineage;
use super::survival::trace;
use super::versions::wanted;
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
            "{}\0{parents}\0{author}\0{}\0{}\0{}\0{}\0{subject}\0{}\0{}\0\0",
            commit.id,
            commit.email,
            commit.authored,
            commit.committer,
            commit.committed,
            commit.co_authors.join("\x1f"),
            commit.body
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
        (text(), text()),
        any::<i64>(),
        any::<i64>(),
        (text(), text(), text()),
        proptest::collection::vec("[a-z]{1,9}( [a-z]{1,9})?", 0..3),
    );
    (head, proptest::collection::vec(change(), 0..5)).prop_map(|(head, changes)| {
        let (id, parents, (author, email), authored, committed, (committer, subject, body), co_authors) =
            head;
        Commit {
            id,
            parents,
            author,
            email,
            authored,
            committer,
            committed,
            subject,
            co_authors,
            body,
            changes,
        }
    })
}

proptest! {
    #[test]
    fn what_git_prints_is_what_is_read(commits in proptest::collection::vec(commit(), 0..6)) {
        let text = printed(&commits);
        prop_assert_eq!(parse(text.as_bytes(), false), History { commits, ..History::default() });
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
    let text = "a\0\0Ann\0\0\0\099999999999999999999\0One\0\0\0b\0\0Bob\0\0-5\0\0x\0\0\0\0";
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

#[test]
fn a_file_that_got_another_name_and_small_changes_is_the_same_file() {
    let mut history = History::from_fixture(
        "2024-01-01T10:00:00Z Ann | One | A lib/pan.ex, A lib/lid.ex\n\
         2024-01-02T10:00:00Z Ann | Release | D lib/pan.ex, A lib/pan_iron.ex, D lib/lid.ex, A lib/stove.ex\n",
    );
    let lines =
        |count: usize| (0..count).fold(String::new(), |text, at| text + &format!("line {at} of it\n"));
    let pan = history.commits[0].changes[0].new.clone().unwrap();
    let lid = history.commits[0].changes[1].new.clone().unwrap();
    for change in &mut history.commits[1].changes {
        if change.new.is_none() {
            change.old = Some(if change.path.contains("pan") { &pan } else { &lid }.clone());
        }
    }
    let new = |path: &str| {
        let mut changes = history.commits[1].changes.iter();
        changes
            .find(|change| change.path == path)
            .and_then(|change| change.new.clone())
            .unwrap()
    };
    let (iron, stove) = (new("lib/pan_iron.ex"), new("lib/stove.ex"));
    let after = lines(20) + "one more\n";
    history.versions.insert(pan, lines(20).into_bytes());
    history.versions.insert(lid, b"a lid\n".to_vec());
    history.versions.insert(iron, after.clone().into_bytes());
    history.versions.insert(stove, b"something else\n".to_vec());
    let lineage = Lineage::of(&history);
    let origins = trace(&after, lineage.writes("lib/pan_iron.ex"), &history.versions);
    assert_eq!(origins, Some([(Some(0), 20), (Some(1), 1)].into()));
    let stove: Vec<bool> = lineage
        .writes("lib/stove.ex")
        .iter()
        .map(|write| write.created)
        .collect();
    assert_eq!(stove, [true]);
    assert_eq!(wanted(&history).len(), 4);
}

fn version() -> impl Strategy<Value = String> {
    proptest::collection::vec("[abc ]{0,2}", 0..12).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #[test]
    fn every_line_that_is_not_blank_has_one_origin(texts in proptest::collection::vec(version(), 1..6), head in version()) {
        let (history, path) = written(&texts);
        let lineage = Lineage::of(&history);
        let origins = trace(&head, lineage.writes(path), &history.versions);
        let lines = head.lines().filter(|line| !line.trim().is_empty()).count() as u64;
        prop_assert_eq!(origins.map(|origins| origins.values().sum::<u64>()), Some(lines));
    }

    #[test]
    fn lines_that_are_put_below_belong_to_who_put_them_there(counts in proptest::collection::vec(1..5_usize, 1..6)) {
        let mut text = String::new();
        let texts: Vec<String> = (0..).zip(&counts).map(|(at, count)| {
            for line in 0..*count {
                let _ = writeln!(text, "{at} {line}");
            }
            text.clone()
        }).collect();
        let (history, path) = written(&texts);
        let origins = trace(&text, Lineage::of(&history).writes(path), &history.versions);
        let expected = counts.iter().enumerate().map(|(at, count)| (Some(at), *count as u64));
        prop_assert_eq!(origins, Some(expected.collect()));
    }
}

/// A file that each commit gave another content.
fn written(texts: &[String]) -> (History, &'static str) {
    let mut history = History::default();
    for (at, text) in texts.iter().enumerate() {
        let id = |at: usize| format!("{:040}", at + 1);
        let old = at.checked_sub(1).map(id);
        let change = Change {
            status: if at == 0 { 'A' } else { 'M' },
            path: "a.py".to_owned(),
            old,
            new: Some(id(at)),
        };
        history.commits.push(Commit {
            changes: vec![change],
            ..Commit::default()
        });
        history.versions.insert(id(at), text.clone().into_bytes());
    }
    (history, "a.py")
}

#[test]
fn a_line_comes_from_the_side_of_a_merge_that_brought_it() {
    let text = |text: &str| text.replace(' ', "\n");
    let (mut history, path) = written(&["a b c", "a left b c", "a b c right"].map(text));
    history.commits[2].changes[0].old = Some(format!("{:040}", 1));
    let lineage = Lineage::of(&history);
    let origins = trace(
        &text("a left b c right merged"),
        lineage.writes(path),
        &history.versions,
    );
    let expected = [(None, 1), (Some(0), 3), (Some(1), 1), (Some(2), 1)];
    assert_eq!(origins, Some(expected.into()));
}

#[test]
fn a_version_that_is_not_at_hand_leaves_the_lines_untold() {
    let (mut history, path) = written(&["a", "a\nb"].map(str::to_owned));
    assert_eq!(wanted(&history).len(), 2);
    history.versions.clear();
    assert_eq!(
        trace("a\nb", Lineage::of(&history).writes(path), &history.versions),
        None
    );
}

#[test]
fn of_three_that_came_as_two_went_all_are_wanted() {
    let history = History::from_fixture(
        "2026-02-01T10:00:00Z Ann | One | A TestCart.java, A TestShop.java\n\
         2026-02-02T10:00:00Z Ann | Two | D TestCart.java, D TestShop.java, A Cart117Test.java, A CartTest.java, A ShopTest.java\n",
    );
    assert_eq!(wanted(&history).len(), 5);
}

#[test]
fn what_was_taken_away_is_wanted_too() {
    let history = History::from_fixture(
        "2024-01-01T10:00:00Z Ann | One | A pan.c, A pan.h\n2024-01-02T10:00:00Z Ann | Two | D pan.c, M pan.h\n",
    );
    assert_eq!(wanted(&history).len(), 3);
}

#[test]
fn a_line_stays_its_writers_whatever_white_space_is_put_into_it() {
    let (mut history, path) = written(&["a b\n\nc", "x\na b\nc"].map(str::to_owned));
    let indented = "\tx\n  a  b\nc\u{a0}\n \n";
    let expected = Some([(Some(0), 2), (Some(1), 1)].into());
    let traced = |history: &History| trace(indented, Lineage::of(history).writes(path), &history.versions);
    assert_eq!(traced(&history), expected);
    // A line of another version that is no text is none of these, and the others of it are.
    for bytes in history.versions.values_mut() {
        bytes.extend(b"\n\xff");
    }
    assert_eq!(traced(&history), expected);
}

#[test]
fn fifty_thousand_commits_are_read() {
    let (mut history, _) = written(&vec![String::new(); 1]);
    let one = history.commits.remove(0);
    history.commits = (0..50_000_u32)
        .map(|at| Commit {
            id: format!("{:040}", at + 1),
            parents: at
                .checked_sub(1)
                .map(|_| format!("{at:040}"))
                .into_iter()
                .collect(),
            author: format!("author {}", at % 100),
            authored: 1_700_000_000 + i64::from(at) * 50,
            ..one.clone()
        })
        .collect();
    let text = printed(&history.commits);
    let read = parse(text.as_bytes(), false);
    assert!(read.commits == history.commits);
    assert!(wanted(&read).is_empty(), "so many are not traced");
}
