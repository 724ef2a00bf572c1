//! `auditor compare`: audits of one subject side by side, whoever made them, and what was done about each.

use super::case_run::custody_failed;
use super::import::imported;
use super::wait_for;
use crate::error::{CommandError, ErrorKind};
use crate::input::rubrics;
use crate::output::terminal::print;
use crate::store;
use cases::side_by_side::{Told, followed, table};
use clap::Args;
use court::visible::{on_one_line, visible};
use custody::Subject;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Set audits of one subject side by side.
#[derive(Args)]
pub(super) struct Compare {
    /// One's own report, Markdown or JSON; FILE@COMMIT where it does not say which commit it is about
    own: PathBuf,
    /// Reports of others, received or given
    #[arg(required = true)]
    peers: Vec<PathBuf>,
    /// Name the criteria as this rubric does: the name of a built-in one, or a file
    #[arg(long, value_name = "NAME|FILE")]
    rubric: Option<String>,
    /// The repository that they are about: tells which later commits touch what each criterion names
    #[arg(long, value_name = "REPOSITORY")]
    subject: Option<String>,
}

impl Compare {
    pub(super) fn run(&self, data: Option<&Path>) -> Result<ExitCode, CommandError> {
        let rubric = self.rubric.as_deref().map(rubrics::load).transpose()?;
        let files = std::iter::once(&self.own).chain(&self.peers);
        let told = files.map(|file| read(file, rubric.as_ref()));
        let told: Vec<Told> = told.collect::<Result<_, _>>()?;
        let mut text = table(&told);
        if let Some(subject) = &self.subject {
            let subject = Subject::parse(subject)
                .map_err(|error| CommandError::new(ErrorKind::NothingToAudit, error))?;
            let room = store::directory(data)?.join("custody");
            let looked = Box::pin(custody::snapshot(&subject, None, &room));
            let history = wait_for(async { looked.await.map_err(|error| custody_failed(&error)) })?.history;
            told.iter()
                .for_each(|one| text.push_str(&followed(one, &history)));
        }
        print(&visible(&text)).map(|()| ExitCode::SUCCESS)
    }
}

fn read(file: &Path, rubric: Option<&court::rubric::Rubric>) -> Result<Told, CommandError> {
    let typed = file.to_string_lossy();
    let (path, commit) = match typed.rsplit_once('@') {
        Some((path, commit)) if !file.exists() => (Path::new(path), Some(commit.to_owned())),
        _ => (file, None),
    };
    let mut report = imported(path, rubric)?;
    report.commit = commit.or(report.commit);
    Ok(Told {
        name: on_one_line(&path.to_string_lossy()),
        report,
    })
}
