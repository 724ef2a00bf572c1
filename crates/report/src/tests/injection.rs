//! Hostile text in the forms that other programs read: each shows it, none obeys it.

use super::case;
use super::hostile::{hostile, infested};
use super::standards;
use crate::format::Format;
use court::visible::{is_unseen, visible};
use proptest::prelude::*;
use roxmltree::{Document, Node};
use serde_json::Value;

/// Starts of formulas, ends of cells, commands of runners, marks of XML and of SARIF messages.
const SYNTAX: &[&str] = &[
    "=HYPERLINK(\"http://evil.example\",\"x\")",
    "+1+cmd|' /C calc'!A0",
    "-2+3",
    "@SUM(1)",
    "＝1",
    "\t=1",
    "\",=1",
    ";=1",
    "\r\n::error::x",
    "\n::set-output name=x::y",
    "%0A::warning::x",
    "::stop-commands::x",
    ",title=x",
    "##[command]rm",
    "]]>",
    "<![CDATA[",
    "<!ENTITY x SYSTEM \"file:///etc/passwd\">",
    "&x;",
    "\u{FFFE}",
    "\u{FFFF}",
    "\u{0B}",
    "</failure>",
    "[x](http://evil.example)",
    "{0}",
    "{{1}}",
    "\\[x](1)",
    "../../etc/passwd",
    "%2e%2e/x",
    "file:///etc/passwd",
    "E12",
];

fn syntax() -> impl Strategy<Value = String> {
    let piece = prop_oneof![prop::sample::select(SYNTAX).prop_map(str::to_owned), "\\PC{0,8}"];
    prop_oneof![
        prop::collection::vec(piece, 1..5).prop_map(|pieces| pieces.concat()),
        hostile()
    ]
}

/// The kinds of all values, and the keys; not the texts.
fn shape(value: &Value) -> Value {
    match value {
        Value::Object(object) => object
            .iter()
            .map(|(key, value)| (key.clone(), shape(value)))
            .collect(),
        Value::Array(items) => items.iter().map(shape).collect(),
        Value::String(_) => Value::from("text"),
        other => other.clone(),
    }
}

fn elements(xml: &str) -> Vec<String> {
    let document = Document::parse(xml).unwrap();
    let named = document.descendants().filter(Node::is_element).map(|node| {
        let attributes: Vec<&str> = node.attributes().map(|attribute| attribute.name()).collect();
        format!("{} {attributes:?}", node.tag_name().name())
    });
    named.collect()
}

/// Whether a spreadsheet would compute the cell.
fn is_formula(cell: &str) -> bool {
    cell.starts_with(['=', '+', '-', '@', '\t', '\r', '＝', '＋', '－', '＠']) && cell.parse::<f64>().is_err()
}

proptest! {
    // Each of these renders whole reports.
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_format_shows_what_a_reader_would_obey_or_overlook(text in syntax()) {
        let dossier = infested(&text);
        for format in Format::ALL {
            for (name, file) in format.render(&dossier) {
                let unseen = file.chars().find(|c| !matches!(c, '\n' | '\r') && is_unseen(*c));
                prop_assert_eq!(unseen, None, "{} of {:?}", name, text);
            }
        }
    }

    #[test]
    fn sarif_stays_valid_and_keeps_its_shape(text in syntax()) {
        prop_assume!(!text.trim().is_empty());
        let log: Value = serde_json::from_str(&case::text(Format::SarifAll, &infested(&text))).unwrap();
        prop_assert_eq!(standards::faults_of_sarif(&log), Vec::<String>::new());
        let plain: Value = serde_json::from_str(&case::text(Format::SarifAll, &infested("plain"))).unwrap();
        let messages = |log: &Value| shape(&log["runs"][0]["invocations"]);
        prop_assert_eq!(messages(&log), messages(&plain));
        for result in log["runs"][0]["results"].as_array().unwrap() {
            let uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
            prop_assert!(!uri.contains("..") || !uri.split('/').any(|part| part == ".."), "{uri}");
            prop_assert!(!uri.contains("://"), "{uri}");
        }
    }

    #[test]
    fn junit_keeps_its_elements(text in syntax()) {
        let xml = case::text(Format::Junit, &infested(&text));
        prop_assert_eq!(standards::faults_of_junit(&xml), Vec::<String>::new());
        prop_assert_eq!(elements(&xml), elements(&case::text(Format::Junit, &infested("plain"))));
        let document = Document::parse(&xml).unwrap();
        let name = document.root_element().attribute("name").unwrap();
        let seen = |text: &str| text.replace(['\u{FFFE}', '\u{FFFF}'], "?").replace("<U+FFFE>", "?").replace("<U+FFFF>", "?");
        prop_assert_eq!(seen(name), seen(&visible(&text)));
    }

    #[test]
    fn no_cell_is_a_formula_and_no_row_breaks(text in syntax()) {
        let rows = standards::rows_of_csv(&case::text(Format::Csv, &infested(&text)));
        prop_assert_eq!(rows.len(), 4);
        for row in &rows {
            prop_assert_eq!(row.len(), rows[0].len());
            prop_assert!(!row.iter().any(|cell| is_formula(cell)), "{row:?}");
        }
    }

    #[test]
    fn a_runner_reads_no_command_that_is_not_ours(text in syntax()) {
        let annotations = Format::Github.render(&infested(&text)).remove(1).1;
        let plain = Format::Github.render(&infested("plain")).remove(1).1;
        prop_assert_eq!(annotations.lines().count(), plain.lines().count());
        for (line, usual) in annotations.lines().zip(plain.lines()) {
            let command = |line: &str| line.split([' ', ':']).find(|word| !word.is_empty()).map(str::to_owned);
            prop_assert_eq!(command(line), command(usual));
            let properties = |line: &str| line.split("::").nth(1).unwrap_or_default().split(',').count();
            prop_assert_eq!(properties(line), properties(usual), "{}", line);
        }
    }

    #[test]
    fn the_autograder_gets_text_only(text in syntax()) {
        let results: Value = serde_json::from_str(&case::text(Format::Gradescope, &infested(&text))).unwrap();
        prop_assert_eq!(standards::faults_of_gradescope(&results), Vec::<String>::new());
        let formats = ["output_format", "test_output_format", "test_name_format"];
        prop_assert!(formats.iter().all(|format| results[*format] == "text"));
    }
}
