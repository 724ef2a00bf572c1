//! Characters that show nothing, or show text in another order than it stands in.

use regex::Regex;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// Most code points named of one line.
const CODES_MAX: usize = 6;
/// For how many characters without width one counts that turns a text round.
const TURNED_COUNTS: usize = 4;
/// Characters without width in one line from which on they carry something.
const RUN_MIN: usize = 8;

fn fixed(pattern: &str) -> Regex {
    Regex::new(pattern).expect("the patterns are fixed and tested")
}

/// What Unicode says is not to be shown, and what formats text without a shape of its own.
static UNSEEN: LazyLock<Regex> = LazyLock::new(|| fixed(r"[\p{Default_Ignorable_Code_Point}\p{Cf}]"));
/// The same that is part of ordinary text. What joins two emoji, the selectors of text and picture form, and the flags of
/// England, Scotland and Wales, the only ones that Unicode recommends to be spelled in tags.
static ORDINARY: LazyLock<Regex> = LazyLock::new(|| {
    let emoji = r"[\x{2190}-\x{21ff}\x{2300}-\x{23ff}\x{2600}-\x{27bf}\x{2b00}-\x{2bff}\x{1f000}-\x{1faff}]";
    let flag = r"\x{1f3f4}\x{e0067}\x{e0062}(?:\x{e0065}\x{e006e}\x{e0067}|\x{e0073}\x{e0063}\x{e0074}|\x{e0077}\x{e006c}\x{e0073})\x{e007f}";
    fixed(&format!(
        r"{flag}|[\x{{fe0e}}\x{{fe0f}}]|{emoji}[\x{{fe0e}}\x{{fe0f}}]?(?:\x{{200d}}{emoji}[\x{{fe0e}}\x{{fe0f}}]?)+"
    ))
});
/// Embeddings, overrides and isolates of writing direction, and tags, which spell ASCII that nobody sees.
static TELLING: LazyLock<Regex> =
    LazyLock::new(|| fixed(r"[\x{202a}-\x{202e}\x{2066}-\x{2069}\x{e0000}-\x{e007f}]"));
/// Tags that spell the letters of ASCII.
static TAGS: LazyLock<Regex> = LazyLock::new(|| fixed(r"[\x{e0020}-\x{e007e}]+"));

/// Text that is shown from right to left, up to where that ends.
static TURNED: LazyLock<Regex> = LazyLock::new(|| fixed(r"\x{202e}([^\x{202c}]*)\x{202c}?"));

/// Names the code points that hide or reorder text in a line; `None` where it is what it looks like.
///
/// One that turns the writing direction, or a tag, is enough; of others it takes eight.
pub fn disguised(line: &str) -> Option<String> {
    if line.is_ascii() {
        return None;
    }
    let line = ORDINARY.replace_all(line, "");
    let unseen: Vec<&str> = UNSEEN.find_iter(&line).map(|found| found.as_str()).collect();
    if unseen.len() < RUN_MIN && !TELLING.is_match(&line) {
        return None;
    }
    let codes = unseen.iter().flat_map(|found| found.chars());
    let named: BTreeSet<String> = codes.map(|c| format!("U+{:04X}", u32::from(c))).collect();
    Some(named.into_iter().take(CODES_MAX).collect::<Vec<_>>().join(", "))
}

/// A line without them, and how many there were. What tags spell stands apart from what is seen; what is turned round is
/// turned back.
pub(crate) fn shown(line: &str) -> (String, usize) {
    let mut count = 0;
    let turned = TURNED.replace_all(line, |found: &regex::Captures<'_>| {
        count += TURNED_COUNTS;
        found[1].chars().rev().collect::<String>()
    });
    let spelled = TAGS.replace_all(&turned, |found: &regex::Captures<'_>| {
        let letters = found[0]
            .chars()
            .filter_map(|c| char::from_u32(u32::from(c) - 0xe0000));
        let spelled: String = letters.collect();
        count += spelled.len();
        format!(". {spelled} ")
    });
    let shown = UNSEEN.replace_all(&spelled, |found: &regex::Captures<'_>| {
        count += usize::from(!matches!(&found[0], "\u{fe0e}" | "\u{fe0f}"));
        ""
    });
    (shown.into_owned(), count)
}

#[cfg(test)]
mod tests;
