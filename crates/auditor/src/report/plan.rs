//! What to do, over all dimensions, what gains most first.

use super::entry::Entry;
use court::protocol::Standing;
use court::remedy::Remedy;
use court::rubric::Dimension;
use court::score::Score;
use std::cmp::Reverse;

/// One thing to do.
pub(crate) struct Task<'a> {
    pub(crate) dimension: &'a Dimension,
    pub(crate) remedy: &'a Remedy,
    /// By how much the dimension's score would rise; `None` where it has no score.
    pub(crate) gain: Option<Score>,
    /// What is the matter, in the words of the demand.
    pub(crate) complaint: Option<&'a str>,
}

/// All open demands: by gain, then weight, then the order of the rubric.
pub(crate) fn plan<'a>(entries: &[Entry<'a>]) -> Vec<Task<'a>> {
    let mut tasks: Vec<Task<'a>> = entries.iter().flat_map(tasks_of).collect();
    tasks.sort_by_key(|task| Reverse((task.gain, task.remedy.weight)));
    tasks
}

/// The open demands of one dimension.
pub(crate) fn tasks_of<'a>(entry: &Entry<'a>) -> Vec<Task<'a>> {
    let is_judged = entry.ruling.final_score.is_some();
    let remedies = entry.plea.map_or(&[][..], |plea| plea.remedies.as_slice());
    let task = |remedy: &'a Remedy| Task {
        dimension: entry.dimension,
        remedy,
        gain: is_judged.then_some(remedy.gain),
        complaint: complaint(entry.standings(), remedy),
    };
    remedies.iter().map(task).collect()
}

fn complaint<'a>(standings: &'a [Standing], remedy: &Remedy) -> Option<&'a str> {
    let called_for =
        |s: &&Standing| s.is_unmet() && s.exhibit == remedy.exhibit && s.demand.remedy == remedy.action;
    standings
        .iter()
        .find(called_for)
        .map(|standing| standing.demand.unmet.as_str())
}
