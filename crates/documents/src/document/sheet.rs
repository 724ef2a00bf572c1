//! Lines of a document whose source has none of its own: markup is written out as the plain text that a reader sees.

use super::apart::{Collection, Spot};
use super::extent::{self, LINES_MAX};
use super::hidden::{self, Concealment, Hidden};
use super::{CHARS_MAX, Line, Page, assembly};

/// Size given to running text, in tenths of a point, so that headings stand out as they do on paper.
pub(super) const BODY_SIZE: i32 = 100;

/// Size of a heading of some level, from 1.
pub(super) fn heading_size(level: i32) -> i32 {
    BODY_SIZE + 20 * (7 - level.clamp(1, 6))
}

/// A page while it is written.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    lines: Vec<Line>,
    numbers: Vec<u32>,
    hidden: Vec<Hidden>,
    /// What stands apart from it.
    pub(super) apart: Collection,
    open: String,
    /// Where in the source the open line began.
    number: u32,
    /// Size of the open line; 0 for running text.
    pub(super) size: i32,
    /// Whether spaces and line breaks stay as they are.
    pub(super) is_literal: bool,
    /// Whether these are the words of somebody else.
    pub(super) is_quoted: bool,
    chars: usize,
    /// Whether there were more lines than are kept.
    is_long: bool,
}

impl Sheet {
    /// Adds words that stand at a line of the source, from 1.
    pub(super) fn write(&mut self, text: &str, number: u32) {
        if self.is_full() {
            return;
        }
        self.chars += text.len();
        if self.open.trim().is_empty() {
            self.number = number;
        }
        if self.is_literal {
            self.write_literal(text, number);
            return;
        }
        for (index, word) in text.split(char::is_whitespace).enumerate() {
            if index > 0 && !self.open.is_empty() && !self.open.ends_with(' ') {
                self.open.push(' ');
            }
            self.open.push_str(word);
        }
    }

    fn write_literal(&mut self, text: &str, number: u32) {
        for (index, line) in (0..).zip(text.split('\n')) {
            if index > 0 {
                self.push();
                self.number = number.saturating_add(index);
            }
            self.open.push_str(line);
        }
    }

    /// Ends the open line, if there is anything on it.
    pub(super) fn end_line(&mut self) {
        if !self.open.trim().is_empty() {
            self.push();
        }
        self.open.clear();
    }

    /// Ends the open line, and leaves one empty so that a paragraph ends.
    pub(super) fn end_block(&mut self) {
        self.end_line();
        if self.lines.last().is_some_and(|line| !line.text.is_empty()) {
            self.number = self.numbers.last().copied().unwrap_or(1);
            self.push();
        }
    }

    /// A line of its own.
    pub(super) fn line(&mut self, text: &str, number: u32) {
        self.end_line();
        self.open.push_str(text);
        self.number = number;
        self.push();
    }

    fn push(&mut self) {
        let raw = std::mem::take(&mut self.open);
        if self.lines.len() >= LINES_MAX {
            self.is_long |= !raw.trim().is_empty();
            return;
        }
        if let Some(told) = hidden::shapeless(&raw) {
            self.hide(&told, Concealment::Shapeless);
        }
        let size = if self.size > 0 { self.size } else { BODY_SIZE };
        self.lines.push(Line {
            text: assembly::tidy(&raw),
            size,
            literal: self.is_literal,
            quoted: self.is_quoted,
            ..Line::default()
        });
        self.numbers.push(self.number.max(1));
    }

    /// Keeps apart what is not shown.
    pub(super) fn hide(&mut self, text: &str, why: Concealment) {
        let line = self.lines.len();
        hidden::keep(&mut self.hidden, text, why, line);
    }

    /// Keeps apart what is no text of the page and no finding.
    pub(super) fn set_apart(&mut self, text: &str, spot: Spot) {
        self.apart.keep(text, spot, 1, self.lines.len());
    }

    /// Whether so much was written that the rest is left out.
    pub(super) fn is_full(&self) -> bool {
        self.chars > CHARS_MAX || self.is_long
    }

    /// Says what was left out, if anything was.
    pub(super) fn left_out(&mut self) -> Option<String> {
        self.end_line();
        if self.is_long {
            return Some(extent::only_lines());
        }
        self.is_full()
            .then(|| format!("only the first {CHARS_MAX} characters were read"))
    }

    /// The page. `has_numbers` says whether the source has lines that a reader can count.
    pub(super) fn finish(mut self, has_numbers: bool) -> Page {
        self.end_line();
        while self.lines.last().is_some_and(|line| line.text.is_empty()) {
            self.lines.pop();
        }
        let last = self.lines.len().saturating_sub(1);
        for hidden in &mut self.hidden {
            hidden.line = hidden.line.min(last);
        }
        let mut apart = self.apart.take();
        for one in &mut apart {
            one.line = one.line.min(last);
        }
        self.numbers.truncate(self.lines.len());
        Page {
            number: 1,
            lines: self.lines,
            numbers: if has_numbers { self.numbers } else { Vec::new() },
            hidden: self.hidden,
            apart,
            ..Page::default()
        }
    }
}
