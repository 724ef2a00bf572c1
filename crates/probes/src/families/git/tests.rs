use super::*;
use proptest::prelude::*;
use subject::Snapshot;
use subject::history::{Change, History};
use subject::memory::Memory;

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

#[test]
fn pieces_that_can_be_reviewed_are_not_held_against_a_small_program() {
    let asked = |lines: usize| {
        let file = |name: &str| format!("//- {name}.py\n{}", format!("{name} = 1\n").repeat(lines));
        let files: String = ["a", "b", "c", "d"].map(file).concat();
        let commit =
            |(at, name): (usize, &str)| format!("2024-01-0{}T10:00:00Z Ann | Step | A {name}.py\n", at + 1);
        let history: String = ["a", "b", "c", "d"].into_iter().enumerate().map(commit).collect();
        let snapshot = Snapshot::from_fixture(&format!("{files}//- history\n{history}"));
        steps::PROBE.exhibits(&Subject::from(snapshot))[0].finding.clone()
    };
    assert_eq!(asked(300), court::evidence::Finding::NotApplicable);
    assert_eq!(asked(410), court::evidence::Finding::Present);
    assert_eq!(asked(20), court::evidence::Finding::Present);
}

#[test]
fn an_hour_of_many_commits_is_one_of_small_steps_in_a_long_history() {
    let held = |within: usize| {
        let at = |index: usize| match index < within {
            true => 1_700_000_000 + i64::try_from(index).unwrap() * 60,
            false => 1_700_000_000 + i64::try_from(index).unwrap() * 90_000,
        };
        let names: Vec<String> = (0..60).map(|index| format!("f{index}")).collect();
        let file = |name: &String| format!("//- {name}.py\n{}", "a = 1\n".repeat(40));
        let files: String = names.iter().map(file).collect();
        let commit = |(index, name): (usize, &String)| Commit {
            author: "Ann".to_owned(),
            ..commit(index, at(index), at(index), &format!("{name}.py"))
        };
        let mut snapshot = Snapshot::from_fixture(&files);
        snapshot.history = History {
            commits: names.iter().enumerate().map(commit).collect(),
            ..History::default()
        };
        let exhibit = steps::PROBE.exhibits(&Subject::from(snapshot)).remove(0);
        exhibit.value.unwrap()["hour"].as_i64().unwrap()
    };
    assert!(held(40) < 30, "{}", held(40));
    assert!(held(12) > 15, "{}", held(12));
}

/// A file that the second commit wrote again, its old contents at hand or not, and what is remembered.
const WRITTEN_TWICE: &str = "//- a.py\none = 1\ntwo = 2\n//- history\n\
     2024-03-01T08:00:00Z Ann <ann@example.org> | Begin | A a.py\n\
     2024-03-02T08:00:00Z Ann <ann@example.org> | Go on | M a.py\n\
     //- version:1:a.py\none = 1\n";

#[test]
fn what_is_estimated_is_called_so() {
    let told = |fixture: &str| {
        steps::PROBE.exhibits(&Subject::from_fixture(fixture))[0]
            .rationale
            .clone()
    };
    let says = "; the commits of 2 lines of them are estimated";
    assert!(told(WRITTEN_TWICE).contains(says), "{}", told(WRITTEN_TWICE));
    let whole = format!("{WRITTEN_TWICE}//- version:2:a.py\none = 1\ntwo = 2\n");
    assert!(!told(&whole).contains(says), "{}", told(&whole));
}

#[test]
fn lines_whose_commits_are_remembered_are_not_traced_again_and_without_all_contents_nothing_is_remembered() {
    let with = |fixture: &str, known| {
        let mut subject = Subject::from_fixture(fixture);
        subject.memory = Memory::of(known);
        let shares = format!("{:?}", subject.shares());
        (shares, subject.memory.take_fresh())
    };
    let whole = format!("{WRITTEN_TWICE}//- version:2:a.py\none = 1\ntwo = 2\n");
    let (shares, learnt) = with(&whole, Vec::new());
    assert_eq!(learnt.len(), 1);
    assert_eq!(with(&whole, learnt.clone()), (shares, Vec::new()));
    let plain = |fixture: &str| format!("{:?}", Subject::from_fixture(fixture).shares());
    assert_eq!(with(WRITTEN_TWICE, learnt), (plain(WRITTEN_TWICE), Vec::new()));
}
