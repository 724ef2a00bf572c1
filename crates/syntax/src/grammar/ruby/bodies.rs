//! What a method of Ruby does at a glance, and what honest code looks like that does little.

use super::children;
use crate::facts::Body;
use crate::grammar::innocence::{
    Judged, asks_heirs, has_heirs, is_about_writing, is_blank, is_left_above, uses,
};
use crate::walk::{Walk, says_unwritten};
use tree_sitter::Node;

/// Words in the text around a method that make a class take part in somebody's contract.
const CONTRACTS: &[&str] = &["include ", "extend ", "prepend "];

/// Judges a method; only bodies that do little are looked at closely.
pub(super) fn judge<'t>(node: Node<'t>, walk: &Walk<'t>) -> Judged {
    let body = walk.child(node, "body");
    let statements = body.map(|body| walk.statements(body, 2)).unwrap_or_default();
    let found = match statements.as_slice() {
        [] => Body::Empty,
        [only] => match pretence(*only, walk) {
            Some(found) => found,
            None => return Judged::innocent(None),
        },
        _ => return Judged::innocent(None),
    };
    let name = walk.field(node, "name");
    let is_test = walk.is_in_test() && name.starts_with("test_") && !walk.is_in_function();
    if walk.is_in_test() && !is_test {
        return Judged::innocent(Some(Body::Real));
    }
    if let Body::Unwritten(how) = &found {
        if refuses(how) {
            return Judged::innocent(Some(Body::Real));
        }
        return Judged::innocent(is_left_to_heirs(how, name, node, walk).then_some(Body::Declared));
    }
    let says = body.is_none().then(|| comment(node, walk)).flatten();
    if let Some(says) = says {
        let verdict = if says_unwritten(says) {
            Body::Unwritten(says.to_owned())
        } else {
            Body::Real
        };
        return Judged::innocent(Some(verdict));
    }
    let is_asked_for = !is_test && is_obliged(node, name, walk);
    let verdict = if body.is_none() { Some(Body::Empty) } else { None };
    Judged {
        verdict,
        may_pretend: !is_asked_for && !is_test,
        may_be_empty: !is_asked_for,
    }
}

/// The comment inside of a method that has no body.
fn comment<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<&'t str> {
    let mut cursor = node.walk();
    let comment = node
        .named_children(&mut cursor)
        .find(|child| child.kind() == "comment");
    comment.map(|comment| walk.text_of(comment))
}

/// The class or module around a method.
fn holder<'t>(walk: &Walk<'t>) -> Option<Node<'t>> {
    walk.outward(3)
        .find(|above| matches!(above.kind(), "class" | "module" | "singleton_class"))
}

/// Whether raising "not implemented" is how a base class leaves work to its heirs.
fn is_left_to_heirs<'t>(how: &str, name: &str, node: Node<'t>, walk: &Walk<'t>) -> bool {
    let says = asks_heirs(how)
        || ["self.class", "#{self}", "must ", "not implemented for "]
            .iter()
            .any(|word| how.contains(word));
    let Some(holder) = holder(walk) else {
        return says;
    };
    let owner = walk.field(holder, "name");
    let blanks = walk.text_of(holder).matches("raise NotImplementedError").count();
    let is_base = holder.kind() == "module" || is_named_base(owner) || has_heirs(walk.text(), owner);
    says || is_base
        || blanks > 1
        || is_told_to_be_base(node, holder, walk)
        || is_used(walk.text_of(holder), name)
}

/// Whether the comments above a method or its class leave the work to heirs.
fn is_told_to_be_base<'t>(node: Node<'t>, holder: Node<'t>, walk: &Walk<'t>) -> bool {
    [node, holder]
        .iter()
        .any(|one| is_left_above(walk.text(), one.start_byte()))
}

/// Whether an error says something else than that a method is not written: what to use instead.
fn refuses(how: &str) -> bool {
    let said = how
        .split_once(',')
        .map_or("", |(_, said)| said)
        .to_ascii_lowercase();
    said.chars().any(char::is_alphabetic) && !is_about_writing(&said)
        || how.contains("instead")
        || how.contains("Use ")
}

fn is_named_base(owner: &str) -> bool {
    let last = owner.rsplit("::").next().unwrap_or(owner);
    last.starts_with("Base")
        || last.ends_with("Base")
        || last.starts_with("Abstract")
        || last.ends_with("Interface")
}

/// Whether a name stands in a text besides where it is defined.
fn is_used(text: &str, name: &str) -> bool {
    uses(text, name).any(|(before, _)| !before.ends_with("def ") && !before.ends_with(['"', '\'', '#']))
}

/// Whether somebody may oblige a method to be there.
fn is_obliged<'t>(node: Node<'t>, name: &str, walk: &Walk<'t>) -> bool {
    let is_word = name.starts_with(|first: char| first.is_alphabetic() || first == '_');
    let list = walk.field(node, "parameters").trim_matches(['(', ')']);
    let is_for_nothing =
        !list.is_empty() && list.split(',').all(|one| one.trim().starts_with(['_', '*', '&']));
    let in_company = holder(walk).is_some_and(|holder| {
        let text = walk.text_of(holder);
        let is_mixin = holder.kind() == "module" && node.kind() == "method";
        is_mixin
            || walk.child(holder, "superclass").is_some()
            || holder.kind() == "singleton_class"
            || CONTRACTS.iter().any(|word| text.contains(word))
            || has_heirs(walk.text(), walk.field(holder, "name"))
            || is_blank(holder, walk)
            || is_told_to_be_base(node, holder, walk)
            || text.contains("raise NotImplementedError")
    });
    !is_word
        || name.ends_with('=')
        || is_for_nothing
        || in_company
        || walk.lists().called_by_name.contains(name)
        || walk.is_in_function()
        || walk.text().contains(&format!(":{name}"))
        || walk
            .above(0)
            .is_some_and(|outer| !matches!(outer.kind(), "body_statement" | "program"))
}

/// What a single statement is.
pub(super) fn pretence<'t>(only: Node<'t>, walk: &Walk<'t>) -> Option<Body> {
    match only.kind() {
        "return" => match only.named_child(0).and_then(|list| list.named_child(0)) {
            None => Some(Body::Empty),
            Some(value) => constant(value, walk),
        },
        "call" => {
            let raises = matches!(walk.field(only, "method"), "raise" | "fail")
                && walk.child(only, "receiver").is_none();
            let list = walk.child(only, "arguments").filter(|_| raises)?;
            let said = walk.text_of(list);
            let is_named = said
                .trim_start_matches('(')
                .trim_start_matches("::")
                .starts_with("NotImplementedError");
            (is_named || says_unwritten(said)).then(|| Body::Unwritten(walk.text_of(only).to_owned()))
        }
        _ => constant(only, walk),
    }
}

fn constant<'t>(value: Node<'t>, walk: &Walk<'t>) -> Option<Body> {
    let is_name = matches!(value.kind(), "body_statement" | "then");
    (!is_name && !children(value).iter().any(|one| one.kind() == "interpolation") && walk.is_constant(value))
        .then(|| Body::Constant(walk.text_of(value).into()))
}
