//! What the walk is inside of: functions, their owners, blocks, broken regions.

use std::borrow::Cow;
use std::collections::BTreeSet;
use tree_sitter::Node;

/// Everything that is open, outermost first.
#[derive(Default)]
pub(super) struct Scopes<'t> {
    open: Vec<Open<'t>>,
    functions: Vec<Tally<'t>>,
    errors: u32,
    tests: u32,
}

struct Open<'t> {
    level: usize,
    what: What<'t>,
}

enum What<'t> {
    Error,
    /// Whether for tests.
    Function(bool),
    Owner(Option<Cow<'t, str>>, bool),
}

/// What is counted inside of a function.
pub(super) struct Tally<'t> {
    /// Its place in the list of functions, where it has one.
    pub(super) index: Option<usize>,
    node: Node<'t>,
    /// Checks so far.
    pub(super) assertions: u16,
    /// Decisions so far, plus one.
    pub(super) branches: u16,
    /// Names called so far.
    pub(super) calls: BTreeSet<&'t str>,
}

impl<'t> Scopes<'t> {
    pub(super) fn open_function(
        &mut self,
        level: usize,
        index: Option<usize>,
        node: Node<'t>,
        is_test: bool,
        assertions: u16,
    ) {
        self.push(level, What::Function(is_test));
        self.tests += u32::from(is_test);
        self.functions.push(Tally {
            index,
            node,
            assertions,
            branches: 1,
            calls: BTreeSet::new(),
        });
    }

    pub(super) fn open_scope(&mut self, level: usize, owner: Option<Cow<'t, str>>, is_test: bool) {
        self.tests += u32::from(is_test);
        self.push(level, What::Owner(owner, is_test));
    }

    pub(super) fn open_error(&mut self, level: usize) {
        self.errors += 1;
        self.push(level, What::Error);
    }

    fn push(&mut self, level: usize, what: What<'t>) {
        self.open.push(Open { level, what });
    }

    /// Closes what was opened at a level, until a function is done or nothing is left at it.
    pub(super) fn close(&mut self, level: usize) -> Option<Tally<'t>> {
        while let Some(open) = self.open.pop_if(|open| open.level >= level) {
            match open.what {
                What::Error => self.errors -= 1,
                What::Owner(_, is_test) => self.tests -= u32::from(is_test),
                What::Function(is_test) => {
                    self.tests -= u32::from(is_test);
                    return self.close_function();
                }
            }
        }
        None
    }

    /// What an inner function checks, the outer one checks too: it holds its lines.
    fn close_function(&mut self) -> Option<Tally<'t>> {
        let done = self.functions.pop()?;
        if let Some(outer) = self.functions.last_mut() {
            outer.assertions = outer.assertions.saturating_add(done.assertions);
        }
        Some(done)
    }

    pub(super) fn branch(&mut self) {
        if let Some(function) = self.functions.last_mut() {
            function.branches = function.branches.saturating_add(1);
        }
    }

    pub(super) fn note_call(&mut self, name: &'t str, is_assertion: bool) {
        if let Some(function) = self.functions.last_mut() {
            function.assertions = function.assertions.saturating_add(u16::from(is_assertion));
            function.calls.insert(name);
        }
    }

    pub(super) fn note_assertion(&mut self) {
        if let Some(function) = self.functions.last_mut() {
            function.assertions = function.assertions.saturating_add(1);
        }
    }

    pub(super) fn owner(&self) -> Option<&str> {
        self.open.iter().rev().find_map(|open| match &open.what {
            What::Owner(owner, _) => owner.as_deref(),
            _ => None,
        })
    }

    pub(super) fn function(&self) -> Option<Node<'t>> {
        self.functions.last().map(|function| function.node)
    }

    pub(super) const fn is_in_function(&self) -> bool {
        !self.functions.is_empty()
    }

    pub(super) const fn is_in_test(&self) -> bool {
        self.tests > 0
    }

    pub(super) const fn is_in_error(&self) -> bool {
        self.errors > 0
    }
}
