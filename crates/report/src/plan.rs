//! What to do, over all dimensions, what gains most first.

use super::entry::Entry;
use court::evidence::{Evidence, Place};
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
    /// The dimension's score as it stands.
    pub(crate) score: Option<Score>,
}

impl Task<'_> {
    /// Whether a higher score waits behind it: a dimension that stands at its highest has none to gain.
    pub(crate) fn is_obstacle(&self) -> bool {
        self.score.is_some_and(|score| score < self.dimension.scale.max)
    }
}

/// The tasks that stand before a higher score, in their order; what to say where there are none.
pub(crate) fn obstacles<'a, 'b>(plan: &'b [Task<'a>]) -> Result<Vec<&'b Task<'a>>, &'static str> {
    let found: Vec<&Task<'a>> = plan.iter().filter(|task| task.is_obstacle()).collect();
    let is_any_judged = plan.iter().any(|task| task.score.is_some());
    match (found.is_empty(), is_any_judged) {
        (false, _) => Ok(found),
        (true, true) => {
            Err("Nothing stands before a higher score; what could still be better is in the plan.")
        }
        (true, false) => Err("No demand that could be observed stands open."),
    }
}

/// Something to do once for all dimensions that call for it: the task that gains most, and the others.
pub(crate) struct Thing<'a, 'b> {
    pub(crate) task: &'b Task<'a>,
    pub(crate) also: Vec<&'b Task<'a>>,
}

/// The plan as things to do, in its order.
pub(crate) fn things<'a, 'b>(plan: &'b [Task<'a>]) -> Vec<Thing<'a, 'b>> {
    let mut things: Vec<Thing<'a, 'b>> = Vec::new();
    for task in plan {
        let is_same =
            |other: &Remedy| (other.exhibit, &other.action) == (task.remedy.exhibit, &task.remedy.action);
        match things.iter_mut().find(|thing| is_same(thing.task.remedy)) {
            Some(thing) => thing.also.push(task),
            None => things.push(Thing {
                task,
                also: Vec::new(),
            }),
        }
    }
    things
}

/// Further places of what the task is about, without its own, each once, in the order of the exhibits.
pub(crate) fn elsewhere<'a>(task: &Task<'_>, evidence: &'a Evidence) -> Vec<&'a Place> {
    let exhibit = task.remedy.exhibit.and_then(|id| evidence.get(id));
    let all = exhibit.map(|exhibit| evidence.of_probe(&exhibit.probe));
    let placed = all
        .into_iter()
        .flatten()
        .filter_map(|(_, exhibit)| exhibit.place.as_ref());
    let mut places: Vec<&Place> = Vec::new();
    for place in placed.filter(|place| Some(*place) != task.remedy.place.as_ref()) {
        if !places.contains(&place) {
            places.push(place);
        }
    }
    places
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
        score: entry.ruling.final_score,
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_dimensions_call_for_is_one_thing_to_do() {
        let text = court::rubric::built_in("engineering").expect("it is built in");
        let rubric = court::rubric::parse(text, "engineering").expect("it is a rubric");
        let remedy = |action: &str| Remedy {
            action: action.to_owned(),
            exhibit: None,
            place: None,
            gain: Score::whole(1),
            weight: 1,
        };
        let (tests, lint) = (remedy("Run the tests."), remedy("Run a linter."));
        let task = |index: usize, remedy| Task {
            dimension: &rubric.dimensions[index],
            remedy,
            gain: None,
            complaint: None,
            score: None,
        };
        let plan = [task(0, &tests), task(1, &lint), task(2, &tests)];
        let things = things(&plan);
        let told = |thing: &Thing<'_, '_>| (thing.task.dimension.name.clone(), thing.also.len());
        let name = |index: usize| rubric.dimensions[index].name.clone();
        assert_eq!(
            things.iter().map(told).collect::<Vec<_>>(),
            [(name(0), 1), (name(1), 0)]
        );
    }
}
