//! What takes long: it is watched, and it ends when nobody waits for it any more.

use super::asked::{AuditAsked, InspectAsked, VerifyAsked};
use super::{Answer, Clerk, brief};
use crate::case::{self, report_in};
use fleet::program::Ended;
use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext};
use serde_json::Value;
use std::path::Path;
use tokio::sync::mpsc;

/// Lines of progress that may wait for a slow client; what is beyond is not told.
const WAITING_MAX: usize = 64;

pub(super) async fn audit(
    clerk: &Clerk,
    asked: &AuditAsked,
    context: RequestContext<RoleServer>,
) -> Result<String, String> {
    let roots = clerk.roots(&context).await;
    let subject = roots.subject(&asked.subject)?;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut arguments = vec![
        "audit".to_owned(),
        "--verbose".to_owned(),
        option("out", &folder.path().display()),
    ];
    arguments.extend(clerk.always.iter().map(|word| (*word).to_owned()));
    arguments.extend(asked.rev.iter().map(|rev| option("rev", rev)));
    arguments.extend(asked.find_report.then(|| "--find-report".to_owned()));
    if let Some(report) = &asked.report {
        arguments.push(option("report", &roots.path(Path::new(report))?.display()));
    }
    for (name, named) in [("rubric", &asked.rubric), ("rules", &asked.rules)] {
        if let Some(named) = named {
            arguments.push(option(name, &roots.name_or_path(named)?));
        }
    }
    arguments.extend(["--".to_owned(), subject]);
    let ended = watched(clerk, &arguments, context).await?;
    // Where a gate of the settings fails there is a verdict all the same.
    let report = report_in(folder.path()).map_err(|_| ended.refusal().to_string())?;
    Ok(verdict(&report).text(asked.tokens))
}

fn verdict(report: &Value) -> Answer {
    let mut body = vec!["scores".to_owned()];
    body.extend(brief::scores(report));
    body.push("what to fix first".to_owned());
    body.extend(brief::plan(report));
    Answer {
        head: brief::headline(report),
        body,
        more: "ask `explain` for one dimension, or for more `tokens`",
    }
}

pub(super) async fn inspect(
    clerk: &Clerk,
    asked: &InspectAsked,
    context: RequestContext<RoleServer>,
) -> Result<String, String> {
    let subject = clerk.roots(&context).await.subject(&asked.subject)?;
    let mut arguments = ["inspect", "--verbose", "--format=json"]
        .map(str::to_owned)
        .to_vec();
    arguments.extend(asked.rev.iter().map(|rev| option("rev", rev)));
    arguments.extend(["--".to_owned(), subject]);
    let ended = watched(clerk, &arguments, context).await?;
    let found: Value = match ended.code {
        Some(0) => serde_json::from_str(&ended.out).map_err(|error| error.to_string())?,
        _ => return Err(ended.refusal().to_string()),
    };
    let body = brief::facts(&found, asked.probe.as_deref());
    let answer = Answer {
        head: format!("{} facts", body.len()),
        body,
        more: "ask for a `probe` such as `git.`, or for more `tokens`",
    };
    Ok(answer.text(asked.tokens))
}

pub(super) async fn verify(
    clerk: &Clerk,
    asked: &VerifyAsked,
    context: RequestContext<RoleServer>,
) -> Result<String, String> {
    let roots = clerk.roots(&context).await;
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let is_case = !asked.report.is_empty() && asked.report.bytes().all(|byte| byte.is_ascii_hexdigit());
    let file = if is_case {
        let replayed = case::replay(&clerk.program, &asked.report, folder.path(), &[]).await;
        replayed.map_err(|refusal| refusal.to_string())?;
        folder.path().join("report.json")
    } else {
        roots.path(Path::new(&asked.report))?
    };
    let mut arguments = vec![
        "verify".to_owned(),
        "--verbose".to_owned(),
        "--".to_owned(),
        file.display().to_string(),
    ];
    if let Some(subject) = &asked.subject {
        arguments.push(roots.subject(subject)?);
    }
    let ended = watched(clerk, &arguments, context).await?;
    let head = match (ended.code, ended.out.lines().last()) {
        (Some(0), _) => "the report holds",
        (_, Some(_)) => "the report does not hold",
        (_, None) => return Err(ended.refusal().to_string()),
    };
    let answer = Answer {
        head: head.to_owned(),
        body: ended.out.lines().map(str::to_owned).collect(),
        more: "ask for more `tokens`",
    };
    Ok(answer.text(asked.tokens))
}

pub(super) fn option(name: &str, value: &dyn std::fmt::Display) -> String {
    format!("--{name}={value}")
}

/// Runs a command when it is its turn, and tells what it does as it does it; ends it when the agent calls it off.
async fn watched(
    clerk: &Clerk,
    arguments: &[String],
    context: RequestContext<RoleServer>,
) -> Result<Ended, String> {
    let (said, heard) = mpsc::channel(WAITING_MAX);
    let telling = tell(heard, context.meta.get_progress_token(), context.peer.clone());
    let work = async {
        let _turn = clerk.working.acquire().await.map_err(|error| error.to_string())?;
        let hear = |line: &str| drop(said.try_send(line.to_owned()));
        let ended = clerk.program.run(arguments, hear).await;
        drop(said);
        ended.map_err(|refusal| refusal.to_string())
    };
    tokio::select! {
        () = context.ct.cancelled() => Err("it was called off".to_owned()),
        (ended, ()) = async { tokio::join!(work, telling) } => ended,
    }
}

/// One step more for every job that comes to its end.
async fn tell(mut heard: mpsc::Receiver<String>, token: Option<ProgressToken>, peer: Peer<RoleServer>) {
    let mut steps = 0.0;
    while let Some(line) = heard.recv().await {
        let Some(token) = token.clone().filter(|_| is_step(&line)) else {
            continue;
        };
        steps += 1.0;
        let message = line.split_whitespace().collect::<Vec<_>>().join(" ");
        let note = ProgressNotificationParam::new(token, steps).with_message(message);
        // Who does not listen any more hears it from the answer.
        let _ = peer.notify_progress(note).await;
    }
}

fn is_step(line: &str) -> bool {
    ["done ", "remembered "].iter().any(|word| line.starts_with(word))
}
