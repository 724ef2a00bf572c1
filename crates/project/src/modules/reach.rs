//! What is reached from the entries and the tests, and what is certainly not.

use super::atlas::Atlas;
use super::{FileId, Modules, Standing, Target, mentions, surface};
use std::collections::{BTreeMap, BTreeSet};
use subject::Part;

/// The standing of every file of the program.
pub(super) fn judge(atlas: &Atlas<'_>, modules: &Modules) -> BTreeMap<FileId, Standing> {
    let reached = reached(atlas, modules);
    let product: Vec<FileId> = atlas
        .files()
        .filter(|(_, path)| atlas.census.files[*path].part == Part::Product)
        .filter(|(id, _)| atlas.facts(*id).is_some_and(|facts| facts.code_lines > 0))
        .map(|(id, _)| id)
        .collect();
    let doubts = surface::Doubts::new(atlas, modules, &reached);
    let mut standing = BTreeMap::new();
    let mut left = BTreeSet::new();
    for id in product {
        if reached.contains(&id) {
            standing.insert(id, Standing::Reached);
        } else if let Some(why) = doubts.about(id) {
            standing.insert(id, Standing::Uncertain(why));
        } else {
            left.insert(id);
        }
    }
    let mut mentioned = mentions::find(atlas, modules, &left);
    let rest = left.into_iter().map(|id| match mentioned.remove(&id) {
        Some(why) => (id, Standing::Uncertain(why)),
        None => (id, Standing::Dead),
    });
    standing.extend(rest.collect::<Vec<_>>());
    spare_what_the_uncertain_need(atlas, modules, &mut standing);
    standing
}

fn reached(atlas: &Atlas<'_>, modules: &Modules) -> BTreeSet<FileId> {
    let tests = atlas.files().filter(|(_, path)| {
        let part = atlas.census.files[*path].part;
        !matches!(part, Part::Product | Part::Vendored | Part::Generated)
    });
    follow(
        modules,
        modules.entries.iter().copied().chain(tests.map(|(id, _)| id)),
    )
}

/// What is reached from some files.
fn follow(modules: &Modules, from: impl Iterator<Item = FileId>) -> BTreeSet<FileId> {
    subject::follow(from, |id, more| {
        for link in modules.links.get(id as usize).into_iter().flatten() {
            if let Target::Files(files) = &link.target {
                more.extend(files);
            }
        }
    })
}

/// What a file needs that may be loaded is no more certain than it.
fn spare_what_the_uncertain_need(
    atlas: &Atlas<'_>,
    modules: &Modules,
    standing: &mut BTreeMap<FileId, Standing>,
) {
    let is_uncertain = |id: &FileId| matches!(standing.get(id), Some(Standing::Uncertain(_)));
    let generated = atlas
        .files()
        .filter(|(_, path)| atlas.census.files[*path].part == Part::Generated);
    let open = standing
        .keys()
        .copied()
        .filter(is_uncertain)
        .chain(generated.map(|(id, _)| id));
    let needed = follow(modules, open.collect::<Vec<_>>().into_iter());
    for id in needed {
        if let Some(one) = standing.get_mut(&id)
            && *one == Standing::Dead
        {
            *one = Standing::Uncertain(
                "a file imports it of which nobody knows whether it is loaded".to_owned(),
            );
        }
    }
}
