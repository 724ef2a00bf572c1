//! What was looked at, and above all what could not be.

use super::Context;
use super::entry::Entry;
use crate::dossier::{Dossier, HistoryNote, ReportNote, Skip, WallsNote};
use crate::line::{Line, code, joined, listed, ours, prose};
use crate::text::english::{count, ended, sentence};
use court::evidence::{Evidence, Finding};
use std::collections::BTreeMap;

/// The first lines; below them how many more groups there are, which hostile subjects can make many.
pub(crate) fn capped<'a>(mut lines: Vec<Line<'a>>, max: usize, what: &str) -> Vec<Line<'a>> {
    let more = lines.len().saturating_sub(max);
    lines.truncate(max);
    if more > 0 {
        lines.push(vec![ours(format!("{more} more {what} in ")), code("report.json")]);
    }
    lines
}

/// The causes for which probes could not look, each with its probes.
pub(crate) fn unobserved(evidence: &Evidence) -> Vec<Line<'_>> {
    let mut causes: BTreeMap<&str, Vec<Line<'_>>> = BTreeMap::new();
    for (_, exhibit) in evidence.iter().filter(|(_, exhibit)| exhibit.rank == 0) {
        if let Finding::Unobserved { cause } = &exhibit.finding {
            causes.entry(cause).or_default().push(vec![code(&exhibit.probe)]);
        }
    }
    let lines = causes.into_iter().map(|(cause, probes)| {
        let mut line = joined(probes, ", ");
        line.extend([ours(": "), prose(ended(cause))]);
        line
    });
    lines.collect()
}

/// How much of the history and of the files was read.
pub(crate) fn read<'a>(context: &Context<'a>) -> [Line<'a>; 2] {
    let coverage = &context.dossier.coverage;
    let files = count(coverage.files_read, "file was", "files were");
    let skipped = match coverage.files_skipped.len() {
        0 => "none".to_owned(),
        number => number.to_string(),
    };
    [
        history(&context.dossier.history),
        vec![ours(format!("Files: {files} read, {skipped} skipped."))],
    ]
}

fn history(history: &HistoryNote) -> Line<'_> {
    let extent = if history.complete {
        "the history is complete"
    } else {
        "the history is not complete, so its length says nothing"
    };
    let commits = count(history.commits, "commit", "commits");
    let mut line = vec![ours(format!("History: {commits} could be read; {extent}."))];
    if let Some(note) = &history.note {
        line.extend([ours(" "), prose(sentence(note))]);
    }
    line
}

/// What else was looked at or left alone; at most so many of each.
pub(crate) fn further<'a>(context: &Context<'a>, max: usize) -> Vec<Line<'a>> {
    let Dossier {
        coverage, subject, ..
    } = context.dossier;
    let mut lines: Vec<Line<'_>> = not_obeyed(&coverage.not_obeyed, max).into_iter().collect();
    if coverage.reports.is_empty() {
        lines.push(vec![
            ours("Reports: none was given; "),
            code("--find-report"),
            ours(" takes the one that lies in the repository, "),
            code("--report FILE"),
            ours(" any other."),
        ]);
    }
    let reports = coverage.reports.iter().map(|note| report(note, max));
    lines.extend(capped(reports.collect(), max, "reports"));
    if let Some(note) = &coverage.uncommitted {
        lines.push(vec![ours("Working copy, not audited: "), prose(ended(note))]);
    }
    lines.extend(subject.origin.as_deref().map(links_lead_to));
    let groups = behind_same_walls(&coverage.containment).into_iter();
    let walls = groups.map(|(what, note)| walls(&what, note, max));
    lines.extend(capped(walls.collect(), max, "groups"));
    lines
}

/// What a clone says of itself may be wrong, or the commit may not be there yet.
fn links_lead_to(origin: &str) -> Line<'_> {
    let lead = "Links: they lead to ";
    let rest = ", which the clone names as its origin. Nothing was fetched from there.";
    around(lead, vec![code(origin)], rest)
}

fn not_obeyed(paths: &[String], max: usize) -> Option<Line<'_>> {
    let lead = "Ignored as settings, for nothing in the subject steers its audit: ";
    let named = listed(paths.iter().map(|path| vec![code(path)]), max);
    (!paths.is_empty()).then(|| around(lead, named, "."))
}

fn around<'a>(before: &'static str, line: Line<'a>, after: &'static str) -> Line<'a> {
    [vec![ours(before)], line, vec![ours(after)]]
        .into_iter()
        .flatten()
        .collect()
}

fn report(report: &ReportNote, max: usize) -> Line<'_> {
    let pages = count(report.pages, "page", "pages");
    let images = count(report.images, "image", "images");
    let mut line = around("Report ", vec![code(&report.name)], ": ");
    line.push(ours(format!("{pages}, {images}.")));
    if let Some(cause) = &report.cause {
        line.extend([ours(" "), prose(sentence(cause))]);
    }
    if !report.active.is_empty() {
        // What it would do if it were run.
        let lead = " It holds active content, which is listed and never run: ";
        let kinds = report.active.iter().map(|kind| vec![prose(kind)]);
        line.extend(around(lead, listed(kinds, max), "."));
    }
    line
}

/// What was read behind the same walls, in the order of the notes.
fn behind_same_walls(notes: &[WallsNote]) -> Vec<(Vec<String>, &WallsNote)> {
    let mut groups: Vec<(Vec<String>, &WallsNote)> = Vec::new();
    for note in notes {
        let is_same = |other: &WallsNote| {
            (&other.in_force, &other.missing, &other.lost) == (&note.in_force, &note.missing, &note.lost)
        };
        match groups.iter_mut().find(|(_, other)| is_same(other)) {
            Some((what, _)) => what.push(note.what.clone()),
            None => groups.push((vec![note.what.clone()], note)),
        }
    }
    groups
}

fn walls<'a>(what: &[String], note: &'a WallsNote, max: usize) -> Line<'a> {
    let standing = match note.in_force.join(", ") {
        none if none.is_empty() => "the process could not say".to_owned(),
        walls => walls,
    };
    let mut line = around("Contained while reading ", vec![prose(what.join(", "))], ": ");
    line.extend([prose(standing), ours(".")]);
    let lost = &note.lost[..max.min(note.lost.len())];
    for (lead, texts) in [
        (" Not in force: ", note.missing.as_slice()),
        (" Lost with a process that died: ", lost),
    ] {
        if !texts.is_empty() {
            line.extend([ours(lead), prose(ended(&texts.join("; ")))]);
        }
    }
    line
}

/// Skipped files by their reason; reasons that differ only in what they quote are one.
pub(crate) fn by_reason(skips: &[Skip]) -> BTreeMap<String, Vec<&str>> {
    let mut reasons: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for skip in skips {
        reasons.entry(unquoted(&skip.why)).or_default().push(&skip.path);
    }
    reasons
}

/// ``a symbolic link to `x`, not followed`` without its `x`.
fn unquoted(why: &str) -> String {
    let outside: String = why.split('`').step_by(2).collect();
    let words = outside.replace(" to ,", ",");
    words.trim().trim_end_matches('.').to_owned()
}

/// How the rubric was read; at most so many lines and keys.
pub(crate) fn rubric<'a>(context: &Context<'a>, max: usize) -> Vec<Line<'a>> {
    let rubric = &context.dossier.rubric;
    let mut lines: Vec<Line<'a>> = protocols(&context.entries, max).into_iter().collect();
    let understood = rubric.understood.iter();
    let understood = understood.map(|text| vec![ours("Rubric: "), prose(ended(text))]);
    lines.extend(capped(understood.collect(), max, "groups"));
    if !rubric.ignored.is_empty() {
        let keys = rubric.ignored.iter().take(max).map(|key| vec![code(key)]);
        let more = rubric.ignored.len().saturating_sub(max);
        let more = Some(format!(" and {more} more")).filter(|_| more > 0);
        let mut line = around("Rubric, kept without effect: ", joined(keys, ", "), "");
        line.push(ours(more.unwrap_or_default()));
        lines.push(line);
    }
    lines
}

/// The protocols that the rubric itself names, each once, in the order of the dimensions.
fn protocols<'a>(entries: &[Entry<'a>], max: usize) -> Option<Line<'a>> {
    let mut named: Vec<&str> = Vec::new();
    for protocol in entries.iter().filter_map(Entry::named_protocol) {
        if !named.contains(&protocol) {
            named.push(protocol);
        }
    }
    let codes = named.iter().map(|name| vec![code(*name)]);
    let shown = listed(codes, max);
    (!named.is_empty()).then(|| around("Rubric: read by the protocols that it names: ", shown, "."))
}

#[cfg(test)]
mod tests;
