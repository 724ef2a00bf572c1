//! Passages that are encoded: what they say once they are decoded.

mod ciphers;
mod names;

pub(super) use names::OF_A_TEST;

use super::plain::Plain;
use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD_NO_PAD, URL_SAFE_NO_PAD};
use regex::Regex;
use std::sync::LazyLock;

/// Most sentences with turned words that are read of one text. What stands in lines is read whole: it is no longer
/// than they are.
const SENTENCES_MAX: usize = 1_000;
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
static BASE32: LazyLock<Regex> = LazyLock::new(|| fixed(r"\b[A-Z2-7]{32,}={0,6}"));
static BITS: LazyLock<Regex> = LazyLock::new(|| fixed(r"(?:\b[01]{8}[ ,]{0,2}){12,}"));
static CODES: LazyLock<Regex> =
    LazyLock::new(|| fixed(r"(?:\b(?:3[2-9]|[4-9][0-9]|1[01][0-9]|12[0-6])\b[ ,;]{0,2}){16,}"));
static MORSE: LazyLock<Regex> = LazyLock::new(|| fixed(r"(?:[.\-]{1,5} (?:/ )?){20,}[.\-]{1,5}"));
/// Marks of emphasis, tags and comments within a word; so many in a line hide what it says.
static MARKUP: LazyLock<Regex> = LazyLock::new(|| {
    fixed(r"(?P<before>[A-Za-z])(?:</?[A-Za-z]{1,8}>|<!--[^>]{0,20}-->|\*{1,2}|__|`)(?P<after>[A-Za-z])")
});
const MARKUP_MIN: usize = 3;
/// Pieces of text that a program puts together.
static PIECES: LazyLock<Regex> = LazyLock::new(|| fixed(r#"["'] ?\+ ?["']"#));
/// The decoded passages of a text: the line, how it was encoded, what it says; and whether there are more.
pub(super) fn passages(text: &str, plain: &Plain) -> (Vec<(u32, &'static str, String)>, bool) {
    let (mut found, has_more) = ciphers::read(plain);
    found.extend(wrapped(text));
    found.extend(names::read(text));
    for (number, line) in (1u32..).zip(text.split('\n')) {
        if line.len() >= 24 {
            found.extend(of_line(line).into_iter().map(|(how, said)| (number, how, said)));
        }
    }
    (found, has_more)
}

/// What codes are made of, counted in one look at a line: most lines have too little of it for any.
#[derive(Default)]
struct Makings {
    /// Bytes that begin an escaped character.
    escapes: usize,
    hex_digits: usize,
    digits: usize,
    /// Dots and dashes.
    marks: usize,
    plus_signs: usize,
    /// The longest row of what base64 is made of, and with it base32.
    row: usize,
}

impl Makings {
    fn of(line: &str) -> Self {
        let (mut all, mut row) = (Self::default(), 0);
        for byte in line.bytes() {
            all.escapes += usize::from(matches!(byte, b'&' | b'\\' | b'%'));
            all.hex_digits += usize::from(byte.is_ascii_hexdigit());
            all.digits += usize::from(byte.is_ascii_digit());
            all.marks += usize::from(matches!(byte, b'.' | b'-'));
            all.plus_signs += usize::from(byte == b'+');
            let goes_on = byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/' | b'_' | b'-');
            row = if goes_on { row + 1 } else { 0 };
            all.row = all.row.max(row);
        }
        all
    }
}

/// Everything that a line says in codes. What each is made of at least follows from its pattern.
fn of_line(line: &str) -> Vec<(&'static str, String)> {
    let has = Makings::of(line);
    let mut found = Vec::new();
    if has.escapes >= 8 && ESCAPES.find_iter(line).take(8).count() >= 8 {
        found.push(("in escaped characters", unescaped(line)));
    }
    if has.hex_digits >= 40 || has.escapes >= 8 {
        found.extend(decoded(line, &HEX, "in hexadecimal", unhex));
    }
    if has.row >= 24 {
        found.extend(decoded(line, &BASE64, "in base64", unbase64_twice));
    }
    if !line.is_ascii() {
        found.extend(selected(line).map(|said| ("in variation selectors", said)));
    }
    if found.is_empty() {
        found = rarely(line, &has);
    }
    found
}

/// What the parts of a line say that look like a code.
fn decoded<'l>(
    line: &'l str,
    code: &'static Regex,
    how: &'static str,
    decode: fn(&str) -> Option<Vec<u8>>,
) -> impl Iterator<Item = (&'static str, String)> + 'l {
    code.find_iter(line)
        .filter_map(move |part| Some((how, readable(&decode(part.as_str())?)?)))
}

/// Codes that few texts have, looked for where the line has what they are made of.
fn rarely(line: &str, has: &Makings) -> Vec<(&'static str, String)> {
    if has.plus_signs > 0 && PIECES.is_match(line) {
        return vec![("in pieces", PIECES.replace_all(line, "").into_owned())];
    }
    if MARKUP.find_iter(line).take(MARKUP_MIN).count() == MARKUP_MIN {
        let bare = MARKUP.replace_all(line, "$before$after");
        return vec![("in markup within words", bare.into_owned())];
    }
    let mut found = Vec::new();
    if has.row >= 32 {
        found.extend(decoded(line, &BASE32, "in base32", unbase32));
    }
    if has.digits >= 96 {
        found.extend(decoded(line, &BITS, "in bits", |part| numbers(part, 2)));
    }
    if has.digits >= 32 {
        found.extend(decoded(line, &CODES, "in numbers", |part| numbers(part, 10)));
    }
    if has.marks >= 21 {
        let morse = MORSE.find_iter(line).filter_map(|part| unmorse(part.as_str()));
        found.extend(morse.map(|said| ("in Morse code", said)));
    }
    found
}

fn unbase32(text: &str) -> Option<Vec<u8>> {
    let (mut bits, mut count, mut bytes) = (0_u32, 0, Vec::new());
    for c in text.trim_end_matches('=').bytes() {
        let value = match c {
            b'A'..=b'Z' => c - b'A',
            b'2'..=b'7' => c - b'2' + 26,
            _ => return None,
        };
        bits = bits << 5 | u32::from(value);
        count += 5;
        if count >= 8 {
            count -= 8;
            bytes.push(u8::try_from(bits >> count & 0xff).ok()?);
        }
    }
    Some(bytes)
}

fn numbers(text: &str, radix: u32) -> Option<Vec<u8>> {
    let numbers = text.split([' ', ',', ';']).filter(|number| !number.is_empty());
    numbers
        .map(|number| u8::from_str_radix(number, radix).ok())
        .collect()
}

/// The letters of Morse code, `a` to `z`.
const MORSE_LETTERS: [&str; 26] = [
    ".-", "-...", "-.-.", "-..", ".", "..-.", "--.", "....", "..", ".---", "-.-", ".-..", "--", "-.", "---",
    ".--.", "--.-", ".-.", "...", "-", "..-", "...-", ".--", "-..-", "-.--", "--..",
];

fn unmorse(text: &str) -> Option<String> {
    let letter = |code: &str| match code {
        "/" => Some(' '),
        code => (b'a'..=b'z')
            .zip(MORSE_LETTERS)
            .find(|(_, known)| *known == code)
            .map(|(letter, _)| char::from(letter)),
    };
    text.split_ascii_whitespace().map(letter).collect()
}

/// Whoever encodes once may encode twice.
fn unbase64_twice(text: &str) -> Option<Vec<u8>> {
    let once = unbase64(text)?;
    let again = std::str::from_utf8(&once).ok().map(str::trim);
    let is_code = |text: &&str| BASE64.find(text).is_some_and(|part| part.len() == text.len());
    again.filter(is_code).and_then(unbase64).or(Some(once))
}

/// What rows of base64 below each other say together.
fn wrapped(text: &str) -> Vec<(u32, &'static str, String)> {
    let lines: Vec<(u32, &str)> = (1..).zip(text.split('\n')).collect();
    let is_row = |line: &str| {
        let row = line.trim_matches([' ', '\t', '\r', '#', '/', '*', '"', '\'']);
        row.len() >= 16
            && row
                .bytes()
                .all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte))
    };
    let blocks = lines.chunk_by(|(_, one), (_, next)| is_row(one) && is_row(next));
    let said = blocks.filter(|block| block.len() > 1).filter_map(|block| {
        let rows: String = block
            .iter()
            .flat_map(|(_, row)| row.chars())
            .filter(|c| c.is_ascii_alphanumeric() || "+/=".contains(*c))
            .collect();
        Some((block[0].0, "in base64", readable(&unbase64(&rows)?)?))
    });
    said.collect()
}

/// What the invisible selectors of variants spell, a byte each: the first sixteen, and those beyond the planes of letters.
fn selected(line: &str) -> Option<String> {
    let bytes = line.chars().filter_map(|c| match u32::from(c) {
        few @ 0xfe00..=0xfe0f => u8::try_from(few - 0xfe00).ok(),
        many @ 0xe0100..=0xe01ef => u8::try_from(many - 0xe0100 + 16).ok(),
        _ => None,
    });
    readable(&bytes.collect::<Vec<u8>>())
}

fn unbase64(text: &str) -> Option<Vec<u8>> {
    let text = text.trim_end_matches('=');
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
