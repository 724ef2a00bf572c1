//! What a large repository is made of, by what its own manifests and code say: projects, and where running begins.

use probes::Subject;
use subject::secrets::mask;

/// Files from which on a repository is large: those of a smaller one are seen by their exhibits.
pub(crate) const FILES_MIN: usize = 200;
/// Most projects and most entry points that are named.
const NAMED_MAX: usize = 20;

/// A line on projects and one on entry points; nothing of a small repository.
pub(super) fn of(snapshot: &Subject) -> Vec<String> {
    if snapshot.files.len() < FILES_MIN {
        return Vec::new();
    }
    let manifests = &snapshot.manifests().all;
    let projects = manifests.iter().map(|one| match &one.name {
        Some(name) => format!("{} ({})", one.path, mask(name)),
        None => one.path.clone(),
    });
    let declared = manifests.iter().flat_map(|one| {
        let entries = one.entries.iter();
        entries.map(|entry| format!("{} ({}:{})", mask(&entry.name), one.path, entry.line))
    });
    let found = snapshot.program().entry_points().iter();
    let found = found.map(|entry| format!("{} ({})", entry.path, entry.place));
    let lines = [
        line("projects", projects.collect()),
        line("running begins at", declared.chain(found).collect()),
    ];
    lines.into_iter().flatten().collect()
}

fn line(head: &str, named: Vec<String>) -> Option<String> {
    let more = named.len().saturating_sub(NAMED_MAX);
    let mut shown: Vec<String> = named
        .into_iter()
        .take(NAMED_MAX)
        .map(|name| mask(&name).into_owned())
        .collect();
    if more > 0 {
        shown.push(format!("and {more} more"));
    }
    (!shown.is_empty()).then(|| format!("{head}: {}", shown.join(", ")))
}

#[cfg(test)]
mod tests;
