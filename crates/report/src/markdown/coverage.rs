//! What was looked at, and above all what could not be.

use super::{Context, items, section};
use crate::dossier::Skip;
use crate::line::{Line, code, joined, ours, prose};
use crate::sections::coverage::{by_reason, capped, further, read, rubric, unobserved};
use crate::text::english::count;

/// Most skipped files named.
const SKIPPED_MAX: usize = 8;
/// Most causes, reasons, reports or keys listed; hostile subjects can make many.
const LISTED_MAX: usize = 20;

pub(super) fn write(context: &Context<'_>) -> String {
    let coverage = &context.dossier.coverage;
    let mut lines = not_observed(context);
    lines.extend(read(context));
    lines.extend(capped(skipped(&coverage.files_skipped), LISTED_MAX, "groups"));
    lines.extend(further(context, LISTED_MAX));
    lines.extend(rubric(context, LISTED_MAX));
    section("Coverage", &items(context, lines))
}

fn not_observed<'a>(context: &Context<'a>) -> Vec<Line<'a>> {
    let causes = unobserved(&context.dossier.evidence);
    if causes.is_empty() {
        return vec![vec![ours("Every probe could look.")]];
    }
    let lead = || ours("Not observed: ");
    let lines = causes
        .into_iter()
        .map(|cause| std::iter::once(lead()).chain(cause).collect());
    capped(lines.collect(), LISTED_MAX, "groups")
}

fn skipped(skips: &[Skip]) -> Vec<Line<'_>> {
    let mut room = SKIPPED_MAX;
    let mut lines = Vec::new();
    for (why, paths) in by_reason(skips) {
        let named = room.min(paths.len());
        room -= named;
        let more = match (named, paths.len() - named) {
            (_, 0) => String::new(),
            (0, _) => "see `report.json`".to_owned(),
            (_, more) => format!(" and {more} more"),
        };
        let number = count(paths.len(), "file", "files");
        let mut line = vec![ours("Skipped, "), prose(why), ours(format!(": {number}: "))];
        line.extend(joined(
            paths.into_iter().take(named).map(|path| vec![code(path)]),
            ", ",
        ));
        line.push(ours(more));
        lines.push(line);
    }
    lines
}
