//! What stands around a place while code is followed.

use super::term::Term;
use crate::ast::Span;
use std::sync::Arc;

/// What stands around a place, innermost first.
#[derive(Debug)]
pub struct Scope {
    /// This level.
    pub kind: ScopeKind,
    /// What stands around it.
    pub outer: Option<Arc<Self>>,
}

/// One level around a place.
#[derive(Clone, Debug)]
pub enum ScopeKind {
    /// Within a function that was called, and with what.
    Function {
        name: String,
        /// What it was given.
        given: Vec<Term>,
    },
    /// Where a test holds, or does not.
    Guard(Term, bool),
    /// Within a loop over a collection, or while a condition holds.
    Loop {
        /// The collection or condition.
        over: Term,
        /// Whether it runs while a condition holds.
        is_while: bool,
        /// Its file.
        path: String,
        span: Span,
        /// Whether its function raises once all rounds have failed.
        raises_after: bool,
    },
    /// Within `try`, and how its handlers end.
    Try(Vec<HandlerEnd>),
    /// Within an exception handler.
    Handler,
    /// Called through something from outside: a decorator or wrapper.
    Wrapper(Term),
}

/// How an exception handler ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandlerEnd {
    /// It goes on after the `try`, or to the next round of the loop.
    GoesOn,
    /// On some way it goes to the next round of the loop; how it ends on the last stands beside.
    Again,
    /// It does so, or raises again: on the last round, or what it does not know.
    GoesOnOrRaises,
    /// It returns, or leaves the loop.
    Returns,
    /// It raises an error of the repository's own.
    RaisesOwn,
    Raises,
}

/// Something that leaves the repository's own code, or a store.
#[derive(Clone, Debug)]
pub struct Event {
    /// What kind of thing happens.
    pub kind: EventKind,
    /// The call, what is stored or returned.
    pub term: Term,
    /// The file.
    pub path: String,
    pub span: Span,
    /// What stands around it.
    pub scope: Option<Arc<Scope>>,
}

impl Event {
    /// The levels around it, innermost first.
    pub fn levels(&self) -> impl Iterator<Item = &ScopeKind> {
        levels(self.scope.as_ref())
    }
}

/// The levels of a scope, innermost first.
pub(super) fn levels(scope: Option<&Arc<Scope>>) -> impl Iterator<Item = &ScopeKind> {
    std::iter::successors(scope.map(Arc::as_ref), |scope| scope.outer.as_deref()).map(|scope| &scope.kind)
}

/// What kind of thing an event is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EventKind {
    /// A call that leaves the repository's code.
    Called,
    /// An instance, or a dict with constant keys, is made.
    Made,
    /// Something is stored under this name.
    Stored(String),
    /// In the end of a function this variable stands for it.
    Named(String),
    /// The function of this name returns.
    Returned(String),
    /// The function of this name calls itself.
    Again(String),
    /// Python raises, whatever the values are; and why.
    Raises(String),
}
