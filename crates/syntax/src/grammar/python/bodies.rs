//! What a Python function does at a glance, and what honest code looks like that does little.

use super::{bases, docstring};
use crate::facts::Body;
use crate::grammar::innocence::{Judged, asks_heirs, has_heirs, is_about_writing, is_blank, is_handed_over};
use crate::walk::{Walk, says_unwritten};
use tree_sitter::Node;
use wordlist::array;

/// Decorators that say that others write the body.
const ABSTRACT: [&str; 5] = array("abstractmethod abstractproperty abstractclassmethod overload implementer");
/// Bases whose methods are declarations.
const INTERFACES: &[&str] = &["ABC", "Protocol", "Interface", "TypedDict", "NamedTuple", "Enum"];

/// Judges a function; only bodies that do little are looked at closely.
pub(super) fn judge<'t>(
    node: Node<'t>,
    class: Option<Node<'t>>,
    decorators: &[&str],
    walk: &Walk<'t>,
) -> Judged {
    let Some(body) = walk.child(node, "body") else {
        return Judged::innocent(None);
    };
    let Some(found) = walk.slight(body) else {
        return Judged::innocent(None);
    };
    if is_remarked(node, walk) {
        return Judged::innocent(Some(Body::Real));
    }
    let name = walk.field(node, "name");
    let last = |decorator: &str| decorator.rsplit('.').next().unwrap_or_default().to_owned();
    if decorators
        .iter()
        .any(|one| ABSTRACT.contains(&last(one).as_str()))
        || is_stub(walk)
    {
        return Judged::innocent(Some(Body::Declared));
    }
    let explains = [Some(node), class].into_iter().flatten();
    let says_heirs = explains
        .filter_map(docstring)
        .any(|text| asks_heirs(walk.text_of(text)));
    let of_class = class.map(|class| company(class, name, &found, says_heirs, walk));
    if let Some(Some(verdict)) = of_class {
        return Judged::innocent(Some(verdict));
    }
    let is_helper = walk.is_in_test() && (!name.starts_with("test") || walk.is_in_function());
    if matches!(found, Body::Unwritten(_)) && is_helper {
        return Judged::innocent(Some(Body::Real));
    }
    let is_asked_for = is_alternative(walk)
        || decorators
            .iter()
            .any(|one| !walk.lists().plain.contains(&last(one)))
        || name.starts_with("__")
        || (class.is_some() && walk.lists().called_by_name.contains(name))
        || (class.is_none() && walk.is_in_function())
        || is_for_nothing(node, walk)
        || is_handed_over(walk.text(), name);
    Judged {
        verdict: None,
        may_pretend: !is_asked_for && !walk.is_in_test(),
        may_be_empty: !is_asked_for && !is_helper,
    }
}

/// Whether a comment behind the head of a function says why it does little.
fn is_remarked<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let mut cursor = node.walk();
    let mut comments = node
        .named_children(&mut cursor)
        .filter(|child| child.kind() == "comment");
    let says = |comment: &str| {
        !says_unwritten(comment)
            && !["noqa", "type:", "pragma", "pylint"]
                .iter()
                .any(|word| comment.contains(word))
    };
    comments.any(|comment| says(walk.text_of(comment)))
}

/// Whether a function is one of several of which only one is made: by platform, or by what is installed.
fn is_alternative(walk: &Walk<'_>) -> bool {
    let skip = usize::from(
        walk.above(0)
            .is_some_and(|around| around.kind() == "decorated_definition"),
    );
    let holder = walk.above(skip + 1).map_or("", |holder| holder.kind());
    matches!(
        holder,
        "if_statement" | "else_clause" | "elif_clause" | "try_statement" | "except_clause"
    )
}

/// What the class of a method makes of it; nothing when it leaves the question open.
fn company<'t>(class: Node<'t>, name: &str, found: &Body, says_heirs: bool, walk: &Walk<'t>) -> Option<Body> {
    let bases = bases(class, walk);
    let owner = walk.field(class, "name");
    let is_interface = bases.iter().any(|base| {
        let base = base.rsplit(['.', '=']).next().unwrap_or(base);
        INTERFACES.contains(&base)
            || base == "ABCMeta"
            || base.ends_with("Error")
            || base.ends_with("Exception")
    });
    let blanks = walk.text_of(class).matches("raise NotImplementedError").count();
    let own = usize::from(matches!(found, Body::Unwritten(_)));
    let has_blanks = || blanks > own || is_blank(class, walk);
    let is_base =
        says_heirs || is_interface || is_named_base(owner) || has_heirs(walk.text(), owner) || has_blanks();
    match found {
        Body::Empty | Body::Unwritten(_) if is_base => Some(Body::Declared),
        Body::Unwritten(how) if refuses(how) => Some(Body::Real),
        Body::Unwritten(how) if asks_heirs(how) || calls_itself(name, walk) => Some(Body::Declared),
        Body::Empty | Body::Constant(_) if is_base || !bases.is_empty() => Some(Body::Real),
        Body::Empty if calls_itself(name, walk) => Some(Body::Real),
        _ => None,
    }
}

/// Whether an error of a method says something else than that the method is not written: what it does not do, and
/// what to use instead.
fn refuses(how: &str) -> bool {
    let said = how
        .split_once('(')
        .map_or("", |(_, said)| said)
        .trim_matches([')', '"', '\'', ' ']);
    let lower = said.to_ascii_lowercase();
    !said.is_empty() && !asks_heirs(said) && !is_about_writing(&lower) && !lower.contains("phase")
}

fn is_named_base(owner: &str) -> bool {
    let owner = owner.trim_start_matches('_');
    owner.starts_with("Base")
        || owner.starts_with("Abstract")
        || owner.ends_with("Base")
        || owner.ends_with("Mixin")
        || owner.ends_with("Interface")
}

/// Whether a class calls a method of its own: then it is a hook that heirs fill in.
fn calls_itself(name: &str, walk: &Walk<'_>) -> bool {
    let text = walk.text();
    text.contains(&format!("self.{name}(")) || text.contains(&format!("cls.{name}("))
}

/// Whether every parameter says that it is not used: `_request`, `*args`.
fn is_for_nothing<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let list = walk.field(node, "parameters").trim_matches(['(', ')']);
    let mut names = list
        .split(',')
        .map(str::trim)
        .filter(|name| !matches!(*name, "" | "self" | "cls" | "*" | "/"));
    !list.is_empty() && names.clone().next().is_some() && names.all(|name| name.starts_with(['_', '*']))
}

/// Whether a file only declares: every body in it is missing.
fn is_stub(walk: &Walk<'_>) -> bool {
    walk.path().ends_with(".pyi")
}

/// What a single statement is.
pub(super) fn pretence<'t>(only: Node<'t>, walk: &Walk<'t>) -> Option<Body> {
    match only.kind() {
        "return_statement" => walk.returned(only, |value| {
            (walk.text_of(value) == "NotImplemented").then_some(Body::Real)
        }),
        "raise_statement" => {
            let raised = walk.text_of(only.named_child(0)?);
            raised
                .starts_with("NotImplementedError")
                .then(|| Body::Unwritten(walk.text_of(only).to_owned()))
        }
        _ => None,
    }
}
