//! Every probe's manual page is its specification: each case in it is run.
//!
//! A page is `probes/<id>.md`: a title, what the probe means, and cases. A case is a `## sentence`, a fenced
//! block `fixture` (files started by `//- path`) and a fenced block `expect` (JSON with any of `finding`,
//! `value`, `at`: the places in order, and `cause`: a part of the cause). A `¦` in a fixture stands for nothing: it
//! cuts what would be a secret in the page itself.

use court::evidence::{Exhibit, Finding};
use detective::Subject;
use detective::probe::Probe;
use serde_json::Value;
use std::path::Path;

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
                    "fixture" => case.fixture = text.replace('¦', ""),
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

#[test]
fn every_probe_does_what_its_page_says() {
    let pages = Path::new(env!("CARGO_MANIFEST_DIR")).join("probes");
    let mut failures = Vec::new();
    for probe in detective::probes::all() {
        let page = std::fs::read_to_string(pages.join(format!("{}.md", probe.id)));
        let page = page.unwrap_or_else(|_| panic!("{} has no page in probes/", probe.id));
        let cases = cases(&page);
        assert!(cases.len() >= 2, "{} needs a case for each answer", probe.id);
        failures.extend(cases.iter().filter_map(|case| check(probe, case).err()));
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}
