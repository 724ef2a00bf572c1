use super::{counted, described, of_history, place};
use court::evidence::Finding;
use probes_core::{Answer, Probe, Subject};

pub(super) const PROBE: Probe = of_history(
    "git.commits",
    "the commits that lead to the audited one; more tell more of how it came to be",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    let commits = &snapshot.history.commits;
    let merges = commits.iter().filter(|commit| commit.parents.len() > 1).count();
    let lead = if commits.len() == 1 { "leads" } else { "lead" };
    let mut rationale = format!("{} {lead} to the audited one", counted(commits.len(), "commit"));
    if merges > 0 {
        rationale += &format!(", {} included", counted(merges, "merge"));
    }
    rationale += "; more is good, as each step can be checked by itself";
    let answer = Answer::value(Finding::Present, commits.len(), rationale);
    let ends = commits
        .first()
        .into_iter()
        .chain(commits.last().filter(|_| commits.len() > 1));
    ends.fold(answer, |answer, commit| {
        answer.at_noting(place(commit), described(commit))
    })
}
