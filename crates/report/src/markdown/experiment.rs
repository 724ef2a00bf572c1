//! What happened when the subject's own program ran.

use super::{Context, items, section};
use crate::line::{Line, in_markdown};
use crate::sections::experiment::{
    LEAD, WORST_MAX, differing, fact, figure, head, scenario, surprise, timeline, visit,
};
use crate::text::english::count;
use crate::text::markdown::inline;

/// `None` where it did not run.
pub(super) fn write(context: &Context<'_>) -> Option<String> {
    let experiment = context.dossier.experiment.as_ref()?;
    let mut blocks = vec![LEAD.to_owned(), in_markdown(&head(experiment), &context.links)];
    let list = |lines: Vec<Line<'_>>| items(context, lines).join("\n");
    let worst = experiment.surprises.iter().take(WORST_MAX);
    match experiment.surprises.len() {
        0 => blocks.push("Nothing surprising was seen.".to_owned()),
        _ => blocks.push(list(worst.map(surprise).collect())),
    }
    if let Some(one) = timeline(experiment) {
        let steps = one.steps.iter().flat_map(|step| {
            let nodes = step
                .nodes
                .iter()
                .map(|node| format!("  - {}", in_markdown(&visit(node), &context.links)));
            std::iter::once(format!("- step {}", step.step))
                .chain(nodes)
                .collect::<Vec<_>>()
        });
        let steps: Vec<String> = steps.collect();
        blocks.push(format!(
            "### Step by step, where {}\n\n{}",
            inline(&one.says),
            steps.join("\n")
        ));
    }
    blocks.push(format!(
        "### Scenarios\n\n{}",
        list(experiment.scenarios.iter().map(scenario).collect())
    ));
    if !experiment.figures.is_empty() {
        let lines = experiment.figures.iter().map(figure).collect();
        blocks.push(format!("### What it amounts to\n\n{}", list(lines)));
    }
    let (other, same) = differing(experiment);
    let same = count(same, "fact", "facts");
    let mut told = vec![format!("Reading and running say the same of {same}.")];
    if !other.is_empty() {
        told.push(list(other.into_iter().map(fact).collect()));
    }
    blocks.push(format!("### Reading against running\n\n{}", told.join("\n\n")));
    Some(section("What happened when it ran", &[blocks.join("\n\n")]))
}
