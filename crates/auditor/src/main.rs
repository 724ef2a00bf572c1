//! `auditor`: audits a git repository against a rubric, as a courtroom.

mod complaint;
mod dossier;

fn main() {}
