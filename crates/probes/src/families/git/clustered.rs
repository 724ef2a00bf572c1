use super::{counted, described, gap, place, spoken};
use probes_core::{Answer, Probe, Subject};
use subject::history::{Commit, date};

/// Within this time, work was uploaded rather than done.
const CLUSTER_SECONDS: i64 = 60 * 60;

pub(super) const PROBE: Probe = Probe::of_code(
    "git.clustered",
    "all commits lie within 60 minutes; a history of work is spread over time",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    let commits = &snapshot.history.commits;
    let mut dated: Vec<&Commit> = commits
        .iter()
        .filter(|commit| date::is_plausible(commit.authored))
        .collect();
    dated.sort_by_key(|commit| commit.authored);
    let (Some(first), Some(last)) = (dated.first(), dated.last()) else {
        return gap(snapshot).unwrap_or_else(|| Answer::unobserved("no commit has a plausible date"));
    };
    let span = last.authored - first.authored;
    if span <= CLUSTER_SECONDS
        && let Some(gap) = gap(snapshot)
    {
        return gap;
    }
    let implausible = commits.len() - dated.len();
    let clustered = span <= CLUSTER_SECONDS;
    let verdict = if clustered {
        "clustered; innocent where finished work was moved here from elsewhere, or all dates were set anew"
    } else {
        "not within an hour"
    };
    let mut rationale = format!(
        "{verdict}: {} within {}",
        counted(dated.len(), "commit"),
        spoken(span)
    );
    if implausible > 0 {
        rationale += &format!(
            "; {} with an implausible date left out",
            counted(implausible, "commit")
        );
    }
    if !clustered && is_rewritten(&dated) {
        rationale += "; all were committed anew within 60 minutes, as by a rebase";
    }
    let answer = Answer::fact(clustered, rationale).sure(if implausible > 0 { 70 } else { 100 });
    let ends = [*first].into_iter().chain((dated.len() > 1).then_some(*last));
    ends.fold(answer, |answer, commit| {
        answer.at_noting(place(commit), described(commit))
    })
}

fn is_rewritten(commits: &[&Commit]) -> bool {
    let times = || commits.iter().map(|commit| commit.committed);
    let span = times()
        .max()
        .zip(times().min())
        .map(|(last, first)| last.saturating_sub(first));
    span.is_some_and(|span| span <= CLUSTER_SECONDS)
}
