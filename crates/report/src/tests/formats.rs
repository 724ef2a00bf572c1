//! Every format against its own standard, or the fields that its consumer documents.

use super::case::{mixed, ten_dimensions, text};
use super::standards;
use crate::dossier::Dossier;
use crate::format::Format;
use serde_json::Value;
use std::collections::BTreeSet;

fn json(format: Format, dossier: &Dossier) -> Value {
    serde_json::from_str(&text(format, dossier)).unwrap()
}

fn results(dossier: &Dossier, format: Format) -> Vec<Value> {
    let log = json(format, dossier);
    log["runs"][0]["results"].as_array().unwrap().clone()
}

fn kinds(results: &[Value]) -> BTreeSet<&str> {
    results
        .iter()
        .map(|result| result["kind"].as_str().unwrap())
        .collect()
}

#[test]
fn sarif_keeps_the_schema_of_the_standard() {
    for dossier in [mixed(), ten_dimensions()] {
        for format in [Format::Sarif, Format::SarifAll] {
            assert_eq!(
                standards::faults_of_sarif(&json(format, &dossier)),
                Vec::<String>::new()
            );
        }
    }
}

#[test]
fn code_scanning_gets_only_problems_and_a_place_for_each() {
    let results = results(&mixed(), Format::Sarif);
    assert!(!results.is_empty());
    assert!(
        kinds(&results).is_subset(&BTreeSet::from(["fail", "review"])),
        "{results:?}"
    );
    for result in &results {
        let uri = &result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
        assert!(uri.is_string(), "{result}");
        assert!(result["partialFingerprints"]["primaryLocationLineHash"].is_string());
    }
}

#[test]
fn the_full_form_tells_what_passed_and_the_notifications_what_nobody_saw() {
    let dossier = mixed();
    let all = results(&dossier, Format::SarifAll);
    assert!(
        kinds(&all).is_superset(&BTreeSet::from(["fail", "pass", "open"])),
        "{:?}",
        kinds(&all)
    );
    let log = json(Format::Sarif, &dossier);
    let notes = log["runs"][0]["invocations"][0]["toolExecutionNotifications"].to_string();
    assert!(
        notes.contains("safety.clone_timeout could not be observed"),
        "{notes}"
    );
}

#[test]
fn a_finding_keeps_its_fingerprint_when_its_line_moves() {
    let prints = |line| {
        let mut dossier = mixed();
        dossier.evidence = dossier
            .evidence
            .iter()
            .map(|(_, exhibit)| exhibit.clone())
            .map(|mut exhibit| {
                if let Some(court::evidence::Place::Lines { first, last, .. }) = &mut exhibit.place {
                    (*first, *last) = (*first + line, *last + line);
                }
                exhibit
            })
            .collect();
        let results = results(&dossier, Format::Sarif);
        results
            .iter()
            .map(|result| result["partialFingerprints"].to_string())
            .collect::<BTreeSet<_>>()
    };
    let (before, after) = (prints(0), prints(7));
    assert_eq!(before, after);
    assert_eq!(
        before.len(),
        results(&mixed(), Format::Sarif).len(),
        "each has its own"
    );
}

#[test]
fn each_place_of_a_flaw_is_a_result_that_says_what_is_there() {
    let results = results(&mixed(), Format::Sarif);
    let shell: Vec<(&Value, bool)> = results
        .iter()
        .filter(|result| result["ruleId"] == "auditor/safe_tool_engineering/safety.shell_true")
        .map(|result| {
            let line = &result["locations"][0]["physicalLocation"]["region"]["startLine"];
            let said = result["message"]["text"].as_str().unwrap_or_default();
            (line, said.contains("Another call"))
        })
        .collect();
    assert_eq!(shell, [(&Value::from(42), false), (&Value::from(57), true)]);
}

#[test]
fn junit_keeps_its_schema_and_tells_failure_skip_and_error_apart() {
    for dossier in [mixed(), ten_dimensions()] {
        assert_eq!(
            standards::faults_of_junit(&text(Format::Junit, &dossier)),
            Vec::<String>::new()
        );
    }
    let xml = text(Format::Junit, &mixed());
    let document = roxmltree::Document::parse(&xml).unwrap();
    let outcome = |suite: &str, case: &str| {
        let suites = document
            .descendants()
            .filter(|node| node.attribute("name") == Some(suite));
        let cases = suites
            .flat_map(|suite| suite.children())
            .filter(|node| node.attribute("name") == Some(case));
        cases
            .flat_map(|case| case.children())
            .find(roxmltree::Node::is_element)
            .map(|node| node.tag_name().name().to_owned())
    };
    assert_eq!(
        outcome("Safe Tool Engineering", "safety.shell_true").as_deref(),
        Some("failure")
    );
    assert_eq!(outcome("Safe Tool Engineering", "safety.clone_errors"), None);
    assert_eq!(
        outcome("Safe Tool Engineering", "safety.clone_timeout").as_deref(),
        Some("skipped")
    );
    assert_eq!(outcome("Report Accuracy", "verdict").as_deref(), Some("skipped"));
    assert_eq!(
        outcome("Git Forensic Analysis", "verdict").as_deref(),
        Some("error")
    );
}

#[test]
fn gradescope_gets_only_the_fields_that_it_documents_and_no_points_where_there_is_no_score() {
    for dossier in [mixed(), ten_dimensions()] {
        assert_eq!(
            standards::faults_of_gradescope(&json(Format::Gradescope, &dossier)),
            Vec::<String>::new()
        );
    }
    let results = json(Format::Gradescope, &mixed());
    let unscored = &results["tests"][2];
    assert!(
        unscored.get("score").is_none() && unscored.get("max_score").is_none(),
        "{unscored}"
    );
    assert_eq!(results["tests"][0]["score"], 3.0);
}

#[test]
fn a_row_of_the_table_stands_for_each_dimension() {
    let rows = standards::rows_of_csv(&text(Format::Csv, &mixed()));
    assert_eq!(rows.len(), 5);
    assert!(rows.iter().all(|row| row.len() == rows[0].len()));
    let column = |name: &str| rows[0].iter().position(|cell| cell == name).unwrap();
    let states: Vec<&str> = rows[1..]
        .iter()
        .map(|row| row[column("status")].as_str())
        .collect();
    assert_eq!(states, ["judged", "judged", "not_assessable", "incomplete"]);
    assert_eq!(rows[3][column("score")], "");
}

#[test]
fn a_badge_never_shows_a_color_for_half_a_verdict() {
    let whole = json(Format::Badge, &ten_dimensions());
    let half = json(Format::Badge, &mixed());
    assert_eq!(
        (&whole["schemaVersion"], &whole["label"]),
        (&Value::from(1), &Value::from("audit"))
    );
    assert_ne!(whole["color"], "lightgrey");
    assert_eq!(half["color"], "lightgrey");
    assert!(
        half["message"].as_str().unwrap().ends_with("incomplete"),
        "{half}"
    );
}

#[test]
fn a_workflow_gets_a_summary_and_at_most_ten_warnings() {
    let files = Format::Github.render(&ten_dimensions());
    let [(_, summary), (_, annotations)] = files.as_slice() else {
        panic!("{files:?}");
    };
    assert!(
        summary.starts_with("<!-- auditor:summary -->\n# Audit of someone/subject\n"),
        "{summary}"
    );
    assert!(
        summary.contains("## Scores") && summary.contains("## What blocks a higher score"),
        "{summary}"
    );
    let warnings = annotations
        .lines()
        .filter(|line| line.starts_with("::warning file=src/graph.py,line=17,endLine=17,title="));
    assert_eq!(warnings.count(), 10);
    assert!(annotations.starts_with("::notice title=Audit::"), "{annotations}");
}

#[test]
fn every_format_has_its_own_files_and_is_found_by_its_word() {
    let files: Vec<&str> = Format::ALL.iter().flat_map(|format| format.files()).collect();
    let distinct: BTreeSet<&str> = files.iter().copied().collect();
    assert_eq!(files.len(), distinct.len());
    for format in Format::ALL {
        assert_eq!(format.word().parse(), Ok(format));
        assert_eq!(format.render(&mixed()).len(), format.files().count());
    }
}

/// For a release build: `cargo test --release -p report -- --ignored rendering`.
#[test]
#[ignore = "it measures time, which other work on the machine takes"]
fn rendering_every_format_takes_less_than_a_tenth_of_a_second() {
    let dossier = ten_dimensions();
    let start = std::time::Instant::now();
    let bytes: usize = Format::ALL
        .iter()
        .flat_map(|format| format.render(&dossier))
        .map(|(_, text)| text.len())
        .sum();
    let taken = start.elapsed();
    println!("{bytes} bytes in {taken:?}");
    assert!(taken.as_millis() < 100, "{taken:?}");
}
