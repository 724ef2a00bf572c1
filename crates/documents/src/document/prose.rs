//! Markdown and plain text: one page whose lines are the lines of the file.

use super::extent::{self, LINES_MAX};
use super::hidden::{self, Concealment, Hidden};
use super::markup::{Concealed, Markup};
use super::sheet::{BODY_SIZE, heading_size};
use super::{CHARS_MAX, Format, Line, Page, Part, assembly};
use pulldown_cmark::{Event, Options, Parser, RefDefs, Tag, TagEnd};
use std::borrow::Cow;
use std::collections::BTreeSet;
use std::ops::Range;

/// Kinds of notes.
const NOTES: [&str; 5] = ["note", "tip", "important", "warning", "caution"];

pub(super) fn read(format: Format, bytes: &[u8], give: &mut dyn FnMut(Page)) -> Part {
    let Some(text) = decode(bytes) else {
        return Part::Refused("the file is neither a PDF nor text".to_owned());
    };
    let mut notes = Vec::new();
    let mut end = text
        .char_indices()
        .nth(CHARS_MAX)
        .map_or(text.len(), |(at, _)| at);
    let lines_end = text.match_indices('\n').nth(LINES_MAX - 1).map(|(at, _)| at + 1);
    if let Some(at) = lines_end.filter(|at| *at < end) {
        end = at;
        notes.push(extent::only_lines());
    } else if end < text.len() {
        notes.push(format!("only the first {CHARS_MAX} characters were read"));
    }
    give(page(format, &text[..end]));
    Part::End { notes }
}

/// UTF-8, or UTF-16 that says so; bytes that no text has are refused.
pub(super) fn decode(bytes: &[u8]) -> Option<String> {
    if let Some(rest) = bytes.strip_prefix(b"\xff\xfe") {
        return Some(utf16(rest, u16::from_le_bytes));
    }
    if let Some(rest) = bytes.strip_prefix(b"\xfe\xff") {
        return Some(utf16(rest, u16::from_be_bytes));
    }
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    (!bytes.contains(&0)).then(|| String::from_utf8_lossy(bytes).into_owned())
}

/// Text of two bytes a letter, by the order in which they stand.
pub(super) fn utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units: Vec<u16> = bytes
        .chunks_exact(2)
        .map(|pair| unit([pair[0], pair[1]]))
        .collect();
    String::from_utf16_lossy(&units)
}

fn page(format: Format, text: &str) -> Page {
    let mut hidden = Vec::new();
    let marked = if format == Format::Markdown {
        Marked::of(text)
    } else {
        Marked::of_plain(text)
    };
    let shown = without(text, &marked.concealed, &mut hidden);
    let mut lines: Vec<Line> = Vec::new();
    for (at, line) in shown.lines().enumerate() {
        if let Some(told) = hidden::shapeless(line) {
            hidden::keep(&mut hidden, &told, Concealment::Shapeless, at);
        }
        let is_note = marked.notes.contains(&at);
        lines.push(Line {
            text: assembly::tidy(if is_note { unmarked(line) } else { line }),
            size: BODY_SIZE,
            literal: marked.source.contains(&at),
            quoted: marked.quotes.contains(&at),
            ..Line::default()
        });
    }
    for (line, level) in marked.headings {
        if let Some(line) = lines.get_mut(line) {
            line.size = heading_size(level);
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
fn without<'t>(text: &'t str, parts: &[Concealed], hidden: &mut Vec<Hidden>) -> Cow<'t, str> {
    if parts.is_empty() {
        return Cow::Borrowed(text);
    }
    let (mut kept, mut end, mut line) = (String::with_capacity(text.len()), 0, 0);
    for (part, why) in parts {
        let Some(between) = text.get(end..part.start) else {
            continue;
        };
        kept.push_str(between);
        line += between.matches('\n').count();
        let comment = &text[part.clone()];
        let said = comment.trim_start_matches("<!--").trim_end_matches("-->");
        hidden::keep(hidden, said, *why, line);
        let breaks = comment.matches('\n').count();
        kept.extend(std::iter::repeat_n('\n', breaks));
        line += breaks;
        end = part.end;
    }
    kept.push_str(&text[end..]);
    Cow::Owned(kept)
}

/// What the marks of a text say of its parts.
#[derive(Default)]
struct Marked {
    /// The headings: line from 0, and level.
    headings: Vec<(usize, i32)>,
    /// Lines of source and of what was printed, from 0.
    source: BTreeSet<usize>,
    /// Lines of block quotes, from 0.
    quotes: BTreeSet<usize>,
    /// Lines of notes, which are marked like block quotes and are the author's own words, from 0.
    notes: BTreeSet<usize>,
    /// What no reader of the page sees, in order.
    concealed: Vec<Concealed>,
}

impl Marked {
    fn of(text: &str) -> Self {
        let starts: Vec<usize> = std::iter::once(0)
            .chain(text.match_indices('\n').map(|(at, _)| at + 1))
            .collect();
        let line = |at: usize| starts.partition_point(|start| *start <= at).saturating_sub(1);
        let mut marked = Self::default();
        let mut markup = Markup::of(text);
        let mut html: Option<Range<usize>> = None;
        let options = Options::ENABLE_TABLES | Options::ENABLE_GFM;
        let parser = Parser::new_ext(text, options);
        aside(text, parser.reference_definitions(), &mut markup);
        for (event, range) in parser.into_offset_iter() {
            match (&mut html, &event) {
                // A block of markup arrives line by line.
                (Some(block), Event::Html(_)) if block.end == range.start => {
                    block.end = range.end;
                    continue;
                }
                (block, _) => block
                    .take()
                    .into_iter()
                    .for_each(|block| markup.read(block, false)),
            }
            match event {
                Event::Start(Tag::Heading { level, .. }) => {
                    marked.headings.push((line(range.start), level as i32))
                }
                Event::Start(Tag::CodeBlock(_)) => {
                    marked
                        .source
                        .extend(line(range.start)..=line(range.end.saturating_sub(1)));
                }
                Event::Start(Tag::BlockQuote(kind)) => {
                    let lines = line(range.start)..=line(range.end.saturating_sub(1));
                    if kind.is_some() || is_note(&text[range]) {
                        marked.notes.extend(lines);
                    } else {
                        marked.quotes.extend(lines);
                    }
                }
                Event::Html(_) => html = Some(range),
                Event::InlineHtml(_) => markup.read(range, true),
                Event::Start(Tag::Link { title, .. } | Tag::Image { title, .. }) => {
                    titled(text, range, &title, &mut markup);
                }
                Event::End(TagEnd::Paragraph | TagEnd::Heading(_) | TagEnd::Item | TagEnd::TableCell) => {
                    markup.leave(range.end);
                }
                _ => {}
            }
        }
        html.into_iter().for_each(|block| markup.read(block, false));
        marked.concealed = markup.finish();
        marked
    }

    /// Headings are underlined, and what is set in after two colons or a directive is source.
    fn of_plain(text: &str) -> Self {
        let lines: Vec<&str> = text.lines().collect();
        let mut marked = Self::default();
        let mut opened: Option<usize> = None;
        for (at, line) in lines.iter().enumerate() {
            let depth = line.len() - line.trim_start().len();
            let is_inside = opened.is_some_and(|above| depth > above || line.trim().is_empty());
            if is_inside {
                marked.source.insert(at);
                continue;
            }
            opened = opens_source(line).then_some(depth);
            let above = at.checked_sub(1).map_or("", |above| lines[above]);
            if let Some(level) = underline(line, above) {
                marked.headings.push((at - 1, level));
            }
        }
        marked
    }
}

/// What the addresses of links, which stand apart from the text, say beside them: one without an address is a comment.
fn aside(text: &str, addresses: &RefDefs<'_>, markup: &mut Markup<'_>) {
    for (_, address) in addresses.iter() {
        let Some(title) = address.title.as_deref() else {
            continue;
        };
        if matches!(&*address.dest, "#" | "") {
            markup.keep(address.span.clone(), Concealment::Comment);
        } else {
            titled(text, address.span.clone(), title, markup);
        }
    }
}

/// Keeps the title of a link apart, which is shown to those only who wait over it.
fn titled(text: &str, link: Range<usize>, title: &str, markup: &mut Markup<'_>) {
    let found = text.get(link.clone()).and_then(|link| link.rfind(title));
    if let Some(at) = found.filter(|_| !title.is_empty()) {
        let start = link.start + at;
        markup.keep(start..start + title.len(), Concealment::Aside);
    }
}

/// A line of a note without the mark of its kind.
fn unmarked(line: &str) -> &str {
    let rest = line.trim_start();
    let rest = rest.strip_prefix('>').map_or(line, str::trim_start);
    if rest.starts_with("[!") && rest.trim_end().ends_with(']') {
        ""
    } else {
        rest
    }
}

/// Whether a block quote opens with the name of a kind of note, as they were written before forges had marks for them.
fn is_note(quote: &str) -> bool {
    let letters = |c: char| !c.is_alphabetic();
    let opening = quote.trim_start_matches(letters);
    let opening = opening.split(letters).next().unwrap_or_default();
    NOTES.iter().any(|kind| opening.eq_ignore_ascii_case(kind))
}

/// Whether what is set in below a line is source.
fn opens_source(line: &str) -> bool {
    let line = line.trim();
    line.ends_with("::")
        || [".. code", ".. sourcecode", ".. parsed-literal"]
            .iter()
            .any(|word| line.starts_with(word))
}

/// The level of the heading that a line of one sign underlines.
fn underline(line: &str, above: &str) -> Option<i32> {
    let (line, above) = (line.trim_end(), above.trim_end());
    let sign = line.chars().next()?;
    let level = "=-~^\"`*+#".find(sign)?;
    let is_line = line.len() >= 3 && line.chars().all(|c| c == sign);
    let is_title =
        !above.trim().is_empty() && above.chars().count() <= line.len() && !above.starts_with(sign);
    (is_line && is_title).then(|| i32::try_from(level).unwrap_or(5) + 1)
}

#[cfg(test)]
mod tests;
