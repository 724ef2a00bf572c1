//! Models that judged and models that described pictures.

use super::{Context, items};
use crate::dossier::{JudgeNote, ModelsNote};
use crate::line::in_html;
use crate::sections::panel;
use crate::text::html::Seen;
use maud::{Markup, html};

/// Nothing where no model judged.
pub(super) fn judges(context: &Context<'_>) -> Option<Markup> {
    let models = context.dossier.panel.models.as_ref()?;
    Some(html! {
        div .scroll role="region" aria-labelledby="judges-heading" tabindex="0" {
            table {
                thead {
                    tr {
                        th scope="col" { "Judge" } th scope="col" { "Model" } th scope="col" .number { "Temperature" }
                        th scope="col" .number { "Opinions" } th scope="col" .number { "No valid answer" }
                        th scope="col" .number { "Invented citations" } th scope="col" .number { "Refused answers" }
                        th scope="col" .number { "Leniency" }
                    }
                }
                tbody { @for judge in &models.judges { (row(models, judge)) } }
            }
        }
        (items(context, &panel::remarks(models)))
        p .note { "Leniency is how far a judge lies above or below the others on average, in percent of the scale." }
    })
}

/// Nothing where no model was asked about pictures.
pub(super) fn pictures(context: &Context<'_>) -> Option<Markup> {
    let vision = context.dossier.panel.vision.as_ref()?;
    Some(html! {
        p .note {
            (in_html(&panel::described_by(vision), &context.links))
            " " (vision.described) " of " (vision.pictures) " pictures were described."
        }
        (items(context, &panel::pictures(context.dossier, vision)))
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
