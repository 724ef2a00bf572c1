//! Scores as people write them: `4`, `4/5`, `3.5 / 5.0`, `4 of 5`, with marks around.

use super::Bounds;

/// A score and its scale, where that is told.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Written {
    pub(super) score: f64,
    pub(super) scale: Option<Bounds>,
}

/// The score at the start of the text.
pub(super) fn at_start(text: &str) -> Option<Written> {
    let text = text.trim_start_matches(|c: char| c.is_whitespace() || "*`:_–—-([".contains(c));
    let (score, rest) = number(text)?;
    let rest = rest.trim_start_matches([' ', '*', '`']);
    let rest = rest.strip_prefix('/').or_else(|| rest.strip_prefix("of "));
    let out_of = rest
        .and_then(|rest| number(rest.trim_start_matches([' ', '*', '`'])))
        .map(|(max, _)| max);
    Some(Written {
        score,
        scale: out_of
            .filter(|max| *max > 0.0)
            .map(|max| Bounds { min: None, max }),
    })
}

/// The first score after one of the words, which are lower case.
pub(super) fn after(text: &str, words: &[&str]) -> Option<Written> {
    let lower = text.to_lowercase();
    // Lower case may have another length; then positions would not fit.
    let text = if lower.len() == text.len() {
        text
    } else {
        lower.as_str()
    };
    words.iter().find_map(|word| {
        let at = lower.find(word)? + word.len();
        at_start(
            text.get(at..)?
                .trim_start_matches(|c: char| c.is_alphabetic() || " ()*`:|—–-".contains(c)),
        )
    })
}

/// Digits with at most one point, and what stands behind them; a percentage is no score.
fn number(text: &str) -> Option<(f64, &str)> {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && c != '.')
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    // The full stop of a sentence is not part of the number.
    let digits = digits.trim_end_matches('.');
    let number: f64 = digits.parse().ok()?;
    (!rest.starts_with('%') && digits.len() <= 12).then_some((number, rest))
}
