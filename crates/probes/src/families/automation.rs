//! What runs by itself when the subject changes: tests, linters, formatters, type checkers, and on what ground.

mod advisories;
mod ci;
mod coverage;
mod permissions;
mod pinned_actions;
#[cfg(test)]
mod tests;
mod tests_run;
mod types_checked;

use court::evidence::{Finding, Place};
use probes_core::{Answer, Probe, Search, Subject};
use project::automation::{Act, Automation, Opaque, Purpose, Trigger};

/// The probes of this family.
pub const AUTOMATION: &[Probe] = &[
    ci::PROBE,
    tests_run::PROBE,
    coverage::LINT,
    coverage::FORMAT,
    types_checked::PROBE,
    pinned_actions::PROBE,
    permissions::PROBE,
    advisories::PROBE,
];

/// All that was followed in the pipelines, and where following ended. Pipelines that were not read, calls of what is not
/// in the repository, commands of which nobody knows what they do. Those of them that say nothing of a check count where `may_run`.
fn followed(automation: &Automation, may_run: bool) -> Search {
    ended(automation, |end| may_run || !end.is_plain)
}

/// The same without what says by its name that it does something else than look at code.
fn followed_checks(automation: &Automation, may_run: bool) -> Search {
    ended(automation, |end| !end.is_other && (may_run || !end.is_plain))
}

fn ended(automation: &Automation, counts: impl Fn(&Opaque) -> bool) -> Search {
    let pipelines = automation.pipelines.iter();
    let search = Search::at(pipelines.map(|one| Place::line(one.path.as_str(), 1)));
    let search = automation.unread.iter().fold(search, |search, (path, why)| {
        search.open(Place::File(path.clone()), format!("it could not be read: {why}"))
    });
    let ends = automation.opaque.iter().filter(|end| counts(end));
    ends.fold(search, |search, end| {
        search.open(Place::line(end.path.as_str(), end.line), end.why.clone())
    })
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

/// What waits for a machine that is not there any more, as the end of a sentence.
fn waiting(automation: &Automation) -> String {
    let jobs = automation
        .pipelines
        .iter()
        .flat_map(|one| one.waiting.iter().map(move |job| (one, job)));
    let mut jobs = jobs.peekable();
    let Some((one, first)) = jobs.peek().copied() else {
        return String::new();
    };
    let more = match jobs.count() {
        1 => String::new(),
        2 => ", nor does another".to_owned(),
        count => format!(", nor do {} more", count - 1),
    };
    format!(
        "; the job at {}:{} asks for `{}`, of which there is none since {}: it never starts{more}",
        one.path, first.line, first.image, first.since
    )
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
/// the pipeline that does most then.
fn with_room(answer: Answer, automation: &Automation) -> Answer {
    if answer.finding != Finding::Absent {
        return answer;
    }
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
        Some(place) => told_first(answer, |answer| {
            answer.at_noting(place, "a step of what runs on every change")
        }),
        None => answer,
    }
}

/// Adds places before those that were looked at.
fn told_first(mut answer: Answer, add: impl FnOnce(Answer) -> Answer) -> Answer {
    let looked = std::mem::take(&mut answer.proofs);
    let mut answer = add(answer);
    answer.proofs.extend(looked);
    answer
}

/// The answer where there is no source code that anything could be run on, in any language that is known.
fn no_code(snapshot: &Subject) -> Option<Answer> {
    let census = snapshot.census();
    let is_empty = census.files.is_empty() && census.missing.is_empty() && census.others.is_empty();
    is_empty.then(|| Answer::not_applicable("the repository has no code in a language that is known"))
}
