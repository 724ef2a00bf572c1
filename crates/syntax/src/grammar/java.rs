//! Java.

mod bodies;
mod calls;
mod lapses;
mod test_cases;

use crate::facts::{Body, Via};
use crate::limits::DEPTH_MAX;
use crate::walk::{ASKED, Call, ClassDraft, Draft, Grammar, Reader, STARTED, Source, Walk};
use tree_sitter::Node;
use wordlist::array;

/// Rules of Java.
pub(super) struct Java;

/// Types that every file has without bringing them in, and whose static methods only carry data.
const BUILTINS: [&str; 7] = array("String Integer Long Boolean Double Math Character");

impl Grammar for Java {
    fn words(&self) -> &'static [&'static str] {
        &[include_str!("java.toml")]
    }

    fn readers(&self) -> &'static [(&'static str, Reader)] {
        calls::READERS
    }

    fn function<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<Draft<'t>> {
        let name = walk.field(node, "name");
        let params = count(node);
        let judged = bodies::judge(node, walk);
        Some(Draft {
            is_public: is_public(node, walk),
            role: test_cases::role(node, walk),
            assertions: u16::from(test_cases::checks_by_itself(node, walk)),
            is_documented: is_described(node, walk),
            ..judged.draft(name, walk.child(node, "body"), params)
        })
    }

    fn class<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<ClassDraft<'t>> {
        let is_test =
            !walk.is_in_test() && node.kind() == "class_declaration" && walk.text_of(node).contains("@Test");
        Some(ClassDraft {
            name: walk.field(node, "name").into(),
            is_public: is_public(node, walk),
            is_documented: is_described(node, walk),
            is_test,
        })
    }

    fn import<'t>(&self, node: Node<'t>, walk: &mut Walk<'t>) {
        let Some(path) = node.named_child(0).map(|path| walk.text_of(path)) else {
            return;
        };
        let mut cursor = node.walk();
        let is_static = node.children(&mut cursor).any(|child| child.kind() == "static");
        let takes_all = node.children(&mut cursor).any(|child| child.kind() == "asterisk");
        let (owner, last) = path.rsplit_once('.').unwrap_or(("", path));
        match (is_static, takes_all) {
            (_, true) => walk.import(node, path, vec!["*".to_owned()], Via::Use),
            (true, false) => walk.import(node, owner, vec![last.to_owned()], Via::Use),
            (false, false) => walk.import(node, path, Vec::new(), Via::Use),
        }
        if !takes_all {
            walk.bind(last, path);
        }
    }

    fn call<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<Call<'t>> {
        let arguments = walk.child(node, "arguments");
        let of_type = walk.child(node, "type");
        Some(Call {
            node,
            callee: of_type.unwrap_or(node),
            name: of_type.map_or_else(|| walk.field(node, "name"), |kind| last(walk.text_of(kind))),
            on: walk.child(node, "object"),
            arguments,
        })
    }

    fn special<'t>(&self, node: Node<'t>, walk: &mut Walk<'t>) {
        match node.kind() {
            "program" => {
                for name in BUILTINS {
                    walk.bind(name, format!("java.lang.{name}"));
                }
            }
            "method_declaration" => {
                if is_main(node, walk) {
                    walk.entry();
                }
                calls::trusting(node, walk);
                lapses::look(node, walk);
            }
            "assert_statement" => walk.assertion(),
            "throw_statement" if walk.is_in_test() => walk.assertion(),
            _ => lapses::look(node, walk),
        }
    }

    fn called<'t>(&self, call: &Call<'t>, walk: &mut Walk<'t>) {
        lapses::called(call, walk);
        calls::called(call, walk);
    }

    fn is_assertion<'t>(&self, call: &Call<'t>, walk: &Walk<'t>) -> bool {
        walk.is_in_test() && test_cases::is_assertion(call, walk)
    }

    fn assignment<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<(Node<'t>, Node<'t>)> {
        let (left, right) = match node.kind() {
            "assignment_expression" => ("left", "right"),
            _ => ("name", "value"),
        };
        walk.pair(node, left, right)
    }

    fn pretence<'t>(&self, only: Node<'t>, walk: &Walk<'t>) -> Option<Body> {
        bodies::pretence(only, walk)
    }

    fn is_doc(&self, comment: &str) -> bool {
        comment.starts_with("/**") || comment.starts_with("///")
    }

    fn is_test_file(&self, path: &str) -> bool {
        let name = path.rsplit('/').next().unwrap_or(path).trim_end_matches(".java");
        let is_named = ["Test", "Tests", "TestCase", "IT"]
            .iter()
            .any(|end| name.ends_with(end));
        let mut folders = path.split('/').rev().skip(1);
        is_named
            || folders.any(|folder| {
                matches!(
                    folder,
                    "test" | "tests" | "androidTest" | "testFixtures" | "integrationTest"
                )
            })
    }

    fn given_source<'t>(&self, function: Node<'t>, name: &str, walk: &Walk<'t>) -> Option<&'static Source> {
        let list = walk.child(function, "parameters")?;
        let mut cursor = list.walk();
        let parameter = list
            .named_children(&mut cursor)
            .find(|one| walk.field(*one, "name") == name)?;
        if is_main(function, walk) {
            return Some(&STARTED);
        }
        let is_asked = annotations(parameter, walk)
            .iter()
            .any(|(name, _)| calls::ASKED.contains(name));
        is_asked.then_some(&ASKED)
    }

    fn head<'t>(&self, node: Node<'t>) -> Node<'t> {
        head(node)
    }
}

/// The last segment of a type, without what it is made of: `B` of `a.B<C>`.
fn last(kind: &str) -> &str {
    let kind = kind.split('<').next().unwrap_or(kind);
    kind.rsplit('.').next().unwrap_or(kind).trim()
}

/// The first word of a declaration that is no annotation.
fn head(node: Node<'_>) -> Node<'_> {
    let mut cursor = node.walk();
    let first = node.child(0).filter(|first| first.kind() == "modifiers");
    let Some(modifiers) = first else {
        return node;
    };
    let word = modifiers.children(&mut cursor).find(|child| !child.is_named());
    word.or_else(|| node.child(1)).unwrap_or(node)
}

fn modifiers(node: Node<'_>) -> Option<Node<'_>> {
    node.child(0).filter(|first| first.kind() == "modifiers")
}

/// Whether a declaration has a modifier: `static`, `abstract`.
fn has_word(node: Node<'_>, word: &str) -> bool {
    modifiers(node).is_some_and(|list| {
        let mut cursor = list.walk();
        list.children(&mut cursor).any(|child| child.kind() == word)
    })
}

/// The annotations of a declaration: their last names and nodes.
fn annotations<'t>(node: Node<'t>, walk: &Walk<'t>) -> Vec<(&'t str, Node<'t>)> {
    let Some(list) = modifiers(node) else {
        return Vec::new();
    };
    let mut cursor = list.walk();
    list.named_children(&mut cursor)
        .filter(|child| child.kind().ends_with("annotation"))
        .map(|child| (last(walk.field(child, "name")), child))
        .collect()
}

/// Whether an annotation says what something is for, as those do of which documents are made: `@Operation(summary = "…")`.
fn is_described<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let modifiers = node.child(0).filter(|first| first.kind() == "modifiers");
    modifiers.is_some_and(|modifiers| {
        let text = walk.text_of(modifiers);
        ["summary", "description"].iter().any(|key| {
            text.match_indices(key)
                .any(|(at, _)| text[at + key.len()..].trim_start().starts_with('='))
        })
    })
}

fn is_public<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let is_promise = |body: Node<'t>| matches!(body.kind(), "interface_body" | "annotation_type_body");
    let is_member = walk.above(0).is_some_and(is_promise);
    // What is written anew was promised where it was declared.
    let is_override = || {
        let head = walk.text_of(node).split('{').next().unwrap_or_default();
        head.contains("@Override")
    };
    let is_offered =
        (has_word(node, "public") && !is_override()) || (is_member && !has_word(node, "private"));
    is_offered && is_within_public(walk)
}

/// Whether all that is around a declaration is offered too: a method of a class that nobody outside can name is not.
fn is_within_public(walk: &Walk<'_>) -> bool {
    let around: Vec<Node<'_>> = walk.outward(DEPTH_MAX).collect();
    let mut holders = around.iter().zip(around.iter().skip(1).map(Some).chain([None]));
    holders.all(|(holder, outside)| match holder.kind() {
        // What is written within an expression has no name, and what stands within a body none outside of it.
        "object_creation_expression" | "enum_constant" | "block" | "lambda_expression" => false,
        kind if kind.ends_with("_declaration") => {
            let is_promised = outside
                .is_some_and(|outside| matches!(outside.kind(), "interface_body" | "annotation_type_body"));
            has_word(*holder, "public") || is_promised && !has_word(*holder, "private")
        }
        _ => true,
    })
}

fn count(node: Node<'_>) -> u16 {
    let Some(list) = node.child_by_field_name("parameters") else {
        return 0;
    };
    let mut cursor = list.walk();
    let all = list
        .named_children(&mut cursor)
        .filter(|child| matches!(child.kind(), "formal_parameter" | "spread_parameter"));
    u16::try_from(all.count()).unwrap_or(u16::MAX)
}

fn is_main<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    walk.field(node, "name") == "main"
        && has_word(node, "static")
        && walk.field(node, "parameters").contains("String")
}
