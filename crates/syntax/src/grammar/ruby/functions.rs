//! Methods of Ruby: who may call them, what they take.

use super::{bodies, children};
use crate::facts::Role;
use crate::walk::{Draft, Walk};
use tree_sitter::Node;

/// Words that say who may call what follows, or what they are given.
const HIDDEN: &[&str] = &["private", "protected", "private_class_method"];
/// How far out the class around a method stands, with what says who may call it and `class << self` between.
const HOLDER_MAX: usize = 6;

/// A method.
pub(super) fn method<'t>(node: Node<'t>, walk: &Walk<'t>) -> Draft<'t> {
    let name = walk.field(node, "name");
    let params = count(node);
    let signature = signature(node, walk);
    let judged = bodies::judge(node, walk);
    let is_typed = signature.contains("params(");
    Draft {
        is_public: is_public(node, name, walk),
        role: role(node, name, walk),
        typed: if is_typed { params } else { 0 },
        returns_type: signature.contains("returns(") || signature.contains("void"),
        ..judged.draft(name, walk.child(node, "body"), params)
    }
}

fn count(node: Node<'_>) -> u16 {
    let list = node.child_by_field_name("parameters");
    u16::try_from(list.map_or(0, |list| children(list).len())).unwrap_or(u16::MAX)
}

/// The statements around a method, and the place of the one that it stands in.
fn around<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<(Vec<Node<'t>>, usize)> {
    let outer = walk.above(0)?;
    let (holder, own) = if outer.kind() == "argument_list" {
        (walk.above(2)?, walk.above(1)?)
    } else {
        (outer, node)
    };
    let all = children(holder);
    let at = all.iter().position(|one| *one == own)?;
    Some((all, at))
}

/// `sig { … }` directly before a method.
fn signature<'t>(node: Node<'t>, walk: &Walk<'t>) -> &'t str {
    let before = around(node, walk).and_then(|(all, at)| all.get(at.checked_sub(1)?).copied());
    before
        .filter(|before| before.kind() == "call" && walk.field(*before, "method") == "sig")
        .map_or("", |before| walk.text_of(before))
}

/// Whether others may call a method: by the word before it, around it, or behind it.
fn is_public<'t>(node: Node<'t>, name: &str, walk: &Walk<'t>) -> bool {
    let holder = walk
        .outward(HOLDER_MAX)
        .find(|outer| matches!(outer.kind(), "class" | "module" | "block" | "do_block"));
    // What a call makes of the block that it is given is its own: `matcher :permit do … def reason`.
    let is_hidden =
        holder.is_some_and(|holder| holder.kind().ends_with("block") || is_kept_back(holder, walk));
    if walk.is_in_function() || is_hidden || is_kept_back(node, walk) {
        return false;
    }
    let Some((all, at)) = around(node, walk) else {
        return true;
    };
    let own = all[at];
    if own.kind() == "call" && HIDDEN.contains(&walk.field(own, "method")) {
        return false;
    }
    let named = all.iter().any(|one| {
        one.kind() == "call" && HIDDEN.contains(&walk.field(*one, "method")) && names(*one, name, walk)
    });
    let word = all[..at]
        .iter()
        .rev()
        .filter(|one| one.kind() == "identifier")
        .map(|one| walk.text_of(*one))
        .find(|word| matches!(*word, "private" | "protected" | "public"));
    let is_own = node.kind() == "singleton_method";
    !named && (is_own || !matches!(word, Some("private" | "protected")))
}

/// Most lines of a comment that are searched for such tags.
const COMMENT_LINES_MAX: usize = 60;

/// Whether something says that it is not for others. For RDoc a remark behind the first line does (`def load # :nodoc:`), for YARD a tag
/// above it (`@api private`).
pub(super) fn is_kept_back<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let (before, rest) = walk.text().split_at(node.start_byte());
    let above = before.rsplit('\n').skip(1).take(COMMENT_LINES_MAX);
    let mut above = above
        .map_while(|line| line.trim().strip_prefix('#'))
        .map(str::trim);
    rest.lines().next().is_some_and(|line| line.contains(":nodoc:"))
        || above.any(|said| matches!(said, "@api private" | "@private"))
}

/// Whether `private :a, :b` names a method.
fn names<'t>(call: Node<'t>, name: &str, walk: &Walk<'t>) -> bool {
    let list = walk.child(call, "arguments");
    list.is_some_and(|list| {
        children(list).into_iter().any(|one| {
            matches!(one.kind(), "simple_symbol" | "string")
                && walk.text_of(one).trim_matches([':', '"', '\'']) == name
        })
    })
}

fn role<'t>(node: Node<'t>, name: &str, walk: &Walk<'t>) -> Option<Role> {
    let class = walk.above(1).filter(|class| class.kind() == "class");
    let is_test = class.is_some_and(|class| super::test_cases::is_case(class, walk))
        && name.starts_with("test_")
        && count(node) == 0;
    (is_test && node.kind() == "method").then_some(Role::Test)
}
