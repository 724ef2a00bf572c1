use super::progression::{Part, part};
use super::{described, of_history, place};
use court::evidence::Finding;
use probes_core::{Answer, Probe, Subject};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use subject::history::lineage::EMPTY;
use subject::history::source::Kind;
use subject::history::{Change, Commit, date, foreign};
use wordlist::Words;

/// Files that set a project up, by the conventions of languages and tools.
static SETUP: Words = Words::new(|| wordlist::words(include_str!("../../../words/phases_setup.txt")));
/// Files that build, check and deliver without people.
static AUTOMATION: Words =
    Words::new(|| wordlist::words(include_str!("../../../words/phases_automation.txt")));
/// Folders of such files.
const AUTOMATION_FOLDERS: [&str; 2] = [".github/workflows/", ".circleci/"];
/// Words of paths of tests.
const TESTS: [&str; 5] = ["test", "tests", "testing", "spec", "__tests__"];
/// Endings of prose.
const PROSE: [&str; 4] = [".md", ".rst", ".adoc", ".txt"];
/// What a file is for is read off its path.
const SURE: u8 = 80;

pub(super) const PROBE: Probe = of_history(
    "git.phases",
    "when each part of the work first came, with the commit that proves it; parts that come one after another show how it grew",
    examine,
);

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Phase {
    Setup,
    Documentation,
    Program,
    Tools,
    Court,
    Tests,
    Automation,
}

impl Phase {
    fn name(self) -> &'static str {
        match self {
            Self::Setup => "setup",
            Self::Documentation => "documentation",
            Self::Program => "program",
            Self::Tools => "tools and detectives",
            Self::Court => "graph and judges",
            Self::Tests => "tests",
            Self::Automation => "automation",
        }
    }
}

/// The commits that touched a phase: the first, and how many.
#[derive(Clone, Copy)]
struct Span {
    first: usize,
    commits: usize,
}

type Spans = BTreeMap<Phase, Span>;

fn examine(snapshot: &Subject) -> Answer {
    let commits = &snapshot.history.commits;
    let spans = spans(commits);
    if spans.is_empty() {
        return Answer::not_applicable("no commit brings a file whose part in the work its path tells");
    }
    let mut order: Vec<(Phase, Span, &Commit)> = spans
        .into_iter()
        .filter_map(|(phase, span)| Some((phase, span, commits.get(span.first)?)))
        .collect();
    order.sort_by_key(|(phase, span, _)| (span.first, *phase));
    let value: Vec<Value> = order
        .iter()
        .map(|(phase, span, commit)| {
            json!({
                "phase": phase.name(),
                "first_commit": commit.id,
                "date": date::shown(commit.authored),
                "commits": span.commits,
            })
        })
        .collect();
    let answer = Answer::value(Finding::Present, value, told(&order)).sure(SURE);
    order.into_iter().fold(answer, |answer, (phase, _, commit)| {
        answer.at_noting(
            place(commit),
            format!("first {}: {}", phase.name(), described(commit)),
        )
    })
}

fn told(order: &[(Phase, Span, &Commit)]) -> String {
    let starts: BTreeSet<usize> = order.iter().map(|(_, span, _)| span.first).collect();
    let groups = order.chunk_by(|a, b| a.1.first == b.1.first);
    let names = |group: &[(Phase, Span, &Commit)]| {
        let names: Vec<&str> = group.iter().map(|(phase, ..)| phase.name()).collect();
        match names.split_last() {
            Some((last, [])) => (*last).to_owned(),
            Some((last, others)) => format!("{} and {last} at once", others.join(", ")),
            None => String::new(),
        }
    };
    let path: Vec<String> = groups.map(names).collect();
    let told = if starts.len() > 1 {
        "the parts of the work came one after another, which is good"
    } else {
        "all parts of the work came with one commit; innocent where it is a skeleton, a template, an import or a squash merge"
    };
    format!("{told}: {}", path.join(", then "))
}

/// The parts that are told by the words of an auditor count only where both are there: elsewhere a parser or a
/// pipeline is the program.
fn spans(commits: &[Commit]) -> Spans {
    let paths = commits.iter().flat_map(|commit| &commit.changes);
    let kind = Kind::of(paths.map(|change| change.path.as_str()));
    let mut spans = Spans::new();
    for (at, commit) in commits.iter().enumerate() {
        let brought = commit.changes.iter().filter(|change| brings(change));
        let phases: BTreeSet<Phase> = brought
            .filter_map(|change| phase(&change.path, &commit.subject, kind))
            .collect();
        for phase in phases {
            let span = spans.entry(phase).or_insert(Span {
                first: at,
                commits: 0,
            });
            span.commits += 1;
        }
    }
    if spans.contains_key(&Phase::Tools) != spans.contains_key(&Phase::Court) {
        for part in [Phase::Tools, Phase::Court] {
            if let Some(span) = spans.remove(&part) {
                join(&mut spans, span);
            }
        }
    }
    spans
}

fn join(spans: &mut Spans, other: Span) {
    let program = spans.entry(Phase::Program).or_insert(Span {
        first: other.first,
        commits: 0,
    });
    program.first = program.first.min(other.first);
    program.commits += other.commits;
}

fn brings(change: &Change) -> bool {
    change.new.as_deref().is_some_and(|new| !EMPTY.contains(&new))
}

fn phase(path: &str, subject: &str, kind: Kind) -> Option<Phase> {
    if foreign::by_path(path).is_some() {
        return None;
    }
    let lower = path.to_lowercase();
    let name = lower.rsplit('/').next().unwrap_or(&lower);
    let is_automation = AUTOMATION.contains(&name)
        || name.starts_with("dockerfile.")
        || AUTOMATION_FOLDERS.iter().any(|folder| lower.starts_with(folder));
    let is_setup = SETUP.contains(&name) || (name.starts_with("requirements") && name.ends_with(".txt"));
    if is_automation {
        Some(Phase::Automation)
    } else if is_setup {
        Some(Phase::Setup)
    } else if PROSE.iter().any(|ending| name.ends_with(ending)) {
        Some(Phase::Documentation)
    } else if !kind.holds(&lower) {
        None
    } else if lower
        .split(['/', '_', '.', '-'])
        .any(|word| TESTS.contains(&word))
    {
        Some(Phase::Tests)
    } else {
        Some(match part(path, subject) {
            Some(Part::Tools) => Phase::Tools,
            Some(Part::Court | Part::Graph) => Phase::Court,
            Some(Part::Setup) | None => Phase::Program,
        })
    }
}
