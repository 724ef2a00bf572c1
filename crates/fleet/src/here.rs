//! An audit by this program itself, started again: what kills one, or takes too long or too much memory, is the end of that
//! one alone, and what it used is given back.

use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::process::Command;
use tokio::time::{Instant, sleep, timeout_at};

/// The exit code where another process works on the same case.
pub const HELD: u8 = 14;
/// Variables that speak of one audit alone.
const WITHOUT: [&str; 7] = [
    "AUDITOR_DRY_RUN",
    "AUDITOR_FORMAT",
    "AUDITOR_LAYOUT",
    "AUDITOR_OUT",
    "AUDITOR_REPORT",
    "AUDITOR_REV",
    "AUDITOR_JOBS",
];
/// How long it is waited before a case is asked for again that another process holds: an audit that was cut off takes a moment
/// to end, and two submissions may name one repository.
const PAUSE: Duration = Duration::from_secs(2);
/// Most bytes kept of what an audit says; the end counts.
const SAID_BYTES_MAX: usize = 16 << 10;

/// One audit that is to be done here.
#[derive(Debug)]
pub struct Task<'a> {
    /// What the program is told, but where to write to and where its journal is.
    pub arguments: &'a [OsString],
    /// Where its paths are meant from, if not from here.
    pub place: Option<&'a Path>,
    /// Where to write to.
    pub out: &'a Path,
    /// The directory of the journal.
    pub data: &'a Path,
    /// Jobs of it at the same time.
    pub jobs: usize,
    /// How long it may take.
    pub limit: Duration,
}

/// What came of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// The exit code; nothing where it did not end by itself.
    pub code: Option<u8>,
    /// The error that it ended with, or why it did not end.
    pub said: String,
}

/// Does the audit. It dies when it is waited for no longer.
///
/// # Errors
/// When this program cannot be started again.
pub async fn audit(task: &Task<'_>) -> io::Result<Ended> {
    let end = Instant::now() + task.limit;
    let late = || Ended {
        code: None,
        said: format!("it took longer than {} s (--time-limit)", task.limit.as_secs()),
    };
    loop {
        let Ok(ended) = timeout_at(end, once(task)).await else {
            return Ok(late());
        };
        let ended = ended?;
        if ended.code != Some(HELD) || Instant::now() + PAUSE > end {
            return Ok(ended);
        }
        sleep(PAUSE).await;
    }
}

async fn once(task: &Task<'_>) -> io::Result<Ended> {
    let mut command: Command = custody::process::this_program_again(&WITHOUT)?.into();
    // Flags of the user come last: where one stands twice, his counts.
    command.arg("audit").arg("--out").arg(task.out);
    command.arg("--jobs").arg(task.jobs.to_string());
    command.arg("--data").arg(task.data).args(task.arguments);
    if let Some(place) = task.place {
        command.current_dir(place);
    }
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    let mut child = command.spawn()?;
    let said = said(child.stderr.take()).await;
    let status = child.wait().await?;
    Ok(Ended {
        code: status.code().and_then(|code| u8::try_from(code).ok()),
        said: last_said(&said).unwrap_or_else(|| format!("the audit died ({status})")),
    })
}

/// The end of what is said.
async fn said(from: Option<impl AsyncRead + Unpin>) -> String {
    let (mut kept, mut chunk) = (Vec::new(), [0; 4_096]);
    if let Some(mut from) = from {
        while let Ok(count @ 1..) = from.read(&mut chunk).await {
            kept.extend_from_slice(&chunk[..count]);
            let beyond = kept.len().saturating_sub(SAID_BYTES_MAX);
            kept.drain(..beyond);
        }
    }
    String::from_utf8_lossy(&kept).into_owned()
}

/// The error that an audit ended with.
fn last_said(said: &str) -> Option<String> {
    let mut errors = said.lines().filter_map(|line| line.strip_prefix("auditor: "));
    errors.next_back().map(str::to_owned)
}
