//! Where JavaScript and TypeScript let errors and types slip.

use crate::facts::Slip;
use crate::walk::{Call, Walk};
use tree_sitter::Node;
use wordlist::{Words, array};

/// How far around `any` the place is looked for that it is said of.
const ABOVE_MAX: usize = 5;
/// Calls that only tell whoever looks at the console.
const PRINTS: &[&str] = &["console."];
/// Names of functions that may end a program.
const STARTED: [&str; 13] = array("main cli run start exit quit shutdown stop usage help fail die fatal");

/// Looks at a node that may let something slip.
pub(super) fn look<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    match node.kind() {
        "catch_clause" => {
            walk.handler(node);
            let body = walk.child(node, "body");
            let is_meant = walk.above(0).is_some_and(|attempt| is_probe(attempt, walk));
            let is_dropped = |body: &Node<'t>| {
                walk.only_prints(*body, PRINTS) || !is_meant && walk.statements(*body, 1).is_empty()
            };
            if let Some(body) = body.filter(is_dropped) {
                let is_explained = walk.has_reason(body);
                walk.lapse_told(Slip::Swallowed, node, is_explained);
            }
        }
        "predefined_type" if walk.text_of(node) == "any" => untyped(node, walk),
        _ => {}
    }
}

/// Calls that people make to learn from an error whether something is there. The language cannot say which errors
/// are meant.
static PROBES: Words = Words::new(|| wordlist::lines(include_str!("../../../words/lapses_probes.txt")));

/// Whether an attempt only asks whether something is there, or gives back what it finds and else goes on.
fn is_probe<'t>(attempt: Node<'t>, walk: &Walk<'t>) -> bool {
    let Some(body) = walk.child(attempt, "body") else {
        return false;
    };
    match walk.statements(body, 2)[..] {
        [only] => {
            let text = walk.text_of(only);
            only.kind() == "return_statement" || PROBES.iter().any(|probe| text.contains(probe))
        }
        _ => false,
    }
}

/// Where `any` often cannot be helped: the shape of a function, a rule about types, the end of the search.
const SHAPES: [&str; 12] = array(
    "function_type constraint conditional_type infer_type default_type constructor_type index_signature \
     type_alias_declaration mapped_type_clause statement_block class_body object",
);

/// Whether the node stands in the head of a function that implements signatures above it: only those are seen by who calls it.
fn implements_overloads(walk: &Walk<'_>) -> bool {
    let mut around = walk.outward(ABOVE_MAX).peekable();
    while let Some(above) = around.next() {
        match above.kind() {
            "statement_block" => return false,
            "function_declaration" => {
                let exported = around.peek().filter(|outer| outer.kind() == "export_statement");
                let before = exported.copied().unwrap_or(above).prev_named_sibling();
                let name = walk.field(above, "name");
                let is_signature = |text: &str| {
                    let head = text.trim_start_matches("export ").trim_start_matches("default ");
                    let head = head.strip_prefix("function ").map(str::trim_start);
                    head.and_then(|head| head.strip_prefix(name))
                        .is_some_and(|rest| rest.starts_with(['(', '<']))
                };
                return before.is_some_and(|before| {
                    is_signature(walk.text_of(before)) && !walk.text_of(before).ends_with('}')
                });
            }
            _ => {}
        }
    }
    false
}

/// `any`, said of a parameter, a variable, a result or a cast.
fn untyped<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let said_of = walk.outward(ABOVE_MAX).find_map(|above| match above.kind() {
        "as_expression"
        | "type_assertion"
        | "required_parameter"
        | "optional_parameter"
        | "public_field_definition"
        | "property_signature" => Some((!walk.text_of(above).starts_with("...")).then_some(above)),
        "variable_declarator" => Some(Some(above)),
        "function_declaration"
        | "method_definition"
        | "arrow_function"
        | "function_expression"
        | "method_signature"
        | "function_signature"
        | "call_expression"
        | "new_expression" => Some(Some(node)),
        shape => SHAPES.contains(&shape).then_some(None),
    });
    if let Some(place) = said_of.flatten()
        && !implements_overloads(walk)
    {
        walk.lapse(Slip::Untyped, place);
    }
}

/// Looks at a call that may drop an error or end the program.
pub(super) fn called<'t>(call: &Call<'t>, walk: &mut Walk<'t>) {
    let on = walk.on(call);
    match call.name {
        "catch" if call.on.is_some() => dropped(call, walk),
        "exit" if on == "process" && walk.tells_failure(call) && ends_library(walk) => {
            walk.lapse(Slip::Fatal, call.node)
        }
        _ => {}
    }
}

/// A promise's place that catches: `.catch(() => {})`, `.catch(console.log)`, `.catch((e) => console.log(e))`.
fn dropped<'t>(call: &Call<'t>, walk: &mut Walk<'t>) {
    let [handler] = walk.arguments(call)[..] else {
        return;
    };
    let is_print = |text: &str| PRINTS.iter().any(|print| text.starts_with(print));
    let body = walk.child(handler, "body");
    let is_function = body.is_some() || handler.kind() == "identifier";
    let prints = is_print(walk.text_of(handler));
    if !is_function && !prints {
        return;
    }
    let place = walk.child(call.callee, "property").unwrap_or(call.node);
    walk.handler(place);
    let is_dropped = body.map_or(prints, |body| match body.kind() {
        "statement_block" => walk.statements(body, 1).is_empty() || walk.only_prints(body, PRINTS),
        "undefined" | "null" => true,
        _ => is_print(walk.text_of(body)),
    });
    // At the top of a script printing is what is left to do.
    if is_dropped && walk.is_in_function() {
        let is_explained = body.is_some_and(|body| walk.has_reason(body));
        walk.lapse_placed(Slip::Swallowed, (call.node, place), is_explained);
    }
}

/// Whether the program is ended by something that others call: not a script, not a command, not at a signal.
fn ends_library(walk: &Walk<'_>) -> bool {
    const SIGNS: [&str; 8] =
        array("#! process.argv require.main process.on( import.meta.main commander yargs .listen(");
    let around = walk
        .around()
        .map_or("", |function| walk.field(function, "name"))
        .to_ascii_lowercase();
    let text = walk.text();
    let is_library = text.contains("export ") || text.contains("module.exports");
    let is_program = SIGNS.iter().any(|sign| text.contains(sign));
    let is_started = STARTED.iter().any(|word| around.contains(word));
    walk.is_in_function() && is_library && !is_program && !is_started && !walk.is_in_test()
}
