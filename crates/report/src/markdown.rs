//! `report.md`, in the order in which readers look: the verdict, what blocks a higher score, then the proof.

mod appendix;
mod claims;
mod coverage;
mod dimensions;
mod evidence;
mod experiment;
mod graph;
mod injection;
mod panel;
mod projects;
mod scores;

use crate::line::{Line, in_markdown};
use crate::sections::accepted;
use crate::sections::entry::Entry;
use crate::sections::overview;
use crate::sections::plan::{self, Thing, things};
use crate::sections::summary::{paragraphs, summary};
use crate::sections::{Context, Headings, head};
use crate::text::english::out_of;
use crate::text::markdown::inline;

/// Most tasks listed; `report.json` has all of them.
const TASKS_MAX: usize = 30;
/// Most tasks that stand before the evidence, and what the others stand under.
const FIRST_MAX: usize = 5;
const FURTHER: &str = "Further fixes";

/// The beginning of the report, for a page that has little room: the verdict, the scores, the obstacles.
pub(crate) fn render_summary(context: &Context<'_>) -> String {
    joined([
        Some(verdict(context)),
        Some(scores::write(context)),
        obstacles(context),
        lived_with(context),
    ])
}

/// The whole file, with a line end at its end.
pub(crate) fn render(context: &Context<'_>) -> String {
    match context.headings {
        Headings::Own => own(context),
        Headings::Seeds => by_names_of_the_field(context),
    }
}

/// The sections that parsers of the field look for, under their names and in their order; then all others.
fn by_names_of_the_field(context: &Context<'_>) -> String {
    let breakdown = dimensions::write(context);
    let breakdown = breakdown.strip_prefix(dimensions::HEADING).unwrap_or(&breakdown);
    let plan = remediation_lines(context).unwrap_or_else(|| vec!["Nothing stands open.".to_owned()]);
    let plan: Vec<String> = overridden(context).into_iter().chain(plan).collect();
    joined([
        Some(head(context).join("\n\n")),
        Some(section("Executive Summary", &[summary_in_paragraphs(context)])),
        Some(scores::write(context)),
        Some(format!("## Criterion Breakdown{breakdown}")),
        Some(section("Dissent Summary", &dissents(context))),
        Some(section("Remediation Plan", &plan)),
        lived_with(context),
        projects::write(context),
        claims::write(context),
        graph::write(context),
        experiment::write(context),
        injection::write(context),
        panel::judges(context),
        panel::pictures(context),
        Some(appendix::write(context)),
        Some(coverage::write(context)),
    ])
}

fn summary_in_paragraphs(context: &Context<'_>) -> String {
    let paragraphs: Vec<String> = paragraphs(context).iter().map(|text| inline(text)).collect();
    paragraphs.join("\n\n")
}

/// What was disagreed on, a dimension a line.
fn dissents(context: &Context<'_>) -> Vec<String> {
    let entries = context.entries.iter();
    let told = entries.filter_map(|entry| Some((entry, entry.dissent(&dimensions::worded(context, entry))?)));
    let lines: Vec<String> = told
        .map(|(entry, why)| format!("- **{}**: {}", inline(&entry.dimension.name), inline(&why)))
        .collect();
    match lines.is_empty() {
        true => vec!["The judges did not disagree.".to_owned()],
        false => lines,
    }
}

/// That a rule of security spoke, and where; stands before all else that is to be done.
fn overridden(context: &Context<'_>) -> Vec<String> {
    let by_security = |entry: &&Entry<'_>| {
        entry
            .deciding_rules()
            .into_iter()
            .any(|rule| rule.contains("security"))
    };
    let lowered = context.entries.iter().filter(by_security);
    let names: Vec<String> = lowered.map(|entry| inline(&entry.dimension.name)).collect();
    match names.is_empty() {
        true => Vec::new(),
        false => vec![
            format!("**CRITICAL SECURITY OVERRIDE TRIGGERED**: {}.", names.join(", ")),
            String::new(),
        ],
    }
}

/// What is read from the top, then what it rests on.
fn own(context: &Context<'_>) -> String {
    joined([
        Some(verdict(context)),
        Some(scores::write(context)),
        obstacles(context),
        first_sight(context),
        projects::write(context),
        Some(dimensions::write(context)),
        experiment::write(context),
        injection::write(context),
        remediation(context),
        lived_with(context),
        Some(appendix::write(context)),
        further(context),
        claims::write(context),
        graph::write(context),
        panel::judges(context),
        panel::pictures(context),
        Some(coverage::write(context)),
    ])
}

fn joined(sections: impl IntoIterator<Item = Option<String>>) -> String {
    let sections: Vec<String> = sections.into_iter().flatten().collect();
    format!("{}\n", sections.join("\n\n"))
}

/// A heading, an empty line, and the lines.
fn section(heading: &str, lines: &[String]) -> String {
    format!("## {heading}\n\n{}", lines.join("\n"))
}

/// How many more there are than are shown.
fn more(all: usize, shown: usize) -> Option<String> {
    let more = all.saturating_sub(shown);
    (more > 0).then(|| format!("{more} more in `report.json`"))
}

/// The lines as items of a list.
fn items<'a>(context: &Context<'_>, lines: impl IntoIterator<Item = Line<'a>>) -> Vec<String> {
    let lines = lines.into_iter();
    lines
        .map(|line| format!("- {}", in_markdown(&line, &context.links)))
        .collect()
}

/// The lines as items of a numbered list.
fn numbered<'a>(context: &Context<'_>, lines: impl IntoIterator<Item = Line<'a>>) -> Vec<String> {
    let lines = (1..).zip(lines);
    lines
        .map(|(number, line)| format!("{number}. {}", in_markdown(&line, &context.links)))
        .collect()
}

/// The verdict line and the summary.
fn verdict(context: &Context<'_>) -> String {
    let [title, facts, panel] = head(context);
    let blocks = [title, facts, inline(&summary(context)), panel];
    blocks.join("\n\n").trim_end().to_owned()
}

/// The title, the verdict in figures, and what the panel is.
fn head(context: &Context<'_>) -> [String; 3] {
    let dossier = context.dossier;
    let facts = head::facts(context);
    let facts = facts
        .iter()
        .map(|(name, line)| format!("{name} {}", in_markdown(line, &context.links)));
    let parts: Vec<String> = [score(context), completeness(context)]
        .into_iter()
        .chain(head::review(context).map(|flag| format!("**{flag}**")))
        .chain(facts)
        .collect();
    [
        format!("# Audit of {}", inline(&dossier.subject.name)),
        parts.join(" · "),
        in_markdown(&head::panel(context), &context.links),
    ]
}

fn score(context: &Context<'_>) -> String {
    let verdict = &context.dossier.verdict;
    let (min, max) = (&verdict.scale.min, &verdict.scale.max);
    verdict.overall.map_or_else(
        || "**no score**".to_owned(),
        |score| {
            format!(
                "**{}** on a scale from {min} to {max}",
                out_of(score, &verdict.scale)
            )
        },
    )
}

fn completeness(context: &Context<'_>) -> String {
    let is_complete = context.dossier.verdict.is_complete;
    let word = if is_complete { "complete" } else { "**incomplete**" };
    format!("{word}{}", head::unscored(context))
}

fn obstacles(context: &Context<'_>) -> Option<String> {
    let lines = match plan::blocking(context)? {
        Ok(found) => numbered(context, found),
        Err(none) => vec![none.to_owned()],
    };
    Some(section("What blocks a higher score", &lines))
}

/// What whoever audits lives with.
fn lived_with(context: &Context<'_>) -> Option<String> {
    let lines = items(context, accepted::lines(context));
    let lines: Vec<String> = [accepted::LEAD.to_owned(), String::new()]
        .into_iter()
        .chain(lines)
        .collect();
    (lines.len() > 2).then(|| section("Accepted", &lines))
}

/// What is good and what was not looked at, in a line each.
fn first_sight(context: &Context<'_>) -> Option<String> {
    let good = items(context, overview::good(context));
    let unseen = items(context, overview::unseen(context));
    let parts = [("What is good", good), ("What was not looked at", unseen)];
    let parts: Vec<String> = parts
        .iter()
        .filter(|(_, lines)| !lines.is_empty())
        .map(|(heading, lines)| section(heading, lines))
        .collect();
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

/// What to do, what gains most first; `None` where nothing stands open.
fn remediation(context: &Context<'_>) -> Option<String> {
    let (first, rest) = tasks(context)?;
    let mut lines = [vec![plan::LEAD.to_owned(), String::new()], first].concat();
    if !rest.is_empty() {
        lines.extend([
            String::new(),
            format!("{} more stand under {FURTHER}.", rest.len()),
        ]);
    }
    Some(section("Remediation plan", &lines))
}

/// The rest of the plan, which gains least.
fn further(context: &Context<'_>) -> Option<String> {
    let (_, rest) = tasks(context)?;
    (!rest.is_empty()).then(|| section(FURTHER, &rest))
}

/// The same in one.
fn remediation_lines(context: &Context<'_>) -> Option<Vec<String>> {
    let (first, rest) = tasks(context)?;
    Some([vec![plan::LEAD.to_owned(), String::new()], first, rest].concat())
}

/// What gains most, and the rest; `None` where nothing stands open.
fn tasks(context: &Context<'_>) -> Option<(Vec<String>, Vec<String>)> {
    let things = things(&context.plan);
    let mut first = numbered(context, things.iter().take(TASKS_MAX).map(Thing::line));
    let mut rest = first.split_off(FIRST_MAX.min(first.len()));
    rest.extend(more(things.len(), TASKS_MAX).map(|more| format!("- {more}")));
    (!first.is_empty()).then_some((first, rest))
}
