//! The strings of files of data as a program that reads them has them: without escapes, and where a notebook keeps the
//! lines of a cell apart, together.

/// Endings of files whose strings all stand between double quotes.
const JSON: [&str; 5] = ["json", "jsonl", "ndjson", "ipynb", "geojson"];
/// Endings of files in which such strings are one way to write a text, on a line of its own.
const LINES: [&str; 3] = ["yaml", "yml", "toml"];
/// Shortest string that says something, in bytes.
const STRING_BYTES_MIN: usize = 12;

/// What strings say, and where it stands.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Script {
    /// All of it, each apart from the next.
    pub(super) text: String,
    /// The line of the file that each line of it comes from.
    lines: Vec<u32>,
}

impl Script {
    /// The line of the file that a line of the text, from 1, comes from.
    pub(super) fn line(&self, line: u32) -> u32 {
        let at = (line as usize).saturating_sub(1);
        self.lines.get(at).copied().unwrap_or(1)
    }

    /// Goes on with a string that stands on this line of the file.
    fn add(&mut self, said: &str, line: u32) {
        self.stand_at(line);
        for (number, part) in said.split('\n').enumerate() {
            if number > 0 {
                self.text.push('\n');
                self.lines.push(line);
            }
            self.text.push_str(part);
        }
    }

    /// Begins anew, so that nothing reads on from what stands before.
    fn part(&mut self, line: u32) {
        while !self.text.is_empty() && !self.text.ends_with("\n\n") {
            self.text.push('\n');
            self.lines.push(line);
        }
        self.stand_at(line);
    }

    /// A line that has just begun comes from this line of the file.
    fn stand_at(&mut self, line: u32) {
        match self.lines.last_mut() {
            None => self.lines.push(line),
            Some(last) if self.text.ends_with('\n') => *last = line,
            Some(_) => {}
        }
    }
}

/// What the strings of a file say that is read in one of these formats; `None` for other files.
pub(super) fn of(path: &str, text: &str) -> Option<Script> {
    let ending = path.rsplit_once('.')?.1.to_ascii_lowercase();
    if JSON.contains(&ending.as_str()) {
        return Some(of_json(text));
    }
    LINES.contains(&ending.as_str()).then(|| of_lines(text))
}

/// A string, and what follows its closing quote.
struct Found<'t> {
    raw: &'t str,
    rest: &'t str,
}

/// The string that begins behind a quote, up to the quote that no backslash stands before.
fn string(text: &str) -> Option<Found<'_>> {
    let mut is_escaped = false;
    let end = text.bytes().position(|byte| {
        let ends = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        ends
    })?;
    Some(Found {
        raw: &text[..end],
        rest: &text[end + 1..],
    })
}

/// The values of all strings, each behind its key; a list of strings of which each ends its line is one text.
fn of_json(text: &str) -> Script {
    let mut script = Script::default();
    let (mut rest, mut line) = (text, 1_u32);
    let mut is_open = false;
    while let Some(at) = rest.find('"') {
        let between = &rest[..at];
        line += breaks(between);
        let Some(found) = string(&rest[at + 1..]) else {
            break;
        };
        let goes_on = is_open && between.trim() == ",";
        let is_key = found.rest.trim_start().starts_with(':');
        if is_key {
            is_open = false;
            script.part(line);
            script.add(found.raw, line);
        } else {
            if !goes_on {
                script.part(line);
            }
            let said = unescaped(found.raw);
            is_open = said.ends_with('\n');
            if goes_on || is_open || says(&said) {
                script.add(&said, line);
            }
        }
        line += breaks(found.raw);
        rest = found.rest;
    }
    script
}

/// The strings with escapes, which say something else than what stands there.
fn of_lines(text: &str) -> Script {
    let mut script = Script::default();
    for (number, line) in (1_u32..).zip(text.lines()) {
        let Some((before, rest)) = line.split_once('"') else {
            continue;
        };
        let Some(found) = string(rest).filter(|found| found.raw.contains('\\')) else {
            continue;
        };
        script.part(number);
        script.add(before.trim_end_matches([' ', ':', '=']), number);
        script.part(number);
        script.add(&unescaped(found.raw), number);
    }
    script
}

fn breaks(text: &str) -> u32 {
    let breaks = text.bytes().filter(|byte| *byte == b'\n').count();
    u32::try_from(breaks).unwrap_or(u32::MAX / 4)
}

/// Whether it may be a sentence: a word alone is a value.
fn says(said: &str) -> bool {
    said.len() >= STRING_BYTES_MIN && said.contains(|c: char| c.is_whitespace() || !c.is_ascii())
}

/// The text that a string stands for.
fn unescaped(raw: &str) -> String {
    let mut said = String::with_capacity(raw.len());
    let mut rest = raw;
    let mut halves = Vec::new();
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        if !before.is_empty() {
            finish(&mut halves, &mut said);
        }
        said.push_str(before);
        rest = escape_end(escape, &mut halves, &mut said);
    }
    finish(&mut halves, &mut said);
    said.push_str(rest);
    said
}

/// Takes one escape, of which there are those of a letter and `\uXXXX`, half a character where it has a partner.
fn escape_end<'t>(escape: &'t str, halves: &mut Vec<u16>, said: &mut String) -> &'t str {
    let code = escape.strip_prefix("\\u").and_then(|rest| rest.get(..4));
    if let Some(half) = code.and_then(|digits| u16::from_str_radix(digits, 16).ok()) {
        halves.push(half);
        return &escape[6..];
    }
    finish(halves, said);
    let mut letters = escape[1..].chars();
    match letters.next() {
        Some('n') => said.push('\n'),
        Some('r' | 't' | 'b' | 'f') => said.push(' '),
        Some(other) => said.push(other),
        None => {}
    }
    letters.as_str()
}

fn finish(halves: &mut Vec<u16>, said: &mut String) {
    if !halves.is_empty() {
        said.push_str(&String::from_utf16_lossy(halves));
        halves.clear();
    }
}

#[cfg(test)]
mod tests;
