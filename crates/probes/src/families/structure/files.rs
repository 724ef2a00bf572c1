//! `structure.files`: code stands in files small enough to survey.

use super::said::Said;
use super::share::Share;
use crate::families::tally::Wording;
use court::evidence::Place;
use probes_core::{Answer, Probe, Subject};
use std::collections::BTreeSet;
use syntax::Language;

/// Lines of code of a file from which nobody knows all of it; linters warn from 250 to 1 000.
const LINES_MAX: u32 = 500;

/// The share of code that stands in files where one can survey it: what a file has beyond the limit does not.
pub(super) const PROBE: Probe = Probe::of_code(
    "structure.files",
    "Code stands within the first 500 lines of code of its file",
    examine,
);

/// Most lines of all code of a library that is meant to be copied as one file.
const ONE_FILE_LINES_MAX: u32 = 2_000;

/// Whether the program is a library of C that lies in one file and its header, so that others can copy it.
fn is_one_file(snapshot: &Subject) -> bool {
    let census = snapshot.census();
    let files: Vec<_> = census.product().collect();
    let is_c = |language: Language| matches!(language, Language::C | Language::Cpp);
    let lines: u32 = files.iter().map(|(_, file)| file.facts.code_lines).sum();
    let stems: BTreeSet<&str> = files
        .iter()
        .filter_map(|(path, _)| Some(path.rsplit_once('.')?.0))
        .collect();
    let has_header = files
        .iter()
        .any(|(path, _)| path.ends_with(".h") || path.ends_with(".hpp"));
    stems.len() == 1
        && has_header
        && lines <= ONE_FILE_LINES_MAX
        && files.iter().all(|(_, file)| is_c(file.facts.language))
}

fn examine(snapshot: &Subject) -> Answer {
    if is_one_file(snapshot) {
        return Answer::not_applicable("the program is a library in one file, as those are that others copy");
    }
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
        &Wording::Good("lines of code are among the first 500 of their file, blank lines, remarks and long texts not counted"),
    )
}
