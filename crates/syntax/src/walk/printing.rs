//! Handlers that only print.

use super::{Kind, Walk, children, is_part};
use tree_sitter::Node;
use wordlist::{array, between};

/// Most statements of a handler that does nothing but print.
const PRINTS_MAX: usize = 3;
/// Most statements of an attempt whose end is looked at.
const ATTEMPT_MAX: usize = 200;
/// What a handler gives back that says nothing of what went wrong.
const NOTHINGS: [&str; 11] = between("|None|null|nil|undefined|false|False|[]|{}|\"\"|''");

/// Those of them that a caller can tell from what else is given back.
const TOLD: [&str; 6] = between("None|null|nil|undefined|false|False");
/// What is given back where all went well by who gives back that it did not.
const WELL: [&str; 2] = ["true", "True"];

/// What a statement gives back, where it does.
fn given(statement: &str) -> Option<&str> {
    let text = statement.trim_end_matches(';').trim();
    text.strip_prefix("return").map(str::trim)
}

/// Whether a statement makes an error and does nothing with it: `new BadRequestException(…);`, `ValueError("…")`.
fn is_made_in_vain(statement: &str) -> bool {
    let made = statement.strip_prefix("new ").unwrap_or(statement);
    let name = made.split('(').next().unwrap_or_default();
    let is_name = name
        .chars()
        .all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    let ends = made.trim_end_matches(';').trim_end().ends_with(')');
    is_name
        && ends
        && name.starts_with(char::is_uppercase)
        && ["Error", "Exception"].iter().any(|end| name.ends_with(end))
}

impl<'t> Walk<'t> {
    /// Whether a handler prints to the console, by calls that begin so, and goes on as if nothing had been. Who prints and takes the next one
    /// of many has told of it.
    pub(crate) fn only_prints(&self, body: Node<'t>, prints: &[&str]) -> bool {
        let statements = self.statements(body, PRINTS_MAX + 1);
        // Who undoes what was begun has not told anybody.
        let is_undo = |text: &str| text.to_ascii_lowercase().contains("rollback") && !text.contains("throw");
        let is_print = |text: &str| {
            prints.iter().any(|print| text.starts_with(print)) || is_undo(text) || is_made_in_vain(text)
        };
        let goes_on = |text: &str| {
            given(text).is_some_and(|given| NOTHINGS.contains(&given) && !self.tells_caller(given))
        };
        let says_nothing = |text: &str| is_print(text) || goes_on(text);
        let mut texts = statements.iter().map(|one| self.text_of(*one).trim_start());
        statements.len() <= PRINTS_MAX
            && statements
                .iter()
                .any(|one| is_print(self.text_of(*one).trim_start()))
            && texts.all(says_nothing)
            && self.fallen_to().is_none_or(|one| says_nothing(self.text_of(one)))
    }

    /// What the attempt that is caught here gives back at its end.
    fn attempted(&self) -> Option<&'t str> {
        let attempt = self.attempt()?;
        let otherwise = children(attempt)
            .into_iter()
            .find(|part| part.kind() == "else_clause");
        let block = self.child(otherwise.unwrap_or(attempt), "body")?;
        let statements = self.statements(block, ATTEMPT_MAX);
        let last = statements.last().filter(|_| statements.len() < ATTEMPT_MAX)?;
        given(self.text_of(*last)).filter(|given| !given.is_empty())
    }

    fn attempt(&self) -> Option<Node<'t>> {
        self.above(0).filter(|around| around.kind().starts_with("try_"))
    }

    /// What stands directly behind the attempt that is caught here, where the attempt itself ends by giving something back. Only who
    /// caught something comes there, so that it is a part of every handler.
    fn fallen_to(&self) -> Option<Node<'t>> {
        self.attempted()?;
        let (attempt, block) = (self.attempt()?, self.above(1)?);
        // To ask for a sibling goes through all of them.
        let behind = |node: &Node<'t>| block.first_named_child_for_byte(node.end_byte());
        let mut next = std::iter::successors(behind(&attempt), behind);
        next.find(|next| !self.kind(*next).is(Kind::COMMENT))
    }

    /// Whether who called the function around can tell by what it gives back here that something went wrong: the attempt, or another
    /// place, gives back something else.
    fn tells_caller(&self, given: &str) -> bool {
        let text = self.around().map_or("", |function| self.text_of(function));
        let mut others = text.lines().filter_map(|line| self::given(line.trim_start()));
        let answers = |other: &str| !NOTHINGS.contains(&other);
        let is_other = |other: &str| match given {
            "false" | "False" => WELL.contains(&other),
            _ => answers(other),
        };
        TOLD.contains(&given) && (self.attempted().is_some_and(answers) || others.any(is_other))
    }
}

/// Calls that only say an error in words, in small letters.
const WORDS: [&str; 16] = between(
    "print(|println(|printf(|log(|log.|logger.|logging.|echo(|warn(|warning(|puts \
     |puts(|str(|repr(|format(|jsonify(",
);
/// Parts of an error that are words about it, by the languages' own names.
const PARTS: [&str; 7] =
    array(".getMessage .getLocalizedMessage .message .args .toString .__class__ .getClass");

/// Whether the error that was caught, called `name`, goes on as itself: given to a call, kept or given back, and not only
/// its words.
pub(crate) fn goes_on(body: &str, name: &str) -> bool {
    body.lines().any(|line| {
        let lower = line.to_lowercase();
        let says = WORDS.iter().any(|word| {
            let mut places = lower.match_indices(word);
            places.any(|(at, _)| !lower[..at].ends_with(is_part))
        });
        let is_whole = |(before, after): (&str, &str)| {
            let is_name = !before.ends_with(is_part) && !after.starts_with(is_part);
            let is_part_of_it = PARTS.iter().any(|part| after.starts_with(part));
            let is_in_text = before.ends_with('{') || after.starts_with(['}', '!']);
            is_name && !is_part_of_it && !is_in_text
        };
        let mut uses = line
            .match_indices(name)
            .map(|(at, found)| (&line[..at], &line[at + found.len()..]));
        !name.is_empty() && !says && uses.any(is_whole)
    })
}
