//! At which place a function takes what.

use super::{Kind, Walk};
use std::collections::BTreeMap;
use tree_sitter::Node;

/// Most nodes of a function, in the order of the text, among which its list of parameters is looked for.
const SEARCH_MAX: usize = 64;
/// Most nodes of a parameter that are searched for names.
const NAMES_MAX: usize = 64;
/// Names of what a method is called on, where it stands among the parameters.
const RECEIVERS: [&str; 3] = ["self", "cls", "this"];

/// The places of the names that a function itself takes, from 0, without the receiver.
pub(super) fn of<'t>(walk: &Walk<'t>, function: Node<'t>) -> BTreeMap<&'t str, u16> {
    let mut places = BTreeMap::new();
    let Some(list) = list(walk, function) else {
        return places;
    };
    let mut cursor = list.walk();
    let mut place = 0_u16;
    for parameter in list.named_children(&mut cursor) {
        let is_receiver =
            parameter.kind() == "self_parameter" || RECEIVERS.contains(&walk.text_of(parameter));
        if is_receiver || walk.kind(parameter).is(Kind::COMMENT) {
            continue;
        }
        for names in declared(walk, parameter) {
            for name in names {
                places.entry(name).or_insert(place);
            }
            place = place.saturating_add(1);
        }
    }
    places
}

/// The first list of parameters inside of a function; Go has the receiver in one of its own before it.
fn list<'t>(walk: &Walk<'t>, function: Node<'t>) -> Option<Node<'t>> {
    if let Some(list) = function.child_by_field_name("parameters") {
        return Some(list);
    }
    let mut open = vec![function];
    for _ in 0..SEARCH_MAX {
        let node = open.pop()?;
        if walk.kind(node).is(Kind::PARAMETERS) {
            return Some(node);
        }
        let mut cursor = node.walk();
        let children: Vec<Node<'t>> = node.named_children(&mut cursor).take(SEARCH_MAX).collect();
        open.extend(children.into_iter().rev());
    }
    None
}

/// The names of each parameter that is declared together: Go's `a, b string` is two.
fn declared<'t>(walk: &Walk<'t>, parameter: Node<'t>) -> Vec<Vec<&'t str>> {
    let mut cursor = parameter.walk();
    let together: Vec<Node<'t>> = parameter.children_by_field_name("name", &mut cursor).collect();
    if together.len() > 1 {
        return together.iter().map(|name| vec![walk.text_of(*name)]).collect();
    }
    vec![names(walk, parameter)]
}

fn names<'t>(walk: &Walk<'t>, parameter: Node<'t>) -> Vec<&'t str> {
    let mut open = vec![parameter];
    let mut names = Vec::new();
    let mut cursor = parameter.walk();
    for _ in 0..NAMES_MAX {
        let Some(node) = open.pop() else { break };
        if walk.kind(node).is(Kind::NAME) {
            names.push(walk.text_of(node));
        }
        open.extend(node.named_children(&mut cursor));
    }
    names
}
