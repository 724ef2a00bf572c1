//! Whether pipelines say which rights they have.

use crate::families::unread;
use court::evidence::Place;
use probes_core::{Answer, Probe, Search, Subject};
use project::automation::Pipeline;
use serde_json::json;

pub(super) const PROBE: Probe = Probe::of_code(
    "automation.permissions",
    "Each workflow says which rights its token has; one that does not may have all",
    examine,
);

/// The system whose pipelines may say so.
const SYSTEM: &str = "GitHub Actions";
/// Where its own workflows lie; those of its relatives have no such rights.
const FOLDER: &str = ".github/workflows/";

fn examine(snapshot: &Subject) -> Answer {
    let automation = snapshot.automation();
    let is_asked = |one: &&Pipeline| one.system == SYSTEM && one.path.starts_with(FOLDER);
    let asked: Vec<&Pipeline> = automation.pipelines.iter().filter(is_asked).collect();
    if asked.is_empty() {
        return match automation.unread.first() {
            Some((path, why)) => Answer::unobserved(format!(
                "no workflow is seen; but at {path}: it could not be read: {why}"
            )),
            None => Answer::not_applicable("no pipeline is a workflow of GitHub"),
        };
    }
    let open: Vec<&&Pipeline> = asked.iter().filter(|one| !one.limits_rights).collect();
    let (good, all) = (asked.len() - open.len(), asked.len());
    let why = format!("{good} of {all} workflows say which rights their tokens have");
    let places = open.iter().map(|one| Place::line(one.path.as_str(), 1));
    let search = automation
        .unread
        .iter()
        .fold(Search::default(), |search, (path, why)| {
            search.open(Place::File(path.clone()), format!("it could not be read: {why}"))
        });
    let answer = unread::share(good > 0, json!({"good": good, "all": all}), why, search);
    places.fold(answer, Answer::at)
}
