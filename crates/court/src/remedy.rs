//! What would raise a score: each open demand as an instruction, with the gain that the panel's own statutes
//! and the rules would give for meeting it.

use crate::justice::{Matter, rule};
pub use crate::protocol::Remedy;
use crate::retrial::heard_by_statute;
use crate::score::{ONE, Score};

/// The open demands of a dimension, the greatest gain first.
pub fn remedies(matter: &Matter<'_>) -> Vec<Remedy> {
    let before = by_statute(matter);
    let open = (0..matter.standings.len()).filter(|index| matter.standings[*index].is_unmet());
    let mut remedies: Vec<Remedy> = open.map(|index| remedy(matter, index, before)).collect();
    remedies.sort_by_key(|remedy| std::cmp::Reverse((remedy.gain, remedy.weight)));
    remedies
}

fn remedy(matter: &Matter<'_>, index: usize, before: Option<Score>) -> Remedy {
    let standing = &matter.standings[index];
    let mut mended = matter.standings.to_vec();
    mended[index].meet(ONE);
    let after = by_statute(&Matter {
        standings: &mended,
        ..*matter
    });
    let gain = before.zip(after).map(|(before, after)| Score(after.0 - before.0));
    Remedy {
        action: standing.demand.remedy.clone(),
        exhibit: standing.exhibit,
        place: standing.place.clone(),
        gain: gain.unwrap_or(Score::whole(0)).max(Score::whole(0)),
        weight: standing.demand.weight,
    }
}

/// What the statutes panel and the rules make of it.
fn by_statute(matter: &Matter<'_>) -> Option<Score> {
    rule(matter, heard_by_statute(matter)).final_score
}
