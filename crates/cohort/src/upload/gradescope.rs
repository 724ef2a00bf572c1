//! One autograder for Gradescope that hands each student the result that was made here (Gradescope, "Autograder
//! specifications" and "Submission metadata").
//!
//! It runs nothing of a submission and reads nothing of it. It finds the student by address, else by the id of the school, and
//! never by the name, which anybody may change. Who has no result here, gets an error and no score.

use super::{column, feedback};
use crate::class::Class;
use crate::decimal::decimal;
use crate::submission::{Audited, Dimension, Outcome, Submission};
use court::visible::visible;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::io::{Cursor, Write as _};
use zip::CompressionMethod;
use zip::result::ZipResult;
use zip::write::{SimpleFileOptions, ZipWriter};

const RUN: &str = include_str!("gradescope/run_autograder");
const SETUP: &str = include_str!("gradescope/setup.sh");
/// What programs are, and what texts are, to a system of files.
const PROGRAM: u32 = 0o755;
const TEXT: u32 = 0o644;
/// Columns of a list with an address, in small letters and digits alone.
const EMAIL: [&str; 3] = ["emailaddress", "email", "mail"];
/// Columns of a list with the id of the school, where it is another than that of the list.
const SID: [&str; 2] = ["sid", "studentid"];

/// The whole archive; the same class gives the same bytes. `None` where it is too large to be one.
pub(super) fn write(class: &Class, points: f64) -> Option<Vec<u8>> {
    archive(class, points).ok()
}

fn archive(class: &Class, points: f64) -> ZipResult<Vec<u8>> {
    let mut writer = ZipWriter::new(Cursor::new(Vec::new()));
    let mut file = |name: &str, mode: u32, text: &str| -> ZipResult<()> {
        let options = SimpleFileOptions::default()
            .compression_method(CompressionMethod::Deflated)
            .unix_permissions(mode);
        writer.start_file(name, options)?;
        Ok(writer.write_all(text.as_bytes())?)
    };
    file("setup.sh", PROGRAM, SETUP)?;
    file("run_autograder", PROGRAM, RUN)?;
    file(
        "students.json",
        TEXT,
        &report::json_text(&students(class, points)),
    )?;
    for (one, worth) in super::graded(class, points) {
        if let Outcome::Audited(audited) = &one.outcome {
            let result = report::json_text(&result(audited, worth, points));
            file(&format!("results/{}.json", one.entry.folder), TEXT, &result)?;
        }
    }
    Ok(writer.finish()?.into_inner())
}

/// Whose result lies where, by address and by id. What two submissions have belongs to neither.
fn students(class: &Class, points: f64) -> Value {
    let known = |of: &dyn Fn(&Submission) -> Vec<String>| {
        let mut found: BTreeMap<String, Option<&str>> = BTreeMap::new();
        for (one, _) in super::graded(class, points) {
            for key in of(one).iter().map(|key| key.trim().to_lowercase()) {
                let folder = one.entry.folder.as_str();
                found
                    .entry(key)
                    .and_modify(|known| *known = known.filter(|known| *known == folder))
                    .or_insert(Some(folder));
            }
        }
        let sure = found.into_iter().filter(|(key, _)| !key.is_empty());
        let sure = sure.filter_map(|(key, folder)| Some((key, json!(folder?))));
        Value::Object(sure.collect::<Map<_, _>>())
    };
    json!({
        "email": known(&|one| vec![column(one, &EMAIL)]),
        "sid": known(&|one| vec![one.entry.id.clone(), column(one, &SID)]),
    })
}

fn result(audited: &Audited, worth: f64, points: f64) -> Value {
    let overall = audited.overall.map(decimal).unwrap_or_default();
    let output = format!(
        "{overall} of {}, which is {} of {} points.",
        decimal(audited.scale[1]),
        decimal(worth),
        decimal(points)
    );
    json!({
        "score": rounded(worth),
        "output": output,
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": (1..).zip(&audited.dimensions).map(test).collect::<Value>(),
        "extra_data": {"commit": audited.commit, "case": audited.case},
    })
}

/// As many places as people read.
fn rounded(number: f64) -> f64 {
    (number * 100.0).round() / 100.0
}

fn test((number, dimension): (usize, &Dimension)) -> Value {
    let mut test = Map::new();
    test.insert("name".to_owned(), json!(visible(&dimension.name)));
    test.insert("number".to_owned(), json!(number.to_string()));
    test.insert("visibility".to_owned(), json!("visible"));
    test.insert("output".to_owned(), json!(visible(&output(dimension))));
    if let Some(score) = dimension.score {
        test.insert("score".to_owned(), json!(score));
        test.insert("max_score".to_owned(), json!(dimension.scale[1]));
    }
    Value::Object(test)
}

fn output(dimension: &Dimension) -> String {
    let head = match (dimension.score, &dimension.reason) {
        (Some(score), _) => format!("{} of {}.", decimal(score), decimal(dimension.scale[1])),
        (None, Some(why)) => format!("No score, and no points lost: {why}"),
        (None, None) => "No score, and no points lost.".to_owned(),
    };
    let overruled = dimension.overruled.iter();
    let overruled =
        overruled.map(|word| format!("{} decided otherwise than the court: {}", word.by, word.why));
    let open = dimension.missing.iter().take(feedback::ACTIONS_MAX);
    let open = open.map(|action| format!("- {action}"));
    let lines: Vec<String> = std::iter::once(head).chain(overruled).chain(open).collect();
    lines.join("\n")
}
