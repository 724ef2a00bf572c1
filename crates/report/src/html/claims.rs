//! What the reports claim, beside what the repository has; the contradicted first.

use super::text::{Seen, prose};
use super::{Desk, code};
use crate::dossier::Claim;
use crate::words::{count, shorten, unlisted};
use court::evidence::ExhibitId;
use maud::{Markup, html};

/// Most claims shown of one state; the JSON report has all of them.
const CLAIMS_MAX: usize = 100;
/// Most characters of a claim with what the subject has instead.
const CLAIM_MAX: usize = 900;
/// Most exhibits shown beside one claim.
const EXHIBITS_MAX: usize = 3;

/// States, worst first, with their names.
const STATES: [(&str, &str); 4] = [
    ("contradicted", "Contradicted"),
    ("unsupported", "Unsupported"),
    ("uncheckable", "Not checkable"),
    ("supported", "Supported"),
];

/// `None` where no report claims anything.
pub(super) fn write(desk: &Desk<'_>) -> Option<Markup> {
    let claims = &desk.dossier.claims;
    (!claims.is_empty()).then(|| html! {
        p { (count(claims.len(), "claim was", "claims were")) " found in the reports and held against the repository." }
        div .filters data-filter="claim" hidden role="group" aria-label="Which claims to show" {
            button type="button" data-show="all" aria-pressed="true" { "All" }
            @for (state, title) in STATES {
                button type="button" data-show=(state) aria-pressed="false" { (title) " (" (of(claims, state).len()) ")" }
            }
        }
        ul .claims {
            @for (state, title) in STATES { (listed(desk, &of(claims, state), title)) }
        }
    })
}

fn of<'a>(claims: &'a [Claim], state: &str) -> Vec<&'a Claim> {
    let mut matching: Vec<&Claim> = claims.iter().filter(|claim| claim.state == state).collect();
    // Near misses first: they are most easily mended.
    matching.sort_by_key(|claim| claim.near.is_none());
    matching
}

fn listed(desk: &Desk<'_>, claims: &[&Claim], title: &str) -> Markup {
    html! {
        @for claim in claims.iter().take(CLAIMS_MAX) { (row(desk, claim, title)) }
        @if claims.len() > CLAIMS_MAX {
            li .claim data-kinds="all" { (title) ": " (claims.len() - CLAIMS_MAX) " more in " code { "report.json" } }
        }
    }
}

fn row(desk: &Desk<'_>, claim: &Claim, title: &str) -> Markup {
    let exhibits: Vec<ExhibitId> = claim.exhibits.iter().filter_map(|id| id.parse().ok()).collect();
    let is_against = claim.state != "supported";
    html! {
        li .claim.(known_state(&claim.state)) data-kinds={ "all " (known_state(&claim.state)) } {
            span .mark { (title) }
            div {
                (desk.links.written_in_html(&claim.place)) " "
                @if claim.lies_in_subject { span .note { "(in the repository) " } } (prose(&shorten(unlisted(&claim.text), CLAIM_MAX)))
                @if let Some(near) = &claim.near { " Nearest that exists: " code { (Seen(near)) } "." }
                @for id in exhibits.iter().take(EXHIBITS_MAX) {
                    " " (code::citation(*id))
                    @if let Some(exhibit) = desk.dossier.evidence.get(*id).filter(|_| is_against) { (code::excerpt(desk, exhibit)) }
                }
            }
        }
    }
}

/// The state as a class; a state that is not known has none of its own.
fn known_state(state: &str) -> &'static str {
    let known = STATES.iter().find(|(known, _)| *known == state);
    known.map_or("uncheckable", |(state, _)| state)
}
