//! Models that judged and models that described pictures.

use super::{Context, items, section};
use crate::line::in_markdown;
use crate::sections::panel;
use crate::text::english::count;
use crate::text::markdown::code;
use court::quality::JudgeQuality;

/// Nothing where no model judged.
pub(super) fn judges(context: &Context<'_>) -> Option<String> {
    let models = context.dossier.panel.models.as_ref()?;
    let judges = models.judges.iter().map(|judge| {
        let quality = models.quality.get(&judge.persona);
        let (name, model) = (judge.persona.title(), code(&judge.model));
        let did = quality.map_or_else(String::new, did);
        format!("- {name}: {model}, temperature {}. {did}", judge.temperature)
    });
    let mut lines: Vec<String> = judges.collect();
    lines.extend(items(context, panel::remarks(models)));
    Some(section("Judges", &lines))
}

/// Nothing where no model was asked about pictures.
pub(super) fn pictures(context: &Context<'_>) -> Option<String> {
    let vision = context.dossier.panel.vision.as_ref()?;
    let mut lines = vec![in_markdown(&panel::described_by(vision), &context.links)];
    lines.extend(items(context, panel::pictures(context.dossier, vision)));
    Some(section("Pictures", &lines))
}

/// What a judge did.
fn did(quality: &JudgeQuality) -> String {
    let counts = [
        (
            quality.recusals,
            "vote without a valid answer",
            "votes without a valid answer",
        ),
        (quality.answers_refused, "refused answer", "refused answers"),
        (
            small(quality.invented_citations),
            "invented citation",
            "invented citations",
        ),
        (quality.contradictions, "contradiction", "contradictions"),
        (quality.repairs, "repair of form", "repairs of form"),
        (small(quality.calls_failed), "failed call", "failed calls"),
    ];
    let mut parts = vec![count(quality.opinions, "opinion", "opinions")];
    let counts = counts.iter().filter(|(number, ..)| *number > 0);
    parts.extend(counts.map(|(number, one, many)| count(*number, one, many)));
    if let Some(percent) = quality.leniency_percent {
        let side = if percent < 0 { "below" } else { "above" };
        let far = percent.unsigned_abs();
        parts.push(format!("on average {far}% of the scale {side} the others"));
    }
    format!("{}.", parts.join(", "))
}

fn small(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}
