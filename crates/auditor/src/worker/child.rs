//! The side of the child: the walls first, then the risk.

use super::{Line, picture_text, pictures, rehearsal};
use custody::sandbox::{ResourceLimits, Sandbox, SandboxStatus, die_with_parent};
use documents::document::{self, FILE_BYTES_MAX, Part};
use serde::Serialize;
use std::io::{Read, StdinLock, StdoutLock, Write};
use std::process::ExitCode;

/// What the child may use. Real reports of 50 pages need a twentieth of the memory and a tenth of a second.
const LIMITS: ResourceLimits = ResourceLimits {
    memory: Some(512 << 20),
    data: None,
    cpu_seconds: Some(8),
    file_bytes: Some(0),
    // The three streams and some air.
    files: Some(16),
    // Reading starts no thread.
    processes: Some(0),
};
/// What a child may use that reads the words in pictures. How many pixels are read decides how much is read, on every
/// machine alike; the time only ends what hangs, and a slow processor is given plenty of it.
const PICTURE_TEXT_LIMITS: ResourceLimits = ResourceLimits {
    // The map is larger than what is in it: the networks run on a thread, which has an arena.
    memory: Some(4 << 30),
    data: Some(640 << 20),
    cpu_seconds: Some(240),
    // Threads count as processes of the user, of whom nobody knows how many there are.
    processes: None,
    ..LIMITS
};
/// Longest name of a report, in bytes.
const NAME_BYTES_MAX: usize = 4_096;

/// What the program does when it is started with [`SUBCOMMAND`](super::SUBCOMMAND): call it before anything
/// else, and before any other thread is started.
pub(super) fn child_main(parent: Option<i32>) -> ExitCode {
    contained(parent, LIMITS, work)
}

/// The same for [`PICTURES_SUBCOMMAND`](super::PICTURES_SUBCOMMAND).
pub(super) fn pictures_main(parent: Option<i32>) -> ExitCode {
    contained(parent, LIMITS, pictures::work)
}

/// The same for [`PICTURE_TEXT_SUBCOMMAND`](super::PICTURE_TEXT_SUBCOMMAND).
pub(super) fn picture_text_main(parent: Option<i32>) -> ExitCode {
    contained(parent, PICTURE_TEXT_LIMITS, picture_text::work)
}

/// The same for a rubric or a rule set, which may be hostile too: patterns, anchors, nesting.
pub(super) fn rehearsal_main(parent: Option<i32>) -> ExitCode {
    contained(parent, LIMITS, rehearsal::work)
}

/// Puts up the walls, then works from the standard input to the standard output.
fn contained(
    parent: Option<i32>,
    bounds: ResourceLimits,
    work: impl FnOnce(&SandboxStatus, StdinLock<'static>, StdoutLock<'static>) -> std::io::Result<()>,
) -> ExitCode {
    die_with_parent(parent);
    let status = Sandbox::computing(bounds).enter();
    match work(&status, std::io::stdin().lock(), std::io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// Says which walls stand, takes a name and a file, gives the parts of the document, a line each.
fn work(containment: &SandboxStatus, mut input: impl Read, mut output: impl Write) -> std::io::Result<()> {
    line(&mut output, &Line::<_, Part>::Contained(containment))?;
    let mut bytes = Vec::new();
    let most = u64::try_from(FILE_BYTES_MAX + NAME_BYTES_MAX + 1).unwrap_or(u64::MAX);
    input.by_ref().take(most).read_to_end(&mut bytes)?;
    let (name, file) = first_line(&bytes);
    let name = String::from_utf8_lossy(name).into_owned();
    let mut written = Ok(());
    document::read_parts(&name, file, &mut |part| {
        if written.is_ok() {
            written = line(&mut output, &Line::<SandboxStatus, _>::Part(&part));
        }
    });
    written
}

/// The first line of what was sent, and what comes after it.
pub(super) fn first_line(bytes: &[u8]) -> (&[u8], &[u8]) {
    let mut parts = bytes.splitn(2, |byte| *byte == b'\n');
    (parts.next().unwrap_or_default(), parts.next().unwrap_or_default())
}

/// Writes a line that is there as a whole once this returns.
pub(super) fn line(output: &mut impl Write, value: &impl Serialize) -> std::io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    output.write_all(&line)?;
    output.flush()
}
