//! `structure.files`: code stands in files small enough to survey.

use super::share::Share;
use court::evidence::Place;
use probes_core::{Answer, Probe, Subject};

/// Lines of code of a file from which nobody knows all of it; linters warn from 250 to 1 000.
const LINES_MAX: u32 = 500;

/// The share of code in files that are not too long.
pub(super) const PROBE: Probe = Probe::of_code(
    "structure.files",
    "Code stands in files of at most 500 lines of code",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    let census = snapshot.census();
    let mut share = Share::new(census);
    for (path, file) in census.product() {
        let tests: u32 = file.inner_tests().map(|(first, last)| last - first + 1).sum();
        let lines = file.facts.code_lines.saturating_sub(tests);
        let is_short = lines <= LINES_MAX;
        share.count(path, u64::from(lines), is_short);
        if !is_short {
            let note = format!("{lines} lines of code in one file, tests in it not counted");
            share.blame(u64::from(lines), Place::line(path, 1), note);
        }
    }
    share.answer(
        snapshot,
        "lines of code stand in files of at most 500 lines of code",
    )
}
