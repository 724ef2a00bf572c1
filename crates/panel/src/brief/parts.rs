//! What a large repository consists of, and what a model said of its parts.

use super::{Matter, canonical, exhibit, tokens};
use serde::{Deserialize, Serialize};

/// What is told of parts may take this share of what exhibits may take.
const SUMMARIES_SHARE: u64 = 4;

/// What a model said of a part.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    /// The folder.
    pub part: String,
    /// What it is for.
    pub text: String,
    /// Files and lines of the part that show it, as `path:line`; all of them exist.
    pub places: Vec<String>,
    /// Who said so.
    pub model: String,
}

impl Summary {
    /// As judges read it.
    pub fn line(&self) -> String {
        format!("{}: {} ({})", self.part, self.text, self.places.join(", "))
    }
}

/// What a large repository consists of: nobody reads all of it, and everybody is to know of every part.
pub(super) fn map(parts: &[String], fence: &str) -> Option<String> {
    (!parts.is_empty()).then(|| {
        format!(
            "# The parts of the subject\n\nIt is large. These are all its parts; the exhibits show some of them, and what is not \
             shown is no sign of anything missing.\n\n<<<parts {fence}>>>\n{}\n<<<end parts {fence}>>>",
            exhibit::safe(&parts.join("\n"), fence)
        )
    })
}

/// What was told of the parts, as far as a share of the budget reaches: every part is named above in any case.
pub(super) fn summary_lines(matter: &Matter<'_>) -> Vec<String> {
    let mut left = matter.budget / SUMMARIES_SHARE;
    let lines = matter.told.iter().map(Summary::line);
    let fitting = lines.take_while(|line| {
        let rest = left.checked_sub(tokens(line));
        left = rest.unwrap_or_default();
        rest.is_some()
    });
    fitting.collect()
}

/// What a model said of the parts, marked as that.
pub(super) fn summaries(matter: &Matter<'_>, told: &[String], fence: &str) -> Option<String> {
    let model = &matter.told.first()?.model;
    Some(format!(
        "# What a model says of the parts\n\nThe model {} was shown a little of each part; {} of {} summaries stand here. They are told, not \
         observed, and prove nothing: cite exhibits, and where a summary disagrees with one, the exhibit holds.\n\n\
         <<<summaries {fence}>>>\n{}\n<<<end summaries {fence}>>>",
        canonical(model),
        told.len(),
        matter.told.len(),
        exhibit::safe(&told.join("\n"), fence)
    ))
}
