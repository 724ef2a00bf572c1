//! Models that judged: who, how well, at what cost.

use super::Desk;
use super::text::Seen;
use crate::dossier::{JudgeNote, ModelsNote};
use crate::report::words::count;
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
        |cost| format!("${:.4}", cost.as_dollars()),
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
