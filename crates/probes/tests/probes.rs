//! Every probe's manual page is its specification: each case in it is run.
//!
//! A page is `pages/<id>.md`: a title, what the probe means, and cases. A case is a `## sentence`, a fenced
//! block `fixture` (files started by `//- path`) and a fenced block `expect`. That is JSON with any of `finding`,
//! `value`, `at` (the places in order) and `cause` (a part of the cause). A `¦` in a fixture stands for nothing: it
//! cuts what would be a secret in the page itself. `«3×text»` stands for `text` three times.
//!
//! A page shows every answer that its probe can give: a line `Never absent.` of its own, above the cases, says that
//! it cannot give that one.

use court::evidence::{Exhibit, Finding};
use probes_core::Subject;
use probes_core::probe::Probe;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::PathBuf;

/// What fuzzing holds of every exhibit.
#[path = "../../../fuzz/src/lib.rs"]
#[expect(
    dead_code,
    unreachable_pub,
    reason = "it is a crate of its own, and the pages put their questions themselves"
)]
mod always;

struct Case {
    name: String,
    fixture: String,
    expected: Value,
}

fn cases(page: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    let mut block: Option<(String, String)> = None;
    for line in page.lines() {
        match (&mut block, line) {
            (Some((kind, text)), "```") => {
                let Some(case) = cases.last_mut() else {
                    panic!("a block before the first case")
                };
                match kind.as_str() {
                    "fixture" => case.fixture = repeated(&text.replace('¦', "")),
                    "expect" => case.expected = serde_json::from_str(text).expect("`expect` is JSON"),
                    _ => {}
                }
                block = None;
            }
            (Some((_, text)), line) => *text = format!("{text}{line}\n"),
            (None, line) => {
                if let Some(name) = line.strip_prefix("## ") {
                    cases.push(Case {
                        name: name.to_owned(),
                        fixture: String::new(),
                        expected: Value::Null,
                    });
                } else if let Some(kind) = line.strip_prefix("```") {
                    block = Some((kind.to_owned(), String::new()));
                }
            }
        }
    }
    cases
}

/// The text with every `«3×text»` written out.
fn repeated(text: &str) -> String {
    let mut parts = text.split('«');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |written, part| {
        let (inside, rest) = part.split_once('»').expect("`«` has a `»`");
        let (count, what) = inside.split_once('×').expect("`«3×text»`");
        written + &what.repeat(count.parse().expect("how often")) + rest
    })
}

fn check(probe: &Probe, case: &Case) -> Result<(), String> {
    let snapshot = Subject::from_fixture(&case.fixture);
    let exhibits = probe.exhibits(&snapshot);
    for exhibit in &exhibits {
        always::check(exhibit, &snapshot);
    }
    let finding = &exhibits[0];
    let places: Vec<String> = exhibits
        .iter()
        .filter_map(|e| e.place.as_ref().map(ToString::to_string))
        .collect();
    let expect = |key: &str, actual: Value| match case.expected.get(key) {
        Some(expected) if *expected != actual => Err(format!(
            "{} / {}: {key} is {actual}, not {expected}",
            probe.id, case.name
        )),
        _ => Ok(()),
    };
    expect("finding", finding.finding.word().into())?;
    expect("value", finding.value.clone().unwrap_or(Value::Null))?;
    expect("at", places.into())?;
    cause_contains(probe, case, finding)
}

fn cause_contains(probe: &Probe, case: &Case, exhibit: &Exhibit) -> Result<(), String> {
    let Some(part) = case.expected.get("cause").and_then(Value::as_str) else {
        return Ok(());
    };
    match &exhibit.finding {
        Finding::Unobserved { cause } if cause.contains(part) => Ok(()),
        other => Err(format!(
            "{} / {}: {other:?} has no cause with `{part}`",
            probe.id, case.name
        )),
    }
}

fn pages() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("pages")
}

fn page(probe: &Probe) -> String {
    let page = std::fs::read_to_string(pages().join(format!("{}.md", probe.id)));
    page.unwrap_or_else(|_| panic!("{} has no page in pages/", probe.id))
}

#[test]
fn every_probe_does_what_its_page_says() {
    let mut failures = Vec::new();
    for probe in probes::families::all() {
        let cases = cases(&page(probe));
        failures.extend(cases.iter().filter_map(|case| check(probe, case).err()));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

#[test]
fn no_page_is_without_a_probe() {
    let probes: BTreeSet<String> = probes::families::all()
        .map(|probe| format!("{}.md", probe.id))
        .collect();
    let files = std::fs::read_dir(pages()).expect("there are pages");
    let files: BTreeSet<String> = files
        .map(|file| file.expect("a file").file_name().to_string_lossy().into_owned())
        .collect();
    assert_eq!(files, probes);
}

/// The answers that a page shows, with the findings that show them.
const ANSWERS: [(&str, &[&str]); 3] = [
    ("present", &["present"]),
    ("absent", &["absent", "contradicted"]),
    ("unobserved", &["unobserved"]),
];

/// What a page leaves open of the answers that its probe can give.
fn gaps(probe: &Probe, page: &str) -> Vec<String> {
    let cases = cases(page);
    let findings: Vec<&str> = cases
        .iter()
        .map(|case| case.expected["finding"].as_str().unwrap_or_default())
        .collect();
    let unsaid = findings
        .iter()
        .zip(&cases)
        .filter(|(finding, _)| finding.is_empty());
    let unsaid = unsaid.map(|(_, case)| format!("{} / {}: which finding?", probe.id, case.name));
    let (introduction, _) = page.split_once("\n## ").unwrap_or((page, ""));
    let answers = ANSWERS.iter().filter_map(|(answer, shown_by)| {
        let is_shown = findings.iter().any(|finding| shown_by.contains(finding));
        let never = format!("Never {answer}.");
        match (is_shown, introduction.lines().any(|line| line == never)) {
            (true, true) => Some(format!(
                "{}: a case is {answer}, and the page says `{never}`",
                probe.id
            )),
            (false, false) => Some(format!("{}: no case is {answer}", probe.id)),
            _ => None,
        }
    });
    unsaid.chain(answers).collect()
}

#[test]
fn every_page_shows_each_answer_that_its_probe_can_give() {
    let gaps: Vec<String> = probes::families::all()
        .flat_map(|probe| gaps(probe, &page(probe)))
        .collect();
    assert!(gaps.is_empty(), "{}", gaps.join("\n"));
}

#[test]
fn what_is_absent_is_unobserved_beside_a_directory_that_was_not_entered() {
    for probe in probes::families::all() {
        let absent = |case: &Case| case.expected["finding"] == "absent";
        for case in cases(&page(probe)).into_iter().filter(absent) {
            let fixture = format!(
                "{}//- unread:far/away/\n{}it is missing\n",
                case.fixture,
                subject::NOT_ENTERED
            );
            let finding = &probe.exhibits(&Subject::from_fixture(&fixture))[0].finding;
            // A history is whole, whatever of the files was read, and so is a report that was handed in.
            let is_of_report = probe.id.starts_with("docs.")
                && case.fixture.contains("//- report:")
                && !matches!(probe.id, "docs.readme" | "docs.paths_present");
            let expected = if probe.id.starts_with("git.") || is_of_report {
                "absent"
            } else {
                "unobserved"
            };
            assert_eq!(finding.word(), expected, "{} / {}", probe.id, case.name);
        }
    }
}
