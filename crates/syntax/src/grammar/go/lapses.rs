//! Where Go code lets errors and types slip.

use super::PACKAGE;
use crate::facts::Slip;
use crate::walk::{Call, Walk, is_part, line_of};
use tree_sitter::Node;
use wordlist::{Words, array};

/// Functions of the language itself: they give back no error.
const BUILTINS: [&str; 13] = array("append cap clear complex copy imag len make max min new real string");

/// Calls that only tell whoever looks at the console.
const PRINTS: &[&str] = &["fmt.Print", "println("];

/// Looks at a node that may let something slip.
pub(super) fn look<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    match node.kind() {
        "assignment_statement" if drops_result(node, walk) => walk.lapse(Slip::Ignored, node),
        "assignment_statement" | "short_var_declaration" => leaves_last(node, walk),
        "if_statement" if asks_for_error(node, walk) => asked(node, walk),
        "parameter_declaration" if takes_anything(node, walk) => walk.lapse(Slip::Untyped, node),
        "interface_type" | "type_identifier" | "slice_type" | "map_type" if gives_anything(node, walk) => {
            walk.lapse(Slip::Untyped, node)
        }
        "keyed_element" if trusts_everybody(node, walk) => {
            walk.unverified(line_of(node), "InsecureSkipVerify");
        }
        _ => {}
    }
}

/// `_ = f()`, where `f` could give back an error.
fn drops_result<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let is_blank = walk.field(node, "left").split(',').all(|name| name.trim() == "_");
    let right = walk.child(node, "right").and_then(|list| list.named_child(0));
    is_blank
        && !walk.is_in_test()
        && right
            .filter(|right| right.kind() == "call_expression")
            .and_then(|right| walk.child(right, "function"))
            .is_some_and(|callee| {
                matches!(callee.kind(), "identifier" | "selector_expression")
                    && !BUILTINS.contains(&walk.text_of(callee))
                    && !walk.text_of(callee).starts_with("fmt.")
                    && !is_known_harmless(walk.text_of(callee), walk)
                    && !gives_no_error(walk.text_of(callee), walk)
            })
}

/// Packages of Go's own library in which no function gives back an error alone.
const NO_ERRORS: [&str; 12] =
    array("bytes maps math math/bits path reflect runtime slices sort strings sync/atomic unicode/utf8");

fn is_known_harmless(callee: &str, walk: &Walk<'_>) -> bool {
    // The usual linters of Go pass over what closing comes to by default (errcheck in golangci-lint).
    if callee.ends_with(".Close") {
        return true;
    }
    let package = callee.split_once('.').and_then(|(name, _)| walk.bound(name));
    package.is_some_and(|path| NO_ERRORS.contains(&path))
}

/// `x, _ := f()`: an error where `f` is known for it; else who knows all of the program may say.
fn leaves_last<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let names: Vec<&str> = walk.field(node, "left").split(',').map(str::trim).collect();
    let right = walk.child(node, "right").and_then(|list| list.named_child(0));
    let call = right.filter(|right| right.kind() == "call_expression");
    let callee = call.and_then(|call| walk.child(call, "function"));
    let is_left = names.len() > 1 && names.last() == Some(&"_");
    let Some(callee) = callee.filter(|_| is_left && !walk.is_in_test()) else {
        return;
    };
    let written = walk.text_of(callee);
    if walk.lists().fallible.contains(written) {
        walk.lapse(Slip::Ignored, node);
    } else if matches!(callee.kind(), "identifier" | "selector_expression") {
        walk.unasked(node, walk.resolve(written));
    }
}

/// Whether a function of the same file says that it gives back no error.
fn gives_no_error(name: &str, walk: &Walk<'_>) -> bool {
    let head = format!("\nfunc {name}(");
    if !walk.may_search() {
        return true;
    }
    let after = walk
        .text()
        .split_once(&head)
        .and_then(|(_, after)| after.lines().next());
    after.is_some_and(|signature| signature.contains('{') && !signature.contains("error"))
}

/// `if err != nil`.
fn asks_for_error<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let condition = walk.field(node, "condition");
    condition.split_once("!=").is_some_and(|(name, against)| {
        // `err`, `errU`, `parseErr`, `result.Error`.
        let name = name
            .rsplit('.')
            .next()
            .unwrap_or(name)
            .trim()
            .to_ascii_lowercase();
        let is_error = name.starts_with("err") || name.ends_with("err") || name.ends_with("error");
        is_error && against.trim() == "nil"
    })
}

fn asked<'t>(node: Node<'t>, walk: &mut Walk<'t>) {
    let is_logged = only_logs(node, walk);
    if is_logged && !uses_what_failed(node, walk) {
        walk.aside(node);
        return;
    }
    walk.handler(node);
    if is_logged || passes_over_error(node, walk) {
        walk.lapse(Slip::Swallowed, node);
    }
}

/// Calls that write an error down, and go on.
static LOGS: Words = Words::new(|| wordlist::lines(include_str!("../../../words/lapses_logs.txt")));

/// Whether an error is written down, and the program goes on as if nothing had been.
fn only_logs<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let consequence = walk.child(node, "consequence");
    walk.child(node, "alternative").is_none()
        && consequence.is_some_and(|block| {
            let statements = walk.statements(block, 2);
            let is_log = |one: &Node<'t>| LOGS.iter().any(|log| walk.text_of(*one).starts_with(log));
            statements.len() == 1 && statements.iter().all(is_log)
        })
}

/// Whether what came beside the error is used behind such a question by its parts: `db.Prepare(…)` of a `db` that may be nil.
fn uses_what_failed<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let before = node
        .prev_named_sibling()
        .filter(|before| matches!(before.kind(), "short_var_declaration" | "assignment_statement"));
    let left = before.map_or("", |before| walk.field(before, "left"));
    let asked = walk
        .field(node, "condition")
        .split("!=")
        .next()
        .unwrap_or_default();
    let mut names: Vec<&str> = left.split(',').map(str::trim).collect();
    let block = node.parent();
    let end = block.map_or(node.end_byte(), |block| block.end_byte());
    let rest = walk.text().get(node.end_byte()..end).unwrap_or_default();
    names.pop() == Some(asked.trim()) && names.iter().any(|name| is_used_by_parts(name, rest))
}

/// Whether parts of a value are used, and nobody asks whether it is there.
fn is_used_by_parts(name: &str, text: &str) -> bool {
    let is_whole = |at: usize| !text[..at].ends_with(|letter| is_part(letter) || letter == '.');
    let mut uses = text.match_indices(name).filter(|(at, _)| is_whole(*at));
    let is_asked = [format!("{name} != nil"), format!("{name} == nil")];
    name != "_"
        && !is_asked.iter().any(|asked| text.contains(asked.as_str()))
        && uses.any(|(at, found)| text[at + found.len()..].starts_with('.'))
}

/// `{ }` after such a question, or a line on the console and on as if nothing had been.
fn passes_over_error<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let consequence = walk.child(node, "consequence");
    walk.child(node, "alternative").is_none()
        && consequence.is_some_and(|block| {
            walk.statements(block, 1).is_empty()
                || !walk.text_of(block).contains("return") && walk.only_prints(block, PRINTS)
        })
}

/// A parameter of a declared function that takes anything or lists of it, or one of several results that gives it. As many things as one
/// likes (`...any`) are how Go formats.
fn takes_anything<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let list = walk.above(0);
    is_any(walk.field(node, "type"))
        && ["parameters", "result"]
            .iter()
            .any(|field| is_of_function(field, list, walk.above(1), walk))
}

/// The only result of a declared function, which may be anything.
fn gives_anything<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    is_any(walk.text_of(node)) && is_of_function("result", Some(node), walk.above(0), walk)
}

/// Whether a type is open, or holds what is: `any`, `[]any`, `map[string]any`.
fn is_any(mut kind: &str) -> bool {
    while kind.starts_with("map[") || kind.starts_with('[') {
        let Some((_, held)) = kind.split_once(']') else {
            break;
        };
        kind = held;
    }
    kind == "any" || kind.starts_with("interface") && matches!(kind.get(9..), Some("{}" | " {}"))
}

/// Whether a part stands in a field of a declared function.
fn is_of_function<'t>(
    field: &str,
    part: Option<Node<'t>>,
    function: Option<Node<'t>>,
    walk: &Walk<'t>,
) -> bool {
    let declared =
        function.filter(|function| matches!(function.kind(), "function_declaration" | "method_declaration"));
    declared.is_some_and(|function| walk.child(function, field) == part)
}

/// `InsecureSkipVerify: true`.
fn trusts_everybody<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    walk.text_of(node)
        .strip_prefix("InsecureSkipVerify")
        .is_some_and(|rest| rest.trim_start_matches([':', ' ', '\t']) == "true")
}

/// Looks at a call that may end the program or give up the safety of memory.
pub(super) fn called<'t>(call: &Call<'t>, walk: &mut Walk<'t>) {
    let on = walk.on(call);
    match (on, call.name) {
        ("", "panic") if panics_on_error(call, walk) => walk.lapse(Slip::Fatal, call.node),
        ("", "recover") => {
            walk.handler(call.node);
            if forgets_panic(walk) {
                walk.lapse(Slip::Swallowed, call.node);
            }
        }
        (on, "Fatal" | "Fatalf" | "Fatalln") if is_log(on) && ends_library(walk) => {
            walk.lapse(Slip::Fatal, call.node);
        }
        ("os", "Exit") if ends_library(walk) && walk.tells_failure(call) => {
            walk.lapse(Slip::Fatal, call.node);
        }
        _ => {}
    }
}

/// `log`, `l`, `app.logger`: what writes a log ends the program by `Fatal`.
fn is_log(on: &str) -> bool {
    let name = on.rsplit('.').next().unwrap_or(on).to_ascii_lowercase();
    matches!(name.as_str(), "log" | "l" | "logger") || name.ends_with("logger")
}

/// `panic(err)` where nobody is told by the name (`MustX`) or the place (`main`, `init`, a test).
fn panics_on_error<'t>(call: &Call<'t>, walk: &Walk<'t>) -> bool {
    let given = call.arguments.and_then(|list| list.named_child(0));
    let is_error = given.is_some_and(|given| speaks_of_error(walk.text_of(given)));
    let around = walk.around().map_or("", |function| walk.field(function, "name"));
    let lower = around.to_ascii_lowercase();
    is_error && !walk.is_in_test() && !lower.starts_with("must") && !matches!(around, "main" | "init")
}

/// `err`, or something that is made of it: `fmt.Errorf("no such file: %w", err)`.
fn speaks_of_error(given: &str) -> bool {
    let mut words = given.split(|letter: char| !letter.is_alphanumeric() && letter != '_');
    given == "e" || given == "error" || words.any(|word| word == "err")
}

/// `recover()` as a statement: the panic is gone and nobody looked at it.
fn forgets_panic(walk: &Walk<'_>) -> bool {
    walk.above(0)
        .is_some_and(|outer| outer.kind() == "expression_statement")
}

fn ends_library(walk: &Walk<'_>) -> bool {
    walk.bound(PACKAGE) != Some("main") && !walk.is_in_test()
}
