//! Calls of Rust: which check, which are dangerous, where data comes in.

use super::uses;
use crate::walk::{Call, Kind, Reader, Walk, is_shell, is_shell_flag, names};
use tree_sitter::Node;
use wordlist::array;

/// A call of a function, a method or a macro.
pub(super) fn call<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<Call<'t>> {
    if node.kind() == "macro_invocation" {
        let callee = walk.child(node, "macro")?;
        let last = node.named_child_count().checked_sub(1)?;
        return Some(Call {
            node,
            callee,
            name: walk.text_of(callee).rsplit("::").next().unwrap_or_default(),
            on: None,
            arguments: node
                .named_child(u32::try_from(last).ok()?)
                .filter(|tree| tree.kind() == "token_tree"),
        });
    }
    let written = walk.child(node, "function")?;
    let callee = match written.kind() {
        "generic_function" => walk.child(written, "function")?,
        _ => written,
    };
    let (on, name) = match callee.kind() {
        "field_expression" => (walk.child(callee, "value"), walk.field(callee, "field")),
        "scoped_identifier" => (None, walk.field(callee, "name")),
        "identifier" => (None, walk.text_of(callee)),
        _ => return None,
    };
    Some(walk.call_of(node, callee, on, name))
}

/// Most tokens of one macro that are looked at.
pub(super) const TOKENS_MAX: usize = 2_000;

/// Calls among the tokens of a macro: a name with parentheses behind it.
pub(super) fn inside_macro<'t>(tree: Node<'t>, walk: &mut Walk<'t>) {
    if !walk.is_in_function() {
        uses::declared_in_macro(tree, walk);
        return;
    }
    let mut cursor = tree.walk();
    let mut before: Option<Node<'t>> = None;
    for token in tree.children(&mut cursor).take(TOKENS_MAX) {
        if token.kind() == "token_tree"
            && let Some(name) = before.filter(|before| before.kind() == "identifier")
            && walk.text_of(token).starts_with('(')
        {
            walk.note_call(walk.text_of(name));
        }
        before = Some(token);
    }
}

/// Whether a call checks something: `assert…!`, snapshot macros, helpers that are called so, commands under test.
pub(super) fn is_assertion<'t>(call: &Call<'t>, walk: &Walk<'t>) -> bool {
    if call.node.kind() == "macro_invocation" {
        let is_check = ["assert", "snapshot"].iter().any(|word| call.name.contains(word))
            || matches!(call.name, "verify_that" | "expect_that" | "fail");
        return is_check || walk.is_in_test() && matches!(call.name, "panic" | "unreachable");
    }
    let is_named = ["assert", "check", "verify", "expect_", "must_"]
        .iter()
        .any(|beginning| call.name.trim_start_matches('_').starts_with(beginning));
    // What fails a test by a panic checks it: `f().unwrap()` says that `f` must not fail.
    let is_outcome = matches!(
        call.name,
        "unwrap"
            | "expect"
            | "unwrap_err"
            | "expect_err"
            | "success"
            | "failure"
            | "code"
            | "stdout"
            | "stderr"
            | "compile_fail"
            | "pass"
            | "test"
    );
    walk.is_in_test() && (is_named || is_outcome && call.on.is_some())
}

/// Whether an error that is handed on with `?` fails a test, as it does where the function gives a `Result`.
pub(super) fn fails_test(walk: &Walk<'_>) -> bool {
    let around = walk.around().filter(|_| walk.is_in_test());
    around.is_some_and(|function| walk.field(function, "return_type").contains("Result"))
}

/// Calls that only wrap what they are given, or that give something empty when they are given nothing.
const WRAPPERS: [&str; 7] = array("Some Ok Box::new Arc::new Rc::new String::from Cow::Borrowed");
const EMPTIES: &[&str] = &["new", "default", "empty"];
const COPIES: &[&str] = &["to_string", "to_owned", "into", "to_vec"];

/// The parts of a value that is written down whole if they are.
pub(super) fn constant_parts<'t>(value: Node<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    match value.kind() {
        "identifier" | "scoped_identifier" => is_constant_path(walk.text_of(value)).then(Vec::new),
        "macro_invocation" => {
            let is_list = walk.field(value, "macro") == "vec";
            let tokens = call(value, walk)?.arguments?;
            is_list.then(|| vec![tokens])
        }
        "call_expression" => {
            let call = call(value, walk)?;
            let given = walk.arguments(&call);
            if WRAPPERS.contains(&walk.text_of(call.callee)) {
                return Some(given);
            }
            let is_empty = given.is_empty() && call.on.is_none() && EMPTIES.contains(&call.name);
            let copied = call
                .on
                .filter(|_| given.is_empty() && COPIES.contains(&call.name));
            copied.map(|on| vec![on]).or_else(|| is_empty.then(Vec::new))
        }
        _ => None,
    }
}

/// `None`, `MAX`, `Status::Open`: names of constants and of variants.
fn is_constant_path(path: &str) -> bool {
    let last = path.rsplit("::").next().unwrap_or(path);
    let is_loud = last.len() > 1
        && last
            .chars()
            .all(|letter| letter.is_ascii_uppercase() || "_0123456789".contains(letter));
    let is_variant = path.contains("::") && last.starts_with(|letter: char| letter.is_ascii_uppercase());
    path == "None" || is_loud || is_variant
}

/// Names in braces in the texts of a formatting macro.
pub(super) fn names_inside<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Vec<&'t str> {
    if call.node.kind() != "macro_invocation" {
        return Vec::new();
    }
    let texts = walk
        .arguments(call)
        .into_iter()
        .filter(|token| walk.kind(*token).is(Kind::LITERAL));
    texts
        .flat_map(|text| walk.text_of(text).split('{').skip(1))
        .filter_map(|rest| rest.split(['}', ':']).next())
        .filter(|name| name.starts_with(|letter: char| letter.is_alphabetic() || letter == '_'))
        .collect()
}

/// What a shell is given as commands by `Command::new("sh").arg("-c").arg(…)` or `.args(["-c", …])`.
fn commands<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let on = walk.text_of(call.on?);
    if !starts_shell(on) {
        return None;
    }
    let given = walk.arguments(call);
    if call.name == "arg" {
        let before = on.trim_end().trim_end_matches(')').trim_end();
        return is_shell_flag(before.rsplit('(').next()?.trim().trim_matches('"')).then_some(given);
    }
    let list = given.first().copied()?;
    let list = if list.kind() == "reference_expression" {
        list.named_child(0)?
    } else {
        list
    };
    let mut cursor = list.walk();
    let parts: Vec<Node<'t>> = list.named_children(&mut cursor).take(TOKENS_MAX).collect();
    let at = parts
        .iter()
        .position(|part| is_shell_flag(walk.text_of(*part).trim_matches('"')))?;
    Some(parts[at + 1..].to_vec()).filter(|parts| !parts.is_empty())
}

/// Whether a chain of calls begins with a shell: `Command::new("/bin/sh")`.
fn starts_shell(chain: &str) -> bool {
    let Some((maker, rest)) = chain.split_once("Command::new(") else {
        return false;
    };
    let is_maker = maker
        .chars()
        .all(|letter| letter.is_alphanumeric() || letter == ':' || letter == '_');
    let program = rest
        .trim_start()
        .strip_prefix('"')
        .and_then(|rest| rest.split('"').next());
    is_maker
        && program
            .and_then(|program| program.rsplit('/').next())
            .is_some_and(is_shell)
}

/// Frameworks that fill parameters of a handler from a request by their types, and those types.
const SERVERS: [&str; 4] = ["axum", "actix_web", "rocket", "poem"];
const EXTRACTORS: [&str; 7] = array("Path Query Json Form Multipart HeaderMap RawQuery");

/// Whether a request fills the parameter: `Query(asked): Query<Asked>`.
pub(super) fn extracted<'t>(function: Node<'t>, name: &str, walk: &Walk<'t>) -> bool {
    let Some(list) = walk.child(function, "parameters") else {
        return false;
    };
    let is_filled = |parameter: &Node<'t>| {
        let kind = walk.field(*parameter, "type");
        let kind = kind.split('<').next().unwrap_or_default();
        let is_extractor = EXTRACTORS.contains(&kind.rsplit("::").next().unwrap_or(kind));
        is_extractor && names(walk.field(*parameter, "pattern")).any(|part| part == name)
    };
    let mut cursor = list.walk();
    SERVERS.iter().any(|server| walk.brings(server))
        && list.named_children(&mut cursor).any(|one| is_filled(&one))
}

/// Whether a switch is turned on.
fn when_true<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let is_on = walk
        .arguments(call)
        .first()
        .is_some_and(|first| walk.text_of(*first) == "true");
    is_on.then(Vec::new)
}

/// Who says which data of a call matter, by the names that the words give them.
pub(super) const READERS: &[(&str, Reader)] = &[("commands", commands), ("when_true", when_true)];
