//! Passages that are encoded: what they say once they are decoded.

use super::plain::Plain;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use regex::Regex;
use std::sync::LazyLock;

/// Most passages decoded of one text.
const PASSAGES_MAX: usize = 200;
/// Longest passage that is decoded, in characters.
const PASSAGE_CHARS_MAX: usize = 8_000;
/// Fewest letters a decoded passage must have to say something.
const LETTERS_MIN: usize = 16;

fn fixed(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the patterns are fixed and tested")
}

static BASE64: LazyLock<Regex> = LazyLock::new(|| fixed(r"[A-Za-z0-9+/_-]{24,}={0,2}"));
static HEX: LazyLock<Regex> =
    LazyLock::new(|| fixed(r"(?:[0-9a-fA-F]{2}[ :]?){20,}|(?:\\x[0-9a-fA-F]{2}){8,}"));
static ESCAPES: LazyLock<Regex> =
    LazyLock::new(|| fixed(r"&#(?:x[0-9a-fA-F]{1,5}|[0-9]{1,6});|\\u[0-9a-fA-F]{4}|%[0-9a-fA-F]{2}"));
/// Words of attempts in the alphabet turned by thirteen, and backwards.
static TURNED: LazyLock<Regex> =
    LazyLock::new(|| fixed(r"vafgehpgvba|vtaber|shyy znexf|guvf (?:fhozvffvba|cebwrpg|ercb)"));
static BACKWARDS: LazyLock<Regex> = LazyLock::new(|| fixed(r"snoitcurtsni|erongi|skram lluf|erocs|sredarg"));

/// The decoded passages of a text: the line, how it was encoded, what it says.
pub(super) fn passages(text: &str, plain: &Plain) -> Vec<(u32, &'static str, String)> {
    let mut found = Vec::new();
    for (number, line) in (1u32..).zip(text.split('\n')) {
        if found.len() >= PASSAGES_MAX {
            break;
        }
        if line.len() >= 24 {
            found.extend(of_line(line).map(|(how, said)| (number, how, said)));
        }
    }
    found.extend(whole(plain));
    found.truncate(PASSAGES_MAX);
    found
}

fn of_line(line: &str) -> Option<(&'static str, String)> {
    if ESCAPES.find_iter(line).take(8).count() >= 8 {
        return Some(("in escaped characters", unescaped(line)));
    }
    let said = |how, bytes: Option<Vec<u8>>| Some((how, readable(&bytes?)?));
    HEX.find_iter(line)
        .find_map(|part| said("in hexadecimal", unhex(part.as_str())))
        .or_else(|| {
            let mut parts = BASE64.find_iter(line);
            parts.find_map(|part| said("in base64", unbase64(part.as_str())))
        })
}

/// Texts whose letters are turned or that are written backwards, lines as they stand.
fn whole(plain: &Plain) -> Vec<(u32, &'static str, String)> {
    let lines = |regex: &Regex| -> Vec<(u32, std::ops::Range<usize>)> {
        let found = regex.find_iter(&plain.text).take(PASSAGES_MAX);
        found
            .map(|found| (plain.line(found.start()), found.range()))
            .collect()
    };
    let mut found = Vec::new();
    for (line, at) in lines(&TURNED) {
        let said = super::context::sentence(&plain.text, &at)
            .chars()
            .map(turned)
            .collect();
        found.push((line, "by turning the alphabet", said));
    }
    for (line, at) in lines(&BACKWARDS) {
        let said = super::context::sentence(&plain.text, &at).chars().rev().collect();
        found.push((line, "backwards", said));
    }
    found
}

fn turned(c: char) -> char {
    match c {
        'a'..='m' => char::from(c as u8 + 13),
        'n'..='z' => char::from(c as u8 - 13),
        _ => c,
    }
}

fn unbase64(text: &str) -> Option<Vec<u8>> {
    let text = text
        .get(..text.len().min(PASSAGE_CHARS_MAX))?
        .trim_end_matches('=');
    STANDARD_NO_PAD
        .decode(text)
        .or_else(|_| URL_SAFE_NO_PAD.decode(text))
        .ok()
}

fn unhex(text: &str) -> Option<Vec<u8>> {
    let digits: Vec<u32> = text
        .replace("\\x", "")
        .chars()
        .filter_map(|c| c.to_digit(16))
        .take(PASSAGE_CHARS_MAX)
        .collect();
    digits
        .chunks_exact(2)
        .map(|pair| u8::try_from(pair[0] * 16 + pair[1]).ok())
        .collect()
}

/// The text of decoded bytes, where it is text.
fn readable(bytes: &[u8]) -> Option<String> {
    let text = std::str::from_utf8(bytes).ok()?;
    let letters = text.chars().filter(|c| c.is_alphabetic() || *c == ' ').count();
    let all = text.chars().count();
    (letters >= LETTERS_MIN && letters * 10 >= all * 7).then(|| text.to_owned())
}

fn unescaped(line: &str) -> String {
    let spelled = ESCAPES.replace_all(line, |found: &regex::Captures<'_>| {
        let code = found[0]
            .trim_start_matches(['&', '#', '\\', 'u', '%'])
            .trim_end_matches(';');
        let code = match code.strip_prefix('x') {
            Some(hex) => u32::from_str_radix(hex, 16),
            None if found[0].starts_with('&') => code.parse(),
            None => u32::from_str_radix(code, 16),
        };
        let letter = code.ok().and_then(char::from_u32);
        letter.map_or_else(String::new, String::from)
    });
    spelled.into_owned()
}
