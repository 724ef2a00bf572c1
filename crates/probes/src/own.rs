//! Probes that a rubric defines itself: patterns and rules of code, files, numbers of the history, manifests, terms and
//! claims. What comes with a rubric is data; nothing of it runs but the matchers here.

mod code;
mod compile;
mod documents;
mod files;
mod history;
mod manifest;
mod needs;
mod page;
mod scope;
#[cfg(test)]
mod tests;
mod tongue;

pub use code::{Found, Lines};
pub use compile::Flaw;

use crate::families;
use court::evidence::{Detective, Exhibit, Finding, Place};
use court::protocol::own::{Count, Look, Own};
use court::text::counted;
use probes_core::Subject;
use probes_core::probe::{Answer, Asked};
use serde_json::json;
use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use subject::parallel;

/// Files beyond these are not named where a rationale tells of what was not read.
const NAMED_MAX: usize = 3;
/// What was not wholly read leaves this much doubt about what is not there, in percent.
const SURE_OF_PART: u8 = 80;
/// Why a probe failed that cannot.
const BUG: &str = "the probe failed: a bug in the auditor";

/// Who looks.
#[must_use]
pub fn detective(own: &Own) -> Detective {
    match &own.look {
        Look::Terms(_) | Look::Claims { .. } => Detective::DocAnalyst,
        Look::Probe(id) => families::all()
            .find(|probe| probe.id == id)
            .map_or(Detective::RepoInvestigator, |probe| probe.detective),
        _ => Detective::RepoInvestigator,
    }
}

/// Refuses what cannot be looked for: a pattern that is no code, a broken glob, an unknown language or probe.
///
/// # Errors
/// Tells the first flaw, with its place and the nearest fix.
pub fn check(owns: &[Own]) -> Result<(), Flaw> {
    owns.iter().try_for_each(check_one)
}

fn check_one(own: &Own) -> Result<(), Flaw> {
    let flaw = |key: &str, problem: String| Flaw {
        at: format!("{}.{key}", own.at),
        problem,
        fix: None,
    };
    scope::Paths::of(&own.paths).map_err(|problem| flaw("paths", problem))?;
    match &own.look {
        Look::Pattern { .. } | Look::Rules(_) => code::check(own),
        Look::Files(globs) => scope::Paths::of(globs)
            .map(|_| ())
            .map_err(|problem| flaw("files", problem)),
        Look::Git(metric) => history::check(metric).map_err(|problem| flaw("git", problem)),
        Look::Manifest(look) => manifest::check(look).map_err(|problem| flaw("manifest", problem)),
        Look::Terms(_) | Look::Claims { .. } => Ok(()),
        Look::Probe(id) => known(id).map_err(|fix| Flaw {
            fix: Some(fix),
            ..flaw("probe", format!("no probe `{id}` is built in"))
        }),
    }
}

/// Whether a built-in probe has this id.
///
/// # Errors
/// Names the one that was most probably meant.
pub fn known(id: &str) -> Result<(), String> {
    if families::all().any(|probe| probe.id == id) {
        return Ok(());
    }
    let near = families::all()
        .map(|probe| (strsim::osa_distance(id, probe.id), probe.id))
        .min()
        .filter(|(distance, known)| *distance <= known.len() / 3);
    Err(near.map_or_else(
        || "the manual lists the probes".to_owned(),
        |(_, known)| format!("did you mean `{known}`?"),
    ))
}

/// Puts the questions of a rubric that are `detective`'s to the snapshot; those of code in one round over its files.
/// Cannot fail: what cannot be looked for is unobserved.
#[must_use]
pub fn investigate(detective: Detective, owns: &[Own], snapshot: &Subject) -> Vec<Exhibit> {
    exhibits(detective, owns, snapshot, true)
}

/// Like [`investigate`] for all detectives, but no rationale says how running the program comes to what was found: for
/// fixtures, which are no programs.
#[must_use]
pub fn try_out(owns: &[Own], snapshot: &Subject) -> Vec<Exhibit> {
    let all = Detective::ALL.into_iter();
    all.flat_map(|detective| exhibits(detective, owns, snapshot, false))
        .collect()
}

fn exhibits(detective: Detective, owns: &[Own], snapshot: &Subject, tells_way: bool) -> Vec<Exhibit> {
    let mine = owns.iter().filter(|own| self::detective(own) == detective);
    let (of_code, others): (Vec<&Own>, Vec<&Own>) = mine.partition(|own| is_code(own));
    let mut exhibits: Vec<Exhibit> = Vec::new();
    for (own, answer) in of_code.iter().zip(code_answers(&of_code, snapshot)) {
        exhibits.extend(asked(own, tells_way).exhibits(snapshot, answer));
    }
    let ask = |own: &&Own| {
        let answer = catch_unwind(AssertUnwindSafe(|| examine(own, snapshot)));
        asked(own, tells_way).exhibits(snapshot, answer.unwrap_or_else(|_| Answer::unobserved(BUG)))
    };
    exhibits.extend(parallel::map(&others, ask).into_iter().flatten());
    exhibits
}

/// The exhibits where nothing could be looked for.
#[must_use]
pub fn unanswered(own: &Own, cause: &str) -> Vec<Exhibit> {
    asked(own, false).exhibits(&Subject::default(), Answer::unobserved(cause))
}

/// Every place that each probe of code finds, in the order of `owns`; nothing for probes of anything else.
///
/// # Errors
/// When a definition cannot be used.
pub fn places(owns: &[Own], snapshot: &Subject) -> Result<Vec<Option<Found>>, Flaw> {
    let of_code: Vec<&Own> = owns.iter().filter(|own| is_code(own)).collect();
    let mut found = code::search(&of_code, snapshot)?.into_iter();
    Ok(owns
        .iter()
        .map(|own| if is_code(own) { found.next() } else { None })
        .collect())
}

fn is_code(own: &Own) -> bool {
    matches!(own.look, Look::Pattern { .. } | Look::Rules(_))
}

fn asked(own: &Own, tells_way: bool) -> Asked<'_> {
    Asked {
        id: &own.id,
        detective: detective(own),
        goal: &own.goal,
        tells_way,
    }
}

/// What one probe finds.
#[must_use]
pub fn examine(own: &Own, snapshot: &Subject) -> Answer {
    match &own.look {
        Look::Pattern { .. } | Look::Rules(_) => code_answers(&[own], snapshot)
            .pop()
            .unwrap_or_else(|| Answer::unobserved(BUG)),
        Look::Files(globs) => files::examine(own, globs, snapshot),
        Look::Git(metric) => history::examine(metric, snapshot),
        Look::Manifest(look) => manifest::examine(own, look, snapshot),
        Look::Terms(terms) => documents::terms(terms, snapshot),
        Look::Claims { kind, state } => documents::claims(kind.as_deref(), state.as_deref(), snapshot),
        Look::Probe(id) => match families::all().find(|probe| probe.id == id) {
            Some(probe) => probe.answer(snapshot),
            None => Answer::unobserved(format!("no probe `{id}` is built in")),
        },
    }
}

fn code_answers(owns: &[&Own], snapshot: &Subject) -> Vec<Answer> {
    if owns.is_empty() {
        return Vec::new();
    }
    match catch_unwind(AssertUnwindSafe(|| code::search(owns, snapshot))) {
        Ok(Ok(found)) => owns
            .iter()
            .zip(found)
            .map(|(own, found)| of_code(own, &found))
            .collect(),
        Ok(Err(flaw)) => vec![Answer::unobserved(flaw.problem); owns.len()],
        Err(_) => vec![Answer::unobserved(BUG); owns.len()],
    }
}

fn of_code(own: &Own, found: &Found) -> Answer {
    let matches: usize = found.hits.iter().map(|(_, count, _)| count).sum();
    let missed = missed(found);
    let unread: BTreeSet<&String> = found.missed.iter().map(|(path, _)| path).collect();
    let looked = found.files.saturating_sub(unread.len()).max(found.hits.len());
    if matches == 0 && found.files == 0 && missed.is_none() {
        return Answer::not_applicable("the repository has no file in which this could be looked for");
    }
    if let Some(missed) = missed.as_ref().filter(|_| looked == 0) {
        return Answer::unobserved(format!("none of the files could be looked through: {missed}"));
    }
    let value = match own.count {
        Count::Matches => json!(matches),
        Count::Files => json!(found.hits.len()),
        Count::Share => json!({"good": found.hits.len(), "all": looked}),
    };
    let said = if matches == 0 {
        format!("none of {} has it", counted(looked, "file"))
    } else {
        let (places, files) = (counted(matches, "place"), counted(looked, "file"));
        format!("{places} in {} of {files}", found.hits.len())
    };
    let rationale = match &missed {
        Some(missed) => format!("{said}; not wholly looked through: {missed}"),
        None => said,
    };
    let answer = Answer::value(Finding::of(matches > 0), value, rationale);
    let answer = if missed.is_some() {
        answer.sure(SURE_OF_PART)
    } else {
        answer
    };
    let places = found.hits.iter().flat_map(|(path, _, lines)| {
        let place = |(first, last): &(u32, u32)| Place::lines(path.as_str(), *first, *last);
        lines.iter().map(place)
    });
    answer.at_all(places.take(probes_core::probe::PROOFS_MAX))
}

fn missed(found: &Found) -> Option<String> {
    let named = found
        .missed
        .iter()
        .take(NAMED_MAX)
        .map(|(path, why)| format!("{path} ({why})"));
    let named: Vec<String> = named.collect();
    let more = found.missed.len().saturating_sub(named.len());
    match (named.is_empty(), more) {
        (true, _) => None,
        (false, 0) => Some(named.join(", ")),
        (false, more) => Some(format!("{} and {}", named.join(", "), counted(more, "more file"))),
    }
}
