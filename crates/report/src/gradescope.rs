//! `results.json` as Gradescope reads it from an autograder: a score, and a test for each dimension.
//!
//! A dimension without a score has no points at all, so that it costs none. All text is plain text.

use crate::links::shown;
use crate::sections::Context;
use crate::sections::entry::{Entry, is_incomplete, is_not_assessable, tally};
use crate::sections::plan::tasks_of;
use crate::sections::summary::summary;
use crate::text::english::{ended, on_scale, sentence};
use crate::text::json::to_text;
use court::score::{Fraction, Score};
use court::visible::visible;
use serde_json::{Map, Value, json};

/// Most fixes told with one dimension.
const FIXES_MAX: usize = 3;
/// A dimension counts as passed from this much of its scale.
const PASSED: Fraction = Fraction::new_raw(1, 2);

/// The whole file, with a line end at its end.
pub(crate) fn render(context: &Context<'_>) -> String {
    let dossier = context.dossier;
    let score = dossier.verdict.overall.map(|score| ("score", points(score)));
    let tests = (1..)
        .zip(&context.entries)
        .map(|(number, entry)| test(number, entry));
    let results = json!({
        "output": visible(&summary(context)),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": "visible",
        "stdout_visibility": "hidden",
        "tests": tests.collect::<Value>(),
        // What a course's own scripts may want.
        "extra_data": {
            "commit": dossier.commit,
            "rubric": visible(&dossier.rubric.name),
            "rubric_sha256": dossier.rubric.sha256,
            "panel": visible(&dossier.panel.name),
            "complete": dossier.verdict.is_complete,
            "not_assessable": tally(&context.entries, is_not_assessable),
            "incomplete": tally(&context.entries, is_incomplete),
        },
    });
    to_text(&before(score, results))
}

fn test(number: usize, entry: &Entry<'_>) -> Value {
    let scale = &entry.dimension.scale;
    let status = |score| {
        if scale.share(score) >= PASSED {
            "passed"
        } else {
            "failed"
        }
    };
    let scored = entry.ruling.final_score.map(|score| {
        [
            ("score", points(score)),
            ("max_score", points(scale.max)),
            ("status", status(score).into()),
        ]
    });
    let test = json!({
        "name": visible(&entry.dimension.name),
        "number": number.to_string(),
        "output": visible(&output(entry)),
        "tags": [visible(&entry.dimension.id.0)],
        "visibility": "visible",
    });
    before(scored.into_iter().flatten(), test)
}

/// The object with these fields before its own.
fn before(fields: impl IntoIterator<Item = (&'static str, Value)>, object: Value) -> Value {
    let fields = fields.into_iter().map(|(name, value)| (name.to_owned(), value));
    let mut all: Map<String, Value> = fields.collect();
    if let Value::Object(own) = object {
        all.extend(own);
    }
    Value::Object(all)
}

fn output(entry: &Entry<'_>) -> String {
    let head = match (entry.reason(), entry.ruling.final_score) {
        (Some(why), _) => format!("No score, and no points lost: {}", ended(why)),
        (None, Some(score)) => format!("{}.", on_scale(score, entry.dimension)),
        (None, None) => "No score, and no points lost.".to_owned(),
    };
    let dissent = entry.ruling.dissent.iter().map(|text| ended(text));
    let fixes = tasks_of(entry).into_iter().take(FIXES_MAX).map(|task| {
        let place = task.remedy.place.as_ref();
        let place = place.map_or_else(String::new, |place| format!(" ({})", shown(place)));
        format!("- {}{place}", sentence(&task.remedy.action))
    });
    let lines: Vec<String> = std::iter::once(head)
        .chain(entry.overruled())
        .chain(dissent)
        .chain(fixes)
        .collect();
    lines.join("\n")
}

fn points(score: Score) -> Value {
    score.rounded().as_f64().into()
}
