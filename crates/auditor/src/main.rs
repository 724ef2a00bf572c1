//! The auditor.
fn main() {}
