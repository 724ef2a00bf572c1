//! What an appeal changes: the point is observed again, the dimension is heard again, nothing else moves.

use crate::comparison::Comparison;
use crate::decided::DecidedCase;
use crate::error::Error;
use court::evidence::{Evidence, Exhibit, ExhibitId, Place};
use court::justice::Matter;
use court::opinion::{Persona, Seat};
use court::protocol;
use court::retrial::{self, Matters};
use court::rubric::DimensionId;
use std::collections::BTreeSet;
use std::fmt;

/// What is contested.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Point {
    /// An exhibit of the case.
    Exhibit(ExhibitId),
    /// A line of a file of the subject.
    Line {
        /// From the root of the repository.
        path: String,
        /// From 1.
        line: u32,
    },
}

impl Point {
    pub fn parse(text: &str, record: &DecidedCase) -> Result<Self, String> {
        if let Ok(id) = text.parse::<ExhibitId>() {
            let is_known = record.evidence().get(id).is_some();
            return if is_known {
                Ok(Self::Exhibit(id))
            } else {
                Err(format!("the case has no evidence {id}"))
            };
        }
        let (path, line) = text
            .rsplit_once(':')
            .ok_or_else(|| format!("`{text}` is neither a line nor a piece of evidence"))?;
        let line = line.parse().ok().filter(|line| *line > 0);
        let line = line.ok_or_else(|| format!("`{text}` has no line number"))?;
        Ok(Self::Line {
            path: path.to_owned(),
            line,
        })
    }

    /// Whether the exhibit is about it.
    fn is_met_by(&self, exhibit: &Exhibit, contested: Option<&Exhibit>) -> bool {
        match self {
            Self::Exhibit(_) => contested.is_some_and(|contested| contested.probe == exhibit.probe),
            Self::Line { path: wanted, line } => match &exhibit.place {
                Some(Place::Lines { path, first, last }) => path == wanted && (*first..=*last).contains(line),
                _ => false,
            },
        }
    }
}

impl fmt::Display for Point {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Exhibit(id) => write!(out, "{id}"),
            Self::Line { path, line } => write!(out, "{path}:{line}"),
        }
    }
}

/// The case with one dimension heard again on what was seen now, and what is to be said of the point.
pub fn heard_again(
    before: &DecidedCase,
    seen: &DecidedCase,
    index: usize,
    point: &Point,
) -> Result<(DecidedCase, Vec<String>), Error> {
    let (old, new) = (before.evidence(), seen.evidence());
    let contested = match point {
        Point::Exhibit(id) => old.get(*id),
        Point::Line { .. } => None,
    };
    let demanded: BTreeSet<&str> = before.matters[index]
        .standings
        .iter()
        .map(|standing| standing.demand.probe.as_str())
        .collect();
    let about = |exhibit: &Exhibit| point.is_met_by(exhibit, contested);
    let mut outcome = observed(&new, about);
    refuse(
        point,
        &demanded,
        old.iter().chain(new.iter()).filter(|(_, exhibit)| about(exhibit)),
    )?;
    // Reports that were not given again cannot be looked at again; what they showed stays.
    let is_seen = |exhibit: &Exhibit| {
        let is_mine = demanded.contains(exhibit.probe.as_str()) || about(exhibit);
        let looked = new.of_probe(&exhibit.probe).next();
        is_mine
            && looked.is_some_and(|(_, found)| found.finding.is_observed() || !exhibit.finding.is_observed())
    };
    let probes: BTreeSet<String> = old
        .iter()
        .chain(new.iter())
        .filter(|(_, exhibit)| is_seen(exhibit))
        .map(|(_, exhibit)| exhibit.probe.clone())
        .collect();
    let kept = old.iter().filter(|(_, exhibit)| !probes.contains(&exhibit.probe));
    let fresh = new.iter().filter(|(_, exhibit)| probes.contains(&exhibit.probe));
    let evidence: Evidence = kept.chain(fresh).map(|(_, exhibit)| exhibit.clone()).collect();
    if evidence == old {
        outcome.push("nothing new was seen: the evidence is the same, byte for byte".to_owned());
        return Ok((before.clone(), outcome));
    }
    let after = reheard(before, &evidence, index, &mut outcome)?;
    Ok((after, outcome))
}

/// What is seen at the point now.
fn observed(evidence: &Evidence, about: impl Fn(&Exhibit) -> bool) -> Vec<String> {
    let found: Vec<String> = evidence
        .iter()
        .filter(|(_, exhibit)| about(exhibit))
        .map(|(id, exhibit)| {
            let place = exhibit
                .place
                .as_ref()
                .map_or_else(String::new, |place| format!(" at {place}"));
            format!(
                "{id} {}{place}: {}: {}",
                exhibit.probe,
                exhibit.finding.word(),
                exhibit.rationale
            )
        })
        .collect();
    match found.is_empty() {
        true => vec!["no probe has anything to say of this point now".to_owned()],
        false => found,
    }
}

/// Refuses a point that nothing is known of, or that bears on nothing that the dimension asks.
fn refuse<'a>(
    point: &Point,
    demanded: &BTreeSet<&str>,
    about: impl Iterator<Item = (ExhibitId, &'a Exhibit)>,
) -> Result<(), Error> {
    let probes: BTreeSet<&str> = about.map(|(_, exhibit)| exhibit.probe.as_str()).collect();
    if probes.is_empty() {
        return Err(Error::asked(
            format!("the appeal is refused: no fact stands at {point}"),
            "name a line that a fact of the report stands at, or evidence as E12",
        ));
    }
    if probes.is_disjoint(demanded) {
        let known: Vec<&str> = probes.into_iter().collect();
        return Err(Error::asked(
            format!(
                "the appeal is refused: the dimension asks nothing of {point} ({})",
                known.join(", ")
            ),
            "`auditor explain CASE DIMENSION` shows the facts that a dimension rests on",
        ));
    }
    Ok(())
}

fn reheard(
    before: &DecidedCase,
    evidence: &Evidence,
    index: usize,
    outcome: &mut Vec<String>,
) -> Result<DecidedCase, Error> {
    let dimension = &before.rubric.dimensions[index];
    let mut after = before.with_evidence(evidence);
    renumber(&mut after, &before.evidence(), evidence);
    let reading = dimension.reading();
    let demands = reading.map(|reading| reading.demands).unwrap_or_default();
    after.matters[index].standings = protocol::weigh(&demands, evidence);
    let rules = after.rules()?;
    if after.is_by_statute() && after.matters[index].dismissed.is_none() {
        let laws = after.laws(&rules);
        let matter = Matter {
            dimension,
            law: &laws[index],
            standings: &after.matters[index].standings,
        };
        let hearings = retrial::heard_by_statute(&matter);
        after.matters[index] = Matters {
            hearings,
            ..after.matters[index].clone()
        };
        outcome.push("the statutes panel heard the dimension again".to_owned());
    } else {
        outcome.push("the opinions of the models stay; the rules see the new facts".to_owned());
    }
    after.verdict = after.retry(&rules);
    Ok(after)
}

/// What was cited by its old number is cited by its new one; what is no longer there is not cited.
fn renumber(after: &mut DecidedCase, old: &Evidence, new: &Evidence) {
    let number = |id: ExhibitId| {
        let exhibit = old.get(id)?;
        new.iter().find(|(_, other)| *other == exhibit).map(|(id, _)| id)
    };
    for of in &mut after.matters {
        for standing in &mut of.standings {
            standing.exhibit = standing.exhibit.and_then(number);
        }
        for hearing in &mut of.hearings {
            for persona in Persona::ALL {
                if let Seat::Opined(opinion) = hearing.seat_mut(persona) {
                    opinion.cited = opinion.cited.iter().filter_map(|id| number(*id)).collect();
                }
            }
        }
    }
}

/// What moved in the dimension, in sentences.
pub fn sentences(compared: &Comparison, dimension: &DimensionId) -> Vec<String> {
    let moved = compared
        .dimensions
        .iter()
        .find(|moved| moved.dimension == *dimension);
    let Some(moved) = moved else {
        return Vec::new();
    };
    let score_text = crate::rule_again::score_text;
    let mut sentences = if moved.before == moved.after {
        vec![format!("the score stays at {}", score_text(moved.after))]
    } else {
        vec![format!(
            "the score goes from {} to {}",
            score_text(moved.before),
            score_text(moved.after)
        )]
    };
    let parts = [&moved.facts, &moved.opinions, &moved.rules];
    sentences.extend(parts.into_iter().flatten().cloned());
    sentences
}
