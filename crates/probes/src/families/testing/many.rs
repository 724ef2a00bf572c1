use super::broken::broken;
use super::unbuilt::{self, unbuilt};
use crate::families::code::NO_CODE;
use crate::families::tally::line;
use crate::families::unread;
use court::evidence::{Finding, Place};
use probes_core::{Answer, Probe, Search, Subject};
use project::automation::Purpose;
use project::census::{Census, code_lines};
use serde_json::json;
use std::cmp::Reverse;
use std::collections::BTreeSet;
use subject::Part;
use syntax::facts::{Function, Role};
use syntax::{Language, unread_language};
use wordlist::array;

pub(super) const PROBE: Probe = Probe::of_code(
    "tests.many",
    "There are tests in proportion to the code.",
    examine,
);

/// Endings of programs that are not read here and in which tests are written all the same.
const OTHERS: [&str; 33] = array(
    "bats clj cs dart ex exs feature fs hs kt kts lua m mm php asp aspx cshtml jsp jspx pl ps1 robot scala sh \
     swift t tcl test zig vue svelte astro",
);

/// Functions that no test calls are named up to one line of tests for so many lines of the program.
const NAMED_MAX: u64 = 5;
/// One line of tests for so many lines of the program is hardly any.
const HARDLY_ANY: u64 = 30;
/// Functions that are named where nothing is tested.
const FIRST_MAX: usize = 3;

fn examine(snapshot: &Subject) -> Answer {
    let census = snapshot.census();
    let within = within(census);
    // Declarations of types run nowhere.
    let declared = census.product().filter(|(path, _)| path.ends_with(".d.ts"));
    let declared: u64 = declared.map(|(_, file)| u64::from(file.facts.code_lines)).sum();
    let read = census.lines(Part::Product).saturating_sub(within + declared);
    // Where tests are kept by files, their lines stand against those of the program in any language.
    let unread = census.unread_languages().into_iter();
    let unread = unread.filter(|(_, other)| keeps_tests_apart(&other.path));
    let product = read + unread.map(|(_, other)| other.lines).sum::<u64>();
    if product == 0 {
        return unread::nothing(snapshot, NO_CODE);
    }
    let others = others(snapshot);
    // A file in a folder of tests is none as long as nothing in it is a test or checks anything, and no pipeline runs tests.
    let mut beside = census
        .part(Part::Test)
        .flat_map(|(_, file)| &file.facts.functions);
    let is_run = || snapshot.automation().acts_for(Purpose::Test).next().is_some();
    let is_tested = beside.any(|function| function.role == Role::Test || function.assertions > 0) || is_run();
    let broken = broken(snapshot);
    let unbuilt = unbuilt(snapshot);
    let lost = lines_in(census, &broken);
    let read_tests = if is_tested {
        census.lines(Part::Test) - lost - lines_in(census, &unbuilt)
    } else {
        0
    };
    let shown = shown(snapshot);
    let written = read_tests + within + others + shown;
    let cases = cases(snapshot).min(written * CASES_PER_LINE_MAX);
    let tests = written + cases;
    let value = json!({"good": tests.min(product), "all": product});
    let kinds = kinds(others, shown, cases);
    let lost = match lost {
        0 => String::new(),
        lost => format!(
            "; {lost} more bring in modules of the project that are not there, so that they cannot be started"
        ),
    };
    let rationale = format!(
        "{tests} lines of tests stand against {product} lines of the program{kinds}{lost}{}",
        unbuilt::told(&unbuilt)
    );
    if tests * HARDLY_ANY < product
        && !is_run()
        && let Some(answer) = of_another_kind(snapshot)
    {
        return answer;
    }
    if tests == 0 {
        let answer = Answer::absent(rationale, search(snapshot)).valued(value);
        return match answer.finding {
            Finding::Absent => first_to_test(answer, census),
            _ => answer,
        };
    }
    let answer = Answer::value(Finding::Present, value, rationale);
    // Where much is tested, nobody knows by names alone what is not.
    if tests * NAMED_MAX < product {
        return first_to_test(answer, census);
    }
    if tests < product {
        return answer;
    }
    answer.at_all(fullest(census, &unbuilt).map(|path| line(path, 1)))
}

/// How many of the lines are of a kind of their own, each as a clause.
fn kinds(others: u64, shown: u64, cases: u64) -> String {
    let kinds = [
        (others, "in languages that are not read here"),
        (shown, "in examples that are run as tests"),
        (cases, "for as many files of data that tests go through"),
    ];
    let told = kinds.into_iter().filter(|(count, _)| *count > 0);
    told.map(|(count, what)| format!(", {count} of them {what}"))
        .collect()
}

/// What a pipeline runs that nobody here knows, and that may be a check: tests may be of another kind.
fn of_another_kind(snapshot: &Subject) -> Option<Answer> {
    let mut checks = snapshot.automation().opaque.iter();
    let end = checks.find(|end| !end.is_plain)?;
    Some(Answer::unobserved(format!(
        "could not be decided; at {}:{}: {}, and it may be tests of another kind",
        end.path, end.line, end.why
    )))
}

/// How many lines the tests in some files have.
fn lines_in(census: &Census, paths: &BTreeSet<&str>) -> u64 {
    let files = census.part(Part::Test).filter(|(path, _)| paths.contains(path));
    files.map(|(_, file)| u64::from(file.facts.code_lines)).sum()
}

/// The file with the most tests; of equals the longest.
fn fullest<'a>(census: &'a Census, unbuilt: &BTreeSet<&str>) -> Option<&'a str> {
    let files = census
        .part(Part::Test)
        .filter(|(path, _)| !unbuilt.contains(path));
    let files = files.max_by_key(|(path, file)| {
        let functions = file.facts.functions.iter();
        let tests = functions.filter(|function| function.role == Role::Test).count();
        (tests, file.facts.code_lines, Reverse(*path))
    });
    files.map(|(path, _)| path)
}

/// Where tests may be that were not counted: files that were not read, names that speak of tests, examples in the
/// comments of the program.
pub(super) fn search(snapshot: &Subject) -> Search {
    let skipped = snapshot
        .skipped
        .iter()
        .filter(|one| subject::part::is_test_path(&one.path) && one.why != "binary");
    let unread = snapshot
        .census()
        .unread()
        .fold(Search::default(), |search, (path, why)| {
            search.open(
                Place::File(path.to_owned()),
                format!("it was not read wholly: {why}"),
            )
        });
    let others = snapshot.census().unread_languages().into_iter();
    let others = others.filter(|(_, other)| !keeps_tests_apart(&other.path));
    let unread = others.fold(unread, |search, (language, other)| {
        search.open(Place::File(other.path.clone()), format!("{language} is not read"))
    });
    let search = skipped.fold(unread, |search, one| {
        search.open(
            Place::File(one.path.clone()),
            format!("it was not read: {}", one.why),
        )
    });
    let unbuilt = unbuilt(snapshot);
    let named = snapshot
        .files
        .keys()
        .filter(|path| !unbuilt.contains(path.as_str()));
    let named = named.filter(|path| {
        let is_text = unread_language(path).is_some() || Language::of(path, "").is_some();
        let is_open = is_text && has_test_word(path) && subject::part::by_path(path) != Part::Vendored;
        is_open && !checks_nothing(snapshot, path)
    });
    let search = named.fold(search, |search, path| {
        search.open(Place::File(path.clone()), "by its name it may hold tests")
    });
    let mut shown = snapshot.census().product().filter(|(path, file)| {
        let sign = match file.facts.language {
            Language::Python => ">>> ",
            Language::Rust => "/// ```",
            _ => return false,
        };
        let text = snapshot.text(path).unwrap_or_default();
        text.lines().any(|line| line.trim_start().starts_with(sign))
    });
    match shown.next() {
        Some((path, _)) => search.open(Place::File(path.to_owned()), "its examples may be run as tests"),
        None => search,
    }
}

/// Whether a file was read wholly and neither its functions nor its words check anything.
pub(super) fn checks_nothing(snapshot: &Subject, path: &str) -> bool {
    let Some(file) = snapshot.census().files.get(path) else {
        return false;
    };
    let text = snapshot.text(path).unwrap_or_default().to_ascii_lowercase();
    let speaks = || CHECKS.iter().any(|word| text.contains(word));
    let is_test = |function: &Function| function.role == Role::Test || function.assertions > 0;
    file.facts.unread.is_none() && !file.facts.functions.iter().any(is_test) && !speaks()
}

/// Words without which nothing is checked by a script.
const CHECKS: [&str; 8] = array("assert expect should exit raise throw check fail");

/// `selftest.c`, `check_it.py`, `Specs/`: what a loose reader takes for tests.
fn has_test_word(path: &str) -> bool {
    let lower = path.to_ascii_lowercase();
    let mut words = lower.split(|c: char| !c.is_ascii_alphanumeric());
    words.any(|word| {
        let ends = ["test", "tests", "spec", "specs"];
        ends.contains(&word)
            || ends
                .iter()
                .any(|end| word.len() > 6 && word.ends_with(end) && !word.ends_with("latest"))
    })
}

/// Points at what a first test would tell most about: of the functions that no test calls by name, those with the most ways
/// through them.
fn first_to_test(answer: Answer, census: &Census) -> Answer {
    let tests = census
        .part(Part::Test)
        .flat_map(|(_, file)| &file.facts.functions)
        .chain(census.test_functions().map(|(_, test)| test));
    let called: BTreeSet<&str> = tests.flat_map(|test| &test.calls).map(String::as_str).collect();
    let mut functions: Vec<(&str, &Function)> = census
        .product_functions()
        .filter(|(_, function)| !called.contains(function.name.as_str()))
        .collect();
    functions.sort_by_key(|(path, function)| (Reverse(function.branches), *path, function.first));
    let first = functions.into_iter().take(FIRST_MAX);
    first.fold(answer, |answer, (path, function)| {
        let note = format!("`{}` has {} ways through it", function.name, function.branches);
        answer.at_noting(line(path, function.first), note)
    })
}

/// Lines of the examples in the comments of a program in Rust: its tests run them, unless they are marked.
fn shown(snapshot: &Subject) -> u64 {
    let files = snapshot.census().product();
    let rust = files.filter(|(_, file)| file.facts.language == Language::Rust);
    rust.map(|(path, _)| examples(snapshot.text(path).unwrap_or_default()))
        .sum()
}

/// From so many files of data beside tests on each is a case of its own, and counts as a line.
const CASES_MIN: usize = 50;
/// At most so many cases count for a line that goes through them.
const CASES_PER_LINE_MAX: u64 = 3;

/// The files of data among the tests, where they are many.
fn cases(snapshot: &Subject) -> u64 {
    let is_code = |path: &str| unread_language(path).is_some() || Language::of(path, "").is_some();
    let files = snapshot.files.iter().filter(|(path, file)| {
        subject::part::by_path(path) == Part::Test && !is_code(path) && file.text().is_some()
    });
    let count = files.count();
    if count < CASES_MIN { 0 } else { count as u64 }
}

/// The lines between the fences of code that is compiled and run.
fn examples(text: &str) -> u64 {
    let said = text.lines().map(str::trim_start);
    let said = said.filter_map(|line| line.strip_prefix("///").or_else(|| line.strip_prefix("//!")));
    let (mut is_open, mut is_run, mut count) = (false, false, 0);
    for line in said.map(str::trim) {
        if let Some(marks) = line.strip_prefix("```") {
            is_run = !is_open && marks.split(',').all(|mark| RUN.contains(&mark.trim()));
            is_open = !is_open;
        } else if is_run && !line.is_empty() {
            count += 1;
        }
    }
    count
}

/// Marks of an example that leave it one that is run; `ignore`, `no_run` and other languages do not.
const RUN: [&str; 6] = [
    "",
    "rust",
    "should_panic",
    "edition2018",
    "edition2021",
    "edition2024",
];

/// Lines of tests that stand in files of the program itself.
fn within(census: &Census) -> u64 {
    let tests = census.product().flat_map(|(_, file)| file.inner_tests());
    tests.map(|(first, last)| u64::from(last - first) + 1).sum()
}

/// Whether its language is not read and has tests in files that are named so.
pub(in crate::families) fn keeps_tests_apart(path: &str) -> bool {
    let ending = path.rsplit_once('.').map(|(_, ending)| ending);
    ending.is_some_and(|ending| OTHERS.contains(&ending))
}

/// Lines of tests in languages that are not read.
fn others(snapshot: &Subject) -> u64 {
    let files = snapshot
        .files
        .keys()
        .filter(|path| keeps_tests_apart(path) && subject::part::by_path(path) == Part::Test);
    let texts = files.filter_map(|path| Some((path, snapshot.text(path)?)));
    texts.map(|(path, text)| code_lines(path, text)).sum()
}
