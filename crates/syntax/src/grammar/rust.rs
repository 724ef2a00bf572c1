//! Rust.

mod calls;
mod items;
mod lapses;
mod uses;

use crate::facts::Body;
use crate::walk::{ASKED, Call, ClassDraft, Draft, Grammar, Reader, Scope, Source, Walk, says_unwritten};
use tree_sitter::Node;

/// Rules of Rust.
pub(super) struct Rust;

impl Grammar for Rust {
    fn words(&self) -> &'static [&'static str] {
        &[include_str!("rust.toml")]
    }

    fn readers(&self) -> &'static [(&'static str, Reader)] {
        calls::READERS
    }

    fn function<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<Draft<'t>> {
        match node.kind() {
            "closure_expression" => items::closure(node, walk),
            "macro_definition" => items::checking_macro(node, walk),
            _ => Some(items::function(node, walk)),
        }
    }

    fn class<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<ClassDraft<'t>> {
        Some(ClassDraft {
            name: walk.field(node, "name").into(),
            is_public: items::is_public(node, walk),
            is_documented: items::has_attribute(node, walk, "doc"),
            is_test: items::is_for_tests(node, walk),
        })
    }

    fn scope<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<Scope<'t>> {
        let owner = match node.kind() {
            "impl_item" => items::plain_type(walk.field(node, "type")),
            _ => walk.field(node, "name"),
        };
        Some(Scope {
            owner: Some(owner.into()),
            is_test: items::is_for_tests(node, walk),
        })
    }

    fn import<'t>(&self, node: Node<'t>, walk: &mut Walk<'t>) {
        uses::import(node, walk);
    }

    fn call<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<Call<'t>> {
        calls::call(node, walk)
    }

    fn special<'t>(&self, node: Node<'t>, walk: &mut Walk<'t>) {
        match node.kind() {
            "function_item" => {
                let is_outermost = walk.above(0).is_some_and(|outer| outer.kind() == "source_file");
                if is_outermost && walk.field(node, "name") == "main" {
                    walk.entry();
                }
            }
            "token_tree" => calls::inside_macro(node, walk),
            "try_expression" if calls::fails_test(walk) => walk.assertion(),
            "try_expression" => {}
            "mod_item" | "impl_item" => items::keep_variant(node, walk),
            _ => lapses::look(node, walk),
        }
    }

    fn called<'t>(&self, call: &Call<'t>, walk: &mut Walk<'t>) {
        lapses::called(call, walk);
    }

    fn is_assertion<'t>(&self, call: &Call<'t>, walk: &Walk<'t>) -> bool {
        calls::is_assertion(call, walk)
    }

    fn assignment<'t>(&self, node: Node<'t>, _walk: &Walk<'t>) -> Option<(Node<'t>, Node<'t>)> {
        let (left, right) = match node.kind() {
            "let_declaration" | "for_expression" | "let_condition" => ("pattern", "value"),
            "const_item" | "static_item" => ("name", "value"),
            _ => ("left", "right"),
        };
        let name = node.child_by_field_name(left)?;
        Some((name, node.child_by_field_name(right)?))
    }

    fn pretence<'t>(&self, only: Node<'t>, walk: &Walk<'t>) -> Option<Body> {
        let value = match only.kind() {
            "expression_statement" => only.named_child(0)?,
            _ => only,
        };
        let value = if value.kind() == "return_expression" {
            value.named_child(0)?
        } else {
            value
        };
        if value.kind() == "macro_invocation" {
            return unwritten(value, walk).or_else(|| constant(value, walk));
        }
        constant(value, walk)
    }

    fn constant_parts<'t>(&self, value: Node<'t>, walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
        calls::constant_parts(value, walk)
    }

    fn names_inside<'t>(&self, call: &Call<'t>, walk: &Walk<'t>) -> Vec<&'t str> {
        calls::names_inside(call, walk)
    }

    fn given_source<'t>(&self, function: Node<'t>, name: &str, walk: &Walk<'t>) -> Option<&'static Source> {
        calls::extracted(function, name, walk).then_some(&ASKED)
    }

    fn is_doc(&self, comment: &str) -> bool {
        comment.starts_with("///") && !comment.starts_with("////") || comment.starts_with("/**")
    }

    fn is_test_file(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        let is_named = matches!(name, "tests.rs" | "test.rs")
            || name.ends_with("_tests.rs")
            || name.ends_with("_test.rs");
        is_named || path.split('/').any(|part| part == "tests")
    }
}

/// `todo!()`, `unimplemented!()`, a panic that says so.
fn unwritten<'t>(value: Node<'t>, walk: &Walk<'t>) -> Option<Body> {
    let name = walk.field(value, "macro").rsplit("::").next().unwrap_or_default();
    let text = walk.text_of(value);
    let is_so = match name {
        "todo" => true,
        "unimplemented" => !text.contains('"') || says_unwritten(text.trim_start_matches("unimplemented!")),
        "panic" => says_unwritten(text),
        _ => false,
    };
    is_so.then(|| Body::Unwritten(text.to_owned()))
}

/// A constant; an error that is given back whatever comes is an honest refusal, unless it says otherwise.
fn constant<'t>(value: Node<'t>, walk: &Walk<'t>) -> Option<Body> {
    let text = walk.text_of(value);
    if text.starts_with("Err(") {
        return says_unwritten(text).then(|| Body::Unwritten(text.to_owned()));
    }
    walk.is_constant(value).then(|| Body::Constant(text.to_owned()))
}
