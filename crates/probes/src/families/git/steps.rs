use super::bulk_upload::{Look, look};
use super::{counted, of_history, place};
use court::evidence::Finding;
use probes_core::{Answer, Probe, Subject};
use serde_json::json;
use std::collections::BTreeSet;
use subject::history::{Commit, date};

/// So many commits are looked at together: work of which they bring nearly all was done elsewhere, or not in steps.
const LARGEST: usize = 3;
/// What came within this time is looked at together too: finished work that is put in file by file is one step in many commits.
/// An hour is what the field's rubrics call clustered.
const SITTING_SECONDS: i64 = 60 * 60;
/// So many changed files are many, and at most one in so many of them is new.
const REWORKED_MIN: usize = 10;
/// Days are those of Greenwich.
const DAY_SECONDS: i64 = 24 * 60 * 60;
/// From so many commits on that brought lines, on so many days, the largest are mostly moves, imports and new forms of what was there:
/// they count half.
const LONG: usize = 30;
/// Who brought a line is traced where old contents are at hand, and estimated elsewhere.
const SURE: u8 = 85;

pub(super) const PROBE: Probe = of_history(
    "git.steps",
    "how many of the source lines came with other commits than the three largest, and outside the busiest hour; many of them, over several days, show work in steps",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    let look = look(snapshot);
    if look.total() == 0 {
        return Answer::not_applicable("there is no program text whose origin could be looked for");
    }
    answer(snapshot, &look)
}

fn answer(snapshot: &Subject, look: &Look<'_>) -> Answer {
    let total = look.total();
    let largest = look.by_size();
    let busiest = busiest_hour(&largest).min(total);
    let mut brought = 0;
    let mut percents = Vec::new();
    for (lines, _) in largest
        .iter()
        .filter(|(_, commit)| !reworks(commit))
        .take(LARGEST)
    {
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
        "of today's {total} source lines, the largest commits brought {}{} (added up), the busiest hour {} %; {} brought any; the history falls on {}",
        look.about(),
        shares.join(", "),
        busiest * 100 / total,
        counted(largest.len(), "commit"),
        counted(days.len(), "day")
    );
    let large = brought.max(busiest)
        / if largest.len().min(days.len()) >= LONG {
            2
        } else {
            1
        };
    let value = json!({
        "good": total - large,
        "all": total,
        "largest": percents,
        "hour": busiest * 100 / total,
        "days": days.len(),
    });
    let answer = Answer::value(Finding::Present, value, rationale).sure(SURE);
    largest
        .into_iter()
        .filter(|(_, commit)| !reworks(commit))
        .take(LARGEST)
        .fold(answer, |answer, (lines, commit)| {
            answer.at_noting(place(commit), format!("brought {lines} of the lines"))
        })
}

/// Whether a commit changes many files and brings hardly a new one, as new formats and new names do: what it reworks came before.
fn reworks(commit: &Commit) -> bool {
    let all = commit.changes.len();
    let new = commit
        .changes
        .iter()
        .filter(|change| change.status == 'A')
        .count();
    all >= REWORKED_MIN && new * REWORKED_MIN < all
}

/// The most lines that came with commits within one hour, by when they were written.
fn busiest_hour(brought: &[(u64, &Commit)]) -> u64 {
    let mut dated: Vec<(i64, u64)> = brought
        .iter()
        .filter(|(_, commit)| date::is_plausible(commit.authored))
        .map(|(lines, commit)| (commit.authored, *lines))
        .collect();
    dated.sort_unstable();
    let (mut first, mut within, mut most) = (0, 0, 0);
    for (now, lines) in &dated {
        within += lines;
        while let Some((_, out)) = dated
            .get(first)
            .filter(|(begun, _)| now - begun > SITTING_SECONDS)
        {
            within -= out;
            first += 1;
        }
        most = most.max(within);
    }
    most
}
