//! Reports of one subject side by side, whoever made them, and what later commits did about each.

use crate::import::{Bounds, Criterion, Imported};
use court::visible::on_one_line;
use std::collections::BTreeSet;
use std::fmt::Write as _;
use subject::history::{Commit, History};

/// Commits that are named for one criterion.
const COMMITS_SHOWN: usize = 5;

/// A report and what it is called.
#[derive(Debug)]
pub struct Told {
    /// On one line.
    pub name: String,
    /// What it says.
    pub report: Imported,
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

/// A table of all criteria, as Markdown.
pub fn table(told: &[Told]) -> String {
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

/// What later commits did about the files that each criterion names.
pub fn followed(one: &Told, history: &History) -> String {
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
