//! Probes of the history.

mod authors;
pub(crate) mod bulk_upload;
mod clustered;
mod commits;
mod messages;
mod progression;
mod steps;
#[cfg(test)]
mod tests;

use court::evidence::Place;
use court::text::counted;
use probes_core::{Answer, Probe, Subject};
use subject::history::{Commit, WITHOUT_HISTORY, date};

/// The family.
pub static GIT: &[Probe] = &[
    commits::PROBE,
    bulk_upload::PROBE,
    steps::PROBE,
    clustered::PROBE,
    messages::PROBE,
    authors::PROBE,
];

/// That which looks for the parts of an auditor in the order of the commits.
pub(super) static COURSE: &[Probe] = &[progression::PROBE];

/// A question about the history, where there is one.
const fn of_history(id: &'static str, goal: &'static str, examine: fn(&Subject) -> Answer) -> Probe {
    Probe::of_code(id, goal, examine).unless(gap)
}

/// Why nothing that counts commits can be said, if that is so.
pub(crate) fn gap(snapshot: &Subject) -> Option<Answer> {
    let history = &snapshot.history;
    let cause = match &history.incomplete {
        Some(why) if why == WITHOUT_HISTORY => return Some(Answer::not_applicable(WITHOUT_HISTORY)),
        Some(why) => format!("the history is not whole: {why}"),
        None if history.commits.is_empty() => "no history was read".to_owned(),
        None => return None,
    };
    Some(Answer::unobserved(cause))
}

pub(crate) fn place(commit: &Commit) -> Place {
    Place::Commit(commit.id.clone())
}

/// What a commit calls itself, and when.
pub(crate) fn described(commit: &Commit) -> String {
    format!("{} `{}`", date::shown(commit.authored), commit.subject)
}

/// A length of time in its largest useful unit, of which begun ones count.
fn spoken(seconds: i64) -> String {
    let minutes = (seconds + 59) / 60;
    let (count, unit) = match minutes {
        ..=1 => (seconds, "second"),
        2..120 => (minutes, "minute"),
        120..2_880 => ((minutes + 59) / 60, "hour"),
        _ => ((minutes + 1_439) / 1_440, "day"),
    };
    counted(usize::try_from(count).unwrap_or_default(), unit)
}
