//! What the reports claim, against the facts: the contradicted first.

use super::{Desk, section};
use crate::dossier::Claim;
use crate::escape::{code, inline};
use crate::words::{count, shorten, unlisted};

/// Most claims listed of one state; `report.json` has all of them.
const LISTED_MAX: usize = 12;
/// Most claims listed that a document of the repository's own makes and that nothing supports or refutes: a README
/// has many words that are no code, and none of them is held against it.
const LISTED_OWN_MAX: usize = 3;
/// Most characters of a claim with what the subject has instead.
const CLAIM_MAX: usize = 600;

/// States that are listed, worst first; what is supported is only counted.
const LISTED: [(&str, &str); 3] = [
    ("contradicted", "Contradicted"),
    ("unsupported", "Unsupported"),
    ("uncheckable", "Not checkable"),
];

/// `None` where no report claims anything.
pub(super) fn write(desk: &Desk<'_>) -> Option<String> {
    let claims = &desk.dossier.claims;
    if claims.is_empty() {
        return None;
    }
    let (found, given): (Vec<&Claim>, Vec<&Claim>) = claims.iter().partition(|claim| claim.lies_in_subject);
    let mut lines = Vec::new();
    for (claims, lead) in [(given, ""), (found, "In documents that lie in the repository: ")] {
        if !claims.is_empty() {
            lines.extend([format!("{lead}{}", tally(&claims)), String::new()]);
            lines.extend(
                LISTED
                    .iter()
                    .flat_map(|(state, title)| listed(&claims, state, title)),
            );
            lines.push(String::new());
        }
    }
    Some(section("Claims of the reports", &lines).trim_end().to_owned())
}

fn tally(claims: &[&Claim]) -> String {
    let of = |state: &str| claims.iter().filter(|claim| claim.state == state).count();
    format!(
        "{} found: {} contradicted, {} unsupported, {} not checkable, {} supported.",
        count(claims.len(), "claim was", "claims were"),
        of("contradicted"),
        of("unsupported"),
        of("uncheckable"),
        of("supported")
    )
}

fn listed(claims: &[&Claim], state: &str, title: &str) -> Vec<String> {
    let mut matching: Vec<&Claim> = claims
        .iter()
        .copied()
        .filter(|claim| claim.state == state)
        .collect();
    // Near misses first: they are most easily mended.
    matching.sort_by_key(|claim| claim.near.is_none());
    let is_idle = |claim: &&&Claim| claim.lies_in_subject && state != "contradicted" && claim.near.is_none();
    let idle = matching.iter().filter(is_idle).count();
    let room = LISTED_MAX.min(matching.len() - idle + idle.min(LISTED_OWN_MAX));
    let listed = matching.iter().take(room);
    let mut lines: Vec<String> = listed
        .map(|claim| format!("- **{}** {}", called(claim, title), row(claim)))
        .collect();
    if matching.len() > room {
        lines.push(format!(
            "- {title}: {} more in `report.json`",
            matching.len() - room
        ));
    }
    lines
}

/// A claim with something near it is most likely a slip.
fn called<'a>(claim: &Claim, title: &'a str) -> &'a str {
    if claim.state == "unsupported" && claim.near.is_some() {
        "Near miss"
    } else {
        title
    }
}

fn row(claim: &Claim) -> String {
    let near = claim.near.as_ref().map_or_else(String::new, |near| {
        format!("; nearest that exists: {}", code(near))
    });
    let exhibits = if claim.exhibits.is_empty() {
        String::new()
    } else {
        format!(" ({})", inline(&claim.exhibits.join(", ")))
    };
    format!(
        "{}: “{}”{exhibits}{near}",
        code(&claim.place),
        inline(&shorten(unlisted(&claim.text), CLAIM_MAX))
    )
}
