//! What of the program nobody looked into: files that could not be read, and code in languages that are not read.

use court::evidence::{Finding, Place};
use probes_core::{Answer, Search, Subject};
pub(super) use project::manifest::linked;
use serde_json::Value;
use std::collections::BTreeSet;
use subject::{Part, Skipped};

/// The program's files that were not read, or not wholly, with the reason. A symbolic link to a file of the program that was is none.
pub(super) fn files(snapshot: &Subject) -> impl Iterator<Item = (&str, &str)> {
    let census = snapshot.census();
    let is_read = |path: &String| {
        let file = census.files.get(path);
        file.is_some_and(|file| file.part == Part::Product && file.facts.unread.is_none())
    };
    let leads_to_read = |link: &&Skipped| linked(link).as_ref().is_some_and(is_read);
    let links = snapshot.skipped.iter().filter(leads_to_read);
    let links: BTreeSet<&str> = links.map(|link| link.path.as_str()).collect();
    census.unread().filter(move |(path, _)| !links.contains(path))
}

/// A search through the program's code. Files that were not read are open ends, and so is code in other languages.
pub(super) fn search(snapshot: &Subject) -> Search {
    let census = snapshot.census();
    let search = files(snapshot).fold(Search::default(), |search, (path, why)| {
        search.open(
            Place::File(path.to_owned()),
            format!("it was not read wholly: {why}"),
        )
    });
    let others = census.unread_languages().into_iter();
    let all = census.lines(Part::Product) + census.others.values().map(|other| other.lines).sum::<u64>();
    others.fold(search, |search, (language, other)| {
        let share = (other.lines * 100).checked_div(all).unwrap_or(100);
        let why = format!("{language} is not read ({share} % of the program's lines)");
        search.open(Place::File(other.path.clone()), why)
    })
}

/// A search through paths alone: directories that were not entered are open ends.
pub(super) fn paths(snapshot: &Subject) -> Search {
    snapshot.unentered().fold(Search::default(), |search, one| {
        search.open(Place::File(one.path.clone()), one.why.clone())
    })
}

/// Whether all of the program was read.
pub(super) fn is_read(snapshot: &Subject) -> bool {
    let mut ends = [search(snapshot), paths(snapshot)].into_iter();
    ends.all(|search| search.end().is_none())
}

/// How many times as much may be left out of what is looked at, so that this still stands for the program.
const STANDS_FOR_MAX: u64 = 4;

/// Whether the part that was looked at stands for the program, of which `unseen` more was not.
pub(super) const fn stand_for(seen: u64, unseen: u64) -> bool {
    unseen <= seen.saturating_mul(STANDS_FOR_MAX)
}

/// The answer to a question about all code where most of it is in languages that are not read: some script beside it says
/// nothing of the program.
pub(super) fn mostly(snapshot: &Subject) -> Option<Answer> {
    let census = snapshot.census();
    let others = census.unread_languages();
    let unread: u64 = others.iter().map(|(_, other)| other.lines).sum();
    if stand_for(census.lines(Part::Product), unread) {
        return None;
    }
    let names: Vec<&str> = others.iter().map(|(name, _)| *name).collect();
    let names = names.join(", ");
    Some(Answer::unobserved(format!(
        "not checked in {names}, in which most of the program is written"
    )))
}

/// The answer where there is nothing to ask of: unobserved where code lies there that was not read.
pub(super) fn nothing(snapshot: &Subject, why: &str) -> Answer {
    if let Some(answer) = mostly(snapshot) {
        return answer;
    }
    match search(snapshot).end() {
        Some((place, end)) => Answer::unobserved(format!("{why}; but at {place}: {end}")),
        None => Answer::not_applicable(why),
    }
}

/// A share: denied where nothing is in order.
pub(super) fn share(is_any: bool, value: Value, why: String, search: Search) -> Answer {
    if is_any {
        return Answer::value(Finding::Present, value, why);
    }
    Answer::absent(why, search).valued(value)
}

/// The languages that a share says nothing of, as the end of a sentence.
pub(super) fn unchecked(snapshot: &Subject, blind: &[&str]) -> String {
    let others = snapshot.census().unread_languages().into_iter();
    let names: Vec<&str> = blind
        .iter()
        .copied()
        .chain(others.map(|(name, _)| name))
        .collect();
    if names.is_empty() {
        return String::new();
    }
    format!("; not checked in {}", names.join(", "))
}
