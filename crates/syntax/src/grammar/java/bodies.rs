//! What a method of Java does at a glance, and what honest code looks like that does little.

use super::{annotations, has_word};
use crate::facts::Body;
use crate::grammar::innocence::{Judged, asks_heirs, has_heirs, is_blank, is_left_above};
use crate::walk::{Walk, says_unwritten};
use tree_sitter::Node;

/// Judges a method; only bodies that do little are looked at closely.
pub(super) fn judge<'t>(node: Node<'t>, walk: &Walk<'t>) -> Judged {
    let Some(body) = walk
        .child(node, "body")
        .filter(|_| node.kind() == "method_declaration")
    else {
        return Judged::innocent(None);
    };
    let Some(found) = walk.slight(body) else {
        return Judged::innocent(None);
    };
    let names: Vec<&str> = annotations(node, walk)
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    let is_test = super::test_cases::is_test(node, walk) && !names.contains(&"Override");
    if walk.is_in_test() && !is_test {
        return Judged::innocent(Some(Body::Real));
    }
    if let Body::Unwritten(how) = &found {
        if walk.above(0).is_some_and(|body| body.kind() == "interface_body") {
            return Judged::innocent(Some(Body::Real));
        }
        let said = how.split_once('(').map_or("", |(_, said)| said);
        return Judged::innocent(asks_heirs(said).then_some(Body::Real));
    }
    let is_asked_for =
        !is_test && (names.iter().any(|name| !walk.lists().plain.contains(*name)) || is_obliged(node, walk));
    Judged {
        verdict: None,
        may_pretend: !is_asked_for && !is_test,
        may_be_empty: !is_asked_for,
    }
}

/// Whether somebody may oblige a method to be there: what its class is made from, its heirs, the platform.
fn is_obliged<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let name = walk.field(node, "name");
    let class = walk.above(1).filter(|class| class.kind() == "class_declaration");
    let Some(class) = class else {
        return true;
    };
    let is_closed = has_word(node, "private") || has_word(node, "static");
    let has_company = ["superclass", "interfaces"]
        .iter()
        .any(|field| walk.child(class, field).is_some());
    let is_open = has_word(class, "abstract")
        || has_word(node, "protected")
        || has_heirs(walk.text(), walk.field(class, "name"));
    let is_referred = walk.text().contains(&format!("::{name}"));
    let is_base = is_blank(class, walk)
        || [class, node]
            .iter()
            .any(|one| is_left_above(walk.text(), one.start_byte()));
    (!is_closed && (has_company || is_open || is_base))
        || is_referred
        || walk.lists().called_by_name.contains(name)
}

/// What a single statement is.
pub(super) fn pretence<'t>(only: Node<'t>, walk: &Walk<'t>) -> Option<Body> {
    match only.kind() {
        "return_statement" => walk.returned(only, |_| None),
        "throw_statement" => {
            let raised = walk.text_of(only.named_child(0)?);
            let is_named = raised.contains("NotImplemented");
            let is_abstract = raised.contains("AbstractMethodError");
            (!is_abstract && (is_named || says_unwritten(raised)))
                .then(|| Body::Unwritten(walk.text_of(only).to_owned()))
        }
        _ => None,
    }
}
