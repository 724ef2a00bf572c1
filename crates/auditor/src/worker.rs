//! Reports are hostile bytes read by strangers' code: a process of their own reads them, and may die of it.
//!
//! The parent starts this same program again with [`SUBCOMMAND`] and an empty environment. The child walls
//! itself in and says how far that went. It takes the report from its standard input and gives back a line of JSON
//! for each page, so that the pages before a death are kept.

mod child;
mod investigation;
mod picture_text;
mod pictures;
mod rehearsal;

pub(crate) use investigation::{
    Assignment, ChildFindings, ChildInvestigator, FILES_MIN, Look, Looked, Sighted,
};
pub(crate) use picture_text::{Lettered, read_pictures};
pub(crate) use pictures::{Taken, take_pictures};
pub(crate) use rehearsal::{Kind, rehearse, rehearse_list};

use custody::sandbox::SandboxStatus;
use documents::document::{Document, Part};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt as _;
use std::process::{ExitCode, ExitStatus, Stdio};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::{Instant, timeout_at};

/// The hidden argument that makes this program a child; the number of the parent's process follows.
const SUBCOMMAND: &str = "__read-document";
/// The hidden argument that makes this program a child that takes pictures out of a report.
const PICTURES_SUBCOMMAND: &str = "__take-pictures";
/// The hidden argument that makes this program a child that reads the words in pictures of a report.
const PICTURE_TEXT_SUBCOMMAND: &str = "__read-pictures";
/// Most time a child has, in seconds of the clock on the wall; it has fewer of the processor.
const WALL: Duration = Duration::from_secs(30);
/// Most bytes taken from a child: twice what the text of the longest report needs.
const OUTPUT_BYTES_MAX: usize = 64 << 20;
/// Bytes taken at once.
const CHUNK_BYTES: usize = 64 << 10;

/// A report that was read, and what the process that read it was held in by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ReadDocument {
    pub(crate) document: Document,
    pub(crate) containment: SandboxStatus,
}

/// A line from the child.
#[derive(Serialize, Deserialize)]
enum Line<C, P> {
    Contained(C),
    Part(P),
}

/// Does what a child does, if this process was started as one: call it before anything else.
pub(crate) fn run_as_child() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    let kind = arguments.next()?;
    let parent = |arguments: &mut dyn Iterator<Item = OsString>| arguments.next()?.to_str()?.parse().ok();
    match kind.to_str()? {
        SUBCOMMAND => Some(child::child_main(parent(&mut arguments))),
        PICTURES_SUBCOMMAND => Some(child::pictures_main(parent(&mut arguments))),
        PICTURE_TEXT_SUBCOMMAND => Some(child::picture_text_main(parent(&mut arguments))),
        rehearsal::SUBCOMMAND => Some(child::rehearsal_main(parent(&mut arguments))),
        investigation::SUBCOMMAND => Some(investigation::child_main(parent(&mut arguments))),
        custody::cell::GATE | custody::cell::WARDEN => Some(custody::cell::inside(kind.to_str()?, arguments)),
        custody::SUPERVISOR => Some(custody::supervise(arguments)),
        _ => None,
    }
}

/// Reads a report in a child of this program. Whatever becomes of the child is told by the document.
pub(crate) async fn read_document(name: &str, bytes: &[u8]) -> ReadDocument {
    match this_program(SUBCOMMAND) {
        Ok(command) => read_with(command, name, bytes, WALL).await,
        Err(cause) => unread(name, bytes, &format!("the reader could not be started: {cause}")),
    }
}

/// This program as a child.
fn this_program(subcommand: &str) -> std::io::Result<Command> {
    let mut command = custody::process::this_program(subcommand)?;
    // Pictures are read on one thread, however many processors there are.
    command.env("RTEN_NUM_THREADS", "1");
    // What they are computed from and freed is soon taken again. Given back to the kernel, it would be cleared page by page.
    command.env("MALLOC_MMAP_THRESHOLD_", (32_u32 << 20).to_string());
    command.env("MALLOC_TRIM_THRESHOLD_", (128_u32 << 20).to_string());
    // Each heap keeps what it has freed to itself: two take less than one for every thread, and threads hardly wait for them.
    command.env("MALLOC_ARENA_MAX", "2");
    Ok(command.into())
}

async fn read_with(command: Command, name: &str, bytes: &[u8], wall: Duration) -> ReadDocument {
    match exchange(command, &header(name, bytes), wall).await {
        Ok((output, end)) => {
            let (containment, parts) = parse_lines(&output);
            ReadDocument {
                document: Document::from_parts(name, bytes, parts, &format!("the reader {end}")),
                containment,
            }
        }
        Err(cause) => unread(name, bytes, &format!("the reader could not be started: {cause}")),
    }
}

/// Gives a child its input; what it wrote, and in words what it did, so that its last line may not be its last.
async fn exchange(
    mut command: Command,
    input: &[u8],
    wall: Duration,
) -> std::io::Result<(Vec<u8>, &'static str)> {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    let mut child = command.spawn()?;
    let stdout = child.stdout.take().ok_or(std::io::ErrorKind::BrokenPipe)?;
    let deadline = Instant::now() + wall;
    let (output, ()) = tokio::join!(collect(stdout, deadline), feed(&mut child, input, deadline));
    let end = end(&mut child, output.fault, deadline).await;
    Ok((output.bytes, end))
}

fn unread(name: &str, bytes: &[u8], cause: &str) -> ReadDocument {
    ReadDocument {
        document: Document::from_parts(name, bytes, vec![Part::Refused(cause.to_owned())], ""),
        containment: SandboxStatus::default(),
    }
}

/// The name on a line of its own, then the file: a name cannot be mistaken for an argument.
fn header(name: &str, bytes: &[u8]) -> Vec<u8> {
    let name = name.replace(['\n', '\r'], " ");
    [name.as_bytes(), b"\n", bytes].concat()
}

/// A child that dies early leaves its input unread; its output tells what happened.
async fn feed(child: &mut Child, input: &[u8], deadline: Instant) {
    if let Some(mut stdin) = child.stdin.take() {
        let _unread = timeout_at(deadline, stdin.write_all(input)).await;
    }
}

/// What a child wrote, and what ended it before its time.
struct Output {
    bytes: Vec<u8>,
    fault: Option<&'static str>,
}

async fn collect(mut stdout: ChildStdout, deadline: Instant) -> Output {
    let mut output = Output {
        bytes: Vec::new(),
        fault: None,
    };
    let mut chunk = vec![0; CHUNK_BYTES];
    loop {
        match timeout_at(deadline, stdout.read(&mut chunk)).await {
            Err(_) => output.fault = Some("took too long"),
            Ok(Ok(0) | Err(_)) => return output,
            Ok(Ok(count)) => {
                output.bytes.extend_from_slice(&chunk[..count]);
                if output.bytes.len() <= OUTPUT_BYTES_MAX {
                    continue;
                }
                output.fault = Some("found more text than any report has");
            }
        }
        return output;
    }
}

/// Waits for the child, or ends it; in words what it did, so that its last line may not be its last.
async fn end(child: &mut Child, fault: Option<&'static str>, deadline: Instant) -> &'static str {
    if fault.is_none()
        && let Ok(Ok(status)) = timeout_at(deadline, child.wait()).await
    {
        return death(status);
    }
    let _gone = child.kill().await;
    fault.unwrap_or("took too long")
}

fn death(status: ExitStatus) -> &'static str {
    use rustix::process::Signal;
    let signal = status.signal();
    let is = |one: Signal| signal == Some(one.as_raw());
    if is(Signal::ABORT) || is(Signal::SEGV) || is(Signal::BUS) {
        // A failed allocation aborts; so does a stack that has no room to grow.
        "ran out of memory"
    } else if is(Signal::XCPU) || is(Signal::KILL) {
        "took too long"
    } else {
        "gave up"
    }
}

/// What arrived whole. Lines that are none of ours are passed over: a stranger's code may print.
fn parse_lines<P: DeserializeOwned>(output: &[u8]) -> (SandboxStatus, Vec<P>) {
    let lines = output
        .split(|byte| *byte == b'\n')
        .filter(|line| line.starts_with(b"{"));
    let lines = lines.map_while(|line| serde_json::from_slice::<Line<SandboxStatus, P>>(line).ok());
    let (mut containment, mut parts) = (SandboxStatus::default(), Vec::new());
    for line in lines {
        match line {
            Line::Contained(walls) => containment = walls,
            Line::Part(part) => parts.push(part),
        }
    }
    (containment, parts)
}

#[cfg(test)]
mod tests;
