//! Models that judged: who, how well, at what cost.

use super::Desk;
use super::text::{Seen, prose};
use crate::dossier::{JudgeNote, ModelsNote, dollars};
use crate::words::{count, sentence};
use court::evidence::{Exhibit, ExhibitId, Finding};
use maud::{Markup, html};

/// Nothing where no model judged.
pub(super) fn write(desk: &Desk<'_>) -> Option<Markup> {
    let models = desk.dossier.panel.models.as_ref()?;
    Some(html! {
        div .scroll role="region" aria-labelledby="judges-heading" tabindex="0" {
            table {
                thead {
                    tr {
                        th scope="col" { "Judge" } th scope="col" { "Model" } th scope="col" .number { "Temperature" }
                        th scope="col" .number { "Opinions" } th scope="col" .number { "Recusals" }
                        th scope="col" .number { "Invented citations" } th scope="col" .number { "Refused answers" }
                        th scope="col" .number { "Leniency" }
                    }
                }
                tbody { @for judge in &models.judges { (row(models, judge)) } }
            }
        }
        p { (cost(models)) }
        @if models.is_budget_spent { p .bad { "The money that could be spent did not reach for all dimensions." } }
        @if models.collapse.no_spread_anywhere {
            p .bad { "All judges gave the same score in every dimension: they may not be three." }
        }
        p .note { "Leniency is how far a judge lies above or below the others on average, in percent of the scale." }
    })
}

/// Pictures that a model described; nothing where none was asked.
pub(super) fn pictures(desk: &Desk<'_>) -> Option<Markup> {
    let note = desk.dossier.panel.vision.as_ref()?;
    let is_told = |(_, exhibit): &(ExhibitId, &Exhibit)| !exhibit.is_observed();
    let told: Vec<(ExhibitId, &Exhibit)> = desk.dossier.evidence.iter().filter(is_told).collect();
    Some(html! {
        p .note {
            "Described by " (Seen(&note.model)) " and not observed: nothing here decides a score or overrules what was observed. "
            (note.described) " of " (note.pictures) " pictures were described."
        }
        ul {
            @for (id, exhibit) in told {
                li {
                    (id) " "
                    @if let Some(place) = &exhibit.place { (desk.links.place_in_html(place)) " " }
                    @match &exhibit.finding {
                        Finding::Unobserved { cause } => { (prose(&sentence(cause))) }
                        _ => { (prose(&sentence(&exhibit.rationale))) }
                    }
                }
            }
        }
    })
}

fn row(models: &ModelsNote, judge: &JudgeNote) -> Markup {
    let quality = models.quality.get(&judge.persona);
    html! {
        tr {
            th scope="row" { (judge.persona.title()) }
            td { code { (Seen(&judge.model)) } }
            td .number { (judge.temperature) }
            @match quality {
                Some(quality) => {
                    td .number { (quality.opinions) }
                    td .number { (quality.recusals) }
                    td .number { (quality.invented_citations) }
                    td .number { (quality.answers_refused) }
                    td .number { @match quality.leniency_percent { Some(percent) => { (percent) " %" } None => { "–" } } }
                }
                None => { td colspan="5" { "–" } }
            }
        }
    }
}

fn cost(models: &ModelsNote) -> String {
    let money = models.cost.map_or_else(
        || "the price of a model is not known".to_owned(),
        |cost| format!("${:.4}", dollars(cost)),
    );
    let calls = usize::try_from(models.calls).unwrap_or(usize::MAX);
    let usage = &models.usage;
    format!(
        "{}, {} tokens read, {} of them from caches, {} written; {money}.",
        count(calls, "answer", "answers"),
        usage.input,
        usage.cached,
        usage.output
    )
}
