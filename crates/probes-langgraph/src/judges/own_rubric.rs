//! The rubric that a program brings along, held against the dimensions that its judges have written out.

use langgraph::audited::Court;
use probes_core::Subject;
use python::ast::ExprKind;
use python::symbolic::{Event, Node, ScopeKind, Terms};
use python::walk;
use std::collections::BTreeSet;
use subject::data::{self, Node as Data};

/// Fewest dimensions that are a rubric.
const DIMENSIONS_MIN: usize = 3;
/// Longest file that is read as one.
const RUBRIC_BYTES_MAX: usize = 1 << 20;

/// Dimensions of a rubric in the repository that no code of the judges names, while one of them goes through others of it that are
/// written out.
pub(super) struct LeftOut {
    pub(super) rubric: String,
    pub(super) names: Vec<String>,
}

pub(super) fn left_out(snapshot: &Subject, court: &Court, event: &Event) -> Option<LeftOut> {
    let written = event
        .levels()
        .find_map(|level| written_out(&court.terms, level))?;
    let paths = snapshot.files.keys().filter(|path| is_rubric(path));
    let mut rubrics = paths.filter_map(|path| Some((path, dimensions(path, snapshot.text(path)?)?)));
    let (path, all) = rubrics.find(|(_, all)| written.iter().all(|one| all.contains(*one)))?;
    let names: Vec<String> = all
        .into_iter()
        .filter(|one| !written.contains(one.as_str()))
        .collect();
    let is_left = !names.is_empty() && !names.iter().any(|name| is_named(snapshot, court, name));
    is_left.then(|| LeftOut {
        rubric: path.clone(),
        names,
    })
}

/// The names that a loop goes through: texts, or tuples that begin with one.
fn written_out<'t>(terms: &'t Terms, level: &ScopeKind) -> Option<BTreeSet<&'t str>> {
    let ScopeKind::Loop { over, .. } = level else {
        return None;
    };
    let Node::List(items) = terms.node(*over) else {
        return None;
    };
    let name = |item: &python::symbolic::Term| match terms.node(*item) {
        Node::List(cells) => terms.text(*cells.first()?),
        _ => terms.text(*item),
    };
    let names: Option<BTreeSet<&str>> = items.iter().map(name).collect();
    names.filter(|names| names.len() >= DIMENSIONS_MIN)
}

fn is_rubric(path: &str) -> bool {
    let name = path.rsplit('/').next().unwrap_or(path).to_lowercase();
    name.contains("rubric")
        && [".json", ".yaml", ".yml"]
            .iter()
            .any(|ending| name.ends_with(ending))
}

/// The ids of the dimensions of a rubric.
fn dimensions(path: &str, text: &str) -> Option<BTreeSet<String>> {
    if text.len() > RUBRIC_BYTES_MAX {
        return None;
    }
    let read = match path.ends_with(".json") {
        true => data::json::read(text),
        false => data::yaml::read(text),
    };
    let tree = read.ok()?;
    let lists = ["dimensions", "criteria"].into_iter();
    let items = lists
        .map(|key| tree.items_at(&[key]))
        .find(|items| !items.is_empty())?;
    let id = |item: &Data| {
        let mut entries = item.entries().iter();
        entries
            .find(|entry| entry.key == "id")?
            .node
            .text()
            .map(str::to_owned)
    };
    let found: BTreeSet<String> = items.iter().filter_map(id).collect();
    (found.len() >= DIMENSIONS_MIN).then_some(found)
}

/// Whether a text in the files that judges come to has a name in it.
fn is_named(snapshot: &Subject, court: &Court, name: &str) -> bool {
    let events = court.judges.iter().flat_map(|judge| court.events_of(judge));
    let files: BTreeSet<&str> = events.map(|event| event.path.as_str()).collect();
    let mut is_found = false;
    for module in files
        .into_iter()
        .filter_map(|path| snapshot.program().module(path))
    {
        walk::expressions(&module.body, &mut |expr| {
            is_found |= matches!(&expr.kind, ExprKind::Str(text) if text.contains(name));
        });
    }
    is_found
}
