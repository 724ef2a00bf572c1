//! `results.json` as Gradescope reads it from an autograder: a score, and a test for each dimension.
//!
//! A dimension without a score has no points at all, so that it costs none. All text is plain text.

use super::entry::{Entry, entries, tally};
use super::json_text;
use super::links::shown;
use super::plan::{plan, tasks_of};
use super::summary::summary;
use super::words::{ended, on_scale, sentence};
use crate::dossier::Dossier;
use court::score::{Fraction, Score};
use court::visible::visible;
use serde::Serialize;

/// Most fixes told with one dimension.
const FIXES_MAX: usize = 3;
/// A dimension counts as passed from this much of its scale.
const PASSED: Fraction = Fraction::new_raw(1, 2);

#[derive(Serialize)]
struct Results {
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    output: String,
    output_format: &'static str,
    test_output_format: &'static str,
    test_name_format: &'static str,
    visibility: &'static str,
    stdout_visibility: &'static str,
    tests: Vec<Test>,
    extra_data: Extra,
}

#[derive(Serialize)]
struct Test {
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    max_score: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    status: Option<&'static str>,
    name: String,
    number: String,
    output: String,
    tags: Vec<String>,
    visibility: &'static str,
}

/// What a course's own scripts may want.
#[derive(Serialize)]
struct Extra {
    commit: String,
    rubric: String,
    rubric_sha256: String,
    panel: String,
    complete: bool,
    not_assessable: usize,
    incomplete: usize,
}

/// The whole file, with a line end at its end.
pub(super) fn render(dossier: &Dossier) -> String {
    let entries = entries(dossier);
    let tests = entries.iter().enumerate();
    json_text(&Results {
        score: dossier.verdict.overall.map(points),
        output: visible(&summary(dossier, &entries, &plan(&entries))),
        output_format: "text",
        test_output_format: "text",
        test_name_format: "text",
        visibility: "visible",
        stdout_visibility: "hidden",
        tests: tests.map(|(index, entry)| test(index + 1, entry)).collect(),
        extra_data: extra(dossier, &entries),
    })
}

fn extra(dossier: &Dossier, entries: &[Entry<'_>]) -> Extra {
    Extra {
        commit: dossier.commit.clone(),
        rubric: visible(&dossier.rubric.name),
        rubric_sha256: dossier.rubric.sha256.as_str().to_owned(),
        panel: visible(&dossier.panel.name),
        complete: dossier.verdict.is_complete,
        not_assessable: tally(entries, super::entry::is_not_assessable),
        incomplete: tally(entries, super::entry::is_incomplete),
    }
}

fn test(number: usize, entry: &Entry<'_>) -> Test {
    let score = entry.ruling.final_score;
    let scale = &entry.dimension.scale;
    let passed = score.map(|score| {
        if scale.share(score) >= PASSED {
            "passed"
        } else {
            "failed"
        }
    });
    Test {
        score: score.map(points),
        max_score: score.map(|_| points(scale.max)),
        status: passed,
        name: visible(&entry.dimension.name),
        number: number.to_string(),
        output: visible(&output(entry)),
        tags: vec![visible(&entry.dimension.id.0)],
        visibility: "visible",
    }
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
    let lines: Vec<String> = std::iter::once(head).chain(dissent).chain(fixes).collect();
    lines.join("\n")
}

fn points(score: Score) -> f64 {
    score.rounded().as_f64()
}
