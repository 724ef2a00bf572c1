//! Reports are hostile bytes read by strangers' code: a process of their own reads them, and may die of it.
//!
//! The parent starts this same program again with [`SUBCOMMAND`] and an empty environment. The child limits
//! itself, takes the report from its standard input and gives back a line of JSON for each page, so that the
//! pages before a death are kept.

mod child;

pub(crate) use child::child_main;

use detective::document::{Document, Part};
use std::os::unix::process::ExitStatusExt as _;
use std::process::{ExitStatus, Stdio};
use std::time::Duration;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, ChildStdout, Command};
use tokio::time::{Instant, timeout_at};

/// The hidden argument that makes this program a child.
pub(crate) const SUBCOMMAND: &str = "__read-document";
/// Most time a child has, in seconds of the clock on the wall; it has fewer of the processor.
const WALL: Duration = Duration::from_secs(30);
/// Most bytes taken from a child: twice what the text of the longest report needs.
const OUTPUT_BYTES_MAX: usize = 64 << 20;
/// Bytes taken at once.
const CHUNK_BYTES: usize = 64 << 10;

/// Reads a report in a child of this program. Whatever becomes of the child is told by the document.
pub(crate) async fn read_document(name: &str, bytes: &[u8]) -> Document {
    match std::env::current_exe() {
        Ok(program) => read_with(command(&program), name, bytes, WALL).await,
        Err(cause) => unread(name, bytes, &format!("the reader could not be started: {cause}")),
    }
}

/// This program as a child; it inherits nothing.
fn command(program: &std::path::Path) -> Command {
    let mut command = Command::new(program);
    command.arg(SUBCOMMAND).env_clear().current_dir("/");
    command
}

async fn read_with(mut command: Command, name: &str, bytes: &[u8], wall: Duration) -> Document {
    command
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    let started = command.spawn().and_then(|mut child| {
        let stdout = child.stdout.take().ok_or(std::io::ErrorKind::BrokenPipe)?;
        Ok((child, stdout))
    });
    let (mut child, stdout) = match started {
        Ok(started) => started,
        Err(cause) => return unread(name, bytes, &format!("the reader could not be started: {cause}")),
    };
    let deadline = Instant::now() + wall;
    let input = header(name, bytes);
    let (output, ()) = tokio::join!(collect(stdout, deadline), feed(&mut child, &input, deadline));
    let broken = end(&mut child, output.fault, deadline).await;
    Document::from_parts(name, bytes, parts(&output.bytes), &broken)
}

fn unread(name: &str, bytes: &[u8], cause: &str) -> Document {
    Document::from_parts(name, bytes, vec![Part::Refused(cause.to_owned())], "")
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
            Err(_) => output.fault = Some("the reader took too long"),
            Ok(Ok(0) | Err(_)) => return output,
            Ok(Ok(count)) => {
                output.bytes.extend_from_slice(&chunk[..count]);
                if output.bytes.len() <= OUTPUT_BYTES_MAX {
                    continue;
                }
                output.fault = Some("the reader found more text than any report has");
            }
        }
        return output;
    }
}

/// Waits for the child, or ends it; in words why its last line may not be its last.
async fn end(child: &mut Child, fault: Option<&'static str>, deadline: Instant) -> String {
    if let (None, Ok(Ok(status))) = (fault, timeout_at(deadline, child.wait()).await) {
        return death(status).to_owned();
    }
    let _gone = child.kill().await;
    fault.unwrap_or("the reader took too long").to_owned()
}

fn death(status: ExitStatus) -> &'static str {
    use rustix::process::Signal;
    let signal = status.signal();
    let is = |one: Signal| signal == Some(one.as_raw());
    if is(Signal::ABORT) || is(Signal::SEGV) || is(Signal::BUS) {
        // A failed allocation aborts; so does a stack that has no room to grow.
        "the reader ran out of memory"
    } else if is(Signal::XCPU) || is(Signal::KILL) {
        "the reader took too long"
    } else {
        "the reader gave up"
    }
}

/// The parts that arrived whole. Lines that are none are passed over: a stranger's code may print.
fn parts(output: &[u8]) -> Vec<Part> {
    let lines = output
        .split(|byte| *byte == b'\n')
        .filter(|line| line.starts_with(b"{"));
    lines
        .map_while(|line| serde_json::from_slice(line).ok())
        .collect()
}

#[cfg(test)]
mod tests;
