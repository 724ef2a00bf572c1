//! The commits of a subject.

/// Every commit reachable from the audited one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct History {
    /// Oldest first, parents before children.
    pub commits: Vec<Commit>,
    /// Why commits are missing, where some are (a shallow origin, a limit); then counts are lower bounds.
    pub incomplete: Option<String>,
}

/// One commit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Commit {
    /// Full id.
    pub id: String,
    /// Full ids of its parents, first parent first.
    pub parents: Vec<String>,
    /// Name of the author.
    pub author: String,
    /// When it was written, in seconds since 1970 UTC.
    pub authored: i64,
    /// When it was committed, in seconds since 1970 UTC.
    pub committed: i64,
    /// First line of the message.
    pub subject: String,
    /// What it changed against its first parent; empty for merges.
    pub changes: Vec<Change>,
}

/// One path changed by a commit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// `A`dded, `M`odified, `D`eleted or `T`ype changed.
    pub status: char,
    /// The path.
    pub path: String,
    /// Blob before, where there was one.
    pub old: Option<String>,
    /// Blob after, where there is one.
    pub new: Option<String>,
}
