//! Where JavaScript and TypeScript let errors and types slip.

use crate::facts::Slip;
use crate::grammar::{Call, Kind};
use crate::walk::Walk;
use tree_sitter::Node;

/// How far around `any` the place is looked for that it is said of.
const ABOVE_MAX: usize = 5;
/// Names of functions that may end a program.
const STARTED: &[&str] = &[
    "main", "cli", "run", "start", "exit", "quit", "shutdown", "stop", "usage", "help", "fail", "die",
    "fatal",
];

/// Looks at a node that may let something slip.
pub(super) fn look<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    match node.kind() {
        "catch_clause" => {
            let body = node.child_by_field_name("body");
            let is_meant = walk.above(0).is_some_and(|attempt| is_probe(attempt, walk));
            if let Some(body) = body.filter(|body| !is_meant && walk.statements(*body, 1).is_empty()) {
                let is_explained = is_remarked(body, walk);
                walk.lapse_told(Slip::Swallowed, node, is_explained);
            }
        }
        "predefined_type" if walk.text_of(node) == "any" => untyped(node, walk),
        _ => {}
    }
}

/// Calls that people make to learn from an error whether something is there. The language cannot say which errors
/// are meant.
const PROBES: &[&str] = &[
    "require(",
    "require.resolve(",
    "import(",
    "access(",
    "accessSync(",
    "stat(",
    "statSync(",
    "lstatSync(",
    "unlink(",
    "unlinkSync(",
    "mkdir(",
    "mkdirSync(",
    "rmSync(",
    "rmdirSync(",
    "new URL(",
];

/// Whether an attempt only asks whether something is there, or gives back what it finds and else goes on.
fn is_probe<'t>(attempt: Node<'t>, walk: &Walk<'t>) -> bool {
    let Some(body) = attempt.child_by_field_name("body") else {
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

fn is_remarked<'t>(body: Node<'t>, walk: &Walk<'t>) -> bool {
    let mut cursor = body.walk();
    body.named_children(&mut cursor)
        .any(|child| walk.kind(child).is(Kind::COMMENT))
}

/// `any`, said of a parameter, a variable, a result or a cast. In the shape of a function it often cannot be helped.
fn untyped<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    for above in (0..ABOVE_MAX).map_while(|steps| walk.above(steps)) {
        match above.kind() {
            "function_type"
            | "constraint"
            | "conditional_type"
            | "infer_type"
            | "default_type"
            | "constructor_type"
            | "index_signature"
            | "type_alias_declaration"
            | "mapped_type_clause" => return,
            "as_expression"
            | "type_assertion"
            | "required_parameter"
            | "optional_parameter"
            | "public_field_definition"
            | "property_signature" => {
                let is_rest = walk.text_of(above).starts_with("...");
                if !is_rest {
                    walk.lapse(Slip::Untyped, above);
                }
                return;
            }
            "variable_declarator" => return walk.lapse(Slip::Untyped, above),
            "function_declaration"
            | "method_definition"
            | "arrow_function"
            | "function_expression"
            | "method_signature"
            | "function_signature"
            | "call_expression"
            | "new_expression" => {
                return walk.lapse(Slip::Untyped, node);
            }
            "statement_block" | "class_body" | "object" => return,
            _ => {}
        }
    }
}

/// Looks at a call that may drop an error or end the program.
pub(super) fn called<'t>(call: &Call<'t>, walk: &mut Walk<'t>) {
    let on = call.on.map_or("", |on| walk.text_of(on));
    match call.name {
        "catch" if call.on.is_some() => dropped(call, walk),
        "exit" if on == "process" && tells_failure(call, walk) && ends_library(walk) => {
            walk.lapse(Slip::Fatal, call.node)
        }
        _ => {}
    }
}

/// `.catch(() => {})`.
fn dropped<'t>(call: &Call<'t>, walk: &mut Walk<'t>) {
    let [handler] = walk.arguments(call)[..] else {
        return;
    };
    let Some(body) = handler.child_by_field_name("body") else {
        return;
    };
    let does_nothing = match body.kind() {
        "statement_block" => walk.statements(body, 1).is_empty(),
        kind => kind == "undefined",
    };
    if does_nothing {
        let is_explained = is_remarked(body, walk);
        walk.lapse_told(Slip::Ignored, call.node, is_explained);
    }
}

/// Whether a program is ended as failed: with a number that is not zero.
fn tells_failure<'t>(call: &Call<'t>, walk: &Walk<'t>) -> bool {
    walk.arguments(call)
        .first()
        .is_some_and(|code| walk.text_of(*code) != "0")
}

/// Whether the program is ended by something that others call: not a script, not a command, not at a signal.
fn ends_library(walk: &Walk<'_>) -> bool {
    let around = walk
        .around()
        .map_or("", |function| walk.field(function, "name"))
        .to_ascii_lowercase();
    let text = walk.text();
    let is_library = text.contains("export ") || text.contains("module.exports");
    let signs = [
        "#!",
        "process.argv",
        "require.main",
        "process.on(",
        "import.meta.main",
        "commander",
        "yargs",
        ".listen(",
    ];
    let is_program = signs.iter().any(|sign| text.contains(sign));
    let is_started = STARTED.iter().any(|word| around.contains(word));
    walk.is_in_function() && is_library && !is_program && !is_started && !walk.is_in_test()
}
