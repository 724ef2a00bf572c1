//! `structure.projects`: which projects a repository holds.

use crate::families::unread;
use court::evidence::{Finding, Place};
use court::text::counted;
use probes_core::{Answer, Probe, Subject};
use project::census::{Census, Kind, Project};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use subject::Part;

/// Most projects that are listed; the rest are counted.
const LISTED_MAX: usize = 60;
/// Most projects told in words.
const TOLD_MAX: usize = 8;

/// The projects of the program.
pub(super) const PROBE: Probe = Probe::of_code(
    "structure.projects",
    "Say which projects the repository holds, with their languages and sizes",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    let census = snapshot.census();
    if census.product().next().is_none() {
        return unread::nothing(snapshot, super::NO_CODE);
    }
    let limits = census.limits.iter().map(|limit| format!("; {limit}"));
    let limits: String = limits.collect();
    let lines = lines(census);
    // What only holds others together is no project of its own, unless it has code.
    let is_told = |one: &&Project| one.part == Part::Product && (!one.is_frame || lines.contains_key(one));
    let projects: Vec<&Project> = census.projects.iter().filter(is_told).collect();
    if projects.is_empty() {
        let why = format!("no manifest says what is built, tested or published here{limits}");
        let unread = snapshot.manifests().unread.iter();
        let search = unread.fold(unread::search(snapshot), |search, one| {
            search.open(
                Place::File(one.path.clone()),
                format!("it could not be read: {}", one.why),
            )
        });
        return Answer::absent(why, search).valued(json!([]));
    }
    // Make starts anything, and says nothing of a program in another language.
    if let Some(answer) = unread::mostly(snapshot)
        && projects.iter().all(|one| one.kind == Kind::Make)
    {
        return answer;
    }
    let listed: Vec<Value> = projects
        .iter()
        .take(LISTED_MAX)
        .map(|project| shown(project, &lines))
        .collect();
    let told = told(&projects, &lines) + &limits;
    let answer = Answer::value(Finding::Present, Value::Array(listed), told);
    projects.iter().fold(answer, |answer, project| {
        answer.at_noting(Place::line(&project.manifest, 1), named(project))
    })
}

/// Lines of code of the program by project, and in them by language.
type Lines<'a> = BTreeMap<&'a Project, BTreeMap<&'static str, u64>>;

fn lines(census: &Census) -> Lines<'_> {
    let mut lines = Lines::new();
    for (path, file) in census.product() {
        if let Some(project) = census.project_of(path) {
            let of_language = lines
                .entry(project)
                .or_default()
                .entry(file.facts.language.name());
            *of_language.or_default() += u64::from(file.facts.code_lines);
        }
    }
    lines
}

fn size(project: &Project, lines: &Lines<'_>) -> (Option<&'static str>, u64) {
    let own = lines.get(project).into_iter().flatten();
    let largest = own
        .clone()
        .max_by_key(|(name, count)| (**count, std::cmp::Reverse(**name)));
    (largest.map(|(name, _)| *name), own.map(|(_, count)| count).sum())
}

fn shown(project: &Project, lines: &Lines<'_>) -> Value {
    let (language, count) = size(project, lines);
    json!({
        "root": project.root,
        "kind": project.kind,
        "name": project.name,
        "language": language,
        "lines": count,
    })
}

fn told(projects: &[&Project], lines: &Lines<'_>) -> String {
    // What several tools build in one folder is one project.
    let mut roots: BTreeMap<&str, Vec<&Project>> = BTreeMap::new();
    for project in projects {
        roots.entry(project.root.as_str()).or_default().push(project);
    }
    let each = roots.values().take(TOLD_MAX);
    let mut each: Vec<String> = each.map(|built| together(built, lines)).collect();
    if roots.len() > TOLD_MAX {
        each.push(format!("and {} more", roots.len() - TOLD_MAX));
    }
    format!(
        "{} with a manifest, those of tests and examples aside: {}",
        counted(roots.len(), "project"),
        each.join(", ")
    )
}

/// What is built in one folder: its label, and each tool with the language and the lines that it builds.
fn together(built: &[&Project], lines: &Lines<'_>) -> String {
    let tools: Vec<String> = built
        .iter()
        .map(|project| {
            let (language, count) = size(project, lines);
            let kind = project.kind.to_string();
            let code = match language {
                Some(language) if language == kind => format!("{count} lines"),
                Some(language) => format!("{language}, {count} lines"),
                None => "no code that is read here".to_owned(),
            };
            format!("{kind}, {code}")
        })
        .collect();
    let named = built.iter().find(|one| one.name.is_some()).or(built.first());
    format!("{} ({})", named.map_or("", |one| one.label()), tools.join("; "))
}

fn named(project: &Project) -> String {
    match &project.name {
        Some(name) => format!("{} builds `{name}`", project.kind),
        None => format!("{} builds what lies here", project.kind),
    }
}
