//! The statutes panel: three personas that read the same findings, each under its own published statute.
//!
//! It needs no model: an opinion follows from the findings alone, so it can be computed anywhere and always
//! comes out the same. It sees only what probes see, and says so.
//!
//! With `m` the weighted share of the observed demands that are met:
//!
//! | persona | share of the scale | limit |
//! |---|---|---|
//! | Prosecutor | `1 - 2(1 - m)`: every gap counts double | at most a quarter where an essential demand is unmet |
//! | Defense | `1 - (1 - m)/2`: every gap counts half | at most `3m`: with nothing met there is nothing to credit |
//! | Tech Lead | `m` | at most half where one is |
//!
//! The highest quarter of the scale is for what work proves. Where a dimension has demands that can, and of those that were
//! observed not all do, or none was observed, nobody votes above three quarters. That nothing bad is seen proves little.
//!
//! A limit weighs nothing and holds for every vote. Where one person alone is seen to have worked on something, nobody votes above half of
//! the scale. It rises with each further person. It is no charge, and no judge makes it one.
//!
//! In a rehearing Prosecutor and Defense concede half of their distance to the facts that the other side
//! cited: the factors become 3/2 and 3/4. What could not be observed is left out of `m`, for everybody.

use crate::evidence::{Confidence, ExhibitId};
use crate::opinion::{Hearing, Opinion, Persona, Recusal, Round, Seat};
use crate::protocol::Standing;
use crate::score::{Fraction, ONE, Scale, ZERO};
use std::collections::BTreeSet;

/// The name of the panel in every output.
pub const NAME: &str = "statutes";
/// Raised whenever an opinion could come out differently for the same standings.
pub const VERSION: u32 = 6;

/// The three seats on one dimension.
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
pub fn opine(persona: Persona, standings: &[Standing], scale: &Scale, round: Round) -> Seat {
    let Some(met) = met_share(standings) else {
        return Seat::Recused(Recusal {
            cause: "no check of this dimension could be looked at".to_owned(),
        });
    };
    let stretched = ONE - (ONE - met) * gap_factor(persona, round);
    let most = ceiling(persona, standings, met).min(proven(standings));
    let share = stretched.max(ZERO).min(most);
    let limit = limit(standings).filter(|(most, _)| *most < share);
    let argument = argument(persona, standings) + &limit.map_or_else(String::new, |(_, by)| alone(by));
    Seat::Opined(Opinion {
        score: scale.at(limit.map_or(share, |(most, _)| most)),
        argument,
        cited: citations(persona, standings),
        confidence: observed_share(standings),
    })
}

/// The weighted share of the observed demands that are met; `None` where none was observed.
pub fn met_share(standings: &[Standing]) -> Option<Fraction> {
    let observed = || standings.iter().filter_map(|s| Some((s.demand.weight, s.share?)));
    let total: i64 = observed().map(|(weight, _)| weight).sum();
    let met: Fraction = observed().map(|(weight, share)| share * weight).sum();
    (total > 0).then(|| met / total)
}

fn gap_factor(persona: Persona, round: Round) -> Fraction {
    match (persona, round) {
        (Persona::Prosecutor, Round::First) => Fraction::from_integer(2),
        (Persona::Prosecutor, Round::Rehearing) => Fraction::new(3, 2),
        (Persona::Defense, Round::First) => Fraction::new(1, 2),
        (Persona::Defense, Round::Rehearing) => Fraction::new(3, 4),
        (Persona::TechLead, _) => ONE,
    }
}

/// The Defense credits at most three times what is met, so that a dimension of which nothing is met reaches the lowest score.
const CREDIT_MAX: i64 = 3;

fn ceiling(persona: Persona, standings: &[Standing], met: Fraction) -> Fraction {
    let is_open = |standing: &Standing| standing.demand.is_essential && standing.share == Some(ZERO);
    match persona {
        Persona::Prosecutor if standings.iter().any(is_open) => Fraction::new(1, 4),
        Persona::TechLead if standings.iter().any(is_open) => Fraction::new(1, 2),
        Persona::Defense => ONE.min(met * CREDIT_MAX),
        _ => ONE,
    }
}

/// What is reached without proof.
const UNPROVEN: Fraction = Fraction::new_raw(3, 4);

/// The most that anybody votes.
fn proven(standings: &[Standing]) -> Fraction {
    let can_prove = || {
        standings
            .iter()
            .filter(|standing| standing.demand.proof.is_some())
    };
    let mut seen = can_prove().filter(|standing| standing.share.is_some()).peekable();
    let is_proven = seen.peek().is_some() && seen.all(|standing| standing.proves);
    if is_proven || can_prove().next().is_none() {
        ONE
    } else {
        UNPROVEN
    }
}

/// The most that anybody votes where few people have worked on it, and what says so: half of the scale for one.
fn limit(standings: &[Standing]) -> Option<(Fraction, &Standing)> {
    let limits = standings.iter().filter(|standing| standing.demand.is_limit);
    let limits = limits.filter_map(|standing| Some(((ONE + standing.share?) / 2, standing)));
    limits.min_by_key(|(most, _)| *most)
}

/// Why the vote is no higher.
fn alone(limit: &Standing) -> String {
    let demand = &limit.demand;
    let said = match limit.share == Some(ZERO) {
        true => &demand.unmet,
        false => demand.partly.as_ref().unwrap_or(&demand.unmet),
    };
    let exhibit = limit.exhibit.map(|id| format!(" ({id})"));
    format!(" {NEEDS_OTHERS}: {said}{}.", exhibit.unwrap_or_default())
}

/// How the sentence begins that says so.
pub const NEEDS_OTHERS: &str = "A higher score needs others who have looked";

/// How the sentence begins that says why a vote is not the highest though no check fails.
pub const NEEDS_PROOF: &str = "The highest score needs proof";

/// What every persona adds where that keeps the highest score away, and nothing else does.
fn lack(standings: &[Standing]) -> String {
    let short = standings
        .iter()
        .filter(|standing| standing.demand.proof.is_some() && standing.is_met() && !standing.proves);
    let short: Vec<&Standing> = short.collect();
    match (proven(standings) == ONE, short.is_empty()) {
        (true, _) => String::new(),
        (false, true) => format!(" {NEEDS_PROOF} by work, which was not seen."),
        (false, false) => format!(" {NEEDS_PROOF} that was not seen: {}.", asked(&short)),
    }
}

/// What would prove it, by its exhibits: of how many, how much.
fn asked(short: &[&Standing]) -> String {
    let one = |standing: &&Standing| {
        let (id, proof) = (standing.exhibit?, standing.demand.proof?);
        Some(match (proof.of, proof.share) {
            (0, 0) => id.to_string(),
            (of, share) => format!("{id} ({share} % of at least {of})"),
        })
    };
    short.iter().filter_map(one).collect::<Vec<_>>().join(", ")
}

/// The share of the weight that somebody could look at, as the panel's confidence.
fn observed_share(standings: &[Standing]) -> Confidence {
    let weight = |keep| Standing::weigh(standings, keep);
    let asked = weight(|standing| standing.share.is_some() || standing.is_unobserved);
    let percent = (100 * weight(|standing| standing.share.is_some()))
        .checked_div(asked)
        .unwrap_or(0);
    Confidence::percent(u8::try_from(percent).unwrap_or(100))
}

fn citations(persona: Persona, standings: &[Standing]) -> Vec<ExhibitId> {
    let cited = |keep: &dyn Fn(&Standing) -> bool| -> BTreeSet<ExhibitId> {
        let kept = standings.iter().filter(|standing| keep(standing));
        kept.filter_map(|standing| standing.exhibit).collect()
    };
    let relevant = match persona {
        Persona::Prosecutor => cited(&|standing| standing.is_unmet()),
        Persona::Defense => cited(&|standing| standing.share.is_some_and(|share| share > ZERO)),
        Persona::TechLead => BTreeSet::new(),
    };
    let relevant = if relevant.is_empty() {
        cited(&|standing| standing.share.is_some())
    } else {
        relevant
    };
    relevant.into_iter().collect()
}

fn argument(persona: Persona, standings: &[Standing]) -> String {
    let met: Vec<&Standing> = standings.iter().filter(|s| s.is_met()).collect();
    let unmet: Vec<&Standing> = standings.iter().filter(|s| s.is_unmet()).collect();
    let argument = match persona {
        Persona::Prosecutor => charges(&met, &unmet),
        Persona::Defense => plea(&met, &unmet, standings),
        Persona::TechLead => assessment(&met, &unmet),
    };
    // A gap says by itself why the score is lower.
    let lack = if unmet.is_empty() {
        lack(standings)
    } else {
        String::new()
    };
    argument + &lack
}

fn charges(met: &[&Standing], unmet: &[&Standing]) -> String {
    if unmet.is_empty() {
        let checks = match met.len() {
            1 => "the one check passes".to_owned(),
            2 => "both checks pass".to_owned(),
            count => format!("all {count} checks pass"),
        };
        return format!("No charge stands: {checks} ({}).", numbers(met));
    }
    let (small, unmet): (Vec<&Standing>, Vec<&Standing>) =
        unmet.iter().copied().partition(|s| s.is_nearly_met());
    if unmet.is_empty() {
        return format!("No charge of weight stands; nearly met: {}.", numbers(&small));
    }
    let grave: Vec<&Standing> = unmet.iter().copied().filter(|s| s.demand.is_essential).collect();
    // Where all are, that they are tells nothing apart.
    let essential = match grave.is_empty() || grave.len() == unmet.len() {
        true => String::new(),
        false => format!(" Essential among them: {}.", numbers(&grave)),
    };
    let small_matters = match small.is_empty() {
        true => String::new(),
        false => format!(" Nearly met: {}.", numbers(&small)),
    };
    let all = met.len() + unmet.len() + small.len();
    let rest = match met.len() {
        0 => String::new(),
        1 => format!(" That 1 of {all} checks passes is no excuse."),
        count => format!(" That {count} of {all} checks pass is no excuse."),
    };
    format!("Charged: {}.{essential}{small_matters}{rest}", list(&unmet))
}

fn plea(met: &[&Standing], unmet: &[&Standing], standings: &[Standing]) -> String {
    let mut sentences = Vec::new();
    let (absent, done) = quiet(met);
    match (done.is_empty(), unmet.is_empty()) {
        (false, true) if absent.is_empty() => {
            sentences.push(format!("To be credited in full: {}.", list(&done)));
        }
        (false, _) => sentences.push(format!("To be credited: {}.", list(&done))),
        (true, _) => {}
    }
    if !absent.is_empty() {
        sentences.push(format!("Nothing was found against it by {}.", numbers(&absent)));
    }
    let partly: Vec<&Standing> = unmet.iter().copied().filter(|s| s.share > Some(ZERO)).collect();
    if !partly.is_empty() {
        sentences.push(format!(
            "Met in part, and to be counted in part: {}.",
            numbers(&partly)
        ));
    }
    if sentences.is_empty() {
        sentences.push("No check passes, not even in part.".to_owned());
    }
    let unobserved = standings.iter().filter(|s| s.is_unobserved).count();
    if unobserved > 0 {
        let noun = if unobserved == 1 { "check" } else { "checks" };
        sentences.push(format!(
            "{unobserved} {noun} could not be looked at and must not count against the subject."
        ));
    }
    sentences.join(" ")
}

fn assessment(met: &[&Standing], unmet: &[&Standing]) -> String {
    let (absent, done) = quiet(met);
    if unmet.is_empty() && done.is_empty() {
        return format!("Nothing to be fixed was found by {}.", numbers(&absent));
    }
    if unmet.is_empty() {
        return format!("Nothing to be fixed was found; what works: {}.", list(&done));
    }
    let works = match done.is_empty() {
        true => String::new(),
        false => format!(" What works: {}.", list(&done)),
    };
    let (small, unmet): (Vec<&Standing>, Vec<&Standing>) =
        unmet.iter().copied().partition(|s| s.is_nearly_met());
    match unmet.is_empty() {
        true => format!(
            "Nothing of weight is to be fixed; nearly met: {}.{works}",
            numbers(&small)
        ),
        false => format!("To be fixed first: {}.{works}", list(&heaviest_first(&unmet))),
    }
}

/// What counts and is not praised, and what is.
fn quiet<'a>(met: &[&'a Standing]) -> (Vec<&'a Standing>, Vec<&'a Standing>) {
    met.iter().copied().partition(|standing| standing.demand.is_quiet)
}

/// What is essential, then what most weight is lost by.
fn heaviest_first<'a>(standings: &[&'a Standing]) -> Vec<&'a Standing> {
    let mut sorted = standings.to_vec();
    let lost = |s: &Standing| (ONE - s.share.unwrap_or(ONE)) * s.demand.weight;
    sorted.sort_by_key(|s| std::cmp::Reverse((s.demand.is_essential, lost(s))));
    sorted
}

fn list(standings: &[&Standing]) -> String {
    let item = |s: &&Standing| {
        let exhibit = s.exhibit.map(|id| format!(" ({id})"));
        format!("{}{}", s.said(), exhibit.unwrap_or_default())
    };
    standings.iter().map(item).collect::<Vec<_>>().join("; ")
}

fn numbers(standings: &[&Standing]) -> String {
    let ids = standings.iter().filter_map(|s| s.exhibit);
    ids.map(|id| id.to_string()).collect::<Vec<_>>().join(", ")
}
