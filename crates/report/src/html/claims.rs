//! What documents claim, beside what the repository has; the contradicted first.

use super::code::excerpt;
use super::{Context, more};
use crate::dossier::Claim;
use crate::line::{code, in_html, place_written};
use crate::sections::claims::{STATES, called, line, of};
use crate::text::english::count;
use court::evidence::ExhibitId;
use maud::{Markup, html};
use std::collections::BTreeSet;

/// Most claims shown of one state; the JSON report has all of them.
const CLAIMS_MAX: usize = 100;
/// Most characters of a claim with what the subject has instead.
const CLAIM_MAX: usize = 900;
/// Most exhibits shown beside one claim.
const EXHIBITS_MAX: usize = 3;

/// `None` where no document claims anything.
pub(super) fn write(context: &Context<'_>) -> Option<Markup> {
    let claims = &context.dossier.claims;
    let states = STATES.map(|(state, title)| (state, title, of(claims, state)));
    (!claims.is_empty()).then(|| html! {
        p { (count(claims.len(), "claim was", "claims were")) " found in the reports and held against the repository." }
        div .filters data-filter="claim" hidden role="group" aria-label="Which claims to show" {
            button type="button" data-show="all" aria-pressed="true" { "All" }
            @for (state, title, of) in &states {
                button type="button" data-show=(state) aria-pressed="false" { (title) " (" (of.len()) ")" }
            }
        }
        @for (state, title, of) in &states {
            @match (*state, of.len()) {
                (_, 0) => {}
                ("supported", number) => details { summary { (title) ": " (number) } (rows(context, state, title, of)) },
                _ => (rows(context, state, title, of)),
            }
        }
    })
}

fn rows(context: &Context<'_>, state: &str, title: &str, of: &[&Claim]) -> Markup {
    // A sentence that claims several things is shown once where nothing else is to be said of them.
    let mut shown = BTreeSet::new();
    let of: Vec<&&Claim> = of
        .iter()
        .filter(|claim| shown.insert((&claim.place, &claim.text, &claim.because, &claim.near)))
        .collect();
    html! {
        ul .claims {
            @for claim in of.iter().take(CLAIMS_MAX) { (row(context, claim, state, title)) }
            @if of.len() > CLAIMS_MAX { li .claim data-kinds="all" { span .mark { (title) } (more(of.len(), CLAIMS_MAX)) } }
        }
    }
}

fn row(context: &Context<'_>, claim: &Claim, state: &str, title: &str) -> Markup {
    // What is supported needs no proof here.
    let cited = claim.exhibits.iter().filter(|_| state != "supported");
    let cited = cited.filter_map(|id| context.dossier.evidence.get(id.parse::<ExhibitId>().ok()?));
    // A document that was handed in lies nowhere that could be looked up.
    let place = match claim.lies_in_subject {
        true => place_written(&claim.place),
        false => code(&claim.place),
    };
    html! {
        li .claim.(state) data-kinds={ "all " (state) } {
            span .mark { (called(claim, title)) }
            div {
                @if claim.lies_in_subject { span .note { "(in the repository) " } }
                (in_html(&[place], &context.links)) (in_html(&line(claim, CLAIM_MAX), &context.links))
                @for exhibit in cited.take(EXHIBITS_MAX) { (excerpt(context, exhibit)) }
            }
        }
    }
}
