//! This program, started again as a person would type it.

use crate::Refusal;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::process::Command;
use tokio::time::{Instant, sleep};
use wordlist::array;

/// Variables that speak of one audit alone.
const WITHOUT: [&str; 6] =
    array("AUDITOR_DRY_RUN AUDITOR_FORMAT AUDITOR_LAYOUT AUDITOR_OUT AUDITOR_REPORT AUDITOR_REV");
/// The exit code where another process works on the same case.
pub const HELD: u8 = 14;
/// How long it is waited before such a case is asked for again. An audit that was cut off takes a moment to end, and two
/// submissions may name one repository.
const PAUSE: Duration = Duration::from_secs(2);
/// Most bytes of an answer; the largest inspections that were seen have a few megabytes.
const OUT_BYTES_MAX: usize = 64 << 20;
/// Most bytes kept of what is said beside it; the end counts.
const SAID_BYTES_MAX: usize = 16 << 10;
/// Longest line that is listened to.
const LINE_BYTES_MAX: usize = 4 << 10;

/// This program with the directory of its journal.
#[derive(Clone, Debug, Default)]
pub struct Program {
    data: Option<PathBuf>,
    place: Option<PathBuf>,
    without: &'static [&'static str],
}

/// What came of a command.
#[derive(Debug)]
pub struct Ended {
    /// The exit code; nothing after a death by a signal.
    pub code: Option<u8>,
    /// Standard output.
    pub out: String,
    /// The end of standard error.
    pub said: String,
}

impl Program {
    /// The program with its journal in `data`, or where it looks for it by itself.
    #[must_use]
    pub fn with_data(data: Option<&Path>) -> Self {
        Self {
            data: data.map(Path::to_owned),
            ..Self::default()
        }
    }

    /// The same, whose paths are meant from `place`.
    #[must_use]
    pub fn at(mut self, place: Option<&Path>) -> Self {
        self.place = place.map(Path::to_owned);
        self
    }

    /// The same, which obeys none of these variables.
    #[must_use]
    pub fn without(mut self, variables: &'static [&'static str]) -> Self {
        self.without = variables;
        self
    }

    /// Runs a command and tells each line that it says on standard error. It dies when it is waited for no longer.
    ///
    /// # Errors
    /// When it cannot be started, or answers with more than is read.
    pub async fn run<A: AsRef<OsStr>>(
        &self,
        arguments: &[A],
        heard: impl FnMut(&str),
    ) -> Result<Ended, Refusal> {
        let mut command: Command =
            custody::process::this_program_again(&[&WITHOUT, self.without].concat())?.into();
        command.args(arguments).kill_on_drop(true);
        if let Some(data) = &self.data {
            command.env("AUDITOR_DATA", data);
        }
        if let Some(place) = &self.place {
            command.current_dir(place);
        }
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let mut child = command.spawn()?;
        let (out, err) = (child.stdout.take(), child.stderr.take());
        let (out, said) = tokio::join!(whole(out), lines(err, heard));
        let status = child.wait().await?;
        Ok(Ended {
            code: status.code().and_then(|code| u8::try_from(code).ok()),
            out: out?,
            said,
        })
    }

    /// The answer of a command that has to end well.
    ///
    /// # Errors
    /// In the words of the command.
    pub async fn ask<A: AsRef<OsStr>>(&self, arguments: &[A]) -> Result<String, Refusal> {
        let ended = self.run(arguments, |_| {}).await?;
        match ended.code {
            Some(0) => Ok(ended.out),
            _ => Err(ended.refusal()),
        }
    }

    /// Runs a command on a case as soon as no other process works on it, which is waited for until then.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub async fn run_when_free<A: AsRef<OsStr>>(
        &self,
        arguments: &[A],
        end: Instant,
    ) -> Result<Ended, Refusal> {
        loop {
            let ended = self.run(arguments, |_| {}).await?;
            if ended.code != Some(HELD) || Instant::now() + PAUSE > end {
                return Ok(ended);
            }
            sleep(PAUSE).await;
        }
    }
}

impl Ended {
    /// What the command said when it did not do what was asked: its last complaint with the hints that follow.
    #[must_use]
    pub fn refusal(&self) -> Refusal {
        let lines: Vec<&str> = self.said.lines().collect();
        let from = lines.iter().rposition(|line| line.starts_with("auditor: "));
        let told = from.map(|from| lines[from..].join("\n"));
        let code = self
            .code
            .map_or_else(|| "a signal".to_owned(), |code| format!("exit code {code}"));
        let told = told.as_deref().and_then(|told| told.strip_prefix("auditor: "));
        Refusal(told.map_or_else(|| format!("the auditor ended with {code}"), str::to_owned))
    }
}

async fn whole(from: Option<impl AsyncRead + Unpin>) -> Result<String, Refusal> {
    let mut bytes = Vec::new();
    if let Some(from) = from {
        from.take(OUT_BYTES_MAX as u64 + 1)
            .read_to_end(&mut bytes)
            .await?;
    }
    if bytes.len() > OUT_BYTES_MAX {
        return Err(Refusal(format!("the answer has more than {OUT_BYTES_MAX} bytes")));
    }
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Tells each line, and keeps the end of them all.
async fn lines(from: Option<impl AsyncRead + Unpin>, mut heard: impl FnMut(&str)) -> String {
    let (mut kept, mut line, mut chunk) = (Vec::new(), Vec::new(), [0; 4_096]);
    let Some(mut from) = from else {
        return String::new();
    };
    while let Ok(count @ 1..) = from.read(&mut chunk).await {
        for byte in &chunk[..count] {
            match byte {
                b'\n' => {
                    heard(&String::from_utf8_lossy(&line));
                    line.clear();
                }
                byte if line.len() < LINE_BYTES_MAX => line.push(*byte),
                _ => {}
            }
        }
        kept.extend_from_slice(&chunk[..count]);
        let beyond = kept.len().saturating_sub(SAID_BYTES_MAX);
        kept.drain(..beyond);
    }
    String::from_utf8_lossy(&kept).into_owned()
}

#[cfg(test)]
mod tests;
