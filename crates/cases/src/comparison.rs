//! Two cases of one subject: which facts, claims, opinions and rules moved each score.

use crate::decided::DecidedCase;
use crate::rule_again::{score_changes, score_difference, score_text};
use court::opinion::{Hearing, Persona, Seat};
use court::retrial::Matters;
use court::rubric::DimensionId;
use court::score::{Fraction, Score};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// Most facts or claims listed under one head.
const LISTED_MAX: usize = 50;

/// What became of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Worse,
    Missing,
    Better,
    New,
    Within,
    Unchanged,
}

/// The heads, with what is told under each.
const HEADS: [(Way, &str, &str); 5] = [
    (Way::Worse, "worse", ""),
    (
        Way::Missing,
        "missing",
        ": has no score any more, which is not worse",
    ),
    (Way::Better, "better", ""),
    (Way::New, "new", ": had no score before"),
    (Way::Within, "the same score for other reasons", ""),
];

/// What moved in one dimension.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Moved {
    pub dimension: DimensionId,
    pub before: Option<Score>,
    pub after: Option<Score>,
    /// Probes whose answer differs, with what they came to before and after.
    pub facts: Vec<String>,
    pub opinions: Vec<String>,
    pub rules: Vec<String>,
}

impl Moved {
    /// Under which head it is told. What has no score any more could not be looked at, and is not worse for it.
    fn way(&self) -> Way {
        match (self.before, self.after) {
            (Some(before), Some(after)) if after < before => Way::Worse,
            (Some(_), None) => Way::Missing,
            (Some(before), Some(after)) if after > before => Way::Better,
            (None, Some(_)) => Way::New,
            _ if self.is_nothing() => Way::Unchanged,
            _ => Way::Within,
        }
    }

    fn is_nothing(&self) -> bool {
        self.before == self.after
            && self.facts.is_empty()
            && self.opinions.is_empty()
            && self.rules.is_empty()
    }
}

/// What moved between two cases.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    pub before: Option<Score>,
    pub after: Option<Score>,
    /// One for each dimension of either case, in the order of the second.
    pub dimensions: Vec<Moved>,
    /// Statements of the reports whose state differs.
    pub claims: Vec<String>,
}

/// Compares two cases.
pub fn compare(before: &DecidedCase, after: &DecidedCase) -> Comparison {
    let dimensions = score_changes(&before.verdict, &after.verdict)
        .into_iter()
        .map(|entry| {
            let (old, new) = (
                matters(before, &entry.dimension),
                matters(after, &entry.dimension),
            );
            let words = [("no longer", &entry.gone), ("now", &entry.come)];
            let rules = words
                .iter()
                .flat_map(|(word, rules)| rules.iter().map(move |rule| format!("{word} {rule}")));
            Moved {
                facts: facts(old, new),
                opinions: opinions(old, new),
                rules: rules.collect(),
                before: entry.before,
                after: entry.after,
                dimension: entry.dimension,
            }
        })
        .collect();
    Comparison {
        before: before.verdict.overall,
        after: after.verdict.overall,
        dimensions,
        claims: claims(before, after),
    }
}

fn matters<'a>(record: &'a DecidedCase, id: &DimensionId) -> Option<&'a Matters> {
    let dimensions = record.rubric.dimensions.iter().zip(&record.matters);
    dimensions
        .filter(|(known, _)| known.id == *id)
        .map(|(_, of)| of)
        .next()
}

/// What the demands of a dimension came to, by their probes.
fn answers(of: Option<&Matters>) -> BTreeMap<&str, String> {
    let standings = of.map(|of| of.standings.as_slice()).unwrap_or_default();
    let answer = |share: Option<Fraction>, is_unobserved: bool| match share {
        Some(share) if share == Fraction::from_integer(1) => "met".to_owned(),
        Some(share) if share == Fraction::from_integer(0) => "not met".to_owned(),
        Some(share) => format!("met by {share}"),
        None if is_unobserved => "not looked at".to_owned(),
        None => "does not arise".to_owned(),
    };
    standings
        .iter()
        .map(|standing| {
            let place = standing
                .place
                .as_ref()
                .map_or_else(String::new, |place| format!(" at {place}"));
            let answer = answer(standing.share, standing.is_unobserved);
            (standing.demand.probe.as_str(), format!("{answer}{place}"))
        })
        .collect()
}

fn facts(before: Option<&Matters>, after: Option<&Matters>) -> Vec<String> {
    let (old, new) = (answers(before), answers(after));
    let probes: BTreeSet<&str> = old.keys().chain(new.keys()).copied().collect();
    let none = "not asked".to_owned();
    probes
        .into_iter()
        .map(|probe| {
            (
                probe,
                old.get(probe).unwrap_or(&none),
                new.get(probe).unwrap_or(&none),
            )
        })
        .filter(|(_, old, new)| old != new)
        .map(|(probe, old, new)| format!("{probe}: {old} → {new}"))
        .collect()
}

fn opinions(before: Option<&Matters>, after: Option<&Matters>) -> Vec<String> {
    let last = |of: Option<&Matters>| of.and_then(|of| of.hearings.last().cloned());
    let (old, new) = (last(before), last(after));
    let vote =
        |hearing: Option<&Hearing>, persona: Persona| match hearing.map(|hearing| hearing.seat(persona)) {
            Some(Seat::Opined(opinion)) => opinion.score.to_string(),
            Some(Seat::Recused(_)) => "no valid answer".to_owned(),
            None => "not heard".to_owned(),
        };
    Persona::ALL
        .into_iter()
        .map(|persona| (persona, vote(old.as_ref(), persona), vote(new.as_ref(), persona)))
        .filter(|(_, old, new)| old != new)
        .map(|(persona, old, new)| format!("{} {old} → {new}", persona.title()))
        .collect()
}

fn claims(before: &DecidedCase, after: &DecidedCase) -> Vec<String> {
    let states = |record: &DecidedCase| -> BTreeMap<String, String> {
        let rows = record.claims.iter();
        rows.map(|claim| (claim.place.clone() + " " + &claim.kind, claim.state.clone()))
            .collect()
    };
    let (old, new) = (states(before), states(after));
    let keys: BTreeSet<&String> = old.keys().chain(new.keys()).collect();
    let none = "not made".to_owned();
    keys.into_iter()
        .map(|key| (key, old.get(key).unwrap_or(&none), new.get(key).unwrap_or(&none)))
        .filter(|(_, old, new)| old != new)
        .map(|(key, old, new)| format!("{key}: {old} → {new}"))
        .collect()
}

/// For people.
pub fn text(comparison: &Comparison) -> String {
    let overall = format!(
        "overall {} → {} {}",
        score_text(comparison.before),
        score_text(comparison.after),
        score_difference(comparison.before, comparison.after)
    );
    let mut text = format!("{}\n", overall.trim_end());
    let of = |way: Way| {
        comparison
            .dimensions
            .iter()
            .filter(move |moved| moved.way() == way)
    };
    for (way, head, note) in HEADS {
        if of(way).next().is_some() {
            let _ = writeln!(text, "\n{head}{note}");
        }
        of(way).for_each(|moved| tell(&mut text, moved));
    }
    if !comparison.claims.is_empty() {
        text.push('\n');
        list(&mut text, "claims", &comparison.claims);
    }
    let [worse, missing, better, unchanged] =
        [Way::Worse, Way::Missing, Way::Better, Way::Unchanged].map(|way| of(way).count());
    let _ = writeln!(
        text,
        "\n{worse} worse, {missing} missing, {better} better, {unchanged} unchanged of {} dimensions",
        comparison.dimensions.len()
    );
    text
}

fn tell(text: &mut String, moved: &Moved) {
    let head = format!(
        "{}: {} → {} {}",
        moved.dimension,
        score_text(moved.before),
        score_text(moved.after),
        score_difference(moved.before, moved.after)
    );
    let _ = writeln!(text, "{}", head.trim_end());
    list(text, "facts", &moved.facts);
    list(text, "opinions", &moved.opinions);
    list(text, "rules", &moved.rules);
}

fn list(text: &mut String, head: &str, rows: &[String]) {
    for row in rows.iter().take(LISTED_MAX) {
        let _ = writeln!(text, "  {head:<9} {row}");
    }
    if rows.len() > LISTED_MAX {
        let _ = writeln!(text, "  {head:<9} and {} more", rows.len() - LISTED_MAX);
    }
}
