//! What the user gives: files, rubrics, rules, panels, and reports that came with a subject. All of it
//! is read once and checked; after this no string is trusted or checked again.

pub(crate) mod dotenv;
pub(crate) mod file;
pub(crate) mod licences;
pub(crate) mod panels;
pub(crate) mod reports;
pub(crate) mod rubrics;
pub(crate) mod rule_sets;
pub(crate) mod symlinks;
