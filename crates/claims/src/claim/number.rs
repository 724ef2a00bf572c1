//! Claims of numbers: commits, tests, dimensions of the rubric, the Python that is needed, nodes of the graph.

use super::mood::Mood;
use super::sides::{Check, Sides};
use super::statement::Statement;
use super::words::{number, words};
use super::{Claim, Kind, State};
use court::evidence::Place;
use python::walk;
use wordlist::{array, phrases};

/// Words that turn a number into a bound or a part.
const BOUNDS: [&str; 21] = array(
    "than least most fewer under between last latest first every per recent over up below above minimum \
     maximum each about around",
);

/// The numbers that a statement claims.
pub(super) fn claims(statement: &Statement, sides: &Sides<'_>) -> Vec<Claim> {
    if statement.mood == Mood::Other || statement.is_literal {
        return Vec::new();
    }
    let mut found: Vec<Claim> = counted(&statement.lower)
        .into_iter()
        .filter_map(|(count, rest)| claim(count, &rest, statement, sides))
        .collect();
    found.extend(python(statement, sides));
    found
}

/// Every number with the four words after it; where a bound stands before it, it is no number of things.
fn counted(lower: &str) -> Vec<(u64, Vec<&str>)> {
    let words: Vec<&str> = lower
        .split(|c: char| c.is_whitespace() || matches!(c, '(' | ')' | '`' | '*' | '|'))
        .filter(|word| !word.is_empty())
        .collect();
    let mut found = Vec::new();
    for (at, word) in words.iter().enumerate() {
        let before = words[at.saturating_sub(3)..at].iter();
        let is_bound = before.clone().any(|word| BOUNDS.contains(word))
            || before
                .clone()
                .any(|word| word.ends_with(['<', '>', '≥', '≤', '=', '/', '-']));
        if let (Some(count), false) = (number(word), is_bound) {
            let rest = words[at + 1..].iter().take(4);
            found.push((
                count,
                rest.map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
                    .collect(),
            ));
        }
    }
    found
}

fn claim(count: u64, rest: &[&str], statement: &Statement, sides: &Sides<'_>) -> Option<Claim> {
    let first = *rest.first()?;
    let second = rest.get(1).copied().unwrap_or_default();
    let says =
        |noun: &str| first == noun || second == noun && !matches!(first, "and" | "or" | "of" | "in" | "to");
    let (check, what) = if says("commits") {
        (commits(count, statement, sides), "commits")
    } else if ["tests", "unit", "passing"].contains(&first) && (first == "tests" || second == "tests") {
        (tests(count, sides)?, "tests")
    } else if says("dimensions") || says("criteria") && statement.lower.contains("rubric") {
        (dimensions(count, statement, sides)?, "dimensions")
    } else if first == "nodes" && is_of_graph(statement) {
        (nodes(count, sides)?, "nodes")
    } else {
        return None;
    };
    Some(check.of(Kind::Number, format!("{count} {what}"), statement))
}

/// A report is older than the last commit: fewer than now is only stale, more than there ever were is false.
fn commits(claimed: u64, statement: &Statement, sides: &Sides<'_>) -> Check {
    const OF_GIT: [&str; 9] = array("git history repository repo branch log author authors contributors");
    let is_of_git = |text: &str| words(text).any(|word| OF_GIT.contains(&word));
    let history = &sides.snapshot.history;
    let there = u64::try_from(history.commits.len()).unwrap_or(u64::MAX);
    let at = history
        .commits
        .last()
        .map(|commit| Place::Commit(commit.id.clone()));
    if there == claimed {
        Check::new(State::Supported, format!("the history has {there} commits")).at(at)
    } else if !is_of_git(&statement.lower) && !is_of_git(&statement.heading) {
        // Databases, tasks and queues have commits too.
        Check::new(
            State::Uncheckable,
            "the statement does not say that it counts git's commits",
        )
    } else if history.incomplete.is_some() || there == 0 {
        Check::new(State::Uncheckable, "the history is not whole")
    } else if claimed < there {
        Check::new(
            State::Unsupported,
            format!("the history has {there} commits by now"),
        )
        .at(at)
    } else {
        Check::new(
            State::Contradicted,
            format!("the history has {there} commits in all"),
        )
        .at(at)
    }
}

fn tests(claimed: u64, sides: &Sides<'_>) -> Option<Check> {
    let program = sides.known.program();
    let functions = program
        .functions()
        .filter(|function| program.is_test(function.path));
    let tests: Vec<_> = functions
        .filter(|function| function.function.name.starts_with("test"))
        .collect();
    let there = u64::try_from(tests.len()).ok()?;
    let is_repeated = tests.iter().any(|test| {
        let decorators = test.function.decorators.iter();
        decorators
            .filter_map(walk::dotted)
            .any(|name| name.contains("parametrize") || name.contains("given"))
            || !test.function.decorators.is_empty()
    });
    let others = sides
        .snapshot
        .files
        .keys()
        .any(|path| path.contains(".test.") || path.contains(".spec."));
    let others = others || is_multiplied(sides);
    // Those of other languages are not counted here.
    if there == 0 && others {
        return None;
    }
    let at = tests.first().map(|test| test.place());
    Some(if there == claimed {
        Check::new(State::Supported, format!("{there} test functions are there")).at(at)
    } else if claimed > there && !is_repeated && !others && program.unparsed().is_empty() && there > 0 {
        Check::new(
            State::Contradicted,
            format!("{there} test functions are there in all"),
        )
        .at(at)
    } else {
        Check::new(State::Unsupported, format!("{there} test functions are there")).at(at)
    })
}

/// Whether other languages have tests here, or one function may be run as several.
fn is_multiplied(sides: &Sides<'_>) -> bool {
    const REPEATS: [&str; 5] = array("params= pytest_generate_tests subTest subtests doctest");
    const OTHERS: [&str; 10] = ["rs", "go", "java", "kt", "rb", "cs", "c", "cpp", "php", "bats"];
    sides.snapshot.files.iter().any(|(path, file)| {
        let ending = path.rsplit_once('.').map_or("", |(_, ending)| ending);
        let is_repeated = |text: &str| REPEATS.iter().any(|word| text.contains(word));
        OTHERS.contains(&ending) || ending == "py" && file.text().is_some_and(is_repeated)
    })
}

fn dimensions(claimed: u64, statement: &Statement, sides: &Sides<'_>) -> Option<Check> {
    let rubrics = &sides.manifests.rubrics;
    if rubrics.is_empty() || claimed < 2 {
        return None;
    }
    let first = |path: &str| Some(Place::line(path, 1));
    if let Some((path, count)) = rubrics.iter().find(|(_, count)| *count == claimed) {
        return Some(Check::new(State::Supported, format!("{path} has {count}")).at(first(path)));
    }
    let named = rubrics
        .iter()
        .find(|(path, _)| statement.text.contains(path.as_str()));
    Some(match named {
        Some((path, count)) => Check::new(State::Contradicted, format!("{path} has {count}")).at(first(path)),
        None => Check::new(
            State::Uncheckable,
            "the statement does not say which rubric it counts",
        ),
    })
}

fn is_of_graph(statement: &Statement) -> bool {
    const HAVING: [&str; 6] =
        phrases("graph has | graph contains | graph consists | graph with | graph comprises | in total");
    const OTHERS: [&str; 12] = array(
        "knowledge lineage dependency dependencies module modules import call entity citation property social",
    );
    if words(&statement.lower).any(|word| OTHERS.contains(&word)) {
        return false;
    }
    let says = |parts: &[&str]| parts.iter().any(|part| statement.lower.contains(part));
    says(&["graph"]) && says(&HAVING)
}

fn nodes(claimed: u64, sides: &Sides<'_>) -> Option<Check> {
    let graph = sides.meaning.as_ref()?.graph;
    let there = u64::try_from(graph.nodes.len()).ok()?;
    let at = Some(graph.defined_at.clone());
    Some(if (there..=there + 2).contains(&claimed) {
        // START and END may be counted.
        Check::new(State::Supported, format!("the graph has {there} nodes")).at(at)
    } else if graph.notes.is_empty() {
        Check::new(State::Contradicted, format!("the graph has {there} nodes")).at(at)
    } else {
        Check::new(State::Uncheckable, "a part of the graph could not be resolved").at(at)
    })
}

/// `Python 3.11+` against what the manifest requires.
fn python(statement: &Statement, sides: &Sides<'_>) -> Option<Claim> {
    let root = sides.manifests.python.as_ref()?;
    let at = statement.lower.find("python")?;
    let after = statement.lower[at + "python".len()..]
        .trim_start_matches([' ', '*', '`', ':', '≥', '>', '=', '-', '(']);
    let rest = after.strip_prefix("3.")?;
    let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
    let claimed: u64 = digits.parse().ok()?;
    let tail = &rest[digits.len()..];
    let is_least = tail.starts_with('+') || tail.trim_start().starts_with("or ");
    // What comes after a link tells of what it leads to.
    let is_other = statement.lower[..at].contains("](") || statement.lower[..at].contains("][");
    let is_path = statement.lower[..at].ends_with('/') || tail.starts_with('/');
    if is_other || is_path || !is_need(tail) {
        return None;
    }
    // A document may speak of one of several packages.
    let of_part = sides
        .manifests
        .pythons
        .iter()
        .find(|(least, _)| *least == claimed);
    let (least, place) = of_part.unwrap_or(root);
    let needs = format!("the manifest requires Python 3.{least}");
    let check = if claimed == *least {
        Check::new(State::Supported, needs)
    } else if claimed < *least && is_least && is_plain(statement) {
        Check::new(State::Contradicted, needs)
    } else if is_least || asks(&statement.lower[..at]) {
        Check::new(State::Unsupported, needs)
    } else {
        // A version that is only named is no demand.
        return None;
    };
    Some(
        check
            .at(Some(place.clone()))
            .of(Kind::Number, format!("Python 3.{claimed}"), statement),
    )
}

/// Whether what stands before a version makes it one that is asked for, as a list does that begins with it.
fn asks(before: &str) -> bool {
    const ASKS: [&str; 5] = array("requir need prerequisite install depend");
    let is_first = !before.contains(char::is_alphabetic);
    is_first || ASKS.iter().any(|word| before.contains(word))
}

/// Whether what follows a version leaves it a thing that is needed: `Python 3.6+ type hints` only dates something.
fn is_need(tail: &str) -> bool {
    const MORE: [&str; 8] =
        phrases("+ | or later | or newer | or higher | or above | or greater | and later | and above");
    const NEEDED: [&str; 10] = array("is are and or with on required installed environment recommended");
    let tail = tail.trim_start();
    let rest = MORE
        .iter()
        .find_map(|more| tail.strip_prefix(more))
        .unwrap_or(tail)
        .trim_start();
    let next = rest
        .split(|c: char| !c.is_alphanumeric())
        .next()
        .unwrap_or_default();
    next.is_empty() || NEEDED.contains(&next)
}

/// A list of versions says nothing about the least.
fn is_plain(statement: &Statement) -> bool {
    statement.mood == Mood::Plain && statement.lower.matches("3.").count() == 1
}
