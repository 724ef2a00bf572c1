//! What honest code looks like that does nothing or always gives back the same.

use crate::facts::Body;
use crate::walk::{Draft, Walk, is_part};
use std::borrow::Cow;
use tree_sitter::Node;
use wordlist::{Words, array};

/// Longest text that is searched for other uses of a name; in longer ones everything is taken for innocent.
const TEXT_BYTES_MAX: usize = 256 << 10;

/// Words by which a declaration leaves the work to others.
static HEIRS: Words = Words::new(|| wordlist::lines(include_str!("../../words/innocence_heirs.txt")));

/// What place and company make of a body that does little.
pub(super) struct Judged {
    /// What the body is, where the language knows better than the statements say.
    pub(super) verdict: Option<Body>,
    /// Whether it would be fair to call it a pretence.
    pub(super) may_pretend: bool,
    /// Whether it would be fair to call it empty.
    pub(super) may_be_empty: bool,
}

impl Judged {
    /// Nothing is held against it.
    pub(super) const fn innocent(verdict: Option<Body>) -> Self {
        Self {
            verdict,
            may_pretend: false,
            may_be_empty: false,
        }
    }

    /// What is said of the function that was judged.
    pub(super) fn draft<'t>(
        self,
        name: impl Into<Cow<'t, str>>,
        body: Option<Node<'t>>,
        params: u16,
    ) -> Draft<'t> {
        Draft {
            verdict: self.verdict,
            may_pretend: self.may_pretend && params > 0,
            may_be_empty: self.may_be_empty,
            params,
            typed: params,
            ..Draft::of(name, body)
        }
    }
}

/// Whether a text (a docstring, a message) leaves the work to heirs.
pub(crate) fn asks_heirs(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    HEIRS.iter().any(|word| lower.contains(word))
}

/// Whether a message in small letters is about work that is still to be done.
pub(super) fn is_about_writing(message: &str) -> bool {
    const WORDS: [&str; 8] = array("implement todo later yet stub future soon pending");
    WORDS.iter().any(|word| message.contains(word))
}

/// Whether a name stands for a value somewhere: given to a call, put into a list. What is handed over has the shape
/// that others ask for.
pub(crate) fn is_handed_over(text: &str, name: &str) -> bool {
    text.len() > TEXT_BYTES_MAX
        || uses(text, name).any(|(before, after)| {
            let opens = whole(before)
                .trim_end()
                .ends_with(['(', ',', '[', '=', ':', '{', '&', '|', '?']);
            let closes = after.trim_start().starts_with([')', ',', ']', '}', ';', '\n'])
                || after.trim_start_matches([' ', '\t', '\r']).starts_with('\n')
                || after.trim().is_empty();
            opens && closes
        })
}

/// Whether a class of the file is made from `owner`, in any of the languages' ways to say so.
pub(crate) fn has_heirs(text: &str, owner: &str) -> bool {
    text.len() > TEXT_BYTES_MAX
        || uses(text, owner).any(|(before, _)| {
            let line = before.rsplit('\n').next().unwrap_or_default();
            let words = line.trim_start();
            (words.starts_with("class ") && line.contains(['(', '<']))
                || line.contains("extends ")
                || line.contains("implements ")
        })
}

/// What stands before all of `self.a.` that leads to a name.
fn whole(mut before: &str) -> &str {
    while let Some(rest) = before.strip_suffix('.') {
        before = rest.trim_end_matches(is_part);
    }
    before
}

/// What stands before and behind every place where a name stands by itself.
pub(super) fn uses<'t>(text: &'t str, name: &'t str) -> impl Iterator<Item = (&'t str, &'t str)> {
    text.match_indices(name)
        .map(|(at, found)| (&text[..at], &text[at + found.len()..]))
        .filter(move |(before, after)| {
            !name.is_empty() && !before.ends_with(is_part) && !after.starts_with(is_part)
        })
}

/// How many methods of a class do nothing, or say nothing, before the class is what others are made from.
const LITTLE_MIN: usize = 3;
/// Most members of a class that are looked at.
const MEMBERS_MAX: usize = 400;
/// Most lines of a comment above something that are looked at.
const COMMENT_LINES_MAX: usize = 60;

/// Whether a class is a base by its look: several of its methods do nothing or give back nothing. Heirs may lie in
/// other files.
pub(crate) fn is_blank<'t>(class: Node<'t>, walk: &Walk<'t>) -> bool {
    let Some(body) = walk.child(class, "body") else {
        return false;
    };
    let mut cursor = body.walk();
    let members = body.named_children(&mut cursor).take(MEMBERS_MAX);
    let methods = members.map(|member| walk.child(member, "definition").unwrap_or(member));
    let is_method = |member: &Node<'t>| {
        matches!(
            member.kind(),
            "method" | "method_definition" | "method_declaration" | "function_definition"
        )
    };
    let named = |method: &Node<'t>| {
        !matches!(
            walk.field(*method, "name"),
            "constructor" | "initialize" | "__init__"
        )
    };
    methods
        .filter(is_method)
        .filter(named)
        .filter(|method| says_nothing(*method, walk))
        .count()
        >= LITTLE_MIN
}

fn says_nothing<'t>(method: Node<'t>, walk: &Walk<'t>) -> bool {
    let Some(body) = walk.child(method, "body") else {
        return true;
    };
    match walk.slight(body) {
        Some(Body::Empty) => true,
        Some(Body::Constant(what)) => matches!(
            what.as_str(),
            "None" | "null" | "undefined" | "nil" | "false" | "False"
        ),
        _ => false,
    }
}

/// Whether the comment above something leaves the work to heirs.
pub(crate) fn is_left_above(text: &str, start: usize) -> bool {
    let before = text.get(..start).unwrap_or_default();
    let before = before.get(..before.rfind('\n').unwrap_or(0)).unwrap_or_default();
    let is_told = |line: &&str| {
        ["#", "//", "*", "/*"]
            .iter()
            .any(|mark| line.trim_start().starts_with(mark))
    };
    before
        .rsplit('\n')
        .take(COMMENT_LINES_MAX)
        .take_while(is_told)
        .any(asks_heirs)
}
