//! Programs built with LangGraph: which graphs they build and run, how these behave, and who sits in the court that
//! a subject may be itself.
//!
//! The crate says what a graph is and does. It judges nothing and knows no rubric.

pub mod audited;
pub mod topology;
