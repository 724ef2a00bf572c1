//! `structure.files`: code stands in files small enough to survey.

use super::said::Said;
use super::share::Share;
use court::evidence::Place;
use probes_core::{Answer, Probe, Subject};

/// Lines of code of a file from which nobody knows all of it; linters warn from 250 to 1 000.
const LINES_MAX: u32 = 500;

/// The share of code that stands in files where one can survey it: what a file has beyond the limit does not.
pub(super) const PROBE: Probe = Probe::of_code(
    "structure.files",
    "Code stands within the first 500 lines of code of its file",
    examine,
);

fn examine(snapshot: &Subject) -> Answer {
    let census = snapshot.census();
    let mut share = Share::new(census);
    for (path, file) in census.product() {
        let said = Said::of(file.facts.language, snapshot.text(path).unwrap_or_default());
        let tests: u32 = file
            .inner_tests()
            .map(|(first, last)| said.between(first, last))
            .sum();
        let lines = said.all().saturating_sub(tests);
        let beyond = lines.saturating_sub(LINES_MAX);
        share.count(path, u64::from(lines - beyond), true);
        share.count(path, u64::from(beyond), false);
        if beyond > 0 {
            let note = format!("{lines} lines of code in one file, tests and remarks in it not counted");
            share.blame(u64::from(lines), Place::line(path, 1), note);
        }
    }
    share.answer(
        snapshot,
        "lines of code are among the first 500 of their file, blank lines, remarks and long texts not counted",
    )
}
