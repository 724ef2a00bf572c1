use crate::families::tally::Tally;
use crate::families::unread;
use court::evidence::{Detective, Place};
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};
use regex::Regex;
use serde_json::json;
use std::sync::LazyLock;

pub(super) const PROBE: Probe = Probe {
    id: "tests.failures",
    detective: Detective::RepoInvestigator,
    goal: "Tests show what happens when something goes wrong",
    examine,
};

/// How tests of any language expect an error, by the words of their frameworks and the answers of HTTP, one a line.
static EXPECTED: LazyLock<Regex> =
    LazyLock::new(|| any_of(include_str!("../../../words/tests_failures.txt")));
/// What such tests are called.
static CALLED: LazyLock<Regex> =
    LazyLock::new(|| any_of(include_str!("../../../words/tests_failure_names.txt")));
/// A form of words that stands for an error may mean another thing.
const SURE: u8 = 80;

fn any_of(forms: &'static str) -> Regex {
    Regex::new(&wordlist::lines(forms).join("|")).expect("the forms are fixed and tested")
}

fn examine(snapshot: &Subject) -> Answer {
    let census = snapshot.census();
    let mut tally = Tally::default();
    let mut first = None;
    for (path, test) in census.test_functions() {
        let text = snapshot.lines(path, test.first, test.last).unwrap_or_default();
        let is_of_failure = CALLED.is_match(&test.name) || EXPECTED.is_match(&text);
        tally.count(census, path, is_of_failure);
        if is_of_failure && first.is_none() {
            first = Some(Place::lines(path, test.first, test.last));
        }
    }
    if tally.is_empty() && census.product().next().is_some() {
        let why = "no test shows what happens when something goes wrong: there is no test in a language that is read here";
        return unread::share(
            false,
            json!({"good": 0, "all": 1}),
            why.to_owned(),
            unread::search(snapshot),
        );
    }
    let what = "tests show what happens when something goes wrong";
    let answer = tally.answer(
        snapshot,
        what,
        "the repository has no program that tests could be of",
        &[],
    );
    answer.at_all(first).sure(SURE)
}
