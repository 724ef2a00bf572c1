//! What to do, over all dimensions, what hurts most first.

use super::Context;
use super::entry::{Entry, is_incomplete};
use crate::dossier::Acceptance;
use crate::line::{Line, Piece, joined, listed, ours, place, prose, strong};
use crate::text::english::{on_scale, sentence};
use court::protocol::{Standing, Want};
use court::remedy::Remedy;
use court::rubric::Dimension;
use court::score::{Fraction, ONE, Score, ZERO};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// More than five obstacles are a plan, and the plan has its own section.
const OBSTACLES_MAX: usize = 5;
/// What every plan begins with.
pub(crate) const LEAD: &str =
    "`+1` is what this alone adds to the score of its dimension. Some things help only together.";

/// What the names of probes of the history begin with.
const HISTORY: &str = "git.";

/// One thing to do.
pub(crate) struct Task<'a> {
    pub(crate) dimension: &'a Dimension,
    pub(crate) remedy: &'a Remedy,
    /// By how much the dimension's score would rise; `None` where it has no score.
    pub(crate) gain: Option<Score>,
    /// What is the matter, in the words of the demand.
    pub(crate) complaint: Option<Cow<'a, str>>,
    /// The dimension's score as it stands.
    pub(crate) score: Option<Score>,
    /// Whether a rule of the Chief Justice says so, whatever else stands open.
    pub(crate) is_ordered: bool,
    /// Whether it is about a security flaw that a scanner saw at a place.
    pub(crate) is_flaw: bool,
    /// Whether something that security forbids is there; that a guard is missing is less.
    pub(crate) is_grave: bool,
    /// Whether it lies in a history, which nobody can mend.
    pub(crate) is_past: bool,
    /// Whether it is nearly met: that stands in the plan, and in nobody's way.
    pub(crate) is_small: bool,
    /// The part of the whole rubric that is lost by it: the dimension's weight, the demand's share of that, and how
    /// much of the demand is not met.
    pub(crate) harm: Fraction,
    /// The probe without whose good answer it cannot be done.
    pub(crate) within: Option<&'a str>,
    /// By what whoever audits lives with it.
    pub(crate) accepted: Option<&'a Acceptance>,
}

impl Task<'_> {
    /// Whether a higher score waits behind it: a dimension that stands at its highest has none to gain.
    pub(crate) fn is_obstacle(&self) -> bool {
        !self.is_ordered && !self.is_small && self.score.is_some_and(|score| score < self.dimension.scale.max)
    }
}

/// The tasks that stand before a higher score, in their order; what to say where there are none.
pub(crate) fn obstacles<'a, 'b>(context: &'b Context<'a>) -> Result<Vec<&'b Task<'a>>, &'static str> {
    let plan = &context.plan;
    let is_part = context
        .entries
        .iter()
        .any(|entry| is_incomplete(&entry.ruling.status));
    let found: Vec<&Task<'a>> = plan.iter().filter(|task| task.is_obstacle()).collect();
    let is_any_judged = plan.iter().any(|task| task.score.is_some());
    match (found.is_empty(), is_any_judged) {
        (false, _) => Ok(found),
        (true, true) if is_part => {
            Err("Nothing stands open in what could be judged; what is incomplete may hide more.")
        }
        (true, true) => {
            Err("Nothing stands before a higher score; what could still be better is in the plan.")
        }
        (true, false) => Err("No check that could be looked at is open."),
    }
}

/// What blocks a higher score, what hurts most first and each once, or that nothing does; `None` where nothing was judged.
pub(crate) fn blocking<'a>(context: &Context<'a>) -> Option<Result<Vec<Line<'a>>, &'static str>> {
    let mut scores = context
        .entries
        .iter()
        .filter_map(|entry| entry.ruling.final_score);
    scores.next()?;
    let lines = |found: Vec<&Task<'a>>| {
        let mut once: Vec<&Task<'a>> = Vec::new();
        for task in found {
            if !once.iter().any(|other| is_same(other.remedy, task.remedy)) {
                once.push(task);
            }
        }
        once.into_iter().take(OBSTACLES_MAX).map(obstacle).collect()
    };
    Some(obstacles(context).map(lines))
}

/// Whether two dimensions call for the same.
fn is_same(one: &Remedy, other: &Remedy) -> bool {
    (one.exhibit, &one.action) == (other.exhibit, &other.action)
}

fn obstacle<'a>(task: &Task<'a>) -> Line<'a> {
    let what = task.complaint.clone();
    let what = what.map_or_else(|| task.remedy.action.clone(), Cow::into_owned);
    let score = task
        .score
        .map(|score| format!(" ({})", on_scale(score, task.dimension)));
    let mut line = vec![
        strong(&task.dimension.name),
        ours(score.unwrap_or_default() + ": "),
        prose(what.trim_end_matches('.').to_owned()),
    ];
    line.extend(whereabouts(task));
    line.extend(
        task.gain
            .into_iter()
            .flat_map(|gain| [ours("; fix: "), Piece::Gain(gain)]),
    );
    line
}

/// The place and the exhibit, as far as there are such.
fn whereabouts<'a>(task: &Task<'a>) -> Line<'a> {
    let at = task.remedy.place.as_ref().map(|at| vec![place(at)]);
    let exhibit = task.remedy.exhibit.map(|id| vec![Piece::Exhibit(id)]);
    let known = joined(at.into_iter().chain(exhibit), ", ");
    if known.is_empty() {
        return known;
    }
    [vec![ours(" (")], known, vec![ours(")")]]
        .into_iter()
        .flatten()
        .collect()
}

/// What it gains, in brackets; nothing where there is no score to raise.
pub(crate) fn gain<'a>(task: &Task<'_>) -> Line<'a> {
    let gain = task.gain.map(|gain| [ours(" ("), Piece::Gain(gain), ours(")")]);
    gain.into_iter().flatten().collect()
}

/// What to do and where.
pub(crate) fn fix<'a>(task: &Task<'a>) -> Line<'a> {
    let mut line = vec![prose(sentence(&task.remedy.action))];
    line.extend(whereabouts(task));
    line
}

/// Something to do once for all dimensions that call for it: the task that gains most, and the others.
pub(crate) struct Thing<'a, 'b> {
    pub(crate) task: &'b Task<'a>,
    pub(crate) also: Vec<&'b Task<'a>>,
}

/// The plan as things to do, in its order. What is nearly met, and raises no score by itself, is left to the evidence.
pub(crate) fn things<'a, 'b>(plan: &'b [Task<'a>]) -> Vec<Thing<'a, 'b>> {
    let mut things: Vec<Thing<'a, 'b>> = Vec::new();
    let is_trifle = |task: &&Task<'a>| {
        task.is_small && !task.is_ordered && task.gain.is_none_or(|gain| gain == Score::whole(0))
    };
    for task in plan.iter().filter(|task| !is_trifle(task)) {
        match things
            .iter_mut()
            .find(|thing| is_same(thing.task.remedy, task.remedy))
        {
            Some(thing) => thing.also.push(task),
            None => things.push(Thing {
                task,
                also: Vec::new(),
            }),
        }
    }
    things
}

impl<'a> Thing<'a, '_> {
    /// For which dimensions, what and where. What was seen there stands in their sections and with the evidence.
    pub(crate) fn line(&self) -> Line<'a> {
        let named = self.tasks().map(|task| {
            std::iter::once(strong(&task.dimension.name))
                .chain(gain(task))
                .collect()
        });
        let mut line = listed(named, usize::MAX);
        line.push(ours(": "));
        line.extend(fix(self.task));
        line
    }

    fn tasks(&self) -> impl Iterator<Item = &Task<'a>> {
        std::iter::once(self.task).chain(self.also.iter().copied())
    }
}

/// Where the plan says how to fix what stands open, from 1, and what that gains.
pub(crate) fn fixed_by(
    things: &[Thing<'_, '_>],
    dimension: &Dimension,
    standing: &Standing,
) -> Option<(usize, Option<Score>)> {
    let calls = |task: &Task<'_>| {
        let remedy = (task.remedy.exhibit, &task.remedy.action);
        task.dimension.id == dimension.id && remedy == (standing.exhibit, &standing.demand.remedy)
    };
    let numbered = (1..).zip(things);
    let mut found =
        numbered.filter_map(|(number, thing)| Some((number, thing.tasks().find(|task| calls(task))?.gain)));
    found.next()
}

/// What rules say is to be done, then confirmed flaws, what else of security is not met at all, then all open demands by the harm that
/// they do. What does the same stands in the order of the rubric. What lies in the history comes after them, what is nearly met last.
/// What cannot be done before something else is, is no task of its own.
pub(crate) fn plan<'a>(entries: &[Entry<'a>]) -> Vec<Task<'a>> {
    let mut tasks: Vec<Task<'a>> = entries.iter().flat_map(tasks_of).collect();
    let standings = entries.iter().flat_map(|entry| entry.standings().iter());
    let open: BTreeSet<&str> = standings
        .filter(|standing| standing.share == Some(ZERO))
        .map(|standing| standing.demand.probe.as_str())
        .collect();
    tasks.retain(|task| task.is_ordered || !task.within.is_some_and(|probe| open.contains(probe)));
    let weight = |task: &Task<'_>| {
        (
            task.is_ordered,
            task.is_flaw,
            task.is_grave,
            !task.is_small,
            !task.is_past,
            task.harm,
        )
    };
    tasks.sort_by_key(|task| Reverse(weight(task)));
    tasks
}

/// What rules say is to be done in one dimension, then what is open there and not accepted.
pub(crate) fn tasks_of<'a>(entry: &Entry<'a>) -> Vec<Task<'a>> {
    let mut tasks = all_tasks_of(entry);
    tasks.retain(|task| task.accepted.is_none());
    tasks
}

/// What is open and accepted, in the order of the rubric.
pub(crate) fn accepted<'a>(entries: &[Entry<'a>]) -> Vec<Task<'a>> {
    let mut tasks: Vec<Task<'a>> = entries.iter().flat_map(all_tasks_of).collect();
    tasks.retain(|task| task.accepted.is_some());
    tasks
}

fn all_tasks_of<'a>(entry: &Entry<'a>) -> Vec<Task<'a>> {
    let is_judged = entry.ruling.final_score.is_some();
    let remedies = entry.plea.map_or(&[][..], |plea| plea.remedies.as_slice());
    let mut all = entry.standings().iter();
    let is_security = all.any(|standing| standing.demand.is_violation);
    let task = |remedy: &'a Remedy| {
        let standing = called_for_by(entry.standings(), remedy);
        Task {
            dimension: entry.dimension,
            remedy,
            gain: is_judged.then_some(remedy.gain),
            complaint: standing.map(Standing::said),
            score: entry.ruling.final_score,
            is_ordered: false,
            is_flaw: standing.is_some_and(Standing::is_confirmed_flaw),
            is_grave: is_security && standing.is_some_and(is_done_wrong),
            is_past: standing.is_some_and(|standing| standing.demand.probe.starts_with(HISTORY)),
            is_small: standing.is_some_and(Standing::is_nearly_met),
            harm: standing.map_or(ZERO, |standing| harm(entry, standing)),
            within: standing.and_then(|standing| standing.demand.within.as_deref()),
            accepted: standing
                .and_then(|standing| entry.acceptance(&standing.demand.probe, remedy.place.as_ref())),
        }
    };
    let ordered = |remedy: &'a Remedy| Task {
        gain: None,
        is_ordered: true,
        accepted: None,
        ..task(remedy)
    };
    // A ruling that is not the verdict's own was made for want of one, and orders nothing.
    let orders = match &entry.ruling {
        Cow::Borrowed(ruling) => ruling.orders.as_slice(),
        Cow::Owned(_) => &[],
    };
    orders
        .iter()
        .map(ordered)
        .chain(remedies.iter().map(task))
        .collect()
}

/// Whether nothing of a demand is met, and not for want of something good.
fn is_done_wrong(standing: &Standing) -> bool {
    let is_of_the_bad = matches!(
        standing.demand.want,
        Want::Holds(false) | Want::Share(_) | Want::AtMost(_) | Want::ShareAtMost(_)
    );
    standing.share == Some(ZERO) && is_of_the_bad
}

fn called_for_by<'a>(standings: &'a [Standing], remedy: &Remedy) -> Option<&'a Standing> {
    let called_for =
        |s: &&Standing| s.is_unmet() && s.exhibit == remedy.exhibit && s.demand.remedy == remedy.action;
    standings.iter().find(called_for)
}

fn harm(entry: &Entry<'_>, standing: &Standing) -> Fraction {
    // What nobody could look at, or does not arise, makes the rest no heavier.
    let weights = entry
        .standings()
        .iter()
        .map(|standing| i128::from(standing.demand.weight));
    let all: i128 = weights.sum();
    let lost = ((ONE - standing.share.unwrap_or(ONE)) * 100).to_integer();
    // Hundredths tell enough, and weights of a rubric may be of any size.
    let percent = i128::from(lost) * i128::from(standing.demand.weight) / all.max(1);
    let percent = Fraction::from_integer(i64::try_from(percent).unwrap_or(0));
    let whole = entry.dimension.weight;
    let is_small = whole.numer().checked_mul(i64::from(u16::MAX)).is_some();
    if is_small { whole * percent } else { percent }
}

#[cfg(test)]
mod tests;
