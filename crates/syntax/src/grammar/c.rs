//! C and C++.

mod calls;
mod functions;
mod lapses;
mod names;

use crate::facts::{Body, Via};
use crate::walk::{Call, ClassDraft, Draft, Grammar, Reader, STARTED, Scope, Source, Walk, says_unwritten};
use tree_sitter::Node;

/// Rules of C, or of C++.
pub(super) struct Family {
    /// Which of the two.
    pub(super) is_cpp: bool,
}

impl Grammar for Family {
    fn words(&self) -> &'static [&'static str] {
        let all = &[include_str!("c.toml"), include_str!("cpp.toml")];
        if self.is_cpp { all } else { &all[..1] }
    }

    fn readers(&self) -> &'static [(&'static str, Reader)] {
        calls::READERS
    }

    fn function<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<Draft<'t>> {
        match node.kind() {
            "function_definition" => functions::defined(node, walk),
            "compound_statement" => functions::test_of_macro(node, walk),
            _ => functions::declared(node, walk),
        }
    }

    fn class<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<ClassDraft<'t>> {
        let (name, body) = match node.kind() {
            "type_definition" => {
                let kind = walk.child(node, "type")?;
                let is_nameless = walk.child(kind, "name").is_none();
                (
                    walk.child(node, "declarator").filter(|_| is_nameless)?,
                    walk.child(kind, "body"),
                )
            }
            _ => (walk.child(node, "name")?, walk.child(node, "body")),
        };
        body?;
        Some(ClassDraft {
            name: names::last(walk.text_of(name)).into(),
            is_public: functions::is_in_header(walk)
                && names::access(walk) != Some("private")
                && !functions::is_inside(walk),
            is_documented: false,
            is_test: false,
        })
    }

    fn scope<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<Scope<'t>> {
        if node.kind().starts_with("preproc_") {
            let scope = Scope {
                owner: None,
                is_test: true,
            };
            return names::is_for_tests(node, walk).then_some(scope);
        }
        let name = walk.child(node, "name")?;
        Some(Scope {
            owner: Some(walk.text_of(name).into()),
            is_test: false,
        })
    }

    fn import<'t>(&self, node: Node<'t>, walk: &mut Walk<'t>) {
        let path = walk.field(node, "path").trim();
        walk.import(node, path, Vec::new(), Via::Use);
    }

    fn call<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<Call<'t>> {
        let callee = walk.child(node, "function")?;
        let (on, name) = match callee.kind() {
            "field_expression" => (walk.child(callee, "argument"), walk.field(callee, "field")),
            "identifier" | "qualified_identifier" | "template_function" => (None, walk.text_of(callee)),
            _ => return None,
        };
        let name = name.split('<').next().unwrap_or(name);
        Some(walk.call_of(node, callee, on, names::last(name)))
    }

    fn special<'t>(&self, node: Node<'t>, walk: &mut Walk<'t>) {
        match node.kind() {
            "static_assert_declaration" => walk.assertion(),
            "access_specifier" => names::keep_access(node, walk),
            "case_statement" => {
                if walk.child(node, "value").is_some() {
                    walk.branch();
                }
            }
            "function_definition" => {
                if functions::is_main(node, walk) {
                    walk.entry();
                }
            }
            _ => lapses::look(node, walk),
        }
    }

    fn is_assertion<'t>(&self, call: &Call<'t>, walk: &Walk<'t>) -> bool {
        calls::is_assertion(call.name, walk)
    }

    fn assignment<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<(Node<'t>, Node<'t>)> {
        match node.kind() {
            "call_expression" => calls::filled(&self.call(node, walk)?, walk),
            "init_declarator" => Some((names::declared(node)?, walk.child(node, "value")?)),
            "for_range_loop" => Some((names::declared(node)?, walk.child(node, "right")?)),
            "binary_expression" => names::inserted(node, walk),
            _ => walk.pair(node, "left", "right"),
        }
    }

    fn pretence<'t>(&self, only: Node<'t>, walk: &Walk<'t>) -> Option<Body> {
        match only.kind() {
            "return_statement" => match only.named_child(0) {
                None => Some(Body::Empty),
                Some(value) if walk.is_constant(value) => Some(Body::Constant(walk.text_of(value).into())),
                Some(_) => None,
            },
            "throw_statement" | "expression_statement" => {
                let text = walk.text_of(only);
                (text.contains('"') && says_unwritten(text)).then(|| Body::Unwritten(text.to_owned()))
            }
            _ => None,
        }
    }

    fn constant_parts<'t>(&self, value: Node<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
        let is_literal =
            |text: &str| matches!(text, "TRUE" | "FALSE" | "NULL" | "YES" | "NO" | "EXIT_SUCCESS");
        (value.kind() == "identifier" && is_literal(walk.text_of(value))).then(Vec::new)
    }

    fn is_obliged<'t>(&self, function: Node<'t>, walk: &Walk<'t>) -> bool {
        functions::is_overloaded(function, walk)
    }

    fn is_doc(&self, comment: &str) -> bool {
        comment.contains(char::is_alphabetic)
    }

    fn is_test_file(&self, path: &str) -> bool {
        names::is_test_file(path)
    }

    fn given_source<'t>(&self, function: Node<'t>, name: &str, walk: &Walk<'t>) -> Option<&'static Source> {
        let is_argument = matches!(name, "argv" | "envp") && functions::is_main(function, walk);
        is_argument.then_some(&STARTED)
    }
}
