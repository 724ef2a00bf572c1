//! A protocol proposed from the prose of a rubric, for its author to look through. Nothing of it is applied by itself.

mod mention;
mod search;
#[cfg(test)]
mod tests;
mod writing;

use super::{Artifact, Dimension, Rubric, coverage};
use crate::protocol::own::{Count, Look, Own, PROBES_MAX, Part};
use crate::protocol::{Demand, Grading, Kind, Want};
use crate::text::slug;
use search::Found;
use std::collections::BTreeSet;

/// Most probes proposed for one dimension: more are no proposal but a list.
const PER_DIMENSION_MAX: usize = 20;
/// Most sentences of a dimension that are told as left over.
const LEFT_MAX: usize = 40;

/// Longest part of an id that is made of words.
const SLUG_CHARS_MAX: usize = 40;

/// What is proposed for one dimension.
struct Proposed<'a> {
    dimension: &'a Dimension,
    kind: Kind,
    /// Demands on built-in probes.
    built_in: Vec<Demand>,
    /// Demands on the probes that are proposed with it.
    own: Vec<Asked>,
    /// What was seen and is no probe, with the reason.
    left: Vec<String>,
}

/// A demand on a proposed probe, and the words that it was taken from.
struct Asked {
    id: String,
    want: Want,
    weight: i64,
    from: String,
}

/// A protocol as commented YAML: quoted identifiers become patterns, paths become globs, terms become terms, known
/// phrases become built-in probes; what must not be is wanted absent. `is_usable` says whether a definition can be
/// looked for at all.
pub fn propose(rubric: &Rubric, is_usable: &dyn Fn(&Own) -> bool) -> String {
    let mut probes: Vec<Own> = Vec::new();
    let texts = rubric.dimensions.iter().flat_map(search::texts);
    let texts: Vec<&str> = texts.map(|(_, text)| text).collect();
    let whole = mention::languages(&texts.join("\n"));
    let dimensions = rubric.dimensions.iter();
    let proposed = dimensions.map(|dimension| one(dimension, &whole, &mut probes, is_usable));
    let proposed: Vec<Proposed<'_>> = proposed.collect();
    writing::protocol(rubric, &probes, &proposed)
}

fn one<'a>(
    dimension: &'a Dimension,
    whole: &BTreeSet<&'static str>,
    probes: &mut Vec<Own>,
    is_usable: &dyn Fn(&Own) -> bool,
) -> Proposed<'a> {
    let mut proposed = Proposed {
        dimension,
        kind: Kind::Plain,
        built_in: Vec::new(),
        own: Vec::new(),
        left: Vec::new(),
    };
    if let Artifact::External(word) = &dimension.artifact {
        proposed
            .left
            .push(format!("it looks at `{word}`, which no detective can read"));
        return proposed;
    }
    let reading = dimension.reading();
    if let Some(reading) = &reading {
        proposed.kind = reading.kind;
        // A limit holds for what others ask and asks nothing by itself.
        let demands = reading.demands.iter().filter(|demand| !demand.is_limit);
        proposed.built_in = demands.cloned().collect();
    }
    for found in search::named_in(dimension, whole) {
        match found {
            Err(left) => proposed.left.push(left),
            // The terms of the rubric are what the built-in probe of terms looks for.
            Ok(found) if matches!(found.look, Look::Terms(_)) && asks(&proposed.built_in, "docs.terms") => {}
            Ok(_) if proposed.own.len() >= PER_DIMENSION_MAX || probes.len() >= PROBES_MAX => {}
            Ok(found) => take(&mut proposed, found, probes, is_usable),
        }
    }
    let mut left = coverage::not_covered(dimension, reading.as_ref(), &[]);
    left.retain(|sentence| !proposed.own.iter().any(|asked| sentence.contains(&asked.from)));
    proposed.left.extend(left);
    proposed.left.truncate(LEFT_MAX);
    proposed
}

fn asks(demands: &[Demand], probe: &str) -> bool {
    demands.iter().any(|demand| demand.probe == probe)
}

fn take(proposed: &mut Proposed<'_>, found: Found, probes: &mut Vec<Own>, is_usable: &dyn Fn(&Own) -> bool) {
    let id = free_id(&proposed.dimension.id.0, &found.from, probes);
    let own = Own {
        goal: found.look.to_string(),
        at: format!("the proposal for `{}`", proposed.dimension.id),
        id: id.clone(),
        paths: Vec::new(),
        part: Part::All,
        count: Count::Matches,
        look: found.look,
    };
    if !is_usable(&own) {
        proposed
            .left
            .push(format!("`{}` cannot be read as code", found.from));
        return;
    }
    let want = match own.look {
        Look::Terms(_) => Want::Graded(Grading::Terms),
        _ => Want::Holds(found.is_wanted),
    };
    probes.push(own);
    let (weight, from) = (found.weight, found.from);
    proposed.own.push(Asked {
        id,
        want,
        weight,
        from,
    });
}

/// An id of words of the dimension and of what is looked for.
fn free_id(dimension: &str, from: &str, probes: &[Own]) -> String {
    let words = |text: &str| {
        let plain: String = text
            .chars()
            .map(|letter| if letter.is_ascii() { letter } else { ' ' })
            .collect();
        let slug: String = slug(&plain).chars().take(SLUG_CHARS_MAX).collect();
        if slug.is_empty() { "x".to_owned() } else { slug }
    };
    let base = format!("own.{}.{}", words(dimension), words(from));
    let is_free = |id: &str| probes.iter().all(|own| own.id != id);
    let numbered = (2..).map(|number: u32| format!("{base}_{number}"));
    let mut ids = std::iter::once(base.clone()).chain(numbered);
    ids.find(|id| is_free(id)).unwrap_or(base)
}
