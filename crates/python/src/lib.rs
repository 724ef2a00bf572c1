//! Python: syntax trees, modules, what names mean across a repository, where it is started, and what its code computes.
//!
//! The crate knows the language and nothing that is written in it: no graphs, no rubrics. It reads what the snapshot
//! holds and runs nothing.

pub mod ast;
pub mod classes;
pub mod code;
pub mod emission;
pub mod flow;
pub mod forms;
pub mod given;
pub mod parse;
pub mod program;
pub mod scopes;
pub mod symbolic;
pub mod walk;
