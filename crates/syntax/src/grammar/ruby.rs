//! Ruby.

mod bodies;
mod calls;
mod functions;
mod imports;
mod lapses;
mod test_cases;

use crate::facts::Body;
use crate::walk::{Call, ClassDraft, Draft, Grammar, Reader, Scope, Walk};
use tree_sitter::Node;
use wordlist::array;

/// Rules of Ruby.
pub(super) struct Ruby;

/// Comments that speak to programs, not to people.
const MAGIC: [&str; 10] = array(
    "frozen_string_literal encoding coding: rubocop: typed: ! -*- warn_indent :nodoc: shareable_constant",
);

impl Grammar for Ruby {
    fn words(&self) -> &'static [&'static str] {
        &[include_str!("ruby.toml")]
    }

    fn readers(&self) -> &'static [(&'static str, Reader)] {
        calls::READERS
    }

    fn function<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<Draft<'t>> {
        if node.kind() == "call" {
            test_cases::test(node, walk)
        } else {
            Some(functions::method(node, walk))
        }
    }

    fn class<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<ClassDraft<'t>> {
        Some(ClassDraft {
            name: walk.field(node, "name").into(),
            is_public: !walk.is_in_function() && !functions::is_kept_back(node, walk),
            is_documented: false,
            is_test: test_cases::is_case(node, walk),
        })
    }

    fn scope<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<Scope<'t>> {
        test_cases::suite(node, walk)
    }

    fn import<'t>(&self, node: Node<'t>, walk: &mut Walk<'t>) {
        imports::look(node, walk);
    }

    fn call<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<Call<'t>> {
        let name = walk.child(node, "method")?;
        Some(walk.call_of(node, node, walk.child(node, "receiver"), walk.text_of(name)))
    }

    fn special<'t>(&self, node: Node<'t>, walk: &mut Walk<'t>) {
        match node.kind() {
            "program" if walk.text().starts_with("#!") => walk.entry(),
            "identifier" => calls::bare(node, walk),
            "if" | "if_modifier" => {
                let condition = walk.field(node, "condition");
                if condition.contains("__FILE__")
                    && (condition.contains("$0") || condition.contains("$PROGRAM_NAME"))
                {
                    walk.entry();
                }
            }
            "subshell" => calls::subshell(node, walk),
            "scope_resolution" => calls::setting(node, walk),
            _ => lapses::look(node, walk),
        }
    }

    fn called<'t>(&self, call: &Call<'t>, walk: &mut Walk<'t>) {
        lapses::called(call, walk);
    }

    fn is_assertion<'t>(&self, call: &Call<'t>, walk: &Walk<'t>) -> bool {
        walk.is_in_test()
            && (test_cases::checks(call.name, walk.on(call), walk) || test_cases::verifies(call, walk))
    }

    fn assignment<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<(Node<'t>, Node<'t>)> {
        walk.pair(node, "left", "right")
    }

    fn pretence<'t>(&self, only: Node<'t>, walk: &Walk<'t>) -> Option<Body> {
        bodies::pretence(only, walk)
    }

    fn is_doc(&self, comment: &str) -> bool {
        let said = comment.trim_start_matches('#').trim_start();
        let is_magic = comment.starts_with("#!") || MAGIC.iter().any(|word| said.starts_with(word));
        !is_magic && said.chars().any(char::is_alphabetic)
    }

    fn is_test_file(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path);
        let is_named = ["_test.rb", "_spec.rb", "spec_helper.rb", "test_helper.rb"]
            .iter()
            .any(|end| name.ends_with(end))
            || (name.starts_with("test_") && name.ends_with(".rb"));
        let mut folders = path.split('/').rev().skip(1);
        is_named || folders.any(|folder| matches!(folder, "test" | "tests" | "spec" | "specs" | "features"))
    }
}

/// The named children of a node, without comments.
fn children<'t>(node: Node<'t>) -> Vec<Node<'t>> {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .filter(|child| child.kind() != "comment")
        .collect()
}
