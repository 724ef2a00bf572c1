//! Which submissions of a class are alike, and where: a reason for people to look, never a verdict and never a score.

use crate::trace::{Mark, Trace, Traced};
use std::collections::{BTreeMap, BTreeSet};

/// From this share of the smaller work on, shared code is told. Of 190 pairs of real works of one task that had nothing from
/// each other none shared more than 0.02.
const CODE_LEAST: f64 = 0.2;
/// From this share of the shorter report on, shared prose is told.
const PROSE_LEAST: f64 = 0.2;
/// Fewer shared marks than these are chance: every language has phrases that everybody writes.
const MARKS_LEAST: usize = 12;
/// What more than this part of a class has, and more than so many, nobody has from another: it was taught or handed out.
const COMMON_PART: usize = 10;
const COMMON_LEAST: usize = 3;
/// Most pairs that are told.
pub const PAIRS_MAX: usize = 60;
/// Most passages that are shown of a pair, and lines of each.
const PASSAGES_MAX: usize = 6;
const LINES_MAX: usize = 40;
/// Lines between two shared runs that still make one passage.
const GAP_LINES: u32 = 3;

/// Two submissions that are alike.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Pair {
    /// Their numbers.
    pub who: [usize; 2],
    /// Which share of the code of the smaller one the other has too.
    pub code: f64,
    /// The same of the reports.
    pub prose: f64,
    /// Commits that both have.
    pub commits: usize,
    /// Addresses of authors that both have.
    pub authors: usize,
    /// What they share, side by side, the longest first.
    pub passages: Vec<Passage>,
}

/// The same passage in two works.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Passage {
    /// Where it stands in each.
    pub places: [Place; 2],
}

/// Lines of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The file.
    pub path: String,
    /// The first line and the last.
    pub lines: [u32; 2],
    /// The text, as far as it is shown.
    pub text: String,
}

impl Pair {
    /// Why people should look, in words.
    #[must_use]
    pub fn reasons(&self) -> Vec<String> {
        let percent = |share: f64| format!("{:.0} %", share * 100.0);
        let told = [
            (
                self.code >= CODE_LEAST,
                format!("{} of the code", percent(self.code)),
            ),
            (
                self.prose >= PROSE_LEAST,
                format!("{} of the report", percent(self.prose)),
            ),
            (self.commits > 0, format!("{} commits", self.commits)),
            (self.authors > 0, format!("{} addresses of authors", self.authors)),
        ];
        told.into_iter()
            .filter(|(is, _)| *is)
            .map(|(_, what)| what)
            .collect()
    }

    fn weight(&self) -> f64 {
        let history = if self.commits > 0 || self.authors > 0 {
            0.5
        } else {
            0.0
        };
        self.code + self.prose + history
    }
}

/// What is left out of account: what the starter code has, and what too many have.
#[derive(Default)]
pub struct LeftOut {
    code: BTreeSet<u64>,
    prose: BTreeSet<u64>,
    commits: BTreeSet<String>,
    authors: BTreeSet<String>,
}

impl LeftOut {
    /// That of a class, given by number, and of the starter code.
    #[must_use]
    pub fn of(class: &[(usize, Trace)], base: Option<&Trace>) -> Self {
        let most = (class.len() / COMMON_PART).max(COMMON_LEAST);
        let mut out = Self {
            code: common(class, most, |trace| hashes(&trace.code)),
            prose: common(class, most, |trace| hashes(&trace.prose)),
            commits: common(class, most, |trace| trace.commits.clone()),
            authors: common(class, most, |trace| trace.authors.clone()),
        };
        if let Some(base) = base {
            out.code.extend(hashes(&base.code));
            out.prose.extend(hashes(&base.prose));
            out.commits.extend(base.commits.iter().cloned());
            out.authors.extend(base.authors.iter().cloned());
        }
        out
    }
}

fn hashes(texts: &[Traced]) -> BTreeSet<u64> {
    texts
        .iter()
        .flat_map(|text| &text.marks)
        .map(|mark| mark.0)
        .collect()
}

/// What more than `most` submissions have.
fn common<T: Ord + Clone>(
    class: &[(usize, Trace)],
    most: usize,
    of: fn(&Trace) -> BTreeSet<T>,
) -> BTreeSet<T> {
    let mut counts: BTreeMap<T, usize> = BTreeMap::new();
    for (_, trace) in class {
        for thing in of(trace) {
            *counts.entry(thing).or_default() += 1;
        }
    }
    counts
        .into_iter()
        .filter(|(_, count)| *count > most)
        .map(|(thing, _)| thing)
        .collect()
}

/// The pairs that are alike, the most alike first, without their passages.
#[must_use]
pub fn pairs(class: &[(usize, Trace)], out: &LeftOut) -> Vec<Pair> {
    let code = shares(class, &out.code, |trace| hashes(&trace.code));
    let prose = shares(class, &out.prose, |trace| hashes(&trace.prose));
    let commits = shared(class, &out.commits, |trace| trace.commits.clone());
    let authors = shared(class, &out.authors, |trace| trace.authors.clone());
    let all: BTreeSet<[usize; 2]> = code
        .keys()
        .chain(prose.keys())
        .chain(commits.keys())
        .chain(authors.keys())
        .copied()
        .collect();
    let pairs = all.into_iter().map(|who| Pair {
        who: who.map(|at| class[at].0),
        code: code.get(&who).copied().unwrap_or_default(),
        prose: prose.get(&who).copied().unwrap_or_default(),
        commits: commits.get(&who).copied().unwrap_or_default(),
        authors: authors.get(&who).copied().unwrap_or_default(),
        passages: Vec::new(),
    });
    let mut pairs: Vec<Pair> = pairs.filter(|pair| !pair.reasons().is_empty()).collect();
    pairs.sort_by(|one, other| other.weight().total_cmp(&one.weight()));
    pairs.truncate(PAIRS_MAX);
    pairs
}

/// How many things each pair has in common, by places in the class.
fn shared<T: Ord>(
    class: &[(usize, Trace)],
    out: &BTreeSet<T>,
    of: fn(&Trace) -> BTreeSet<T>,
) -> BTreeMap<[usize; 2], usize> {
    let mut who: BTreeMap<T, Vec<usize>> = BTreeMap::new();
    for (at, (_, trace)) in class.iter().enumerate() {
        for thing in of(trace).into_iter().filter(|thing| !out.contains(thing)) {
            who.entry(thing).or_default().push(at);
        }
    }
    let mut counts = BTreeMap::new();
    for those in who.values() {
        for (turn, first) in those.iter().enumerate() {
            for second in &those[turn + 1..] {
                *counts.entry([*first, *second]).or_default() += 1;
            }
        }
    }
    counts
}

/// Which share of the smaller one's marks a pair has in common, where that is more than chance.
fn shares(
    class: &[(usize, Trace)],
    out: &BTreeSet<u64>,
    of: fn(&Trace) -> BTreeSet<u64>,
) -> BTreeMap<[usize; 2], f64> {
    let sizes: Vec<usize> = class
        .iter()
        .map(|(_, trace)| of(trace).difference(out).count())
        .collect();
    let counts = shared(class, out, of);
    let shares = counts.into_iter().filter(|(_, count)| *count >= MARKS_LEAST);
    shares
        .map(|([first, second], count)| ([first, second], part(count, sizes[first].min(sizes[second]))))
        .collect()
}

fn part(count: usize, all: usize) -> f64 {
    let number = |count: usize| u32::try_from(count).map_or(f64::MAX, f64::from);
    number(count) / number(all.max(1))
}

/// What two submissions share, the longest passages first.
#[must_use]
pub fn passages(first: &Trace, second: &Trace, out: &LeftOut) -> Vec<Passage> {
    let mut found = joined(&first.code, &second.code, &out.code);
    found.extend(joined(&first.prose, &second.prose, &out.prose));
    let length = |passage: &Passage| {
        passage
            .places
            .iter()
            .map(|place| place.lines[1] - place.lines[0])
            .min()
    };
    found.sort_by_key(|passage| std::cmp::Reverse(length(passage)));
    found.truncate(PASSAGES_MAX);
    for passage in &mut found {
        let [one, other] = &mut passage.places;
        one.text = lines(first, one);
        other.text = lines(second, other);
    }
    found
}

/// Shared runs that follow each other in both works, as one passage each.
fn joined(first: &[Traced], second: &[Traced], out: &BTreeSet<u64>) -> Vec<Passage> {
    let mut there: BTreeMap<u64, Vec<(usize, Mark)>> = BTreeMap::new();
    for (at, text) in second.iter().enumerate() {
        for mark in text.marks.iter().filter(|mark| !out.contains(&mark.0)) {
            there.entry(mark.0).or_default().push((at, *mark));
        }
    }
    let mut passages: Vec<(usize, Passage)> = Vec::new();
    for text in first {
        let begin = passages.len();
        for mark in &text.marks {
            let Some(others) = there.get(&mark.0) else {
                continue;
            };
            let open = &mut passages[begin..];
            if !others.iter().any(|(at, other)| {
                open.iter_mut()
                    .rev()
                    .any(|passage| continues(passage, *at, mark, other))
            }) {
                let (at, other) = others[0];
                passages.push((at, begun(&text.path, mark, &second[at].path, &other)));
            }
        }
    }
    passages.into_iter().map(|(_, passage)| passage).collect()
}

fn begun(path: &str, mark: &Mark, other_path: &str, other: &Mark) -> Passage {
    let place = |path: &str, mark: &Mark| Place {
        path: path.to_owned(),
        lines: [mark.1, mark.2],
        text: String::new(),
    };
    Passage {
        places: [place(path, mark), place(other_path, other)],
    }
}

/// Whether a shared run goes on where a passage ends, in both works; then it becomes part of it.
fn continues((file, passage): &mut (usize, Passage), at: usize, mark: &Mark, other: &Mark) -> bool {
    let follows =
        |place: &Place, mark: &Mark| mark.1 >= place.lines[0] && mark.1 <= place.lines[1] + GAP_LINES;
    let [one, two] = &mut passage.places;
    let is_next = *file == at && follows(one, mark) && follows(two, other);
    if is_next {
        one.lines[1] = one.lines[1].max(mark.2);
        two.lines[1] = two.lines[1].max(other.2);
    }
    is_next
}

fn lines(trace: &Trace, place: &Place) -> String {
    let text = trace
        .code
        .iter()
        .chain(&trace.prose)
        .find(|text| text.path == place.path);
    let number = |line: u32| usize::try_from(line).unwrap_or_default();
    let from = number(place.lines[0].saturating_sub(1));
    let count = (number(place.lines[1]) - from).min(LINES_MAX);
    let lines = text
        .into_iter()
        .flat_map(|text| text.text.lines())
        .skip(from)
        .take(count);
    lines.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests;
