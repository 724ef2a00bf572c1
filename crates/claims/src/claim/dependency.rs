//! Claims that the program uses a product, a package or a technique that leaves its name in code.

use super::list::{List, table};
use super::mood::Mood;
use super::sides::{Check, Sides};
use super::statement::Statement;
use super::words::{fold, has_word, words};
use super::{Claim, Kind, State, discovery};
use court::evidence::Place;
use documents::document::Origin;
use serde::Deserialize;
use std::sync::LazyLock;

/// Furthest that such a word stands before the name, in bytes.
const USE_BYTES_MAX: usize = 28;

/// After a participle, these say by what it was done.
const BY: [&str; 5] = [" via ", " using ", " by ", " with ", " through "];

/// The table beside this file, which says what each list is for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    uses: List,
    own: List,
    written: List,
    writers: List,
    products: Vec<Product>,
}

/// Something that can be used: its names, its packages, and what it leaves in the code of whoever uses it.
#[derive(Debug, Deserialize)]
struct Product(List, List, List);

static TABLE: LazyLock<Table> = LazyLock::new(|| table(include_str!("dependency.toml")));

/// The products that a statement says are used.
pub(super) fn claims(statement: &Statement, sides: &Sides<'_>) -> Vec<Claim> {
    if statement.mood != Mood::Plain || statement.is_literal {
        return Vec::new();
    }
    TABLE
        .products
        .iter()
        .filter_map(|product| claim(product, statement, sides))
        .collect()
}

fn claim(product: &Product, statement: &Statement, sides: &Sides<'_>) -> Option<Claim> {
    let Product(names, ..) = product;
    let (at, name) = names
        .iter()
        .find_map(|name| Some((whole(&statement.lower, name)?, name)))?;
    let before = before(&statement.lower, at);
    let is_used = TABLE.uses.iter().any(|word| before.contains(&format!("{word} ")));
    if !is_used || before.contains(" or ") {
        return None;
    }
    let after = statement.lower[at + name.len()..].trim_start();
    let is_choice = words(after).take(4).any(|word| word == "or")
        || after.starts_with('/')
        || after.starts_with("and/or");
    let is_choice = is_choice || words(&statement.lower).any(|word| matches!(word, "can" | "allows"));
    let first = names.iter().next().unwrap_or_default();
    let about = format!("{first} is used");
    let is_tool = TABLE.writers.has(first)
        && words(&statement.lower).any(|word| TABLE.written.has(word) || word == "code");
    let is_open = is_choice || is_tool || is_manual(statement) || !is_own(statement, before);
    let check = found(product, sides).unwrap_or_else(|| absent(name, is_open));
    // What is only spoken of need not be used by this program.
    let is_said = !(is_open && check.state == State::Unsupported);
    is_said.then(|| check.of(Kind::Capability, about, statement))
}

/// Whether the statement stands in a manual, which speaks of the programs of its readers too.
fn is_manual(statement: &Statement) -> bool {
    let document = match &statement.place {
        Place::Lines { path, .. } => path,
        Place::Page { document, .. } | Place::Passage { document, .. } => document,
        Place::Commit(_) | Place::Ref(_) | Place::File(_) => return false,
    };
    statement.origin == Origin::Found && document.contains('/') && !discovery::is_report(document)
}

/// Whether the statement speaks of the program itself: `we`, `the system`, `registered via`, `Choice:`.
fn is_own(statement: &Statement, before: &str) -> bool {
    let first = words(&statement.lower).next().unwrap_or_default();
    let is_advice = matches!(
        first,
        "when" | "while" | "to" | "by" | "for" | "you" | "using" | "use" | "with"
    );
    let is_done = BY.iter().any(|by| {
        before
            .split(by)
            .next()
            .is_some_and(|verb| before.contains(by) && verb.ends_with("ed"))
    });
    !is_advice && (is_done || has_word(&statement.lower, &TABLE.own))
}

/// Where a name stands as a whole word.
fn whole(lower: &str, name: &str) -> Option<usize> {
    let is_part = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let mut found = lower.match_indices(name);
    found.find_map(|(at, _)| {
        let before = lower[..at].chars().next_back();
        let after = lower[at + name.len()..].chars().next();
        (!is_part(before) && !is_part(after)).then_some(at)
    })
}

fn before(lower: &str, at: usize) -> &str {
    let from = (at.saturating_sub(USE_BYTES_MAX)..=at).find(|from| lower.is_char_boundary(*from));
    &lower[from.unwrap_or(at)..at]
}

fn found(product: &Product, sides: &Sides<'_>) -> Option<Check> {
    let Product(_, packages, traces) = product;
    let imported = |package| Some((package, sides.manifests.imported(package)?));
    if let Some((package, place)) = packages.iter().find_map(imported) {
        let because = format!("`{package}` is imported");
        return Some(Check::new(State::Supported, because).at(Some(place.clone())));
    }
    let declared = packages.iter().find(|package| sides.manifests.declares(package));
    let is_enough = declared.is_some() || packages.iter().next().is_none();
    let is_spoken_of = |trace: &&str| sides.vocabulary.has_part(&fold(trace));
    if let Some(trace) = traces.iter().find(is_spoken_of) {
        let state = if is_enough {
            State::Supported
        } else {
            State::Unsupported
        };
        let because = format!("code or configuration speaks of `{trace}`, no module of it is imported");
        return Some(Check::new(state, because));
    }
    let because = format!("`{}` is declared and never imported", declared?);
    Some(Check::new(State::Unsupported, because))
}

fn absent(name: &str, is_open: bool) -> Check {
    let state = if is_open {
        State::Uncheckable
    } else {
        State::Contradicted
    };
    Check::new(
        state,
        format!("nothing in the code, its imports or its manifests speaks of {name}"),
    )
}
