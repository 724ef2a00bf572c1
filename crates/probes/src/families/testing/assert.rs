use super::broken::broken;
use super::unbuilt::{told, unbuilt};
use super::{adding, untold};
use crate::families::tally::{Tally, Wording, lines};
use probes_core::{Answer, Probe, Subject};
use project::census::Census;
use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use subject::Part;
use syntax::facts::{Body, Function, Role};

pub(super) const PROBE: Probe = Probe::of_code("tests.assert", "Each test checks something.", examine);

/// How many steps a check may stand behind the test that makes it.
const STEPS_MAX: usize = 4;
/// A test that only has to run to its end checks something too, and cannot be told apart.
const SURE: u8 = 75;

fn examine(snapshot: &Subject) -> Answer {
    if let Some(answer) = untold(snapshot) {
        return answer;
    }
    let census = snapshot.census();
    let (checking, broken, unbuilt) = (checking(census), broken(snapshot), unbuilt(snapshot));
    let mut tally = Tally::default();
    let (mut off, mut starting) = (0, 0);
    for (path, test) in census
        .test_functions()
        .filter(|(path, test)| test.body != Body::Declared && !is_of_types(path) && !broken.contains(path))
        .filter(|(path, _)| !unbuilt.contains(path))
    {
        if test.is_off {
            off += 1;
        } else if only_starts(snapshot, path, test) {
            starting += 1;
        } else if only_exists(snapshot, path, test, &checking) {
            let note = format!("`{}` only checks that something is there", test.name);
            tally.blame(census, lines(path, test.first, test.last), note);
        } else if checks(test, &checking) || is_for_compiler(snapshot, path, test) {
            tally.count(census, path, true);
        } else {
            let note = format!("`{}` checks nothing that can be seen", test.name);
            tally.blame(census, lines(path, test.first, test.last), note);
        }
    }
    let aside = [
        (
            off,
            "passed over whatever happens, or overwritten by another of their name",
        ),
        (starting, "empty, and only start the program"),
    ];
    let aside = aside.iter().filter(|(count, _)| *count > 0);
    let aside = aside.map(|(count, what)| format!("; {count} more are {what}"));
    let aside = aside.collect::<String>() + &told(&unbuilt);
    let answer = tally
        .answer(
            snapshot,
            &Wording::Bad {
                of: "tests",
                none: "was found without a check",
                some: "have no check that can be seen, or only one that something is there",
            },
            "there are no tests in a language that is read here",
            &[],
        )
        .sure(SURE);
    adding(answer, &aside)
}

/// Whether a test of Java has nothing in it, so that it only asks whether the program starts around it.
fn only_starts(snapshot: &Subject, path: &str, test: &Function) -> bool {
    let is_bare = || {
        let text = snapshot.lines(path, test.first, test.last).unwrap_or_default();
        let body = text.split_once('{').map_or("", |(_, body)| body);
        let mut lines = body.lines().map(str::trim);
        lines.all(|line| line.is_empty() || line == "}" || line.starts_with("//"))
    };
    path.ends_with(".java") && test.calls.is_empty() && is_bare()
}

/// How a test of TypeScript asks the compiler: by types that must be equal, or by what it must refuse.
static COMPILED: LazyLock<Regex> = LazyLock::new(|| {
    let text = r"@ts-expect-error|\b(?:Expect|Equals?|IsEqual|IsTrue|Assert\w*)<|\b(?:expectType(?:Of)?|assertType)\b";
    Regex::new(text).expect("it is fixed and tested")
});

/// Whether a test asks the compiler, which answers before anything runs.
fn is_for_compiler(snapshot: &Subject, path: &str, test: &Function) -> bool {
    let is_typed = [".ts", ".tsx"].iter().any(|ending| path.ends_with(ending));
    let text = || snapshot.lines(path, test.first, test.last).unwrap_or_default();
    is_typed && COMPILED.is_match(&text())
}

/// Whether a file of tests is for a compiler, which checks the types in it while it reads: `types.test.ts`, `store.test-d.ts`.
fn is_of_types(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path);
    let is_typed = [".ts", ".tsx"].iter().any(|ending| name.ends_with(ending));
    is_typed && (name.contains("type") || name.contains(".test-d."))
}

/// How a test asks whether something is there at all: what scaffolds write, and what nearly every wrong answer passes. What is called
/// for it gives an answer, so only a name counts.
static EXISTS: LazyLock<Regex> = LazyLock::new(|| {
    let forms = r"expect\(\w+\)\.(?:toBeDefined\(\)|toExist\(\)|not_to be_nil)|\bassertNotNull\(\w+\)|\bassertIsNotNone\(\w+\)|\bassert \w+ is not None\s*$|\brefute_nil \w+\s*$";
    Regex::new(&format!("(?m){forms}")).expect("they are fixed and tested")
});

/// A name that only has to be something: what a comparison came to has a name, too.
static TRUTHY: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"expect\((\w+)\)\.toBeTruthy\(\)").expect("it is fixed and tested"));
/// What compares: signs between blanks, and questions that are called.
static COMPARES: LazyLock<Regex> = LazyLock::new(|| {
    let signs = r"\s(?:[<>]=?|[=!]==?)\s";
    let asked = r"(?:is|has|includes|contains|equals|startsWith|endsWith|every|some|test|match)[A-Z]?\w*\(";
    Regex::new(&format!(r"{signs}|\.{asked}")).expect("it is fixed and tested")
});

/// How many checks of a test only ask whether something is there.
fn existing(text: &str) -> usize {
    let is_compared = |name: &str, end: usize| {
        let given = format!("{name} = ");
        let start = text[..end].rfind(&given).map(|at| at + given.len());
        start.is_some_and(|start| COMPARES.is_match(&text[start..end]))
    };
    let truthy = TRUTHY.captures_iter(text).filter(|found| {
        let (name, end) = (found.get(1), found.get(0).map_or(0, |all| all.start()));
        !name.is_some_and(|name| is_compared(name.as_str(), end))
    });
    EXISTS.find_iter(text).count() + truthy.count()
}

/// Whether every check of a test asks no more than whether something is there.
fn only_exists(snapshot: &Subject, path: &str, test: &Function, checking: &BTreeSet<&str>) -> bool {
    let helped = || test.calls.iter().any(|name| checking.contains(name.as_str()));
    let text = || snapshot.lines(path, test.first, test.last).unwrap_or_default();
    test.assertions > 0 && existing(&text()) >= test.assertions as usize && !helped()
}

/// The names of functions beside the tests that check something, by themselves or by what they call.
fn checking(census: &Census) -> BTreeSet<&str> {
    let parts = [Part::Test, Part::Product];
    let files = parts.into_iter().flat_map(|part| census.part(part));
    let helpers: Vec<&Function> = files
        .flat_map(|(_, file)| &file.facts.functions)
        .filter(|function| function.role != Role::Product)
        .collect();
    let mut known = BTreeSet::new();
    for _ in 0..STEPS_MAX {
        let before = known.len();
        known = helpers
            .iter()
            .filter(|one| checks(one, &known))
            .map(|one| one.name.as_str())
            .collect();
        if known.len() == before {
            break;
        }
    }
    known
}

fn checks(function: &Function, checking: &BTreeSet<&str>) -> bool {
    function.assertions > 0 || function.calls.iter().any(|name| checking.contains(name.as_str()))
}
