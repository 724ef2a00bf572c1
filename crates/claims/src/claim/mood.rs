//! How a sentence is meant: whether it speaks of the subject as it is, or of plans, the past, others, examples.
//!
//! The words are those of one table. What is claimed of a name, of a path and by a drawing of folders differs in
//! which kinds of words speak against it, and in nothing else.

use super::list::{List, table};
use super::words::{begins, owner, words};
use std::collections::BTreeMap;
use std::ops::BitOr;
use std::sync::LazyLock;
use wordlist::array;

/// Longest number of an item with the letters before it, in bytes.
const LABEL_BYTES_MAX: usize = 4;

/// What the words of a text speak of.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Signs(u32);

impl Signs {
    pub(super) const PLAN: Self = Self(1);
    pub(super) const WISH: Self = Self(1 << 1);
    pub(super) const PAST: Self = Self(1 << 2);
    pub(super) const TIME: Self = Self(1 << 3);
    pub(super) const SAMPLE: Self = Self(1 << 4);
    pub(super) const ELSEWHERE: Self = Self(1 << 5);
    pub(super) const DENIAL: Self = Self(1 << 6);
    pub(super) const CONDITION: Self = Self(1 << 7);
    pub(super) const OPEN: Self = Self(1 << 8);
    pub(super) const HEADING: Self = Self(1 << 9);
    pub(super) const UNFINISHED: Self = Self(1 << 10);
    pub(super) const FORBIDS: Self = Self(1 << 11);
    pub(super) const SOUGHT: Self = Self(1 << 12);
    pub(super) const GONE: Self = Self(1 << 13);
    pub(super) const MADE: Self = Self(1 << 14);
    pub(super) const NEW: Self = Self(1 << 15);
    pub(super) const DRAFT: Self = Self(1 << 16);
    pub(super) const RESIDUE: Self = Self(1 << 17);
    const ORDER: Self = Self(1 << 18);
    const JUDGE: Self = Self(1 << 19);
    const JUDGES: Self = Self(1 << 20);
    pub(super) const MODAL: Self = Self(1 << 21);

    /// Whether some of these are among them.
    pub(super) fn has(self, some: Self) -> bool {
        self.0 & some.0 != 0
    }
}

impl BitOr for Signs {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }
}

/// The kinds by their names in the table, in the order of their bits.
const KINDS: [&str; 22] = array(
    "plan wish past time sample elsewhere denial condition open heading unfinished forbids sought gone made new \
     draft residue order judge judges modal",
);

/// The table, by how its words are looked for.
#[derive(Default)]
struct Table {
    whole: BTreeMap<String, Signs>,
    beginnings: BTreeMap<String, Signs>,
    phrases: BTreeMap<String, Signs>,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| {
    let mut read = Table::default();
    let lists: BTreeMap<String, List> = table(include_str!("mood.toml"));
    for (kind, list) in &lists {
        let bit = KINDS.iter().position(|name| name == kind);
        let signs = Signs(1 << bit.expect("the kinds of the table are known"));
        for word in list.iter() {
            let (bare, into) = match word.strip_suffix('*') {
                Some(bare) => (bare, &mut read.beginnings),
                None if words(word).next() == Some(word) => (word, &mut read.whole),
                None => (word, &mut read.phrases),
            };
            let known = into.entry(bare.to_owned()).or_default();
            *known = *known | signs;
        }
    }
    read
});

/// What the words of a text in lower case speak of.
pub(super) fn signs(lower: &str) -> Signs {
    let phrases = TABLE.phrases.iter();
    let phrases = phrases.filter(|(phrase, _)| lower.contains(phrase.as_str()));
    let words = words(lower).map(of_word);
    words
        .chain(phrases.map(|(_, signs)| *signs))
        .fold(Signs::default(), BitOr::bitor)
}

/// What one word speaks of.
pub(super) fn of_word(word: &str) -> Signs {
    let word = owner(word);
    let starts = word.char_indices().map(|(at, c)| &word[..at + c.len_utf8()]);
    let begun = starts.filter_map(|start| TABLE.beginnings.get(start));
    let is_denied = word.ends_with("n't") || word.ends_with("n’t");
    let denied = is_denied.then_some(&Signs::DENIAL);
    begun
        .chain(TABLE.whole.get(word))
        .chain(denied)
        .fold(Signs::default(), |all, signs| all | *signs)
}

/// What is said of a thing that is not there yet.
pub(super) fn unfinished() -> impl Iterator<Item = &'static str> {
    let all = TABLE.phrases.iter().chain(&TABLE.whole);
    let unfinished = all.filter(|(_, signs)| signs.has(Signs::UNFINISHED));
    unfinished.map(|(phrase, _)| phrase.as_str())
}

/// How a statement is said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mood {
    /// It says what is.
    Plain,
    /// It says what is under a condition.
    Conditional,
    /// It says what is not.
    Denied,
    /// It says what was, is wished for, is elsewhere, or what somebody else said.
    Other,
}

/// How a sentence under a heading is said, both in lower case.
pub(super) fn mood(lower: &str, heading: &str) -> Mood {
    let said = signs(lower);
    let time = Signs::PLAN | Signs::WISH | Signs::MODAL | Signs::PAST | Signs::TIME;
    let is_said = signs(heading).has(Signs::HEADING) && !is_solution(lower);
    if is_said
        || said.has(time | Signs::SAMPLE | Signs::ELSEWHERE | Signs::OPEN)
        || is_order(lower)
        || is_torn(lower)
        || is_data(lower)
        || is_question(lower)
        || is_judged(lower)
    {
        Mood::Other
    } else if said.has(Signs::DENIAL) {
        Mood::Denied
    } else if said.has(Signs::CONDITION) {
        Mood::Conditional
    } else {
        Mood::Plain
    }
}

/// Whether a sentence tells somebody to do something.
fn is_order(lower: &str) -> bool {
    let sentence = lower.trim_start_matches(|c: char| !c.is_alphabetic());
    // `P4`, `S1`: the number of a row or an item.
    let is_label =
        |word: &&str| word.len() <= LABEL_BYTES_MAX && word.ends_with(|c: char| c.is_ascii_digit());
    let first = words(sentence).find(|word| !is_label(word));
    first.is_some_and(|word| TABLE.whole.get(word).is_some_and(|signs| signs.has(Signs::ORDER)))
}

pub(super) fn is_question(lower: &str) -> bool {
    lower.trim_end().ends_with('?')
}

/// A form to be filled in, or cells of a table of which the first is lost.
fn is_torn(lower: &str) -> bool {
    let is_cell = lower.contains(" | ") && !lower.starts_with('|') && !lower.contains('[');
    lower.contains("{{") || is_cell
}

/// A key with its value, as data have them: what stands there is an example or a form.
fn is_data(lower: &str) -> bool {
    let quotes = ['"', '“', '”'];
    let key = lower
        .trim_start()
        .strip_prefix(quotes)
        .and_then(|rest| rest.split_once(quotes));
    key.is_some_and(|(key, rest)| !key.contains(' ') && rest.trim_start().starts_with(':'))
}

/// What a judge is told to have found: the words of another audit, about what it saw then.
pub(super) fn is_judged(lower: &str) -> bool {
    let said: Vec<Signs> = words(lower).map(of_word).collect();
    let is_quoted = |pair: &[Signs]| pair[0].has(Signs::JUDGE) && pair[1].has(Signs::JUDGES);
    said.windows(2).any(is_quoted)
}

/// Under a heading of challenges, what is said to solve them is there.
fn is_solution(lower: &str) -> bool {
    words(lower).take(3).any(|word| begins(word, "solution"))
}

#[cfg(test)]
mod tests;
