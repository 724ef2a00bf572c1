//! One section for each dimension: the finding, the checks, the votes, the rules, the dissent.

use super::{Context, evidence};
use crate::line::{in_markdown, place};
use crate::sections::entry::{Entry, is_far_apart, step, unscored};
use crate::sections::plan::{Thing, things};
use crate::text::english::{degree, ended, first_sentence, list_some, sentence, shorten};
use crate::text::markdown::inline;
use court::evidence::ExhibitId;
use court::justice::Status;
use court::opinion::{Persona, Seat};
use court::protocol::Standing;
use court::statutes::{NEEDS_OTHERS, NEEDS_PROOF};
use std::collections::BTreeSet;

/// Most characters of a judge's reason; `report.json` has all of it.
const REASON_MAX: usize = 1_200;
/// Most points of a reason, most of what is charged and most of what is credited in words.
const POINTS_MAX: usize = 5;
const CHARGES_MAX: usize = 12;
const CREDITS_MAX: usize = 1;
/// Most exhibits of a vote that are named.
const CITED_MAX: usize = 6;
/// Most rules shown; an ordinary ruling has five.
const STEPS_MAX: usize = 10;

/// What the section is called.
pub(super) const HEADING: &str = "## Dimensions";

pub(super) fn write(context: &Context<'_>) -> String {
    let plan = things(&context.plan);
    let mut told = BTreeSet::new();
    let sections = (1..).zip(&context.entries);
    let sections: Vec<String> = sections
        .map(|(number, entry)| dimension(context, number, entry, &plan, &mut told))
        .collect();
    format!("{HEADING}\n\n{}", sections.join("\n\n"))
}

fn dimension<'a>(
    context: &Context<'_>,
    number: usize,
    entry: &'a Entry<'_>,
    plan: &[Thing<'_, '_>],
    told: &mut BTreeSet<&'a str>,
) -> String {
    let (name, result) = (inline(&entry.dimension.name), entry.result());
    let mut lines = vec![
        format!("### {number}. {name}: {result}"),
        String::new(),
        format!("{}{}", finding(entry), understood(entry)),
        String::new(),
    ];
    let overruled = entry.overruled();
    lines.extend(overruled.map(|word| format!("- **Overruled by people**: {}", inline(&word))));
    if !is_said_by_votes(context, entry) {
        lines.extend(evidence::open(context, entry, plan));
        lines.extend(evidence::passed(entry));
    }
    lines.extend(evidence::unseen(entry));
    lines.extend(votes(context, entry));
    lines.extend(rules(context, entry, told));
    let dissent = entry
        .dissent(&worded(context, entry))
        .filter(|_| is_far_apart(context.dossier, entry));
    lines.extend(dissent.map(|dissent| format!("- **Dissent**: {}", inline(&dissent))));
    let review = entry.ruling.review.as_deref();
    // The finding has said it.
    let review = review.map(|why| {
        if entry.reason() == Some(why) {
            "for that reason"
        } else {
            why
        }
    });
    lines.extend(review.map(|why| format!("- **Manual review**: {}", inline(&ended(why)))));
    lines.join("\n").trim_end().to_owned()
}

fn finding(entry: &Entry<'_>) -> String {
    let (word, why) = match &entry.ruling.status {
        Status::Judged => return judged_finding(entry.standings()),
        Status::NotAssessable(why) => ("Not assessable", why),
        Status::Incomplete(why) => ("Incomplete", why),
    };
    format!("{word}: {}", inline(&unscored(why)))
}

fn judged_finding(standings: &[Standing]) -> String {
    let met = standings.iter().filter(|s| s.is_met()).count();
    let unmet = standings.iter().filter(|s| s.is_unmet()).count();
    // What only limits the votes is charged to nobody.
    let charged = standings.iter().filter(|s| !s.demand.is_limit);
    let partly = charged.filter(|s| degree(s).is_some()).count();
    let is_one_in_part = partly == 1 && met + unmet == 1;
    let mut sentences = vec![match (met, met + unmet) {
        _ if is_one_in_part => "The one check passes in part.".to_owned(),
        (_, 0) => "No check could be looked at.".to_owned(),
        (1, 1) => "The one check passes.".to_owned(),
        (0, 1) => "The one check does not pass.".to_owned(),
        (2, 2) => "Both checks pass.".to_owned(),
        (met, all) if met == all => format!("All {all} checks pass."),
        (0, 2) => "Neither of 2 checks passes.".to_owned(),
        (0, all) => format!("None of {all} checks passes."),
        (1, all) => format!("1 of {all} checks passes."),
        (met, all) => format!("{met} of {all} checks pass."),
    }];
    if partly > 0 && !is_one_in_part {
        let pass = if partly == 1 { "passes" } else { "pass" };
        sentences.push(format!("{partly} {pass} in part."));
    }
    sentences.join(" ")
}

fn understood(entry: &Entry<'_>) -> String {
    let because = entry.understood();
    because.map_or_else(String::new, |because| {
        format!(" How it was read: {}", inline(&ended(because)))
    })
}

fn votes(context: &Context<'_>, entry: &Entry<'_>) -> Vec<String> {
    let last = entry.ruling.hearings.last();
    let seats = last.into_iter().flat_map(|hearing| hearing.seats());
    seats
        .map(|(persona, seat)| vote(context, entry, persona, seat) + &cited(context, entry, seat))
        .collect()
}

/// Whether the votes say what each check came to; models say what they like.
fn is_said_by_votes(context: &Context<'_>, entry: &Entry<'_>) -> bool {
    context.dossier.panel.models.is_none() && !entry.ruling.hearings.is_empty()
}

/// Which checks others may name by their numbers alone. Those that the Prosecutor or the Defense put into words, as far as that
/// is shown, and those that pass, of which nobody has to do anything.
pub(super) fn worded(context: &Context<'_>, entry: &Entry<'_>) -> impl Fn(ExhibitId) -> bool {
    let last = entry.ruling.hearings.last();
    let seats = last.into_iter().flat_map(|hearing| hearing.seats());
    let said = seats.filter_map(|(persona, seat)| match seat {
        Seat::Opined(opinion) => said_first(persona, &opinion.argument),
        Seat::Recused(_) => None,
    });
    // Where models judge, all checks are listed before their votes.
    let said = is_said_by_votes(context, entry).then(|| said.collect::<String>());
    let unmet = entry.standings().iter().filter(|standing| standing.is_unmet());
    let unmet: BTreeSet<ExhibitId> = unmet.filter_map(|standing| standing.exhibit).collect();
    move |id| {
        let is_said = |said: &String| said.contains(&format!("({id})"));
        !unmet.contains(&id) || said.as_ref().is_none_or(is_said)
    }
}

/// What is shown of the reason of who speaks first of a check.
fn said_first(persona: Persona, argument: &str) -> Option<String> {
    match persona {
        Persona::Prosecutor => Some(reason(argument, CHARGES_MAX)),
        Persona::Defense => Some(reason(argument, CREDITS_MAX)),
        Persona::TechLead => None,
    }
}

/// The exhibits that a model cites and that what is shown of its argument does not name.
fn cited(context: &Context<'_>, entry: &Entry<'_>, seat: &Seat) -> String {
    let (Some(_), Seat::Opined(opinion)) = (&context.dossier.panel.models, seat) else {
        return String::new();
    };
    let shown = reason(
        &entry.pointed(&opinion.argument, &worded(context, entry)),
        POINTS_MAX,
    );
    let named = |id: &str| {
        shown
            .split(|sign: char| !sign.is_alphanumeric())
            .any(|word| word == id)
    };
    let ids = opinion
        .cited
        .iter()
        .map(ToString::to_string)
        .filter(|id| !named(id));
    let ids: Vec<String> = ids.collect();
    match ids.is_empty() {
        true => String::new(),
        false => format!(" It cites {}.", list_some(&ids, CITED_MAX)),
    }
}

/// The first sentence of an argument, with its first points where it lists some.
fn reason(argument: &str, points_max: usize) -> String {
    let said = first_sentence(argument);
    let mut points = said.split("; ");
    let first: Vec<&str> = points.by_ref().take(points_max).collect();
    let more = points.count();
    let more = Some(format!("; and {more} more")).filter(|_| more > 0);
    let said = format!("{}{}", first.join("; "), more.unwrap_or_default());
    inline(&sentence(&shorten(&said, REASON_MAX)))
}

/// A vote and its reason. What fails is said by the Prosecutor and what passes by the Defense; the Tech Lead points to it,
/// and says himself what neither had room for.
fn vote(context: &Context<'_>, entry: &Entry<'_>, persona: Persona, seat: &Seat) -> String {
    let who = persona.title();
    match seat {
        Seat::Opined(opinion) => {
            let before = entry.vote_before(persona, opinion.score);
            let before = before.map(|first| format!(" ({first} in the first vote)"));
            let (score, before) = (opinion.score, before.unwrap_or_default());
            let is_by_formula = is_said_by_votes(context, entry);
            let why = match said_first(persona, &opinion.argument).filter(|_| is_by_formula) {
                Some(reason) if persona == Persona::Prosecutor => {
                    placed(context, entry, reason + &lack(&opinion.argument))
                }
                Some(reason) => placed(context, entry, reason),
                None => {
                    let pointed = entry.pointed(&opinion.argument, &worded(context, entry));
                    let reason = reason(&pointed, POINTS_MAX);
                    if is_by_formula {
                        placed(context, entry, reason)
                    } else {
                        reason
                    }
                }
            };
            format!("- **{who}, {score}**{before}: {why}")
        }
        Seat::Recused(recusal) => {
            let why = inline(&ended(&shorten(&recusal.cause, REASON_MAX)));
            format!("- **{who}**, no valid answer: {why}")
        }
    }
}

/// Why it is not the highest score, where no check fails.
fn lack(argument: &str) -> String {
    let from = argument.find(NEEDS_PROOF).or_else(|| argument.find(NEEDS_OTHERS));
    let from = from.map(|at| &argument[at..]);
    from.map_or_else(String::new, |said| format!(" {}", inline(said)))
}

/// The reason with the place and the degree behind each exhibit that stands for one check.
fn placed(context: &Context<'_>, entry: &Entry<'_>, reason: String) -> String {
    let known = |standing: &Standing| {
        let id = standing.exhibit?;
        let exhibit = context.dossier.evidence.get(id)?;
        // Of a share that is good enough the places are those that are not.
        let share = exhibit.value.as_ref();
        let is_part = share.is_some_and(|share| share.get("good") != share.get("all"));
        let at = exhibit.place.as_ref().filter(|_| !(is_part && standing.is_met()));
        let at = at.map(|at| format!(" {}", in_markdown(&[place(at)], &context.links)));
        let degree = degree(standing).map(|degree| format!(", {degree}"));
        Some((id, at.unwrap_or_default() + &degree.unwrap_or_default()))
    };
    let known = entry.standings().iter().filter_map(known);
    known.fold(reason, |reason, (id, more)| {
        reason.replacen(&format!("({id})"), &format!("({id}{more})"), 1)
    })
}

fn rules<'a>(context: &Context<'_>, entry: &'a Entry<'_>, told: &mut BTreeSet<&'a str>) -> Option<String> {
    // The only step of a dimension without a score repeats the finding.
    entry.ruling.final_score?;
    let trace = &entry.ruling.trace;
    let shown = trace.iter().take(STEPS_MAX).map(|each| step(each, told));
    let mut steps: Vec<String> = shown.map(|step| in_markdown(&step, &context.links)).collect();
    if trace.len() > STEPS_MAX {
        steps.push(format!("and {} more", trace.len() - STEPS_MAX));
    }
    (!steps.is_empty()).then(|| format!("- **Rules**: {}.", steps.join("; ")))
}
