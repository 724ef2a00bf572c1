//! Tries the probes of a rubric on its fixtures.

use super::fixtures;
use crate::error::CommandError;
use crate::input::rubrics;
use claims::claim::discovery;
use court::evidence::Exhibit;
use court::protocol::own::{Own, PREFIX};
use court::rubric::{Expected, Fixture, Rubric};
use court::visible::visible;
use documents::document;
use probes::{Subject, families, own};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;
use subject::history::History;
use subject::{File, Snapshot};

/// Most places named of one probe that finds them where it must not.
const PLACES_MAX: usize = 5;
/// A comment in front of a line that a probe must find, and of one that it must not, as Semgrep's tests have them.
const FOUND: &str = "ruleid:";
const CLEAN: &str = "ok:";

/// What came of the fixtures: the words, and whether all are as expected.
pub(super) fn run(file: &str, protocol: Option<&Path>) -> Result<(String, bool), CommandError> {
    let rubric = rubrics::load_with(file, protocol)?;
    let fixtures = fixtures::of(file)?;
    if fixtures.is_empty() {
        return Err(CommandError::usage(format!("{file}: the rubric has no fixtures"))
            .hint("give `fixtures`: a list of `{name, files, expect}`, or the name of a folder beside the rubric"));
    }
    let mut out = String::new();
    let mut failed = 0;
    for fixture in &fixtures {
        known(file, fixture, &rubric)?;
        let faults = faults(fixture, &rubric)?;
        failed += usize::from(!faults.is_empty());
        let word = if faults.is_empty() { "ok  " } else { "FAIL" };
        let _ = writeln!(out, "{word} {}", visible(&fixture.name));
        for fault in faults {
            let _ = writeln!(out, "     {}", visible(&fault));
        }
    }
    let _ = writeln!(
        out,
        "{}, {failed} failed",
        report::count(fixtures.len(), "fixture", "fixtures")
    );
    let untried = untried(&rubric, &fixtures);
    if !untried.is_empty() {
        let _ = writeln!(out, "tried by no fixture: {}", untried.join(", "));
    }
    Ok((out, failed == 0))
}

fn known(file: &str, fixture: &Fixture, rubric: &Rubric) -> Result<(), CommandError> {
    for probe in fixture.expect.keys() {
        let is_own = rubric.probes.iter().any(|own| own.id == *probe);
        let found = if is_own { Ok(()) } else { own::known(probe) };
        found.map_err(|fix| {
            let name = &fixture.name;
            CommandError::usage(format!(
                "{file}: the fixture `{name}` expects something of `{probe}`, which is no probe"
            ))
            .hint(fix)
        })?;
    }
    Ok(())
}

fn subject(fixture: &Fixture) -> Subject {
    let file = |(path, text): (&String, &String)| {
        let bytes = text.clone().into_bytes();
        (path.clone(), File { bytes })
    };
    let read = |(name, text): (&String, &String)| document::read(name, text.as_bytes());
    let snapshot = Snapshot {
        commit: "0".repeat(40),
        history: fixture
            .history
            .as_deref()
            .map(History::from_fixture)
            .unwrap_or_default(),
        files: fixture.files.iter().map(file).collect(),
        ..Snapshot::default()
    };
    let subject =
        Subject::from(snapshot).with_reports(fixture.reports.iter().map(read).collect(), Vec::new());
    let lying = discovery::candidates(&subject)
        .into_iter()
        .filter(|path| !discovery::is_packed(path));
    let read = |path: &str| Some(document::read(path, &subject.files.get(path)?.bytes).found_at(path));
    let found: Vec<_> = lying.filter_map(read).collect();
    subject.take_found(&found);
    subject
}

/// What is otherwise than the fixture expects, a sentence each.
fn faults(fixture: &Fixture, rubric: &Rubric) -> Result<Vec<String>, CommandError> {
    let snapshot = subject(fixture);
    let wanted = |own: &&Own| fixture.expect.contains_key(&own.id);
    let owns: Vec<Own> = rubric.probes.iter().filter(wanted).cloned().collect();
    let mut exhibits: Vec<Exhibit> = own::try_out(&owns, &snapshot);
    let built_in = families::all().filter(|probe| fixture.expect.contains_key(probe.id));
    exhibits.extend(built_in.flat_map(|probe| probe.exhibits(&snapshot)));
    let mut faults = Vec::new();
    for (probe, expected) in &fixture.expect {
        let of_probe: Vec<&Exhibit> = exhibits.iter().filter(|one| one.probe == *probe).collect();
        faults.extend(fault(probe, expected, &of_probe));
    }
    faults.extend(unmarked(fixture, rubric, &snapshot)?);
    Ok(faults)
}

fn fault(probe: &str, expected: &Expected, exhibits: &[&Exhibit]) -> Vec<String> {
    let Some(first) = exhibits.first() else {
        return vec![format!("{probe}: said nothing")];
    };
    let mut faults = Vec::new();
    let found = first.finding.word();
    if let Some(wanted) = expected.finding.as_deref().filter(|wanted| *wanted != found) {
        faults.push(format!(
            "{probe}: expected {wanted}, found {found}: {}",
            first.rationale
        ));
    }
    if let Some(wanted) = expected
        .value
        .as_ref()
        .filter(|wanted| Some(*wanted) != first.value.as_ref())
    {
        let value = first
            .value
            .as_ref()
            .map_or_else(|| "none".to_owned(), ToString::to_string);
        faults.push(format!(
            "{probe}: expected the value {wanted}, found {value}: {}",
            first.rationale
        ));
    }
    let places: Vec<String> = exhibits
        .iter()
        .filter_map(|one| one.place.as_ref().map(ToString::to_string))
        .collect();
    for place in expected.at.iter().filter(|place| !places.contains(place)) {
        let shown = if places.is_empty() {
            "nothing".to_owned()
        } else {
            places.join(", ")
        };
        faults.push(format!("{probe}: expected at {place}, shown at {shown}"));
    }
    faults
}

/// Lines by path and probe.
type Marks = BTreeMap<(String, String), BTreeSet<u32>>;

/// What the comments in the files of a fixture expect of probes of code, and is otherwise. A file that marks lines for
/// a probe marks all that it finds there.
fn unmarked(fixture: &Fixture, rubric: &Rubric, subject: &Subject) -> Result<Vec<String>, CommandError> {
    let (expected, named) = marks(fixture);
    if named.is_empty() {
        return Ok(Vec::new());
    }
    let ids: BTreeSet<&String> = named.iter().map(|(_, probe)| probe).collect();
    let owns: Vec<Own> = rubric
        .probes
        .iter()
        .filter(|own| ids.contains(&own.id))
        .cloned()
        .collect();
    let found = own::places(&owns, subject).map_err(|flaw| CommandError::usage(flaw.problem))?;
    let mut lines: Marks = BTreeMap::new();
    for (own, found) in owns.iter().zip(found) {
        for (path, _, places) in found.into_iter().flat_map(|found| found.hits) {
            lines.insert(
                (path, own.id.clone()),
                places.into_iter().map(|(first, _)| first).collect(),
            );
        }
    }
    let none = BTreeSet::new();
    let mut faults = Vec::new();
    for key in &named {
        let (path, probe) = key;
        if !owns.iter().any(|own| own.id == *probe) {
            faults.push(format!(
                "{path}: a comment names `{probe}`, which is no probe of this rubric"
            ));
            continue;
        }
        let (wanted, seen) = (
            expected.get(key).unwrap_or(&none),
            lines.get(key).unwrap_or(&none),
        );
        let missing = wanted
            .difference(seen)
            .map(|line| format!("{probe}: expected at {path}:{line}, not found"));
        let excess = seen
            .difference(wanted)
            .map(|line| format!("{probe}: found at {path}:{line}, not expected"));
        faults.extend(missing.take(PLACES_MAX).chain(excess.take(PLACES_MAX)));
    }
    Ok(faults)
}

/// The lines behind `ruleid:` comments, and every path and probe that some comment names.
fn marks(fixture: &Fixture) -> (Marks, BTreeSet<(String, String)>) {
    let mut expected: Marks = BTreeMap::new();
    let mut named = BTreeSet::new();
    for (path, text) in &fixture.files {
        let mut waiting: Vec<String> = Vec::new();
        for (line, text) in (1_u32..).zip(text.lines()) {
            let Some((is_found, probes)) = mark(text) else {
                for probe in waiting.drain(..) {
                    expected.entry((path.clone(), probe)).or_default().insert(line);
                }
                continue;
            };
            named.extend(probes.iter().map(|probe| (path.clone(), probe.clone())));
            if is_found {
                waiting.extend(probes);
            }
        }
    }
    (expected, named)
}

/// Whether a line is a comment that expects something of own probes, and of which.
fn mark(line: &str) -> Option<(bool, Vec<String>)> {
    let text = line.trim_start_matches(|letter: char| letter.is_whitespace() || "#/*-<!".contains(letter));
    let is_comment = text.len() < line.trim_start().len();
    let (is_found, rest) = match (text.strip_prefix(FOUND), text.strip_prefix(CLEAN)) {
        (Some(rest), _) => (true, rest),
        (None, Some(rest)) => (false, rest),
        (None, None) => return None,
    };
    let words = rest.split([',', ' ']).map(str::trim);
    let probes: Vec<String> = words
        .filter(|word| word.starts_with(PREFIX))
        .map(str::to_owned)
        .collect();
    (is_comment && !probes.is_empty()).then_some((is_found, probes))
}

fn untried<'a>(rubric: &'a Rubric, fixtures: &[Fixture]) -> Vec<&'a str> {
    let marked: BTreeSet<String> = fixtures
        .iter()
        .flat_map(|fixture| marks(fixture).1)
        .map(|(_, probe)| probe)
        .collect();
    let is_tried =
        |own: &&Own| marked.contains(&own.id) || fixtures.iter().any(|one| one.expect.contains_key(&own.id));
    let untried = rubric.probes.iter().filter(|own| !is_tried(own));
    untried.map(|own| own.id.as_str()).collect()
}
