//! `badge.json`: an endpoint badge of shields.io.

use crate::sections::Context;
use crate::text::english::out_of;
use crate::text::json::to_text;
use court::score::{Fraction, Score};
use serde_json::json;

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

/// The whole file, with a line end at its end.
pub(crate) fn render(context: &Context<'_>) -> String {
    let verdict = &context.dossier.verdict;
    let (message, color) = match (verdict.overall, verdict.is_complete) {
        (None, _) => ("no score".to_owned(), NEUTRAL),
        (Some(score), true) => (out_of(score, &verdict.scale), color(verdict.scale.share(score))),
        (Some(score), false) => (format!("{}, incomplete", out_of(score, &verdict.scale)), NEUTRAL),
    };
    let message = match verdict.court_overall {
        Some(court) => format!("{message}, overruled ({court})"),
        None => message,
    };
    to_text(&json!({"schemaVersion": 1, "label": "audit", "message": message, "color": color}))
}

fn color(share: Fraction) -> &'static str {
    let reached = |(least, _): &&(i64, &str)| Score(share) >= Score(Fraction::new(*least, 100));
    COLORS.iter().find(reached).map_or(WORST, |(_, color)| color)
}
