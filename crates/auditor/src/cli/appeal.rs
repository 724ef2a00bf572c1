//! `auditor appeal`: look at one point again, hear one dimension again, keep both records.

use super::case_run::{Hosts, Pictures, Target};
use super::explain::chosen;
use super::{Talk, wait_for};
use crate::error::CommandError;
use crate::input::reports;
use crate::output::terminal::print;
use crate::store;
use cases::appeal::{self, Point};
use cases::comparison;
use cases::decided::{self, Appeal as Kept, DecidedCase, Given, Origin};
use cases::overrides;
use clap::Args;
use court::visible::visible;
use journal::{Digest, Journal};
use serde_json::json;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Longest reason that is kept, in bytes.
const WHY_MAX: usize = 4_000;

/// Contest one point of a case.
#[derive(Args)]
pub(super) struct Appeal {
    /// Id of a case, or its beginning; or its subject, where that has only one
    case: String,
    /// Id of the dimension, or a word of its id or name
    #[arg(long, value_name = "ID")]
    dimension: String,
    /// What was overlooked or misread: `path:line`, or the number of a piece of evidence such as E12
    #[arg(long, value_name = "PATH:LINE|E12")]
    point: String,
    /// Why; it is kept with the case and moves no score by itself
    #[arg(long, value_name = "TEXT")]
    why: String,
    /// The subject, where it is elsewhere now
    #[arg(long, value_name = "SUBJECT")]
    subject: Option<String>,
    /// A report that the case judged, where it is elsewhere now; may be given more than once
    #[arg(long, value_name = "FILE")]
    report: Vec<PathBuf>,
    #[command(flatten)]
    hosts: Hosts,
}

impl Appeal {
    pub(super) fn run(&self, data: Option<&Path>, talk: Talk) -> Result<ExitCode, CommandError> {
        if self.why.trim().is_empty() || self.why.len() > WHY_MAX {
            return Err(CommandError::usage(format!("a reason has 1 to {WHY_MAX} bytes")));
        }
        let journal = store::open(data)?;
        let before = wait_for(decided::find(&journal, &self.case))?;
        let index = chosen(&before, &self.dimension)?;
        let point = Point::parse(&self.point, &before).map_err(|error| {
            CommandError::usage(error).hint("name a line as path:line, or evidence as E12")
        })?;
        let seen = self.look_again(&before, talk)?;
        let (mut after, mut outcome) = appeal::heard_again(&before, &seen, index, &point)?;
        let compared = comparison::compare(&before, &after);
        outcome.extend(appeal::sentences(&compared, &before.rubric.dimensions[index].id));
        after.appeals.push(Kept {
            of: before.case.clone(),
            dimension: before.rubric.dimensions[index].id.0.clone(),
            point: self.point.clone(),
            why: self.why.clone(),
            outcome: outcome.clone(),
        });
        let case = wait_for(keep(&journal, &before, &mut after))?;
        let mut text = format!("case {} appealed as case {case}; both are kept\n", before.case);
        for line in outcome {
            let _ = writeln!(text, "  {line}");
        }
        print(&visible(&text))?;
        Ok(ExitCode::SUCCESS)
    }

    /// The files of the reports that the case judged, at their old places unless others are named: looked at without them,
    /// what they showed would be taken away.
    fn reports(&self, before: &DecidedCase) -> Result<Vec<PathBuf>, CommandError> {
        let given = &before.origin.given;
        let kept = given.iter().filter_map(|report| report.path.as_ref());
        let files: Vec<PathBuf> = match self.report.is_empty() {
            true => kept.map(PathBuf::from).collect(),
            false => self.report.clone(),
        };
        let names: Vec<&str> = match given.is_empty() {
            true => before
                .coverage
                .reports
                .iter()
                .map(|note| note.name.as_str())
                .collect(),
            false => given.iter().map(|report| report.name.as_str()).collect(),
        };
        let missing = || {
            CommandError::usage(format!("the case judged {} too", names.join(", ")))
                .hint("name the same file with --report")
        };
        let read = reports::read(&files, None).map_err(|error| match self.report.is_empty() {
            true => missing(),
            false => error,
        })?;
        let is_there =
            |report: &Given| report.path.is_none() || read.iter().any(|file| file.sha256 == report.sha256);
        let is_unknown = given.is_empty() && !names.is_empty() && files.is_empty();
        match given.iter().all(is_there) && !is_unknown {
            true => Ok(files),
            false => Err(missing()),
        }
    }

    /// The subject at the commit of the case, looked at without any memory.
    fn look_again(&self, before: &DecidedCase, talk: Talk) -> Result<DecidedCase, CommandError> {
        let room = custody::temporary::directory().map_err(CommandError::auditor)?;
        let rubric = room.path().join("rubric.json");
        let address = self
            .subject
            .clone()
            .or_else(|| before.origin.address.clone())
            .ok_or_else(|| {
                CommandError::usage("the case does not say where its subject is")
                    .hint("name it with --subject")
            })?;
        // Probes depend on no rubric but those that it defines itself, which go along; its terms do not matter for a
        // point.
        std::fs::write(&rubric, r#"{"dimensions":[{"id":"appeal"}]}"#).map_err(CommandError::auditor)?;
        let target = Target {
            report: self.reports(before)?,
            find_report: before.origin.given.iter().any(|report| report.path.is_none()),
            hosts: self.hosts.clone(),
            own: before.rubric.probes.clone(),
            pictures: before
                .origin
                .looked_at
                .map_or_else(Pictures::default, Pictures::of),
            ..Target::at_commit(address, &before.commit, rubric.display().to_string())
        };
        let dossier = target.audit_without_memory("appeal", talk)?;
        Ok(DecidedCase::of(&dossier, Origin::default()))
    }
}

/// Opens a case of its own for the appeal and closes it with what it came to.
async fn keep(
    journal: &Journal,
    before: &DecidedCase,
    after: &mut DecidedCase,
) -> Result<String, CommandError> {
    let appeal = after.appeals.last();
    let input = [
        before.case.as_str(),
        appeal.map_or("", |appeal| &appeal.dimension),
        appeal.map_or("", |appeal| &appeal.point),
        appeal.map_or("", |appeal| &appeal.why),
    ];
    let input = Digest::of(format!("appeal\n{}", input.join("\n")).as_bytes());
    let case = journal
        .case(&input, &before.subject.name)
        .await
        .map_err(CommandError::auditor)?;
    after.case = case.id().to_string();
    let record = journal
        .put(after.to_bytes())
        .await
        .map_err(CommandError::auditor)?;
    let summary = json!({
        "subject": after.subject.name,
        "commit": after.commit,
        "rubric": after.rubric.name,
        "overall": after.verdict.overall.map(|score| score.to_string()),
        "out_of": after.verdict.scale.max.to_string(),
        "complete": after.verdict.is_complete,
        "panel": after.panel.name,
        "committed": after.newest(),
        "record": record.as_str(),
        overrides::MATTER: after.matter(),
        "appeal_of": before.case,
    });
    case.close(&summary).await.map_err(CommandError::auditor)?;
    Ok(after.case.clone())
}
