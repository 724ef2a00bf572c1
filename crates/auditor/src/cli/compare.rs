//! `auditor compare`: audits of one subject side by side, whoever made them, and what was done about each.

use super::import::imported;
use super::wait_for;
use crate::error::{CommandError, ErrorKind};
use crate::input::import::{Bounds, Criterion, Imported};
use crate::input::rubrics;
use crate::output::terminal::print;
use crate::store;
use clap::Args;
use court::visible::{on_one_line, visible};
use custody::{Limits, SeizeOptions, Subject, temporary};
use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use subject::history::{Commit, History};

/// Commits that are named for one criterion.
const COMMITS_SHOWN: usize = 5;

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

/// A report and what it is called.
struct Told {
    name: String,
    report: Imported,
}

impl Compare {
    pub(super) fn run(&self, data: Option<&Path>) -> Result<ExitCode, CommandError> {
        let rubric = self.rubric.as_deref().map(rubrics::load).transpose()?;
        let files = std::iter::once(&self.own).chain(&self.peers);
        let told = files.map(|file| told(file, rubric.as_ref()));
        let told: Vec<Told> = told.collect::<Result<_, _>>()?;
        let mut text = table(&told);
        if let Some(subject) = &self.subject {
            let history = wait_for(history(subject, &store::directory(data)?))?;
            told.iter()
                .for_each(|one| text.push_str(&followed(one, &history)));
        }
        print(&visible(&text)).map(|()| ExitCode::SUCCESS)
    }
}

fn told(file: &Path, rubric: Option<&court::rubric::Rubric>) -> Result<Told, CommandError> {
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

/// The criteria that any of the reports has, each once.
fn names(told: &[Told]) -> Vec<(&str, &str)> {
    let all = told.iter().flat_map(|one| &one.report.criteria);
    let mut names: Vec<(&str, &str)> = Vec::new();
    for criterion in all {
        let id = criterion.dimension_id.as_str();
        if !names.iter().any(|(known, _)| *known == id) {
            names.push((id, &criterion.dimension_name));
        }
    }
    names
}

fn of<'a>(one: &'a Told, id: &str) -> Option<&'a Criterion> {
    let mut criteria = one.report.criteria.iter();
    criteria.find(|criterion| criterion.dimension_id == id)
}

/// How far up its scale a score is, where the scale is known.
fn share(score: Option<f64>, scale: Option<Bounds>) -> Option<f64> {
    let scale = scale.filter(|scale| scale.max > scale.min.unwrap_or_default())?;
    let min = scale.min.unwrap_or_default();
    Some((score? - min) / (scale.max - min))
}

fn score(score: Option<f64>, scale: Option<Bounds>) -> String {
    match (score, scale) {
        (None, _) => "–".to_owned(),
        (Some(score), None) => score.to_string(),
        (Some(score), Some(scale)) => format!("{score} of {}", scale.max),
    }
}

fn table(told: &[Told]) -> String {
    let cell = |text: &str| on_one_line(text).replace('|', "\\|");
    let heads: Vec<String> = told.iter().map(|one| cell(&one.name)).collect();
    let mut text = format!(
        "| Criterion | {} | apart |\n|---|{}--:|\n",
        heads.join(" | "),
        "--:|".repeat(told.len())
    );
    for (id, name) in names(told) {
        let found: Vec<Option<&Criterion>> = told.iter().map(|one| of(one, id)).collect();
        let bounds = |one: &Told, criterion: &Criterion| criterion.scale.or(one.report.scale);
        let each = told.iter().zip(&found);
        let shown = each
            .map(|(one, found)| found.map_or("–".to_owned(), |it| score(it.final_score, bounds(one, it))));
        let shares = told.iter().zip(&found);
        let shares = shares.filter_map(|(one, found)| share((*found)?.final_score, bounds(one, (*found)?)));
        let shown: Vec<String> = shown.collect();
        let _ = writeln!(
            text,
            "| {} | {} | {} |",
            cell(name),
            shown.join(" | "),
            apart(&shares.collect::<Vec<f64>>())
        );
    }
    let overall = |one: &Told| score(one.report.overall_score, one.report.scale);
    let shares = told
        .iter()
        .filter_map(|one| share(one.report.overall_score, one.report.scale));
    let shown: Vec<String> = told.iter().map(overall).collect();
    let _ = writeln!(
        text,
        "| **overall** | {} | {} |",
        shown.join(" | "),
        apart(&shares.collect::<Vec<f64>>())
    );
    text
}

/// How far apart shares lie, in percent of the scale.
fn apart(shares: &[f64]) -> String {
    if shares.len() < 2 {
        return "–".to_owned();
    }
    let least = shares.iter().copied().fold(f64::INFINITY, f64::min);
    let most = shares.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    format!("{:.0} %", (most - least) * 100.0)
}

async fn history(subject: &str, directory: &Path) -> Result<History, CommandError> {
    let refused = |error: &dyn std::fmt::Display| CommandError::new(ErrorKind::NothingToAudit, error);
    let subject = Subject::parse(subject).map_err(|error| refused(&error))?;
    let clone = temporary::clone_directory(&directory.join("custody"));
    let options = SeizeOptions {
        rev: subject.rev(),
        directory: &clone,
        limits: Limits::default(),
    };
    let seized = async {
        let custody = Box::pin(custody::seize(&subject, &options)).await?;
        Ok::<_, custody::CustodyError>(Box::pin(custody.snapshot()).await?.history)
    };
    let seized = seized
        .await
        .map_err(|error| refused(&format!("{}: {}", error.what, error.detail)));
    // What stays behind costs disk and nothing else.
    let _ = std::fs::remove_dir_all(&clone);
    seized
}

/// What later commits did about the files that each criterion names.
fn followed(one: &Told, history: &History) -> String {
    let mut text = format!("\n## {}\n\n", one.name);
    let at = one.report.commit.as_deref().and_then(|id| {
        let mut commits = history.commits.iter();
        commits.position(|commit| commit.id.starts_with(id))
    });
    let Some(at) = at else {
        let why = match &one.report.commit {
            None => "It names no commit, so nothing is known to be later; give it as FILE@COMMIT.",
            Some(_) => "The commit that it names is not in this history.",
        };
        return text + why + "\n";
    };
    let later = history.commits.get(at + 1..).unwrap_or_default();
    for criterion in &one.report.criteria {
        let _ = writeln!(
            text,
            "- {}: {}",
            criterion.dimension_name,
            done(criterion, history, later)
        );
    }
    text
}

fn done(criterion: &Criterion, history: &History, later: &[Commit]) -> String {
    let changed = |commits: &[Commit]| -> BTreeSet<String> {
        let changes = commits.iter().flat_map(|commit| &commit.changes);
        let paths = changes.map(|change| change.path.clone());
        paths
            .filter(|path| criterion.paths.iter().any(|named| is_path(path, named)))
            .collect()
    };
    let known = changed(&history.commits);
    if known.is_empty() {
        return "names no file of this history".to_owned();
    }
    let touches = |commit: &&Commit| commit.changes.iter().any(|change| known.contains(&change.path));
    let touching: Vec<&Commit> = later.iter().filter(touches).collect();
    let names: Vec<&str> = known.iter().map(String::as_str).collect();
    if touching.is_empty() {
        return format!("no later commit touches {}", names.join(", "));
    }
    let told = touching.iter().take(COMMITS_SHOWN).map(|commit| {
        let id: String = commit.id.chars().take(8).collect();
        format!("{id} {}", on_one_line(&commit.subject))
    });
    let more = match touching.len().saturating_sub(COMMITS_SHOWN) {
        0 => String::new(),
        more => format!("; and {more} more"),
    };
    let files: Vec<String> = changed(later).into_iter().collect();
    format!(
        "{} ({}{more})",
        files.join(", "),
        told.collect::<Vec<_>>().join("; ")
    )
}

/// Whether a path is the one that is named, whole or by its end.
fn is_path(path: &str, named: &str) -> bool {
    path == named
        || path
            .strip_suffix(named)
            .is_some_and(|before| before.ends_with('/'))
}
