use super::{counted, described, of_history, place, spoken};
use court::evidence::Finding;
use probes_core::{Answer, Probe, Subject};
use serde_json::{Value, json};
use subject::history::{Commit, date};

/// In a burst, each commit follows the one before within this time: too short to do and check what it holds.
const STEP_SECONDS: i64 = 120;
/// So many commits in a row make a burst; fewer are a change and its mends.
const BURST_COMMITS: usize = 5;
/// Most bursts that are listed; the rationale counts all.
const BURSTS_MAX: usize = 50;
/// Dates are what an author's machine said.
const SURE: u8 = 90;

pub(super) const PROBE: Probe = of_history(
    "git.bursts",
    "runs of five or more commits, each within two minutes of the one before; none is good, and none is proof of anything",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    let commits = &snapshot.history.commits;
    let mut dated: Vec<&Commit> = commits
        .iter()
        .filter(|commit| commit.parents.len() < 2 && date::is_plausible(commit.authored))
        .collect();
    dated.sort_by_key(|commit| commit.authored);
    let mut bursts: Vec<&[&Commit]> = dated
        .chunk_by(|a, b| b.authored - a.authored <= STEP_SECONDS)
        .filter(|run| run.len() >= BURST_COMMITS)
        .collect();
    let value: Vec<Value> = bursts.iter().take(BURSTS_MAX).map(|burst| entry(burst)).collect();
    let finding = Finding::of(!bursts.is_empty());
    let answer = Answer::value(finding, value, told(&bursts, dated.len())).sure(SURE);
    bursts.sort_by_key(|burst| std::cmp::Reverse(burst.len()));
    bursts.into_iter().fold(answer, |answer, burst| match burst {
        [first, ..] => answer.at_noting(place(first), noted(first, burst)),
        [] => answer,
    })
}

fn entry(burst: &[&Commit]) -> Value {
    let ends = burst.first().zip(burst.last());
    let Some((first, last)) = ends else {
        return Value::Null;
    };
    json!({
        "commits": burst.len(),
        "seconds": last.authored - first.authored,
        "start": date::shown(first.authored),
        "first": first.id,
        "last": last.id,
    })
}

fn told(bursts: &[&[&Commit]], of: usize) -> String {
    if of < BURST_COMMITS {
        return format!("no bursts: {} are too few for one", counted(of, "commit"));
    }
    if bursts.is_empty() {
        return format!(
            "no bursts: nowhere do {BURST_COMMITS} of the {} follow each other within two minutes",
            counted(of, "commit")
        );
    }
    let held: usize = bursts.iter().map(|burst| burst.len()).sum();
    format!(
        "{} of commits that follow each other within two minutes, with {held} of {of} commits; innocent where finished work is staged in parts, or commits are imported or applied anew",
        counted(bursts.len(), "burst")
    )
}

fn noted(first: &Commit, burst: &[&Commit]) -> String {
    let last = burst.last().map_or(first.authored, |commit| commit.authored);
    format!(
        "the first of {} within {}: {}",
        counted(burst.len(), "commit"),
        spoken(last - first.authored),
        described(first)
    )
}
