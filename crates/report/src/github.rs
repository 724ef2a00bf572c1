//! What a GitHub workflow shows: a step summary, and annotations as workflow commands for the runner to read
//! from standard output.

use crate::markdown;
use crate::sections::Context;
use crate::sections::plan::Task;
use crate::text::english::{out_of, sentence, shorten};
use court::evidence::Place;
use court::score::Score;
use court::visible::visible;

/// The runner shows ten annotations of each level in one step.
const ANNOTATIONS_MAX: usize = 10;
/// Most characters of an annotation; longer ones are cut by the page.
const TEXT_MAX: usize = 600;

/// The verdict, the scores and what blocks a higher one. It begins with a mark by which a comment can be found
/// again and replaced.
pub(crate) fn summary(context: &Context<'_>) -> String {
    format!("<!-- auditor:summary -->\n{}", markdown::render_summary(context))
}

/// One notice with the verdict, then a warning for each thing that can be mended at a line.
pub(crate) fn annotations(context: &Context<'_>) -> String {
    let placed = context.plan.iter().filter_map(annotation);
    let lines: Vec<String> = std::iter::once(verdict(context))
        .chain(placed.take(ANNOTATIONS_MAX))
        .collect();
    format!("{}\n", lines.join("\n"))
}

fn verdict(context: &Context<'_>) -> String {
    let verdict = &context.dossier.verdict;
    let score = verdict
        .overall
        .map_or_else(|| "no score".to_owned(), |score| out_of(score, &verdict.scale));
    let state = if verdict.is_complete { "" } else { ", incomplete" };
    let court = verdict.court_overall.map_or_else(String::new, |court| {
        format!(" (people overruled the court, which said {court})")
    });
    let message = format!("{score}{court}{state} under {}", context.dossier.rubric.name);
    format!("::notice title=Audit::{}", data(&message))
}

fn annotation(task: &Task<'_>) -> Option<String> {
    let Some(Place::Lines { path, first, last }) = &task.remedy.place else {
        return None;
    };
    let what = task.complaint.as_deref().unwrap_or(&task.remedy.action);
    let gain = task.gain.filter(|gain| *gain > Score::whole(0));
    let gain = gain.map_or_else(String::new, |gain| format!(" (+{gain})"));
    let message = format!("{} {}{gain}", sentence(what), sentence(&task.remedy.action));
    // A dimension that stands at its highest gives no cause for a warning.
    let level = if task.is_obstacle() { "warning" } else { "notice" };
    Some(format!(
        "::{level} file={},line={first},endLine={last},title={}::{}",
        property(path),
        property(&shorten(&task.dimension.name, TEXT_MAX)),
        data(&shorten(&message, TEXT_MAX))
    ))
}

/// The text after `::`.
fn data(text: &str) -> String {
    visible(text).replace('%', "%25").replace('\n', "%0A")
}

/// The value of a property.
fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}
