//! Where C and C++ let errors slip.

use crate::facts::Slip;
use crate::walk::{Kind, Walk, names};
use tree_sitter::Node;
use wordlist::array;

/// Looks at a node that may let something slip.
pub(super) fn look<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    match node.kind() {
        "catch_clause" => {
            walk.handler(node);
            caught(node, walk);
        }
        "expression_statement" if drops_result(node, walk) => walk.lapse(Slip::Ignored, node),
        "init_declarator" if takes_unchecked(node, "declarator", walk) => walk.lapse(Slip::Ignored, node),
        // What stands within something else is looked at there: `if ((*p = malloc(n)) == NULL)`.
        "assignment_expression" if is_statement(walk) && takes_unchecked(node, "left", walk) => {
            walk.lapse(Slip::Ignored, node);
        }
        _ => {}
    }
}

fn is_statement(walk: &Walk<'_>) -> bool {
    const AROUND: [&str; 3] = ["expression_statement", "comma_expression", "for_statement"];
    walk.above(0).is_none_or(|around| AROUND.contains(&around.kind()))
}

/// `catch (…)` of everything, or of what all errors of the standard library are.
fn caught<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let what: String = walk.field(node, "parameters").split_whitespace().collect();
    let is_any = what == "(...)";
    let is_base = what.contains("std::exception&") || what.contains("std::exceptionconst&");
    let Some(body) = walk.child(node, "body").filter(|body| !body.has_error()) else {
        return;
    };
    let does_nothing = walk.statements(body, 1).is_empty();
    if does_nothing && (is_any || is_base) {
        walk.lapse(Slip::Swallowed, node);
    } else if (is_any || is_base && !is_used(&what, walk.text_of(body))) && !hands_on(walk.text_of(body)) {
        walk.lapse(Slip::CaughtAll, node);
    }
}

/// Whether the name of what was caught, as in `(conststd::exception&e)`, stands in the body.
fn is_used(caught: &str, body: &str) -> bool {
    let name = caught
        .rsplit('&')
        .next()
        .unwrap_or_default()
        .trim_end_matches(')');
    !name.is_empty() && names(body).any(|word| word == name)
}

/// Whether what was caught is thrown again, kept, or ends the program.
fn hands_on(body: &str) -> bool {
    const HANDING_ON: [&str; 7] = array("throw current_exception terminate abort exit FAIL fail");
    HANDING_ON.iter().any(|word| body.contains(word))
}

/// `(void)f();`.
fn drops_result<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let cast = node
        .named_child(0)
        .filter(|cast| cast.kind() == "cast_expression");
    let is_void = cast.is_some_and(|cast| walk.field(cast, "type") == "void");
    let call = cast
        .filter(|_| is_void)
        .and_then(|cast| walk.child(cast, "value"));
    call.filter(|call| walk.kind(*call).is(Kind::CALL))
        .is_some_and(|call| {
            walk.lists()
                .fallible
                .contains(walk.field(call, "function").trim_start_matches("::"))
        })
}

/// Calls of the standard library that give back nothing when they go wrong (C11 7.22.3, 7.21.5).
const MAYBE_NULL: [&str; 7] = array("malloc calloc realloc strdup strndup fopen fdopen");

/// Whether what such a call gives is used in a function that nowhere asks whether it is there.
fn takes_unchecked<'t>(node: Node<'t>, left: &str, walk: &Walk<'t>) -> bool {
    let value = walk.child(node, "value").or_else(|| walk.child(node, "right"));
    let value = match value {
        Some(cast) if cast.kind() == "cast_expression" => walk.child(cast, "value"),
        value => value,
    };
    let call = value.filter(|value| walk.kind(*value).is(Kind::CALL));
    let is_asked = call.is_some_and(|call| MAYBE_NULL.contains(&walk.field(call, "function")));
    let name: String = walk.field(node, left).split_whitespace().collect();
    let name = name.trim_start_matches('*');
    let around = walk.around().filter(|_| is_asked && walk.may_search());
    around.is_some_and(|function| {
        let text: String = walk.text_of(function).split_whitespace().collect();
        let asks = |sign: &str| text.contains(&sign.replace('$', name));
        !name.is_empty() && !ASKED.iter().any(|sign| asks(sign))
    })
}

/// How a function asks whether `$` is there, or leaves that to whoever called it, without blanks.
const ASKED: [&str; 25] = array(
    "!$ !($ $==NULL NULL==$ $!=NULL NULL!=$ $==0 $!=0 $==nullptr $!=nullptr if($ if(($= while($ while(($= \
     ($= $? $&& $|| &&$ ||$ return$ ssert($ heck($ equire($ $)return",
);
