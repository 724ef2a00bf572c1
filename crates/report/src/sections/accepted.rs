//! What whoever audits has decided to live with, what of that has ended, and what nothing called for.

use super::Context;
use super::plan::{self, Task};
use crate::dossier::Acceptance;
use crate::line::{Line, code, ours, place, prose, strong};

/// What the section begins with.
pub(crate) const LEAD: &str = "Whoever audits lives with these. The scores stay as they are.";

/// A line for each finding that is accepted, then one for each acceptance that covers none.
pub(crate) fn lines<'a>(context: &Context<'a>) -> Vec<Line<'a>> {
    let tasks = plan::accepted(&context.entries);
    let is_used = |one: &&Acceptance| tasks.iter().any(|task| task.accepted == Some(*one));
    let idle = context.dossier.accepted.iter().filter(|one| !is_used(one));
    let idle = idle.map(|one| {
        let why = match one.ended {
            true => " counts again, for the commit is of a later day; ",
            false => " is accepted and was not found; ",
        };
        vec![code(&one.check), ours(why), prose(one.said())]
    });
    tasks.iter().map(accepted).chain(idle).collect()
}

fn accepted<'a>(task: &Task<'a>) -> Line<'a> {
    let what = task
        .complaint
        .clone()
        .unwrap_or_else(|| task.remedy.action.clone().into());
    let mut line = vec![strong(&task.dimension.name), ours(": "), prose(what)];
    if let Some(at) = &task.remedy.place {
        line.extend([ours(" ("), place(at), ours(")")]);
    }
    let said = task.accepted.map(Acceptance::said).unwrap_or_default();
    line.extend([ours("; "), prose(said)]);
    line
}
