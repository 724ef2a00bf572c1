//! How a language says what the facts are: what the walk asks it, and what it answers.

use super::Walk;
use super::dangers::{Reader, Source};
use crate::facts::{Body, Role};
use std::borrow::Cow;
use tree_sitter::Node;

/// How a language says things. The walk asks in the order of the text; everything has an answer that says nothing.
pub(crate) trait Grammar: Sync {
    /// The texts that its [`Vocabulary`](super::Vocabulary) is read from.
    fn words(&self) -> &'static [&'static str];

    /// Who says which data of a call matter, by the names that its words give them.
    fn readers(&self) -> &'static [(&'static str, Reader)] {
        &[]
    }

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

    /// Looks at a [`Kind::SPECIAL`](super::Kind::SPECIAL) node: [`Walk::lapse`], [`Walk::danger`], [`Walk::entry`].
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

    /// Whether a statement says nothing, beyond comments and [`Kind::IDLE`](super::Kind::IDLE) (a docstring).
    fn is_idle<'t>(&self, _statement: Node<'t>, _walk: &Walk<'t>) -> bool {
        false
    }

    /// Whether a comment that stands directly above something explains it.
    fn is_doc(&self, comment: &str) -> bool;

    /// Whether a file of that path holds only tests and what helps them.
    fn is_test_file(&self, _path: &str) -> bool {
        false
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
}

/// What a language says of a function.
#[derive(Default)]
pub(crate) struct Draft<'t> {
    /// Its name.
    pub(crate) name: Cow<'t, str>,
    /// What it belongs to, where that is not the scope around it.
    pub(crate) owner: Option<String>,
    /// Its body; without one it is [`Body::Declared`].
    pub(crate) body: Option<Node<'t>>,
    /// What the body is, where the language knows better than the statements say.
    pub(crate) verdict: Option<Body>,
    /// Whether to call it a pretence would be fair if it gave back a constant. It takes something, and nobody
    /// obliges it to be there (a trait, an interface, a base class).
    pub(crate) may_pretend: bool,
    /// Whether to call it empty would be fair if it did nothing: nobody obliges it to be there.
    pub(crate) may_be_empty: bool,
    /// Checks that it makes without calls (`// Output:` of an example).
    pub(crate) assertions: u16,
    /// A function that runs as a part of it although nothing in its body calls it.
    pub(crate) runs: Option<&'t str>,
    /// Whether others may use it.
    pub(crate) is_public: bool,
    /// Test or not, where that is not what the place says.
    pub(crate) role: Option<Role>,
    /// Whether the runner is told beside it to pass over it, whatever happens.
    pub(crate) is_off: bool,
    /// Whether it is explained, besides by the comment above.
    pub(crate) is_documented: bool,
    /// Parameters without the receiver, and how many have a type.
    pub(crate) params: u16,
    /// How many of the parameters have a type.
    pub(crate) typed: u16,
    /// Whether the last that it gives back says that it can fail.
    pub(crate) fails: bool,
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

impl<'t> Draft<'t> {
    /// Nothing is said of a function but its name and body; it could not take or give anything without a type.
    pub(crate) fn of(name: impl Into<Cow<'t, str>>, body: Option<Node<'t>>) -> Self {
        Self {
            name: name.into(),
            body,
            returns_type: true,
            ..Self::default()
        }
    }
}
