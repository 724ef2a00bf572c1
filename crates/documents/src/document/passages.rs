//! The text of a document as one run of rows: running heads gone, headings and paragraphs found.

use super::{Document, Format, Line, Page};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use wordlist::array;

/// A heading is set larger than running text by this much, in percent.
const HEADING_SIZE: i32 = 108;
/// A size in which at least so much of the text is set, in percent, is that of running text, also where tables and
/// source are set smaller and longer.
const RUNNING_SHARE: usize = 25;
/// A paragraph begins where the lines stand apart by more than this share of the usual distance, in percent.
const PARAGRAPH_GAP: i32 = 130;
/// A line on at least so many pages, and on half of them, is a running head or foot.
const RUNNING_PAGES: usize = 3;
/// Lines at the top and bottom of a page among which running heads are looked for.
const RIM_LINES: usize = 3;
/// Longest heading, in characters.
const HEADING_CHARS_MAX: usize = 110;
/// Headings that announce no explanation of their own: what stands below them repeats the report in short.
const SUMMARIES: [&str; 8] =
    array("abstract summary contents introduction conclusion glossary keywords references");

/// One line of the document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Row {
    /// Page, from 1.
    pub page: u32,
    /// Line within the page, from 0.
    pub line: usize,
    /// What stands there.
    pub text: String,
    /// Whether it is a heading.
    pub heading: bool,
    /// Whether a paragraph or an item of a list begins here.
    pub begins: bool,
    /// Whether it stands between fences: source, a command or what one printed.
    pub literal: bool,
    /// Whether these are the words of somebody else, or a sample.
    pub quoted: bool,
    /// The row of the nearest heading at or above it.
    pub section: Option<usize>,
}

/// Most rows of a document whose statements are weighed; a report of 600 pages has as many.
pub const WEIGHED_ROWS_MAX: usize = 30_000;

/// The rows of a document in reading order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passages {
    /// Without running heads; blank lines are kept, since drawings need them.
    pub rows: Vec<Row>,
}

impl Passages {
    /// How many rows are weighed for what they state.
    pub fn weighed(&self) -> usize {
        self.rows.len().min(WEIGHED_ROWS_MAX)
    }

    /// The rows of a document.
    pub fn of(document: &Document) -> Self {
        let pages = document.pages();
        let body = Body::of(document.format, pages);
        // Where the format tells what is source, fences inside of it are only text.
        let knows_source = matches!(document.format, Format::Markdown | Format::Html | Format::Docx);
        let mut rows: Vec<Row> = Vec::new();
        let mut literal = false;
        let mut section = None;
        for page in pages {
            let mut before: Option<&Line> = None;
            for (index, line) in page.lines.iter().enumerate() {
                if is_rim(page, index) && body.running.contains(&mask(&line.text)) {
                    continue;
                }
                let next = page.lines.get(index + 1);
                let heading = body.is_heading(before, line, next);
                let fence = line.text.trim_start().starts_with("```") && !knows_source;
                literal ^= fence;
                section = if heading { Some(rows.len()) } else { section };
                rows.push(Row {
                    section,
                    literal: literal || fence || line.literal,
                    quoted: line.quoted,
                    page: page.number,
                    line: index,
                    text: line.text.clone(),
                    heading,
                    begins: heading
                        || body.begins(before, line)
                        || rows.last().is_some_and(|row| row.heading),
                });
                before = Some(line);
            }
        }
        Self { rows }
    }

    /// The rows of the paragraph or item around a row.
    pub fn paragraph(&self, row: usize) -> Range<usize> {
        let rows = &self.rows;
        let first = (0..=row).rev().find(|at| rows[*at].begins).unwrap_or(0);
        let last = (row + 1..rows.len())
            .find(|at| rows[*at].begins)
            .unwrap_or(rows.len());
        first..last
    }

    /// The nearest heading at or above a row.
    pub fn heading_of(&self, row: usize) -> Option<&str> {
        let heading = self.rows.get(row)?.section?;
        self.rows.get(heading).map(|row| row.text.as_str())
    }

    /// Whether a row stands where a report sums itself up.
    pub fn is_summary(&self, row: usize) -> bool {
        let Some(heading) = self.heading_of(row) else {
            return false;
        };
        let words: Vec<String> = words(heading).collect();
        words.len() <= 4 && words.iter().any(|word| SUMMARIES.contains(&word.as_str()))
    }

    /// The text of some rows, on one line.
    pub fn text(&self, rows: Range<usize>) -> String {
        let texts = self
            .rows
            .get(rows)
            .unwrap_or_default()
            .iter()
            .map(|row| row.text.trim());
        let texts: Vec<&str> = texts.filter(|text| !text.is_empty()).collect();
        texts.join(" ")
    }
}

fn words(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|word| word.chars().any(char::is_alphabetic))
        .map(str::to_lowercase)
}

/// What is usual in a document.
struct Body {
    format: Format,
    size: i32,
    pitch: i32,
    running: BTreeSet<String>,
}

impl Body {
    fn of(format: Format, pages: &[Page]) -> Self {
        let lines = || pages.iter().flat_map(|page| &page.lines);
        let sizes = lines().map(|line| (line.size, line.text.trim().len()));
        let pitches = pages
            .iter()
            .flat_map(|page| page.lines.windows(2))
            .filter_map(|pair| {
                let pitch = pair[1].top - pair[0].top;
                (pitch > 0).then_some((pitch, 1))
            });
        Self {
            format,
            // Where the format tells what is a heading, many headings make no running text.
            size: match format {
                Format::Pdf => running_size(sizes),
                _ => most_common(sizes),
            },
            pitch: most_common(pitches),
            running: running_lines(pages),
        }
    }

    fn is_heading(&self, before: Option<&Line>, line: &Line, next: Option<&Line>) -> bool {
        let text = line.text.trim();
        let chars = text.chars().count();
        if !(3..=HEADING_CHARS_MAX).contains(&chars) || !text.chars().any(char::is_alphabetic) {
            return false;
        }
        if line.size * 100 > self.size * HEADING_SIZE {
            return true;
        }
        let is_set_apart = |is_graded| is_graded || self.stands_alone(before, line, next);
        self.format == Format::Pdf && is_titled(text) && is_set_apart(is_graded(text))
    }

    /// Apart from the lines above and below.
    fn stands_alone(&self, before: Option<&Line>, line: &Line, next: Option<&Line>) -> bool {
        let apart = |above: &Line, below: &Line| (below.top - above.top) * 100 > self.pitch * PARAGRAPH_GAP;
        before.is_none_or(|before| apart(before, line)) && next.is_some_and(|next| apart(line, next))
    }

    fn begins(&self, before: Option<&Line>, line: &Line) -> bool {
        let Some(before) = before else {
            return false;
        };
        let gap = line.top - before.top;
        before.text.trim().is_empty()
            || is_item(&line.text)
            || gap * 100 > self.pitch * PARAGRAPH_GAP && gap > 0
    }
}

/// The largest size in which a good part of the text is set.
fn running_size(sizes: impl Iterator<Item = (i32, usize)>) -> i32 {
    let mut counts: BTreeMap<i32, usize> = BTreeMap::new();
    for (size, letters) in sizes {
        *counts.entry(size).or_default() += letters;
    }
    let total: usize = counts.values().sum();
    let mut largest = counts.into_iter().rev();
    let found = largest.find(|(_, letters)| *letters > 0 && letters * 100 >= total * RUNNING_SHARE);
    found.map_or(0, |(size, _)| size)
}

fn most_common(values: impl Iterator<Item = (i32, usize)>) -> i32 {
    let mut counts: BTreeMap<i32, usize> = BTreeMap::new();
    for (value, weight) in values {
        *counts.entry(value).or_default() += weight;
    }
    counts
        .into_iter()
        .max_by_key(|(_, weight)| *weight)
        .map_or(0, |(value, _)| value)
}

/// Reads like a title: begins large or numbered, and does not end like a sentence.
fn is_titled(text: &str) -> bool {
    let begins = text
        .chars()
        .find(|c| c.is_alphabetic())
        .is_some_and(char::is_uppercase);
    let is_torn = text.ends_with(['.', ',', ';', ':']) || text.ends_with(')') && !text.contains(" (");
    begins && !is_torn && text.split_whitespace().count() <= 12
}

/// A title with a mark: `Safe Tools (4/5)`.
fn is_graded(text: &str) -> bool {
    let mark = text.strip_suffix(')').and_then(|text| text.rsplit_once(" ("));
    let parts = mark.and_then(|(_, mark)| mark.rsplit(' ').next()?.split_once('/'));
    let is_number = |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    parts.is_some_and(|(of, all)| is_number(of) && is_number(all))
}

/// Whether a line begins an item of a list.
pub fn is_item(line: &str) -> bool {
    let text = line.trim_start();
    let bullet = ["- ", "* ", "+ ", "• ", "● ", "○ ", "◦ ", "▪ ", "– ", "‣ "];
    let number = text.find(['.', ')']).is_some_and(|end| {
        (1..=2).contains(&end)
            && text[..end].chars().all(|c| c.is_ascii_digit())
            && text[end + 1..].starts_with(' ')
    });
    number || bullet.iter().any(|mark| text.starts_with(mark)) || text.starts_with('|')
}

/// Digits do not tell one running head from the next.
fn mask(text: &str) -> String {
    text.trim()
        .chars()
        .map(|c| if c.is_ascii_digit() { '0' } else { c })
        .collect()
}

fn is_rim(page: &Page, index: usize) -> bool {
    index < RIM_LINES || index + RIM_LINES >= page.lines.len()
}

fn running_lines(pages: &[Page]) -> BTreeSet<String> {
    let mut counts: BTreeMap<String, usize> = BTreeMap::new();
    for page in pages {
        let rim = page
            .lines
            .iter()
            .enumerate()
            .filter(|(index, _)| is_rim(page, *index));
        let rim: BTreeSet<String> = rim
            .map(|(_, line)| mask(&line.text))
            .filter(|text| !text.is_empty())
            .collect();
        for line in rim {
            *counts.entry(line).or_default() += 1;
        }
    }
    let enough = RUNNING_PAGES.max(pages.len().div_ceil(2));
    counts
        .into_iter()
        .filter(|(_, count)| *count >= enough)
        .map(|(line, _)| line)
        .collect()
}

#[cfg(test)]
mod tests;
