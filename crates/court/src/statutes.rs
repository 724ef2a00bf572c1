//! The statutes panel: three personas that read the same findings, each under its own published statute.
//!
//! It needs no model: an opinion follows from the findings alone, so it can be computed anywhere and always
//! comes out the same. It sees only what probes see, and says so.
//!
//! With `m` the weighted share of the observed demands that are met:
//!
//! | persona | share of the scale | essential demand unmet |
//! |---|---|---|
//! | Prosecutor | `1 - 2(1 - m)`: every gap counts double | at most a quarter |
//! | Defense | `1 - (1 - m)/2`: every gap counts half | no limit |
//! | Tech Lead | `m` | at most half |
//!
//! In a rehearing Prosecutor and Defense concede half of their distance to the facts that the other side
//! cited: the factors become 3/2 and 3/4. What could not be observed is left out of `m`, for everybody.

use crate::evidence::{Confidence, ExhibitId};
use crate::opinion::{Hearing, Opinion, Persona, Recusal, Round, Seat};
use crate::protocol::Standing;
use crate::score::{Fraction, Scale};
use std::collections::BTreeSet;

/// The name of the panel in every output.
pub const NAME: &str = "statutes";
/// Raised whenever an opinion could come out differently for the same standings.
pub const VERSION: u32 = 1;

/// The three seats on one dimension.
#[must_use]
pub fn hear(standings: &[Standing], scale: &Scale, round: Round) -> Hearing {
    let seat = |persona| opine(persona, standings, scale, round);
    Hearing {
        round,
        prosecutor: seat(Persona::Prosecutor),
        defense: seat(Persona::Defense),
        tech_lead: seat(Persona::TechLead),
    }
}

/// What one persona makes of the standings.
#[must_use]
pub fn opine(persona: Persona, standings: &[Standing], scale: &Scale, round: Round) -> Seat {
    let Some(met) = met_share(standings) else {
        return Seat::Recused(Recusal {
            cause: "no demand of this dimension could be observed".to_owned(),
        });
    };
    let stretched = one() - (one() - met) * gap_factor(persona, round);
    let share = stretched
        .max(Fraction::from_integer(0))
        .min(ceiling(persona, standings));
    Seat::Opined(Opinion {
        score: scale.at(share),
        argument: argument(persona, standings),
        cited: citations(persona, standings),
        confidence: observed_share(standings),
    })
}

/// The weighted share of the observed demands that are met; `None` where none was observed.
#[must_use]
pub fn met_share(standings: &[Standing]) -> Option<Fraction> {
    let observed = || standings.iter().filter_map(|s| Some((s.demand.weight, s.share?)));
    let total: i64 = observed().map(|(weight, _)| weight).sum();
    let met: Fraction = observed().map(|(weight, share)| share * weight).sum();
    (total > 0).then(|| met / total)
}

fn one() -> Fraction {
    Fraction::from_integer(1)
}

fn gap_factor(persona: Persona, round: Round) -> Fraction {
    match (persona, round) {
        (Persona::Prosecutor, Round::First) => Fraction::from_integer(2),
        (Persona::Prosecutor, Round::Rehearing) => Fraction::new(3, 2),
        (Persona::Defense, Round::First) => Fraction::new(1, 2),
        (Persona::Defense, Round::Rehearing) => Fraction::new(3, 4),
        (Persona::TechLead, _) => one(),
    }
}

fn ceiling(persona: Persona, standings: &[Standing]) -> Fraction {
    let is_open = |s: &Standing| s.demand.is_essential && s.share == Some(Fraction::from_integer(0));
    match persona {
        Persona::Prosecutor if standings.iter().any(is_open) => Fraction::new(1, 4),
        Persona::TechLead if standings.iter().any(is_open) => Fraction::new(1, 2),
        _ => one(),
    }
}

/// The share of the weight that somebody could look at, as the panel's confidence.
fn observed_share(standings: &[Standing]) -> Confidence {
    let weight = |keep: &dyn Fn(&Standing) -> bool| -> i64 {
        standings
            .iter()
            .filter(|s| keep(s))
            .map(|s| s.demand.weight)
            .sum()
    };
    let asked = weight(&|s| s.share.is_some() || s.is_unobserved);
    let percent = if asked == 0 {
        0
    } else {
        100 * weight(&|s| s.share.is_some()) / asked
    };
    Confidence::percent(u8::try_from(percent).unwrap_or(100))
}

fn citations(persona: Persona, standings: &[Standing]) -> Vec<ExhibitId> {
    let relevant = |s: &&Standing| match persona {
        Persona::Prosecutor => s.is_unmet(),
        Persona::Defense => s.share.is_some_and(|share| share > Fraction::from_integer(0)),
        Persona::TechLead => s.share.is_some(),
    };
    let cited: BTreeSet<ExhibitId> = standings
        .iter()
        .filter(relevant)
        .filter_map(|s| s.exhibit)
        .collect();
    let all = || {
        standings
            .iter()
            .filter(|s| s.share.is_some())
            .filter_map(|s| s.exhibit)
            .collect()
    };
    if cited.is_empty() { all() } else { cited }.into_iter().collect()
}

fn argument(persona: Persona, standings: &[Standing]) -> String {
    let met: Vec<&Standing> = standings.iter().filter(|s| s.is_met()).collect();
    let unmet: Vec<&Standing> = standings.iter().filter(|s| s.is_unmet()).collect();
    match persona {
        Persona::Prosecutor => charges(&met, &unmet),
        Persona::Defense => plea(&met, &unmet, standings),
        Persona::TechLead => assessment(&met, &unmet),
    }
}

fn charges(met: &[&Standing], unmet: &[&Standing]) -> String {
    if unmet.is_empty() {
        let demands = match met.len() {
            1 => "the one observed demand is met".to_owned(),
            2 => "both observed demands are met".to_owned(),
            count => format!("all {count} observed demands are met"),
        };
        return format!("No charge stands: {demands} ({}).", numbers(met));
    }
    let grave: Vec<&Standing> = unmet.iter().copied().filter(|s| s.demand.is_essential).collect();
    let essential = if grave.is_empty() {
        String::new()
    } else {
        format!(" Essential among them: {}.", numbers(&grave))
    };
    let rest = if met.is_empty() {
        String::new()
    } else {
        format!(" That {} is no excuse.", met_of_all(met, unmet))
    };
    format!("Charged: {}.{essential}{rest}", list(unmet))
}

fn met_of_all(met: &[&Standing], unmet: &[&Standing]) -> String {
    let all = met.len() + unmet.len();
    if met.len() == 1 {
        format!("1 of {all} demands is met")
    } else {
        format!("{} of {all} demands are met", met.len())
    }
}

fn plea(met: &[&Standing], unmet: &[&Standing], standings: &[Standing]) -> String {
    let mut sentences = Vec::new();
    match (met.is_empty(), unmet.is_empty()) {
        (false, true) => {
            sentences.push("Everything that could be observed is met and to be credited in full.".to_owned())
        }
        (false, false) => sentences.push(format!("To be credited: {}.", list(met))),
        (true, _) => {}
    }
    let partly: Vec<&Standing> = unmet
        .iter()
        .copied()
        .filter(|s| s.share > Some(Fraction::from_integer(0)))
        .collect();
    if !partly.is_empty() {
        sentences.push(format!(
            "Met in part, and to be counted in part: {}.",
            numbers(&partly)
        ));
    }
    if sentences.is_empty() {
        sentences.push("No demand is met, not even in part.".to_owned());
    }
    match standings.iter().filter(|s| s.is_unobserved).count() {
        0 => {}
        1 => sentences
            .push("1 demand could not be observed and must not count against the subject.".to_owned()),
        unseen => sentences.push(format!(
            "{unseen} demands could not be observed and must not count against the subject."
        )),
    }
    sentences.join(" ")
}

fn assessment(met: &[&Standing], unmet: &[&Standing]) -> String {
    if unmet.is_empty() {
        return "It works as demanded; nothing is to be mended.".to_owned();
    }
    let works = if met.is_empty() {
        String::new()
    } else {
        format!(" What works: {}.", list(met))
    };
    format!("To be mended first: {}.{works}", list(&heaviest_first(unmet)))
}

fn heaviest_first<'a>(standings: &[&'a Standing]) -> Vec<&'a Standing> {
    let mut sorted = standings.to_vec();
    sorted.sort_by_key(|s| std::cmp::Reverse((s.demand.is_essential, s.demand.weight)));
    sorted
}

fn list(standings: &[&Standing]) -> String {
    let item = |s: &&Standing| {
        let words = if s.is_met() {
            &s.demand.met
        } else {
            &s.demand.unmet
        };
        s.exhibit
            .map_or_else(|| words.clone(), |id| format!("{words} ({id})"))
    };
    standings.iter().map(item).collect::<Vec<_>>().join("; ")
}

fn numbers(standings: &[&Standing]) -> String {
    standings
        .iter()
        .filter_map(|s| s.exhibit)
        .map(|id| id.to_string())
        .collect::<Vec<_>>()
        .join(", ")
}
