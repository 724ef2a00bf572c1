//! Claims about what the program does, resolved by the answers of the probes that ask the same.

use super::known::Told;
use super::list::{List, table};
use super::mood::{Mood, Signs, of_word, signs};
use super::sides::{Check, Sides};
use super::statement::Statement;
use super::words::{begins, fold, words};
use super::{Claim, Kind, State};
use aho_corasick::AhoCorasick;
use court::evidence::Confidence;
use documents::document::Origin;
use langgraph::audited::Settled;
use langgraph::topology::Graph;
use langgraph::topology::roles::Role;
use python::symbolic::{has, marks};
use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::LazyLock;
use wordlist::array;

/// Something a program of this kind may do; the table says what each field means.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Capability {
    about: String,
    #[serde(default = "Capability::kind")]
    kind: Kind,
    question: String,
    #[serde(default = "Capability::yes")]
    holds: bool,
    #[serde(default)]
    contrary: bool,
    all: Vec<List>,
    #[serde(default)]
    none: List,
    #[serde(default)]
    needs: Needs,
    #[serde(default = "Capability::yes")]
    can_contradict: bool,
    #[serde(default)]
    otherwise: List,
    #[serde(default)]
    tells_absence: bool,
}

impl Capability {
    fn kind() -> Kind {
        Kind::Capability
    }

    fn yes() -> bool {
        true
    }
}

/// What must have been found in the subject.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Needs {
    #[default]
    Nothing,
    /// A graph that is run.
    Graph,
    /// Two nodes that gather evidence.
    Detectives,
    /// Two nodes that judge.
    Judges,
    /// Functions that make opinions.
    Court,
    /// A function that settles.
    Justice,
}

/// The table, with what finds those of whose first terms one stands in a sentence, which most sentences have none of.
struct Capabilities {
    all: Vec<Capability>,
    terms: AhoCorasick,
    /// Which capability each term belongs to.
    owners: Vec<usize>,
}

static CAPABILITIES: LazyLock<Capabilities> = LazyLock::new(|| {
    #[derive(Deserialize)]
    struct Table {
        capability: Vec<Capability>,
    }
    let all = table::<Table>(include_str!("capability.toml")).capability;
    let first = all
        .iter()
        .enumerate()
        .filter_map(|(at, one)| Some((at, one.all.first()?)));
    let terms = first.flat_map(|(at, terms)| terms.iter().map(move |term| (term, at)));
    let (terms, owners): (Vec<&str>, Vec<usize>) = terms.unzip();
    let terms = AhoCorasick::new(terms).expect("the table is small");
    Capabilities { all, terms, owners }
});

/// A probe that is less sure contradicts nobody.
const SURE_MIN: u8 = 80;
/// Longest label in front of what is said, in words.
const LABEL_WORDS_MAX: usize = 4;
/// Furthest that a denial stands before what it denies, in words.
const DENIAL_WORDS_MAX: usize = 4;
/// Probes that see a thing only where it is used directly, with its name, folded, in code that hands it over.
const SPOKEN_OF: [(&str, &str); 3] = [
    ("graph.checkpointer", "checkpoint"),
    ("safety.tempdir_clone", "temporarydirectory"),
    ("safety.tempdir_clone", "mkdtemp"),
];

/// What a statement says that the program does, or that it does not do yet.
pub(super) fn claims(statement: &Statement, sides: &Sides<'_>) -> Vec<Claim> {
    // What stands in braces is filled in later.
    let is_form = statement.text.contains('{') && statement.text.contains('}');
    let is_said = statement.mood != Mood::Other || is_gap(statement);
    if statement.is_literal || is_form || !is_said {
        return Vec::new();
    }
    let is_stale = signs(&statement.lower).has(Signs::UNFINISHED) || is_gap(statement);
    let matching = named(&statement.lower)
        .into_iter()
        .filter(|capability| speaks(capability, &statement.lower));
    matching
        .filter_map(|capability| claim(capability, is_stale, statement, sides))
        .collect()
}

fn claim(
    capability: &'static Capability,
    is_stale: bool,
    statement: &Statement,
    sides: &Sides<'_>,
) -> Option<Claim> {
    if is_stale {
        let is_named = !is_gap(statement) || denies_first(capability, &statement.lower);
        let can_be = capability.holds && capability.tells_absence && is_named;
        return can_be.then(|| missing(capability, statement, sides));
    }
    let is_denied = statement.mood == Mood::Denied;
    let fits = if capability.holds || capability.contrary {
        !is_denied
    } else {
        is_denied && denies_first(capability, &statement.lower)
    };
    fits.then(|| {
        let mut check = check(capability, sides);
        let is_open = is_choice(capability, &statement.lower) || is_of_tests(&statement.lower);
        if check.state == State::Contradicted && is_open {
            check.state = State::Uncheckable;
        }
        check.of(capability.kind, capability.about.as_str(), statement)
    })
}

/// Whether a report that was handed in lists something as missing: `Gaps: no retry of malformed answers`. What others were
/// found to lack, and what was once so, is no gap.
fn is_gap(statement: &Statement) -> bool {
    let other = Signs::PLAN | Signs::WISH | Signs::MODAL | Signs::PAST | Signs::ELSEWHERE | Signs::SAMPLE;
    let label = statement.lower.split_once(": ");
    let said = label.filter(|(label, _)| label.split_whitespace().count() <= LABEL_WORDS_MAX);
    let said = said.map_or(statement.lower.as_str(), |(_, said)| said);
    words(said).next() == Some("no")
        && statement.origin == Origin::Given
        && !signs(&statement.lower).has(other)
        && !signs(&statement.heading).has(Signs::ELSEWHERE | Signs::PAST)
}

/// Whether the first of what a capability is known by is denied just before it.
fn denies_first(capability: &Capability, lower: &str) -> bool {
    let first = capability.all.first();
    first.is_some_and(|terms| denies(terms, lower))
}

/// Whether a sentence tells what a test does: it tries a thing and does not do it.
fn is_of_tests(lower: &str) -> bool {
    const TRIES: [&str; 10] =
        array("validate validates cover covers verify verifies test tests exercise exercises");
    let mut words = words(lower);
    let is_test = words.by_ref().take(4).any(|word| {
        let mut parts = word.split('_');
        parts.any(|part| matches!(part, "test" | "tests" | "testing"))
    });
    is_test && words.any(|word| TRIES.contains(&word)) || lower.contains("tests for ")
}

/// Whether what is claimed stands beside something else that may be there instead: `retry/fallback`.
fn is_choice(capability: &Capability, lower: &str) -> bool {
    // Ways that part and join again are told in one breath.
    if capability.kind == Kind::Topology {
        return false;
    }
    let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    let is_choice = |at: usize, term: &str| {
        let word = lower[at..]
            .split(|c: char| !c.is_alphanumeric())
            .next()
            .unwrap_or_default();
        let after = &lower[at + word.len().max(term.len())..];
        let before = lower[..at].strip_suffix('/');
        after
            .strip_prefix('/')
            .is_some_and(|rest| letter(rest.chars().next()))
            || before.is_some_and(|before| letter(before.chars().next_back()))
    };
    let terms = capability.all.first().into_iter().flat_map(List::iter);
    let mut found = terms
        .flat_map(|term| lower.match_indices(term).map(move |(at, _)| (at, term)))
        .peekable();
    found.peek().is_some() && found.all(|(at, term)| is_choice(at, term))
}

/// The capabilities of whose first terms one stands anywhere in a sentence.
fn named(lower: &str) -> Vec<&'static Capability> {
    let Capabilities { all, terms, owners } = &*CAPABILITIES;
    let found = terms.find_overlapping_iter(lower);
    let found: BTreeSet<usize> = found.map(|found| owners[found.pattern().as_usize()]).collect();
    found.into_iter().filter_map(|at| all.get(at)).collect()
}

/// Whether a sentence has a term of each list, one of them outside of the clause that only says when.
fn speaks(capability: &Capability, lower: &str) -> bool {
    let main = main_clause(lower);
    capability.all.iter().all(|terms| has_term(terms, lower))
        && !has_term(&capability.none, lower)
        && (main.len() == lower.len() || capability.all.iter().any(|terms| has_term(terms, main)))
}

fn has_term(terms: &List, lower: &str) -> bool {
    terms.iter().any(|term| {
        if term.contains([' ', '_', '.', '=', '-', '(']) {
            lower.contains(term)
        } else {
            words(lower).any(|word| begins(word, term))
        }
    })
}

/// A sentence without the clause in front that only says when: `When two nodes write at once, data is lost.`
fn main_clause(lower: &str) -> &str {
    const WHEN: [&str; 6] = ["when", "whenever", "while", "if", "unless", "once"];
    let first = words(lower).next().unwrap_or_default();
    let main = WHEN.contains(&first).then(|| lower.split_once(','));
    main.flatten().map_or(lower, |(_, main)| main)
}

/// Whether one of the terms is denied just before it.
fn denies(terms: &List, lower: &str) -> bool {
    terms.iter().any(|term| {
        lower.match_indices(term).any(|(at, _)| {
            let before: Vec<&str> = words(&lower[..at]).collect();
            before
                .iter()
                .rev()
                .take(DENIAL_WORDS_MAX)
                .any(|word| of_word(word).has(Signs::DENIAL | Signs::FORBIDS))
        })
    })
}

/// Whether the subject is of the kind that the probe can see through.
fn can_be_asked(needs: Needs, sides: &Sides<'_>) -> bool {
    let of_role = |role: Role| {
        sides
            .meaning
            .as_ref()
            .is_some_and(|meaning| meaning.roles.all(role).len() >= 2)
    };
    match needs {
        Needs::Nothing => true,
        Needs::Graph => sides
            .meaning
            .as_ref()
            .is_some_and(|meaning| !meaning.graph.nodes.is_empty()),
        Needs::Detectives => of_role(Role::Detective),
        Needs::Judges => of_role(Role::Judge),
        Needs::Court => !sides.known.court().judges.is_empty(),
        Needs::Justice => !sides.known.court().chiefs.is_empty(),
    }
}

fn check(capability: &'static Capability, sides: &Sides<'_>) -> Check {
    let told = sides.answer(&capability.question);
    let mut check = if !can_be_asked(capability.needs, sides) {
        Check::new(State::Uncheckable, "nothing of the kind was found in the code")
    } else {
        judged(&told, capability)
    };
    let is_open = may_be_otherwise(capability, sides)
        || may_be_in_part(capability, sides)
        || is_elsewhere(capability, sides);
    if check.state == State::Contradicted && is_open {
        check.state = State::Uncheckable;
    }
    check.probe = Some(&capability.question);
    check.at(told.shown_at)
}

/// Whether a node or router of the graph is named as if it did the same in another way, or code speaks of what is
/// said to be missing. It may be handed over where it was not followed to.
fn may_be_otherwise(capability: &Capability, sides: &Sides<'_>) -> bool {
    let is_spoken_of =
        |(probe, part): &(&str, &str)| *probe == capability.question && sides.vocabulary.has_part(part);
    if SPOKEN_OF.iter().any(is_spoken_of) {
        return true;
    }
    let Some(meaning) = &sides.meaning else {
        return false;
    };
    let nodes = meaning.graph.order.iter().map(String::as_str);
    let routers = meaning
        .graph
        .routers
        .iter()
        .filter_map(|router| router.function.as_ref());
    let names = nodes.chain(routers.map(|function| function.name.as_str()));
    let names: Vec<String> = names.map(fold).collect();
    capability
        .otherwise
        .iter()
        .any(|part| names.iter().any(|name| name.contains(part)))
}

/// Whether another graph of the repository has what the one that is run has not.
fn is_elsewhere(capability: &Capability, sides: &Sides<'_>) -> bool {
    let has = |graph: &Graph| match capability.question.as_str() {
        "graph.conditional" => !graph.routers.is_empty(),
        "graph.checkpointer" => graph.checkpointer.is_some(),
        _ => false,
    };
    sides.known.graphs().iter().any(has)
}

/// Whether only some of the final scores come from a model: one that sums up others is easily taken for one of them.
fn may_be_in_part(capability: &Capability, sides: &Sides<'_>) -> bool {
    let court = sides.known.court();
    let is_asked = |settled: &Settled| has(court.terms.marks(settled.term), marks::ANSWER);
    capability.question == "justice.deterministic" && !court.settled.iter().all(is_asked)
}

fn judged(told: &Told, capability: &Capability) -> Check {
    let is_sure = told.confidence >= Confidence::percent(SURE_MIN) && capability.can_contradict;
    let state = match told.holds {
        Some(holds) if holds == capability.holds => State::Supported,
        Some(_) if is_sure => State::Contradicted,
        _ => State::Uncheckable,
    };
    Check::new(state, told.because.as_str())
}

/// A report that says of something that it is not there yet, and it is.
fn missing(capability: &'static Capability, statement: &Statement, sides: &Sides<'_>) -> Claim {
    let found = check(capability, sides);
    let state = match found.state {
        State::Supported => State::Contradicted,
        State::Contradicted => State::Supported,
        other => other,
    };
    let because = match state {
        State::Contradicted => format!("stale: {}", found.because),
        _ => found.because,
    };
    let about = format!("not there yet: {}", capability.about);
    Check {
        state,
        because,
        ..found
    }
    .of(capability.kind, about, statement)
}
