//! Python: syntax trees, modules and what names mean across a repository.

pub mod ast;
