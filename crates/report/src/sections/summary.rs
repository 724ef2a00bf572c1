//! The executive summary: a few sentences that follow from the numbers of the verdict and from nothing else.

use super::Context;
use super::entry::{Entry, is_incomplete, is_judged, is_not_assessable, tally};
use super::plan::{self, obstacles};
use crate::links::shown;
use crate::text::english::{count, list, list_some, on_scale, out_of, sentence};
use court::evidence::Place;
use court::justice::Status;
use court::score::{Fraction, Score};

/// Most dimensions named as strongest or weakest.
const NAMES_MAX: usize = 3;

/// Plain text; whoever shows it escapes it.
pub(crate) fn summary(context: &Context<'_>) -> String {
    paragraphs(context).join(" ")
}

/// The same in two or three paragraphs: what it comes to, where it is strong and weak, what stands in the way.
pub(crate) fn paragraphs(context: &Context<'_>) -> Vec<String> {
    let judged = std::iter::once(completeness(&context.entries)).chain(basis(&context.entries));
    let judged = judged
        .chain(settled(context))
        .chain(overruled(context))
        .chain(accepted(context))
        .collect::<Vec<_>>()
        .join(" ");
    let others: Vec<String> = [extremes(&context.entries), obstacle(context)]
        .into_iter()
        .flatten()
        .collect();
    match others.is_empty() {
        true => vec![result(context), judged],
        false => std::iter::once(format!("{} {judged}", result(context)))
            .chain(others)
            .collect(),
    }
}

fn result(context: &Context<'_>) -> String {
    let name = &context.dossier.subject.name;
    let verdict = &context.dossier.verdict;
    match verdict.overall {
        Some(score) => format!("{name} scores {}.", out_of(score, &verdict.scale)),
        None => format!("{name} has no score: no dimension could be judged."),
    }
}

/// What the dimensions come to by themselves, and the rules that made another score of it.
fn settled(context: &Context<'_>) -> Option<String> {
    let trace = &context.dossier.verdict.trace;
    let before = trace.first()?.before?;
    let steps = trace.iter().filter(|step| step.before != step.after);
    let rules: Vec<String> = steps
        .filter_map(|step| Some(sentence(&format!("{}, which leaves {}", step.why, step.after?))))
        .collect();
    let scale = &context.dossier.verdict.scale;
    let by_itself = out_of(before, scale);
    (!rules.is_empty()).then(|| {
        format!(
            "The dimensions by themselves come to {by_itself}. {}",
            rules.join(" ")
        )
    })
}

/// That people said otherwise than the court, and what it had come to.
fn overruled(context: &Context<'_>) -> Option<String> {
    let verdict = &context.dossier.verdict;
    let number = verdict.overrulings.len();
    let dimensions = if number == 1 { "dimension" } else { "dimensions" };
    let court = verdict.court_overall.map_or_else(
        || "had no score".to_owned(),
        |score| format!("said {}", out_of(score, &verdict.scale)),
    );
    (number > 0)
        .then(|| format!("People overruled the court in {number} {dimensions}; by itself it {court}."))
}

/// How much whoever audits lives with.
fn accepted(context: &Context<'_>) -> Option<String> {
    let number = plan::accepted(&context.entries).len();
    let are = if number == 1 { "is" } else { "are" };
    (number > 0).then(|| {
        let findings = count(number, "finding", "findings");
        format!("{findings} {are} accepted by whoever audits, which moves no score.")
    })
}

fn completeness(entries: &[Entry<'_>]) -> String {
    let judged = tally(entries, is_judged);
    if judged == entries.len() {
        return match judged {
            1 => "Its one dimension was judged.".to_owned(),
            _ => format!("All {judged} dimensions were judged."),
        };
    }
    let missing: Vec<String> = [
        (tally(entries, is_not_assessable), "not assessable"),
        (tally(entries, is_incomplete), "incomplete"),
    ]
    .iter()
    .filter(|(number, _)| *number > 0)
    .map(|(number, what)| format!("{number} {} {what}", if *number == 1 { "is" } else { "are" }))
    .collect();
    format!(
        "{judged} of {} {} judged; {}, which costs no points.",
        count(entries.len(), "dimension", "dimensions"),
        if judged == 1 { "was" } else { "were" },
        list(&missing)
    )
}

/// What the score rests on, where that is not most of the rubric, and the language that kept the rest from being seen.
fn basis(entries: &[Entry<'_>]) -> Option<String> {
    let weight = |keep: fn(&&Entry<'_>) -> bool| -> Fraction {
        let kept = entries.iter().filter(keep);
        kept.map(|entry| entry.dimension.weight).sum()
    };
    let (judged, all) = (weight(|entry| is_judged(&entry.ruling.status)), weight(|_| true));
    if judged == Fraction::from_integer(0) || judged * 4 >= all * 3 {
        return None;
    }
    let percent = (judged * 100 / all).to_integer();
    let language = entries.iter().find_map(|entry| unread(&entry.ruling.status));
    let language = language.map_or_else(String::new, |language| format!("; {language}"));
    Some(format!(
        "The score rests on {percent} % of the rubric's weight{language}."
    ))
}

/// `Elixir is not read (97 % of the program's lines)`, where that is a cause.
fn unread(status: &Status) -> Option<&str> {
    let Status::Incomplete(why) = status else {
        return None;
    };
    let piece = why.split("; ").find(|piece| piece.contains(" is not read ("))?;
    piece.rsplit(": ").next()
}

fn extremes(entries: &[Entry<'_>]) -> Option<String> {
    let scored: Vec<(&Entry<'_>, Score)> = entries
        .iter()
        .filter_map(|entry| Some((entry, entry.ruling.final_score?)))
        .collect();
    let share = |(entry, score): &(&Entry<'_>, Score)| entry.dimension.scale.share(*score);
    let (lowest, highest) = (scored.iter().map(share).min()?, scored.iter().map(share).max()?);
    if lowest == highest {
        let (entry, score) = scored.first().filter(|_| scored.len() > 1)?;
        let at = on_scale(*score, entry.dimension);
        return Some(format!("All judged dimensions stand equally high, at {at}."));
    }
    let named = |keep: &dyn Fn(&Entry<'_>) -> bool, wanted: Fraction| {
        let matching = scored.iter().filter(|pair| share(pair) == wanted && keep(pair.0));
        let names: Vec<String> = matching.map(|(entry, score)| naming(entry, *score)).collect();
        (!names.is_empty()).then(|| list_some(&names, NAMES_MAX))
    };
    let highest = named(&earns, highest).or_else(|| named(&|_| true, highest))?;
    Some(format!(
        "Strongest: {highest}; weakest: {}.",
        named(&|_| true, lowest)?
    ))
}

/// Whether a dimension stands where it does by something that was done, and not because nothing bad was seen.
fn earns(entry: &Entry<'_>) -> bool {
    let mut standings = entry.standings().iter();
    standings.any(|standing| standing.is_met() && !standing.demand.is_quiet)
}

fn naming(entry: &Entry<'_>, score: Score) -> String {
    format!("{} ({})", entry.dimension.name, on_scale(score, entry.dimension))
}

/// What most stands in the way of a higher score and where, in a sentence.
pub(crate) fn obstacle(context: &Context<'_>) -> Option<String> {
    let found = match obstacles(context) {
        Ok(found) => found,
        Err(none) => return (tally(&context.entries, is_judged) > 0).then(|| none.to_owned()),
    };
    let first = found.first()?;
    let what = first.complaint.as_deref().unwrap_or(&first.remedy.action);
    let what = what.trim_end_matches('.');
    let place = first.remedy.place.as_ref();
    let place = place.map_or_else(String::new, |place| match place {
        Place::Commit(_) => format!(", in commit {}", shown(place)),
        _ => format!(", at {}", shown(place)),
    });
    // What raises no score by itself stands in nobody's way.
    let lead = match first.remedy.gain > Score::whole(0) {
        true => "What most stands in the way of a higher score",
        false => "The first thing to look at, though mending it alone raises no score",
    };
    Some(format!("{lead}: {what}{place} ({}).", first.dimension.name))
}
