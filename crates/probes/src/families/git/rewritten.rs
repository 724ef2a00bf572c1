use super::{counted, described, of_history, place};
use court::evidence::Finding;
use probes_core::{Answer, Probe, Subject};
use serde_json::json;
use std::collections::BTreeSet;
use subject::history::Commit;

/// A commit that was written so long before it was committed was committed anew.
const ANEW_SECONDS: i64 = 60;
/// A rebase commits one after the other within this time.
const STEP_SECONDS: i64 = 5;
/// So many at once are a rebase; fewer are amended commits and cherry-picks.
const BATCH_COMMITS: usize = 3;
/// Signs are an inference, and a rewrite that sets all dates leaves none.
const SURE_OF_SIGNS: u8 = 75;
const SURE_OF_NONE: u8 = 80;
/// Names under which the merge buttons of forges commit.
const FORGES: [&str; 4] = ["GitHub", "GitLab", "Bitbucket", "Gitea"];

pub(super) const PROBE: Probe = of_history(
    "git.rewritten",
    "signs that the history was squashed, rebased or joined from several; without them it is likely as it was made",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    let commits = &snapshot.history.commits;
    let matching = |is: fn(&Commit) -> bool| commits.iter().filter(|commit| is(commit)).collect::<Vec<_>>();
    let shape = Shape {
        commits: commits.len(),
        merges: matching(|commit| commit.parents.len() > 1).len(),
        by_forge: matching(|commit| FORGES.contains(&commit.committer.as_str())).len(),
        co_authored: matching(|commit| !commit.co_authors.is_empty()).len(),
        roots: matching(|commit| commit.parents.is_empty()),
        squashed: matching(is_squashed),
        anew: anew(commits),
    };
    shape.answer()
}

struct Shape<'a> {
    commits: usize,
    merges: usize,
    by_forge: usize,
    co_authored: usize,
    roots: Vec<&'a Commit>,
    squashed: Vec<&'a Commit>,
    anew: Vec<&'a Commit>,
}

impl Shape<'_> {
    fn answer(&self) -> Answer {
        let value = json!({
            "commits": self.commits,
            "merges": self.merges,
            "roots": self.roots.len(),
            "squash_merges": self.squashed.len(),
            "committed_anew": self.anew.len(),
            "by_forge": self.by_forge,
            "co_authored": self.co_authored,
        });
        let signs = self.signs();
        let shape = format!(
            "{}, {}, {} with co-authors",
            counted(self.commits, "commit"),
            counted(self.merges, "merge"),
            self.co_authored
        );
        let rationale = if signs.is_empty() {
            format!("no signs of rewriting; {shape}")
        } else {
            format!("{}; {shape}", signs.join("; "))
        };
        let sure = if signs.is_empty() {
            SURE_OF_NONE
        } else {
            SURE_OF_SIGNS
        };
        let answer = Answer::value(Finding::of(!signs.is_empty()), value, rationale).sure(sure);
        let answer = self.shown(answer);
        self.roots.iter().skip(1).fold(answer, |answer, commit| {
            answer.at_noting(place(commit), format!("begins anew: {}", described(commit)))
        })
    }

    fn signs(&self) -> Vec<String> {
        let mut signs = Vec::new();
        if !self.squashed.is_empty() {
            let count = counted(self.squashed.len(), "commit");
            signs.push(format!("{count} may stand for a whole pull request each, squashed on merging (the usual way of many teams; the steps are on the forge)"));
        }
        if !self.anew.is_empty() {
            let count = counted(self.anew.len(), "commit");
            signs.push(format!("{count} committed anew in rows of {BATCH_COMMITS} and more, long after being written, as by a rebase or an import (both are everyday work)"));
        }
        if self.roots.len() > 1 {
            let count = self.roots.len();
            signs.push(format!("{count} commits without a parent: histories that were joined, as by a subtree or a repository that was begun on a forge and on a machine"));
        }
        signs
    }

    /// The first commit of each sign.
    fn shown(&self, answer: Answer) -> Answer {
        let signs = [
            (&self.squashed, "squashed on merging"),
            (&self.anew, "committed anew"),
        ];
        signs
            .into_iter()
            .fold(answer, |answer, (commits, what)| match commits.first() {
                Some(commit) => answer.at_noting(place(commit), format!("{what}: {}", described(commit))),
                None => answer,
            })
    }
}

/// Whether a forge gave it the number of a pull request, as it does where one is squashed.
fn is_squashed(commit: &Commit) -> bool {
    let number = commit.subject.trim_end().strip_suffix(')');
    let number = number.and_then(|subject| Some(subject.rsplit_once("(#")?.1));
    let numbered =
        number.is_some_and(|number| !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()));
    numbered && commit.parents.len() == 1
}

/// The commits that were committed in a row, long after they were written.
fn anew(commits: &[Commit]) -> Vec<&Commit> {
    let late = |commit: &&Commit| {
        commit.parents.len() < 2 && commit.committed.saturating_sub(commit.authored) > ANEW_SECONDS
    };
    let mut late: Vec<&Commit> = commits.iter().filter(late).collect();
    late.sort_by_key(|commit| commit.committed);
    let rows = late.chunk_by(|a, b| b.committed.saturating_sub(a.committed) <= STEP_SECONDS);
    let rows = rows.filter(|row| {
        // The same commit may be there twice, applied to two branches.
        let written: BTreeSet<i64> = row.iter().map(|commit| commit.authored).collect();
        written.len() >= BATCH_COMMITS
    });
    rows.flatten().copied().collect()
}
