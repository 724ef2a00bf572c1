//! A running git: its process group, its pipes, and the disk that it fills.

use super::call::{Call, Failure, Output};
use crate::error::printable;
use rustix::process::{Pid, Signal, kill_process_group};
use std::path::{Path, PathBuf};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _};
use tokio::process::{Child, ChildStdin};

/// Most bytes of messages that are kept: the last ones say what went wrong.
const MESSAGES_BYTES_MAX: usize = 8 << 10;
/// How often the size on disk is looked at while a fetch runs.
const DISK_WATCH_PERIOD: Duration = Duration::from_millis(200);

/// A child and everything it starts; killed when dropped, unless it has ended.
pub(super) struct ProcessGroup(Option<Pid>);

impl ProcessGroup {
    pub(super) fn of(child: &Child) -> Self {
        let id = child.id().and_then(|id| i32::try_from(id).ok());
        Self(id.and_then(Pid::from_raw))
    }

    pub(super) fn kill(&self) {
        if let Some(group) = self.0 {
            // It may have ended by itself meanwhile.
            let _ = kill_process_group(group, Signal::KILL);
        }
    }

    pub(super) fn release(&mut self) {
        self.0 = None;
    }
}

impl Drop for ProcessGroup {
    fn drop(&mut self) {
        self.kill();
    }
}

/// Feeds the child and reads it to its end or to its output limit.
pub(super) async fn communicate(
    child: &mut Child,
    call: &Call,
    group: &ProcessGroup,
) -> Result<Output, Failure> {
    let (stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
    let read = async {
        let (bytes, truncated) = read_bounded(stdout, call.output_max).await;
        if truncated {
            group.kill();
        }
        (bytes, truncated)
    };
    let ((), (stdout, truncated), stderr) = tokio::join!(feed(stdin, &call.input), read, read_end(stderr));
    let status = child.wait().await.map_err(Failure::Start)?;
    if status.success() || truncated {
        return Ok(Output { stdout, truncated });
    }
    Err(Failure::Refused(stderr))
}

async fn feed(stdin: Option<ChildStdin>, input: &[u8]) {
    if let Some(mut stdin) = stdin {
        // A child that stops reading early ends with a status that says why.
        let _ = stdin.write_all(input).await;
    }
}

async fn read_bounded(stdout: Option<impl AsyncRead + Unpin>, max: u64) -> (Vec<u8>, bool) {
    let mut bytes = Vec::new();
    if let Some(stdout) = stdout {
        // An error ends the output like its end does; the status tells.
        let _ = stdout.take(max.saturating_add(1)).read_to_end(&mut bytes).await;
    }
    let truncated = bytes.len() as u64 > max;
    (bytes, truncated)
}

/// Reads everything and keeps the end.
async fn read_end(stderr: Option<impl AsyncRead + Unpin>) -> String {
    let Some(mut stderr) = stderr else {
        return String::new();
    };
    let (mut end, mut buffer) = (Vec::new(), [0; 4096]);
    while let Ok(count @ 1..) = stderr.read(&mut buffer).await {
        end.extend_from_slice(&buffer[..count]);
        let excess = end.len().saturating_sub(MESSAGES_BYTES_MAX);
        end.drain(..excess);
    }
    let text = String::from_utf8_lossy(&end);
    text.split(['\n', '\r'])
        .map(printable)
        .collect::<Vec<_>>()
        .join("\n")
}

/// Ends when the packs are larger than they may be; never, where there is no limit.
pub(super) async fn overfilled(disk: Option<&(PathBuf, u64)>) -> u64 {
    let Some((directory, max)) = disk else {
        return std::future::pending().await;
    };
    loop {
        tokio::time::sleep(DISK_WATCH_PERIOD).await;
        if size_of(directory) > *max {
            return *max;
        }
    }
}

/// The output, unless the packs came to be too large between two looks.
pub(super) fn within_disk(disk: Option<&(PathBuf, u64)>, output: Output) -> Result<Output, Failure> {
    match disk {
        Some((directory, max)) if size_of(directory) > *max => Err(Failure::TooLarge(*max)),
        _ => Ok(output),
    }
}

/// Bytes of the files right in a directory; packs have no directories below.
fn size_of(directory: &Path) -> u64 {
    let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
    entries
        .filter_map(|entry| entry.metadata().ok())
        .map(|metadata| metadata.len())
        .sum()
}
