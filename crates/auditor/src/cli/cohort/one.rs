//! One submission of a class: this program started again, and the report that it wrote.

use super::{Cohort, cause};
use crate::cli::gates;
use crate::cli::verify::REPORT;
use crate::error::{CommandError, HELD};
use crate::output;
use cohort::Entry;
use cohort::submission::{Audited, Outcome};
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncReadExt as _};
use tokio::process::Command;
use tokio::time::{sleep, timeout};

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
/// Exit codes of an audit that came to a verdict.
const DECIDED: [u8; 5] = [
    0,
    gates::BELOW,
    gates::INCOMPLETE,
    gates::BUDGET_SPENT,
    gates::REVIEW,
];
/// How long it is waited before a case is asked for again that another process holds: an audit that was cut off takes a moment
/// to end, and two submissions may name one repository.
const PAUSE: Duration = Duration::from_secs(2);
/// Most bytes kept of what an audit says; the end counts.
const SAID_BYTES_MAX: usize = 16 << 10;
/// The file that says whose folder it is.
const OWNER: &str = "submission.json";

/// Audits a submission, whatever becomes of it.
pub(super) async fn audit(class: &Cohort, entry: &Entry, threads: usize, data: &Path) -> Outcome {
    let audited = attempt(class, entry, threads, data).await;
    audited.unwrap_or_else(|error| Outcome::Failed(cause(&error)))
}

async fn attempt(
    class: &Cohort,
    entry: &Entry,
    threads: usize,
    data: &Path,
) -> Result<Outcome, CommandError> {
    if entry.repository.is_empty() {
        return Ok(Outcome::Failed(
            "nothing was handed in: the list names no repository".to_owned(),
        ));
    }
    let folder = class.out.join(&entry.folder);
    take_folder(&folder, entry)?;
    for _ in 0..(class.time_limit / PAUSE.as_secs()).max(1) {
        let limit = Duration::from_secs(class.time_limit);
        let Ok(ended) = timeout(limit, run(class, entry, &folder, threads, data)).await else {
            let seconds = class.time_limit;
            return Ok(Outcome::Failed(format!(
                "it took longer than {seconds} s (--time-limit)"
            )));
        };
        match ended? {
            (Some(HELD), _) => sleep(PAUSE).await,
            (Some(code), _) if DECIDED.contains(&code) => return report(&folder),
            (_, said) => return Ok(Outcome::Failed(said)),
        }
    }
    Ok(Outcome::Failed(
        "another process works on the same case".to_owned(),
    ))
}

/// Makes the folder of a submission, and refuses that of another one.
fn take_folder(folder: &Path, entry: &Entry) -> Result<(), CommandError> {
    let owner = folder.join(OWNER);
    if let Ok(text) = std::fs::read_to_string(&owner) {
        let known: serde_json::Value = serde_json::from_str(&text).unwrap_or_default();
        if known["id"] != entry.id.as_str() {
            let whose = known["id"].as_str().unwrap_or("somebody else").to_owned();
            let what = format!("{} holds what came of `{whose}`", folder.display());
            return Err(CommandError::usage(what).hint("name another folder with --out"));
        }
    }
    let known = serde_json::json!({"id": entry.id, "name": entry.name, "repository": entry.repository});
    output::write(folder, &[(OWNER, report::json_text(&known))]).map(drop)
}

/// Starts the audit and waits for it: its exit code, and the last thing that it said.
async fn run(
    class: &Cohort,
    entry: &Entry,
    folder: &Path,
    threads: usize,
    data: &Path,
) -> Result<(Option<u8>, String), CommandError> {
    let mut command: Command = custody::process::this_program_again(&WITHOUT)
        .map_err(CommandError::auditor)?
        .into();
    command
        .arg("audit")
        .arg(&entry.repository)
        .arg("--out")
        .arg(folder);
    command.args([
        "--format",
        "md,json,html",
        "--fingerprints",
        "--no-progress",
        "--jobs",
    ]);
    command.arg(threads.to_string()).arg("--data").arg(data);
    match &entry.report {
        Some(report) => command.arg("--report").arg(report),
        None => command.arg("--find-report"),
    };
    if let Some(rev) = &entry.rev {
        command.arg("--rev").arg(rev);
    }
    command.args(&class.audit);
    command
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .kill_on_drop(true);
    let mut child = command.spawn().map_err(CommandError::auditor)?;
    let said = said(child.stderr.take()).await;
    let status = child.wait().await.map_err(CommandError::auditor)?;
    let code = status.code().and_then(|code| u8::try_from(code).ok());
    let said = last_said(&said).unwrap_or_else(|| format!("the audit died ({status})"));
    Ok((code, said))
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

fn report(folder: &Path) -> Result<Outcome, CommandError> {
    let path = folder.join("report.json");
    let told = REPORT.json(&path, &REPORT.bytes(&path)?)?;
    Ok(Audited::of(&told).map_or_else(
        || Outcome::Failed(format!("{} is no report of this program", path.display())),
        |audited| Outcome::Audited(Box::new(audited)),
    ))
}
