//! A protocol proposed from the prose of a rubric, for its author to look through. Nothing of it is applied by itself.

mod evidence;
mod mention;
mod writing;

use super::{Artifact, Dimension, Rubric};
use crate::protocol::own::{Count, Look, Own, PROBES_MAX, Part};
use crate::protocol::{self, Demand, Kind, Want, sight};
use evidence::Search;
use std::collections::BTreeSet;

/// Most probes proposed for one dimension: more are no proposal but a list.
const PER_DIMENSION_MAX: usize = 20;
/// Most sentences of a dimension that are told as left over.
const LEFT_MAX: usize = 40;

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
#[must_use]
pub fn propose(rubric: &Rubric, is_usable: &dyn Fn(&Own) -> bool) -> String {
    let mut probes: Vec<Own> = Vec::new();
    let whole: BTreeSet<&'static str> = mention::languages(&texts_of(rubric));
    let observable = rubric.dimensions.iter();
    let proposed: Vec<Proposed<'_>> = observable
        .map(|dimension| one(dimension, &whole, &mut probes, is_usable))
        .collect();
    writing::protocol(rubric, &probes, &proposed)
}

fn texts_of(rubric: &Rubric) -> String {
    let texts = rubric.dimensions.iter().flat_map(evidence::texts);
    let texts: Vec<&str> = texts.map(|(_, text)| text).collect();
    texts.join("\n")
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
    let reading = protocol::read(dimension);
    if let Some(reading) = &reading {
        proposed.kind = reading.kind;
        proposed.built_in.clone_from(&reading.demands);
    }
    let search = Search::of(dimension, whole);
    for found in search.found {
        match found {
            Err(left) => proposed.left.push(left),
            // The terms of the rubric are what the built-in probe of terms looks for.
            Ok(found) if matches!(found.look, Look::Terms(_)) && asks(&proposed.built_in, "docs.terms") => {}
            Ok(_) if proposed.own.len() >= PER_DIMENSION_MAX || probes.len() >= PROBES_MAX => {}
            Ok(found) => take(&mut proposed, found, probes, is_usable),
        }
    }
    let unseen = sight::unseen(dimension, reading.as_ref(), &[]);
    let is_used = |sentence: &String| proposed.own.iter().any(|asked| sentence.contains(&asked.from));
    let unseen: Vec<String> = unseen.into_iter().filter(|sentence| !is_used(sentence)).collect();
    proposed.left.extend(unseen);
    proposed.left.truncate(LEFT_MAX);
    proposed
}

fn asks(demands: &[Demand], probe: &str) -> bool {
    demands.iter().any(|demand| demand.probe == probe)
}

fn take(
    proposed: &mut Proposed<'_>,
    found: evidence::Found,
    probes: &mut Vec<Own>,
    is_usable: &dyn Fn(&Own) -> bool,
) {
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
    let is_terms = matches!(own.look, Look::Terms(_));
    probes.push(own);
    proposed.own.push(Asked {
        id,
        want: if is_terms {
            Want::Graded(protocol::Grading::Terms)
        } else {
            Want::Holds(found.is_wanted)
        },
        weight: found.weight,
        from: found.from,
    });
}

/// An id of words of the dimension and of what is looked for.
fn free_id(dimension: &str, from: &str, probes: &[Own]) -> String {
    let slug = |text: &str, most: usize| -> String {
        let plain = |letter: char| {
            if letter.is_ascii_alphanumeric() {
                letter.to_ascii_lowercase()
            } else {
                '_'
            }
        };
        let slug: String = text.chars().map(plain).collect();
        let parts: Vec<&str> = slug.split('_').filter(|part| !part.is_empty()).collect();
        parts.join("_").chars().take(most).collect()
    };
    let words = |text: &str, most: usize| Some(slug(text, most)).filter(|slug| !slug.is_empty());
    let (of, what) = (words(dimension, 40), words(from, 40));
    let base = format!(
        "own.{}.{}",
        of.as_deref().unwrap_or("x"),
        what.as_deref().unwrap_or("x")
    );
    let is_free = |id: &str| probes.iter().all(|own| own.id != id);
    let numbered = (2..).map(|number: u32| format!("{base}_{number}"));
    let mut ids = std::iter::once(base.clone()).chain(numbered);
    ids.find(|id| is_free(id)).unwrap_or(base)
}
