//! Brackets that open upon brackets: `a<a<a<`, `a(a(a(`.
//!
//! Where such a row goes on for long, a parser keeps every way open in which it could end, and takes gigabytes for a
//! megabyte of text. It cannot be stopped at an amount of memory, so what no program opens is not given to it. Counted
//! are the text as it stands and what is left of it without comments and strings. The larger number decides, so that a
//! bracket closed in a comment closes nothing.

use crate::language::Language;

/// Brackets that may be open at once. Of 96,000 files in three hundred repositories the worst has some 1,400, in strings
/// that colour a terminal; a recorded screen has 2,400. Parsers need a tenth of a gigabyte for as many as this.
const OPEN_MAX: usize = 20_000;
/// Names with a `<` behind them that may follow one another without a `;`, `{` or `}`, before they count as excess.
const ROW_MAX: usize = 20;
/// Names of a text in excess of [`ROW_MAX`], all rows together. Of the same files
/// the worst, a table with signs in comments, has 1,960.
const EXCESS_MAX: usize = 20_000;
/// The same in Java, whose parser needs forty megabytes for each row of a thousand, and more than its square for longer
/// ones. Of 5,000 files in Java the worst has 23.
const JAVA_EXCESS_MAX: usize = 1_000;
/// Names with a `<` behind them that any text may have, and one more for so many bytes of it. Of the
/// same files the worst has 276 in six thousand bytes, and of the long ones none more than one in thirty.
const ANGLES_BASE: usize = 4_000;
const BYTES_PER_ANGLE: usize = 8;

/// Why such a text was not read.
pub const OVERFULL: &str = "it opens more brackets upon brackets than any program";

/// Whether a text opens more brackets than any program.
#[must_use]
pub fn is_overfull(language: Language, text: &[u8]) -> bool {
    let excess_max = if language == Language::Java {
        JAVA_EXCESS_MAX
    } else {
        EXCESS_MAX
    };
    let crowd = crowd(language, text);
    crowd.open > OPEN_MAX
        || crowd.excess > excess_max
        || crowd.angles > ANGLES_BASE + text.len() / BYTES_PER_ANGLE
}

/// How crowded a text is by brackets.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Crowd {
    /// The most brackets that are open at once.
    pub open: usize,
    /// Names with a `<` behind them.
    pub angles: usize,
    /// Those of them that stand in long rows.
    pub excess: usize,
}

/// The brackets of a text, as it stands or without comments and strings: whichever are more.
#[must_use]
pub fn crowd(language: Language, text: &[u8]) -> Crowd {
    let (mut raw, mut code) = (Count::default(), Count::default());
    let mut at = 0;
    while at < text.len() {
        let aside = aside(language, &text[at..]).min(text.len() - at);
        if aside > 0 {
            text[at..at + aside].iter().for_each(|byte| raw.take(*byte));
            at += aside;
        } else {
            raw.take(text[at]);
            code.take(text[at]);
            at += 1;
        }
    }
    Crowd {
        open: raw.most.open.max(code.most.open),
        angles: code.most.angles,
        excess: raw.most.excess.max(code.most.excess),
    }
}

/// Brackets of a text as they come.
#[derive(Default)]
struct Count {
    open: usize,
    row: usize,
    /// Whether the last sign that is no blank belongs to a name.
    is_behind_name: bool,
    most: Crowd,
}

impl Count {
    fn take(&mut self, byte: u8) {
        match byte {
            b'(' | b'[' | b'{' => self.open += 1,
            b')' | b']' | b'}' => self.open = self.open.saturating_sub(1),
            b'<' if self.is_behind_name => {
                self.row += 1;
                self.most.angles += 1;
                self.most.excess += usize::from(self.row > ROW_MAX);
            }
            _ => {}
        }
        if matches!(byte, b';' | b'{' | b'}') {
            self.row = 0;
        }
        if !byte.is_ascii_whitespace() {
            self.is_behind_name = byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii();
        }
        self.most.open = self.most.open.max(self.open);
    }
}

/// Length of the comment or string that begins a text; 0 where none does. Near enough: a language's rarer strings are
/// taken for code, and a string that is not closed ends with its line.
fn aside(language: Language, text: &[u8]) -> usize {
    let has_slashes = !matches!(language, Language::Python | Language::Ruby);
    match text {
        [b'/', b'/', ..] if has_slashes => line(text),
        [b'/', b'*', ..] if has_slashes => block(text, language == Language::Rust),
        [b'#', ..] if !has_slashes => line(text),
        [b'"', b'"', b'"', ..] if language == Language::Python => until(text, b"\"\"\""),
        [b'\'', b'\'', b'\'', ..] if language == Language::Python => until(text, b"'''"),
        [b'`', ..] if has_slashes => until(text, b"`"),
        // A lifetime is no letter.
        [b'\'', letter, end, ..] if language == Language::Rust && *letter != b'\\' && *end != b'\'' => 0,
        [mark @ (b'"' | b'\''), ..] => string(text, *mark),
        _ => 0,
    }
}

fn line(text: &[u8]) -> usize {
    let end = text.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
    end.unwrap_or(text.len())
}

/// A comment of several lines, in which others may stand in some languages.
fn block(text: &[u8], nests: bool) -> usize {
    let (mut at, mut depth) = (0, 0_usize);
    while let Some(pair) = text.get(at..at + 2) {
        match pair {
            b"/*" if nests || depth == 0 => depth += 1,
            b"*/" => depth -= 1,
            _ => {
                at += 1;
                continue;
            }
        }
        at += 2;
        if depth == 0 {
            return at;
        }
    }
    text.len()
}

/// From a mark to the next of its kind.
fn until(text: &[u8], mark: &[u8]) -> usize {
    let inside = &text[mark.len()..];
    let found = inside.windows(mark.len()).position(|window| window == mark);
    found.map_or(text.len(), |at| at + 2 * mark.len())
}

/// A string on one line.
fn string(text: &[u8], mark: u8) -> usize {
    let mut at = 1;
    while let Some(byte) = text.get(at) {
        match byte {
            b'\\' => at += 1,
            b'\n' => return at,
            _ if *byte == mark => return at + 1,
            _ => {}
        }
        at += 1;
    }
    text.len()
}

#[cfg(test)]
mod tests;
