use super::bulk_upload::{Look, look};
use super::{counted, gap, place};
use court::evidence::{Detective, Finding};
use probes_core::Subject;
use probes_core::probe::{Answer, Probe};
use serde_json::json;
use std::collections::BTreeSet;
use subject::history::date;

/// So many commits are looked at together: work of which they bring nearly all was done elsewhere, or not in steps.
const LARGEST: usize = 3;
/// Days are those of Greenwich.
const DAY_SECONDS: i64 = 24 * 60 * 60;
/// Who brought a line is traced where old contents are at hand, and estimated elsewhere.
const SURE: u8 = 85;

pub(super) const PROBE: Probe = Probe {
    id: "git.steps",
    detective: Detective::RepoInvestigator,
    goal: "how many of the source lines came with other commits than the three largest; many of them, over several days, show work in steps",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    if let Some(gap) = gap(snapshot) {
        return gap;
    }
    let look = look(snapshot);
    if look.total() == 0 {
        return Answer::not_applicable("there is no program text whose origin could be looked for");
    }
    answer(snapshot, &look)
}

fn answer(snapshot: &Subject, look: &Look<'_>) -> Answer {
    let total = look.total();
    let largest = look.by_size();
    let mut brought = 0;
    let mut percents = Vec::new();
    for (lines, _) in largest.iter().take(LARGEST) {
        brought = total.min(brought + lines);
        percents.push(brought * 100 / total);
    }
    let days: BTreeSet<i64> = snapshot
        .history
        .commits
        .iter()
        .filter(|commit| date::is_plausible(commit.authored))
        .map(|commit| commit.authored.div_euclid(DAY_SECONDS))
        .collect();
    let shares: Vec<String> = percents.iter().map(|percent| format!("{percent} %")).collect();
    let rationale = format!(
        "of {total} source lines that stand, the largest commits brought {} (each figure with those before it); {} brought any, on {}",
        shares.join(", "),
        counted(largest.len(), "commit"),
        counted(days.len(), "day")
    );
    let value = json!({"good": total - brought, "all": total, "largest": percents, "days": days.len()});
    let answer = Answer::value(Finding::Present, value, rationale).sure(SURE);
    largest
        .into_iter()
        .take(LARGEST)
        .fold(answer, |answer, (lines, commit)| {
            answer.at_noting(place(commit), format!("brought {lines} of the lines"))
        })
}
