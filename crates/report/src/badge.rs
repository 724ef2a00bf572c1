//! `badge.json`: an endpoint badge of shields.io.

use super::json_text;
use super::words::out_of;
use crate::dossier::Dossier;
use court::score::{Fraction, Score};
use serde::Serialize;

/// Colors by hundredths of the way up the scale, the best first.
const COLORS: [(i64, &str); 5] = [
    (90, "brightgreen"),
    (75, "green"),
    (60, "yellowgreen"),
    (45, "yellow"),
    (30, "orange"),
];
/// Below the last step.
const WORST: &str = "red";
/// Where there is no score, or it does not stand for everything.
const NEUTRAL: &str = "lightgrey";

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Badge {
    schema_version: u8,
    label: &'static str,
    message: String,
    color: &'static str,
}

/// The whole file, with a line end at its end.
pub(super) fn render(dossier: &Dossier) -> String {
    let verdict = &dossier.verdict;
    let (message, color) = match (verdict.overall, verdict.is_complete) {
        (None, _) => ("no score".to_owned(), NEUTRAL),
        (Some(score), true) => (out_of(score, &verdict.scale), color(verdict.scale.share(score))),
        (Some(score), false) => (format!("{}, incomplete", out_of(score, &verdict.scale)), NEUTRAL),
    };
    json_text(&Badge {
        schema_version: 1,
        label: "audit",
        message,
        color,
    })
}

fn color(share: Fraction) -> &'static str {
    let reached = |(least, _): &&(i64, &str)| Score(share) >= Score(Fraction::new(*least, 100));
    COLORS.iter().find(reached).map_or(WORST, |(_, color)| color)
}
