//! Which commit brought each line that stands now, as `git blame -w` tells it. From version to version
//! backwards, a line that was there before is handed on, any other is the commit's. White space does not
//! count, and blank lines are nobody's.

use super::lineage::Write;
use imara_diff::{Algorithm, Diff, Interner, Token};
use std::borrow::Cow;
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

/// Most versions of one file that are compared.
const STEPS_MAX: usize = 2_000;
/// Most lines of a version that is compared; hand-written files are far below.
const LINES_MAX: usize = 50_000;
/// Most versions that a merge may have been made of; most have two.
const MERGED_MAX: usize = 4;

/// How many of the lines of a file each commit brought, by its place in the history. Under `None` are lines that
/// no commit but merges wrote.
pub type Origins = BTreeMap<Option<usize>, u64>;

/// Traces the lines of `text` through the versions that `writes` made; `None` where one of them is not at hand,
/// or a limit is reached.
pub fn trace<'a>(
    text: &'a str,
    writes: &'a [Write<'a>],
    versions: &'a BTreeMap<String, Vec<u8>>,
) -> Option<Origins> {
    let mut tracer = Tracer {
        writes,
        versions,
        known: Interner::new(0),
        origins: Origins::new(),
        open: BTreeMap::new(),
    };
    let lines = tracer.lines(Cow::Borrowed(text))?;
    let ours = (0..lines.len()).collect();
    let (id, before) = (None, writes.len());
    tracer.look(Open {
        lines,
        ours,
        id,
        before,
    });
    for _ in 0..STEPS_MAX {
        let Some((_, open)) = tracer.open.pop_last() else {
            return Some(tracer.origins);
        };
        tracer.step(open)?;
    }
    None
}

/// A version with lines whose origin is still open.
struct Open<'a> {
    lines: Vec<Token>,
    /// The lines that are looked for, by their place in `lines`; one that two lines of today come from is there twice.
    ours: Vec<usize>,
    /// Id of the version, where it is known.
    id: Option<&'a str>,
    /// Only the writes before this one can have made it.
    before: usize,
}

struct Tracer<'a> {
    writes: &'a [Write<'a>],
    versions: &'a BTreeMap<String, Vec<u8>>,
    /// The lines of all versions that were looked at, each once.
    known: Interner<Bare<'a>>,
    origins: Origins,
    /// What is still to be looked at, by the write that made it. The newest is looked at first: by then everything that leads
    /// to it is known, however many ways there are, and each version is looked at once.
    open: BTreeMap<(usize, Option<&'a str>), Open<'a>>,
}

impl<'a> Tracer<'a> {
    /// The write before `before` that made a version.
    fn made(&self, id: Option<&str>, before: usize) -> Option<usize> {
        let (id, earlier) = (id?, self.writes.get(..before)?);
        earlier.iter().rposition(|write| write.new == id)
    }

    fn look(&mut self, open: Open<'a>) {
        if open.ours.is_empty() {
            return;
        }
        let before = self.made(open.id, open.before).map_or(open.before, |at| at + 1);
        match self.open.entry((before, open.id)) {
            Entry::Occupied(mut known) => known.get_mut().ours.extend(open.ours),
            Entry::Vacant(place) => {
                place.insert(Open { before, ..open });
            }
        }
    }

    fn step(&mut self, open: Open<'a>) -> Option<()> {
        let Some(at) = self.made(open.id, open.before) else {
            return self.merged(open);
        };
        let write = self.writes.get(at)?;
        let Some(old) = write.old else {
            self.credit(Some(write.commit), open.ours.len());
            return Some(());
        };
        let (kept, fresh) = self.compare(&open.lines, &open.ours, old, at)?;
        self.credit(Some(write.commit), fresh.len());
        self.look(kept);
        Some(())
    }

    /// A version that no single commit made: its lines come from the versions before it, the newest first.
    fn merged(&mut self, open: Open<'a>) -> Option<()> {
        let (mut rest, mut seen) = (open.ours, BTreeSet::new());
        let earlier = self.writes.get(..open.before)?.iter().enumerate().rev();
        let versions = earlier.filter(|(_, write)| seen.insert(write.new));
        for (at, write) in versions.take(MERGED_MAX) {
            if rest.is_empty() {
                return Some(());
            }
            let (kept, others) = self.compare(&open.lines, &rest, write.new, at + 1)?;
            self.look(kept);
            rest = others;
        }
        self.credit(None, rest.len());
        Some(())
    }

    /// Which of these lines stood in the version `id` already, and which did not.
    fn compare(
        &mut self,
        after: &[Token],
        ours: &[usize],
        id: &'a str,
        before: usize,
    ) -> Option<(Open<'a>, Vec<usize>)> {
        let lines = self.lines(String::from_utf8_lossy(self.versions.get(id)?))?;
        let places = places(&lines, after, self.known.num_tokens());
        let place = |line: &usize| places.get(*line).copied().flatten();
        let kept = ours.iter().filter_map(place).collect();
        let fresh = ours
            .iter()
            .filter(|line| place(line).is_none())
            .copied()
            .collect();
        let open = Open {
            lines,
            ours: kept,
            id: Some(id),
            before,
        };
        Some((open, fresh))
    }

    /// The lines of a version that are not blank.
    fn lines(&mut self, text: Cow<'a, str>) -> Option<Vec<Token>> {
        let lines: Vec<Token> = match text {
            Cow::Borrowed(text) => {
                let lines = text.lines().filter(has_ink).take(LINES_MAX + 1);
                lines
                    .map(|line| self.known.intern(Bare(Cow::Borrowed(line))))
                    .collect()
            }
            Cow::Owned(text) => {
                let lines = text.lines().filter(has_ink).take(LINES_MAX + 1);
                let lines = lines.map(|line| self.known.intern(Bare(Cow::Owned(line.to_owned()))));
                lines.collect()
            }
        };
        (lines.len() <= LINES_MAX).then_some(lines)
    }

    fn credit(&mut self, commit: Option<usize>, lines: usize) {
        if lines > 0 {
            *self.origins.entry(commit).or_default() += lines as u64;
        }
    }
}

/// Whether a line, as a filter has it, is not blank.
fn has_ink(line: &&str) -> bool {
    !line.trim().is_empty()
}

/// Where each line of `after` stood in `before`, of so many different lines.
fn places(before: &[Token], after: &[Token], known: u32) -> Vec<Option<usize>> {
    let mut diff = Diff::default();
    diff.compute_with(Algorithm::Myers, before, after, known);
    let is = |flag: &dyn Fn(u32) -> bool, at: usize| u32::try_from(at).is_ok_and(flag);
    let mut standing = (0..before.len()).filter(|at| !is(&|at| diff.is_removed(at), *at));
    (0..after.len())
        .map(|at| {
            if is(&|at| diff.is_added(at), at) {
                return None;
            }
            standing.next()
        })
        .collect()
}

/// A line without its white space, which is passed over and not taken out: there are many versions.
struct Bare<'a>(Cow<'a, str>);

impl Bare<'_> {
    fn letters(&self) -> impl Iterator<Item = char> + '_ {
        self.0.chars().filter(|letter| !letter.is_whitespace())
    }
}

impl PartialEq for Bare<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0 || self.letters().eq(other.letters())
    }
}

impl Eq for Bare<'_> {}

impl Hash for Bare<'_> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.letters().for_each(|letter| state.write_u32(letter.into()));
    }
}
