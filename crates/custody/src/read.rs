//! Reading a clone of ours: its files, its history, and the trees of a damaged one entry by entry.

pub(crate) mod files;
pub(crate) mod history;
pub(crate) mod listing;
pub(crate) mod old_versions;
pub(crate) mod trees;
