//! What was looked at, and above all what could not be.

use super::{Desk, section};
use crate::coverage::{behind_same_walls, by_reason, named_protocols};
use crate::dossier::{Coverage, HistoryNote, ReportNote, Skip, WallsNote};
use crate::escape::{code, inline};
use crate::words::{count, ended, list, list_some, sentence};
use court::evidence::{Evidence, Finding};
use std::collections::BTreeMap;

/// Most skipped files named.
const SKIPPED_MAX: usize = 8;
/// Most causes, reasons or keys listed; hostile subjects can make many.
const GROUPS_MAX: usize = 20;
/// Most reports listed.
const REPORTS_MAX: usize = 20;

pub(super) fn write(desk: &Desk<'_>) -> String {
    let coverage = &desk.dossier.coverage;
    let mut lines = unobserved(&desk.dossier.evidence);
    lines.push(history(&desk.dossier.history));
    lines.push(files(coverage));
    lines.extend(skipped(&coverage.files_skipped));
    lines.extend(not_obeyed(&coverage.not_obeyed));
    lines.extend(reports(&coverage.reports));
    lines.extend(uncommitted(coverage));
    lines.extend(containment(&coverage.containment));
    lines.extend(protocols(desk));
    lines.extend(rubric(desk));
    section("Coverage", &lines)
}

fn unobserved(evidence: &Evidence) -> Vec<String> {
    let mut causes: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (_, exhibit) in evidence.iter().filter(|(_, exhibit)| exhibit.rank == 0) {
        if let Finding::Unobserved { cause } = &exhibit.finding {
            causes.entry(cause).or_default().push(&exhibit.probe);
        }
    }
    if causes.is_empty() {
        return vec!["- Every probe could look.".to_owned()];
    }
    capped(causes.into_iter().map(|(cause, probes)| {
        let probes: Vec<String> = probes.into_iter().map(code).collect();
        let cause = cause.trim().trim_end_matches('.');
        format!("- Not observed, because {}: {}", inline(cause), probes.join(", "))
    }))
}

fn history(history: &HistoryNote) -> String {
    let extent = if history.complete {
        "the history is complete"
    } else {
        "the history is not complete, so its length says nothing"
    };
    let note = history.note.as_ref();
    let note = note.map_or_else(String::new, |note| format!(" {}", inline(&sentence(note))));
    format!(
        "- History: {} could be read; {extent}.{note}",
        count(history.commits, "commit", "commits")
    )
}

fn files(coverage: &Coverage) -> String {
    let read = count(coverage.files_read, "file was", "files were");
    match coverage.files_skipped.len() {
        0 => format!("- Files: {read} read, none skipped."),
        skipped => format!("- Files: {read} read, {skipped} skipped."),
    }
}

fn skipped(skips: &[Skip]) -> Vec<String> {
    let mut room = SKIPPED_MAX;
    capped(by_reason(skips).into_iter().map(|(why, paths)| {
        let named: Vec<String> = paths.iter().take(room).map(|path| code(path)).collect();
        room -= named.len();
        let more = paths.len() - named.len();
        let more = match (named.len(), more) {
            (_, 0) => String::new(),
            (0, _) => "see `report.json`".to_owned(),
            (_, more) => format!(" and {more} more"),
        };
        let number = count(paths.len(), "file", "files");
        format!(
            "- Skipped, {}: {number}: {}{more}",
            inline(&why),
            named.join(", ")
        )
    }))
}

fn not_obeyed(paths: &[String]) -> Option<String> {
    let named: Vec<String> = paths.iter().map(|path| code(path)).collect();
    let shown = list_some(&named, GROUPS_MAX);
    (!named.is_empty())
        .then(|| format!("- Ignored as settings, for nothing in the subject steers its audit: {shown}."))
}

/// How dimensions were read that say themselves how they are to be.
fn protocols(desk: &Desk<'_>) -> Option<String> {
    let named: Vec<String> = named_protocols(&desk.entries).into_iter().map(code).collect();
    let shown = list_some(&named, GROUPS_MAX);
    (!named.is_empty()).then(|| format!("- Rubric: read by the protocols that it names: {shown}."))
}

fn reports(reports: &[ReportNote]) -> Vec<String> {
    if reports.is_empty() {
        return vec!["- Reports: none was given.".to_owned()];
    }
    let mut lines: Vec<String> = reports.iter().take(REPORTS_MAX).map(report).collect();
    if reports.len() > REPORTS_MAX {
        lines.push(format!(
            "- {} more reports in `report.json`",
            reports.len() - REPORTS_MAX
        ));
    }
    lines
}

fn report(report: &ReportNote) -> String {
    let cause = report.cause.as_ref();
    let cause = cause.map_or_else(String::new, |cause| format!(" {}", inline(&sentence(cause))));
    format!(
        "- Report {}: {}, {}.{cause}{}",
        code(&report.name),
        count(report.pages, "page", "pages"),
        count(report.images, "image", "images"),
        active(report)
    )
}

/// What a report would do if it were run.
fn active(report: &ReportNote) -> String {
    if report.active.is_empty() {
        return String::new();
    }
    let kinds: Vec<String> = report.active.iter().map(|kind| inline(kind)).collect();
    format!(
        " It holds active content, which is listed and never run: {}.",
        list_some(&kinds, GROUPS_MAX)
    )
}

fn uncommitted(coverage: &Coverage) -> Option<String> {
    let note = coverage.uncommitted.as_ref()?;
    Some(format!("- Working copy, not audited: {}", inline(&ended(note))))
}

fn containment(walls: &[WallsNote]) -> Vec<String> {
    let groups = behind_same_walls(walls);
    capped(groups.into_iter().map(|(what, note)| {
        let standing = if note.in_force.is_empty() {
            "the process could not say".to_owned()
        } else {
            note.in_force.join(", ")
        };
        let missing = note.missing.join("; ");
        let missing = if missing.is_empty() {
            String::new()
        } else {
            format!(" Not in force: {}", inline(&ended(&missing)))
        };
        let lost = note.lost.iter().take(GROUPS_MAX).cloned().collect::<Vec<_>>();
        let lost = if lost.is_empty() {
            String::new()
        } else {
            format!(
                " Lost with a process that died: {}",
                inline(&ended(&lost.join("; ")))
            )
        };
        format!(
            "- Contained while reading {}: {}.{missing}{lost}",
            inline(&list(&what)),
            inline(&standing)
        )
    }))
}

fn rubric(desk: &Desk<'_>) -> Vec<String> {
    let rubric = &desk.dossier.rubric;
    let understood = rubric
        .understood
        .iter()
        .map(|text| format!("- Rubric: {}", inline(&ended(text))));
    let mut lines = capped(understood);
    if !rubric.ignored.is_empty() {
        let keys: Vec<String> = rubric
            .ignored
            .iter()
            .take(GROUPS_MAX)
            .map(|key| code(key))
            .collect();
        let more = rubric.ignored.len() - keys.len();
        let more = if more > 0 {
            format!(" and {more} more")
        } else {
            String::new()
        };
        lines.push(format!(
            "- Rubric, kept without effect: {}{more}",
            keys.join(", ")
        ));
    }
    lines
}

fn capped(lines: impl ExactSizeIterator<Item = String>) -> Vec<String> {
    let total = lines.len();
    let mut kept: Vec<String> = lines.take(GROUPS_MAX).collect();
    if total > GROUPS_MAX {
        kept.push(format!("- {} more groups in `report.json`", total - GROUPS_MAX));
    }
    kept
}
