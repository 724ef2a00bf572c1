//! Calls of C and C++: which check, which are dangerous, where data comes in.

use crate::walk::{Call, Reader, Walk, begins};
use tree_sitter::Node;
use wordlist::array;

/// Whether a call checks something: `assert` everywhere, the words of the frameworks in tests.
pub(super) fn is_assertion(name: &str, walk: &Walk<'_>) -> bool {
    let is_named = begins(&walk.lists().checking, name);
    // Macros of the project's own, as small libraries write their tests with: `TEST(parse(s) == NULL)`.
    let is_loud = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_';
    let is_macro = || name.len() > 2 && name.bytes().all(is_loud);
    name.to_ascii_lowercase().contains("assert") || walk.is_in_test() && (is_named || is_macro())
}

/// Calls that fill the buffer that is their first argument, and calls that fill it from outside.
const COPIES: [&str; 9] = array("strcpy strcat strncpy strncat sprintf snprintf memcpy strlcpy strlcat");

/// The name of the buffer that a call fills, and what it fills it with.
pub(super) fn filled<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<(Node<'t>, Node<'t>)> {
    let given = walk.arguments(call);
    let arguments = call.arguments?;
    match call.name {
        "fgets" | "gets" | "gets_s" => {
            let from = given.last().map_or("", |stream| walk.text_of(*stream));
            let is_outside = call.name != "fgets" || from == "stdin";
            Some((*given.first()?, if is_outside { call.node } else { arguments }))
        }
        "scanf" => Some((*given.get(1)?, call.node)),
        "recv" | "recvfrom" => Some((*given.get(1)?, call.node)),
        "getline" => Some((*given.get(1).filter(|_| given.len() == 2)?, call.node)),
        name if COPIES.contains(&name) => Some((*given.first()?, arguments)),
        _ => None,
    }
    .filter(|(name, _)| name.kind() == "identifier")
}

/// What is copied without a limit: nothing of what the function has measured before, to make room for it.
fn unmeasured<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let source = *walk.arguments(call).get(1)?;
    Some(open(call, vec![source], walk)).filter(|open| !open.is_empty())
}

/// The texts among values whose length nobody has looked at: neither what the function has measured before, nor what stands in a table of
/// texts.
fn open<'t>(call: &Call<'t>, values: Vec<Node<'t>>, walk: &Walk<'t>) -> Vec<Node<'t>> {
    let mut around = std::iter::successors(Some(call.node), Node::parent).take(crate::DEPTH_MAX);
    let function = around.find(|node| node.kind() == "function_definition");
    let before = function.and_then(|function| walk.text().get(function.start_byte()..call.node.start_byte()));
    let is_measured = |text: &str| before.is_some_and(|before| before.contains(&format!("strlen({text})")));
    let is_written = |table: &str| {
        let mut between = table.split('"').step_by(2);
        table.starts_with('{') && between.all(|part| !part.contains(char::is_alphanumeric))
    };
    let is_row = |value: Node<'t>| {
        let table = value
            .named_child(0)
            .and_then(|table| walk.fixed_text(walk.text_of(table)));
        value.kind() == "subscript_expression" && table.is_some_and(is_written)
    };
    let values = values.into_iter();
    values
        .filter(|value| !is_measured(walk.text_of(*value)) && !is_row(*value))
        .collect()
}

/// What `sprintf` puts in without a limit: nothing where it only prints numbers, and what has room.
fn unlimited<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let given = walk.arguments(call);
    let format = walk.text_of(*given.get(1)?);
    // Libraries of C++ have a function of that name that makes a string: its format comes first.
    if walk.text_of(given[0]).starts_with('"') {
        return None;
    }
    if !format.starts_with('"') {
        return Some(given[1..].to_vec());
    }
    Some(open(call, words(format, &given[2..]), walk)).filter(|open| !open.is_empty())
}

/// Those of the values of a format that it prints as texts of any length: `%s`.
fn words<'t>(format: &str, given: &[Node<'t>]) -> Vec<Node<'t>> {
    let (mut words, mut place, mut rest) = (Vec::new(), 0, format);
    while let Some((_, behind)) = rest.split_once('%') {
        rest = behind.strip_prefix('%').unwrap_or(behind);
        if rest.len() < behind.len() {
            continue;
        }
        // A width may be a value of its own: `%*d`.
        let sign = behind.find(|c: char| c.is_ascii_alphabetic() || c == '"');
        place += behind[..sign.unwrap_or(0)].matches('*').count();
        words.extend(given.get(place).filter(|_| behind.starts_with('s')));
        place += 1;
    }
    words
}

/// The format and the list that `vsprintf` puts into a buffer.
fn unlimited_list<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let given = walk.arguments(call);
    (given.len() == 3).then(|| given[1..].to_vec())
}

/// `scanf("%s", …)` reads a word of any length.
fn unlimited_word<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let given = walk.arguments(call);
    given
        .iter()
        .take(2)
        .any(|format| walk.text_of(*format).contains("%s"))
        .then(Vec::new)
}

/// What `execl` and its kin give a shell as commands.
fn commands<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let given = walk.arguments(call);
    let program = walk.text_of(*given.first()?).trim_matches('"');
    let is_shell = matches!(
        program.rsplit('/').next()?,
        "sh" | "bash" | "dash" | "zsh" | "ksh"
    );
    let at = given.iter().position(|flag| walk.text_of(*flag) == "\"-c\"")?;
    is_shell.then(|| given[at + 1..].iter().take(1).copied().collect())
}

/// `curl_easy_setopt(…, CURLOPT_SSL_VERIFYPEER, 0)`.
fn unverified<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let given = walk.arguments(call);
    let option = walk.text_of(*given.get(1)?);
    let value = walk.text_of(*given.get(2)?);
    let is_off = matches!(value, "0" | "0L" | "false" | "FALSE");
    (is_off && matches!(option, "CURLOPT_SSL_VERIFYPEER" | "CURLOPT_SSL_VERIFYHOST")).then(Vec::new)
}

/// `SSL_CTX_set_verify(…, SSL_VERIFY_NONE, …)`, in a function that does not go by a setting.
fn trusting<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let given = walk.arguments(call);
    let verify = *given.get(1)?;
    let around = std::iter::successors(Some(verify), Node::parent).take(crate::DEPTH_MAX);
    let function = around
        .into_iter()
        .find(|node| node.kind() == "function_definition");
    let is_choice = function.is_some_and(|function| walk.text_of(function).contains("SSL_VERIFY_PEER"));
    (walk.text_of(verify) == "SSL_VERIFY_NONE" && !is_choice).then(Vec::new)
}

/// Who says which data of a call matter, by the names that the words give them.
pub(super) const READERS: &[(&str, Reader)] = &[
    ("commands", commands),
    ("trusting", trusting),
    ("unlimited", unlimited),
    ("unmeasured", unmeasured),
    ("unlimited_list", unlimited_list),
    ("unlimited_word", unlimited_word),
    ("unverified", unverified),
];
