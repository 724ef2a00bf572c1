//! What excuses a passage: it is bound to a condition, spoken of, quoted as an example, or code.

use crate::patterns::{Wants, spelled};
use crate::plain::Plain;
use regex::bytes::Regex;
use std::ops::Range;
use std::sync::LazyLock;

/// How far around a passage one looks for what it is an example of, in bytes.
const AROUND_BYTES: usize = 260;
/// So many keys make words a piece of data, such as an opinion that a judge of the subject's own gave.
const KEYS_MIN: usize = 2;
/// So many calls make them one of a program.
const CALLS_MIN: usize = 2;

/// What binds an order to something that has to be looked at first, as rubrics and prompts do.
static CONDITION: LazyLock<Regex> = LazyLock::new(|| {
    crate::fixed(
        r"\b(?:if|when|only (?:if|when|for|where)|unless|where|whether|provided|based on|according|between|from 1|1 to|1-5|range|[a-z]+ out of (?:5|10|100|five|ten)|[0-9] ?(?:-|to) ?(?:5|10|100)|max(?:imum)?(?: of)?:? (?:5|10|100)|otherwise|either|could|would|might|can|for example|e\.g|such as|average|mean|capped?|at most|up to|minimum|threshold|cannot)\b",
    )
});
/// The occasion that a judge is called by is no condition.
static OCCASION: LazyLock<Regex> = LazyLock::new(|| crate::fixed(&spelled("{occasion}")));
/// Who has the say over marks, or what they are given for: orders to keep quiet and to take as met are heard by many.
static MARKED: LazyLock<Regex> = LazyLock::new(|| {
    crate::fixed(
        r"\b(?:graders?|markers?|assessors?|evaluat\w+|examiners?|judges?|judging|prosecutors?|tech ?leads?|chief justice|grad(?:e|es|ing)|scor\w+|points|penali\w+|rubrics?|criteri\w+|dimensions?|requirements?|evidence|checks|your (?:findings|report|verdict|review))\b|\b(?:this|our|the) (?:submission|project|repository|repo|work|code ?base|architecture)\b",
    )
});
/// What a marking scheme gives points for, where it is nothing of the subject.
static SCHEME: LazyLock<Regex> =
    LazyLock::new(|| crate::fixed(&spelled(r"(?:{top}) (?:for|to|if|when|where)\b")));
static OURS: LazyLock<Regex> = LazyLock::new(|| crate::fixed(&spelled(r"{ours}|{every}|\b(?:me|us)\b")));
/// Such texts are spoken of: by a defence, a test, a list of what to look for.
static SPOKEN_OF: LazyLock<Regex> = LazyLock::new(|| {
    crate::fixed(
        r"injection|jailbreak|adversarial|malicious|hostile|\bfake\b|forged|\bdetect(?:s|ed|ing|ions?|ors?)?\b|flagged|\brefus\w+|\breject\w*|\battack(?:s|ers?|ing)?\b|untrusted|saniti[sz]|payload|\bred[- _]team|\bmanipulat\w+|\bguardrails?\b|\bsuspicious\b|\bblock(?:ed)?list|\bpatterns?\b|\battempts? (?:to|at)\b|\btr(?:y|ies|ying) to\b|\bphrases? (?:like|such)\b",
    )
});

/// Whether a passage is meant for whoever judges.
pub(crate) fn is_meant(plain: &Plain, number: usize, at: &Range<usize>, wants: Wants) -> bool {
    let text = plain.text.as_str();
    let sentence = text[plain.sentence(number)].as_bytes();
    // Who begs or threatens says what will be if it is not heard.
    let is_bound = || wants != Wants::Pressure && CONDITION.is_match(&OCCASION.replace_all(sentence, b" "));
    let is_of_marks = || match wants {
        Wants::Silence | Wants::Acquittal | Wants::Disclosure => MARKED.is_match(sentence),
        Wants::Score => !SCHEME.is_match(sentence) || OURS.is_match(sentence),
        _ => true,
    };
    !is_code(&text[at.clone()])
        && is_of_marks()
        && !is_bound()
        && !SPOKEN_OF.is_match(sentence)
        && !sentence.trim_ascii_end().ends_with(b"?")
        && !is_example(text, at)
}

/// Whether the words around speak of such texts and quote this one, or end with what introduces it.
fn is_example(text: &str, at: &Range<usize>) -> bool {
    let start = text.floor_char_boundary(at.start.saturating_sub(AROUND_BYTES));
    let end = text.ceil_char_boundary((at.end + AROUND_BYTES).min(text.len()));
    if !SPOKEN_OF.is_match(&text.as_bytes()[start..end]) {
        return false;
    }
    let (before, after) = (&text[start..at.start], &text[at.end..end]);
    // A passage may begin with the quote that is opened.
    let opens = |quote: char| before.contains(quote) || text[at.clone()].starts_with(quote);
    let is_quoted = ['"', '\'', '`']
        .into_iter()
        .any(|quote| opens(quote) && after.contains(quote));
    is_quoted || before.trim_end().ends_with(':')
}

/// Whether words stand in an expression or a piece of data: `f->size, sizeof(Instruction)` speaks to nobody.
fn is_code(words: &str) -> bool {
    let is_expression = ["->", "=>", "::", "();"].iter().any(|mark| words.contains(mark));
    let pairs = words.as_bytes().windows(2);
    let calls = pairs.filter(|pair| pair[0].is_ascii_alphanumeric() && pair[1] == b'(');
    is_expression || words.matches("\":").count() >= KEYS_MIN || calls.count() >= CALLS_MIN
}
