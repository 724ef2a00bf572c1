//! What of a dimension's text no probe looks at, for the rubric's author.

use super::Dimension;
use crate::protocol::own::Own;
use crate::protocol::{Demand, Reading};
use crate::text::{fold, has_word};
use std::collections::BTreeSet;

/// Longest text of a dimension that is gone through, in bytes; the longest known has two thousand.
const TEXT_BYTES_MAX: usize = 50_000;
/// Shorter words carry no subject.
const WORD_CHARS_MIN: usize = 4;
/// So many words in common make a sentence the subject of a probe.
const COMMON_MIN: usize = 2;
/// Words that stand in sentences of any subject.
const IDLE: &str = "about above across also always another because been before being both cannot check code could \
    does each every exist exists file files find found from have into just look looks make makes more must never \
    only other present program project repository rubric score should some such than that their them then there \
    these they this those using verify wants well what when where whether which while will with without would your";

/// The sentences that share no phrase and hardly a word with what is looked for, in the order of the text.
///
/// A sentence that is not listed is not therefore wholly looked at: the comparison goes by words alone.
pub fn not_covered(dimension: &Dimension, reading: Option<&Reading>, probes: &[Own]) -> Vec<String> {
    let demands = reading
        .map(|reading| reading.demands.as_slice())
        .unwrap_or_default();
    let covered: Vec<Covered> = demands.iter().map(|demand| Covered::of(demand, probes)).collect();
    let texts = [
        dimension.description.as_deref(),
        dimension.instruction.as_deref(),
        dimension.success.as_deref(),
        dimension.failure.as_deref(),
    ];
    let sentences = texts.into_iter().flatten().flat_map(sentences);
    sentences
        .filter(|sentence| !covered.iter().any(|covered| covered.has(sentence)))
        .collect()
}

/// The words and phrases of what a demand looks for.
struct Covered {
    phrases: Vec<String>,
    words: BTreeSet<String>,
}

impl Covered {
    fn of(demand: &Demand, probes: &[Own]) -> Self {
        let own = probes.iter().find(|own| own.id == demand.probe);
        let look = own.map(|own| own.look.to_string()).unwrap_or_default();
        let goal = own.map(|own| own.goal.as_str()).unwrap_or_default();
        let said = [&demand.probe, &demand.met, &demand.unmet, &demand.remedy].map(String::as_str);
        let all = [said.as_slice(), &[look.as_str(), goal]].concat().join(" ");
        Self {
            phrases: demand.asks.iter().map(|phrase| fold(phrase)).collect(),
            words: words(&all),
        }
    }

    fn has(&self, sentence: &str) -> bool {
        let folded = format!(" {} ", fold(sentence));
        let mut phrases = self.phrases.iter();
        phrases.any(|phrase| folded.contains(&format!(" {phrase} ")))
            || words(sentence).intersection(&self.words).count() >= COMMON_MIN
    }
}

fn words(text: &str) -> BTreeSet<String> {
    let folded = fold(text);
    let words = folded.split_whitespace();
    let telling = words.filter(|word| word.chars().count() >= WORD_CHARS_MIN && !has_word(IDLE, word));
    telling.map(stem).collect()
}

/// Plurals and verb forms are one word.
fn stem(word: &str) -> String {
    let ends = ["ing", "ies", "es", "ed", "s"];
    let cut = ends.iter().find_map(|end| word.strip_suffix(end));
    let cut = cut.filter(|rest| rest.chars().count() >= WORD_CHARS_MIN);
    cut.unwrap_or(word).to_owned()
}

/// Sentences, list items and lines with more than a few words.
pub(super) fn sentences(text: &str) -> Vec<String> {
    let text = &text[..text.floor_char_boundary(TEXT_BYTES_MAX)];
    let mut found = Vec::new();
    let mut sentence = String::new();
    let mut letters = text.chars().peekable();
    let mut end = |sentence: &mut String| {
        let whole = std::mem::take(sentence);
        let whole = whole.trim().trim_start_matches(['-', '*', '•', ' ']);
        if whole.split_whitespace().count() > 1 {
            found.push(whole.to_owned());
        }
    };
    while let Some(letter) = letters.next() {
        let ends_word = letters.peek().is_none_or(|next| next.is_whitespace());
        match letter {
            '\n' => {
                let goes_on = |next: &char| next.is_alphanumeric() || *next == '(';
                match letters.peek().is_some_and(goes_on) {
                    true => sentence.push(' '),
                    false => end(&mut sentence),
                }
            }
            '.' | '!' | '?' | ';' if ends_word => {
                sentence.push(letter);
                end(&mut sentence);
            }
            _ => sentence.push(letter),
        }
    }
    end(&mut sentence);
    found
}
