//! The verdict line and the summary.

use super::Desk;
use crate::entry::{is_incomplete, is_not_assessable, tally};
use crate::escape::inline;
use crate::summary::summary;
use crate::words::{count, out_of, sentence};

pub(super) fn write(desk: &Desk<'_>) -> String {
    let dossier = desk.dossier;
    let blocks = [
        format!("# Audit of {}", inline(&dossier.subject.name)),
        verdict_line(desk),
        inline(&summary(dossier, &desk.entries, &desk.plan)),
        format!(
            "Judged by the {} panel. {}",
            inline(&dossier.panel.name),
            inline(&sentence(&dossier.panel.what))
        ),
    ];
    blocks.join("\n\n").trim_end().to_owned()
}

fn verdict_line(desk: &Desk<'_>) -> String {
    let rubric = &desk.dossier.rubric;
    let version = rubric
        .version
        .as_deref()
        .map_or_else(String::new, |v| format!(" {}", inline(v)));
    let parts = [
        score(desk),
        completeness(desk),
        format!("commit {}", desk.links.audited_commit()),
        format!("rubric {}{version}", inline(&rubric.name)),
        format!("rules {}", inline(&desk.dossier.rules.name)),
        format!("panel {}", inline(&desk.dossier.panel.name)),
    ];
    parts.join(" · ")
}

fn score(desk: &Desk<'_>) -> String {
    let verdict = &desk.dossier.verdict;
    let scale = &verdict.scale;
    match verdict.overall {
        Some(score) => format!(
            "**{}** on a scale from {} to {}",
            out_of(score, scale),
            scale.min,
            scale.max
        ),
        None => "**no score**".to_owned(),
    }
}

fn completeness(desk: &Desk<'_>) -> String {
    let outside = tally(&desk.entries, is_not_assessable);
    let missed = tally(&desk.entries, is_incomplete);
    let mut text = if desk.dossier.verdict.is_complete {
        "complete".to_owned()
    } else {
        let could_not = "could not be observed or judged";
        format!(
            "**incomplete**: {} {could_not}",
            count(missed, "dimension", "dimensions")
        )
    };
    if outside > 0 {
        text.push_str(&format!(
            ", {} not assessable",
            count(outside, "dimension", "dimensions")
        ));
    }
    text
}
