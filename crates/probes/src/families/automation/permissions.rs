//! Whether pipelines say which rights they have.

use crate::families::unread;
use court::evidence::Place;
use probes_core::{Answer, Probe, Search, Subject};
use project::automation::Pipeline;
use serde_json::json;
use subject::data::{Value, yaml};

pub(super) const PROBE: Probe = Probe::of_code(
    "automation.permissions",
    "Each workflow, or each of its jobs, says which rights its token has; what does not may have all",
    examine,
);

/// The system whose pipelines may say so.
const SYSTEM: &str = "GitHub Actions";
/// Where its own workflows lie; those of its relatives have no such rights.
const FOLDER: &str = ".github/workflows/";

fn examine(snapshot: &Subject) -> Answer {
    let automation = snapshot.automation();
    let is_asked = |one: &&Pipeline| {
        let runs = snapshot.text(&one.path).is_none_or(runs_itself);
        one.system == SYSTEM && one.path.starts_with(FOLDER) && runs
    };
    let asked: Vec<&Pipeline> = automation.pipelines.iter().filter(is_asked).collect();
    // Those of other systems have no such rights, read or not.
    let mut unread = automation
        .unread
        .iter()
        .filter(|(path, _)| path.starts_with(FOLDER));
    if asked.is_empty() {
        return match unread.next() {
            Some((path, why)) => Answer::unobserved(format!(
                "no workflow is seen; but at {path}: it could not be read: {why}"
            )),
            None => Answer::not_applicable("no pipeline is a workflow of GitHub that runs by itself"),
        };
    }
    let called = called(snapshot, &asked);
    let counted = || asked.iter().chain(&called).copied();
    let (good, all) = counted()
        .map(|one| jobs(snapshot, one))
        .fold((0, 0), |(good, all), (own, jobs)| (good + own, all + jobs));
    let whole = counted().filter(|one| one.limits_rights).count();
    let told = match called.len() {
        0 => String::new(),
        count => format!(
            "; of the workflows {count} are only called, and their jobs count in place of the calling ones"
        ),
    };
    let why = format!(
        "{good} of {all} jobs have rights that the workflow or the job names; {whole} of {} workflows name them for every job{told}",
        asked.len() + called.len()
    );
    let search = unread.fold(Search::default(), |search, (path, why)| {
        search.open(Place::File(path.clone()), format!("it could not be read: {why}"))
    });
    let answer = unread::share(good > 0, json!({"good": good, "all": all}), why, search);
    let open = counted().filter(|one| !one.limits_rights);
    open.fold(answer, |answer, one| {
        let place = Place::line(one.path.as_str(), 1);
        match jobs(snapshot, one) {
            (own, all) if own == all => answer,
            (0, _) => answer.at(place),
            (own, all) => answer.at_noting(place, format!("{own} of its {all} jobs name their own")),
        }
    })
}

/// How many jobs of a workflow have rights that it or they name, and how many there are. One that only calls a workflow of the
/// repository runs nothing itself: what is called is counted.
fn jobs(snapshot: &Subject, one: &Pipeline) -> (usize, usize) {
    let (own, all) = one.jobs_limited;
    if one.limits_rights {
        return (all.max(1), all.max(1));
    }
    let calls = open_calls(snapshot, one);
    (
        own,
        all.saturating_sub(calls.len()).max(usize::from(calls.is_empty())),
    )
}

/// The workflows of the repository that jobs without named rights call.
fn open_calls<'a>(snapshot: &'a Subject, one: &Pipeline) -> Vec<&'a Pipeline> {
    let pipelines = &snapshot.automation().pipelines;
    let root = snapshot.text(&one.path).and_then(|text| yaml::read(text).ok());
    let jobs = root.iter().flat_map(|root| root.entries_at(&["jobs"]));
    let open = jobs.filter(|job| !one.limits_rights && job.node.get("permissions").is_none());
    open.filter_map(|job| {
        let path = job.node.text_at(&["uses"])?.strip_prefix("./")?;
        pipelines.iter().find(|pipeline| pipeline.path == path)
    })
    .collect()
}

/// The workflows that nothing but such calls start, each once.
fn called<'a>(snapshot: &'a Subject, asked: &[&'a Pipeline]) -> Vec<&'a Pipeline> {
    let mut found: Vec<&Pipeline> = asked.to_vec();
    let mut at = 0;
    while let Some(one) = found.get(at).copied() {
        for called in open_calls(snapshot, one) {
            if !found.iter().any(|known| known.path == called.path) {
                found.push(called);
            }
        }
        at += 1;
    }
    found.split_off(asked.len())
}

/// Whether something other than another workflow starts a workflow. One that is only called has the rights of its caller at most. In an
/// empty file there is none.
fn runs_itself(text: &str) -> bool {
    let Ok(root) = yaml::read(text) else {
        return true;
    };
    if root.value == Value::Null {
        return false;
    }
    let Some(on) = root.get("on").or_else(|| root.get("true")) else {
        return true;
    };
    let keys = on.entries().iter().map(|entry| entry.key.as_str());
    let mut events = on
        .texts()
        .into_iter()
        .map(|(text, _)| text)
        .chain(keys)
        .peekable();
    events.peek().is_none() || events.any(|event| event != "workflow_call")
}
