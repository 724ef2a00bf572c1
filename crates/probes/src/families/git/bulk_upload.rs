use super::{counted, described, of_history, place};
use probes_core::shares::{PARTS, Share, Shares};
use probes_core::{Answer, Probe, Subject};
use subject::history::{Commit, foreign};

/// So much of the program in one commit is an upload, in percent of its lines.
const BULK_PERCENT: u64 = 80;
/// So few commits are an upload, whatever they bring.
const FEW_COMMITS: usize = 3;
/// Tracing tells the commit of a line as surely as `git blame`, which may err where lines repeat.
const SURE_TRACED: u8 = 95;
/// What brings much at once and is no upload.
const INNOCENT: &str =
    "innocent where the history was squashed, or began in another repository or a template";

pub(super) const PROBE: Probe = of_history(
    "git.bulk_upload",
    "one commit brings in at least 80 % of the source lines, or there are at most 3 commits; work done in steps shows otherwise",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    let (commits, look) = (&snapshot.history.commits, look(snapshot));
    if commits.len() <= FEW_COMMITS {
        let only = counted(commits.len(), "commit");
        let answer = Answer::fact(
            true,
            format!("the whole history is {only}: no work in steps; {INNOCENT}"),
        );
        return look.largest_first().into_iter().fold(answer, |answer, commit| {
            answer.at_noting(place(commit), described(commit))
        });
    }
    if look.total() == 0 {
        return Answer::not_applicable("there is no program text whose origin could be looked for");
    }
    look.answer()
}

/// Who brought the lines that stand.
pub(crate) fn look(snapshot: &Subject) -> Look<'_> {
    Look {
        commits: &snapshot.history.commits,
        shares: snapshot.shares(),
    }
}

/// The commits of a history and what each brought.
pub(crate) struct Look<'a> {
    commits: &'a [Commit],
    shares: &'a Shares,
}

impl<'a> Look<'a> {
    /// All lines that stand.
    pub(crate) fn total(&self) -> u64 {
        self.shares.total
    }

    /// The lines that each commit brought, those with most first.
    pub(crate) fn by_size(&self) -> Vec<(u64, &'a Commit)> {
        self.by_size_of(|_, _, lines| lines)
    }

    /// The same, of what counts of the lines of each commit, which is told by its place in the history.
    pub(super) fn by_size_of(&self, count: impl Fn(usize, &Commit, u64) -> u64) -> Vec<(u64, &'a Commit)> {
        let brought = self.shares.commits.iter().filter_map(|(at, share)| {
            let commit = self.commits.get(*at)?;
            Some((count(*at, commit, share.estimate / PARTS), commit))
        });
        let mut found: Vec<(u64, &Commit)> = brought.filter(|(lines, _)| *lines > 0).collect();
        found.sort_by_key(|(lines, _)| std::cmp::Reverse(*lines));
        found
    }

    /// All commits, those that brought most first.
    fn largest_first(&self) -> Vec<&'a Commit> {
        let mut found: Vec<&Commit> = self.by_size().into_iter().map(|(_, commit)| commit).collect();
        let rest = self
            .commits
            .iter()
            .filter(|commit| !found.contains(commit))
            .collect::<Vec<_>>();
        found.extend(rest);
        found
    }

    /// What a commit brought of a file.
    pub(super) fn of_file(&self, path: &str, at: usize) -> u64 {
        let file = self.shares.files.get(path);
        file.and_then(|origins| origins.get(&at))
            .map_or(0, |parts| parts / PARTS)
    }

    fn answer(&self) -> Answer {
        let percent = |part| self.largest(part).map(|(percent, ..)| percent);
        let (certain, possible) = (percent(|share| share.at_least), percent(|share| share.at_most));
        let Some((share, lines, commit)) = self.largest(|share| share.estimate) else {
            return Answer::unobserved("no commit but merges wrote the files that stand");
        };
        let certain = certain.is_some_and(|percent| percent >= BULK_PERCENT)
            || possible.is_some_and(|percent| percent < BULK_PERCENT);
        let sure = match share.abs_diff(BULK_PERCENT) {
            _ if certain => SURE_TRACED,
            0..10 => 55,
            10..30 => 70,
            _ => 85,
        };
        let holds = share >= BULK_PERCENT;
        let rationale = format!(
            "{}; the largest is {}",
            self.told(holds, share, lines),
            described(commit)
        );
        Answer::fact(holds, rationale).at(place(commit)).sure(sure)
    }

    fn told(&self, holds: bool, percent: u64, lines: u64) -> String {
        let (about, total) = (self.about(), self.shares.total);
        let mut told = if holds {
            format!(
                "one commit brought {about}{percent} % ({lines} of {total}) of the source lines of today's code, in one step; {INNOCENT}"
            )
        } else {
            format!(
                "no commit brought {BULK_PERCENT} % or more: the largest brought {about}{percent} % ({lines} of {total}) of the source lines of today's code"
            )
        };
        told += &self.estimated();
        if self.shares.merged > 0 {
            told += &format!("; {} came with merges alone", counted_lines(self.shares.merged));
        }
        for (why, files) in &self.shares.left_out {
            told += &format!("; {} left out as {why}", counted(*files, "file"));
        }
        told
    }

    /// Of how many lines it is estimated who brought them, as the end of a sentence; nothing where all were traced.
    pub(super) fn estimated(&self) -> String {
        match self.shares.untraced {
            0 => String::new(),
            lines => format!(
                "; the commits of {} of them are estimated from which commits wrote each file, as they were not traced line by line",
                counted_lines(lines)
            ),
        }
    }

    /// Whether files of documentation are left out.
    pub(super) fn is_without_docs(&self) -> bool {
        self.shares.left_out.contains_key(foreign::DOCS)
    }

    /// What is said before a number of lines: few that were not traced change none.
    pub(crate) fn about(&self) -> &'static str {
        match self.shares.untraced * 20 > self.shares.total {
            true => "about ",
            false => "",
        }
    }

    /// The largest part in percent and in lines, and its commit; the oldest of equals.
    fn largest(&self, part: fn(&Share) -> u64) -> Option<(u64, u64, &Commit)> {
        let shares = self.shares.commits.iter().rev();
        let (at, share) = shares.max_by_key(|(_, share)| part(share))?;
        let parts = part(share);
        let percent = Share::percent(parts, self.shares.total);
        Some((percent, parts / PARTS, self.commits.get(*at)?))
    }
}

fn counted_lines(lines: u64) -> String {
    counted(usize::try_from(lines).unwrap_or(usize::MAX), "line")
}
