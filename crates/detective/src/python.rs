//! Python: syntax trees, modules and what names mean across a repository.

pub mod ast;
pub mod parse;
pub mod program;
pub mod walk;
