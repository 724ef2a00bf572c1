use crate::families::code::NO_CODE;
use crate::families::tally::line;
use crate::families::unread;
use court::evidence::{Detective, Finding, Place};
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};
use probes_core::search::Search;
use project::census::Census;
use serde_json::json;
use std::cmp::Reverse;
use subject::Part;
use syntax::facts::{Function, Role};
use syntax::{Language, unread_language};

pub(super) const PROBE: Probe = Probe {
    id: "tests.many",
    detective: Detective::RepoInvestigator,
    goal: "There are tests in proportion to the code.",
    examine,
};

/// Endings of programs that are not read here and in which tests are written all the same.
const OTHERS: &[&str] = &[
    "bats", "clj", "cs", "dart", "ex", "exs", "feature", "fs", "hs", "kt", "kts", "lua", "m", "mm", "php",
    "pl", "ps1", "robot", "scala", "sh", "swift", "t", "tcl", "test", "zig",
];

/// Functions that are named where nothing is tested.
const FIRST_MAX: usize = 3;

fn examine(snapshot: &Subject) -> Answer {
    let census = snapshot.census();
    let within = within(census);
    let product = census.lines(Part::Product).saturating_sub(within);
    if product == 0 {
        return unread::nothing(snapshot, NO_CODE);
    }
    let others = others(snapshot);
    let tests = census.lines(Part::Test) + within + others;
    let value = json!({"good": tests.min(product), "all": product});
    let elsewhere = if others == 0 {
        String::new()
    } else {
        format!(", {others} of them in languages that are not read here")
    };
    let rationale = format!("{tests} lines of tests stand against {product} lines of the program{elsewhere}");
    if tests == 0 {
        let answer = Answer::absent(rationale, search(snapshot)).valued(value);
        return match answer.finding {
            Finding::Absent => first_to_test(answer, census),
            _ => answer,
        };
    }
    let answer = Answer::value(Finding::Present, value, rationale);
    let files = census.part(Part::Test).map(|(path, _)| line(path, 1));
    answer.at_all(files.take(1))
}

/// Where tests may be that were not counted: files that were not read, names that speak of tests, examples in the
/// comments of the program.
fn search(snapshot: &Subject) -> Search {
    let skipped = snapshot
        .skipped
        .iter()
        .filter(|one| subject::part::is_test_path(&one.path));
    let search = skipped.fold(unread::search(snapshot), |search, one| {
        search.open(
            Place::File(one.path.clone()),
            format!("it was not read: {}", one.why),
        )
    });
    let named = snapshot.files.keys().filter(|path| {
        let is_text = unread_language(path).is_some() || Language::of(path, "").is_some();
        is_text && has_test_word(path) && subject::part::by_path(path) != Part::Vendored
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

/// Points at what a first test would tell most about: the functions with the most ways through them.
fn first_to_test(answer: Answer, census: &Census) -> Answer {
    let functions = census
        .product()
        .flat_map(|(path, file)| file.facts.functions.iter().map(move |function| (path, function)));
    let mut functions: Vec<(&str, &Function)> = functions.collect();
    functions.sort_by_key(|(path, function)| (Reverse(function.branches), *path, function.first));
    let first = functions.into_iter().take(FIRST_MAX);
    first.fold(answer, |answer, (path, function)| {
        let note = format!("`{}` has {} ways through it", function.name, function.branches);
        answer.at_noting(line(path, function.first), note)
    })
}

/// Lines of tests that stand in files of the program itself.
fn within(census: &Census) -> u64 {
    let functions = census.product().flat_map(|(_, file)| &file.facts.functions);
    let tests = functions.filter(|function| function.role != Role::Product);
    tests.map(lines).sum()
}

fn lines(function: &Function) -> u64 {
    u64::from(function.last - function.first + 1)
}

/// Lines of tests in languages that are not read.
fn others(snapshot: &Subject) -> u64 {
    let is_other = |path: &str| {
        path.rsplit_once('.')
            .is_some_and(|(_, ending)| OTHERS.contains(&ending))
    };
    let files = snapshot
        .files
        .keys()
        .filter(|path| is_other(path) && subject::part::by_path(path) == Part::Test);
    let texts = files.filter_map(|path| snapshot.text(path));
    texts
        .map(|text| text.lines().filter(|line| !line.trim().is_empty()).count() as u64)
        .sum()
}
