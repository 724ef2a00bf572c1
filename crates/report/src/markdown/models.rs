//! Models that judged: who, how well, at what cost.

use super::{Desk, section};
use crate::dossier::{ModelsNote, dollars};
use crate::escape::{code, inline};
use crate::words::{count, list_some, sentence};
use court::evidence::{Exhibit, ExhibitId, Finding};
use court::opinion::Persona;
use court::quality::JudgeQuality;

/// Most dimensions that are named in a line.
const NAMED_MAX: usize = 12;

/// Pictures that a model described, and what it cost; nothing where none was asked.
pub(super) fn pictures(desk: &Desk<'_>) -> Option<String> {
    let note = desk.dossier.panel.vision.as_ref()?;
    let is_told = |(_, exhibit): &(ExhibitId, &Exhibit)| !exhibit.is_observed();
    let told = desk.dossier.evidence.iter().filter(is_told);
    let mut lines = vec![format!(
        "Described by {} and not observed: nothing here decides a score or overrules what was observed.",
        code(&note.model)
    )];
    lines.extend(told.map(|(id, exhibit)| {
        let place = exhibit.place.as_ref().map(|place| desk.links.place(place));
        let why = match &exhibit.finding {
            Finding::Unobserved { cause } => format!("not described: {cause}"),
            _ => exhibit.rationale.clone(),
        };
        format!(
            "- {id}, {}: {}",
            place.unwrap_or_default(),
            inline(&sentence(&why))
        )
    }));
    if note.beyond > 0 {
        let more = count(note.beyond, "further picture was", "further pictures were");
        lines.push(format!("- {more} not looked at: there is a limit of pictures."));
    }
    let refused = match note.answers_refused {
        0 => String::new(),
        number => format!(", {number} of them refused"),
    };
    let money = note.cost.map_or_else(
        || "the price of the model is not known".to_owned(),
        |cost| format!("${:.4}", dollars(cost)),
    );
    lines.push(format!(
        "- Cost: {}{refused}, {} tokens read, {} written; {money}.",
        count(small(note.calls), "answer", "answers"),
        note.usage.input,
        note.usage.output
    ));
    Some(section("Pictures", &lines))
}

/// Nothing where no model judged.
pub(super) fn write(desk: &Desk<'_>) -> Option<String> {
    let models = desk.dossier.panel.models.as_ref()?;
    let mut lines: Vec<String> = models
        .judges
        .iter()
        .map(|judge| {
            let quality = models.quality.get(&judge.persona);
            let told = quality.map_or_else(String::new, told);
            format!(
                "- {}: {}, temperature {}. {told}",
                judge.persona.title(),
                code(&judge.model),
                judge.temperature
            )
        })
        .collect();
    lines.push(cost(models));
    lines.extend(collapse(models));
    if models.is_budget_spent {
        lines.push("- The money that could be spent did not reach for all dimensions.".to_owned());
    }
    Some(section("Judges", &lines))
}

fn told(quality: &JudgeQuality) -> String {
    let counts = [
        (quality.recusals, "recusal", "recusals"),
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
    parts.extend(
        counts
            .iter()
            .filter(|(number, ..)| *number > 0)
            .map(|(number, one, many)| count(*number, one, many)),
    );
    if let Some(percent) = quality.leniency_percent {
        let side = if percent < 0 { "below" } else { "above" };
        parts.push(format!(
            "on average {}% of the scale {side} the others",
            percent.unsigned_abs()
        ));
    }
    format!("{}.", parts.join(", "))
}

fn small(number: u64) -> usize {
    usize::try_from(number).unwrap_or(usize::MAX)
}

fn cost(models: &ModelsNote) -> String {
    let money = models.cost.map_or_else(
        || "the price of a model is not known".to_owned(),
        |cost| format!("${:.4}", dollars(cost)),
    );
    format!(
        "- Cost: {}, {} tokens read ({} of them from caches), {} written; {money}.",
        count(small(models.calls), "answer", "answers"),
        models.usage.input,
        models.usage.cached,
        models.usage.output
    )
}

fn collapse(models: &ModelsNote) -> Vec<String> {
    let found = &models.collapse;
    let named = |dimensions: &[String]| {
        let named: Vec<String> = dimensions.iter().map(|id| code(id)).collect();
        list_some(&named, NAMED_MAX)
    };
    let mut lines = Vec::new();
    if found.reread > 0 {
        lines.push(format!(
            "- {} for a reading of its own, because its argument was nearly another's.",
            count(found.reread, "judge was asked again", "judges were asked again")
        ));
    }
    if !found.alike.is_empty() {
        lines.push(format!(
            "- Nearly the same argument twice in {}.",
            named(&found.alike)
        ));
    }
    if found.no_spread_anywhere {
        lines.push("- All judges gave the same score in every dimension: they may not be three.".to_owned());
    }
    if !found.inverted.is_empty() {
        lines.push(format!(
            "- The {} scored above the {} in {}.",
            inline(Persona::Prosecutor.title()),
            inline(Persona::Defense.title()),
            named(&found.inverted)
        ));
    }
    lines
}
