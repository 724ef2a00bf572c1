//! What a function does at a glance.

use super::{Draft, Kind, Walk, is_part, names, snippet};
use crate::facts::Body;
use tree_sitter::Node;
use wordlist::{Words, array, between};

/// Most nodes of a value that is still called a constant: larger ones are data somebody wrote down.
const CONSTANT_NODES_MAX: usize = 24;
/// Longest text of a constant or of a word on what is not written, in characters.
const CHARS_MAX: usize = 80;

/// What the body of a function is. Says nothing (that is [`Body::Real`]) of what does not parse.
pub(super) fn classify<'t>(walk: &Walk<'t>, node: Node<'t>, draft: &Draft<'t>) -> Body {
    if node.has_error() || walk.is_in_error() {
        return Body::Real;
    }
    match &draft.verdict {
        Some(Body::Empty) => return kept(walk, node, Some(Body::Empty), draft),
        Some(verdict) => return verdict.clone(),
        None => {}
    }
    let Some(body) = draft.body else {
        return Body::Declared;
    };
    let statements = walk.statements(body, 2);
    let is_slight = match statements.as_slice() {
        [] => true,
        [only] => matches!(
            walk.grammar.pretence(*only, walk),
            Some(Body::Constant(_) | Body::Empty)
        ),
        _ => false,
    };
    match remark(walk, body, is_slight) {
        Some(says)
            if says_unwritten(says) && (draft.may_pretend || statements.is_empty() || says_work(says)) =>
        {
            Body::Unwritten(snippet(says, CHARS_MAX))
        }
        Some(_) if is_slight => Body::Real,
        _ => match statements.as_slice() {
            [] => kept(walk, node, Some(Body::Empty), draft),
            [only] if let Some(pretence) = walk.grammar.pretence(*only, walk) => {
                kept(walk, node, Some(pretence), draft)
            }
            _ => refused(walk, body).map_or(Body::Real, |how| Body::Unwritten(snippet(&how, CHARS_MAX))),
        },
    }
}

/// Whether a function does nothing, or gives back what is written down and nothing else.
pub(super) fn is_slight<'t>(walk: &Walk<'t>, draft: &Draft<'t>) -> bool {
    let slight = |body: Node<'t>| matches!(walk.slight(body), Some(Body::Empty | Body::Constant(_)));
    draft.body.map_or(draft.verdict == Some(Body::Empty), slight)
}

/// What a body says that does nothing but print, and then refuse, or print that it is not written.
fn refused<'t>(walk: &Walk<'t>, body: Node<'t>) -> Option<String> {
    let statements = walk.statements(body, SAID_MAX + 2);
    let is_said = |one: &Node<'t>| {
        let text = walk.text_of(*one).trim_start();
        SAYS.iter().any(|says| text.starts_with(says))
    };
    let (said, done): (Vec<Node<'t>>, Vec<Node<'t>>) = statements.into_iter().partition(is_said);
    match done.as_slice() {
        [] => {
            let mut said = said.into_iter().map(|one| walk.text_of(one));
            let says = said.find(|text| text.to_ascii_lowercase().contains("not implemented"))?;
            Some(says.to_owned())
        }
        [only] => match walk.grammar.pretence(*only, walk)? {
            Body::Unwritten(how) => Some(how),
            _ => None,
        },
        _ => None,
    }
}

/// Most lines that such a body prints.
const SAID_MAX: usize = 4;
/// How printing begins, in the languages that are read.
const SAYS: [&str; 9] =
    between("console.|print(|System.out.|println!(|fmt.Print|puts |log.|logger.|this.logger.");

/// Whether a comment beside a value is about the work that is missing. A mark alone may be about anything, where the
/// value is what a function of that kind gives back.
fn says_work(comment: &str) -> bool {
    let lower = comment.to_ascii_lowercase();
    UNWRITTEN
        .iter()
        .chain(&["implement", "write", "finish"])
        .any(|word| lower.contains(word))
}

/// The comment inside of a body that does next to nothing.
fn remark<'t>(walk: &Walk<'t>, body: Node<'t>, is_slight: bool) -> Option<&'t str> {
    let mut cursor = body.walk();
    let mut inside = body
        .named_children(&mut cursor)
        .take(if is_slight { 4 } else { 0 });
    inside
        .find(|child| walk.kind(*child).is(Kind::COMMENT))
        .map(|comment| walk.text_of(comment))
}

fn kept<'t>(walk: &Walk<'t>, node: Node<'t>, pretence: Option<Body>, draft: &Draft<'t>) -> Body {
    let is_fair = || {
        !says_idle(walk, draft)
            && walk.may_search()
            && !is_handed_on(walk, &draft.name)
            && !walk.grammar.is_obliged(node, walk)
    };
    match pretence {
        Some(Body::Constant(what)) if draft.may_pretend && is_fair() => {
            Body::Constant(snippet(&what, CHARS_MAX))
        }
        Some(Body::Unwritten(how)) => Body::Unwritten(snippet(&how, CHARS_MAX)),
        Some(Body::Empty) if draft.may_be_empty && is_fair() => Body::Empty,
        _ => Body::Real,
    }
}

/// Most places of one name that are looked at, and how much of the line before each, in bytes.
const PLACES_MAX: usize = 50;
const LINE_BYTES_MAX: usize = 200;

/// Whether a function is handed on as a value in the same file: then others prescribe what it takes.
fn is_handed_on(walk: &Walk<'_>, name: &str) -> bool {
    walk.places_of(name).any(|(line, after)| {
        let next = after.trim_start_matches(' ').chars().next();
        let lead = line.trim_start();
        let is_told =
            ["//", "* ", "/*", "#"].iter().any(|mark| lead.starts_with(mark)) || line.contains("//");
        !is_told && next.is_some_and(|next| ",);}".contains(next)) && !line.ends_with('"')
    })
}

impl<'t> Walk<'t> {
    /// Where a name stands by itself: the line before it, and everything behind it. Searches the whole text: ask
    /// [`Walk::may_search`] first.
    pub(crate) fn places_of(&self, name: &str) -> impl Iterator<Item = (&'t str, &'t str)> {
        let length = name.len();
        let text = self.text();
        let places = if length == 0 { 0 } else { PLACES_MAX };
        text.match_indices(name)
            .map(|(at, _)| at)
            .take(places)
            .collect::<Vec<usize>>()
            .into_iter()
            .map(move |at| (line_before(text, at), &text[at + length..]))
            .filter(move |(line, after)| !line.ends_with(is_part) && !after.starts_with(is_part))
    }

    /// Whether one more search through the whole text is affordable; beyond that, everything is taken for innocent.
    pub(crate) fn may_search(&self) -> bool {
        let searches = self.searches.get();
        self.searches.set(searches.saturating_add(1));
        searches < SEARCHES_MAX
    }
}

/// Most searches through the whole text of one file.
const SEARCHES_MAX: u32 = 300;

/// What stands before a place on its line, as far as it matters.
fn line_before(text: &str, at: usize) -> &str {
    let mut from = at.saturating_sub(LINE_BYTES_MAX);
    while !text.is_char_boundary(from) {
        from += 1;
    }
    text[from..at].rsplit('\n').next().unwrap_or_default()
}

/// Words in names that say honestly that nothing happens here.
static IDLE_WORDS: Words = Words::new(|| wordlist::words(include_str!("../../words/body_idle_words.txt")));

/// Names of files that hold one of several variants of the same, chosen by platform or feature.
const VARIANTS: [&str; 21] = array(
    "windows win unix linux macos darwin wasm wasm32 android ios other others fallback generic portable posix \
     win32 bsd freebsd redox miri",
);

/// Whether the name of a function, of its owner or of its file says that nothing happens in it.
fn says_idle(walk: &Walk<'_>, draft: &Draft<'_>) -> bool {
    let owner = draft
        .owner
        .as_deref()
        .or_else(|| walk.owner())
        .unwrap_or_default();
    let file = walk.path().rsplit('/').next().unwrap_or_default();
    let stem = file.split('.').next().unwrap_or_default();
    let is_variant = stem
        .split('_')
        .next_back()
        .is_some_and(|last| VARIANTS.contains(&last));
    is_variant
        || [draft.name.as_ref(), owner, stem].iter().any(|name| {
            let name = name.to_ascii_lowercase();
            IDLE_WORDS.iter().any(|word| name.contains(word))
        })
}

/// Phrases by which people and programs say that something is still to be written.
static UNWRITTEN: Words = Words::new(|| wordlist::lines(include_str!("../../words/body_unwritten.txt")));

/// Whether a text (a comment, a message) says that something is not written.
pub(crate) fn says_unwritten(text: &str) -> bool {
    let lower = text.to_ascii_lowercase();
    says_to_do(&lower) || UNWRITTEN.iter().any(|phrase| lower.contains(phrase))
}

/// Whether a text is marked as something that is still to be done.
pub(crate) fn says_to_do(text: &str) -> bool {
    let said = text.trim_start_matches(|letter: char| !letter.is_alphanumeric());
    let is_word = |word: &str| {
        ["todo", "fixme"]
            .iter()
            .any(|mark| word.eq_ignore_ascii_case(mark))
    };
    names(said).next().is_some_and(is_word)
}

impl<'t> Walk<'t> {
    /// The first `most` statements of a body that do something. A body that is no list is its own statement.
    pub(crate) fn statements(&self, body: Node<'t>, most: usize) -> Vec<Node<'t>> {
        let mut cursor = body.walk();
        let does = |child: &Node<'t>| {
            !self.kind(*child).is(Kind::COMMENT.and(Kind::IDLE)) && !self.grammar.is_idle(*child, self)
        };
        if self.kind(body).is(Kind::BLOCK.and(Kind::LIST)) {
            let lists = |child: &Node<'t>| self.kind(*child).is(Kind::LIST);
            let list = body.named_children(&mut cursor).find(lists);
            let body = list.unwrap_or(body);
            body.named_children(&mut cursor).filter(does).take(most).collect()
        } else {
            vec![body].into_iter().filter(does).collect()
        }
    }

    /// Whether the first that a body does is to tell the runner to pass over it.
    pub(super) fn begins_with_skip(&self, body: Option<Node<'t>>) -> bool {
        let first = body.and_then(|body| self.statements(body, 1).first().copied());
        // `skip("…") unless online?` hangs on something.
        let first = first.filter(|first| !self.kind(*first).is(Kind::BRANCH));
        let text = first.map_or("", |first| self.text_of(first));
        let mut rests = self
            .lists()
            .skips
            .iter()
            .filter_map(|skip| text.strip_prefix(skip.as_str()));
        rests.any(|rest| rest.is_empty() || rest.starts_with([' ', '(']))
    }

    /// What a body is that does little: nothing, or what its only statement pretends.
    pub(crate) fn slight(&self, body: Node<'t>) -> Option<Body> {
        match self.statements(body, 2)[..] {
            [] => Some(Body::Empty),
            [only] => self.grammar.pretence(only, self),
            _ => None,
        }
    }

    /// What a statement is that gives something back: nothing, a constant, or else what the language says of it.
    pub(crate) fn returned(
        &self,
        statement: Node<'t>,
        otherwise: impl FnOnce(Node<'t>) -> Option<Body>,
    ) -> Option<Body> {
        match statement.named_child(0) {
            None => Some(Body::Empty),
            Some(value) => self.constant_body(value).or_else(|| otherwise(value)),
        }
    }

    /// What a body is that gives back a value, where it is written down whole.
    pub(crate) fn constant_body(&self, value: Node<'t>) -> Option<Body> {
        self.is_constant(value)
            .then(|| Body::Constant(self.text_of(value).to_owned()))
    }

    /// Whether a value is written down whole: literals, and lists and signs of them.
    pub(crate) fn is_constant(&self, value: Node<'t>) -> bool {
        let mut open = vec![value];
        let mut left = CONSTANT_NODES_MAX;
        while let Some(node) = open.pop() {
            let kind = self.kind(node);
            left = left.saturating_sub(1);
            let is_piece = kind.is(Kind::PIECES.and(Kind::LITERAL));
            if left == 0 {
                return false;
            }
            if let Some(parts) = self.grammar.constant_parts(node, self) {
                open.extend(parts);
                continue;
            }
            if !is_piece {
                return false;
            }
            if kind.is(Kind::PIECES) {
                let mut cursor = node.walk();
                open.extend(node.named_children(&mut cursor).take(CONSTANT_NODES_MAX));
            }
        }
        true
    }
}
