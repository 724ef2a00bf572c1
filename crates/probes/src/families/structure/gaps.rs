//! Why nothing can be said of how files hang together.

use crate::families::unread;
use probes_core::{Answer, Subject};
use project::census::Census;
use project::modules::{Modules, Target};
use subject::Part;

/// The answer where too little was read, or too few imports are understood.
pub(super) fn of(snapshot: &Subject) -> Option<Answer> {
    let census = snapshot.census();
    let files = census.product().count();
    if files == 0 {
        return Some(unread::nothing(snapshot, super::NO_CODE));
    }
    missing(census, files).or_else(|| unresolved(census, snapshot.modules()))
}

fn missing(census: &Census, files: usize) -> Option<Answer> {
    let count = census.unread().count();
    let (path, why) = census.unread().next()?;
    // Files that are missing whole are none of those that were sorted.
    let all = files + census.missing.len();
    (count * 2 > files).then(|| {
        Answer::unobserved(format!(
            "{count} of {all} files were not read whole: {path}: {why}"
        ))
    })
}

/// Imports of the program that should mean files of the tree, and those of them that no rule settles.
fn unresolved(census: &Census, modules: &Modules) -> Option<Answer> {
    let mut own = 0_usize;
    let mut open = Vec::new();
    for (path, link) in modules.all_links() {
        let is_product = census
            .files
            .get(path)
            .is_some_and(|file| file.part == Part::Product);
        match &link.target {
            Target::Files(_) if is_product && link.line > 0 => own += 1,
            Target::Unresolved if is_product => open.push((path, link)),
            _ => {}
        }
    }
    let (path, link) = open.first()?;
    (open.len() > own).then(|| {
        Answer::unobserved(format!(
            "{} of {} imports that should mean files of the repository could not be resolved, such as `{}` in {path}",
            open.len(),
            open.len() + own,
            link.what
        ))
    })
}

#[cfg(test)]
mod tests;
