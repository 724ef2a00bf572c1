//! What a student gets back, as Markdown.

use super::{name, worth};
use crate::decimal::{decimal, decimal_or};
use crate::submission::{Audited, Dimension, Submission};
use report::{markdown_cell, markdown_inline};
use std::fmt::Write as _;

/// Most open demands that feedback tells of a dimension.
pub(super) const ACTIONS_MAX: usize = 5;

/// The whole text.
pub(super) fn write(one: &Submission, audited: &Audited, points: f64) -> String {
    let mut text = format!("# {}\n\n", markdown_inline(&name(one)));
    let most = decimal(audited.scale[1]);
    let _ = match audited.overall {
        Some(score) => writeln!(
            text,
            "**{} of {most}**{}.\n",
            decimal(score),
            worth(one, points).map_or_else(String::new, |worth| format!(
                ", which is {} of {} points",
                decimal(worth),
                decimal(points)
            )),
        ),
        None => writeln!(text, "There is no score yet.\n"),
    };
    if !audited.is_complete {
        text.push_str(
            "Not all could be judged yet; what is missing costs no points, and somebody will look at it.\n\n",
        );
    }
    text.push_str("| Dimension | Score |\n|---|--:|\n");
    for dimension in &audited.dimensions {
        let score = dimension.score.map_or_else(
            || "none".to_owned(),
            |score| format!("{} of {}", decimal(score), decimal(dimension.scale[1])),
        );
        let _ = writeln!(text, "| {} | {score} |", markdown_cell(&dimension.name));
    }
    for dimension in &audited.dimensions {
        text.push_str(&section(dimension));
    }
    let _ = writeln!(
        text,
        "\nThe whole report says where each score comes from (commit `{}`).",
        short(&audited.commit)
    );
    text
}

fn short(commit: &str) -> String {
    commit.chars().filter(char::is_ascii_hexdigit).take(12).collect()
}

/// What is to be done about a dimension, and what people said of it; nothing where there is nothing to say.
fn section(dimension: &Dimension) -> String {
    let mut text = String::new();
    if let Some(word) = &dimension.overruled {
        let court = decimal_or(word.court, "no score");
        let _ = writeln!(
            text,
            "* {} decided otherwise than the court ({court}): {}",
            markdown_inline(&word.by),
            markdown_inline(&word.why)
        );
    }
    for action in dimension.missing.iter().take(ACTIONS_MAX) {
        let _ = writeln!(text, "* {}", markdown_inline(action));
    }
    match text.is_empty() {
        true => text,
        false => format!("\n## {}\n\n{text}", markdown_inline(&dimension.name)),
    }
}
