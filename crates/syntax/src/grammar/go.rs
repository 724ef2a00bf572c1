//! Go.

mod calls;
mod lapses;

use crate::facts::{Body, Role, Via};
use crate::walk::{Call, ClassDraft, Draft, Grammar, Kind, Reader, Walk, says_unwritten};
use tree_sitter::Node;

/// Rules of Go.
pub(super) struct Go;

/// A name that no Go program can give, under which the walk keeps the name of the package.
const PACKAGE: &str = "package";
/// Most places of one list of parameters that are looked at.
const PLACES_MAX: usize = 20;

impl Grammar for Go {
    fn words(&self) -> &'static [&'static str] {
        &[include_str!("go.toml")]
    }

    fn readers(&self) -> &'static [(&'static str, Reader)] {
        calls::READERS
    }

    fn function<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<Draft<'t>> {
        match node.kind() {
            "call_expression" => subtest(node, walk),
            "func_literal" => closure(node, walk),
            _ => Some(declared(node, walk)),
        }
    }

    fn class<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<ClassDraft<'t>> {
        let name = walk.field(node, "name");
        let kind = walk.child(node, "type")?.kind();
        matches!(kind, "struct_type" | "interface_type").then(|| ClassDraft {
            name: name.into(),
            is_public: is_exported(name),
            is_documented: false,
            is_test: false,
        })
    }

    fn import<'t>(&self, node: Node<'t>, walk: &mut Walk<'t>) {
        let path = walk.field(node, "path").trim_matches(['"', '`']);
        let alias = walk.field(node, "name");
        let names = match alias {
            "." => vec!["*".to_owned()],
            _ => Vec::new(),
        };
        walk.import(node, path, names, Via::Use);
        walk.bind(if alias.is_empty() { package_of(path) } else { alias }, path);
    }

    fn call<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<Call<'t>> {
        let callee = walk.child(node, "function")?;
        let (on, name) = match callee.kind() {
            "identifier" => (None, walk.text_of(callee)),
            "selector_expression" => (walk.child(callee, "operand"), walk.field(callee, "field")),
            _ => return None,
        };
        Some(walk.call_of(node, callee, on, name))
    }

    fn special<'t>(&self, node: Node<'t>, walk: &mut Walk<'t>) {
        match node.kind() {
            "package_clause" => {
                let name = node.named_child(0).map_or("", |name| walk.text_of(name));
                walk.bind(PACKAGE, name);
            }
            "function_declaration" => {
                if walk.field(node, "name") == "main" && walk.bound(PACKAGE) == Some("main") {
                    walk.entry();
                }
            }
            _ => lapses::look(node, walk),
        }
    }

    fn called<'t>(&self, call: &Call<'t>, walk: &mut Walk<'t>) {
        lapses::called(call, walk);
    }

    fn is_assertion<'t>(&self, call: &Call<'t>, walk: &Walk<'t>) -> bool {
        walk.is_in_test() && calls::is_assertion(call, walk)
    }

    fn assignment<'t>(&self, node: Node<'t>, _walk: &Walk<'t>) -> Option<(Node<'t>, Node<'t>)> {
        let (left, right) = match node.kind() {
            "const_spec" | "var_spec" => ("name", "value"),
            _ => ("left", "right"),
        };
        let name = node.child_by_field_name(left)?;
        let name = if name.kind() == "expression_list" {
            name.named_child(0)?
        } else {
            name
        };
        Some((name, node.child_by_field_name(right)?))
    }

    fn pretence<'t>(&self, only: Node<'t>, walk: &Walk<'t>) -> Option<Body> {
        match only.kind() {
            "return_statement" => match only.named_child(0) {
                None => Some(Body::Empty),
                Some(values) if walk.is_constant(values) => Some(Body::Constant(walk.text_of(values).into())),
                Some(values) => unwritten(values, walk),
            },
            "expression_statement" => {
                let call = self.call(only.named_child(0)?, walk)?;
                (call.name == "panic").then(|| unwritten(call.node, walk))?
            }
            _ => None,
        }
    }

    fn is_obliged<'t>(&self, function: Node<'t>, walk: &Walk<'t>) -> bool {
        let parameters = walk.child(function, "parameters");
        is_of_a_platform(walk) || parameters.is_some_and(|list| is_prescribed(list, walk))
    }

    fn is_doc(&self, comment: &str) -> bool {
        !comment.starts_with("//go:") && !comment.starts_with("//nolint")
    }

    fn is_test_file(&self, path: &str) -> bool {
        path.ends_with("_test.go") || path.split('/').any(|part| part == "testdata")
    }
}

fn is_exported(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}

/// The name that a package has by its path: its last segment, or the one before a version.
fn package_of(path: &str) -> &str {
    let is_version = |part: &str| {
        part.strip_prefix('v')
            .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let mut parts = path.rsplit('/');
    let last = parts.next().unwrap_or(path);
    let name = if is_version(last) {
        parts.next().unwrap_or(last)
    } else {
        last
    };
    name.rsplit_once(".v")
        .map_or(name, |(name, _)| name)
        .trim_start_matches("go-")
}

/// A function, a method, or a method that an interface asks for.
fn declared<'t>(node: Node<'t>, walk: &Walk<'t>) -> Draft<'t> {
    let name = walk.field(node, "name");
    let receiver = walk.child(node, "receiver");
    let body = walk.child(node, "body");
    let parameters = walk.child(node, "parameters");
    let (params, used) = parameters.map_or((0, 0), |list| count(list, walk));
    let is_checked = is_checked_example(name, node, walk);
    let is_zero = |value: Node<'t>| matches!(walk.text_of(value), "nil" | "false" | "0" | "\"\"");
    let owner = receiver.map(|receiver| owner_of(walk.text_of(receiver)));
    // What a type that nobody outside can name has is not shown to anybody outside.
    let is_of_exported = owner.as_deref().is_none_or(is_exported);
    Draft {
        owner,
        may_pretend: used > 0 && (receiver.is_none() || !gives_zeros(body, is_zero)),
        may_be_empty: receiver.is_none() && !matches!(name, "main" | "init"),
        is_public: is_exported(name) && is_of_exported,
        role: role(name, receiver.is_some(), is_checked, walk),
        params,
        typed: params,
        assertions: u16::from(is_checked),
        fails: gives_error(walk.field(node, "result")),
        ..Draft::of(name, body)
    }
}

/// Whether the last of what a function gives back is an error: `error`, `(*Row, error)`, `(row Row, err error)`.
fn gives_error(result: &str) -> bool {
    let last = result
        .trim_matches(['(', ')', ' ', '\n', '\t', ','])
        .rsplit([',', ' '])
        .next();
    last.is_some_and(|last| last.trim() == "error")
}

/// The type of a receiver, without its name, pointer and parameters: `T` of `(t *T[K])`.
fn owner_of(receiver: &str) -> String {
    let inside = receiver.trim_matches(['(', ')', ' ']);
    let inside = inside.split('[').next().unwrap_or(inside).trim_end();
    let of = inside.rsplit([' ', '*']).next().unwrap_or(inside);
    of.to_owned()
}

/// A method that gives back only zero values most often fulfils an interface; nobody can say at this place.
fn gives_zeros<'t>(body: Option<Node<'t>>, is_zero: impl Fn(Node<'t>) -> bool) -> bool {
    let list = body
        .and_then(|body| body.named_child(0))
        .and_then(|list| list.named_child(0))
        .and_then(|only| only.named_child(0));
    let Some(list) = list else {
        return true;
    };
    let mut cursor = list.walk();
    list.named_children(&mut cursor).all(is_zero)
}

/// How many parameters there are, and how many of them have a name that could be used.
fn count<'t>(list: Node<'t>, walk: &Walk<'t>) -> (u16, u16) {
    let mut cursor = list.walk();
    let (mut params, mut used) = (0, 0);
    for parameter in list
        .named_children(&mut cursor)
        .filter(|child| !walk.kind(*child).is(Kind::COMMENT))
    {
        let mut inner = parameter.walk();
        let names = parameter.children_by_field_name("name", &mut inner);
        let (all, named) = names.fold((0_u16, 0_u16), |(all, named), name| {
            (
                all.saturating_add(1),
                named.saturating_add(u16::from(walk.text_of(name) != "_")),
            )
        });
        params += all.max(1);
        used += named;
    }
    (params, used)
}

/// Whether the file is built only on some platforms: what it leaves out is written in another.
fn is_of_a_platform(walk: &Walk<'_>) -> bool {
    let head = walk.text().split("\npackage ").next().unwrap_or_default();
    head.contains("//go:build") || head.contains("// +build")
}

/// Whether the file names a type of functions with just these parameters: then they are not the function's choice.
fn is_prescribed<'t>(parameters: Node<'t>, walk: &Walk<'t>) -> bool {
    let list = walk.text_of(parameters);
    let before = |at: usize| walk.text().get(..at).unwrap_or_default();
    list.len() > 2
        && walk
            .text()
            .match_indices(list)
            .take(PLACES_MAX)
            .any(|(at, _)| before(at).ends_with("func"))
}

/// Whether a runner starts a function; an example that shows no output is only compiled.
fn role(name: &str, is_method: bool, is_checked: bool, walk: &Walk<'_>) -> Option<Role> {
    if !walk.is_test_file() {
        return None;
    }
    let is_of = |prefix: &str| {
        name.strip_prefix(prefix)
            .is_some_and(|rest| !rest.starts_with(char::is_lowercase))
    };
    let is_test = is_of("Test") && name != "TestMain" || !is_method && (is_of("Fuzz") || is_checked);
    Some(if is_test { Role::Test } else { Role::TestHelp })
}

/// Whether a function is an example whose output the runner compares.
fn is_checked_example<'t>(name: &str, node: Node<'t>, walk: &Walk<'t>) -> bool {
    let says = |word: &str| walk.text_of(node).contains(word);
    name.starts_with("Example") && walk.is_test_file() && (says("// Output:") || says("// Unordered output:"))
}

/// A closure that gets a name.
fn closure<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<Draft<'t>> {
    let list = walk.above(0).filter(|list| list.kind() == "expression_list")?;
    let holder = walk.above(1)?;
    let names = match holder.kind() {
        "short_var_declaration" | "assignment_statement" => walk.child(holder, "left")?,
        "var_spec" => walk.child(holder, "name")?,
        _ => return None,
    };
    let is_plain = names.kind() == "identifier" || names.named_child(0)?.kind() == "identifier";
    if list.named_child_count() != 1 || names.named_child_count() > 1 || !is_plain {
        return None;
    }
    let mut draft = anonymous(node, walk);
    draft.name = walk.text_of(names).into();
    Some(draft)
}

fn anonymous<'t>(node: Node<'t>, walk: &Walk<'t>) -> Draft<'t> {
    let parameters = walk.child(node, "parameters");
    let (params, _) = parameters.map_or((0, 0), |list| count(list, walk));
    Draft {
        params,
        typed: params,
        ..Draft::of("", walk.child(node, "body"))
    }
}

/// `t.Run("name", func(t *testing.T) { … })` with a name that is written down.
fn subtest<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<Draft<'t>> {
    if !walk.is_test_file() {
        return None;
    }
    let call = Go.call(node, walk)?;
    if call.name != "Run" {
        return None;
    }
    let [name, run] = walk.arguments(&call)[..] else {
        return None;
    };
    let is_text = matches!(name.kind(), "interpreted_string_literal" | "raw_string_literal");
    if !is_text || run.kind() != "func_literal" {
        return None;
    }
    let mut draft = anonymous(run, walk);
    draft.name = walk.text_of(name).trim_matches(['"', '`']).into();
    let is_measured = walk.field(run, "parameters").contains("testing.B");
    draft.role = Some(if is_measured { Role::TestHelp } else { Role::Test });
    draft.params = 0;
    draft.typed = 0;
    Some(draft)
}

/// An error or a panic whose message says that something is not written.
fn unwritten<'t>(value: Node<'t>, walk: &Walk<'t>) -> Option<Body> {
    let said = walk.text_of(value);
    (said.contains('"') && !said.contains('\n') && says_unwritten(said))
        .then(|| Body::Unwritten(said.to_owned()))
}
