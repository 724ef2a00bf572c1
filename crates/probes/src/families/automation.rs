//! What runs by itself when the subject changes: tests, linters, formatters, type checkers, and on what ground.

mod ci;
mod coverage;
mod format;
mod lint;
mod pinned_actions;
mod reproducible;
mod tests_run;
mod types_checked;

use crate::derived::Subject;
use crate::probe::{Answer, Probe};
use court::evidence::Place;
use project::automation::{Act, Automation, Purpose, Trigger};

/// The probes of this family.
pub const AUTOMATION: &[Probe] = &[
    ci::PROBE,
    tests_run::PROBE,
    lint::PROBE,
    format::PROBE,
    types_checked::PROBE,
    reproducible::PROBE,
    pinned_actions::PROBE,
];

/// Why nothing can be said of what was not found, where that is so: pipelines that were not read, or that hand on to
/// something outside.
fn unseen(automation: &Automation) -> Option<Answer> {
    if let Some((path, why)) = automation.unread.first() {
        return Some(Answer::unobserved(format!("{path} could not be read: {why}")));
    }
    let opaque = automation.opaque.first()?;
    let cause = format!(
        "{}:{} hands on to {}, which is not part of the repository",
        opaque.path, opaque.line, opaque.what
    );
    Some(Answer::unobserved(cause))
}

/// Adds the way from the pipeline to the command.
fn proved(answer: Answer, act: &Act) -> Answer {
    let places = act
        .chain
        .iter()
        .map(|link| (Place::line(link.path.as_str(), link.line), &link.text));
    places.fold(answer, |answer, (place, text)| {
        answer.at_noting(place, format!("`{text}`"))
    })
}

/// The way in words: `.github/workflows/ci.yml:3 > tox.ini:5`.
fn way(act: &Act) -> String {
    let links: Vec<String> = act
        .chain
        .iter()
        .map(|link| format!("{}:{}", link.path, link.line))
        .collect();
    links.join(" > ")
}

/// When something runs, as the end of a sentence; nothing where it is on every change.
const fn when(trigger: Trigger) -> &'static str {
    match trigger {
        Trigger::Change => "",
        Trigger::Clock => ", by the clock only",
        Trigger::Other | Trigger::Called => ", only by hand, at a release or on call",
    }
}

/// How sure an act makes one: what is only named in a script is less than what is run word by word.
fn sureness(act: &Act) -> u8 {
    match (act.trigger, act.is_named) {
        (Trigger::Change, false) => 95,
        (Trigger::Change, true) => 75,
        (_, false) => 70,
        (_, true) => 55,
    }
}

/// Points at where a step more could stand: beside the tests or the build that run on every change, else at the end of
/// the pipeline that does most then; at all pipelines where none does anything.
fn with_room(answer: Answer, automation: &Automation) -> Answer {
    let pipelines = automation.pipelines.iter();
    let beside = [Purpose::Test, Purpose::Build].into_iter().find_map(|purpose| {
        let act = automation
            .acts_for(purpose)
            .find(|act| act.trigger == Trigger::Change)?;
        let first = act.chain.first()?;
        Some(Place::line(first.path.as_str(), first.line))
    });
    let on_change = pipelines.clone().filter(|one| one.trigger == Trigger::Change);
    let longest = on_change.max_by_key(|one| (one.steps.len(), std::cmp::Reverse(&one.path)));
    let end = || {
        longest.and_then(|one| {
            one.steps
                .last()
                .map(|step| Place::line(one.path.as_str(), step.line))
        })
    };
    match beside.or_else(end) {
        Some(place) => answer.at_noting(place, "a step of what runs on every change"),
        None => answer.at_all(pipelines.map(|one| Place::line(one.path.as_str(), 1))),
    }
}

/// The answer where there is no source code that anything could be run on.
fn no_code(snapshot: &Subject) -> Option<Answer> {
    let is_empty = snapshot.census().files.is_empty() && snapshot.census().missing.is_empty();
    is_empty.then(|| Answer::not_applicable("the repository has no code in the languages that are read"))
}
