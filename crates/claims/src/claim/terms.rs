//! Whether a report only drops a term or says how the thing is done here.

mod mechanisms;

use court::evidence::Place;
use documents::document::Document;
use documents::document::passages::{Passages, is_item};
use mechanisms::Named;
use serde::Serialize;
use std::collections::BTreeSet;

/// Most occurrences of one term that are weighed; a report says it early if it says it at all.
const OCCURRENCES_MAX: usize = 400;
/// Rows below a term that may explain it.
const REACH_ROWS: usize = 18;
/// Characters of the passage that is weighed; further away is another subject.
const REACH_CHARS: usize = 900;
/// Rows and characters below a heading that names the term: all that stands there is about it.
const SECTION_ROWS: usize = 44;
const SECTION_CHARS: usize = 3_000;
/// A paragraph of so few words is a label of what follows.
const LABEL_WORDS_MAX: usize = 8;
/// Distinct mechanisms that make an explanation, and distinct things named in all.
const MECHANISMS_MIN: usize = 3;
const NAMED_MIN: usize = 4;
/// Rows quoted of the passage that shows a term best.
const QUOTE_ROWS: usize = 6;
/// Longest quotation that only talks about its words.
const QUOTED_WORDS_MAX: usize = 8;
/// A word of at least so many letters is recognised in its other forms, such as the adjective.
const STEM_LETTERS_MIN: usize = 9;

/// How far a report goes into a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Depth {
    /// It does not occur.
    Absent,
    /// It occurs.
    Mentioned,
    /// The passage around it says how it is done here.
    Substantive,
}

impl Depth {
    /// The word in reports.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Self::Absent => "absent",
            Self::Mentioned => "mentioned",
            Self::Substantive => "substantive",
        }
    }
}

/// What was found of a term, with the passage that shows it best.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Treatment {
    /// How far it goes.
    pub depth: Depth,
    /// Where, and what stands there; `None` when it is absent.
    pub passage: Option<(Place, String)>,
}

/// What a document says of `term`, in any spelling and, where the term has several parts, in any order.
#[must_use]
pub fn treatment(document: &Document, passages: &Passages, words: &Words, term: &str) -> Treatment {
    let parts: Vec<String> = parts(term);
    let mut best: (Depth, usize, Option<usize>) = (Depth::Absent, 0, None);
    let mut complete = !parts.is_empty();
    for part in &parts {
        let mut occurrences = occurrences(words, part);
        occurrences.extend(run_together(document, passages, words, part));
        complete &= !occurrences.is_empty();
        for (first, last) in occurrences {
            let (depth, named) = weigh(passages, words, first, last);
            if (depth, named) > (best.0, best.1) {
                best = (depth, named, Some(words.tokens[first].row));
            }
        }
    }
    let mut found = Treatment {
        depth: best.0,
        passage: best.2.map(|row| quote(document, passages, row)),
    };
    if !complete {
        // Half of a pair may be said in passing; the pair is then not explained.
        found.depth = found.depth.min(Depth::Mentioned);
    }
    found
}

/// The parts of a term such as `Fan-In / Fan-Out`, as bare letters.
fn parts(term: &str) -> Vec<String> {
    let lower = term.to_lowercase().replace(" and ", "/");
    let parts = lower.split(['/', '&', ',']).map(letters);
    parts.filter(|part| !part.is_empty()).collect()
}

/// Letters and digits in one spelling of English.
fn letters(text: &str) -> String {
    let letters: String = text.chars().filter(|c| c.is_alphanumeric()).collect();
    letters.replace("isation", "ization")
}

/// A word of the text: what stands before it and its letters lie in the text of all [`Words`], one after the other.
#[derive(Clone, Copy, Debug)]
struct Token {
    row: usize,
    gap: usize,
    letters: usize,
    end: usize,
}

/// The words of a document, for as many terms as are asked for. A book has a million: they share one text.
#[derive(Clone, Debug, Default)]
pub struct Words {
    text: String,
    tokens: Vec<Token>,
}

impl Words {
    /// Takes the rows of a document apart.
    #[must_use]
    pub fn of(passages: &Passages) -> Self {
        let mut words = Self::default();
        let mut gap = String::new();
        for (row, line) in passages.rows.iter().enumerate() {
            if is_contents(&line.text) {
                continue;
            }
            if line.begins {
                // Words of two paragraphs are not one term.
                gap.push('¶');
            }
            for piece in pieces(&line.text) {
                if piece.chars().all(char::is_alphanumeric) {
                    words.add(row, &gap, &letters(&piece.to_lowercase()));
                    gap.clear();
                } else {
                    gap.push_str(piece);
                }
            }
            gap.push(' ');
        }
        words
    }

    fn add(&mut self, row: usize, gap: &str, letters: &str) {
        let start = self.text.len();
        self.text.push_str(gap);
        self.text.push_str(letters);
        self.tokens.push(Token {
            row,
            gap: start,
            letters: start + gap.len(),
            end: self.text.len(),
        });
    }

    fn letters(&self, at: usize) -> &str {
        let token = self.tokens[at];
        &self.text[token.letters..token.end]
    }

    /// What stands between the word before and this one; nothing beyond the last.
    fn gap(&self, at: usize) -> &str {
        let token = self.tokens.get(at);
        token.map_or("", |token| &self.text[token.gap..token.letters])
    }
}

/// Runs of letters and runs of everything else, in turn.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut start = 0;
    let mut kind = None;
    for (at, c) in text.char_indices() {
        if kind.is_some_and(|kind| kind != c.is_alphanumeric()) {
            pieces.push(&text[start..at]);
            start = at;
        }
        kind = Some(c.is_alphanumeric());
    }
    pieces.push(&text[start..]);
    pieces
}

/// A line of a table of contents: dots up to a page number, or a link within the document.
fn is_contents(text: &str) -> bool {
    let text = text.trim_end();
    let dotted = text.contains("....") || text.contains(". . . ");
    dotted && text.ends_with(|c: char| c.is_ascii_digit()) || text.contains("](#")
}

/// The first and last word of each occurrence of a part.
fn occurrences(words: &Words, part: &str) -> Vec<(usize, usize)> {
    (0..words.tokens.len())
        .filter_map(|first| occurrence_at(words, first, part).map(|last| (first, last)))
        .take(OCCURRENCES_MAX)
        .collect()
}

/// Where a scan has it: its words are often read as one.
fn run_together(document: &Document, passages: &Passages, words: &Words, part: &str) -> Vec<(usize, usize)> {
    let pages = document.pages().iter().filter(|page| page.read.is_some());
    let scanned: BTreeSet<u32> = pages.map(|page| page.number).collect();
    let rows = passages.rows.iter().enumerate();
    let rows = rows
        .filter(|(_, row)| scanned.contains(&row.page) && letters(&row.text.to_lowercase()).contains(part));
    let first = |row: usize| {
        let at = words.tokens.partition_point(|token| token.row < row);
        words
            .tokens
            .get(at)
            .filter(|token| token.row == row)
            .map(|_| (at, at))
    };
    rows.filter_map(|(row, _)| first(row))
        .take(OCCURRENCES_MAX)
        .collect()
}

fn occurrence_at(words: &Words, first: usize, part: &str) -> Option<usize> {
    let mut rest = part;
    for index in first..words.tokens.len() {
        if index > first && !words.gap(index).chars().all(joins) {
            return None;
        }
        let letters = words.letters(index);
        if let Some(after) = rest.strip_prefix(letters) {
            if after.is_empty() {
                return Some(index);
            }
            rest = after;
        } else {
            return is_other_form(letters, rest, index == first).then_some(index);
        }
    }
    None
}

fn joins(c: char) -> bool {
    c.is_whitespace() || matches!(c, '-' | '_' | '/' | '*' | '`' | '–' | '‑' | '\'' | '"')
}

/// The plural, or of one long word the adjective.
fn is_other_form(word: &str, part: &str, alone: bool) -> bool {
    let plural = word.strip_suffix('s') == Some(part);
    let stem = part
        .strip_suffix("ion")
        .filter(|_| alone && part.len() >= STEM_LETTERS_MIN);
    let adjective = stem.and_then(|stem| word.strip_prefix(stem));
    plural || adjective.is_some_and(|ending| matches!(ending, "ive" | "ively"))
}

/// How far one occurrence goes, and how many mechanisms its passage names.
fn weigh(passages: &Passages, words: &Words, first: usize, last: usize) -> (Depth, usize) {
    let row = words.tokens[first].row;
    if passages.rows[row].literal || is_only_named(words, first, last) || passages.is_summary(row) {
        return (Depth::Mentioned, 0);
    }
    let named = Named::in_text(&passage(passages, row));
    let (mechanisms, actors) = (named.mechanisms.len(), named.actors.len());
    if mechanisms >= MECHANISMS_MIN && mechanisms + actors >= NAMED_MIN {
        (Depth::Substantive, mechanisms)
    } else {
        (Depth::Mentioned, mechanisms)
    }
}

/// A term in quotation marks is talked about, not used: a list of words to look for explains none of them. Nor
/// does one that is part of a longer name in a program.
fn is_only_named(words: &Words, first: usize, last: usize) -> bool {
    let gap = words.gap(first);
    let upright = gap
        .strip_suffix('\'')
        .is_some_and(|rest| rest.is_empty() || rest.ends_with([' ', '(', '[', '"']));
    upright || gap.ends_with('_') || words.gap(last + 1).starts_with('_') || is_quoted(words, first)
}

/// Whether a quotation was opened shortly before a word, in the same paragraph, and not yet closed.
fn is_quoted(words: &Words, last: usize) -> bool {
    for index in (0..=last).rev().take(QUOTED_WORDS_MAX) {
        let gap = words.gap(index);
        let mark = gap.rfind(['"', '“', '„', '«', '”', '»', '¶']);
        let Some((at, mark)) = mark.and_then(|at| Some((at, gap[at..].chars().next()?))) else {
            continue;
        };
        let rest = &gap[at + mark.len_utf8()..];
        // An upright mark opens where no space follows it.
        return matches!(mark, '“' | '„' | '«')
            || mark == '"' && !rest.starts_with(|c: char| c.is_whitespace() || c == ',');
    }
    false
}

/// The text that may explain a term: its paragraph; and where that is a heading, a label or announces more, what
/// follows up to the next heading.
fn passage(passages: &Passages, row: usize) -> String {
    let paragraph = passages.paragraph(row);
    let mut text = passages.text(paragraph.clone());
    let announces = text.ends_with(':') || text.split_whitespace().count() <= LABEL_WORDS_MAX;
    let is_heading = passages.rows[row].heading;
    let (rows, chars) = match is_heading {
        true => (SECTION_ROWS, SECTION_CHARS),
        false => (REACH_ROWS, REACH_CHARS),
    };
    if is_heading || announces && !is_item(&text) {
        let after = paragraph.end..passages.rows.len().min(row + 1 + rows);
        let last = after
            .clone()
            .find(|at| passages.rows[*at].heading)
            .unwrap_or(after.end);
        text = passages.text(paragraph.start..last.max(paragraph.end));
    }
    let end = text.char_indices().nth(chars).map_or(text.len(), |(at, _)| at);
    text.truncate(end);
    text
}

fn quote(document: &Document, passages: &Passages, row: usize) -> (Place, String) {
    let rows = &passages.rows;
    let most = (row + QUOTE_ROWS).min(rows.len());
    let next = (row + 1..most).find(|at| rows[*at].heading).unwrap_or(most);
    let end = if rows[row].heading {
        next
    } else {
        passages.paragraph(row).end
    };
    let mut range = row..end.clamp(row + 1, most.max(row + 1));
    while range.len() > 1 && rows[range.end - 1].text.trim().is_empty() {
        range.end -= 1;
    }
    let (top, end) = (&rows[row], &rows[range.end - 1]);
    let last = if end.page == top.page { end.line } else { top.line };
    (document.place(top.page, top.line, last), passages.text(range))
}

#[cfg(test)]
mod tests;
