//! Markdown and plain text: one page whose lines are the lines of the file.

use super::{CHARS_MAX, Format, Line, Page, Part, assembly};
use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag};

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
    let mut lines: Vec<Line> = text.lines().map(|line| plain(line, format)).collect();
    if format == Format::Markdown {
        for (line, level) in headings(text) {
            if let Some(line) = lines.get_mut(line) {
                line.size = BODY_SIZE + 20 * (7 - level as i32);
            }
        }
    }
    Page {
        number: 1,
        lines,
        ..Page::default()
    }
}

fn plain(line: &str, format: Format) -> Line {
    let size = if format == Format::Markdown { BODY_SIZE } else { 0 };
    Line {
        text: assembly::tidy(line),
        top: 0,
        size,
    }
}

/// The headings of a Markdown text: line from 0, and level.
fn headings(text: &str) -> Vec<(usize, HeadingLevel)> {
    let starts: Vec<usize> = std::iter::once(0)
        .chain(text.match_indices('\n').map(|(at, _)| at + 1))
        .collect();
    Parser::new_ext(text, Options::ENABLE_TABLES)
        .into_offset_iter()
        .filter_map(|(event, range)| match event {
            Event::Start(Tag::Heading { level, .. }) => {
                Some((starts.partition_point(|at| *at <= range.start) - 1, level))
            }
            _ => None,
        })
        .collect()
}
