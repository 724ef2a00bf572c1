//! What would move a score: single changes of an opinion or of a fact first, then pairs; each is tried on the
//! engine, so that what is told really happens.

use crate::evidence::Place;
use crate::justice::{Matter, rule};
use crate::law::Law;
use crate::opinion::{Hearing, Persona, Seat};
use crate::protocol::Standing;
use crate::retrial::heard_by_statute;
use crate::score::{Fraction, ONE, Scale, Score, ZERO};
use std::sync::Arc;

/// Most scores of one judge that are tried; of a finer scale, evenly chosen ones.
const VOTES_MAX: usize = 11;
/// Most single changes that are combined to pairs.
const SINGLES_MAX: usize = 60;

/// One thing that could be otherwise.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Alteration {
    /// A judge gives another score, in the hearing that counts.
    Vote {
        /// Which judge.
        judge: Persona,
        /// The score given.
        from: Score,
        /// The other score.
        to: Score,
    },
    /// A demand comes out otherwise.
    Fact {
        /// Its place among the demands of the dimension.
        index: usize,
        /// How far it would be met, 0 to 1.
        to: Fraction,
    },
}

/// A change that moves the score.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// What would be otherwise; one thing, or two where no single one does it.
    pub alterations: Vec<Alteration>,
    /// The score after it.
    pub to: Score,
    /// How much it takes: the distance of votes as shares of the scale, and one for each fact.
    pub size: Fraction,
}

/// The score after these changes. Where opinions follow from the findings alone, a changed fact changes them too.
pub fn apply(
    matter: &Matter<'_>,
    hearings: &[Hearing],
    alterations: &[Alteration],
    is_by_statute: bool,
) -> Option<Score> {
    let mut standings = matter.standings.to_vec();
    let mut has_facts = false;
    for alteration in alterations {
        if let Alteration::Fact { index, to } = alteration {
            let standing = standings.get_mut(*index)?;
            mend(standing, *to);
            has_facts = true;
        }
    }
    let law = in_changed_case(matter, &standings);
    let changed = Matter {
        dimension: matter.dimension,
        law: &law,
        standings: &standings,
    };
    let mut hearings = if has_facts && is_by_statute {
        heard_by_statute(&changed)
    } else {
        hearings.to_vec()
    };
    for alteration in alterations {
        if let Alteration::Vote { judge, to, .. } = alteration {
            vote(hearings.last_mut()?, *judge, *to);
        }
    }
    rule(&changed, hearings).final_score
}

fn mend(standing: &mut Standing, to: Fraction) {
    standing.meet(to);
    standing.is_unobserved = false;
    standing.cause = None;
    if to == ZERO && standing.place.is_none() {
        // A flaw that would be seen would be seen somewhere.
        standing.place = Some(Place::line("somewhere", 1));
    }
}

/// A flaw more or less is one in the whole case too.
fn in_changed_case(matter: &Matter<'_>, standings: &[Standing]) -> Law {
    let has_flaw = |standings: &[Standing]| i64::from(standings.iter().any(Standing::is_confirmed_flaw));
    let more = has_flaw(standings) - has_flaw(matter.standings);
    let mut law = matter.law.clone();
    if more != 0 {
        let mut case = (*law.case).clone();
        case.flaws += more;
        law.case = Arc::new(case);
    }
    law
}

fn vote(hearing: &mut Hearing, judge: Persona, to: Score) {
    if let Seat::Opined(opinion) = hearing.seat_mut(judge) {
        opinion.score = to;
    }
}

/// The smallest changes of each kind that raise the score and that lower it: of votes and of facts apart.
pub fn changes(matter: &Matter<'_>, hearings: &[Hearing], is_by_statute: bool) -> Vec<Change> {
    let Some(before) = rule(matter, hearings.to_vec()).final_score else {
        return Vec::new();
    };
    let votes = votes(matter, hearings);
    let facts = facts(matter);
    let mut found = Vec::new();
    for kind in [votes, facts] {
        for is_up in [true, false] {
            found.extend(smallest(matter, hearings, is_by_statute, &kind, before, is_up));
        }
    }
    found
}

fn votes(matter: &Matter<'_>, hearings: &[Hearing]) -> Vec<Alteration> {
    let Some(last) = hearings.last() else {
        return Vec::new();
    };
    let scores = scores(&matter.dimension.scale);
    let mut all = Vec::new();
    for (judge, seat) in last.seats() {
        let Some(from) = seat.score() else { continue };
        let others = scores.iter().copied().filter(|to| *to != from);
        all.extend(others.map(|to| Alteration::Vote { judge, from, to }));
    }
    all
}

fn scores(scale: &Scale) -> Vec<Score> {
    let all: Vec<Score> = match &scale.allowed {
        Some(allowed) => allowed.clone(),
        None => {
            let steps = scale.width().floor().to_integer().clamp(0, 1_000);
            (0..=steps).map(|step| Score(scale.min.0 + step)).collect()
        }
    };
    if all.len() <= VOTES_MAX {
        return all;
    }
    let at = |index: usize| all[index * (all.len() - 1) / (VOTES_MAX - 1)];
    (0..VOTES_MAX).map(at).collect()
}

fn facts(matter: &Matter<'_>) -> Vec<Alteration> {
    let standings = matter.standings.iter().enumerate();
    let both = standings.flat_map(|(index, standing)| [ONE, ZERO].map(|to| (index, standing.share, to)));
    let others = both.filter(|(_, share, to)| *share != Some(*to));
    others
        .map(|(index, _, to)| Alteration::Fact { index, to })
        .collect()
}

fn size(matter: &Matter<'_>, alterations: &[Alteration]) -> Fraction {
    let scale = &matter.dimension.scale;
    let one = |alteration: &Alteration| match alteration {
        Alteration::Vote { from, to, .. } => {
            let distance = scale.share(*from) - scale.share(*to);
            distance.max(-distance)
        }
        Alteration::Fact { .. } => ONE,
    };
    alterations.iter().map(one).sum()
}

/// The smallest change of one kind in one direction: one alteration, or two where no single one does it.
fn smallest(
    matter: &Matter<'_>,
    hearings: &[Hearing],
    is_by_statute: bool,
    kind: &[Alteration],
    before: Score,
    is_up: bool,
) -> Option<Change> {
    let attempt = |alterations: Vec<Alteration>| {
        let to = apply(matter, hearings, &alterations, is_by_statute)?;
        let moves = if is_up { to > before } else { to < before };
        let size = size(matter, &alterations);
        moves.then_some(Change {
            alterations,
            to,
            size,
        })
    };
    let singles = kind
        .iter()
        .filter_map(|alteration| attempt(vec![alteration.clone()]));
    singles.min_by_key(|change| change.size).or_else(|| {
        let some = &kind[..kind.len().min(SINGLES_MAX)];
        let behind = |(index, left)| some[index..].iter().map(move |right| (left, right));
        // Two of one judge, or of one fact, or one twice, come to what the second does alone, which was tried.
        let pairs = some.iter().enumerate().flat_map(behind);
        let pairs =
            pairs.filter_map(|(left, right): (&Alteration, _)| attempt(vec![left.clone(), right.clone()]));
        pairs.min_by_key(|change| change.size)
    })
}
