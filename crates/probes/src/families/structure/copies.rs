//! `structure.copies`: nothing is written twice.

use super::deprecated;
use super::said::Said;
use super::share::Share;
use crate::families::tally;
use court::evidence::Place;
use probes_core::{Answer, Probe, Subject};
use project::census::SourceFile;
use std::collections::{BTreeMap, BTreeSet};
use syntax::facts::Body;

/// Lines in a row that must be the same, as kept tools for copies count them, and letters and digits in them.
const LINES: usize = 10;
const LETTERS_MIN: usize = 150;
/// Letters and digits of a line that says something.
const SAYS_MIN: usize = 3;
/// Most lines that are compared; what is beyond them is not counted.
const COMPARED_MAX: usize = 1_000_000;

/// The share of lines that do not stand elsewhere too.
pub(super) const PROBE: Probe = Probe::of_code(
    "structure.copies",
    "No ten lines of code in a row stand in two places",
    examine,
);

/// A line that says something: its number, its text without the blanks around it, letters and digits in it.
struct Line<'a> {
    number: u32,
    text: &'a str,
    letters: usize,
}

/// The lines of one file.
struct Text<'a> {
    path: &'a str,
    lines: Vec<Line<'a>>,
}

/// Where a row of lines stands: the number of its file, and of its first line among those compared.
type Start = (usize, usize);

fn examine(snapshot: &Subject) -> Answer {
    let census = snapshot.census();
    let mut room = COMPARED_MAX;
    let texts: Vec<Text<'_>> = census
        .product()
        .map(|(path, file)| {
            let mut lines = says(snapshot.text(path).unwrap_or_default(), file);
            lines.truncate(room);
            room -= lines.len();
            Text { path, lines }
        })
        .collect();
    let mut share = Share::new(census);
    let mut known: BTreeMap<u64, Start> = BTreeMap::new();
    let copies: Vec<BTreeMap<usize, Start>> = (0..texts.len())
        .map(|at| copied(&texts, at, &mut known))
        .collect();
    // A passage that stands in two places stands in both: the one that comes first counts as well.
    let firsts = copies.iter().flat_map(BTreeMap::values).copied();
    let twice: BTreeSet<Start> = copies
        .iter()
        .enumerate()
        .flat_map(|(at, copied)| copied.keys().map(move |line| (at, *line)))
        .chain(firsts)
        .collect();
    for (at, text) in texts.iter().enumerate() {
        let bad = twice.range((at, 0)..(at + 1, 0)).count();
        share.count(text.path, bad as u64, false);
        share.count(text.path, (text.lines.len() - bad) as u64, true);
        blame(&mut share, &texts, at, &copies[at]);
    }
    share.answer(
        snapshot,
        &tally::Wording::Bad {
            of: "compared lines",
            none: "stands in a passage of ten of them or more, with 150 letters, that is found twice; tests, texts, tables, imports and lone signs are not compared",
            some: "stand in passages of ten of them or more that are found twice, counted in both places; tests, texts, tables, imports and lone signs are not compared",
        },
    )
}

/// Lines that are neither remarks, nor imports, nor only signs, nor those of a long text.
fn says<'a>(text: &'a str, file: &SourceFile) -> Vec<Line<'a>> {
    let imports: BTreeSet<u32> = file.facts.imports.iter().map(|one| one.line).collect();
    // Overloads and prototypes have to say again what others of the same name say, and tests may. What is to be deleted is not
    // put together with what stays.
    let functions = file.facts.functions.iter();
    let declared = functions.filter(|one| one.body == Body::Declared);
    let spared: Vec<(u32, u32)> = declared
        .map(|one| (one.first, one.last))
        .chain(file.inner_tests())
        .chain(deprecated::spans(text, file))
        .collect();
    let is_spared = |line: u32| {
        spared
            .iter()
            .any(|(first, last)| (*first..=*last).contains(&line))
    };
    let said = Said::with_markup(file.facts.language, text);
    let mut within = false;
    let numbered = (1_u32..).zip(text.lines().map(str::trim));
    let numbered = numbered.filter(|(_, line)| !is_in_block(line, &mut within));
    let lines = numbered.map(|(number, text)| Line {
        number,
        text,
        letters: text.chars().filter(|c| c.is_alphanumeric()).count(),
    });
    let is_remark = |text: &str| {
        ["//", "#", "*", "/*", "--", "import ", "from ", "use "]
            .iter()
            .any(|sign| text.starts_with(sign))
    };
    lines
        .filter(|line| line.letters >= SAYS_MIN && !is_remark(line.text))
        .filter(|line| !imports.contains(&line.number) && !is_spared(line.number))
        .filter(|line| said.between(line.number, line.number) > 0)
        .collect()
}

/// Whether a line stands in a remark of several lines, such as a licence, that begins on a line of its own.
fn is_in_block(line: &str, within: &mut bool) -> bool {
    let was_within = *within || line.starts_with("/*");
    *within = was_within && !line.contains("*/");
    was_within
}

/// The lines of a file, by their numbers among those compared, that stand in an earlier place too, with that place.
fn copied(texts: &[Text<'_>], at: usize, known: &mut BTreeMap<u64, Start>) -> BTreeMap<usize, Start> {
    let mut copied = BTreeMap::new();
    let lines = &texts[at].lines;
    for from in 0..(lines.len() + 1).saturating_sub(LINES) {
        let row = &lines[from..from + LINES];
        if row.iter().map(|line| line.letters).sum::<usize>() < LETTERS_MIN {
            continue;
        }
        let start = *known.entry(digest(row)).or_insert((at, from));
        let (file, first) = start;
        let is_other = file != at || first + LINES <= from;
        let same = |(one, other): (&Line<'_>, &Line<'_>)| one.text == other.text;
        if is_other && row.iter().zip(&texts[file].lines[first..]).all(same) {
            for step in 0..LINES {
                copied.entry(from + step).or_insert((file, first + step));
            }
        }
    }
    copied
}

/// FNV-1a of the texts of some lines: equal texts are compared again.
fn digest(row: &[Line<'_>]) -> u64 {
    let bytes = row.iter().flat_map(|line| line.text.bytes().chain([b'\n']));
    bytes.fold(0xcbf2_9ce4_8422_2325, |sum, byte| {
        (sum ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Tells the rows of copied lines of a file, each with where it stands first.
fn blame(share: &mut Share<'_>, texts: &[Text<'_>], at: usize, copied: &BTreeMap<usize, Start>) {
    let lines = &texts[at].lines;
    let mut row: Option<(usize, usize, Start)> = None;
    let mut tell = |(first, last, (file, from)): (usize, usize, Start)| {
        let origin = &texts[file];
        let place = Place::lines(texts[at].path, lines[first].number, lines[last].number);
        let note = format!("the same as from {}:{}", origin.path, origin.lines[from].number);
        share.blame((last - first) as u64, place, note);
    };
    for (line, start) in copied {
        row = match row {
            Some((first, last, from)) if last + 1 == *line => Some((first, *line, from)),
            done => {
                done.into_iter().for_each(&mut tell);
                Some((*line, *line, *start))
            }
        };
    }
    row.into_iter().for_each(tell);
}
