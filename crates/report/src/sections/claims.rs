//! What documents claim, against the facts.

use crate::dossier::Claim;
use crate::line::{Line, Piece, code, ours, place, prose};
use crate::text::english::{shorten, unlisted};
use court::evidence::{ExhibitId, Place};

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

/// What it says in at most so many characters, what the subject has instead, the evidence, what comes nearest to it.
pub(crate) fn line(claim: &Claim, max: usize) -> Line<'_> {
    let said = shorten(&without_emphasis(unlisted(&claim.text)), max);
    let mut line = vec![ours(": “"), prose(said), ours("”")];
    if let Some(because) = &claim.because {
        line.extend([ours(" — "), prose(shorten(because, max))]);
    }
    let has_told = |at: &&Place| {
        let because = claim.because.as_deref();
        because.is_some_and(|because| because.contains(&at.to_string()))
    };
    if let Some(at) = claim.shown_at.as_ref().filter(|at| !has_told(at)) {
        line.extend([ours(", "), place(at)]);
    }
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

/// The text as its reader sees it, without the marks that make words bold; `**kwargs` has none.
fn without_emphasis(text: &str) -> String {
    let is_bold = |(inner, behind): &(&str, &str)| {
        let is_tight = !inner.is_empty() && inner.trim() == *inner;
        is_tight && !behind.starts_with(char::is_alphanumeric)
    };
    let (mut out, mut rest) = (String::new(), text);
    while let Some((before, after)) = rest.split_once("**") {
        out.push_str(before);
        rest = match after.split_once("**").filter(is_bold) {
            Some((inner, behind)) => {
                out.push_str(inner);
                behind
            }
            None => {
                out.push_str("**");
                after
            }
        };
    }
    out + rest
}

/// A number of an exhibit that is none is shown as it is.
fn exhibit(id: &str) -> Piece<'_> {
    id.parse::<ExhibitId>().map_or_else(|_| prose(id), Piece::Exhibit)
}

#[cfg(test)]
mod tests;
