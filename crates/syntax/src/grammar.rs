//! One module a language: how its syntax says what the facts are.

mod c;
mod go;
mod innocence;
mod java;
mod javascript;
pub(crate) mod kinds;
mod python;
mod ruby;
mod rust;

use crate::facts::{Body, Facts, Role, Slip};
use crate::language::Language;
use crate::walk::Walk;
use crate::walk::dangers::{Sink, Source};
use crate::{TEXT_BYTES_MAX, mocks, reading, walk};
pub(crate) use kinds::{Kind, Table};
use std::borrow::Cow;
use std::sync::OnceLock;
use tree_sitter::{Node, Tree};

/// How a language says things. The walk asks in the order of the text; everything has an answer that says nothing.
pub(crate) trait Grammar: Sync {
    /// What the kinds of nodes are, by their names in the grammar.
    fn kinds(&self) -> &'static [(&'static str, Kind)];

    /// A function, where `node` is one.
    fn function<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<Draft<'t>>;

    /// A type, where `node` is one.
    fn class<'t>(&self, _node: Node<'t>, _walk: &Walk<'t>) -> Option<ClassDraft<'t>> {
        None
    }

    /// What owns the functions inside, where `node` does.
    fn scope<'t>(&self, _node: Node<'t>, _walk: &Walk<'t>) -> Option<Scope<'t>> {
        None
    }

    /// Tells the walk what is brought in: [`Walk::import`], and [`Walk::bind`] for the name that it has here.
    fn import<'t>(&self, _node: Node<'t>, _walk: &mut Walk<'t>) {}

    /// A call, where `node` is one whose callee has a name.
    fn call<'t>(&self, node: Node<'t>, walk: &Walk<'t>) -> Option<Call<'t>>;

    /// Looks at a [`Kind::SPECIAL`] node: [`Walk::lapse`], [`Walk::danger`], [`Walk::entry`].
    fn special<'t>(&self, _node: Node<'t>, _walk: &mut Walk<'t>) {}

    /// Looks at a call beyond the tables, e.g. for lapses.
    fn called<'t>(&self, _call: &Call<'t>, _walk: &mut Walk<'t>) {}

    /// Whether a call checks something in a test.
    fn is_assertion<'t>(&self, call: &Call<'t>, walk: &Walk<'t>) -> bool;

    /// The name that gets a value, and the value. For loops over something, this is the something.
    fn assignment<'t>(&self, _node: Node<'t>, _walk: &Walk<'t>) -> Option<(Node<'t>, Node<'t>)> {
        None
    }

    /// What a body of this single statement is, when it is neither empty nor real: [`Body::Unwritten`], or a
    /// [`Body::Constant`] (which the walk keeps only where [`Draft::may_pretend`] says so).
    fn pretence<'t>(&self, _only: Node<'t>, _walk: &Walk<'t>) -> Option<Body> {
        None
    }

    /// Whether the rest of the file obliges a function to be as it is, asked last, of those that would be accused.
    fn is_obliged<'t>(&self, _function: Node<'t>, _walk: &Walk<'t>) -> bool {
        false
    }

    /// The parts on which it hangs whether a value is written down whole, where kinds alone do not say it:
    /// `Some(1)`, `vec![]`, `Status::Open`.
    fn constant_parts<'t>(&self, _value: Node<'t>, _walk: &Walk<'t>) -> Option<Vec<Node<'t>>> {
        None
    }

    /// Names that stand inside of the texts that a call is given (`format!("{name}")`).
    fn names_inside<'t>(&self, _call: &Call<'t>, _walk: &Walk<'t>) -> Vec<&'t str> {
        Vec::new()
    }

    /// Calls whose result can do no harm, whatever they are given, by last segment (`len`, `int`).
    fn cleansers(&self) -> &'static [&'static str] {
        &[]
    }

    /// Whether a statement says nothing, beyond comments and [`Kind::IDLE`] (a docstring).
    fn is_idle<'t>(&self, _statement: Node<'t>, _walk: &Walk<'t>) -> bool {
        false
    }

    /// Whether a comment that stands directly above something explains it.
    fn is_doc(&self, comment: &str) -> bool;

    /// Beginnings of comments that switch checks off.
    fn silencers(&self) -> &'static [(&'static str, Slip)] {
        &[]
    }

    /// Whether a file of that path holds only tests and what helps them.
    fn is_test_file(&self, _path: &str) -> bool {
        false
    }

    /// Calls that are dangerous, sorted by nothing.
    fn sinks(&self) -> &'static [Sink] {
        &[]
    }

    /// Where data comes in from outside, resolved through imports.
    fn sources(&self) -> &'static [Source] {
        &[]
    }

    /// Where data comes in by a parameter of a function (`argv` of `main`).
    fn given_source<'t>(
        &self,
        _function: Node<'t>,
        _name: &str,
        _walk: &Walk<'t>,
    ) -> Option<&'static Source> {
        None
    }

    /// What a function or type begins with behind its attributes, where the grammar counts these to it.
    fn head<'t>(&self, node: Node<'t>) -> Node<'t> {
        node
    }

    /// Calls whose result is as harmless as what they are given, by last segment (`format`, `trim`, `join`).
    fn carriers(&self) -> &'static [&'static str] {
        &[]
    }

    /// Methods that put their arguments into what they are called on (`push_str`, `append`).
    fn mutators(&self) -> &'static [&'static str] {
        &[]
    }
}

/// What a language says of a function.
pub(crate) struct Draft<'t> {
    /// Its name.
    pub(crate) name: Cow<'t, str>,
    /// What it belongs to, where that is not the scope around it.
    pub(crate) owner: Option<String>,
    /// Its body; without one it is [`Body::Declared`].
    pub(crate) body: Option<Node<'t>>,
    /// What the body is, where the language knows better than the statements say.
    pub(crate) verdict: Option<Body>,
    /// Whether to call it a pretence would be fair if it gave back a constant: it takes something, and nobody
    /// obliges it to be there (a trait, an interface, a base class).
    pub(crate) may_pretend: bool,
    /// Whether to call it empty would be fair if it did nothing: nobody obliges it to be there.
    pub(crate) may_be_empty: bool,
    /// Checks that it makes without calls (`// Output:` of an example).
    pub(crate) assertions: u16,
    /// Whether others may use it.
    pub(crate) is_public: bool,
    /// Test or not, where that is not what the place says.
    pub(crate) role: Option<Role>,
    /// Whether it is explained, besides by the comment above.
    pub(crate) is_documented: bool,
    /// Parameters without the receiver, and how many have a type.
    pub(crate) params: u16,
    /// How many of the parameters have a type.
    pub(crate) typed: u16,
    /// Whether its result has a type.
    pub(crate) returns_type: bool,
}

/// What a language says of a type.
pub(crate) struct ClassDraft<'t> {
    /// Its name.
    pub(crate) name: Cow<'t, str>,
    /// Whether others may use it.
    pub(crate) is_public: bool,
    /// Whether it is explained, besides by the comment above.
    pub(crate) is_documented: bool,
    /// Whether it holds tests.
    pub(crate) is_test: bool,
}

/// What owns functions.
pub(crate) struct Scope<'t> {
    /// Its name; without one the owner outside stays.
    pub(crate) owner: Option<Cow<'t, str>>,
    /// Whether everything inside is for tests.
    pub(crate) is_test: bool,
}

/// A call.
#[derive(Clone, Copy)]
pub(crate) struct Call<'t> {
    /// The whole call.
    pub(crate) node: Node<'t>,
    /// What is called: `a.b` of `a.b(c)`.
    pub(crate) callee: Node<'t>,
    /// Its last segment: `b`.
    pub(crate) name: &'t str,
    /// What it is called on: `a`.
    pub(crate) on: Option<Node<'t>>,
    /// The list of arguments.
    pub(crate) arguments: Option<Node<'t>>,
}

/// Parses and walks a text.
pub(crate) fn read(language: Language, path: &str, text: &str) -> Facts {
    let is_short = text.len() <= TEXT_BYTES_MAX;
    let tree = is_short.then(|| parse(language, text)).flatten();
    read_parsed(language, path, text, tree.as_ref())
}

/// Walks a text that was parsed; what took too long has no tree.
pub(crate) fn read_parsed(language: Language, path: &str, text: &str, tree: Option<&Tree>) -> Facts {
    let mut facts = Facts::of(language);
    if text.len() > TEXT_BYTES_MAX {
        facts.unread = Some(format!(
            "{} bytes; at most {TEXT_BYTES_MAX} are parsed",
            text.len()
        ));
        return facts;
    }
    if language == Language::Python
        && let Some(plain) = reading::undisguised(text)
    {
        return read(language, path, &plain);
    }
    let Some(tree) = tree else {
        let refused = reading::refused(language, text.as_bytes());
        facts.unread = Some(refused.unwrap_or("the parser gave up").to_owned());
        return facts;
    };
    // What a preprocessor puts in is not seen here: C that looks broken seldom is.
    if !matches!(language, Language::C | Language::Cpp) {
        facts.broken_at = first_error(tree);
    }
    let grammar = speech(language);
    let mut facts = walk::walk(grammar, table(language, grammar), tree, path, text, facts);
    facts.mocks = mocks::of(language, path, tree, text, &facts);
    let lines = reading::Lines::of(language, text.as_bytes());
    if !lines.is_plain() {
        facts.count_back(&lines);
    }
    facts
}

/// Who knows a language's rules.
fn speech(language: Language) -> &'static dyn Grammar {
    match language {
        Language::C => &c::Family { is_cpp: false },
        Language::Cpp => &c::Family { is_cpp: true },
        Language::Go => &go::Go,
        Language::Rust => &rust::Rust,
        Language::Python => &python::Python,
        Language::Ruby => &ruby::Ruby,
        Language::Java => &java::Java,
        Language::JavaScript => &javascript::JAVASCRIPT,
        Language::TypeScript | Language::Tsx => &javascript::TYPESCRIPT,
    }
}

/// The table of a language's kinds, made once.
fn table(language: Language, grammar: &dyn Grammar) -> &'static Table {
    static TABLES: [OnceLock<Table>; Language::ALL.len()] = [const { OnceLock::new() }; Language::ALL.len()];
    TABLES[language as usize].get_or_init(|| Table::new(&language.tree_sitter(), grammar.kinds()))
}

fn parse(language: Language, text: &str) -> Option<Tree> {
    if reading::refused(language, text.as_bytes()).is_some() {
        return None;
    }
    let bytes = reading::prepared(language, text.as_bytes())?;
    reading::tree(&language.tree_sitter(), &bytes)
}

fn first_error(tree: &Tree) -> Option<u32> {
    let root = tree.root_node();
    if !root.has_error() {
        return None;
    }
    let mut node = root;
    let mut cursor = tree.walk();
    while !(node.is_error() || node.is_missing()) {
        let child = node.children(&mut cursor).find(Node::has_error);
        match child {
            Some(child) => node = child,
            None => break,
        }
    }
    u32::try_from(node.start_position().row + 1).ok()
}
