//! One section for each dimension: the finding, its proof, the votes, the rules, the dissent, the fix.

use super::Desk;
use super::obstacles::whereabouts;
use super::proof;
use crate::coverage::is_read_as_named;
use crate::entry::Entry;
use crate::escape::{code, inline};
use crate::plan::{Task, tasks_of};
use crate::words::{count, degree, ended, first_sentence, on_scale, sentence, shorten};
use court::justice::{Status, Step};
use court::opinion::{Persona, Seat};
use court::protocol::Standing;
use court::score::Score;

/// Most characters of a judge's reason; `report.json` has all of it.
const REASON_MAX: usize = 360;
/// Most rules shown; an ordinary ruling has five.
const STEPS_MAX: usize = 10;
/// Most fixes shown here; the plan has all of them.
const FIXES_MAX: usize = 3;

pub(super) fn write(desk: &Desk<'_>) -> String {
    let sections = desk.entries.iter().enumerate();
    let sections: Vec<String> = sections
        .map(|(index, entry)| dimension(desk, index + 1, entry))
        .collect();
    format!("## Dimensions\n\n{}", sections.join("\n\n"))
}

fn dimension(desk: &Desk<'_>, number: usize, entry: &Entry<'_>) -> String {
    let mut lines = vec![
        format!(
            "### {number}. {}: {}",
            inline(&entry.dimension.name),
            result(entry)
        ),
        String::new(),
        format!("{}{}", finding(entry), understood(entry)),
        String::new(),
    ];

    lines.extend(proof::write(desk, entry));
    lines.extend(proof::unseen(entry));
    lines.extend(votes(entry));
    lines.extend(rules(entry));
    lines.extend(dissent(entry));
    lines.extend(fixes(desk, entry));
    lines.join("\n").trim_end().to_owned()
}

fn result(entry: &Entry<'_>) -> String {
    match (&entry.ruling.status, entry.ruling.final_score) {
        (Status::Judged, Some(score)) => on_scale(score, entry.dimension),
        (Status::NotAssessable(_), _) => "not assessable".to_owned(),
        (Status::Judged | Status::Incomplete(_), _) => "incomplete".to_owned(),
    }
}

fn finding(entry: &Entry<'_>) -> String {
    let standings = entry.standings();
    match &entry.ruling.status {
        Status::Judged => judged_finding(standings),
        Status::NotAssessable(why) => {
            format!(
                "Not assessable, which says nothing about the subject: {}",
                inline(&ended(why))
            )
        }
        Status::Incomplete(why) => {
            format!(
                "Incomplete, which says nothing about the subject: {}",
                inline(&ended(why))
            )
        }
    }
}

fn judged_finding(standings: &[Standing]) -> String {
    let met = standings.iter().filter(|s| s.is_met()).count();
    let unmet = standings.iter().filter(|s| s.is_unmet()).count();
    let unseen = standings.iter().filter(|s| s.is_unobserved).count();
    let mut sentences = vec![match (met, met + unmet) {
        (_, 0) => "No demand could be observed.".to_owned(),
        (1, 1) => "The one observed demand is met.".to_owned(),
        (0, 1) => "The one observed demand is not wholly met.".to_owned(),
        (2, 2) => "Both observed demands are met.".to_owned(),
        (met, all) if met == all => format!("All {all} observed demands are met."),
        (0, 2) => "Neither of the 2 observed demands is wholly met.".to_owned(),
        (0, all) => format!("None of {all} observed demands is wholly met."),
        (1, all) => format!("1 of {all} observed demands is met."),
        (met, all) => format!("{met} of {all} observed demands are met."),
    }];
    let partly = standings.iter().filter(|s| degree(s).is_some()).count();
    if partly > 0 {
        let is = if partly == 1 { "is" } else { "are" };
        sentences.push(format!("{partly} {is} met in part."));
    }
    if unseen > 0 {
        sentences.push(format!(
            "{} could not be observed and {} nothing.",
            count(unseen, "demand", "demands"),
            if unseen == 1 { "costs" } else { "cost" }
        ));
    }
    sentences.join(" ")
}

fn understood(entry: &Entry<'_>) -> String {
    let because = entry.plea.and_then(|plea| plea.understood.as_ref());
    let because = because.filter(|_| !is_read_as_named(entry));
    because.map_or_else(String::new, |because| {
        format!(" How it was read: {}", inline(&ended(because)))
    })
}

fn votes(entry: &Entry<'_>) -> Vec<String> {
    let Some(last) = entry.ruling.hearings.last() else {
        return Vec::new();
    };
    if let Some(agreed) = unanimous(entry) {
        return vec![agreed];
    }
    last.seats()
        .map(|(persona, seat)| vote(persona, seat, &entry.votes(persona)))
        .collect()
}

/// One line where all three gave the highest score at once: what they say of it then says nothing new.
fn unanimous(entry: &Entry<'_>) -> Option<String> {
    let [only] = entry.ruling.hearings.as_slice() else {
        return None;
    };
    let highest = entry.dimension.scale.max;
    let agree = only.seats().all(|(_, seat)| seat.score() == Some(highest));
    let Seat::Opined(opinion) = &only.prosecutor else {
        return None;
    };
    let open = entry
        .standings()
        .iter()
        .filter(|standing| standing.is_unmet())
        .count();
    if agree && open > 0 {
        let demands = count(open, "open demand weighs", "open demands weigh");
        return Some(format!(
            "- **Votes**: {highest} from all three: {demands} too little to cost a point."
        ));
    }
    agree.then(|| {
        let said = shorten(first_sentence(&opinion.argument), REASON_MAX);
        format!(
            "- **Votes**: {highest} from all three. {}",
            inline(&sentence(&said))
        )
    })
}

fn vote(persona: Persona, seat: &Seat, votes: &[Option<Score>]) -> String {
    let who = called(persona);
    match seat {
        Seat::Opined(opinion) => format!(
            "- **{who}, {}**{}: {}",
            opinion.score,
            before(opinion.score, votes),
            inline(&sentence(&shorten(first_sentence(&opinion.argument), REASON_MAX)))
        ),
        Seat::Recused(recusal) => format!(
            "- **{who}**, recused: {}",
            inline(&ended(&shorten(&recusal.cause, REASON_MAX)))
        ),
    }
}

fn called(persona: Persona) -> &'static str {
    match persona {
        Persona::Prosecutor => "Prosecutor",
        Persona::Defense => "Defense",
        Persona::TechLead => "Tech Lead",
    }
}

fn before(now: Score, votes: &[Option<Score>]) -> String {
    match votes {
        [Some(first), _, ..] if *first != now => format!(" ({first} in the first hearing)"),
        _ => String::new(),
    }
}

fn rules(entry: &Entry<'_>) -> Option<String> {
    // The only step of a dimension without a score repeats the finding.
    entry.ruling.final_score?;
    let trace = &entry.ruling.trace;
    let mut steps: Vec<String> = trace.iter().take(STEPS_MAX).map(step).collect();
    if trace.len() > STEPS_MAX {
        steps.push(format!("and {} more", trace.len() - STEPS_MAX));
    }
    (!steps.is_empty()).then(|| format!("- **Rules**: {}.", steps.join("; ")))
}

fn step(step: &Step) -> String {
    let change = match (step.before, step.after) {
        (Some(before), Some(after)) if before == after => format!(" leaves {after}"),
        (Some(before), Some(after)) => format!(" {before} → {after}"),
        (None, Some(after)) => format!(" {after}"),
        _ => String::new(),
    };
    format!(
        "{}{change}: {}",
        code(&step.rule),
        inline(step.why.trim_end_matches('.'))
    )
}

fn dissent(entry: &Entry<'_>) -> Option<String> {
    let dissent = entry.ruling.dissent.as_ref()?;
    Some(format!("- **Dissent**: {}", inline(dissent)))
}

fn fixes(desk: &Desk<'_>, entry: &Entry<'_>) -> Vec<String> {
    let tasks = tasks_of(entry);
    let mut lines: Vec<String> = tasks.iter().take(FIXES_MAX).map(|task| fix(desk, task)).collect();
    if tasks.len() > FIXES_MAX {
        let more = tasks.len() - FIXES_MAX;
        let are = if more == 1 { "is" } else { "are" };
        lines.push(format!(
            "- {} {are} in the plan.",
            count(more, "further fix", "further fixes")
        ));
    }
    lines
}

fn fix(desk: &Desk<'_>, task: &Task<'_>) -> String {
    format!(
        "- **Fix**{}: {}{}",
        gain(task.gain),
        inline(&sentence(&task.remedy.action)),
        whereabouts(desk, task)
    )
}

/// ` (+1)`, or that it takes more than this.
pub(super) fn gain(gain: Option<Score>) -> String {
    match gain {
        Some(gain) if gain > Score::whole(0) => format!(" (+{gain})"),
        Some(_) => " (+0 alone)".to_owned(),
        None => String::new(),
    }
}
