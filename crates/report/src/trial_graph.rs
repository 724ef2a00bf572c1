//! The topology of a trial as Mermaid, drawn from the names of its jobs and never by hand.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use wordlist::array;

/// The stages in the order of the flow. A job's stage is the part of its name before the first `/`.
const STAGES: [&str; 8] = array("seize read investigate admit opine rehear rule pronounce");
/// Stages whose jobs belong to a dimension, named after the first `/`.
const PER_DIMENSION: [&str; 4] = ["admit", "opine", "rehear", "rule"];

/// The jobs of a trial whose rubric has one dimension, for those who ask before any case exists.
pub const SPECIMEN: [&str; 14] = array(
    "seize read/report investigate/RepoInvestigator investigate/DocAnalyst investigate/VisionInspector \
     admit/dimension opine/dimension/Prosecutor opine/dimension/Defense opine/dimension/TechLead \
     rehear/dimension/Prosecutor rehear/dimension/Defense rehear/dimension/TechLead rule/dimension pronounce",
);

/// Draws the jobs named `labels`.
#[must_use]
pub fn mermaid(labels: &[String]) -> String {
    let jobs: BTreeSet<&str> = labels
        .iter()
        .map(String::as_str)
        .filter(|label| stage(label).is_some())
        .collect();
    let ids: BTreeMap<&str, String> = jobs
        .iter()
        .zip(0..)
        .map(|(job, at)| (*job, format!("j{at}")))
        .collect();
    let mut out = String::from("flowchart TD\n");
    for job in in_order(&jobs) {
        let _ = writeln!(out, "    {}{}", ids[job], shape(job));
    }
    let edges: BTreeSet<(usize, &str, &str)> = jobs
        .iter()
        .flat_map(|job| {
            before(job, &jobs)
                .into_iter()
                .map(move |from| (rank(from), from, *job))
        })
        .collect();
    for (_, from, to) in edges {
        let arrow = if stage(from) == Some("admit") {
            conditional(to)
        } else {
            "-->"
        };
        let _ = writeln!(out, "    {} {arrow} {}", ids[from], ids[to]);
    }
    out
}

fn conditional(to: &str) -> &'static str {
    if stage(to) == Some("opine") {
        "-. admitted .->"
    } else {
        "-. not assessable .->"
    }
}

fn stage(job: &str) -> Option<&'static str> {
    let name = job.split('/').next()?;
    STAGES.into_iter().find(|stage| *stage == name)
}

fn rank(job: &str) -> usize {
    stage(job)
        .and_then(|stage| STAGES.iter().position(|known| *known == stage))
        .unwrap_or(STAGES.len())
}

fn dimension(job: &str) -> Option<&str> {
    stage(job)
        .filter(|stage| PER_DIMENSION.contains(stage))
        .and_then(|_| job.split('/').nth(1))
}

fn in_order<'a>(jobs: &BTreeSet<&'a str>) -> Vec<&'a str> {
    let mut sorted: Vec<&str> = jobs.iter().copied().collect();
    sorted.sort_by_key(|job| (rank(job), *job));
    sorted
}

/// The jobs whose results this one waits for: those of the latest earlier stage that speaks of the same
/// dimension or of the whole case.
fn before<'a>(job: &str, jobs: &BTreeSet<&'a str>) -> Vec<&'a str> {
    let mine = dimension(job);
    let speaks_to_me = |other: &&&str| {
        rank(other) < rank(job) && (mine.is_none() || dimension(other).is_none() || dimension(other) == mine)
    };
    let earlier: Vec<&str> = jobs.iter().filter(speaks_to_me).copied().collect();
    let wanted: &[&str] = match stage(job) {
        Some("read") => &[],
        Some("investigate") => return earlier,
        Some("admit") => &["investigate"],
        Some("opine") => &["admit"],
        Some("rehear") => &["opine"],
        Some("rule") => &["rehear", "opine", "admit"],
        Some("pronounce") => &["rule"],
        _ => &[],
    };
    let of = |stage_name: &str| {
        earlier
            .iter()
            .copied()
            .filter(|other| stage(other) == Some(stage_name))
            .collect::<Vec<_>>()
    };
    wanted
        .iter()
        .map(|name| of(name))
        .find(|found| !found.is_empty())
        .unwrap_or_default()
}

fn shape(job: &str) -> String {
    let text: String = job
        .chars()
        .map(|c| {
            if c.is_alphanumeric() || "/_-. ".contains(c) {
                c
            } else {
                '_'
            }
        })
        .collect();
    match stage(job) {
        Some("admit") => format!("{{\"{text}\"}}"),
        Some("seize" | "pronounce") => format!("([\"{text}\"])"),
        _ => format!("[\"{text}\"]"),
    }
}

#[cfg(test)]
mod tests;
