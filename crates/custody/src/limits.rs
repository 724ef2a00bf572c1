//! How much of a subject is taken: every bound of custody, with its reason.

use std::time::Duration;

/// Bounds on fetching and reading. What they cut off is named, never silently dropped.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Longest time one fetch may take. A blobless clone of a hundred thousand commits takes about a minute.
    pub fetch_wall: Duration,
    /// Longest time one reading of the clone may take.
    pub read_wall: Duration,
    /// Most bytes of packs on disk.
    pub pack_bytes: u64,
    /// Most files whose content is read.
    pub files: usize,
    /// Longest text file that is read. Hand-written files are far below; above are data.
    pub text_bytes: u64,
    /// Longest document or image that is read, and the longest content that is asked of a server.
    pub document_bytes: u64,
    /// Most bytes of content in all: a snapshot lives in memory.
    pub total_bytes: u64,
    /// Most bytes that the list of files may take; about 300 000 entries.
    pub tree_bytes: u64,
    /// Most commits that are read.
    pub commits: usize,
    /// Most bytes that the history may take.
    pub log_bytes: u64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            fetch_wall: Duration::from_secs(300),
            read_wall: Duration::from_secs(60),
            pack_bytes: 768 << 20,
            files: 20_000,
            text_bytes: 2 << 20,
            document_bytes: 16 << 20,
            total_bytes: 96 << 20,
            tree_bytes: 32 << 20,
            commits: 50_000,
            log_bytes: 64 << 20,
        }
    }
}
