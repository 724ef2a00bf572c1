//! What judges of the subject's own said, where a report of its tells it: that is no attempt.

use super::{PROMPT_BYTES, fixed, window};
use regex::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// What a judge said, as reports tell it.
static REPORTED: LazyLock<Regex> = LazyLock::new(|| {
    fixed(
        r"(?:^|[.!?:>*|] ?)\W*(?:the )?(?:prosecut(?:or|ion)|defen[cs]e|tech ?lead|chief justice|dissent|(?:final |overall )?(?:ruling|score|verdict|opinion|judg[e]?ment))\b|\b(?:prosecutor|defen[cs]e|tech ?lead|chief justice|judges?)\b[^.!?]{0,40}\b(?:argu|assess|gave|scor|award|not(?:ed|es)|rul|thought|found)",
    )
});

/// Somebody is spoken to, or something is demanded.
static SPEAKING: LazyLock<Regex> = LazyLock::new(|| {
    fixed(
        r"\b(?:you|your|yours|please|kindly|must|should|shall|ignore|disregard|forget|graders?|reviewers?|evaluators?|ais?|llms?|models?|assistants?|do not|don'?t|never|already|locked|hereby|pre-?approved|no further|binding)\b",
    )
});

/// Judges of a court, by name.
const BENCH: [&str; 4] = ["prosecut", "defen", "tech", "justice"];
/// So many of them have their say where a report tells what they said.
const BENCH_MIN: usize = 3;

/// Whether a sentence tells what a judge of the subject's own said, in a report with others: its program writes those.
pub(in crate::conduct) fn is_reported(at: &Range<usize>, text: &str) -> bool {
    let said = &text[at.clone()];
    let around = window(text, at, PROMPT_BYTES);
    BENCH.iter().filter(|judge| around.contains(**judge)).count() >= BENCH_MIN
        && REPORTED.is_match(said)
        && !SPEAKING.is_match(said)
}
