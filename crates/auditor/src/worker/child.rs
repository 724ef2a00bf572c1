//! The side of the child: limits first, then the risk.

use detective::document::{self, FILE_BYTES_MAX};
use rustix::process::{Resource, Rlimit, setrlimit};
use std::io::{Read, Write};
use std::process::ExitCode;

/// Most memory the child may map, in bytes; real reports of 50 pages need a twentieth.
const MEMORY_MAX: u64 = 512 << 20;
/// Most time on the processor, in seconds; real reports need a tenth of one.
const CPU_SECONDS_MAX: u64 = 8;
/// Most open files: the three streams and some air.
const FILES_MAX: u64 = 16;
/// Longest name of a report, in bytes.
const NAME_BYTES_MAX: usize = 4_096;

/// What the program does when it is started with [`SUBCOMMAND`](super::SUBCOMMAND): call it before anything
/// else, and before any other thread is started.
pub(crate) fn child_main() -> ExitCode {
    limit_self();
    match work(std::io::stdin().lock(), std::io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(_) => ExitCode::FAILURE,
    }
}

/// A limit that this system does not know leaves the others, and the parent's clock, in force.
fn limit_self() {
    let limits = [
        (Resource::As, MEMORY_MAX),
        (Resource::Cpu, CPU_SECONDS_MAX),
        (Resource::Fsize, 0),
        (Resource::Core, 0),
        (Resource::Nofile, FILES_MAX),
    ];
    for (resource, most) in limits {
        let both = Rlimit {
            current: Some(most),
            maximum: Some(most),
        };
        let _unknown = setrlimit(resource, both);
    }
}

/// Takes a name and a file, gives the parts of the document, a line each.
pub(super) fn work(mut input: impl Read, mut output: impl Write) -> std::io::Result<()> {
    let mut bytes = Vec::new();
    let most = u64::try_from(FILE_BYTES_MAX + NAME_BYTES_MAX + 1).unwrap_or(u64::MAX);
    input.by_ref().take(most).read_to_end(&mut bytes)?;
    let at = bytes
        .iter()
        .position(|byte| *byte == b'\n')
        .unwrap_or(bytes.len());
    let name = String::from_utf8_lossy(&bytes[..at]).into_owned();
    let file = bytes.get(at + 1..).unwrap_or_default();
    let mut written = Ok(());
    document::read_parts(&name, file, &mut |part| {
        if written.is_ok() {
            written = serde_json::to_vec(&part)
                .map_err(Into::into)
                .and_then(|mut line| {
                    line.push(b'\n');
                    output.write_all(&line)?;
                    output.flush()
                });
        }
    });
    written
}
