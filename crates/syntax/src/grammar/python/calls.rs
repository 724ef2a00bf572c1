//! Calls of Python: which check, which are dangerous, where data comes in.

use crate::facts::Risk;
use crate::walk::{ASKED, Call, Reader, Source, Walk, begins, is_shell, line_of};
use tree_sitter::Node;
use wordlist::{Words, array};

/// Whether a call in a test checks something.
pub(super) fn is_assertion<'t>(call: &Call<'t>, walk: &Walk<'t>) -> bool {
    let name = call.name.trim_start_matches('_');
    walk.is_in_test()
        && (walk.lists().checks.contains(name)
            || name.contains("assert")
            || begins(&walk.lists().checking, name))
}

/// Names by which people ask something of a server.
static REQUESTS: Words = Words::new(|| wordlist::words(include_str!("../../../words/calls_requests.txt")));

/// Looks at a call that is a danger whatever it is given.
pub(super) fn called<'t>(call: &Call<'t>, walk: &mut Walk<'t>) {
    let is_unchecked = || keyword(call, "verify", walk).is_some_and(|value| value.kind() == "false");
    let talks = || ["requests", "httpx"].iter().any(|package| walk.brings(package));
    let is_token = call.name == "decode" && call.on.is_some_and(|on| walk.text_of(on) == "jwt");
    if (REQUESTS.contains(&call.name) && talks() || is_token) && is_unchecked() {
        walk.unverified(line_of(call.node), &format!("{}(verify=False)", call.name));
    }
    let options = keyword(call, "options", walk).filter(|_| is_token);
    if let Some(off) = switched_off(options.map_or("", |value| walk.text_of(value)), walk) {
        walk.unverified(line_of(call.node), &format!("decode({off}=False)"));
    }
    let debugs = || keyword(call, "debug", walk).is_some_and(|value| value.kind() == "true");
    if call.name == "run" && walk.brings("flask") && debugs() {
        walk.set_wrong(Risk::Debugger, line_of(call.node), "run(debug=True)");
    }
    let is_raw = || keyword(call, "autoescape", walk).is_some_and(|value| value.kind() == "false");
    if PAGES.iter().any(|package| walk.brings(package)) && is_raw() {
        walk.set_wrong(Risk::Markup, line_of(call.node), "autoescape=False");
    }
}

/// The check of a signed token that its options leave out. Another service may have checked the signature of one that is
/// only read; none has a reason to take one that has expired.
fn switched_off(options: &str, walk: &Walk<'_>) -> Option<&'static str> {
    let plain: String = options
        .chars()
        .filter(|c| !c.is_whitespace() && !"'\"".contains(*c))
        .collect();
    let is_off = |check: &&'static str| {
        let after = plain.split_once(*check).map_or("", |(_, after)| after);
        let given = after.strip_prefix([':', '=']).unwrap_or_default();
        let end = given
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .unwrap_or(given.len());
        given[..end] == *"False" || walk.fixed_text(&given[..end]) == Some("False")
    };
    ["verify_signature", "verify_exp"].into_iter().find(is_off)
}

/// Packages that show templates to browsers; elsewhere a template may be of anything.
const PAGES: [&str; 5] = ["aiohttp_jinja2", "flask", "fastapi", "starlette", "sanic"];

/// The value of an argument that is given by name.
fn keyword<'t>(call: &Call<'t>, name: &str, walk: &Walk<'t>) -> Option<Node<'t>> {
    let all = walk.arguments(call);
    let found = all
        .into_iter()
        .find(|one| one.kind() == "keyword_argument" && walk.field(*one, "name") == name)?;
    walk.child(found, "value")
}

/// The argument at a place, where it is given by place.
fn at<'t>(call: &Call<'t>, place: usize, walk: &Walk<'t>) -> Option<Node<'t>> {
    let found = walk.arguments(call).get(place).copied();
    found.filter(|one| one.kind() != "keyword_argument")
}

/// The first argument, by place or by name.
fn first<'t>(call: &Call<'t>, name: &str, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let found = at(call, 0, walk).or_else(|| keyword(call, name, walk))?;
    Some(vec![found])
}

/// What a shell gets, where it is what is started (`["sh", "-c", line]`), or `shell=True` starts one.
fn through_shell<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let given = first(call, "args", walk)?;
    let program = given.first().filter(|list| list.kind() == "list");
    let program = program.and_then(|list| list.named_child(0));
    let is_started = program.is_some_and(|program| {
        program.kind() == "string" && is_shell(walk.text_of(program).trim_matches(['"', '\'']))
    });
    let is_asked = || keyword(call, "shell", walk).is_some_and(|value| value.kind() == "true");
    (is_started || is_asked()).then_some(given)
}

/// What `yaml.load` makes objects of, unless its loader makes plain data.
fn yaml<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let loader = keyword(call, "Loader", walk)
        .or_else(|| at(call, 1, walk))
        .map_or("", |loader| walk.text_of(loader));
    if loader.contains("Safe") || loader.contains("BaseLoader") {
        return None;
    }
    first(call, "stream", walk)
}

/// What is hashed, unless it says that security does not hang on it.
fn hashed<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let says_not = keyword(call, "usedforsecurity", walk).is_some_and(|value| value.kind() == "false");
    (!says_not).then(|| walk.arguments(call))
}

/// What is hashed by a hash that is named by a text.
fn hashed_by_name<'t>(call: &Call<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
    let name = walk
        .text_of(at(call, 0, walk)?)
        .trim_matches(['"', '\''])
        .to_ascii_lowercase();
    if matches!(name.as_str(), "md5" | "sha1" | "md4") {
        hashed(call, walk)
    } else {
        None
    }
}

/// Modules whose functions only carry what they are given.
pub(super) const CARRYING_MODULES: [&str; 8] =
    array("os.path re textwrap base64 json shlex urllib.parse posixpath");

/// What a route fills in from the address: `<name>`, `{name}`.
pub(super) fn routed<'t>(function: Node<'t>, name: &str, walk: &Walk<'t>) -> Option<&'static Source> {
    let around = function
        .parent()
        .filter(|around| around.kind() == "decorated_definition")?;
    let mut cursor = around.walk();
    let mut routes = around
        .named_children(&mut cursor)
        .filter(|child| child.kind() == "decorator");
    let ends = [
        format!("<{name}>"),
        format!("<string:{name}>"),
        format!("<path:{name}>"),
        format!("{{{name}}}"),
        format!("{{{name}:path}}"),
    ];
    let fills = |route: Node<'t>| {
        let text = walk.text_of(route);
        text.contains("(\"/") && ends.iter().any(|end| text.contains(end.as_str()))
    };
    routes.any(fills).then_some(&ASKED)
}

/// Who says which data of a call matter, by the names that the words give them.
pub(super) const READERS: &[(&str, Reader)] = &[
    ("hashed", hashed),
    ("hashed_by_name", hashed_by_name),
    ("through_shell", through_shell),
    ("yaml", yaml),
];
