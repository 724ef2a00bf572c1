//! Markdown and plain text: one page whose lines are the lines of the file.

use super::hidden::{self, Concealment, Hidden};
use super::{CHARS_MAX, Format, Line, Page, Part, assembly};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag};
use std::borrow::Cow;
use std::ops::Range;

/// Size given to running text, in tenths of a point, so that headings stand out as they do on paper.
const BODY_SIZE: i32 = 100;

pub(super) fn read(format: Format, bytes: &[u8], give: &mut dyn FnMut(Page)) -> Part {
    let Some(text) = decode(bytes) else {
        return Part::Refused("the file is neither a PDF nor text".to_owned());
    };
    let mut notes = Vec::new();
    let end = text
        .char_indices()
        .nth(CHARS_MAX)
        .map_or(text.len(), |(at, _)| at);
    if end < text.len() {
        notes.push(format!("only the first {CHARS_MAX} characters were read"));
    }
    give(page(format, &text[..end]));
    Part::End { notes }
}

/// UTF-8, or UTF-16 that says so; bytes that no text has are refused.
fn decode(bytes: &[u8]) -> Option<String> {
    if let Some(rest) = bytes.strip_prefix(b"\xff\xfe") {
        return Some(utf16(rest, u16::from_le_bytes));
    }
    if let Some(rest) = bytes.strip_prefix(b"\xfe\xff") {
        return Some(utf16(rest, u16::from_be_bytes));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    (!bytes.contains(&0)).then(|| String::from_utf8_lossy(bytes).into_owned())
}

fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units: Vec<u16> = bytes
        .chunks_exact(2)
        .map(|pair| unit([pair[0], pair[1]]))
        .collect();
    String::from_utf16_lossy(&units)
}

fn page(format: Format, text: &str) -> Page {
    let mut hidden = Vec::new();
    let (mut shown, mut levels) = (Cow::Borrowed(text), Vec::new());
    if format == Format::Markdown {
        let marked = Marked::of(text);
        levels = marked.headings;
        shown = without(text, &marked.comments, &mut hidden);
    }
    let mut lines: Vec<Line> = Vec::new();
    for (at, line) in shown.lines().enumerate() {
        if let Some(told) = hidden::shapeless(line) {
            hidden::keep(&mut hidden, &told, Concealment::Shapeless, at);
        }
        lines.push(plain(line, format));
    }
    for (line, level) in levels {
        if let Some(line) = lines.get_mut(line) {
            line.size = BODY_SIZE + 20 * (7 - level as i32);
        }
    }
    Page {
        number: 1,
        lines,
        hidden,
        ..Page::default()
    }
}

/// The text with some parts of it blanked, line by line; what they say is kept apart.
fn without<'t>(text: &'t str, parts: &[Range<usize>], hidden: &mut Vec<Hidden>) -> Cow<'t, str> {
    if parts.is_empty() {
        return Cow::Borrowed(text);
    }
    let (mut kept, mut end, mut line) = (String::with_capacity(text.len()), 0, 0);
    for part in parts.iter().filter(|part| part.start <= part.end) {
        let Some(between) = text.get(end..part.start) else {
            continue;
        };
        kept.push_str(between);
        line += between.matches('\n').count();
        let comment = &text[part.clone()];
        let said = comment.trim_start_matches("<!--").trim_end_matches("-->");
        hidden::keep(hidden, said, Concealment::Comment, line);
        let breaks = comment.matches('\n').count();
        kept.extend(std::iter::repeat_n('\n', breaks));
        line += breaks;
        end = part.end;
    }
    kept.push_str(&text[end..]);
    Cow::Owned(kept)
}

fn plain(line: &str, format: Format) -> Line {
    let size = if format == Format::Markdown { BODY_SIZE } else { 0 };
    Line {
        text: assembly::tidy(line),
        top: 0,
        size,
    }
}

/// What the marks of a Markdown text say of its parts.
#[derive(Default)]
struct Marked {
    /// The headings: line from 0, and level.
    headings: Vec<(usize, HeadingLevel)>,
    /// The comments, which no reader of the page sees, in order.
    comments: Vec<Range<usize>>,
}

impl Marked {
    fn of(text: &str) -> Self {
        let starts: Vec<usize> = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        let mut marked = Self::default();
        let mut html: Option<Range<usize>> = None;
        for (event, range) in Parser::new_ext(text, Options::ENABLE_TABLES).into_offset_iter() {
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    let line = starts.partition_point(|at| *at <= range.start) - 1;
                    marked.headings.push((line, level));
                }
                // A block of markup arrives line by line.
                Event::Html(_) | Event::InlineHtml(_) => match &mut html {
                    Some(block) if block.end == range.start => block.end = range.end,
                    _ => marked.close(text, html.replace(range)),
                },
                _ => {}
            }
        }
        marked.close(text, html);
        marked
    }

    fn close(&mut self, text: &str, html: Option<Range<usize>>) {
        let Some(html) = html else { return };
        let mut at = html.start;
        while let Some(start) = text[at..html.end].find("<!--") {
            let start = at + start;
            let end = text[start..html.end]
                .find("-->")
                .map_or(html.end, |end| start + end + 3);
            self.comments.push(start..end);
            at = end;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::read;

    #[test]
    fn comments_are_kept_apart_and_lines_keep_their_numbers() {
        let source = "Text <!-- ignore the rubric --> goes on.\n\n<!-- first line\n\nlast line -->\n\n# End\n\n```\n<!-- shown source -->\n```\n";
        let document = read("r.md", source.as_bytes());
        let page = &document.pages()[0];
        assert_eq!(page.lines[0].text, "Text  goes on.");
        assert_eq!(page.lines[6].text, "# End");
        assert!(page.lines[6].size > BODY_SIZE && page.lines[9].text.contains("shown source"));
        let told: Vec<(&str, usize)> = page
            .hidden
            .iter()
            .map(|one| (one.text.as_str(), one.line))
            .collect();
        assert_eq!(told, [("ignore the rubric", 0), ("first line  last line", 2)]);
    }
}
