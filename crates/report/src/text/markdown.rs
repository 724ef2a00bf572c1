//! The ways of untrusted text into Markdown, one for each context; nothing else may put such text there.
//!
//! What comes out shows the text and does nothing: no HTML, links, images, headings, lists, formulas or
//! mentions come alive. Words that a forge would turn into links (`@name`, `#12`, bare addresses) and words
//! that stand between backticks become code, which every reader of Markdown leaves alone.

use court::visible::visible;

/// Where a code span stands: a bar ends the cell of a table even inside code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Setting {
    Open,
    Cell,
}

/// Running text: part of a paragraph, a heading or a list item.
#[must_use]
pub fn inline(text: &str) -> String {
    running(text, Setting::Open)
}

/// Running text in a cell of a table.
#[must_use]
pub fn cell(text: &str) -> String {
    running(text, Setting::Cell)
}

/// A code span.
pub(crate) fn code(text: &str) -> String {
    span(text, Setting::Open)
}

/// A code span in a cell of a table.
pub(crate) fn cell_code(text: &str) -> String {
    span(text, Setting::Cell)
}

/// A fenced block; `info` is ours.
pub(crate) fn fence(info: &str, text: &str) -> String {
    let text = visible(&text.replace("\r\n", "\n"));
    let fence = "`".repeat((longest_run(&text) + 1).max(3));
    format!("{fence}{info}\n{}\n{fence}", text.trim_end_matches('\n'))
}

/// Running text in either setting.
pub(crate) fn running(text: &str, setting: Setting) -> String {
    let text = visible(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = text.as_str();
    while let Some((before, quoted, after)) = next_quoted(rest) {
        push_words(&mut out, before, setting);
        push_code(&mut out, quoted, setting);
        rest = after;
    }
    push_words(&mut out, rest, setting);
    guard_end(&mut out);
    guard_start(out)
}

/// What stands before, between and after the next pair of backticks.
fn next_quoted(text: &str) -> Option<(&str, &str, &str)> {
    let (before, rest) = text.split_once('`')?;
    let (quoted, after) = rest.split_once('`')?;
    (!quoted.trim().is_empty()).then_some((before, quoted, after))
}

fn push_words(out: &mut String, text: &str, setting: Setting) {
    for (index, word) in text.split(' ').enumerate() {
        if index > 0 {
            out.push(' ');
        }
        push_word(out, word, setting);
    }
}

fn push_word(out: &mut String, word: &str, setting: Setting) {
    // A dot ends a sentence, and begins a name: `.github/workflows/ci.yml`.
    let core = word
        .trim_start_matches(|c: char| "()[]{}\"',;!?".contains(c))
        .trim_end_matches(|c: char| "()[]{}\"',;.!?".contains(c));
    if core.is_empty() || core.contains('`') || !is_alive(word) {
        return push_plain(out, word);
    }
    let start = word.find(core).unwrap_or(0);
    push_plain(out, &word[..start]);
    push_code(out, core, setting);
    push_plain(out, &word[start + core.len()..]);
}

/// Whether a forge would make something of the word: an address, a mention, a reference, a formula.
fn is_alive(word: &str) -> bool {
    let lower = word.to_ascii_lowercase();
    let numbered = |mark: &str| {
        lower
            .match_indices(mark)
            .any(|(at, _)| lower[at + mark.len()..].starts_with(|c: char| c.is_ascii_digit()))
    };
    lower.contains(['@', '$'])
        || lower.contains("://")
        || lower.contains("www.")
        || ["#", "!", "%", "&", "~", "gh-"].into_iter().any(numbered)
        || has_shortcode(&lower)
}

/// `:name:`, which forges turn into a picture.
fn has_shortcode(word: &str) -> bool {
    let parts: Vec<&str> = word.split(':').collect();
    let is_name = |part: &&str| {
        !part.is_empty()
            && part
                .bytes()
                .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'+' | b'-'))
    };
    parts.len() > 2 && parts[1..parts.len() - 1].iter().any(is_name)
}

fn push_plain(out: &mut String, word: &str) {
    let mut before = ' ';
    let mut characters = word.chars().peekable();
    while let Some(character) = characters.next() {
        let after = characters.peek().copied().unwrap_or(' ');
        match character {
            // An escaped backtick beside a code span would be read as part of its fence.
            '`' => out.push_str("&#96;"),
            '_' if before.is_alphanumeric() && after.is_alphanumeric() => out.push('_'),
            // Alone it stands for itself; before a name it could be another sign.
            '&' if !after.is_ascii_alphanumeric() && after != '#' => out.push('&'),
            // Alone or in an arrow it stands for itself; behind a word it may close a tag.
            '>' if matches!(before, ' ' | '-' | '=') => out.push('>'),
            '\\' | '*' | '_' | '[' | ']' | '<' | '>' | '&' | '|' | '~' | '^' | '{' | '}' | '$' => {
                out.push('\\');
                out.push(character);
            }
            _ => out.push(character),
        }
        before = character;
    }
}

/// A heading would lose the marks that it ends with.
fn guard_end(text: &mut String) {
    let bare = text.trim_end_matches('#');
    if bare.len() < text.len() && bare.ends_with(' ') {
        text.insert(text.len() - 1, '\\');
    }
}

/// Marks that mean something only at the start of a line lose that meaning.
fn guard_start(text: String) -> String {
    if text.starts_with(['-', '+', '=', ':', '>', '#']) {
        return format!("\\{text}");
    }
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    let mut after = rest.chars();
    let is_item =
        digits > 0 && matches!(after.next(), Some('.' | ')')) && matches!(after.next(), None | Some(' '));
    if is_item {
        format!("{number}\\{rest}")
    } else {
        text
    }
}

fn push_code(out: &mut String, text: &str, setting: Setting) {
    // Two fences that touch are one fence.
    if out.ends_with('`') {
        out.push(' ');
    }
    out.push_str(&span(text, setting));
}

/// A code span in either setting.
pub(crate) fn span(text: &str, setting: Setting) -> String {
    let text = visible(text).replace('\n', " ");
    if setting == Setting::Open || !text.contains('|') {
        return fenced_span(&text);
    }
    // The bar stands outside: readers do not agree on what a backslash before a bar means inside code.
    let parts = text.split('|').map(|part| {
        if part.is_empty() {
            String::new()
        } else {
            fenced_span(part)
        }
    });
    parts.collect::<Vec<_>>().join("\\|")
}

fn fenced_span(text: &str) -> String {
    if text.is_empty() {
        return "` `".to_owned();
    }
    let fence = "`".repeat(longest_run(text) + 1);
    let is_spaced = text.starts_with(' ') && text.ends_with(' ') && text.trim() != "";
    let pad = if is_spaced || text.starts_with('`') || text.ends_with('`') {
        " "
    } else {
        ""
    };
    format!("{fence}{pad}{text}{pad}{fence}")
}

fn longest_run(text: &str) -> usize {
    text.split(|c| c != '`').map(str::len).max().unwrap_or(0)
}
