//! Comments: which lines they leave for code, what they explain, which types they give up.

use super::words::{has_room, last_line_of, number, snippet};
use super::{Vocabulary, line_of, names, says_to_do};
use crate::facts::{Facts, LAPSE_CHARS_MAX, Lapse, Slip};
use std::collections::BTreeSet;
use std::ops::Range;
use tree_sitter::Node;
use wordlist::{Words, array, between};

/// All comments of a file.
#[derive(Default)]
pub(super) struct Comments {
    bytes: Vec<Range<usize>>,
    lines: Vec<Lines>,
    /// The last line of the doc comment that is waiting for what it explains.
    doc: Option<u32>,
}

/// How a comment stands to what is around it.
pub(super) struct Place {
    /// Whether it explains what follows.
    pub(super) is_doc: bool,
    /// Whether no code stands before it.
    pub(super) is_alone: bool,
    /// Whether it explains what comes behind an empty line.
    pub(super) is_apart: bool,
}

/// Where a comment stands.
struct Lines {
    first: u32,
    last: u32,
    /// Whether no code stands before it.
    is_alone: bool,
    /// Whether it says anything beyond that nothing is done.
    says_why: bool,
    /// Whether it says why something holds, and not only what is done next; in languages that are not known it may.
    says_reason: bool,
    /// Whether it says that something is asked or fetched, as the next lines do.
    tells_next: bool,
    /// Whether it, or what stands directly above it, speaks of types.
    is_of_types: bool,
    /// Whether it may be about an annotation below it: it is a line that explains nothing else, or speaks of what is passed over.
    is_of_annotation: bool,
}

/// What a comment above a line is about.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Below {
    /// A statement, or anything else that is no function.
    Statement,
    /// The head of a function.
    Head,
    /// What stands above such a head and belongs to it.
    Annotation,
}

/// How comments begin that only tell what the next lines do, whatever else they say: `check if it is there already or not`.
const NEXT: [&str; 9] =
    between("check if |check whether |checks if |checks whether |see if |get |gets |fetch |load ");

/// How words begin that speak of why the check of types is off.
const CASTS: [&str; 8] = array("unchecked cast suppress generic raw eras safe warning");

/// Words of which one stands in nearly every reason why an error need not be handled.
static REASONS: Words = Words::new(|| wordlist::words(include_str!("../../words/comments_reasons.txt")));

/// Words of which comments are made that only say that nothing is done.
const HOLLOW: [&str; 33] = array(
    "a and catch continue discard discarded do empty error errors exception exceptions here ignore ignored ignoring it just no \
     noop nop nothing ok op pass silent silently skip swallow swallowed the this to",
);

/// Shortest word that says something; a reason has two of them.
const TELLING_CHARS: usize = 3;

/// Tags that place something, as YARD, Javadoc and Doxygen have them, and explain nothing.
const TAGS: [&str; 5] = between("@since|@version|@author|@api public|@!visibility");

/// Whether a comment has words beside such tags.
pub(super) fn says_what(text: &str) -> bool {
    let mut lines = text
        .lines()
        .map(told)
        .filter(|line| line.contains(char::is_alphabetic));
    lines.any(|line| !TAGS.iter().any(|tag| line.starts_with(tag)))
}

/// Whether a comment gives a reason: `// ignore exception` only repeats what the code does, `// TODO log it` what it should do,
/// and a question gives none.
pub(super) fn says_why(text: &str) -> bool {
    if says_to_do(text) || text.trim_end().ends_with('?') {
        return false;
    }
    let words = text
        .split(|letter: char| !letter.is_alphanumeric())
        .filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    let says = words.iter().filter(|word| word.chars().count() >= TELLING_CHARS);
    // Other scripts have no blanks between words.
    (!text.is_ascii() || says.count() >= 2) && words.iter().any(|word| !HOLLOW.contains(&word.as_str()))
}

impl Comments {
    /// A comment stands here.
    pub(super) fn note(&mut self, node: Node<'_>, text: &str, place: &Place, words: &Vocabulary) {
        self.bytes.push(node.byte_range());
        let (first, last) = (line_of(node), last_line_of(node));
        let above = self.lines.last().filter(|above| above.last + 1 == first);
        let begins = |word: &str, with: &str| {
            word.get(..with.len())
                .is_some_and(|it| it.eq_ignore_ascii_case(with))
        };
        let is_type = |word: &str| begins(word, "type") || begins(word, "interface");
        let is_cast = |word: &str| CASTS.iter().any(|cast| begins(word, cast));
        self.lines.push(Lines {
            first,
            last,
            is_alone: place.is_alone,
            says_why: says_why(text) && !gives_up_types(told(text), words),
            says_reason: !text.is_ascii()
                || names(text).any(|word| REASONS.contains(&word.to_lowercase().as_str())),
            tells_next: {
                let said = told(text).to_ascii_lowercase();
                NEXT.iter().any(|next| said.starts_with(next))
            },
            is_of_types: above.is_some_and(|above| above.is_of_types) || names(text).any(is_type),
            is_of_annotation: !place.is_doc && first == last || names(text).any(is_cast),
        });
        let goes_on = self.doc.is_some_and(|doc| doc + 1 >= first);
        let until = last + u32::from(place.is_apart);
        // A remark within a wrapper's head leaves what is explained where it is.
        self.doc = (place.is_doc || goes_on).then_some(until.max(self.doc.filter(|_| goes_on).unwrap_or(0)));
    }

    /// Lines on which there is no code, besides those of comments.
    pub(super) fn pass(&mut self, node: Node<'_>) {
        self.bytes.push(node.byte_range());
    }

    /// An adornment stands between a doc comment and what it explains.
    pub(super) fn extend_doc(&mut self, node: Node<'_>) {
        if self.is_documented(node) {
            self.doc = Some(last_line_of(node));
        }
    }

    /// What is explained stands inside of what begins here.
    pub(super) fn enter_doc(&mut self, node: Node<'_>, inside: Node<'_>) {
        if self.is_documented(node) {
            self.doc = Some(line_of(inside));
        }
    }

    /// Whether a doc comment stands directly above; it explains nothing else.
    pub(super) fn take_doc(&mut self, node: Node<'_>) -> bool {
        let is_documented = self.is_documented(node);
        if is_documented {
            self.doc = None;
        }
        is_documented
    }

    /// Whether a doc comment stands directly above.
    fn is_documented(&self, node: Node<'_>) -> bool {
        let first = line_of(node);
        self.doc.is_some_and(|doc| doc <= first && doc + 1 >= first)
    }

    /// Leaves the lapses that no comment explains: one beside it, or one on the lines directly above.
    pub(super) fn leave_unexplained(&self, facts: &mut Facts) {
        let heads: BTreeSet<u32> = facts.functions.iter().map(|one| one.first).collect();
        let is_comment = |lapse: &Lapse| lapse.text.starts_with(['#', '/', '*', '<', ';']);
        facts.lapses.retain(|lapse| {
            let is_open = lapse.kind == Slip::Untyped;
            let below = match is_open {
                true if lapse.text.starts_with('@') => Below::Annotation,
                true if heads.contains(&lapse.line) => Below::Head,
                _ => Below::Statement,
            };
            is_open && is_comment(lapse) || !self.excuses(lapse.kind, lapse.line, below)
        });
    }

    /// Whether a comment stands on a line or directly above it. Above the head of a function it is about all that the function
    /// does, and says why a type in it is open only where it speaks of types. Above what may end the program, most only say what comes
    /// next.
    pub(super) fn excuses(&self, kind: Slip, line: u32, below: Below) -> bool {
        self.lines_at(line).any(|comment| {
            let is_beside = comment.first == line || comment.last == line;
            let is_meant = kind != Slip::Fatal || is_beside || comment.says_reason;
            let is_about = match below {
                Below::Statement => true,
                Below::Head => comment.is_of_types,
                Below::Annotation => comment.is_of_annotation,
            };
            comment.says_why && is_meant && (is_beside || is_about)
        })
    }

    /// Whether a comment above a statement says why whatever goes wrong inside of it is caught: most tell what it does.
    pub(super) fn excuses_all(&self, line: u32) -> bool {
        self.lines_at(line)
            .any(|comment| comment.says_why && comment.says_reason && !comment.tells_next)
    }

    /// The comments on a line, or alone on the lines directly above it.
    fn lines_at(&self, line: u32) -> impl Iterator<Item = &Lines> {
        let after = self.lines.partition_point(|comment| comment.first <= line);
        let near = self.lines[after.saturating_sub(2)..after].iter();
        near.filter(move |comment| {
            comment.first == line || comment.last == line || comment.last + 1 == line && comment.is_alone
        })
    }

    /// Lines that hold something besides white space and comments.
    pub(super) fn code_lines(&self, text: &str) -> u32 {
        let bytes = text.as_bytes();
        let mut comments = self.bytes.iter().peekable();
        let (mut count, mut at, mut is_code) = (0, 0, false);
        while at < bytes.len() {
            if let Some(comment) = comments.next_if(|comment| comment.start <= at) {
                let breaks = bytes[at..comment.end.max(at)].contains(&b'\n');
                count += usize::from(is_code && breaks);
                is_code &= !breaks;
                at = at.max(comment.end);
                continue;
            }
            match bytes[at] {
                b'\n' => {
                    count += usize::from(is_code);
                    is_code = false;
                }
                byte => is_code |= !byte.is_ascii_whitespace(),
            }
            at += 1;
        }
        number(count + usize::from(is_code))
    }
}

/// What a comment says that counts.
pub(super) fn read(text: &str, first: u32, words: &Vocabulary, in_test: bool, facts: &mut Facts) {
    for (line, row) in text.lines().zip(first..).filter(|_| !in_test) {
        if gives_up_types(told(line), words) && has_room(&facts.lapses, &mut facts.is_cut) {
            facts.lapses.push(Lapse {
                kind: Slip::Untyped,
                line: row,
                text: snippet(line, LAPSE_CHARS_MAX),
            });
        }
    }
}

/// A comment without the marks that it begins with.
fn told(comment: &str) -> &str {
    comment.trim_start_matches(|letter: char| letter.is_whitespace() || "/*#!<;-".contains(letter))
}

/// Whether a comment switches the check of types off and does not say why: words behind ` -`, `//`, `#` or `:`.
fn gives_up_types(said: &str, words: &Vocabulary) -> bool {
    let Some(word) = words.untyped.iter().find(|word| said.starts_with(*word)) else {
        return false;
    };
    let rest = &said[word.len()..];
    let goes_on = rest.starts_with(|letter: char| letter.is_alphanumeric() || letter == '_');
    let has_reason = ["//", " - ", "--", " # ", "—"]
        .iter()
        .filter_map(|mark| rest.split_once(mark))
        .any(|(_, why)| says_something(why));
    // `# type: ignore[no-untyped-call]` names what alone is passed over.
    let is_narrow = rest.starts_with('[');
    !(goes_on || has_reason || is_narrow || word.starts_with("@ts-") && says_something(rest))
}

fn says_something(why: &str) -> bool {
    why.chars().filter(|letter| letter.is_alphabetic()).count() > 3
}
