//! What happened when the subject's own program ran, with its timeline as a picture.

use super::{Context, items, more};
use crate::dossier::{ExperimentNote, ScenarioNote, VisitNote};
use crate::line::{Line, in_html};
use crate::sections::experiment::{
    LEAD, WORST_MAX, differing, fact, figure, head, scenario, surprise, timeline, visit,
};
use crate::text::english::{count, shorten};
use crate::text::html::Seen;
use maud::{Markup, html};

/// Most characters of a name on the picture.
const NAME_MAX: usize = 22;
const ILL_MAX: usize = 30;
/// Most steps and nodes of a step that the picture has room for.
const STEPS_MAX: usize = 14;
const ROWS_MAX: usize = 10;
/// Measures of the picture.
const WIDE: usize = 190;
const HIGH: usize = 44;
const GAP: usize = 14;

/// `None` where it did not run.
pub(super) fn write(context: &Context<'_>) -> Option<Markup> {
    let experiment = context.dossier.experiment.as_ref()?;
    Some(html! {
        p { (LEAD) }
        p { (in_html(&head(experiment), &context.links)) }
        (surprises(context, experiment))
        @if let Some(one) = timeline(experiment) { (ran(context, one)) }
        h3 { "Scenarios" }
        (items(context, &experiment.scenarios.iter().map(scenario).collect::<Vec<_>>()))
        @if !experiment.figures.is_empty() {
            h3 { "What it amounts to" }
            (items(context, &experiment.figures.iter().map(figure).collect::<Vec<_>>()))
        }
        (against(context, experiment))
    })
}

fn surprises(context: &Context<'_>, experiment: &ExperimentNote) -> Markup {
    let worst: Vec<Line<'_>> = experiment
        .surprises
        .iter()
        .take(WORST_MAX)
        .map(surprise)
        .collect();
    html! {
        @if worst.is_empty() { p { "Nothing surprising was seen." } } @else { (items(context, &worst)) }
        (more(experiment.surprises.len(), WORST_MAX))
    }
}

fn ran(context: &Context<'_>, one: &ScenarioNote) -> Markup {
    html! {
        h3 { "Step by step, where " (Seen(&one.says)) }
        figure .drawing {
            div .scroll tabindex="0" role="region" aria-label="Timeline of the run" { (picture(one)) }
            figcaption .note { "Each column is a superstep: what stands in it ran at the same time. Broken frames lost something or raised." }
        }
        details {
            summary { "In words" }
            ol {
                @for step in &one.steps {
                    li { "step " (step.step) ul { @for node in &step.nodes { li { (in_html(&visit(node), &context.links)) } } } }
                }
            }
        }
    }
}

fn picture(one: &ScenarioNote) -> Markup {
    let steps = one.steps.iter().take(STEPS_MAX);
    let rows = steps
        .clone()
        .map(|step| step.nodes.len().min(ROWS_MAX))
        .max()
        .unwrap_or_default();
    let (wide, high) = (
        steps.len() * (WIDE + GAP) + GAP,
        (rows + 1) * (HIGH + GAP) + 2 * GAP,
    );
    html! {
        svg width=(wide) height=(high) viewBox={ "0 0 " (wide) " " (high) } role="img" aria-label="Timeline of the run" {
            @for (column, step) in steps.enumerate() {
                @let x = GAP + column * (WIDE + GAP);
                @let more = if column + 1 == STEPS_MAX { one.steps.len() - STEPS_MAX } else { 0 };
                text x=(x) y=(GAP + HIGH / 2) fill="currentColor" font-size="12" {
                    "step " (step.step) @if more > 0 { ", and " (count(more, "step", "steps")) " more" }
                }
                @for (row, node) in step.nodes.iter().take(ROWS_MAX).enumerate() {
                    @let y = (row + 1) * (HIGH + GAP);
                    @let is_bad = !node.lost.is_empty() || node.error.is_some();
                    rect x=(x) y=(y) width=(WIDE) height=(HIGH) rx="5" fill="none" stroke="currentColor"
                        stroke-dasharray=[is_bad.then_some("4 3")] {}
                    text x=(x + 8) y=(y + 18) fill="currentColor" font-size="12" { (Seen(&shorten(&node.node, NAME_MAX))) }
                    @if let Some(bad) = ill(node) {
                        text x=(x + 8) y=(y + 34) fill="currentColor" font-size="10" { (Seen(&shorten(&bad, ILL_MAX))) }
                    }
                }
                @if step.nodes.len() > ROWS_MAX {
                    text x=(x + 8) y=((rows + 1) * (HIGH + GAP) + GAP) fill="currentColor" font-size="12" { (step.nodes.len() - ROWS_MAX) " more" }
                }
            }
        }
    }
}

/// What went wrong in a node, for a second line in its frame.
fn ill(node: &VisitNote) -> Option<String> {
    let lost = (!node.lost.is_empty()).then(|| format!("lost: {}", node.lost.join(", ")));
    let raised = node.error.as_ref().map(|error| format!("raised {error}"));
    raised.or(lost)
}

fn against(context: &Context<'_>, experiment: &ExperimentNote) -> Markup {
    let (other, same) = differing(experiment);
    html! {
        h3 { "Reading against running" }
        p { "Reading and running say the same of " (count(same, "fact", "facts")) "." }
        @if !other.is_empty() { (items(context, &other.into_iter().map(fact).collect::<Vec<_>>())) }
    }
}
