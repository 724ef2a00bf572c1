//! What the standards of the formats demand, as checks that name what is wrong.

use roxmltree::{Document, Node};
use serde_json::Value;
use std::collections::BTreeSet;
use std::sync::LazyLock;

static SARIF: LazyLock<jsonschema::Validator> = LazyLock::new(|| {
    let schema = serde_json::from_str(include_str!("standards/sarif-2.1.0.json")).unwrap();
    jsonschema::options()
        .with_draft(jsonschema::Draft::Draft4)
        .build(&schema)
        .unwrap()
});

pub(super) fn faults_of_sarif(log: &Value) -> Vec<String> {
    SARIF
        .iter_errors(log)
        .map(|fault| format!("{}: {fault}", fault.instance_path()))
        .collect()
}

/// An element of JUnit reports: its name, the attributes it must have and those it may have, and the elements
/// that may stand in it, in this order. As the schema of the Jenkins plug-in has them.
struct Element {
    name: &'static str,
    must: &'static [&'static str],
    may: &'static [&'static str],
    holds: &'static [&'static str],
}

const JUNIT: [Element; 8] = [
    Element {
        name: "testsuites",
        must: &[],
        may: &["name", "time", "tests", "failures", "errors"],
        holds: &["testsuite"],
    },
    Element {
        name: "testsuite",
        must: &["name", "tests", "failures", "errors"],
        may: &["skipped", "time", "timestamp", "hostname", "id", "package"],
        holds: &["properties", "testcase", "system-out", "system-err"],
    },
    Element {
        name: "properties",
        must: &[],
        may: &[],
        holds: &["property"],
    },
    Element {
        name: "property",
        must: &["name", "value"],
        may: &[],
        holds: &[],
    },
    Element {
        name: "testcase",
        must: &["name", "classname"],
        may: &["time", "group"],
        holds: &["skipped", "error", "failure", "system-out", "system-err"],
    },
    Element {
        name: "skipped",
        must: &[],
        may: &["message", "type"],
        holds: &[],
    },
    Element {
        name: "failure",
        must: &[],
        may: &["message", "type"],
        holds: &[],
    },
    Element {
        name: "error",
        must: &[],
        may: &["message", "type"],
        holds: &[],
    },
];

pub(super) fn faults_of_junit(xml: &str) -> Vec<String> {
    let document = match Document::parse(xml) {
        Ok(document) => document,
        Err(error) => return vec![error.to_string()],
    };
    let root = document.root_element();
    let wrong_root = (root.tag_name().name() != "testsuites").then(|| "the root is another".to_owned());
    let elements = document.descendants().filter(Node::is_element);
    wrong_root
        .into_iter()
        .chain(elements.flat_map(faults_of_element))
        .collect()
}

fn faults_of_element(node: Node<'_, '_>) -> Vec<String> {
    let name = node.tag_name().name();
    let Some(element) = JUNIT.iter().find(|element| element.name == name) else {
        return vec![format!("<{name}> is unknown")];
    };
    let present: BTreeSet<&str> = node.attributes().map(|attribute| attribute.name()).collect();
    let missing = element.must.iter().filter(|name| !present.contains(**name));
    let missing = missing.map(|attribute| format!("<{name}> has no {attribute}"));
    let surplus = present
        .iter()
        .filter(|name| !element.must.contains(name) && !element.may.contains(name));
    let surplus = surplus.map(|attribute| format!("<{name}> has {attribute}"));
    let children = node.children().filter(Node::is_element);
    let ranks: Vec<Option<usize>> = children
        .map(|child| {
            element
                .holds
                .iter()
                .position(|held| *held == child.tag_name().name())
        })
        .collect();
    let disorder =
        (ranks.contains(&None) || !ranks.is_sorted()).then(|| format!("<{name}> holds something else"));
    missing
        .chain(surplus)
        .chain(disorder)
        .chain(miscounted(node))
        .collect()
}

fn miscounted(node: Node<'_, '_>) -> Option<String> {
    let counted = |what: &str| {
        node.descendants()
            .filter(|child| child.has_tag_name(what))
            .count()
    };
    let said = |what: &str| {
        node.attribute(what)
            .and_then(|number| number.parse::<usize>().ok())
    };
    let pairs = [
        ("tests", "testcase"),
        ("failures", "failure"),
        ("errors", "error"),
        ("skipped", "skipped"),
    ];
    let wrong = pairs
        .into_iter()
        .find(|(attribute, element)| said(attribute).is_some_and(|number| number != counted(element)));
    wrong.map(|(attribute, _)| format!("{attribute} is miscounted"))
}

/// The fields that the documentation of Gradescope's autograders names, by where they stand.
const GRADESCOPE: [&str; 12] = [
    "score",
    "execution_time",
    "output",
    "output_format",
    "test_output_format",
    "test_name_format",
    "visibility",
    "stdout_visibility",
    "extra_data",
    "tests",
    "leaderboard",
    "submission_id",
];
const GRADESCOPE_TEST: [&str; 11] = [
    "score",
    "max_score",
    "status",
    "name",
    "name_format",
    "number",
    "output",
    "output_format",
    "tags",
    "visibility",
    "extra_data",
];
const GRADESCOPE_FORMATS: [&str; 5] = ["text", "html", "simple_format", "md", "ansi"];
const GRADESCOPE_VISIBILITY: [&str; 4] = ["hidden", "after_due_date", "after_published", "visible"];

pub(super) fn faults_of_gradescope(results: &Value) -> Vec<String> {
    let tests = results["tests"].as_array().cloned().unwrap_or_default();
    let unknown = unknown_fields(results, &GRADESCOPE);
    let unscored = (!results["score"].is_number() && tests.iter().all(|test| !test["score"].is_number()))
        .then(|| "there is no score".to_owned());
    let format = (!GRADESCOPE_FORMATS.contains(&results["output_format"].as_str().unwrap_or_default()))
        .then(|| "the format is another".to_owned());
    let in_tests = tests.iter().flat_map(faults_of_gradescope_test);
    unknown
        .into_iter()
        .chain(unscored)
        .chain(format)
        .chain(in_tests)
        .collect()
}

fn faults_of_gradescope_test(test: &Value) -> Vec<String> {
    let mut faults = unknown_fields(test, &GRADESCOPE_TEST);
    let (score, max) = (test["score"].as_f64(), test["max_score"].as_f64());
    if score.is_some() != max.is_some() || score > max {
        faults.push(format!("{score:?} of {max:?}"));
    }
    if !matches!(test["status"].as_str(), None | Some("passed" | "failed")) {
        faults.push(format!("status {}", test["status"]));
    }
    if !GRADESCOPE_VISIBILITY.contains(&test["visibility"].as_str().unwrap_or_default()) {
        faults.push(format!("visibility {}", test["visibility"]));
    }
    faults
}

fn unknown_fields(object: &Value, known: &[&str]) -> Vec<String> {
    let fields = object.as_object().into_iter().flat_map(serde_json::Map::keys);
    let unknown = fields.filter(|field| !known.contains(&field.as_str()));
    unknown.map(|field| format!("unknown field {field}")).collect()
}

/// Reads comma-separated values as RFC 4180 has them.
pub(super) fn rows_of_csv(text: &str) -> Vec<Vec<String>> {
    let mut rows = vec![vec![String::new()]];
    let (mut is_quoted, mut characters) = (false, text.chars().peekable());
    while let Some(character) = characters.next() {
        let row = rows.last_mut().unwrap();
        match character {
            '"' if is_quoted && characters.peek() == Some(&'"') => {
                row.last_mut().unwrap().push(characters.next().unwrap())
            }
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => row.push(String::new()),
            '\r' if !is_quoted && characters.peek() == Some(&'\n') => {
                characters.next();
                rows.push(vec![String::new()]);
            }
            _ => row.last_mut().unwrap().push(character),
        }
    }
    rows.pop();
    rows
}
