//! What stands above everything: how far the verdict goes, and what it is the verdict of.

use super::Context;
use super::entry::{Entry, is_incomplete, is_not_assessable, tally};
use crate::line::{Line, Piece, code, ours, prose};
use crate::text::english::{count, ended};
use court::evidence::Place;
use std::borrow::Cow;

/// What of the rubric has no score, behind the word that says whether the verdict is complete.
pub(crate) fn unscored(context: &Context<'_>) -> String {
    let dimensions = |number| count(number, "dimension", "dimensions");
    let missed = tally(&context.entries, is_incomplete);
    let outside = tally(&context.entries, is_not_assessable);
    let mut text = String::new();
    if !context.dossier.verdict.is_complete {
        text = format!(": {} could not be observed or judged", dimensions(missed));
    }
    if outside > 0 {
        text.push_str(&format!(", {} not assessable", dimensions(outside)));
    }
    text
}

/// The dimensions that people should look at.
pub(crate) fn to_review<'a, 'b>(context: &'b Context<'a>) -> Vec<&'b Entry<'a>> {
    let entries = context.entries.iter();
    entries.filter(|entry| entry.ruling.review.is_some()).collect()
}

/// How many dimensions people should look at; nothing where there are none.
pub(crate) fn review(context: &Context<'_>) -> Option<String> {
    let number = to_review(context).len();
    (number > 0).then(|| format!("manual review: {}", count(number, "dimension", "dimensions")))
}

/// What was audited, by what, under which rules and by whom, with the names of these.
pub(crate) fn facts<'a>(context: &Context<'a>) -> [(&'static str, Line<'a>); 4] {
    let dossier = context.dossier;
    let rubric = &dossier.rubric;
    let mut yardstick = vec![prose(&rubric.name)];
    if let Some(version) = &rubric.version {
        yardstick.extend([ours(" "), prose(version)]);
    }
    let commit = Place::Commit(dossier.commit.clone());
    [
        ("commit", vec![Piece::Place(Cow::Owned(commit))]),
        ("rubric", yardstick),
        ("rules", vec![prose(&dossier.rules.name)]),
        ("panel", vec![prose(&dossier.panel.name)]),
    ]
}

/// What a reader has to know of the panel.
pub(crate) fn panel<'a>(context: &Context<'a>) -> Line<'a> {
    let panel = &context.dossier.panel;
    vec![
        ours("Judged by "),
        code(&panel.name),
        ours(": "),
        prose(ended(&panel.what)),
        ours(match panel.calibration.is_empty() {
            true => String::new(),
            false => format!(" It is {}.", panel.calibration),
        }),
    ]
}
