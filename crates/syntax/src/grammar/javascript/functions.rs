//! Functions and types of JavaScript and TypeScript: what they are called, to whom they belong, who may use them.

use super::bodies;
use crate::walk::{ClassDraft, Draft, Scope, Walk, children, is_part};
use std::borrow::Cow;
use tree_sitter::Node;

/// Longest text that is searched for what a module offers.
const TEXT_BYTES_MAX: usize = 256 << 10;

/// Where a function stands.
pub(super) struct Place<'t> {
    /// What holds it: a declarator, an assignment, a pair; the function itself when it is declared.
    pub(super) holder: Node<'t>,
    /// Its name.
    name: Cow<'t, str>,
    owner: Option<String>,
    is_public: bool,
    /// Whether somebody asks for it: it is given to a call, or stands in a table.
    pub(super) is_asked_for: bool,
}

/// A function, where `node` is one that has a name.
pub(super) fn function<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<Draft<'t>> {
    let place = if node.kind().ends_with("function") || node.kind() == "function_expression" {
        closure(node, walk)?
    } else {
        declared(node, walk)?
    };
    let name = place.name.clone();
    let (params, typed, returns_type) = signature(node, place.holder, walk);
    let judged = bodies::judge(node, &name, &place, walk);
    Some(Draft {
        owner: place.owner,
        is_public: place.is_public,
        typed,
        returns_type,
        ..judged.draft(name, walk.child(node, "body"), params)
    })
}

fn declared<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<Place<'t>> {
    let name = walk.field(node, "name").trim_matches(['"', '\'']);
    if name.is_empty() {
        return None;
    }
    let is_member = node.kind().contains("method");
    let is_public = if is_member {
        is_open(node, name, walk)
    } else {
        is_offered(name, walk)
    };
    Some(Place {
        holder: node,
        name: name.into(),
        owner: None,
        is_public,
        is_asked_for: walk.above(0).is_some_and(|above| above.kind() == "object"),
    })
}

/// A closure that is bound to a name.
fn closure<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<Place<'t>> {
    let (mut steps, mut holder) = (0, walk.above(0)?);
    let is_wrapped = holder.kind() == "arguments" && holder.named_child(0) == Some(node);
    if is_wrapped {
        (steps, holder) = (2, walk.above(2)?);
    }
    let of_itself = Some(walk.field(node, "name")).filter(|name| !name.is_empty());
    let mut place = Place {
        holder,
        name: Cow::Borrowed(""),
        owner: None,
        is_public: false,
        is_asked_for: is_wrapped,
    };
    match holder.kind() {
        "variable_declarator" => {
            let name = walk
                .child(holder, "name")
                .filter(|name| name.kind() == "identifier")?;
            place.name = walk.text_of(name).into();
            place.is_public = is_offered(&place.name, walk);
        }
        "public_field_definition" | "field_definition" => {
            let name = walk
                .child(holder, "property")
                .or_else(|| walk.child(holder, "name"))?;
            place.name = walk.text_of(name).into();
            place.is_public = is_open(holder, &place.name, walk);
        }
        "assignment_expression" => assigned(holder, of_itself, &mut place, walk)?,
        "export_statement" => {
            place.name = of_itself.unwrap_or("default").into();
            place.is_public = true;
        }
        "pair"
            if walk
                .child(node, "body")
                .is_some_and(|body| body.kind() == "statement_block") =>
        {
            place.name = walk
                .field(holder, "key")
                .trim_matches(['"', '\'', '[', ']'])
                .into();
            place.is_asked_for = true;
            place.is_public = walk.above(steps + 1).is_some() && in_exports(steps + 1, walk);
        }
        _ => {
            place.name = of_itself?.into();
            place.is_asked_for = true;
        }
    }
    Some(place)
}

/// `exports.a = …`, `module.exports = …`, `A.prototype.b = …`, `a.b = …`.
fn assigned<'t>(
    holder: Node<'t>,
    of_itself: Option<&'t str>,
    place: &mut Place<'t>,
    walk: &Walk<'t>,
) -> Option<()> {
    let left = walk.child(holder, "left")?;
    let text = walk.text_of(left);
    if text == "module.exports" {
        place.name = of_itself.unwrap_or("exports").into();
        place.is_public = true;
        return Some(());
    }
    let (name, of) = match left.kind() {
        "identifier" => (text, None),
        "member_expression" => (walk.field(left, "property"), Some(walk.field(left, "object"))),
        _ => return None,
    };
    place.name = name.into();
    match of {
        Some("exports" | "module.exports") => place.is_public = true,
        Some(of) => {
            let owner = of.strip_suffix(".prototype").unwrap_or(of);
            let is_plain = owner.chars().all(|letter| is_part(letter) || letter == '$');
            place.owner = Some(owner.to_owned()).filter(|owner| is_plain && owner != "this");
            place.is_public = !name.starts_with('_') && !walk.is_in_function() && of != "this";
            place.is_asked_for = !of.ends_with(".prototype");
        }
        None => place.is_public = is_offered(name, walk),
    }
    Some(())
}

/// Whether the table that a pair stands in is what the module offers.
fn in_exports(steps: usize, walk: &Walk<'_>) -> bool {
    walk.above(steps).is_some_and(|holder| match holder.kind() {
        "assignment_expression" => walk.field(holder, "left").ends_with("exports"),
        "export_statement" => true,
        _ => false,
    })
}

/// Whether a member of a class is for others, as far as the member says. What is named by a symbol is for who has the symbol.
fn is_open<'t>(member: Node<'t>, name: &str, walk: &Walk<'t>) -> bool {
    let mut cursor = member.walk();
    let mut modifiers = member
        .named_children(&mut cursor)
        .filter(|child| child.kind() == "accessibility_modifier");
    let is_hidden = modifiers.any(|modifier| walk.text_of(modifier) != "public");
    !is_hidden
        && !name.starts_with(['#', '_', '['])
        && is_of_offered(walk)
        && walk
            .above(0)
            .is_some_and(|body| body.kind() != "object" || in_exports(1, walk))
}

/// Whether the class around a member, where there is one with a name, is offered: who cannot name it cannot build upon it.
fn is_of_offered(walk: &Walk<'_>) -> bool {
    let around = walk.outward(3).find(|above| {
        matches!(
            above.kind(),
            "object" | "class_declaration" | "abstract_class_declaration"
        )
    });
    around.is_none_or(|around| {
        let is_exported = around
            .parent()
            .is_some_and(|outer| outer.kind() == "export_statement");
        is_exported || around.kind() == "object" || is_offered(walk.field(around, "name"), walk)
    })
}

/// Whether a module offers a name; where there are no modules, everything outside of functions is for all.
pub(super) fn is_offered(name: &str, walk: &Walk<'_>) -> bool {
    if walk.is_in_function() {
        return false;
    }
    let exports = walk.outward(3).any(|above| above.kind() == "export_statement");
    if exports {
        return true;
    }
    let text = walk.text();
    if text.len() > TEXT_BYTES_MAX {
        return false;
    }
    let is_module = ["export", "import ", "require("]
        .iter()
        .any(|word| text.contains(word));
    !is_module
        || ["export {", "export{", "export default ", "exports"]
            .iter()
            .any(|word| lists(text, word, name))
}

/// Whether a name stands in what follows a word: up to the end of its braces or of its statement.
fn lists(text: &str, word: &str, name: &str) -> bool {
    let is_part = |letter: char| is_part(letter) || letter == '$';
    text.split(word).skip(1).any(|rest| {
        let is_table = word.ends_with('{') || rest.trim_start_matches([' ', '=']).starts_with('{');
        let end = if is_table {
            rest.find('}')
        } else {
            rest.find([';', '\n'])
        };
        let list = &rest[..end.unwrap_or(rest.len())];
        list.split(|letter| !is_part(letter)).any(|one| one == name)
    })
}

/// Parameters, how many have a type, and whether the result has one.
fn signature<'t>(node: Node<'t>, holder: Node<'t>, walk: &Walk<'t>) -> (u16, u16, bool) {
    // What a function with a body gives back is known to the compiler of TypeScript, written down or not.
    let has_result = walk.child(node, "return_type").is_some()
        || (walk.child(node, "body").is_some() && is_typed_file(walk));
    let is_typed = holder.kind() == "variable_declarator" && walk.child(holder, "type").is_some();
    let Some(list) = walk.child(node, "parameters") else {
        let one = u16::from(walk.child(node, "parameter").is_some());
        return (one, if is_typed { one } else { 0 }, has_result || is_typed);
    };
    let mut cursor = list.walk();
    let all = list.named_children(&mut cursor).filter(|child| {
        !matches!(child.kind(), "comment" | "decorator") && walk.field(*child, "pattern") != "this"
    });
    let (params, typed) = all.fold((0_u16, 0_u16), |(params, typed), one| {
        // What it is left out for tells the compiler of TypeScript its type.
        let is_told = walk.child(one, "value").is_some() && is_typed_file(walk);
        let has_type = is_typed || is_told || walk.child(one, "type").is_some();
        (
            params.saturating_add(1),
            typed.saturating_add(u16::from(has_type)),
        )
    });
    (params, typed, has_result || is_typed)
}

/// Whether types can be written at all.
pub(super) fn is_typed_file(walk: &Walk<'_>) -> bool {
    let name = walk.path().rsplit('.').next().unwrap_or_default();
    matches!(name, "ts" | "tsx" | "mts" | "cts")
}

/// A class, an interface, an enum, a type with members.
pub(super) fn class<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<ClassDraft<'t>> {
    let is_alias = node.kind() == "type_alias_declaration";
    if is_alias
        && walk
            .child(node, "value")
            .is_none_or(|value| value.kind() != "object_type")
    {
        return None;
    }
    let own = walk.field(node, "name");
    let holder = walk
        .above(0)
        .filter(|holder| holder.kind() == "variable_declarator");
    let name = match holder {
        Some(holder) if own.is_empty() => walk.field(holder, "name"),
        _ => own,
    };
    (!name.is_empty()).then(|| ClassDraft {
        name: name.into(),
        is_public: is_offered(name, walk),
        is_documented: are_explained(walk.child(node, if is_alias { "value" } else { "body" }), walk),
        is_test: false,
    })
}

/// Whether a type says what it is by its members, most of which are explained one by one.
fn are_explained<'t>(members: Option<Node<'t>>, walk: &Walk<'t>) -> bool {
    let members = members.filter(|list| matches!(list.kind(), "object_type" | "interface_body"));
    let parts = members.map(children).unwrap_or_default();
    let is_doc = |part: &&Node<'t>| walk.text_of(**part).starts_with("/**");
    let explained = parts.iter().filter(is_doc).count();
    explained * 2 > parts.iter().filter(|part| part.kind() != "comment").count()
}

/// A namespace, or a table of functions that has a name.
pub(super) fn scope<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<Scope<'t>> {
    let owner = match node.kind() {
        "object" => {
            let holder = walk
                .above(0)
                .filter(|holder| holder.kind() == "variable_declarator")?;
            let name = walk
                .child(holder, "name")
                .filter(|name| name.kind() == "identifier")?;
            walk.text_of(name)
        }
        _ => walk.field(node, "name").trim_matches(['"', '\'']),
    };
    Some(Scope {
        owner: (!owner.is_empty()).then(|| owner.into()),
        is_test: false,
    })
}
