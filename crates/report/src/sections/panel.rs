//! Models that judged and models that described pictures: how well, at what cost.

use crate::dossier::{Dossier, ModelsNote, PartsNote, VisionNote, dollars};
use crate::line::{Line, Piece, code, listed, ours, place, prose};
use crate::text::english::{count, sentence};
use court::evidence::{Exhibit, ExhibitId, Finding};
use court::opinion::Persona;

/// Most dimensions that are named in a line.
const NAMED_MAX: usize = 12;

/// What the models that judged cost, and what casts doubt on their opinions.
pub(crate) fn remarks(models: &ModelsNote) -> Vec<Line<'_>> {
    let usage = &models.usage;
    let read = format!(
        "{} tokens read ({} of them from caches)",
        usage.input, usage.cached
    );
    let mut lines = vec![cost(
        models.calls,
        "",
        &read,
        usage.output,
        models.cost,
        "a model",
    )];
    if let Some(note) = &models.parts {
        lines.extend(parts(note));
    }
    lines.extend(doubts(models));
    if models.is_budget_spent {
        lines.push(vec![ours(
            "The money that could be spent did not reach for all dimensions.",
        )]);
    }
    lines
}

/// What was told of the parts of a large repository, and what that cost.
fn parts(note: &PartsNote) -> Vec<Line<'_>> {
    let whose = note.told.first().map_or("", |one| one.model.as_str());
    let told = format!(
        "The judges were given {} of the {} parts of this large repository, by ",
        count(note.told.len(), "summary", "summaries"),
        note.parts
    );
    let rest = ": told, not observed, and no score rests on it.";
    let read = format!("{} tokens read", note.usage.input);
    let mut lines = vec![vec![ours(told), code(whose), ours(rest)]];
    if note.told.is_empty() {
        lines = vec![vec![ours(
            "No part of this large repository was summed up for the judges.",
        )]];
    }
    lines.push(cost(
        note.calls,
        " of these",
        &read,
        note.usage.output,
        note.cost,
        "the model",
    ));
    lines
}

fn doubts(models: &ModelsNote) -> Vec<Line<'_>> {
    let found = &models.collapse;
    let mut lines = Vec::new();
    if found.reread > 0 {
        let asked = count(found.reread, "judge was asked again", "judges were asked again");
        lines.push(vec![ours(format!(
            "{asked} for a reading of its own, because its argument was nearly another's."
        ))]);
    }
    if !found.alike.is_empty() {
        lines.push(naming(
            "Nearly the same argument twice in ".to_owned(),
            &found.alike,
        ));
    }
    if found.reminded {
        lines.push(vec![ours(
            "All judges had given nearly the same score in every dimension; the Prosecutor and the Defense were reminded of who \
             they are and asked again.",
        )]);
    }
    if found.no_spread_anywhere {
        lines.push(vec![ours(
            "All judges gave the same score in every dimension: they may not be three.",
        )]);
    }
    if !found.inverted.is_empty() {
        let (above, below) = (Persona::Prosecutor.title(), Persona::Defense.title());
        let lead = format!("The {above} scored above the {below} in ");
        lines.push(naming(lead, &found.inverted));
    }
    lines
}

fn naming(lead: String, dimensions: &[String]) -> Line<'_> {
    let named = listed(dimensions.iter().map(|id| vec![code(id)]), NAMED_MAX);
    [vec![ours(lead)], named, vec![ours(".")]]
        .into_iter()
        .flatten()
        .collect()
}

fn cost(calls: u64, more: &str, read: &str, written: u64, cost: Option<u64>, whose: &str) -> Line<'static> {
    let answers = count(usize::try_from(calls).unwrap_or(usize::MAX), "answer", "answers");
    let money = cost.map_or_else(
        || format!("the price of {whose} is not known"),
        |cost| format!("${:.4}", dollars(cost)),
    );
    vec![ours(format!(
        "Cost: {answers}{more}, {read}, {written} written; {money}."
    ))]
}

/// What every description of pictures begins with.
pub(crate) fn described_by(vision: &VisionNote) -> Line<'_> {
    let rest = " and not observed: nothing here decides a score or overrules what was observed.";
    vec![ours("Described by "), code(&vision.model), ours(rest)]
}

/// What was told of each picture, and what that cost.
pub(crate) fn pictures<'a>(dossier: &'a Dossier, vision: &VisionNote) -> Vec<Line<'a>> {
    let told = dossier
        .evidence
        .iter()
        .filter(|(_, exhibit)| !exhibit.is_observed());
    let mut lines: Vec<Line<'a>> = told.map(picture).collect();
    if vision.beyond > 0 {
        let more = count(vision.beyond, "further picture was", "further pictures were");
        lines.push(vec![ours(format!(
            "{more} not looked at: there is a limit of pictures."
        ))]);
    }
    let refused = match vision.answers_refused {
        0 => String::new(),
        number => format!(", {number} of them refused"),
    };
    let read = format!("{} tokens read", vision.usage.input);
    lines.push(cost(
        vision.calls,
        &refused,
        &read,
        vision.usage.output,
        vision.cost,
        "the model",
    ));
    lines
}

fn picture((id, exhibit): (ExhibitId, &Exhibit)) -> Line<'_> {
    let mut line = vec![Piece::Exhibit(id)];
    if let Some(at) = &exhibit.place {
        line.extend([ours(", "), place(at)]);
    }
    let why = match &exhibit.finding {
        Finding::Unobserved { cause } => format!("not described: {cause}"),
        _ => exhibit.rationale.clone(),
    };
    line.extend([ours(": "), prose(sentence(&why))]);
    line
}
