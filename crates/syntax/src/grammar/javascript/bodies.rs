//! What a function of JavaScript does at a glance, and what honest code looks like that does little.

use super::functions::Place;
use crate::facts::Body;
use crate::grammar::innocence::{Judged, asks_heirs, has_heirs, is_blank, is_handed_over, is_left_above};
use crate::walk::{Walk, says_unwritten};
use tree_sitter::Node;

/// Judges a function; only bodies that do little are looked at closely.
pub(super) fn judge<'t>(node: Node<'t>, name: &str, place: &Place<'t>, walk: &Walk<'t>) -> Judged {
    let Some(body) = walk.child(node, "body") else {
        return Judged::innocent(None);
    };
    let Some(found) = walk.slight(body) else {
        return Judged::innocent(None);
    };
    let class = class_of(node, place, walk);
    let is_base = class.is_some_and(|class| is_base(class, walk));
    if let Body::Unwritten(how) = &found {
        let is_left = is_base || asks_heirs(how);
        let verdict = if is_left { Some(Body::Declared) } else { None };
        return Judged::innocent(verdict.or_else(|| walk.is_in_test().then_some(Body::Real)));
    }
    let is_asked_for = place.is_asked_for
        || is_base
        || is_left_above(walk.text(), node.start_byte())
        || class.is_some_and(|class| has_company(class))
        || is_of_kind(node, name, walk)
        || walk.is_in_test()
        || walk.is_in_function()
        || is_for_nothing(node, walk)
        || is_handed_over(walk.text(), name);
    Judged {
        verdict: None,
        may_pretend: !is_asked_for && !is_component(name, &found),
        may_be_empty: !is_asked_for,
    }
}

/// Constructors, setters and generators may do nothing; so may a function that only tells a type.
fn is_of_kind<'t>(node: Node<'t>, name: &str, walk: &Walk<'t>) -> bool {
    let mut cursor = node.walk();
    let has_word = node
        .children(&mut cursor)
        .any(|child| matches!(child.kind(), "set" | "get" | "override_modifier" | "*"));
    let tells = walk.field(node, "return_type");
    name == "constructor"
        || has_word
        || tells.contains(" is ")
        || tells.contains("asserts ")
        || name.starts_with(['[', '_'])
}

/// A component that shows nothing.
fn is_component(name: &str, found: &Body) -> bool {
    name.starts_with(char::is_uppercase)
        && matches!(found, Body::Constant(what) if matches!(what.as_str(), "null" | "undefined"))
}

/// Whether every parameter says that it is not used: `_request`.
fn is_for_nothing<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let one = walk.field(node, "parameter");
    let list = if one.is_empty() {
        walk.field(node, "parameters").trim_matches(['(', ')'])
    } else {
        one
    };
    !list.trim().is_empty()
        && list
            .split(',')
            .all(|name| name.trim().trim_start_matches("...").starts_with('_'))
}

/// The class that a function is a member of.
fn class_of<'t>(node: Node<'t>, place: &Place<'t>, walk: &Walk<'t>) -> Option<Node<'t>> {
    let steps = if place.holder.id() == node.id() { 1 } else { 2 };
    walk.above(steps)
        .filter(|class| class.kind().contains("class") && class.kind() != "class_body")
}

fn has_company(class: Node<'_>) -> bool {
    let mut cursor = class.walk();
    class
        .named_children(&mut cursor)
        .any(|child| child.kind() == "class_heritage")
}

fn is_base<'t>(class: Node<'t>, walk: &Walk<'t>) -> bool {
    let name = walk.field(class, "name");
    class.kind().starts_with("abstract")
        || name.starts_with("Base")
        || name.starts_with("Abstract")
        || name.ends_with("Base")
        || (!name.is_empty() && has_heirs(walk.text(), name))
        || is_blank(class, walk)
        || is_left_above(walk.text(), class.start_byte())
}

/// What a single statement, or the value of an arrow, is.
pub(super) fn pretence<'t>(only: Node<'t>, walk: &Walk<'t>) -> Option<Body> {
    match only.kind() {
        "return_statement" => walk.returned(only, |value| promised(value, walk)),
        "throw_statement" => {
            let raised = walk.text_of(only.named_child(0)?);
            let is_named = raised.contains("NotImplemented");
            (is_named || says_unwritten(raised)).then(|| Body::Unwritten(walk.text_of(only).to_owned()))
        }
        "statement_block" | "expression_statement" => None,
        _ if walk.is_constant(only) => Some(Body::Constant(walk.text_of(only).into())),
        _ => promised(only, walk),
    }
}

/// `Promise.resolve(…)` of a constant; `Promise.reject` of what is not written.
fn promised<'t>(value: Node<'t>, walk: &Walk<'t>) -> Option<Body> {
    let list = walk.child(value, "arguments")?;
    match walk.field(value, "function") {
        "Promise.resolve" if list.kind() == "arguments" && walk.is_constant(list) => {
            Some(Body::Constant(walk.text_of(value).into()))
        }
        "Promise.reject" if says_unwritten(walk.text_of(list)) => {
            Some(Body::Unwritten(walk.text_of(value).to_owned()))
        }
        _ => None,
    }
}
