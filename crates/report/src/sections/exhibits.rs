//! Which exhibits stand under which dimension, so that none is lost.

use super::entry::Entry;
use court::evidence::{Evidence, Exhibit, ExhibitId};
use std::collections::BTreeSet;

/// Where exhibits stand that no dimension has to do with.
pub(crate) const OTHER: &str = "other";

/// A dimension's exhibits, in the order of their numbers.
pub(crate) struct Group<'a> {
    /// The id of the dimension, or [`OTHER`].
    pub(crate) name: &'a str,
    pub(crate) exhibits: Vec<(ExhibitId, &'a Exhibit)>,
}

/// One group for each dimension, in the order of the rubric, then one for the rest where there is a rest.
///
/// A probe that several dimensions demand stands under each of them. One that none demands stands under the
/// dimension whose probes are most like it.
pub(crate) fn by_dimension<'a>(entries: &[Entry<'a>], evidence: &'a Evidence) -> Vec<Group<'a>> {
    let demanded: Vec<BTreeSet<&str>> = entries.iter().map(probes).collect();
    let mut groups: Vec<Group<'a>> = entries.iter().map(|entry| empty(&entry.dimension.id.0)).collect();
    let mut rest = empty(OTHER);
    for (id, exhibit) in evidence.iter() {
        let holders = holders(&demanded, &exhibit.probe);
        for holder in &holders {
            groups[*holder].exhibits.push((id, exhibit));
        }
        if holders.is_empty() {
            rest.exhibits.push((id, exhibit));
        }
    }
    join_rest(&mut groups, rest);
    groups
}

fn empty(name: &str) -> Group<'_> {
    Group {
        name,
        exhibits: Vec::new(),
    }
}

/// A rubric may have a dimension of that very name.
fn join_rest<'a>(groups: &mut Vec<Group<'a>>, rest: Group<'a>) {
    match groups.iter_mut().find(|group| group.name == OTHER) {
        Some(group) => {
            group.exhibits.extend(rest.exhibits);
            group.exhibits.sort_by_key(|(id, _)| *id);
        }
        None if rest.exhibits.is_empty() => {}
        None => groups.push(rest),
    }
}

fn probes<'a>(entry: &Entry<'a>) -> BTreeSet<&'a str> {
    entry
        .standings()
        .iter()
        .map(|standing| standing.demand.probe.as_str())
        .collect()
}

/// The dimensions that demand the probe, or the one that is nearest to it.
fn holders(demanded: &[BTreeSet<&str>], probe: &str) -> Vec<usize> {
    let demanding: Vec<usize> = (0..demanded.len())
        .filter(|index| demanded[*index].contains(probe))
        .collect();
    if demanding.is_empty() {
        nearest(demanded, probe).into_iter().collect()
    } else {
        demanding
    }
}

/// The first dimension with the closest name among its probes; among equals the one with most of the namespace.
fn nearest(demanded: &[BTreeSet<&str>], probe: &str) -> Option<usize> {
    let likeness = |probes: &BTreeSet<&str>| {
        let closest = probes.iter().map(|known| shared_parts(known, probe)).max();
        let kin = probes
            .iter()
            .filter(|known| shared_parts(known, probe) > 0)
            .count();
        (closest.unwrap_or(0), kin)
    };
    let candidates = demanded.iter().map(likeness).enumerate();
    candidates
        .filter(|(_, (closest, _))| *closest > 0)
        .rev()
        .max_by_key(|(_, likeness)| *likeness)
        .map(|(index, _)| index)
}

/// How many leading parts of their names two probes share; 0 in different namespaces.
fn shared_parts(left: &str, right: &str) -> usize {
    let parts = |name| str::split(name, ['.', '_']);
    parts(left).zip(parts(right)).take_while(|(l, r)| l == r).count()
}

#[cfg(test)]
mod tests;
