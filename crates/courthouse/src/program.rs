//! This program, started again as a person would type it.

use serde_json::Value;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::process::Command;

/// Variables that speak of one audit alone, or of how much a person wants to read.
const WITHOUT: [&str; 12] = [
    "AUDITOR_DRY_RUN",
    "AUDITOR_FORMAT",
    "AUDITOR_HEADINGS",
    "AUDITOR_INSPECT_FORMAT",
    "AUDITOR_LAYOUT",
    "AUDITOR_NO_PROGRESS",
    "AUDITOR_OUT",
    "AUDITOR_QUIET",
    "AUDITOR_REPORT",
    "AUDITOR_REV",
    "AUDITOR_VERBOSE",
    "AUDITOR_FRESH",
];
/// Most bytes of an answer; the largest inspections that were seen have a few megabytes.
const OUT_BYTES_MAX: usize = 64 << 20;
/// Most bytes kept of what is said beside it; the end counts.
const SAID_BYTES_MAX: usize = 16 << 10;
/// Longest line that is listened to.
const LINE_BYTES_MAX: usize = 4 << 10;
/// The file that an audit is read from.
const REPORT: &str = "report.json";

/// This program with the directory of its journal.
#[derive(Clone, Debug, Default)]
pub struct Program {
    data: Option<PathBuf>,
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

/// Why there is no answer, in the words of the command.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Refusal(pub String);

impl From<io::Error> for Refusal {
    fn from(error: io::Error) -> Self {
        Self(format!("the auditor cannot be started again: {error}"))
    }
}

impl Program {
    /// The program with its journal in `data`, or where it looks for it by itself.
    #[must_use]
    pub fn with_data(data: Option<&Path>) -> Self {
        Self {
            data: data.map(Path::to_owned),
        }
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
        let mut command: Command = custody::process::this_program_again(&WITHOUT)?.into();
        command.args(arguments).kill_on_drop(true);
        if let Some(data) = &self.data {
            command.env("AUDITOR_DATA", data);
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

    /// The report of a decided case, with what people said of it.
    ///
    /// # Errors
    /// When there is no such case, or it is not decided.
    pub async fn report(&self, case: &str) -> Result<Value, Refusal> {
        let folder = tempfile::tempdir()?;
        self.replay(case, folder.path(), &[]).await?;
        report_in(folder.path())
    }

    /// Rules again on a case and writes its reports to a folder; gives what it tells of that.
    ///
    /// # Errors
    /// When there is no such case, it is not decided, or the `options` are not understood.
    pub async fn replay(&self, case: &str, out: &Path, options: &[String]) -> Result<String, Refusal> {
        let mut arguments = vec!["replay".into(), "--out".into(), out.as_os_str().to_owned()];
        arguments.extend(options.iter().map(Into::into));
        arguments.extend(["--".into(), case.into()]);
        self.ask(&arguments).await
    }
}

/// The report that a command wrote to a folder.
///
/// # Errors
/// When it wrote none.
pub fn report_in(folder: &Path) -> Result<Value, Refusal> {
    let bytes = std::fs::read(folder.join(REPORT))
        .map_err(|error| Refusal(format!("no report was written: {error}")))?;
    serde_json::from_slice(&bytes).map_err(|error| Refusal(format!("the report cannot be read: {error}")))
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
