//! From glyphs on a page to lines of text: the order of the content is the order of reading.

use super::hidden::{self, Concealment, Hidden, is_invisible};
use super::{Area, Line, Word};

/// A move off the baseline beyond this share of the type size starts a line.
const LINE_MOVE: f64 = 0.6;
/// A jump back along the baseline beyond this share of the type size starts a line.
const LINE_JUMP: f64 = 2.0;
/// A gap beyond this share of the type size is a space.
const WORD_GAP: f64 = 0.18;
/// Most words kept with their places on one page; a diagram has some dozens.
pub(super) const WORDS_MAX: usize = 2_000;

/// What one glyph stands for, and where, in points from the top left corner.
#[derive(Clone, Debug)]
pub(super) struct Glyph {
    pub(super) text: String,
    /// Where it starts on the baseline.
    pub(super) start: (f64, f64),
    /// Where the next one would start.
    pub(super) end: (f64, f64),
    /// Size of the type.
    pub(super) size: f64,
}

enum Step {
    Same,
    Word,
    Line,
}

/// Direction of the baseline at a glyph.
fn direction(glyph: &Glyph) -> (f64, f64) {
    let (x, y) = (glyph.end.0 - glyph.start.0, glyph.end.1 - glyph.start.1);
    let length = x.hypot(y);
    if length > 1e-6 {
        (x / length, y / length)
    } else {
        (1.0, 0.0)
    }
}

fn step(before: &Glyph, glyph: &Glyph) -> Step {
    let (dx, dy) = direction(before);
    let (x, y) = (glyph.start.0 - before.end.0, glyph.start.1 - before.end.1);
    let along = x * dx + y * dy;
    let across = (x * dy - y * dx).abs();
    let size = before.size.max(glyph.size);
    if across > LINE_MOVE * size || along < -LINE_JUMP * size {
        Step::Line
    } else if along > WORD_GAP * before.size.min(glyph.size).max(1.0) {
        Step::Word
    } else {
        Step::Same
    }
}

/// The lines of a page, and what their characters without a shape say. Spaces that were written are kept, so that
/// drawings made of characters keep their columns.
pub(super) fn lines(glyphs: &[Glyph], hidden: &mut Vec<Hidden>) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut line = Line::default();
    let mut before: Option<&Glyph> = None;
    for glyph in glyphs {
        match before.map_or(Step::Same, |before| step(before, glyph)) {
            Step::Line => finish(&mut lines, std::mem::take(&mut line), hidden),
            Step::Word if !line.text.ends_with(' ') => line.text.push(' '),
            Step::Word | Step::Same => {}
        }
        if line.text.is_empty() {
            line.top = points(glyph.start.1 - glyph.size);
        }
        // Spaces and bullets are often set larger than the words beside them.
        if glyph.text.chars().any(char::is_alphanumeric) {
            line.size = line.size.max(points(glyph.size * 10.0));
        }
        line.text.push_str(&glyph.text);
        before = Some(glyph);
    }
    finish(&mut lines, line, hidden);
    lines
}

fn finish(lines: &mut Vec<Line>, mut line: Line, hidden: &mut Vec<Hidden>) {
    if let Some(told) = hidden::shapeless(&line.text) {
        hidden::keep(hidden, &told, Concealment::Shapeless, lines.len());
    }
    line.text = tidy(&line.text);
    lines.push(line);
}

/// The words of a page with their places.
pub(super) fn words(glyphs: &[Glyph]) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut open = false;
    let mut before: Option<&Glyph> = None;
    for glyph in glyphs {
        if words.len() >= WORDS_MAX {
            break;
        }
        let together = before.is_none_or(|before| matches!(step(before, glyph), Step::Same));
        before = Some(glyph);
        let text = tidy(&glyph.text);
        if text.trim().is_empty() {
            open = false;
            continue;
        }
        match words.last_mut() {
            Some(word) if open && together => {
                word.text.push_str(&text);
                word.area = around(word.area, area(glyph));
            }
            _ => words.push(Word {
                text,
                area: area(glyph),
            }),
        }
        open = true;
    }
    words
}

fn area(glyph: &Glyph) -> Area {
    Area {
        left: points(glyph.start.0.min(glyph.end.0)),
        top: points(glyph.start.1.min(glyph.end.1) - glyph.size * 0.8),
        right: points(glyph.start.0.max(glyph.end.0)),
        bottom: points(glyph.start.1.max(glyph.end.1)),
    }
}

fn around(one: Area, other: Area) -> Area {
    Area {
        left: one.left.min(other.left),
        top: one.top.min(other.top),
        right: one.right.max(other.right),
        bottom: one.bottom.max(other.bottom),
    }
}

/// Whole points; what lies beyond any page is brought to its rim.
pub(super) fn points(value: f64) -> i32 {
    #[expect(clippy::cast_possible_truncation, reason = "clamped to a range that fits")]
    let whole = value.clamp(-100_000.0, 100_000.0).round() as i32;
    whole
}

/// Text as it is read: ligatures in letters, plain spaces, nothing invisible, nothing that commands a terminal.
pub(super) fn tidy(text: &str) -> String {
    let mut tidy = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{fb00}' => tidy.push_str("ff"),
            '\u{fb01}' => tidy.push_str("fi"),
            '\u{fb02}' => tidy.push_str("fl"),
            '\u{fb03}' => tidy.push_str("ffi"),
            '\u{fb04}' => tidy.push_str("ffl"),
            '\u{fb05}' | '\u{fb06}' => tidy.push_str("st"),
            '\u{a0}' | '\u{2002}'..='\u{200a}' | '\u{202f}' => tidy.push(' '),
            // PDFium's mark for a hyphen at the end of a line, and the hyphens that must not break.
            '\u{fffe}' | '\u{2010}' | '\u{2011}' => tidy.push('-'),
            '\t' => tidy.push_str("    "),
            c if is_invisible(c) => {}
            c => tidy.push(c),
        }
    }
    tidy.truncate(tidy.trim_end().len());
    tidy
}

#[cfg(test)]
mod tests;
