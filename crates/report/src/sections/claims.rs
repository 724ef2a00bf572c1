//! What documents claim, against the facts.

use crate::dossier::Claim;
use crate::line::{Line, Piece, code, ours, prose};
use crate::text::english::{shorten, unlisted};
use court::evidence::ExhibitId;

/// The states that a claim can be in, the worst first, with their names for people.
pub(crate) const STATES: [(&str, &str); 4] = [
    ("contradicted", "Contradicted"),
    ("unsupported", "Unsupported"),
    ("uncheckable", "Not checkable"),
    ("supported", "Supported"),
];

/// Those of this state; near misses first, which are most easily mended.
pub(crate) fn of<'a>(claims: impl IntoIterator<Item = &'a Claim>, state: &str) -> Vec<&'a Claim> {
    let mut matching: Vec<&Claim> = claims.into_iter().filter(|claim| claim.state == state).collect();
    matching.sort_by_key(|claim| claim.near.is_none());
    matching
}

/// The name of its state. A claim with something near it is most likely a slip.
pub(crate) fn called<'a>(claim: &Claim, title: &'a str) -> &'a str {
    if claim.state == "unsupported" && claim.near.is_some() {
        "Near miss"
    } else {
        title
    }
}

/// What it says in at most so many characters, what was seen of it, what comes nearest to it.
pub(crate) fn line(claim: &Claim, max: usize) -> Line<'_> {
    let mut line = vec![ours(": “"), prose(shorten(unlisted(&claim.text), max)), ours("”")];
    if !claim.exhibits.is_empty() {
        let exhibits = claim.exhibits.iter().map(|id| vec![exhibit(id)]);
        line.push(ours(" ("));
        line.extend(crate::line::joined(exhibits, ", "));
        line.push(ours(")"));
    }
    if let Some(near) = &claim.near {
        line.extend([ours("; nearest that exists: "), code(near)]);
    }
    line
}

/// A number of an exhibit that is none is shown as it is.
fn exhibit(id: &str) -> Piece<'_> {
    id.parse::<ExhibitId>().map_or_else(|_| prose(id), Piece::Exhibit)
}
