use super::*;
use proptest::prelude::*;
use subject::Snapshot;
use subject::history::{Change, History};

fn subject(commits: Vec<Commit>) -> Subject {
    let history = History {
        commits,
        ..History::default()
    };
    Subject::from(Snapshot {
        history,
        ..Snapshot::default()
    })
}

fn commit(at: usize, authored: i64, committed: i64, path: &str) -> Commit {
    let change = Change {
        status: 'A',
        path: path.to_owned(),
        old: None,
        new: Some(format!("{at:040}")),
    };
    Commit {
        id: format!("{:040}", at + 1),
        parents: at
            .checked_sub(1)
            .map(|_| format!("{at:040}"))
            .into_iter()
            .collect(),
        author: format!("author {}", at % 100),
        authored,
        committed,
        changes: vec![change],
        ..Commit::default()
    }
}

proptest! {
    #[test]
    fn no_date_is_too_absurd_for_the_questions(
        dates in proptest::collection::vec((any::<i64>(), any::<i64>(), "[a-z.\\x00/]{0,9}"), 0..8)
    ) {
        let commits = dates.iter().enumerate();
        let commits = commits.map(|(at, (authored, committed, path))| commit(at, *authored, *committed, path));
        let subject = subject(commits.collect());
        for probe in GIT {
            prop_assert_eq!(probe.exhibits(&subject), probe.exhibits(&subject));
        }
    }
}

#[test]
fn fifty_thousand_commits_are_questioned() {
    let at_pace = |at: usize| 1_700_000_000 + i64::try_from(at).unwrap() * 50;
    let commits = (0..50_000).map(|at| commit(at, at_pace(at), at_pace(at), "a.py"));
    let subject = subject(commits.collect());
    for probe in GIT {
        assert!(!probe.exhibits(&subject).is_empty());
    }
}
