use super::bulk_upload::{Look, look};
use super::progression::written_lines;
use super::{counted, of_history, place};
use court::evidence::Finding;
use probes_core::{Answer, Probe, Subject};
use serde_json::json;
use std::collections::BTreeSet;
use std::ops::Range;
use subject::Part;
use subject::history::lineage::EMPTY;
use subject::history::source::is_code;
use subject::history::{Commit, date, foreign};
use subject::part::by_path;

/// So many commits are looked at together: work of which they bring nearly all was done elsewhere, or not in steps.
const LARGEST: usize = 3;
/// What came within this time is looked at together too: finished work that is put in file by file is one step in many commits.
/// An hour is what the field's rubrics call clustered.
const SITTING_SECONDS: i64 = 60 * 60;
/// A commit that makes the code longer by less than one in so many of the lines it brings is a new form of what was there.
const NEW_FORM: u64 = 4;
/// So many lines a reviewer can still look through in one go, by the study of reviews at Cisco (SmartBear, 2006).
const REVIEWED_LINES: u64 = 400;
/// Of a program with so many lines every piece of work is a large share; a shorter one is a single piece.
const SMALL: Range<u64> = 200..2000;
/// So many commits within an hour are small steps, where so many brought lines in all.
const STEPS: usize = 15;
const MANY: usize = 50;
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
    let (total, brought) = (look.total(), look.by_size());
    let is_reviewed = brought.len() > LARGEST && brought.iter().all(|(lines, _)| *lines <= REVIEWED_LINES);
    if SMALL.contains(&total) && is_reviewed {
        return Answer::not_applicable(format!(
            "no commit brought more than {REVIEWED_LINES} lines, and of {total} lines each is a large share"
        ));
    }
    let percent = |lines: u64| lines * 100 / total;
    let percents: Vec<u64> = largest(&brought, total).map(percent).collect();
    let busiest = busiest_hour(&brought).min(total);
    let days: BTreeSet<i64> = snapshot
        .history
        .commits
        .iter()
        .filter(|commit| date::is_plausible(commit.authored))
        .map(|commit| commit.authored.div_euclid(DAY_SECONDS))
        .collect();
    let added = look.by_size_of(|at, commit, lines| match grown(snapshot, look, (at, commit)) {
        grown if grown * NEW_FORM < lines => 0,
        _ => lines,
    });
    let of_three = largest(&added, total).last().unwrap_or_default();
    let charged = of_three.max(busiest_hour(&added).min(total));
    let is_long = brought.len().min(days.len()) >= LONG;
    let large = if is_long { charged / 2 } else { charged };
    let shares: Vec<String> = percents.iter().map(|percent| format!("{percent} %")).collect();
    let mut rationale = format!(
        "of today's {total} source lines, the largest commits brought {}{} (added up), the busiest hour {} %; {} brought any; the history falls on {}",
        look.about(),
        shares.join(", "),
        percent(busiest),
        counted(brought.len(), "commit"),
        counted(days.len(), "day")
    );
    rationale += &look.estimated();
    let most = percents.last().copied().unwrap_or_default().max(percent(busiest));
    if percent(large) < most {
        rationale += &format!(
            "; {} % are held against it{}",
            percent(large),
            why(most > percent(charged), is_long)
        );
    }
    let value = json!({
        "good": total - large,
        "all": total,
        "largest": percents,
        "hour": percent(busiest),
        "days": days.len(),
    });
    let answer = Answer::value(Finding::Present, value, rationale).sure(SURE);
    brought
        .into_iter()
        .take(LARGEST)
        .fold(answer, |answer, (lines, commit)| {
            answer.at_noting(place(commit), format!("brought {lines} of the lines"))
        })
}

/// Why fewer lines are held against a history than its largest commits brought.
const fn why(has_forms: bool, is_long: bool) -> &'static str {
    match (has_forms, is_long) {
        (true, true) => {
            ", for commits that made the code hardly longer do not count, and in a long history the rest counts half"
        }
        (true, false) => ", for commits that made the code hardly longer do not count",
        (false, _) => ", for in a long history they count half",
    }
}

/// What the largest commits brought, added up.
fn largest(sizes: &[(u64, &Commit)], total: u64) -> impl Iterator<Item = u64> {
    let sizes = sizes.iter().take(LARGEST);
    sizes.scan(0, move |sum, (lines, _)| {
        *sum = total.min(*sum + lines);
        Some(*sum)
    })
}

/// By how many lines a commit made the program text longer. New formats, new names and files that are put together do not.
/// Of files whose versions are not at hand the lines that stand are taken.
fn grown(snapshot: &Subject, look: &Look<'_>, (at, commit): (usize, &Commit)) -> u64 {
    let size = |id: Option<&String>| match id {
        Some(id) if !EMPTY.contains(&id.as_str()) => Some(written_lines(snapshot.history.versions.get(id)?)),
        _ => Some(0),
    };
    let changes = commit.changes.iter();
    let is_docs = |path: &str| look.is_without_docs() && by_path(path) == Part::Docs;
    let changes = changes
        .filter(|one| is_code(&one.path) && foreign::by_path(&one.path).is_none() && !is_docs(&one.path));
    let (mut more, mut less) = (0, 0);
    for change in changes {
        match (size(change.old.as_ref()), size(change.new.as_ref())) {
            (Some(before), Some(after)) => {
                more += after;
                less += before;
            }
            _ => more += look.of_file(&change.path, at),
        }
    }
    more.saturating_sub(less)
}

/// The most lines that came with commits within one hour, by when they were written. In a history of many commits an hour of many is one of
/// small steps, replayed or not.
fn busiest_hour(brought: &[(u64, &Commit)]) -> u64 {
    let mut dated: Vec<(i64, u64)> = brought
        .iter()
        .filter(|(_, commit)| date::is_plausible(commit.authored))
        .map(|(lines, commit)| (commit.authored, *lines))
        .collect();
    dated.sort_unstable();
    let steps = if dated.len() >= MANY { STEPS } else { usize::MAX };
    let (mut end, mut within, mut most) = (0, 0, 0);
    for (first, (begun, lines)) in dated.iter().enumerate() {
        while let Some((_, more)) = dated.get(end).filter(|(now, _)| now - begun <= SITTING_SECONDS) {
            within += more;
            end += 1;
        }
        if end - first < steps {
            most = most.max(within);
        }
        within -= lines;
    }
    most
}
