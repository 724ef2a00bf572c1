use super::shares::{Share, shares};
use super::{counted, described, gap, place};
use crate::history::Commit;
use crate::history::source::Source;
use crate::probe::{Answer, Probe};
use crate::snapshot::Snapshot;
use court::evidence::Detective;
use std::collections::BTreeMap;

/// So much of the program in one commit is an upload, in percent of its lines.
const BULK_PERCENT: u64 = 80;
/// So few commits are an upload, whatever they bring.
const FEW_COMMITS: usize = 3;

pub(super) const PROBE: Probe = Probe {
    id: "git.bulk_upload",
    detective: Detective::RepoInvestigator,
    goal: "one commit brings in at least 80 % of the source lines, or there are at most 3 commits; work done in steps shows otherwise",
    examine,
};

fn examine(snapshot: &Snapshot) -> Answer {
    if let Some(gap) = gap(snapshot) {
        return gap;
    }
    let commits = &snapshot.history.commits;
    if commits.len() <= FEW_COMMITS {
        let rationale = format!("there are only {}", counted(commits.len(), "commit"));
        let answer = Answer::fact(true, rationale);
        return commits.iter().fold(answer, |answer, commit| {
            answer.at_noting(place(commit), described(commit))
        });
    }
    let source = Source::of(snapshot);
    if source.total == 0 {
        return Answer::not_applicable("there is no program text whose origin could be looked for");
    }
    let shares = shares(&snapshot.history, &source);
    let largest = |part: fn(&Share) -> u64| largest(commits, &shares, &source, part);
    let (certain, possible) = (largest(|share| share.at_least), largest(|share| share.at_most));
    match (certain, possible) {
        (Some((percent, commit)), _) if percent >= BULK_PERCENT => told(
            true,
            commit,
            &format!("{percent} % of the source lines are in files that only one commit wrote"),
        )
        .sure(100),
        (_, Some((percent, commit))) if percent < BULK_PERCENT => told(
            false,
            commit,
            &format!("no commit wrote files with more than {percent} % of the source lines"),
        )
        .sure(100),
        _ => match largest(|share| share.estimate) {
            Some((percent, commit)) => estimated(percent, commit),
            None => Answer::unobserved("no commit but merges wrote the files that stand"),
        },
    }
}

fn estimated(percent: u64, commit: &Commit) -> Answer {
    let rationale = format!(
        "about {percent} % of the source lines come from one commit, estimated from which commits wrote each file, as the lines of old commits were not read"
    );
    let sure = match percent.abs_diff(BULK_PERCENT) {
        0..10 => 55,
        10..30 => 70,
        _ => 85,
    };
    told(percent >= BULK_PERCENT, commit, &rationale).sure(sure)
}

fn told(holds: bool, commit: &Commit, rationale: &str) -> Answer {
    let rationale = format!("{rationale}; the largest is {}", described(commit));
    Answer::fact(holds, rationale).at(place(commit))
}

/// The commit with the largest part, in percent; the oldest of equals.
fn largest<'a>(
    commits: &'a [Commit],
    shares: &BTreeMap<usize, Share>,
    source: &Source<'_>,
    part: fn(&Share) -> u64,
) -> Option<(u64, &'a Commit)> {
    let (at, share) = shares.iter().rev().max_by_key(|(_, share)| part(share))?;
    Some((Share::percent(part(share), source.total), commits.get(*at)?))
}
