use super::{described, of_history, place};
use court::evidence::{Finding, Place};
use court::pack::{Names, Roles, pack};
use probes_core::shares::PARTS;
use probes_core::{Answer, Probe, Search, Subject};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::io::BufRead as _;
use subject::history::lineage::{EMPTY, Lineage};
use subject::history::source::is_code;
use subject::history::{Commit, History, foreign};
use subject::names::words;

/// A commit that creates so much of both later parts is an upload, in percent of their lines.
const DUMP_PERCENT: u64 = 67;

/// And so much of them still stands: a skeleton that was filled later is none.
const DUMP_STANDING_PERCENT: u64 = 34;

pub(super) const PROBE: Probe = of_history(
    "git.progression",
    "the history goes from setup to tools and detectives, then to graph and judges, not in one dump",
    examine,
);

/// What a file is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Tools,
    Court,
    Graph,
    /// What all stand on.
    Setup,
}

/// One file of a part.
#[derive(Clone, Copy)]
struct Piece<'a> {
    /// Its lines.
    lines: u64,
    /// Whether its path tells its part, and not the message of the commit that brought it.
    is_named: bool,
    /// The commit with which it came, be it that it was taken away and brought again.
    created: usize,
    /// The commit with which it came the last time.
    brought: usize,
    /// The lines with which it came then, where they are known.
    begun: Option<u64>,
    /// What each commit brought of what stands.
    origins: &'a BTreeMap<usize, u64>,
}

type Pieces<'a> = BTreeMap<Part, Vec<Piece<'a>>>;

fn examine(snapshot: &Subject) -> Answer {
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
        .filter(|path| is_code(path) && foreign::by_path(path).is_none())
        .find(|path| matches!(part(path, ""), Some(Part::Tools | Part::Court | Part::Graph)))
}

fn observed(snapshot: &Subject) -> Answer {
    let history = &snapshot.history;
    let pieces = pieces(snapshot);
    let of = |parts: &[Part]| -> Vec<Piece<'_>> {
        parts
            .iter()
            .filter_map(|part| pieces.get(part))
            .flatten()
            .copied()
            .collect()
    };
    let (tools, both) = (of(&[Part::Tools]), of(&[Part::Court, Part::Graph]));
    if tools.is_empty() || both.is_empty() {
        if pieces.is_empty() {
            return Answer::not_applicable("no file plays the part of tools, detectives, graph or judges");
        }
        let missing = if tools.is_empty() {
            "tools or detectives"
        } else {
            "graph or judges"
        };
        let search = match nameless(snapshot) {
            Some(path) => Search::default().open(
                Place::File(path.to_owned()),
                "what it is for is not told by its name",
            ),
            None => Search::default(),
        };
        return Answer::absent(format!("no progression: no commit brings {missing}"), search).sure(70);
    };
    let answer = denied_or_not(history, &pieces, [tools, both]);
    if answer.finding == Finding::Absent && !pieces.values().all(|part| is_named(part)) {
        let why = "no progression is seen, but what most files are for is told by messages of commits alone";
        return Answer::unobserved(why);
    }
    answer
}

/// Whether paths tell the part of at least half of these lines.
fn is_named(part: &[Piece<'_>]) -> bool {
    let named = part.iter().filter(|piece| piece.is_named);
    named.map(|piece| piece.lines).sum::<u64>() * 2 >= lines(part)
}

/// The answer where there are files of both: the tools, and the graph with the judges.
fn denied_or_not(history: &History, pieces: &Pieces<'_>, [tools, both]: [Vec<Piece<'_>>; 2]) -> Answer {
    if let Some(commit) = dump(history, &tools, &both) {
        let rationale = format!(
            "no progression: one commit brings most of the tools and most of the graph and judges (innocent where it is a squash merge or an import): {}",
            described(commit)
        );
        return Answer::absent(rationale, Search::at([place(commit)])).sure(85);
    }
    // A graph that is there as a frame from the start says nothing of the judges, who are wired into it later.
    let of = |part: Part| pieces.get(&part).cloned().unwrap_or_default();
    ordered(history, &tools, &[both, of(Part::Court), of(Part::Graph)])
}

/// The files of each part that some commit wrote.
fn pieces(snapshot: &Subject) -> Pieces<'_> {
    let first = first_written(&snapshot.history);
    let lineage = Lineage::of(&snapshot.history);
    let mut pieces = Pieces::new();
    for (path, origins) in &snapshot.shares().files {
        let Some(write) = lineage.writes(path).first() else {
            continue;
        };
        let created = first
            .get(path.as_str())
            .map_or(write.commit, |first| write.commit.min(*first));
        let subject = snapshot
            .history
            .commits
            .get(created)
            .map_or("", |commit| &commit.subject);
        let lines = origins.values().sum::<u64>() / PARTS;
        if let Some(part) = part(path, subject).filter(|_| lines > 0) {
            let content = snapshot.history.versions.get(write.new);
            let is_as_it_came = lineage.writes(path).len() == 1;
            let piece = Piece {
                lines,
                is_named: self::part(path, "").is_some(),
                created,
                brought: write.commit,
                begun: match is_as_it_came {
                    true => Some(lines),
                    false => content.map(|content| written_lines(content)),
                },
                origins,
            };
            pieces.entry(part).or_default().push(piece);
        }
    }
    pieces.remove(&Part::Setup);
    pieces
}

/// The lines of a file that are not empty.
pub(super) fn written_lines(content: &[u8]) -> u64 {
    let (mut rest, mut written) = (content, 0);
    // Old versions come to tens of megabytes: the end of a line is looked for in many bytes at once.
    while let Ok(length @ 1..) = rest.skip_until(b'\n') {
        let end = content.len() - rest.len();
        written += u64::from(!content[end - length..end].trim_ascii().is_empty());
    }
    written
}

/// The largest file whose part is not known, where it may be one.
fn nameless(snapshot: &Subject) -> Option<&str> {
    let files = snapshot.shares().files.iter();
    let unknown = files.filter(|(path, _)| part(path, "").is_none() && part(path, "tool").is_some());
    let largest = unknown.max_by_key(|(_, origins)| origins.values().sum::<u64>())?;
    Some(largest.0)
}

/// The first commit that wrote anything at each path.
fn first_written(history: &History) -> BTreeMap<&str, usize> {
    let mut first = BTreeMap::new();
    for (at, commit) in history.commits.iter().enumerate() {
        for change in &commit.changes {
            if change.new.as_deref().is_some_and(|new| !EMPTY.contains(&new)) {
                first.entry(change.path.as_str()).or_insert(at);
            }
        }
    }
    first
}

/// A file's part: by the last telling word of its name, by the folder next to it that tells, by the subject
/// of the commit that created it. Tests are of no part.
fn part(path: &str, subject: &str) -> Option<Part> {
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

/// The part that a word tells, in one or many.
fn role(word: &str) -> Option<Part> {
    let one = word.strip_suffix('s').unwrap_or(word);
    let (roles, stages) = (&pack().roles, &pack().stages);
    let is = |role: &Names| role.names_step([&word.to_owned(), &one.to_owned()]);
    let decides =
        |roles: &Roles| is(&roles.judge) || is(&roles.chief_justice) || roles.personas().into_iter().any(is);
    if is(&roles.detective) || stages.tools.is(word) {
        Some(Part::Tools)
    } else if decides(roles) || stages.court.is(word) {
        Some(Part::Court)
    } else if stages.graph.is(word) {
        Some(Part::Graph)
    } else {
        stages.setup.is(word).then_some(Part::Setup)
    }
}

/// The commit that creates most of both parts, or brings it anew.
fn dump<'a>(history: &'a History, tools: &[Piece<'_>], court: &[Piece<'_>]) -> Option<&'a Commit> {
    let most = |at: fn(&Piece<'_>) -> usize| {
        let commit = most_created(tools, at)?;
        let stands = |pieces: &[Piece<'_>]| {
            let own = pieces.iter().filter_map(|piece| piece.origins.get(&commit));
            own.sum::<u64>() * 100 >= lines(pieces) * PARTS * DUMP_STANDING_PERCENT
        };
        (most_created(court, at)? == commit && stands(tools) && stands(court)).then_some(commit)
    };
    history
        .commits
        .get(most(|piece| piece.created).or_else(|| most(|piece| piece.brought))?)
}

fn lines(pieces: &[Piece<'_>]) -> u64 {
    pieces.iter().map(|piece| piece.lines).sum()
}

/// The lines of the files that each commit created.
fn created(pieces: &[Piece<'_>]) -> BTreeMap<usize, u64> {
    came(pieces, |piece| piece.created)
}

/// The lines of the files that came with each commit.
fn came(pieces: &[Piece<'_>], at: fn(&Piece<'_>) -> usize) -> BTreeMap<usize, u64> {
    let mut came: BTreeMap<usize, u64> = BTreeMap::new();
    for piece in pieces {
        *came.entry(at(piece)).or_default() += piece.lines;
    }
    came
}

/// The commit that created most of these lines' files, where one did.
fn most_created(pieces: &[Piece<'_>], at: fn(&Piece<'_>) -> usize) -> Option<usize> {
    let total = lines(pieces);
    let mut created = came(pieces, at).into_iter();
    let most = created.find(|(_, lines)| lines * 100 >= total * DUMP_PERCENT);
    most.map(|(at, _)| at)
}

fn ordered(history: &History, tools: &[Piece<'_>], later: &[Vec<Piece<'_>>; 3]) -> Answer {
    // One more tool, added late, does not undo that most were there before. And where half of both came with one commit,
    // what was added later puts them in no order: only tools that were there before do.
    let comes = |part: &[Piece<'_>]| match half(tools).cmp(&half(part)) {
        Ordering::Less => true,
        Ordering::Equal => earlier(tools, half(part)) * 100 >= lines(tools) * DUMP_STANDING_PERCENT,
        Ordering::Greater => middle(created(tools)) < middle(created(part)),
    };
    let came = later.iter().any(|part| !part.is_empty() && comes(part));
    // What is filled later was a skeleton; what is only changed later was there.
    let is_filled = |part: &[Piece<'_>]| half(tools) != half(part) || is_skeleton(part);
    let worked = later
        .iter()
        .any(|part| is_filled(part) && middle(origins(tools)) < middle(origins(part)));
    let [both, ..] = later;
    let answer = match (came, worked) {
        (true, _) => Answer::present(
            "a progression, which is good: the tools and detectives come before the graph and judges",
        )
        .sure(if worked { 90 } else { 75 }),
        (false, true) => {
            let rationale = "a progression, which is good: graph and judges are there early, but the work on them comes after the work on tools and detectives";
            Answer::present(rationale).sure(60)
        }
        (false, false) if half(tools) == half(both) => {
            let rationale = "no progression: most of the tools and detectives come with the same commit as the graph and judges (innocent where it is a squash merge or an import)";
            Answer::absent(rationale, Search::default()).sure(75)
        }
        (false, false) => {
            let rationale = "no progression: the graph and judges come before the tools and detectives; innocent where the design was laid out first";
            Answer::absent(rationale, Search::default()).sure(65)
        }
    };
    [
        (tools, "brings tools or detectives first"),
        (both, "brings graph or judges first"),
    ]
    .into_iter()
    .fold(answer, |answer, (pieces, what)| match first(history, pieces) {
        Some(commit) => answer.at_noting(place(commit), format!("{what}: {}", described(commit))),
        None => answer,
    })
}

/// Whether the files that came with the commit which brought half of them were a small part then of what they are.
fn is_skeleton(part: &[Piece<'_>]) -> bool {
    let at = half(part);
    let came = part.iter().filter(|piece| piece.created == at);
    let begun: Option<u64> = came.map(|piece| piece.begun).sum();
    begun.is_none_or(|begun| begun * 100 < lines(part) * DUMP_STANDING_PERCENT)
}

fn first<'a>(history: &'a History, pieces: &[Piece<'_>]) -> Option<&'a Commit> {
    let at = pieces.iter().map(|piece| piece.created).min()?;
    history.commits.get(at)
}

/// A place in the history in thousandths, so that means can be compared.
const THOUSAND: u64 = 1_000;

/// What each commit brought of the lines that stand.
fn origins(pieces: &[Piece<'_>]) -> BTreeMap<usize, u64> {
    let mut all: BTreeMap<usize, u64> = BTreeMap::new();
    for (at, parts) in pieces.iter().flat_map(|piece| piece.origins) {
        *all.entry(*at).or_default() += parts;
    }
    all
}

/// The lines of the files that came before a commit.
fn earlier(pieces: &[Piece<'_>], commit: usize) -> u64 {
    let before = pieces.iter().filter(|piece| piece.created < commit);
    before.map(|piece| piece.lines).sum()
}

/// The commit with which half of these lines' files were there.
fn half(pieces: &[Piece<'_>]) -> usize {
    let created = created(pieces);
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
fn middle(lines: BTreeMap<usize, u64>) -> u64 {
    let total: u64 = lines.values().sum();
    let places = lines
        .into_iter()
        .map(|(at, lines)| (at as u64).saturating_mul(THOUSAND).saturating_mul(lines));
    places
        .fold(0, u64::saturating_add)
        .checked_div(total)
        .unwrap_or_default()
}
