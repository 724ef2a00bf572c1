//! Whether a pipeline looks at every change.

use super::{followed, no_code, proved, waiting, way, when};
use court::evidence::Place;
use probes_core::{Answer, Probe, Subject};
use project::automation::{Automation, Pipeline, Purpose, Step, Trigger, Work};

pub(super) const PROBE: Probe = Probe::of_code(
    "automation.ci",
    "A pipeline builds, tests or checks every change: present is good",
    examine,
)
.unless(no_code);

/// The system whose files do not say when they are run.
const STARTED_ELSEWHERE: &str = "Cloud Build";

fn examine(snapshot: &Subject) -> Answer {
    let automation = snapshot.automation();
    let telling = automation
        .acts
        .iter()
        .filter(|act| act.purpose != Purpose::Release && !act.is_forgiven)
        .min_by_key(|act| (act.trigger, act.is_aside, act.is_named, act.purpose));
    match telling {
        Some(act) if act.trigger <= Trigger::Clock => {
            let why = format!(
                "{} runs `{}` ({}){}{}",
                system(automation, &act.chain[0].path),
                act.tool,
                way(act),
                when(act.trigger),
                waiting(automation)
            );
            proved(
                Answer::present(why).sure(if act.trigger == Trigger::Change { 98 } else { 70 }),
                act,
            )
        }
        _ => unknown(snapshot, automation),
    }
}

fn system<'a>(automation: &'a Automation, path: &str) -> &'a str {
    let pipeline = automation.pipelines.iter().find(|one| one.path == path);
    pipeline.map_or("pre-commit.ci", |one| one.system)
}

/// Nothing that is known runs: commands of the project's own may do it all the same.
fn unknown(snapshot: &Subject, automation: &Automation) -> Answer {
    let on_change = automation
        .pipelines
        .iter()
        .filter(|pipeline| pipeline.trigger == Trigger::Change);
    let steps = on_change.flat_map(|pipeline| pipeline.taken().map(move |step| (pipeline, step)));
    let is_command =
        |(_, step): &(&Pipeline, &Step)| matches!(step.what, Work::Command(_)) && !step.is_forgiven;
    let mut own = steps.filter(is_command).filter(|(_, step)| !step.only_sets_up());
    if let Some((pipeline, step)) = own.next() {
        let why = format!(
            "{} runs commands of its own on changes ({})",
            pipeline.system, pipeline.path
        );
        return Answer::present(why)
            .at(Place::line(pipeline.path.as_str(), step.line))
            .sure(60);
    }
    if let Some(act) = automation
        .acts
        .iter()
        .find(|act| act.is_forgiven && act.trigger == Trigger::Change)
    {
        let why = format!(
            "of what runs on changes only `{}` ({}) looks at the code, and whatever it finds stops nothing",
            act.tool,
            way(act)
        );
        return proved(Answer::unobserved(why), act);
    }
    let search = followed(automation, true);
    let elsewhere = automation
        .pipelines
        .iter()
        .find(|one| one.system == STARTED_ELSEWHERE);
    let search = match elsewhere {
        Some(one) => search.open(
            Place::line(one.path.as_str(), 1),
            format!("when {STARTED_ELSEWHERE} starts it is set on its own pages"),
        ),
        None => search,
    };
    match automation.pipelines.first() {
        None => match misplaced(snapshot) {
            Some(path) => {
                let why = format!(
                    "{path} is a workflow in a folder where no forge looks: only those at the root are run"
                );
                Answer::absent(why, search).at(Place::line(path, 1))
            }
            None => Answer::absent("no file is a pipeline of a system that is known", search),
        },
        Some(first) => {
            let why = format!(
                "{} pipelines, and none builds, tests or checks a change{}",
                automation.pipelines.len(),
                waiting(automation)
            );
            Answer::absent(why, search).sure(if first.steps.is_empty() { 70 } else { 90 })
        }
    }
}

/// A workflow in a folder below the root.
fn misplaced(snapshot: &Subject) -> Option<&str> {
    let is_workflow = |path: &&str| {
        let is_own = subject::part::by_path(path) == subject::Part::Product;
        is_own && path.contains("/.github/workflows/") && (path.ends_with(".yml") || path.ends_with(".yaml"))
    };
    snapshot.files.keys().map(String::as_str).find(is_workflow)
}
