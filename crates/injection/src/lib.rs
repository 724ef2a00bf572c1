//! What is said to whoever judges: a few sure patterns, forged marks of a conversation, and text that is not what it
//! looks like.
//!
//! A text in, the passages of it that order a judge about out. Nothing here knows where a text stands, who asks, or what
//! comes of it. What is not unmistakable is not told. A program that guards against such texts, prompts for judges of its
//! own and old reports of judges say much that is close to it. `patterns` is the data, `context` what excuses a passage.

mod context;
mod patterns;
mod plain;
mod unseen;

pub use patterns::Wants;
pub use unseen::disguised;

use aho_corasick::{AhoCorasick, AhoCorasickKind};
use plain::Plain;
use regex::bytes::{Regex, RegexBuilder};
use std::collections::BTreeSet;
use std::sync::{LazyLock, OnceLock};

/// What passages follow from: whoever remembers them asks again when it changes.
pub const SOURCES: &str = env!("SOURCES");
/// Most passages told of one text; one proves as much as a hundred.
pub const PASSAGES_MAX: usize = 100;
/// Most characters quoted of a passage.
const QUOTE_CHARS_MAX: usize = 240;
/// Longest passage that is looked at, in bytes; what goes on without a space is no prose.
const LOOKED_AT_BYTES_MAX: usize = 1_500;

/// A passage that orders whoever judges about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Passage {
    /// Line of the text where it begins, from 1.
    pub first: u32,
    /// Line where it ends.
    pub last: u32,
    pub wants: Wants,
    /// Its sentence as it was understood: in small letters, without what cannot be seen.
    pub quote: String,
    /// How it was disguised, where it was.
    pub disguise: Option<&'static str>,
}

/// The passages of a text that order whoever judges about, in the order of lines, each sentence and each line once.
pub fn passages(text: &str) -> Vec<Passage> {
    let plain = Plain::of(text);
    let mut found: Vec<Passage> = Vec::new();
    for (number, patterns) in likely(&plain) {
        let parts = [false, true].map(|spans| Part::of(&plain, number, spans));
        let mut patterns = patterns.iter();
        let Some(passage) = patterns.find_map(|pattern| passage(&plain, number, &parts, *pattern)) else {
            continue;
        };
        if found.last().is_none_or(|last| last.last < passage.first) {
            found.push(passage);
        }
        if found.len() == PASSAGES_MAX {
            break;
        }
    }
    found
}

/// What a pattern reads, and the kinds of words that are in it, as bits.
struct Part {
    start: usize,
    end: usize,
    kinds: u32,
}

impl Part {
    /// A sentence, or with `spans` that and the one before it.
    fn of(plain: &Plain, number: usize, spans: bool) -> Self {
        let here = plain.sentence(number);
        let start = match number.checked_sub(1) {
            Some(before) if spans => plain.sentence(before).start,
            _ => here.start,
        };
        let (search, kinds) = &*FURTHER;
        let words = search.find_overlapping_iter(&plain.text[start..here.end]);
        Self {
            start,
            end: here.end,
            kinds: words.fold(0, |found, word| found | kinds[word.pattern().as_usize()]),
        }
    }
}

/// The passage that a pattern finds in a sentence, with the one before it where the pattern needs both.
fn passage(plain: &Plain, number: usize, parts: &[Part; 2], pattern: usize) -> Option<Passage> {
    let Part { start, end, kinds } = parts[usize::from(patterns::ALL[pattern].spans)];
    let text = &plain.text[start..end];
    if text.len() > LOOKED_AT_BYTES_MAX || patterns::ALL[pattern].kinds & !kinds != 0 {
        return None;
    }
    let at = compiled(pattern).find(text.as_bytes())?.range();
    let at = text.floor_char_boundary(at.start)..text.ceil_char_boundary(at.end);
    let at = start + at.start..start + at.end;
    if !context::is_meant(plain, number, &at, patterns::ALL[pattern].wants) {
        return None;
    }
    let (first, last) = (plain.line(at.start), plain.line(at.end - 1));
    Some(Passage {
        first,
        last,
        wants: patterns::ALL[pattern].wants,
        quote: text.trim().chars().take(QUOTE_CHARS_MAX).collect(),
        disguise: plain.disguise(first, last),
    })
}

/// The sentences that have a word without which no pattern fits, each with the patterns that need it, the surest first.
fn likely(plain: &Plain) -> Vec<(usize, BTreeSet<usize>)> {
    let (search, owners) = &*STEMS;
    let mut likely: Vec<(usize, BTreeSet<usize>)> = Vec::new();
    for stem in search.find_overlapping_iter(&plain.text) {
        let number = plain.number(stem.start());
        let patterns = &owners[stem.pattern().as_usize()];
        match likely.last_mut().filter(|(last, _)| *last == number) {
            Some((_, found)) => found.extend(patterns),
            None => likely.push((number, patterns.clone())),
        }
    }
    likely
}

/// The words without which a pattern fits nowhere, each with the patterns that need it.
static STEMS: LazyLock<(AhoCorasick, Vec<BTreeSet<usize>>)> = LazyLock::new(|| {
    let all = || patterns::ALL.iter().enumerate();
    let words: BTreeSet<&str> = all()
        .flat_map(|(_, pattern)| pattern.needs.iter().copied())
        .collect();
    let needing = |word: &str| {
        all()
            .filter(|(_, pattern)| pattern.needs.contains(&word))
            .map(|(number, _)| number)
            .collect()
    };
    let owners = words.iter().map(|word| needing(word)).collect();
    let search = AhoCorasick::builder()
        .kind(Some(AhoCorasickKind::DFA))
        .build(words);
    (search.expect("the words are fixed and tested"), owners)
});

/// The words that a pattern asks for besides, each with its kinds, as bits.
static FURTHER: LazyLock<(AhoCorasick, Vec<u32>)> = LazyLock::new(|| {
    let words = patterns::further();
    let search = AhoCorasick::new(words.keys());
    (
        search.expect("the words are fixed and tested"),
        words.into_values().collect(),
    )
});

/// The patterns, each compiled when a text has what it needs: most texts have none of it.
static COMPILED: LazyLock<Vec<OnceLock<Regex>>> =
    LazyLock::new(|| patterns::ALL.iter().map(|_| OnceLock::new()).collect());

fn compiled(pattern: usize) -> &'static Regex {
    COMPILED[pattern].get_or_init(|| fixed(&patterns::spelled(patterns::ALL[pattern].says)))
}

/// What is looked for is ASCII: to know of no other letters makes a pattern a tenth as large.
fn fixed(pattern: &str) -> Regex {
    let regex = RegexBuilder::new(pattern).unicode(false).build();
    regex.expect("the patterns are fixed and tested")
}

#[cfg(test)]
mod tests;
