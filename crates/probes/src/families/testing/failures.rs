use super::broken::broken;
use super::many::{self, checks_nothing};
use super::unbuilt::{self, unbuilt};
use super::{adding, untold};
use crate::families::tally::{Tally, Wording};
use crate::families::unread;
use court::evidence::Place;
use probes_core::{Answer, Probe, Search, Subject};
use regex::Regex;
use serde_json::json;
use std::sync::LazyLock;
use subject::Part;
use syntax::facts::Function;
use syntax::{Language, unread_language};
use wordlist::array;

pub(super) const PROBE: Probe = Probe::of_code(
    "tests.failures",
    "Tests show what happens when something goes wrong",
    examine,
);

/// How tests of any language expect an error, by the words of their frameworks and the answers of HTTP, one a line.
static EXPECTED: LazyLock<Regex> =
    LazyLock::new(|| any_of(include_str!("../../../words/tests_failures.txt")));
/// What such tests are called.
static CALLED: LazyLock<Regex> =
    LazyLock::new(|| any_of(include_str!("../../../words/tests_failure_names.txt")));
/// Names of constants and of macros.
static LOUD: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"(?-u:\b)[A-Z][A-Z0-9_]{3,}(?-u:\b)").expect("it is fixed and tested"));
/// Words of a line that checks something.
const CHECKS: [&str; 6] = array("assert check expect require equal ==");
/// Parts of names that say that nothing went wrong, or how loud a message is.
const FINE: [&str; 7] = array("NO NOTHROW OK NONE SUCCESS LOG LEVEL");

/// How a test says that nothing goes wrong: `does not throw an error`, `.not.toThrow()`, `doesNotRaise`.
static FINE_SAID: LazyLock<Regex> = LazyLock::new(|| {
    let words = r"(?i)(?:not|n't|never|without|(?-u:\b)no)[ _.]?(?:to[ _.]?)?(?:be[ _]|return[ _])?(?:an?[ _]|any[ _])?(?:throw|rais|error|fail|panic|reject)[a-z]*(?:[ _](?:an?[ _]|any[ _])?(?:error|exception)s?)?";
    Regex::new(words).expect("it is fixed and tested")
});

/// How a test says that nothing, or no, has to come out: of a wrong input, or of nothing in particular.
static NOTHING: LazyLock<Regex> = LazyLock::new(|| any_of(include_str!("../../../words/tests_nothing.txt")));
/// Names of what is wrong, by the rules of the program or for who called it: a move that is illegal may be any other case.
static WRONG: LazyLock<Regex> = LazyLock::new(|| {
    let words = r"(?i)invalid|not[ _]?valid|malformed|not.?found|missing|corrupt|time.?out|unknown|bad|wrong|illegal|conflict|too.?(?:long|large|many)";
    Regex::new(words).expect("it is fixed and tested")
});
/// Of so many tests one that expects a failure is enough, so that a test that may expect one leaves open whether any does.
const ENOUGH_OF: usize = 20;

/// Fewer tests show no habit; that there are so few is told by itself.
const FEW: usize = 3;

/// Whether a line checks against a constant that is called an error, or by a macro that waits for one to be thrown.
fn expects_by_constant(line: &str) -> bool {
    let lower = line.to_ascii_lowercase();
    let is_same = || !line.contains("!=") && !line.contains("_NE(");
    let checks = || CHECKS.iter().any(|word| lower.contains(word)) && is_same();
    LOUD.find_iter(line).any(|found| {
        let has = |known: &[&str]| found.as_str().split('_').any(|part| known.contains(&part));
        !has(&FINE) && (has(&["THROW", "THROWS"]) || has(&["ERR", "ERROR"]) && checks())
    })
}

/// A form of words that stands for an error may mean another thing.
const SURE: u8 = 80;

/// Ends of words are those of ASCII: with any others the fast engines give up at the first letter beyond it.
fn any_of(forms: &'static str) -> Regex {
    let forms = wordlist::lines(forms).join("|").replace(r"\b", r"(?-u:\b)");
    Regex::new(&forms).expect("the forms are fixed and tested")
}

fn examine(snapshot: &Subject) -> Answer {
    if let Some(answer) = untold(snapshot) {
        return answer;
    }
    let census = snapshot.census();
    let mut tally = Tally::default();
    let (mut told, mut maybe) = (0, 0);
    let (broken, unbuilt) = (broken(snapshot), unbuilt(snapshot));
    let is_aside = |path: &str| broken.contains(path) || unbuilt.contains(path);
    for (path, test) in census.test_functions().filter(|(path, _)| !is_aside(path)) {
        let text = whole(snapshot, path, test);
        let (name, said) = (
            FINE_SAID.replace_all(&test.name, ""),
            FINE_SAID.replace_all(&text, ""),
        );
        let is_of_failure =
            CALLED.is_match(&name) || EXPECTED.is_match(&said) || said.lines().any(expects_by_constant);
        // A promise that nobody waits for is refused after the test is over.
        let is_left_behind = test.assertions == 0 && said.contains(".rejects.");
        let is_of_failure = is_of_failure && !is_left_behind;
        tally.count(census, path, is_of_failure);
        told += usize::from(is_of_failure);
        maybe += usize::from(!is_of_failure && (NOTHING.is_match(&text) || WRONG.is_match(&name)));
    }
    if maybe > 0 && told * ENOUGH_OF < tally.all() {
        let why = format!(
            "{told} of {} tests expect something to go wrong; {maybe} more expect nothing or no, or are called after what is wrong; whether something fails in them is not told",
            tally.all()
        );
        return Answer::unobserved(why);
    }
    if tally.is_empty() && census.product().next().is_some() {
        let why = "no test shows what happens when something goes wrong: there is no test in a language that is read here";
        let value = json!({"good": 0, "all": 1});
        return unread::share(false, value, why.to_owned(), search(snapshot));
    }
    if told == 0
        && tally.all() < FEW
        && let Some((path, language)) = unread_test(snapshot)
    {
        return Answer::unobserved(format!("{path}: tests in {language} are not read"));
    }
    if told == 0 && tally.all() < FEW {
        return Answer::not_applicable("fewer than three tests show no habit");
    }
    let what = "tests expect something to go wrong, by their words or names";
    let answer = tally.answer(
        snapshot,
        &Wording::Good(what),
        "the repository has no program that tests could be of",
        &[],
    );
    adding(answer.sure(SURE), &unbuilt::told(&unbuilt))
}

/// Most lines above a test among which what it is adorned with is looked for.
const ABOVE_MAX: u32 = 6;

/// A test with what it is adorned with above its head: `#[should_panic]`, `@Test(expectedExceptions = …)`.
fn whole(snapshot: &Subject, path: &str, test: &Function) -> String {
    let from = test.first.saturating_sub(ABOVE_MAX).max(1);
    let text = snapshot.lines(path, from, test.last).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    let head = lines.len().min((test.first - from) as usize);
    // What ends a statement, opens a body or is a remark belongs to something else.
    let is_of_test = |line: &str| {
        let (line, remarks) = (line.trim(), ["//", "/*", "*", "# "]);
        !line.is_empty()
            && !line.ends_with(['}', ';', '{', ':'])
            && !remarks.iter().any(|sign| line.starts_with(sign))
    };
    let is_adornment = |line: &str| ["#[", "@"].iter().any(|sign| line.trim_start().starts_with(sign));
    let above = (0..head).rev().take_while(|at| is_of_test(lines[*at]));
    let first = above.filter(|at| is_adornment(lines[*at])).last().unwrap_or(head);
    lines[first..].join("\n")
}

/// Where tests may be at all, and those that are no functions: scripts, and programs whose output is held against a file.
fn search(snapshot: &Subject) -> Search {
    let is_code = |path: &&String| unread_language(path).is_some() || Language::of(path, "").is_some();
    let unbuilt = unbuilt(snapshot);
    let code = tests(snapshot).filter(|path| !unbuilt.contains(path.as_str()));
    let code = code.filter(|path| is_code(path) && !checks_nothing(snapshot, path));
    code.fold(many::search(snapshot), |search, path| {
        search.open(
            Place::File(path.clone()),
            "its tests are no functions that can be told apart",
        )
    })
}

/// The files of tests.
fn tests(snapshot: &Subject) -> impl Iterator<Item = &String> {
    let census = snapshot.census();
    snapshot.files.keys().filter(|path| {
        let part = census.files.get(*path).map(|one| one.part);
        part.unwrap_or_else(|| subject::part::by_path(path)) == Part::Test
    })
}

/// A file of tests in a language that is not read, with the language.
fn unread_test(snapshot: &Subject) -> Option<(&String, &'static str)> {
    let mut tests = tests(snapshot).filter(|path| !checks_nothing(snapshot, path));
    tests.find_map(|path| Some((path, unread_language(path)?)))
}
