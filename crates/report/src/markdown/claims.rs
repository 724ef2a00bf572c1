//! What documents claim, against the facts: the contradicted first.

use super::{Context, more, section};
use crate::dossier::Claim;
use crate::line::in_markdown;
use crate::sections::claims::{STATES, called, line, of};
use crate::text::english::count;
use crate::text::markdown::code;

/// Most claims listed of one state; `report.json` has all of them.
const LISTED_MAX: usize = 12;
/// Most claims listed that a document of the repository's own makes and that nothing supports or refutes. A README
/// has many words that are no code, and none of them is held against it.
const LISTED_OWN_MAX: usize = 3;
/// Most characters of a claim with what the subject has instead.
const CLAIM_MAX: usize = 600;

/// `None` where no document claims anything.
pub(super) fn write(context: &Context<'_>) -> Option<String> {
    let claims = &context.dossier.claims;
    let (found, given): (Vec<&Claim>, Vec<&Claim>) = claims.iter().partition(|claim| claim.lies_in_subject);
    let mut lines = Vec::new();
    for (claims, lead) in [(given, ""), (found, "In documents that lie in the repository ")] {
        if !claims.is_empty() {
            lines.extend([format!("{lead}{}", tally(&claims)), String::new()]);
            // What is supported is only counted.
            let states = STATES.iter().filter(|(state, _)| *state != "supported");
            lines.extend(states.flat_map(|(state, title)| listed(context, &claims, state, title)));
            lines.push(String::new());
        }
    }
    let text = section("Claims of the reports", &lines);
    (!claims.is_empty()).then(|| text.trim_end().to_owned())
}

fn tally(claims: &[&Claim]) -> String {
    let of = |(state, title): &(&str, &str)| {
        let number = claims.iter().filter(|claim| claim.state == *state).count();
        format!("{number} {}", title.to_lowercase())
    };
    let states: Vec<String> = STATES.iter().map(of).collect();
    let found = count(claims.len(), "claim was", "claims were");
    format!("{found} found: {}.", states.join(", "))
}

fn listed(context: &Context<'_>, claims: &[&Claim], state: &str, title: &str) -> Vec<String> {
    let matching = of(claims.iter().copied(), state);
    let is_idle = |claim: &&&Claim| claim.lies_in_subject && state != "contradicted" && claim.near.is_none();
    let idle = matching.iter().filter(is_idle).count();
    let room = LISTED_MAX.min(matching.len() - idle + idle.min(LISTED_OWN_MAX));
    let row = |claim: &&Claim| {
        let line = in_markdown(&line(claim, CLAIM_MAX), &context.links);
        format!("- **{}** {}{line}", called(claim, title), code(&claim.place))
    };
    let more = more(matching.len(), room).map(|more| format!("- {title}: {more}"));
    matching.iter().take(room).map(row).chain(more).collect()
}
