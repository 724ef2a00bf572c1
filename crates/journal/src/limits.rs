//! The bounds of the journal, each with its reason.

use std::time::Duration;

/// A namespace for the bounds that users of the journal may want to show or respect.
#[derive(Clone, Copy, Debug)]
pub struct Limits;

impl Limits {
    /// Bytes of one remembered output or blob. A brief or a detective's exhibits are some hundred kilobytes;
    /// what is larger than this is a mistake, and SQLite itself ends at a gigabyte.
    pub const PAYLOAD_BYTES: usize = 64 * 1024 * 1024;

    /// Levels of nesting in a job's input: as deep as `serde_json` agrees to parse.
    pub const INPUT_DEPTH: usize = 128;

    /// Cases that [`Journal::cases`](crate::Journal::cases) lists, the latest ones: more than anybody reads.
    pub const CASES_LISTED: u32 = 10_000;

    /// Events of one run that are read back: about a hundred times those of a large case.
    pub const EVENTS_READ: u32 = 100_000;

    /// Events that a slow [`watch`](crate::CaseHandle::watch)er may be behind before it misses some.
    pub const EVENTS_WATCHED: usize = 1024;

    /// Subjects whose [memory](crate::CaseHandle::memory) is kept, the latest ones: a large class.
    pub const MEMORIES: u32 = 256;

    /// Characters of a failure message that are kept: enough for a model's complaint, not for its whole answer.
    pub const MESSAGE_CHARS: usize = 2000;
}

/// Writes that share one commit. The commit waits for the disk, so thirty jobs that end together pay once.
pub(crate) const GROUP: usize = 256;

/// How long a write waits for another process that writes to the same file. Commits take milliseconds; a
/// process that holds the file for longer than this is stuck.
pub(crate) const BUSY: Duration = Duration::from_secs(30);

/// How often the switch to write-ahead logging is tried: SQLite does not wait there by itself when several
/// processes open a new file at once.
pub(crate) const OPENING_ATTEMPTS: u32 = 200;

/// How often a case that looks held is tried: whoever lists cases holds each for an instant.
pub(crate) const HOLD_ATTEMPTS: u32 = 5;

/// The pause between two of the attempts above.
pub(crate) const PAUSE: Duration = Duration::from_millis(5);

/// How often the turn of a call is tried, some thirty milliseconds apart: as long as a model may take to answer.
pub(crate) const TURN_ATTEMPTS: u32 = 10_000;

/// How long a shared ledger may take to be connected to.
pub(crate) const LEDGER_CONNECT: Duration = Duration::from_secs(10);

/// How often a shared ledger is asked while its server is not there, and the pause between: as long as it takes to start again.
pub(crate) const LEDGER_ATTEMPTS: u32 = 60;
pub(crate) const LEDGER_PAUSE: Duration = Duration::from_millis(500);

/// The same for the turn of a call: five minutes, as long as a model may take to answer.
pub(crate) const LEDGER_TURN_ATTEMPTS: u32 = 6_000;
pub(crate) const LEDGER_TURN_PAUSE: Duration = Duration::from_millis(50);
