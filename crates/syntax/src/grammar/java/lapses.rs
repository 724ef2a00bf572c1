//! Where Java code lets errors and types slip.

use super::{annotations, last, test_cases};
use crate::facts::Slip;
use crate::walk::{Call, Walk, goes_on, names};
use tree_sitter::Node;
use wordlist::{Words, array};

/// Errors that stand for all errors.
const ALL: &[&str] = &["Exception", "Throwable", "RuntimeException", "Error"];
/// Calls that only tell whoever looks at the console; `$` stands for what was caught.
const PRINTS: [&str; 3] = ["$.printStackTrace(", "System.out.print", "System.err.print"];
/// Collections that say what they hold.
static GENERIC: Words = Words::new(|| wordlist::words(include_str!("../../../words/lapses_generic.txt")));

/// Looks at a node that may let something slip.
pub(super) fn look<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    match node.kind() {
        "catch_clause" => {
            walk.handler(node);
            handler(node, walk);
        }
        "annotation" | "marker_annotation" => annotation(node, walk),
        _ => {
            raw(node, walk);
            leaves_open(node, walk);
        }
    }
}

fn annotation<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    match last(walk.field(node, "name")) {
        "SuppressWarnings" => {
            let said = walk.field(node, "arguments");
            if said.contains("unchecked") || said.contains("rawtypes") {
                walk.lapse(Slip::Untyped, node);
            }
        }
        "Generated"
            if walk
                .above(1)
                .is_some_and(|holder| holder.kind().ends_with("_declaration")) =>
        {
            let is_of_file = walk.above(2).is_some_and(|above| above.kind() == "program");
            if is_of_file {
                walk.generated();
            }
        }
        _ => {}
    }
}

/// A collection that does not say what it holds, or an answer of Spring.
fn raw<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let Some(kind) = walk
        .child(node, "type")
        .filter(|kind| kind.kind() == "type_identifier")
    else {
        return;
    };
    let name = walk.text_of(kind);
    let is_known = walk.bound(name).map_or_else(
        || walk.brings("java.util"),
        |path| path.starts_with("java.util.") || path.starts_with("org.springframework.http."),
    );
    if GENERIC.contains(&name) && is_known || is_own_generic(name, node, walk) {
        let what = walk.child(node, "body").map_or(node, |_| kind);
        walk.lapse(Slip::Untyped, what);
    }
}

/// Types whose argument hardly anybody can name: what is learnt of classes while the program runs, and what comes to nothing.
const NAMELESS: [&str; 7] =
    array("Class Constructor TypeVariable Future ScheduledFuture CompletableFuture CompletionStage");

/// A method that gives back something made of anything: `ResponseEntity<?> find()`. What is written anew was promised elsewhere.
fn leaves_open<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let kind = walk
        .child(node, "type")
        .filter(|kind| node.kind() == "method_declaration" && kind.kind() == "generic_type");
    let Some(kind) = kind else { return };
    let (name, given) = walk.text_of(kind).split_once('<').unwrap_or_default();
    let is_promised = || {
        annotations(node, walk)
            .iter()
            .any(|(name, _)| *name == "Override")
    };
    if given.trim_end_matches('>').trim() == "?" && !NAMELESS.contains(&last(name)) && !is_promised() {
        walk.lapse(Slip::Untyped, kind);
    }
}

/// Whether a class of the same file, which says that it holds something, is named in what is taken, kept or given without saying what.
fn is_own_generic<'t>(name: &str, node: Node<'t>, walk: &Walk<'t>) -> bool {
    let is_part = matches!(
        node.kind(),
        "method_declaration" | "formal_parameter" | "field_declaration"
    );
    let is_declared = |(line, after): (&str, &str)| {
        let is_type = ["class ", "interface ", "record "]
            .iter()
            .any(|word| line.ends_with(word));
        is_type && after.starts_with('<')
    };
    is_part && walk.may_search() && walk.places_of(name).any(is_declared)
}

fn handler<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let mut cursor = node.walk();
    let Some(parameter) = node
        .named_children(&mut cursor)
        .find(|child| child.kind() == "catch_formal_parameter")
    else {
        return;
    };
    let name = walk.field(parameter, "name");
    let kinds = parameter
        .named_children(&mut cursor)
        .find(|child| child.kind() == "catch_type");
    let is_all = kinds.is_some_and(|kinds| {
        walk.text_of(kinds)
            .split('|')
            .any(|kind| ALL.contains(&last(kind)))
    });
    let Some(body) = walk.child(node, "body") else {
        return;
    };
    if walk.only_prints(
        body,
        &PRINTS
            .map(|print| print.replace("$", name))
            .each_ref()
            .map(String::as_str),
    ) {
        let is_explained = walk.has_reason(body);
        walk.lapse_told(Slip::Swallowed, node, is_explained);
        return;
    }
    if !is_all {
        return;
    }
    let is_meant = name.starts_with("expected");
    let is_explained = is_meant || walk.has_reason(body);
    if walk.statements(body, 1).is_empty() {
        if !is_expected(node, walk) {
            walk.lapse_told(Slip::Swallowed, node, is_explained);
        }
    } else if is_blind(walk.text_of(body), name) {
        walk.lapse_told(Slip::CaughtAll, node, is_explained);
    }
}

/// Whether a test fails when nothing is thrown: then catching it is the check.
fn is_expected<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let attempt = walk.above(0).and_then(|attempt| walk.child(attempt, "body"));
    walk.is_in_test()
        && attempt.is_some_and(|body| walk.text_of(body).contains("fail("))
        && node.kind() == "catch_clause"
}

/// Whether what was caught ends here: neither thrown again, nor handed on, nor logged with its trace.
fn is_blind(text: &str, name: &str) -> bool {
    let is_traced = [",", "("].iter().any(|before| {
        let mut lines = text
            .lines()
            .filter(|line| line.to_ascii_lowercase().contains("log"));
        lines.any(|line| line.replace(' ', "").contains(&format!("{before}{name})")))
    });
    // Another error in its place tells of it only if it is handed on, or its words are.
    let is_rethrown = text.contains("throw ") && names(text).any(|word| word == name);
    let tells = ["fail(", "interrupt()", "System.exit"];
    !is_traced && !is_rethrown && !goes_on(text, name) && !tells.iter().any(|word| text.contains(word))
}

/// Looks at a call that may end the program.
pub(super) fn called<'t>(call: &Call<'t>, walk: &mut Walk<'t>) {
    let on = walk.on(call);
    let is_failure = walk
        .arguments(call)
        .first()
        .is_some_and(|code| walk.text_of(*code) != "0");
    let is_program = walk.text().contains(" main(") || walk.is_in_test();
    let around = walk.around().map_or("", |function| walk.field(function, "name"));
    let is_for_it = ["exit", "main", "quit", "shutdown"]
        .iter()
        .any(|word| around.to_ascii_lowercase().contains(word));
    if call.name == "exit" && on == "System" && is_failure && !is_program && !is_for_it && !is_started(walk) {
        walk.lapse(Slip::Fatal, call.node);
    }
}

/// Whether the method around is one that a runner starts.
fn is_started(walk: &Walk<'_>) -> bool {
    walk.around()
        .is_some_and(|function| test_cases::expects_error(function, walk))
}
