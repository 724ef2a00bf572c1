//! What code computes, followed symbolically. Every value becomes a term, every decision a gate that keeps
//! its test beside both outcomes. Every call that leaves the repository becomes an event with the loops, guards and
//! handlers around it.
//!
//! A rule is then a shape of terms, wherever it is written and whatever it is called: a cap under a test that
//! speaks of security is a security override. A branch that computes the same as the other is no rule at all.

mod arguments;
mod assignment;
mod call;
mod comprehension;
mod evaluator;
mod expression;
mod function;
mod joining;
mod looping;
pub mod marks;
mod query;
mod scope;
mod simplify;
mod statement;
mod term;
mod undefined;

pub use evaluator::{Evaluator, is_plain};
pub use marks::{Marks, has};
pub use query::reachable;
pub use scope::{Event, EventKind, HandlerEnd, ScopeKind};
pub use term::{Kept, Node, TESTS, Term, Terms, parts};

#[cfg(test)]
mod tests;
