//! How much runs at once.

use super::words::{list, router, tick};
use super::{Finding, Study, Weight};

pub(super) fn find(study: &Study<'_>, found: &mut Vec<Finding>) {
    let steps = study.runs.iter().flat_map(|run| run.steps.iter().enumerate());
    let widest = steps.max_by_key(|(at, step)| (step.len(), std::cmp::Reverse(*at)));
    if let Some((at, step)) = widest.filter(|(_, step)| step.len() > 1) {
        let text = format!(
            "at most {} nodes run at once: {} in superstep {}",
            step.len(),
            list(step.keys()),
            at + 1
        );
        let places = step
            .values()
            .filter_map(|causes| Some(causes.first()?.edge.place.clone()));
        found.push(Finding::new("graph.width", Weight::Note, text).at(places.collect::<Vec<_>>()));
    }
    for route in &study.graph.routers {
        for (target, _) in route.sends.iter().filter(|(_, count)| **count >= 2) {
            let text = format!(
                "{} runs as several tasks at once, as many as {} sends; how many is known only at run time",
                tick(&target),
                router(route)
            );
            found.push(Finding::new("graph.tasks", Weight::Note, text).at([route.place.clone()]));
        }
    }
}
