//! One submission of a class: its audit, here or by a worker, and the report that came of it.

use super::{CLASS_FILE, Cohort, cause};
use crate::cli::gates;
use crate::cli::r#override::CLASS;
use crate::cli::verify::REPORT;
use crate::error::CommandError;
use crate::output;
use cohort::Entry;
use cohort::submission::{Audited, Outcome};
use fleet::Order;
use fleet::here::{self, Ended, Task};
use fleet::program::Program;
use std::ffi::OsString;
use std::path::Path;
use std::time::Duration;

/// Exit codes of an audit that came to a verdict.
const DECIDED: [u8; 5] = [
    0,
    gates::BELOW,
    gates::INCOMPLETE,
    gates::BUDGET_SPENT,
    gates::REVIEW,
];
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
    if class.rewrite {
        return rewritten(class, entry, &folder, data).await;
    }
    take_folder(&folder, entry)?;
    let arguments = arguments(class, entry);
    let ended = match &class.engine {
        None => {
            let task = Task {
                arguments: &arguments,
                place: None,
                out: &folder,
                data,
                jobs: threads,
                limit: Duration::from_secs(class.time_limit),
            };
            here::audit(&task).await.map_err(CommandError::auditor)?
        }
        Some(engine) => {
            let order = Order {
                arguments: arguments
                    .iter()
                    .map(|word| word.to_string_lossy().into_owned())
                    .collect(),
                place: std::env::current_dir().map_err(CommandError::auditor)?,
                seconds: class.time_limit,
            };
            let parcel = engine.audit(&order).await.map_err(CommandError::auditor)?;
            let files: Vec<_> = parcel
                .files
                .iter()
                .map(|(name, bytes)| (name.as_str(), bytes))
                .collect();
            output::write(&folder, &files)?;
            Ended {
                code: parcel.code,
                said: parcel.said,
            }
        }
    };
    match ended.code {
        Some(code) if DECIDED.contains(&code) => report(&folder),
        _ => Ok(Outcome::Failed(ended.said)),
    }
}

/// What became of a submission before, its reports written anew with what people have said since.
async fn rewritten(
    class: &Cohort,
    entry: &Entry,
    folder: &Path,
    data: &Path,
) -> Result<Outcome, CommandError> {
    let Ok(Outcome::Audited(audited)) = report(folder) else {
        let before = class.out.join(CLASS_FILE);
        let before = CLASS.json(&before, &CLASS.bytes(&before)?)?;
        let mut known = before["submissions"].as_array().into_iter().flatten();
        let known = known.find(|one| one["id"] == entry.id.as_str());
        let why = known.and_then(|one| one["failed"].as_str());
        return Ok(Outcome::Failed(
            why.unwrap_or("it was not audited yet").to_owned(),
        ));
    };
    let out = folder.display().to_string();
    let words = ["replay", "--format", "html", "--out", &out, "--", &audited.case];
    let told = Program::with_data(Some(data)).ask(&words).await;
    told.map_err(CommandError::auditor)?;
    report(folder)
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

/// What the audit of a submission is told.
fn arguments(class: &Cohort, entry: &Entry) -> Vec<OsString> {
    let mut words: Vec<OsString> = vec![entry.repository.clone().into()];
    words.extend(["--format", "md,json,html", "--fingerprints", "--no-progress"].map(OsString::from));
    match &entry.report {
        Some(report) => words.extend(["--report".into(), report.into()]),
        None => words.push("--find-report".into()),
    }
    if let Some(rev) = &entry.rev {
        words.extend(["--rev".into(), rev.into()]);
    }
    words.extend(class.audit.iter().cloned());
    words
}

fn report(folder: &Path) -> Result<Outcome, CommandError> {
    let path = folder.join("report.json");
    let told = REPORT.json(&path, &REPORT.bytes(&path)?)?;
    Ok(Audited::of(&told).map_or_else(
        || Outcome::Failed(format!("{} is no report of this program", path.display())),
        |audited| Outcome::Audited(Box::new(audited)),
    ))
}
