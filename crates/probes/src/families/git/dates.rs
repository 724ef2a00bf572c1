use super::{counted, described, of_history, place};
use court::evidence::Finding;
use probes_core::{Answer, Probe, Subject};
use serde_json::{Map, Value};
use std::collections::BTreeMap;
use std::sync::LazyLock;
use subject::history::{Commit, date};

/// Clocks of two machines, and the time between writing a message and committing, differ by so much.
const SLACK_SECONDS: i64 = 60;
/// A date that lies so much after the audited commit was not taken from a clock of that time.
const DAY_SECONDS: i64 = 86_400;
/// From so many commits on, regular dates are no chance.
const REGULAR_COMMITS: usize = 5;
/// One in sixty dates falls on a full minute, one in 1800 on a half hour.
const MINUTE: i64 = 60;
const HALF_HOUR: i64 = 1_800;
/// What dates suggest is an inference: whoever commits may set them.
const SURE_OF_ODD: u8 = 70;
const SURE_OF_NONE: u8 = 90;

pub(super) const PROBE: Probe = of_history(
    "git.dates",
    "dates of commits that a working clock does not give: before what they build on, after the audited commit, regular; none is good",
    examine,
);

/// Something about dates that asks for an explanation: its key in the value, how it is told, and what is innocent.
type Oddity = [&'static str; 3];

static ODDITIES: LazyLock<Vec<Oddity>> =
    LazyLock::new(|| wordlist::rows(include_str!("../../../words/dates_oddities.txt")));

type Found<'a> = BTreeMap<&'static str, Vec<&'a Commit>>;

fn examine(snapshot: &Subject) -> Answer {
    let commits = &snapshot.history.commits;
    let found = found(commits);
    let mut value = Map::from_iter([("commits".to_owned(), Value::from(commits.len()))]);
    for [key, ..] in &*ODDITIES {
        value.insert((*key).to_owned(), found.get(key).map_or(0, Vec::len).into());
    }
    let odd: Vec<(&Oddity, &Vec<&Commit>)> = ODDITIES
        .iter()
        .filter_map(|oddity| Some((oddity, found.get(oddity[0])?)))
        .collect();
    let rationale = if odd.is_empty() {
        format!(
            "no odd dates, which is good: of {}, none is dated before what it builds on or after the audited one",
            counted(commits.len(), "commit")
        )
    } else {
        let told: Vec<String> = odd
            .iter()
            .map(|(oddity, commits)| told(oddity, commits))
            .collect();
        format!("of {}: {}", counted(commits.len(), "commit"), told.join("; "))
    };
    let sure = if odd.is_empty() { SURE_OF_NONE } else { SURE_OF_ODD };
    let answer = Answer::value(Finding::of(!odd.is_empty()), value, rationale).sure(sure);
    odd.into_iter()
        .fold(answer, |answer, (oddity, commits)| match commits.first() {
            Some(commit) => answer.at_noting(place(commit), noted(oddity, commit)),
            None => answer,
        })
}

fn told([_, told, innocent]: &Oddity, commits: &[&Commit]) -> String {
    format!("{} {told} ({innocent})", commits.len())
}

fn noted([_, told, _]: &Oddity, commit: &Commit) -> String {
    let committed = date::shown(commit.committed);
    format!("{told}: {}, committed {committed}", described(commit))
}

fn found(commits: &[Commit]) -> Found<'_> {
    let times: BTreeMap<&str, &Commit> = commits
        .iter()
        .map(|commit| (commit.id.as_str(), commit))
        .collect();
    let head = commits.last().map_or(i64::MAX, |commit| commit.committed);
    let mut found = Found::new();
    for commit in commits {
        let parents = commit
            .parents
            .iter()
            .filter_map(|id| times.get(id.as_str()).copied());
        for key in odd(commit, parents.collect::<Vec<_>>().as_slice(), head) {
            found.entry(key).or_default().push(commit);
        }
    }
    let dated: Vec<&Commit> = commits
        .iter()
        .filter(|commit| commit.parents.len() < 2 && date::is_plausible(commit.authored))
        .collect();
    let minutes = on_full_minutes(&dated);
    let gaps = at_equal_gaps(dated);
    found.extend([("on_full_minutes", minutes), ("equal_gaps", gaps)]);
    found.retain(|_, commits| !commits.is_empty());
    found
}

/// What is odd about one commit.
fn odd(commit: &Commit, parents: &[&Commit], head: i64) -> Vec<&'static str> {
    let (authored, committed) = (commit.authored, commit.committed);
    if !date::is_plausible(authored) || !date::is_plausible(committed) {
        return vec!["implausible"];
    }
    let before =
        |time: i64, other: i64| time < other.saturating_sub(SLACK_SECONDS) && date::is_plausible(other);
    let limit = head.saturating_add(DAY_SECONDS);
    let tests = [
        ("authored_after_committed", before(committed, authored)),
        (
            "older_than_parent",
            parents.iter().any(|parent| before(authored, parent.authored)),
        ),
        (
            "committed_before_parent",
            parents.iter().any(|parent| before(committed, parent.committed)),
        ),
        ("after_the_audited_commit", authored > limit || committed > limit),
    ];
    tests
        .into_iter()
        .filter(|(_, holds)| *holds)
        .map(|(key, _)| key)
        .collect()
}

/// The commits on full minutes, where they are at least half of enough.
fn on_full_minutes<'a>(dated: &[&'a Commit]) -> Vec<&'a Commit> {
    let full = dated.iter().filter(|commit| commit.authored % MINUTE == 0);
    let full: Vec<&Commit> = full.copied().collect();
    if full.len() >= REGULAR_COMMITS && full.len() * 2 >= dated.len() {
        return full;
    }
    Vec::new()
}

/// The longest row of commits at the same distance from each other, where it is long enough. Distances of full
/// half hours are those of dates that were chosen, and are told by their full minutes.
fn at_equal_gaps(mut dated: Vec<&Commit>) -> Vec<&Commit> {
    dated.sort_by_key(|commit| commit.authored);
    let mut longest: &[&Commit] = &[];
    let mut start = 0;
    for at in 2..=dated.len() {
        let gap = |at: usize| Some(dated.get(at)?.authored - dated.get(at.checked_sub(1)?)?.authored);
        if at < dated.len() && gap(at) == gap(at - 1) {
            continue;
        }
        let row = dated.get(start..at).unwrap_or_default();
        let step = gap(at - 1).unwrap_or_default();
        if row.len() > longest.len() && step > 0 && step % HALF_HOUR != 0 {
            longest = row;
        }
        start = at - 1;
    }
    if longest.len() >= REGULAR_COMMITS {
        return longest.to_vec();
    }
    Vec::new()
}
