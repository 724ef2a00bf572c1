//! Whether naming a path claims that this repository has it. Rather no accusation than a false one.

use crate::claim::mood::{Signs, is_judged, is_question, of_word, signs};
use wordlist::{array, between};

/// Furthest that the start or the end of a sentence is looked for, in bytes.
const SENTENCE_BYTES_MAX: usize = 1_000;
/// Endings after which a sentence may begin.
const ENDS: [char; 3] = ['.', '!', '?'];
/// Said right after a path, in brackets, these beginnings take the claim back.
const TAKEN_BACK: [&str; 10] =
    between("new|planned|proposed|optional|to be|future|todo|not |generated|example");
/// What is done to a file that is there already.
const EDITS: [&str; 14] =
    array("in extend update modify change refactor replace fix rewrite rename edit simplify split harden");
/// What is done when a file is made.
const MAKING: [&str; 6] = ["add", "create", "implement", "introduce", "new", "build"];

/// What a part of a plan is called.
const STEPS: [&str; 4] = ["step", "task", "phase", "milestone"];
/// Names that stand for any name.
const MADE_UP: [&str; 6] = ["foo", "bar", "baz", "qux", "foobar", "xyz"];
/// Beginnings of names that the reader is to give.
const YOURS: [&str; 4] = ["your-", "your_", "my-", "my_"];

/// A path where it is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mention {
    /// The path as it was written, cleaned.
    pub(super) path: String,
    /// The row it stands in.
    pub(super) row: usize,
    sentence: String,
    before: String,
    after: String,
    heading: String,
    /// Whether it is the first word of an item of a list.
    leads_item: bool,
}

impl Mention {
    /// The mention of `path` in a paragraph, at `at` and `length` bytes long.
    #[must_use]
    pub(super) fn new(
        path: String,
        row: usize,
        text: &str,
        at: usize,
        length: usize,
        heading: &str,
        item: bool,
    ) -> Self {
        let start = sentence_start(text, at);
        let end = sentence_end(text, at + length);
        let before = &text[start..at];
        Self {
            path,
            row,
            sentence: text[start..end].trim().to_owned(),
            before: before.to_lowercase(),
            after: text[at + length..end].to_lowercase(),
            heading: heading.to_lowercase(),
            leads_item: item && !before.chars().any(char::is_alphabetic),
        }
    }

    /// The sentence it stands in.
    #[must_use]
    pub(super) fn sentence(&self) -> &str {
        &self.sentence
    }
}

/// A sentence begins after an end mark and before a capital.
fn sentence_start(text: &str, at: usize) -> usize {
    let from = near(text, at.saturating_sub(SENTENCE_BYTES_MAX));
    let mut ends = text[from..at]
        .match_indices(ENDS)
        .filter(|(end, _)| is_end(text, from + end));
    ends.next_back()
        .map_or(from, |(end, mark)| from + end + mark.len())
}

fn sentence_end(text: &str, from: usize) -> usize {
    let last = near(text, (from + SENTENCE_BYTES_MAX).min(text.len()));
    let end = text[from..last]
        .match_indices(ENDS)
        .find(|(end, _)| is_end(text, from + end));
    end.map_or(last, |(end, mark)| from + end + mark.len())
}

/// The nearest boundary of characters at or before a byte.
fn near(text: &str, at: usize) -> usize {
    (0..=at).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0)
}

fn is_end(text: &str, at: usize) -> bool {
    let mut rest = text[at + 1..].chars();
    // The cells of a row are read together.
    rest.next() == Some(' ')
        && !rest.as_str().trim_start().starts_with('|')
        && rest
            .find(|c| c.is_alphanumeric())
            .is_some_and(|c| c.is_uppercase() || c.is_ascii_digit())
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| {
        c.is_whitespace()
            || matches!(
                c,
                ',' | '(' | ')' | '"' | '`' | ':' | ';' | '*' | '’' | '\'' | '/'
            )
    })
    .map(|word| word.trim_end_matches('.'))
}

/// Whether the words around it make the path something that a run leaves behind.
#[must_use]
pub(super) fn is_output(mention: &Mention) -> bool {
    signs(&mention.before).has(Signs::MADE)
}

/// Whether a path is where a link leads.
#[must_use]
pub(super) fn is_link(mention: &Mention) -> bool {
    mention.before.ends_with("](")
}

/// Whether the mention says that the path is in this repository.
#[must_use]
pub(super) fn is_claim(mention: &Mention) -> bool {
    // The value of an option is whatever the user has.
    let is_argument = mention
        .before
        .split_whitespace()
        .next_back()
        .is_some_and(|word| word.starts_with('-') && word.len() > 1);
    if is_argument || is_value(&mention.before) || is_taken_back(&mention.after) || is_open(mention) {
        return false;
    }
    // An address that was broken over lines goes on as a path would.
    let last = mention.before.split_whitespace().next_back().unwrap_or_default();
    if last.contains("://") {
        return false;
    }
    // Addresses that nobody owns are for showing what the reader's own would be.
    let is_invented = [&mention.before, &mention.after]
        .iter()
        .any(|text| text.contains("://example."));
    // An item of a plan says what is to be done to the file.
    if is_invented || mention.after.contains(" action:") {
        return false;
    }
    if mention.leads_item {
        match verb(&mention.after) {
            Some(verb) if EDITS.contains(&verb) => return true,
            Some(verb) if MAKING.contains(&verb) => return false,
            _ => {}
        }
    }
    is_stated(mention) && !is_order(&mention.heading) && !is_made_up(&mention.path)
}

/// Whether nothing that is said beside the path takes it elsewhere, or to another time.
fn is_stated(mention: &Mention) -> bool {
    let around = format!("{}it{}", mention.before, mention.after);
    let apart = Signs::PLAN | Signs::PAST | Signs::SAMPLE | Signs::ELSEWHERE | Signs::DENIAL | Signs::OPEN;
    let before = Signs::MODAL | Signs::WISH | Signs::NEW | Signs::CONDITION;
    !signs(&around).has(apart | Signs::SOUGHT | Signs::GONE | Signs::MADE)
        && !signs(&mention.before).has(before)
        && !signs(&mention.heading).has(Signs::HEADING)
        && !is_question(&around)
        && !is_judged(&around)
}

/// Whether a heading is a step that tells the reader to make something: `Step 1.2: Create the judge`.
fn is_order(heading: &str) -> bool {
    let mut words = words(heading).filter(|word| word.chars().any(char::is_alphanumeric));
    let is_step = words.next().is_some_and(|word| STEPS.contains(&word));
    let is_number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit());
    is_step
        && words
            .find(|word| !is_number(word))
            .is_some_and(|word| MAKING.contains(&word))
}

/// Whether a part of the path is a name that only examples have.
fn is_made_up(path: &str) -> bool {
    path.split('/').any(|part| {
        let stem = part.split('.').next().unwrap_or_default();
        MADE_UP.contains(&stem) || YOURS.iter().any(|start| part.to_lowercase().starts_with(start))
    })
}

/// Whether what stands before is the key of a value, as data that is shown has it: `"location": "`.
fn is_value(before: &str) -> bool {
    let quotes = ['"', '\'', '“', '”', ' '];
    let key = before.trim_end_matches(quotes).strip_suffix(':');
    key.is_some_and(|key| key.trim_end_matches(' ').ends_with(['"', '\'', '“', '”']))
}

/// Whether an arrow leads away from the path, or words right after it put it into the future.
fn is_open(mention: &Mention) -> bool {
    let after = mention.after.trim_start_matches(['`', '*', '"', ')', ' ']);
    let is_wished = |word| of_word(word).has(Signs::MODAL);
    ["→", "->", "=>"].iter().any(|arrow| after.starts_with(arrow))
        || words(after).next().is_some_and(is_wished)
}

fn is_taken_back(after: &str) -> bool {
    let after = after.trim_start_matches(['`', '*', '"', ' ']);
    let inner = after.strip_prefix('(').or_else(|| after.strip_prefix('['));
    inner.is_some_and(|inner| TAKEN_BACK.iter().any(|start| inner.starts_with(start)))
}

/// The first word after the dash or colon that follows a path and its remark in brackets.
fn verb(after: &str) -> Option<&str> {
    let after = after.trim_start_matches(['`', '*', '"', ' ']);
    let after = match after.strip_prefix('(') {
        Some(rest) => rest.split_once(')')?.1,
        None => after,
    };
    let rest = after.trim_start().strip_prefix(['—', '–', '-', ':'])?;
    words(rest).find(|word| !word.is_empty())
}
