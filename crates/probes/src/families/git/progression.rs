use super::{described, gap, place};
use crate::derived::Subject;
use crate::probe::{Answer, Probe};
use court::evidence::{Detective, Finding};
use std::collections::BTreeMap;
use subject::history::lineage::{Lineage, Write};
use subject::history::source::{Kind, Source};
use subject::history::{Commit, History, foreign};
use subject::names::words;

/// A commit that creates so much of both later parts is an upload, in percent of their lines.
const DUMP_PERCENT: u64 = 67;

/// Words for what gathers evidence.
const TOOL_WORDS: [&str; 24] = [
    "tool",
    "tools",
    "tooling",
    "detective",
    "detectives",
    "investigator",
    "investigators",
    "inspector",
    "inspectors",
    "analyst",
    "analysts",
    "analyzer",
    "analyzers",
    "parser",
    "parsers",
    "forensic",
    "forensics",
    "scanner",
    "scanners",
    "extractor",
    "extractors",
    "collector",
    "collectors",
    "ingest",
];
/// Words for what decides on it and joins everything.
const COURT_WORDS: [&str; 24] = [
    "judge",
    "judges",
    "judicial",
    "judiciary",
    "justice",
    "court",
    "courtroom",
    "jury",
    "verdict",
    "prosecutor",
    "defense",
    "defence",
    "persona",
    "personas",
    "synthesis",
    "synthesizer",
    "arbiter",
    "graph",
    "workflow",
    "orchestrator",
    "orchestration",
    "pipeline",
    "swarm",
    "aggregator",
];

pub(super) const PROBE: Probe = Probe {
    id: "git.progression",
    detective: Detective::RepoInvestigator,
    goal: "the history goes from setup to tools and detectives, then to graph and judges, not in one dump",
    examine,
};

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Part {
    Tools,
    Court,
}

/// One file of a part: its lines and its writers.
struct Piece<'a> {
    lines: u64,
    writes: &'a [Write<'a>],
}

type Pieces<'a> = BTreeMap<Part, Vec<Piece<'a>>>;

fn examine(snapshot: &Subject) -> Answer {
    if let Some(gap) = gap(snapshot) {
        return gap;
    }
    let answer = observed(snapshot);
    let is_against = answer.finding == Finding::Absent;
    match unread(snapshot).filter(|_| is_against) {
        Some(path) => Answer::unobserved(format!(
            "no progression is seen, but files that play a part in it were not read, such as `{path}`"
        )),
        None => answer,
    }
}

/// A file that may play a part, and was not read.
fn unread(snapshot: &Subject) -> Option<&str> {
    let paths = snapshot.skipped.iter().map(|skipped| skipped.path.as_str());
    paths
        .filter(|path| Kind::Any.holds(path) && foreign::by_path(path).is_none())
        .find(|path| part(path, "").is_some())
}

fn observed(snapshot: &Subject) -> Answer {
    let history = &snapshot.history;
    let source = Source::of(snapshot);
    let lineage = Lineage::of(history);
    let pieces = pieces(history, &source, &lineage);
    let (tools, court) = (pieces.get(&Part::Tools), pieces.get(&Part::Court));
    let (Some(tools), Some(court)) = (tools, court) else {
        if pieces.is_empty() {
            return Answer::not_applicable("no file plays the part of tools, detectives, graph or judges");
        }
        let missing = if tools.is_none() {
            "tools or detectives"
        } else {
            "graph or judges"
        };
        return Answer::fact(false, format!("no progression: no commit brings {missing}")).sure(70);
    };
    if let Some(commit) = dump(history, tools, court) {
        let rationale = format!(
            "no progression: one commit brings most of the tools and most of the graph and judges (innocent where it is a squash merge or an import): {}",
            described(commit)
        );
        return Answer::fact(false, rationale).at(place(commit)).sure(85);
    }
    ordered(history, tools, court)
}

/// The files of each part that some commit wrote.
fn pieces<'a>(history: &History, source: &Source<'_>, lineage: &'a Lineage<'a>) -> Pieces<'a> {
    let mut pieces = Pieces::new();
    for (path, lines) in &source.lines {
        let writes = lineage.writes(path);
        let subject = writes.first().and_then(|write| history.commits.get(write.commit));
        let subject = subject.map_or("", |commit| &commit.subject);
        if let Some(part) = part(path, subject).filter(|_| *lines > 0 && !writes.is_empty()) {
            pieces.entry(part).or_default().push(Piece {
                lines: *lines,
                writes,
            });
        }
    }
    pieces
}

/// A file's part: by the last telling word of its name, by the folder next to it that tells, by the subject
/// of the commit that created it. Tests are of no part.
pub(super) fn part(path: &str, subject: &str) -> Option<Part> {
    let mut folders: Vec<&str> = path.split('/').collect();
    let name = folders.pop()?;
    let is_test = |word: &str| matches!(word, "test" | "tests" | "conftest" | "examples");
    if words(path).iter().any(|word| is_test(word)) || name.starts_with("__init__") {
        return None;
    }
    let texts = std::iter::once(name).chain(folders.into_iter().rev());
    let by_path = texts
        .filter_map(|text| words(text).iter().rev().find_map(|word| role(word)))
        .next();
    by_path.or_else(|| {
        let mut roles = words(subject).into_iter().filter_map(|word| role(&word));
        let first = roles.next()?;
        roles.all(|role| role == first).then_some(first)
    })
}

fn role(word: &str) -> Option<Part> {
    if TOOL_WORDS.contains(&word) {
        return Some(Part::Tools);
    }
    COURT_WORDS.contains(&word).then_some(Part::Court)
}

/// The commit that creates most of both parts.
fn dump<'a>(history: &'a History, tools: &[Piece<'_>], court: &[Piece<'_>]) -> Option<&'a Commit> {
    let at = most_created(tools)?;
    (most_created(court)? == at).then(|| history.commits.get(at))?
}

/// The commit that created most of these lines, where one did.
fn most_created(pieces: &[Piece<'_>]) -> Option<usize> {
    let total: u64 = pieces.iter().map(|piece| piece.lines).sum();
    let mut created: BTreeMap<usize, u64> = BTreeMap::new();
    for piece in pieces {
        if let Some(write) = piece.writes.first() {
            *created.entry(write.commit).or_default() += piece.lines;
        }
    }
    let most = created
        .into_iter()
        .find(|(_, lines)| lines * 100 >= total * DUMP_PERCENT);
    most.map(|(at, _)| at)
}

fn ordered(history: &History, tools: &[Piece<'_>], court: &[Piece<'_>]) -> Answer {
    let creation = |piece: &Piece<'_>| piece.writes.first().map(|write| write.commit as u64);
    // One more tool, added late, does not undo that most were there before.
    let created = middle(tools, creation) < middle(court, creation) || half(tools) < half(court);
    let worked = middle(tools, mean) <= middle(court, mean);
    let answer = match (created, worked) {
        (true, _) => Answer::fact(true, "a progression, which is good: the tools and detectives come before the graph and judges")
            .sure(if worked { 90 } else { 75 }),
        (false, true) => {
            let rationale = "a progression, which is good: graph and judges are there early, but the work on them comes after the work on tools and detectives";
            Answer::fact(true, rationale).sure(60)
        }
        (false, false) => {
            Answer::fact(false, "no progression: the graph and judges come before the tools and detectives; innocent where the design was laid out first").sure(65)
        }
    };
    [
        (tools, "brings tools or detectives first"),
        (court, "brings graph or judges first"),
    ]
    .into_iter()
    .fold(answer, |answer, (pieces, what)| match first(history, pieces) {
        Some(commit) => answer.at_noting(place(commit), format!("{what}: {}", described(commit))),
        None => answer,
    })
}

fn first<'a>(history: &'a History, pieces: &[Piece<'_>]) -> Option<&'a Commit> {
    let at = pieces
        .iter()
        .filter_map(|piece| Some(piece.writes.first()?.commit))
        .min()?;
    history.commits.get(at)
}

/// A place in the history in thousandths, so that means can be compared.
const THOUSAND: u64 = 1_000;

fn mean(piece: &Piece<'_>) -> Option<u64> {
    let sum: u64 = piece
        .writes
        .iter()
        .map(|write| write.commit as u64 * THOUSAND)
        .sum();
    sum.checked_div(piece.writes.len() as u64)
}

/// The commit with which half of these lines' files were there.
fn half(pieces: &[Piece<'_>]) -> usize {
    let mut created: BTreeMap<usize, u64> = BTreeMap::new();
    for piece in pieces {
        if let Some(write) = piece.writes.first() {
            *created.entry(write.commit).or_default() += piece.lines;
        }
    }
    let total: u64 = created.values().sum();
    let mut lines = 0;
    let mut by_then = created.into_iter().map(|(at, more)| {
        lines += more;
        (at, lines)
    });
    let found = by_then.find(|(_, lines)| lines * 2 >= total);
    found.map_or(0, |(at, _)| at)
}

/// The mean place of these lines in the history.
fn middle(pieces: &[Piece<'_>], place: impl Fn(&Piece<'_>) -> Option<u64>) -> u64 {
    let placed = || {
        pieces
            .iter()
            .filter_map(|piece| Some((place(piece)?, piece.lines)))
    };
    let total: u64 = placed().map(|(_, lines)| lines).sum();
    let sum: u64 = placed()
        .map(|(at, lines)| at.saturating_mul(THOUSAND).saturating_mul(lines))
        .fold(0, u64::saturating_add);
    sum.checked_div(total).unwrap_or_default()
}
