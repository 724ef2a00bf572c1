//! Statements: the sentences, cells and commands of a document, and whether they speak of the subject as it is.

use super::clause::main_part;
use super::mood::{Mood, mood};
use super::path::drawn;
use super::path::tree::Tree;
use super::quotation::without_phrases;
use court::evidence::Place;
use documents::document::passages::{Passages, is_item};
use documents::document::{Document, Origin};
use std::borrow::Cow;
use std::collections::BTreeSet;
use wordlist::between;

/// Longest statement, in bytes; what goes on longer is no sentence and is cut.
const STATEMENT_BYTES_MAX: usize = 2_000;

/// One statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Statement {
    /// Its words on one line, as they were written.
    pub(super) written: String,
    /// The same, phrases in quotation marks blanked.
    pub(super) text: String,
    /// The same as the text in lower case, of the same length.
    pub(super) lower: String,
    /// The heading above it, in lower case.
    pub(super) heading: String,
    /// Where the document comes from.
    pub(super) origin: Origin,
    /// Where it stands.
    pub(super) place: Place,
    /// Whether it is source, a command or what one printed.
    pub(super) is_literal: bool,
    /// Where lines were joined, in bytes of the text.
    pub(super) joints: Vec<usize>,
    /// How it is said.
    pub(super) mood: Mood,
}

impl Statement {
    /// Whether a name touches a place where lines were joined, and so may be a part of a longer one.
    pub(super) fn is_cut(&self, from: usize, to: usize) -> bool {
        self.joints.iter().any(|joint| *joint == to || joint + 1 == from)
    }

    /// The words of a part, as they were written, without what the part has blanked.
    fn bare(&self, part: &str) -> String {
        let written = self.text.char_indices().take_while(|(at, _)| *at < part.len());
        let is_blank = |at: usize| part.as_bytes().get(at) == Some(&b' ');
        written
            .map(|(at, c)| if is_blank(at) { ' ' } else { c })
            .collect()
    }
}

/// Hands over every statement of the weighed rows of a document, drawn folders and what is quoted left out. One at a
/// time: those of a handbook take several times the memory of its text.
pub(super) fn each_statement(
    document: &Document,
    passages: &Passages,
    tree: &Tree,
    mut visit: impl FnMut(&Statement),
) {
    let drawn: BTreeSet<usize> = drawn::folders(passages).into_iter().flatten().collect();
    let mut reader = Reader {
        document,
        passages,
        tree,
        visit: &mut visit,
    };
    let mut run: Vec<usize> = Vec::new();
    for row in 0..passages.weighed() {
        if drawn.contains(&row) || passages.rows[row].quoted {
            reader.flush(&mut run);
            continue;
        }
        if reader.opens(row) {
            reader.flush(&mut run);
        }
        run.push(row);
    }
    reader.flush(&mut run);
}

struct Reader<'a> {
    document: &'a Document,
    passages: &'a Passages,
    tree: &'a Tree,
    visit: &'a mut dyn FnMut(&Statement),
}

impl Reader<'_> {
    /// Whether a row is the first of a paragraph, an item, a line of source, or a row of a table of files.
    fn opens(&self, row: usize) -> bool {
        let rows = &self.passages.rows;
        let this = &rows[row];
        let first = this.text.split_whitespace().next().unwrap_or_default();
        let is_entry =
            first.contains(['/', '.']) && self.tree.resolve(first.trim_matches(['`', '|'])).is_some();
        let before = row.checked_sub(1).map(|before| &rows[before]);
        let was_source = before.is_some_and(|before| before.literal || is_source(&before.text));
        this.begins || this.literal || is_source(&this.text) || was_source || is_item(&this.text) || is_entry
    }

    fn flush(&mut self, run: &mut Vec<usize>) {
        let rows = std::mem::take(run);
        let Some(first) = rows.first() else { return };
        let mut text = String::new();
        let mut starts: Vec<(usize, usize)> = Vec::new();
        for row in &rows {
            let line = self.passages.rows[*row].text.trim();
            if text.len() + line.len() > STATEMENT_BYTES_MAX * 8 {
                break;
            }
            if !text.is_empty() {
                text.push(' ');
            }
            starts.push((text.len(), *row));
            text.push_str(line);
        }
        let head = &self.passages.rows[*first];
        let is_heading = head.heading || head.text.starts_with('#') && !head.literal;
        let literal = self.passages.rows[*first].literal || is_source(&self.passages.rows[*first].text);
        let heading = self
            .passages
            .heading_of(*first)
            .unwrap_or_default()
            .to_lowercase();
        let said = if literal {
            Cow::Borrowed(text.as_str())
        } else {
            without_phrases(&text)
        };
        // A heading names and does not state.
        for (from, to) in sentences(&text).into_iter().filter(|_| !is_heading) {
            self.add((&text, &said), from..to, &starts, &heading, literal);
        }
    }

    fn add(
        &mut self,
        (text, said): (&str, &str),
        part: std::ops::Range<usize>,
        starts: &[(usize, usize)],
        heading: &str,
        literal: bool,
    ) {
        let sentence = text[part.clone()].trim_end();
        // What opens a block of code; one that ends in its line is a command.
        let is_fence = sentence
            .strip_prefix("```")
            .is_some_and(|rest| !rest.contains("```"));
        if sentence.trim().is_empty() || is_fence {
            return;
        }
        let row_of = |at: usize| {
            let index = starts.partition_point(|(start, _)| *start <= at);
            starts.get(index.saturating_sub(1)).map_or(0, |(_, row)| *row)
        };
        let rows = &self.passages.rows;
        let (first, last) = (
            &rows[row_of(part.start)],
            &rows[row_of(part.end.saturating_sub(1))],
        );
        let last_line = if last.page == first.page {
            last.line
        } else {
            first.line
        };
        let said = &said[part.start..part.start + sentence.len()];
        let inside = |start: &usize| (part.start + 1..part.end).contains(start);
        let joints = starts.iter().map(|(start, _)| *start).filter(inside);
        let whole = Statement {
            joints: joints.map(|start| start - part.start - 1).collect(),
            origin: self.document.origin,
            place: self.document.place(first.page, first.line, last_line),
            mood: mood(&weighed(&sentence.to_lowercase()), heading),
            heading: heading.to_owned(),
            is_literal: literal,
            written: sentence.to_owned(),
            text: said.to_owned(),
            lower: weighed(&lower(said)),
        };
        let main = main_part(&whole.lower, heading, whole.mood).filter(|_| !literal && !said.contains(" = "));
        if main.is_none() || whole.mood != Mood::Other {
            (self.visit)(&whole);
        }
        if let Some((lower, mood)) = main {
            let text = whole.bare(&lower);
            (self.visit)(&Statement {
                text,
                lower,
                mood,
                ..whole
            });
        }
    }
}

/// What is preferred to something denies that: `rules rather than averages` are not averages. As long as it was.
fn weighed(lower: &str) -> String {
    const PREFERS: [(&str, &str); 2] = [
        (" rather than ", " not         "),
        (" instead of ", " not        "),
    ];
    let mut said = lower.to_owned();
    for (words, denial) in PREFERS {
        said = said.replace(words, denial);
    }
    said
}

/// In lower case, so that places in the text are places in both.
fn lower(text: &str) -> String {
    let lower = text.to_lowercase();
    if lower.len() == text.len() {
        lower
    } else {
        text.to_ascii_lowercase()
    }
}

/// Whether a line is Python, JSON or a shell's.
fn is_source(line: &str) -> bool {
    const STARTS: [&str; 16] = between(
        "class |def |async def |import |return |@|$ |# |>>> |{|}|\"|[project|workflow.|builder.|graph.",
    );
    let line = line.trim();
    let is_def = STARTS.iter().any(|start| line.starts_with(start));
    let is_from = line.starts_with("from ") && line.contains(" import ");
    let is_block = line.ends_with(':')
        && ["if ", "for ", "with ", "try", "else", "elif "]
            .iter()
            .any(|start| line.starts_with(start));
    is_def && !line.starts_with("# ") || line.starts_with("# ") && line.ends_with('>') || is_from || is_block
}

/// The sentences of a paragraph. A sentence ends at an end mark before a capital, a digit or a bullet.
fn sentences(text: &str) -> Vec<(usize, usize)> {
    let mut parts = Vec::new();
    let mut start = 0;
    for (at, mark) in text.match_indices(['.', '!', '?', '●', '○', '•', '▪']) {
        let end = at + mark.len();
        let bullet = mark.len() > 1;
        let is_long = end.saturating_sub(start) > STATEMENT_BYTES_MAX;
        if (bullet || is_end(text, at) || is_long) && at > start {
            let end = if bullet { at } else { end };
            parts.push((start, end));
            start = end;
        }
    }
    parts.push((start, text.len()));
    parts
        .into_iter()
        .map(|(from, to)| {
            (
                from + (text[from..to].len() - text[from..to].trim_start().len()),
                to,
            )
        })
        .collect()
}

fn is_end(text: &str, at: usize) -> bool {
    let rest = &text[at + 1..];
    let next = rest
        .trim_start()
        .chars()
        .find(|c| !matches!(c, '*' | '`' | '"' | '“' | '('));
    let short = ["e.g", "i.e", "vs", "etc", "cf", " no", "fig", "sec"];
    let before = text[..at].to_ascii_lowercase();
    rest.starts_with(' ')
        && next.is_some_and(|c| c.is_uppercase() || c.is_ascii_digit() || c == '-')
        && !short.iter().any(|end| before.ends_with(end))
}
