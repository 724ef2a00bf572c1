//! Numbers of the history.

use super::{compile, counted};
use crate::families::git::{GIT, bulk_upload, described, gap, place};
use court::evidence::Finding;
use court::protocol::own::Metric;
use probes_core::Subject;
use probes_core::probe::{Answer, PROOFS_MAX};
use serde_json::json;
use std::collections::BTreeSet;
use subject::history::{Commit, date};

const DAY_SECONDS: i64 = 24 * 60 * 60;
/// Dates are what an author's machine said.
const SURE_OF_DATES: u8 = 90;

/// Whether a message pattern can be used.
pub(super) fn check(metric: &Metric) -> Result<(), String> {
    match metric {
        Metric::Messages(pattern) => compile::regex(pattern).map(|_| ()),
        _ => Ok(()),
    }
}

/// The value of a metric.
pub(super) fn examine(metric: &Metric, snapshot: &Subject) -> Answer {
    if let Some(gap) = gap(snapshot) {
        return gap;
    }
    match metric {
        Metric::Commits => of_probe("git.commits", snapshot),
        Metric::Authors => of_probe("git.authors", snapshot),
        Metric::Days => days(&snapshot.history.commits),
        Metric::LargestShare => largest(snapshot),
        Metric::MergeShare => merges(&snapshot.history.commits),
        Metric::Messages(pattern) => messages(pattern, &snapshot.history.commits),
    }
}

/// A built-in probe's answer, which is a number.
fn of_probe(id: &str, snapshot: &Subject) -> Answer {
    let Some(probe) = GIT.iter().find(|probe| probe.id == id) else {
        return Answer::unobserved(format!("no probe `{id}` is built in"));
    };
    probe.answer(snapshot)
}

fn days(commits: &[Commit]) -> Answer {
    let dated: Vec<&Commit> = commits
        .iter()
        .filter(|commit| date::is_plausible(commit.authored))
        .collect();
    let mut seen = BTreeSet::new();
    let firsts: Vec<&&Commit> = dated
        .iter()
        .filter(|commit| seen.insert(commit.authored.div_euclid(DAY_SECONDS)))
        .collect();
    if firsts.is_empty() {
        return Answer::unobserved("no commit has a plausible date");
    }
    let rationale = format!(
        "{} on {}",
        counted(dated.len(), "commit"),
        counted(firsts.len(), "day")
    );
    let answer = Answer::value(Finding::Present, firsts.len(), rationale).sure(SURE_OF_DATES);
    firsts.iter().take(PROOFS_MAX).fold(answer, |answer, commit| {
        answer.at_noting(place(commit), described(commit))
    })
}

fn largest(snapshot: &Subject) -> Answer {
    let look = bulk_upload::look(snapshot);
    let total = look.total();
    match look.by_size().first() {
        Some((lines, commit)) => {
            let said = format!(
                "one commit brought {lines} of {total} source lines of today's code: {}",
                described(commit)
            );
            let value = json!({"good": lines, "all": total});
            Answer::value(Finding::Present, value, said).at(place(commit))
        }
        _ => Answer::not_applicable("there is no program text whose origin could be looked for"),
    }
}

fn merges(commits: &[Commit]) -> Answer {
    let merges: Vec<&Commit> = commits.iter().filter(|commit| commit.parents.len() > 1).collect();
    share(&merges, commits.len(), "is a merge", "are merges")
}

fn messages(pattern: &str, commits: &[Commit]) -> Answer {
    let regex = match compile::regex(pattern) {
        Ok(regex) => regex,
        Err(problem) => return Answer::unobserved(problem),
    };
    let spoken: Vec<&Commit> = commits.iter().filter(|commit| commit.parents.len() < 2).collect();
    let (fitting, others): (Vec<&Commit>, Vec<&Commit>) =
        spoken.iter().partition(|commit| regex.is_match(&commit.subject));
    if spoken.is_empty() {
        return Answer::not_applicable("there are no commits but merges");
    }
    let answer = share(&fitting, spoken.len(), "has such a message", "have such messages");
    // What does not fit is where something is to be done.
    others
        .into_iter()
        .take(PROOFS_MAX - 1)
        .fold(answer, |answer, commit| {
            answer.at_noting(place(commit), format!("not so: {}", described(commit)))
        })
}

fn share(found: &[&Commit], of: usize, one: &str, many: &str) -> Answer {
    let verb = if found.len() == 1 { one } else { many };
    let said = format!("{} of {} {verb}", found.len(), counted(of, "commit"));
    let value = json!({"good": found.len(), "all": of});
    let answer = Answer::value(Finding::of(!found.is_empty()), value, said);
    found.iter().take(1).fold(answer, |answer, commit| {
        answer.at_noting(place(commit), described(commit))
    })
}
