//! Functions of C and C++.

use super::names;
use crate::facts::{Body, Role};
use crate::walk::{Draft, Kind, Walk};
use tree_sitter::Node;
use wordlist::array;

/// Words of the language that stand before parentheses and are no function, where a macro hides what they belong to.
const KEYWORDS: [&str; 6] = ["if", "else", "while", "for", "switch", "return"];
/// Macros that define a test, with its text as the first argument.
const TEXT_MACROS: [&str; 11] = array(
    "TEST_CASE TEST_CASE_METHOD SCENARIO TEMPLATE_TEST_CASE TEMPLATE_TEST_CASE_METHOD TEMPLATE_TEST_CASE_SIG \
     TEMPLATE_LIST_TEST_CASE TEMPLATE_PRODUCT_TEST_CASE TEST_CASE_TEMPLATE TEST_CASE_FIXTURE TEST_SUITE",
);
/// A body with fewer parts, comments included, may be a pretence.
const SMALL_MAX: usize = 4;
/// How far up the preprocessor is looked for.
const STEPS_MAX: usize = 8;

/// A function with a body, or one that is `= default` or `= delete`.
pub(super) fn defined<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<Draft<'t>> {
    let declarator = names::function_declarator(node)?;
    let written = walk.text_of(walk.child(declarator, "declarator")?);
    let name = names::last(written);
    if KEYWORDS.contains(&name) {
        return None;
    }
    if walk.lists().tests.contains(name) {
        return Some(test(node, declarator, walk));
    }
    let is_macro = is_loud(name);
    let (params, typed, named) = count(declarator, walk);
    let body = walk.child(node, "body");
    let is_small = body.is_some_and(|body| body.named_child_count() < SMALL_MAX);
    let may = is_small && !is_macro && name != "main" && is_free(node, written, walk);
    let mut draft = plain(name, body, walk);
    let is_plain = walk
        .above(0)
        .is_none_or(|outer| outer.kind() != "field_declaration_list");
    draft.owner = owner(written);
    draft.may_pretend = may && named > 0;
    draft.may_be_empty = may && is_plain && named == params && walk.child(node, "type").is_some();
    // What its class says of a method stands where the class is declared.
    draft.is_public = draft.owner.is_none() && is_public(node, walk);
    let is_plain_function = params == 0 && draft.owner.is_none() && names::access(walk).is_none();
    draft.role = role(name, is_plain_function, walk);
    // A program that checks something by itself is a test of its own.
    if name == "main" && draft.role.is_some() && body.is_some_and(|body| checks(walk.text_of(body))) {
        draft.role = Some(Role::Test);
    }
    (draft.params, draft.typed) = (params, typed);
    let is_written = body.is_some_and(|body| body.kind() != "compound_statement");
    let is_real = is_written || is_small && is_twin(node, walk);
    draft.verdict = is_real.then_some(Body::Real);
    Some(draft)
}

/// A prototype; inside of functions such a thing is most often a variable.
pub(super) fn declared<'t>(node: Node<'t>, walk: &Walk<'t>) -> Option<Draft<'t>> {
    let declarator = names::function_declarator(node).filter(|_| !walk.is_in_function())?;
    let written = walk.text_of(walk.child(declarator, "declarator")?);
    let name = names::last(written);
    if is_loud(name) || KEYWORDS.contains(&name) || walk.is_in_error() {
        return None;
    }
    let (params, typed, _) = count(declarator, walk);
    let mut draft = plain(name, None, walk);
    draft.owner = owner(written);
    draft.is_public = is_public(node, walk);
    (draft.params, draft.typed) = (params, typed);
    Some(draft)
}

/// The block behind `TEST_CASE("…")`, which is no function before the preprocessor has seen it.
pub(super) fn test_of_macro<'t>(block: Node<'t>, walk: &Walk<'t>) -> Option<Draft<'t>> {
    if walk.is_in_function() {
        return None;
    }
    let before = walk
        .before()
        .filter(|before| before.kind() == "expression_statement")?;
    let call = before
        .named_child(0)
        .filter(|call| call.kind() == "call_expression")?;
    if !TEXT_MACROS.contains(&walk.field(call, "function")) {
        return None;
    }
    let text = walk.child(call, "arguments")?.named_child(0)?;
    let mut draft = plain(walk.text_of(text).trim_matches('"'), Some(block), walk);
    draft.assertions = throwing(walk.text_of(block));
    draft.role = Some(Role::Test);
    draft.verdict = Some(Body::Real);
    Some(draft)
}

fn plain<'t>(name: &'t str, body: Option<Node<'t>>, walk: &Walk<'t>) -> Draft<'t> {
    Draft {
        role: walk.is_in_test().then_some(Role::TestHelp),
        ..Draft::of(name, body)
    }
}

/// `TEST(Suite, name) { … }`.
fn test<'t>(node: Node<'t>, declarator: Node<'t>, walk: &Walk<'t>) -> Draft<'t> {
    let arguments = walk.field(declarator, "parameters").trim_matches(['(', ')']);
    let (suite, name) = match arguments.split_once(',') {
        // What stands behind the name is what the test is given.
        Some((name, _)) if walk.field(declarator, "declarator").starts_with("BOOST_") => ("", name),
        Some((suite, name)) => (suite, name),
        None => ("", arguments),
    };
    let mut draft = plain(name.trim(), walk.child(node, "body"), walk);
    draft.owner = (!suite.is_empty()).then(|| suite.trim().to_owned());
    draft.role = Some(Role::Test);
    draft.assertions = throwing(draft.body.map_or("", |body| walk.text_of(body)));
    draft
}

/// How many checks a body has that are given a statement: `ASSERT_THROW(Board b(1, 1), Wrong)` is no call to a parser.
fn throwing(body: &str) -> u16 {
    const BEGIN: [&str; 5] = array("ASSERT_ EXPECT_ REQUIRE_ CHECK_ BOOST_");
    const HAVE: [&str; 3] = array("THROW DEATH EXIT");
    let code = body.lines().filter_map(|line| line.split("//").next());
    let words = code.flat_map(|line| line.split(|c: char| !c.is_ascii_uppercase() && c != '_'));
    let checks = words.filter(|word| {
        BEGIN.iter().any(|begin| word.starts_with(begin)) && HAVE.iter().any(|have| word.contains(have))
    });
    u16::try_from(checks.count()).unwrap_or(u16::MAX)
}

/// The class of a method that is defined outside of it.
fn owner(written: &str) -> Option<String> {
    let (owner, _) = written.rsplit_once("::")?;
    let owner = owner.split('<').next().unwrap_or(owner);
    Some(names::last(owner).to_owned())
}

/// Names in capitals are those of macros.
fn is_loud(name: &str) -> bool {
    !name.is_empty()
        && name
            .chars()
            .all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit() || letter == '_')
}

/// How many parameters there are, how many have a type, how many a name. Those of old C have no type here.
fn count<'t>(declarator: Node<'t>, walk: &Walk<'t>) -> (u16, u16, u16) {
    let Some(list) = walk.child(declarator, "parameters") else {
        return (0, 0, 0);
    };
    let mut cursor = list.walk();
    let (mut params, mut typed, mut named) = (0_u16, 0_u16, 0_u16);
    for parameter in list.named_children(&mut cursor) {
        let has_type = walk.child(parameter, "type").is_some();
        let declarator = walk.child(parameter, "declarator");
        let is_void = declarator.is_none() && walk.text_of(parameter) == "void";
        if is_void || walk.kind(parameter).is(Kind::COMMENT) || parameter.kind() == "variadic_parameter" {
            continue;
        }
        let has_name = declarator.is_some_and(|declarator| !declarator.kind().starts_with("abstract_"));
        params = params.saturating_add(1);
        typed = typed.saturating_add(u16::from(has_type));
        named = named.saturating_add(u16::from(has_name));
    }
    (params, typed, named)
}

/// Whether nobody obliges a function to be there as it is. No method that could be virtual, no template or overload
/// that is chosen by its types, no variant for a platform, nothing weak that others replace.
fn is_free<'t>(node: Node<'t>, written: &str, walk: &Walk<'t>) -> bool {
    const MARKS: [&str; 8] = array("virtual override final weak operator template constexpr decltype");
    let head = match walk.child(node, "body") {
        Some(body) => walk
            .text()
            .get(node.start_byte()..body.start_byte())
            .unwrap_or_default(),
        None => "",
    };
    let is_marked = MARKS.iter().any(|word| head.contains(word));
    let has_type = walk.child(node, "type").is_some();
    has_type && !is_marked && !written.contains("::") && !is_variant(walk)
}

/// Whether something around it makes it one of several: a condition of the preprocessor, a template, a class with a
/// base.
fn is_variant(walk: &Walk<'_>) -> bool {
    walk.outward(STEPS_MAX).any(|outer| match outer.kind() {
        "preproc_if" | "preproc_elif" | "preproc_else" | "preproc_elifdef" | "template_declaration" => true,
        "preproc_ifdef" => !is_guard(outer, walk),
        "class_specifier" | "struct_specifier" => {
            let mut cursor = outer.walk();
            outer
                .named_children(&mut cursor)
                .take(STEPS_MAX)
                .any(|part| part.kind() == "base_class_clause")
        }
        _ => false,
    })
}

/// Whether it is what is left where a feature is not there: the preprocessor takes it or another of the same name.
fn is_twin<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let is_chosen = walk.outward(STEPS_MAX).any(|outer| match outer.kind() {
        "preproc_elif" | "preproc_else" | "preproc_elifdef" => true,
        "preproc_if" | "preproc_ifdef" => walk.child(outer, "alternative").is_some(),
        _ => false,
    });
    is_chosen && walk.may_search() && is_overloaded(node, walk)
}

/// `#ifndef X_H` around a header, `#ifdef __cplusplus` around its declarations.
fn is_guard<'t>(condition: Node<'t>, walk: &Walk<'t>) -> bool {
    let name = walk.field(condition, "name");
    let is_header = walk.text_of(condition).starts_with("#ifndef")
        && (name.ends_with('H') || name.ends_with("H_") || name.ends_with("H__"));
    (is_header || name == "__cplusplus") && walk.child(condition, "alternative").is_none()
}

/// Whether another function of the same name is defined in the file.
pub(super) fn is_overloaded<'t>(function: Node<'t>, walk: &Walk<'t>) -> bool {
    let name =
        names::function_declarator(function).map_or("", |declarator| walk.field(declarator, "declarator"));
    let heads = walk.places_of(name).filter(|(line, after)| {
        let opens = after.lines().next().is_some_and(|rest| rest.contains('{'));
        after.starts_with('(') && opens && !line.ends_with("::") && !line.contains("//")
    });
    heads.count() > 1
}

/// Whether others may use it: neither `static` outside of classes, nor in a namespace that is for nobody else, nor private.
fn is_public<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    match names::access(walk) {
        Some(access) => access == "public" && !is_inside(walk),
        None => !is_static(node, walk) && !is_inside(walk),
    }
}

fn is_static<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    let mut cursor = node.walk();
    node.named_children(&mut cursor)
        .take(STEPS_MAX)
        .any(|part| part.kind() == "storage_class_specifier" && walk.text_of(part) == "static")
}

/// Whether it stands in a namespace without a name, or with one that custom keeps for what is not offered.
pub(super) fn is_inside(walk: &Walk<'_>) -> bool {
    let mut namespaces = walk
        .outward(STEPS_MAX)
        .filter(|outer| outer.kind() == "namespace_definition");
    namespaces.any(|namespace| INSIDE.contains(&names::last(walk.field(namespace, "name"))))
}

/// Names of such namespaces.
const INSIDE: [&str; 6] = ["", "detail", "details", "internal", "impl", "priv"];

/// Types that stand in a header can be used by others.
pub(super) fn is_in_header(walk: &Walk<'_>) -> bool {
    let ending = walk.path().rsplit('.').next().unwrap_or_default();
    ending.starts_with('h') || walk.path().is_empty()
}

/// Headers of frameworks whose tests are macros: plain functions beside them are helpers.
const FRAMEWORKS: [&str; 8] = array("<gtest \"gtest <gmock \"gmock <catch2 \"catch <doctest <boost/test");

/// Whether a body has a check that ends the program where it fails.
fn checks(body: &str) -> bool {
    const CHECKS: [&str; 4] = array("ASSERT assert( CHECK EXPECT");
    CHECKS.iter().any(|check| body.contains(check))
}

/// A function that takes something is no test: nobody could start it.
fn role(name: &str, is_plain: bool, walk: &Walk<'_>) -> Option<Role> {
    if !walk.is_in_test() {
        return None;
    }
    let is_test = ["test_", "Test", "should_"]
        .iter()
        .any(|beginning| name.starts_with(beginning))
        || ["_test", "Test"].iter().any(|end| name.ends_with(end));
    let has_runner = FRAMEWORKS.iter().any(|beginning| walk.brings(beginning));
    Some(if is_test && is_plain && !has_runner {
        Role::Test
    } else {
        Role::TestHelp
    })
}

/// Whether a function is where the program starts.
pub(super) fn is_main<'t>(node: Node<'t>, walk: &Walk<'t>) -> bool {
    node.kind() == "function_definition"
        && names::function_declarator(node)
            .is_some_and(|declarator| walk.field(declarator, "declarator") == "main")
}
