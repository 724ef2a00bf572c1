//! Secrets of a subject are never told on: what looks like one is masked wherever something is quoted.

mod fallback;
mod fixed;
mod nested;
mod opening;

pub use fallback::fallbacks;
pub use fixed::{bare, fixed, started_with};
pub use nested::nested;
pub use opening::defaults;

use aho_corasick::AhoCorasick;
use court::evidence::Place;
use regex::{Captures, Regex};
use serde_json::Value;
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{LazyLock, OnceLock};
use wordlist::phrases;

/// Characters of a secret that stay, so that its owner knows which one it is.
const SHOWN_CHARS: usize = 4;

/// Formats that providers gave their secrets, and secrets by where they stand, of which the group `secret` is masked; each
/// behind the words without which it fits nowhere. A table of the program: one that is not sound shows at the first test.
static FORMATS: LazyLock<Vec<(&str, &str)>> = LazyLock::new(|| {
    let rows = wordlist::lines(include_str!("../words/secrets.txt"));
    rows.into_iter().filter_map(|row| row.split_once(": ")).collect()
});
/// Letters that a format without case takes for `k` and `s`: where one stands, every format is tried.
const FOLDED: [&str; 2] = ["\u{212a}", "\u{17f}"];

/// The needs of all formats as one automaton, with the formats that each word is needed by, as bits.
static NEEDED: LazyLock<(AhoCorasick, Vec<u32>)> = LazyLock::new(|| {
    let mut owners: BTreeMap<&str, u32> = FOLDED.map(|letter| (letter, u32::MAX)).into();
    for (format, (words, _)) in FORMATS.iter().enumerate() {
        for word in words.split('|') {
            *owners.entry(word).or_default() |= 1 << format;
        }
    }
    let search = AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .build(owners.keys());
    (
        search.expect("the words are fixed and tested"),
        owners.into_values().collect(),
    )
});

/// The formats, each compiled when a text has what it needs: most texts have none of it.
static COMPILED: LazyLock<Vec<OnceLock<Regex>>> =
    LazyLock::new(|| FORMATS.iter().map(|_| OnceLock::new()).collect());

/// The first formats, as many as are asked for, that may fit somewhere in a text, in their order.
fn likely(text: &str, first: usize) -> impl Iterator<Item = &'static Regex> {
    let (search, owners) = &*NEEDED;
    let all = u32::MAX >> (u32::BITS as usize - first);
    let mut found = 0;
    for word in search.find_overlapping_iter(text) {
        found |= owners[word.pattern().as_usize()] & all;
        if found == all {
            break;
        }
    }
    (0..first)
        .filter(move |format| found >> format & 1 == 1)
        .map(compiled)
}

fn compiled(format: usize) -> &'static Regex {
    COMPILED[format].get_or_init(|| Regex::new(FORMATS[format].1).expect("the formats are fixed and tested"))
}

/// So many of the formats are a provider's own or that of a key: what has one of them is a secret, whatever it is
/// called.
const CERTAIN: usize = 16;

/// Lines, 1-based, at which something stands that has the format of a secret.
pub fn lines(text: &str) -> Vec<u32> {
    let found = likely(text, CERTAIN).flat_map(|format| format.captures_iter(text));
    let secrets = found.filter_map(|found| found.name("secret"));
    let live = secrets.filter(|secret| is_secret(secret.as_str()) && is_random(secret.as_str()));
    numbered(text, live.map(|secret| secret.start()).collect())
}

/// The lines of places in a text, in one walk: a file can be full of secrets.
fn numbered(text: &str, places: BTreeSet<usize>) -> Vec<u32> {
    let (mut line, mut from) = (1, 0);
    let mut lines: Vec<u32> = places
        .into_iter()
        .map(|at| {
            let breaks = text.as_bytes()[from..at].iter().filter(|byte| **byte == b'\n');
            line += u32::try_from(breaks.count()).unwrap_or(u32::MAX);
            from = at;
            line
        })
        .collect();
    lines.dedup();
    lines
}

/// Whether its characters are as many different ones as chance would give. Stand-ins repeat or count up:
/// `AKIA1234567890123456`, `ghp_aaaa…`.
fn is_random(secret: &str) -> bool {
    let bytes: Vec<u8> = secret.bytes().filter(u8::is_ascii_alphanumeric).collect();
    let distinct = bytes.iter().collect::<BTreeSet<_>>().len();
    let pairs = bytes
        .windows(2)
        .filter(|pair| pair[1] == pair[0] || pair[1] == pair[0].wrapping_add(1));
    let runs = pairs.count();
    distinct >= DISTINCT_MIN && runs * RUNS_PART_MAX < bytes.len()
}

/// Different letters and digits that even a short secret has.
const DISTINCT_MIN: usize = 9;
/// At most one in so many characters of a secret follows the one before it in the alphabet or repeats it.
const RUNS_PART_MAX: usize = 4;

/// The text with what looks like a secret masked.
pub fn mask(text: &str) -> Cow<'_, str> {
    likely(text, FORMATS.len()).fold(Cow::Borrowed(text), |text, format| {
        match format.replace_all(&text, masked) {
            Cow::Borrowed(_) => text,
            Cow::Owned(masked) => Cow::Owned(masked),
        }
    })
}

/// A place without secrets in its names.
pub fn mask_place(place: Place) -> Place {
    let name = |name: String| mask(&name).into_owned();
    match place {
        Place::Lines { path, first, last } => Place::Lines {
            path: name(path),
            first,
            last,
        },
        Place::File(path) => Place::File(name(path)),
        Place::Ref(full) => Place::Ref(name(full)),
        Place::Page { document, page } => Place::Page {
            document: name(document),
            page,
        },
        Place::Passage {
            document,
            first,
            last,
        } => Place::Passage {
            document: name(document),
            first,
            last,
        },
        commit @ Place::Commit(_) => commit,
    }
}

/// A value with all its texts masked.
pub fn mask_value(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(mask(&text).into_owned()),
        Value::Array(items) => items.into_iter().map(mask_value).collect(),
        Value::Object(fields) => {
            let fields = fields.into_iter().map(|(key, value)| (key, mask_value(value)));
            Value::Object(fields.collect())
        }
        other => other,
    }
}

fn masked(found: &Captures<'_>) -> String {
    let (whole, secret) = (&found[0], &found["secret"]);
    if !is_secret(secret) {
        return whole.to_owned();
    }
    let shown: String = secret.trim_start().chars().take(SHOWN_CHARS).collect();
    whole.replace(secret, &format!("{shown}…(secret masked)"))
}

/// Whether this is no stand-in: it mixes letters with digits or signs, and says nothing.
fn is_secret(text: &str) -> bool {
    const STAND_INS: [&str; 14] = phrases(
        "your | example | xxxx | changeme | placeholder | dummy | fake | os.environ | getenv | secret \
         masked | … | **** | { | <",
    );
    let lower = text.to_lowercase();
    let stands_in = STAND_INS.iter().any(|word| lower.contains(word));
    let has = |kind: fn(char) -> bool| text.chars().any(kind);
    !stands_in
        && has(char::is_alphabetic)
        && (has(|c| c.is_ascii_digit())
            || text.len() < 12 && has(|c| !c.is_alphanumeric())
            || text.len() >= 32)
}

#[cfg(test)]
mod tests;
