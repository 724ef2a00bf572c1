//! Named limits of what is read.

/// Longest text that is parsed, in bytes; longer ones are data or generated.
pub const TEXT_BYTES_MAX: usize = 1 << 20;
/// Deepest nesting that is walked; what lies deeper is told as unread.
pub const DEPTH_MAX: usize = 400;
/// Most facts of one kind that are kept of one file; [`Facts::is_cut`](crate::Facts::is_cut) says when more were there.
pub const FACTS_MAX: usize = 4_000;
