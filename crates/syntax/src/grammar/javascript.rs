//! JavaScript and TypeScript, with and without JSX.

mod bodies;
mod calls;
mod functions;
mod imports;
mod lapses;
mod test_cases;

use crate::facts::Body;
use crate::walk::{ASKED, Call, ClassDraft, Draft, Grammar, Reader, Scope, Source, Walk};
use tree_sitter::Node;
use wordlist::array;

/// Rules of JavaScript and of TypeScript, which only adds to them.
pub(super) struct Script {
    /// Which of the two.
    pub(super) is_typed: bool,
}

impl Grammar for Script {
    fn words(&self) -> &'static [&'static str] {
        let all = &[include_str!("javascript.toml"), include_str!("typescript.toml")];
        if self.is_typed { all } else { &all[..1] }
    }

    fn readers(&self) -> &'static [(&'static str, Reader)] {
        calls::READERS
    }

    fn function<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<Draft<'t>> {
        match node.kind() {
            "call_expression" => test_cases::test(node, walk),
            _ => functions::function(node, walk),
        }
    }

    fn class<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<ClassDraft<'t>> {
        functions::class(node, walk)
    }

    fn scope<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<Scope<'t>> {
        if node.kind() == "call_expression" {
            return test_cases::suite(node, walk);
        }
        functions::scope(node, walk)
    }

    fn import<'t>(&self, node: Node<'t>, walk: &mut Walk<'t>) {
        imports::look(node, walk);
    }

    fn call<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<Call<'t>> {
        let callee = walk
            .child(node, "function")
            .or_else(|| walk.child(node, "constructor"))?;
        let (on, name) = match callee.kind() {
            "identifier" | "super" | "import" => (None, walk.text_of(callee)),
            "member_expression" => (walk.child(callee, "object"), walk.field(callee, "property")),
            _ => return None,
        };
        let arguments = walk.child(node, "arguments");
        Some(Call {
            node,
            callee,
            name,
            on,
            arguments: arguments.filter(|list| list.kind() == "arguments"),
        })
    }

    fn special<'t>(&self, node: Node<'t>, walk: &mut Walk<'t>) {
        match node.kind() {
            "hash_bang_line" => walk.entry(),
            "if_statement" => {
                let condition = walk.field(node, "condition");
                if condition.contains("require.main") || condition.contains("import.meta.main") {
                    walk.entry();
                }
            }
            "throw_statement" if walk.is_in_test() => walk.assertion(),
            _ => {
                lapses::look(node, walk);
                calls::look(node, walk);
            }
        }
    }

    fn called<'t>(&self, call: &Call<'t>, walk: &mut Walk<'t>) {
        lapses::called(call, walk);
    }

    fn is_assertion<'t>(&self, call: &Call<'t>, walk: &Walk<'t>) -> bool {
        test_cases::is_assertion(call, walk)
    }

    fn assignment<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<(Node<'t>, Node<'t>)> {
        let (left, right) = match node.kind() {
            "variable_declarator" => ("name", "value"),
            _ => ("left", "right"),
        };
        walk.pair(node, left, right)
    }

    fn pretence<'t>(&self, only: Node<'t>, walk: &Walk<'t>) -> Option<Body> {
        bodies::pretence(only, walk)
    }

    fn is_idle<'t>(&self, statement: Node<'t>, walk: &Walk<'t>) -> bool {
        statement.kind() == "expression_statement" && walk.text_of(statement).starts_with(['"', '\''])
    }

    fn is_doc(&self, comment: &str) -> bool {
        comment.starts_with("/**")
    }

    fn given_source<'t>(&self, function: Node<'t>, name: &str, walk: &Walk<'t>) -> Option<&'static Source> {
        let list = walk.child(function, "parameters")?;
        let mut cursor = list.walk();
        let parameter = list
            .named_children(&mut cursor)
            .find(|one| walk.field(*one, "pattern") == name)?;
        is_asked(parameter, walk).then_some(&ASKED)
    }

    fn is_test_file(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        let mut parts = name.split('.').rev().skip(1);
        let is_named = parts.any(|part| matches!(part, "test" | "spec" | "e2e" | "cy"));
        let mut folders = path.split('/').rev().skip(1);
        is_named
            || folders.any(|folder| {
                matches!(
                    folder,
                    "test" | "tests" | "__tests__" | "__mocks__" | "spec" | "e2e"
                )
            })
    }
}

/// Adornments by which a parameter takes a part of the request (NestJS, routing-controllers).
const ASKED_BY: [&str; 9] =
    array("Body Query Param Params Headers QueryParam QueryParams BodyParam HeaderParam");

/// Whether a parameter takes a part of the request by an adornment.
fn is_asked<'t>(parameter: Node<'t>, walk: &Walk<'t>) -> bool {
    let mut cursor = parameter.walk();
    let adorned = parameter
        .named_children(&mut cursor)
        .filter(|child| child.kind() == "decorator");
    adorned
        .map(|decorator| walk.text_of(decorator).trim_start_matches('@'))
        .any(|text| ASKED_BY.contains(&text.split('(').next().unwrap_or(text)))
}
