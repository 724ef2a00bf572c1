//! Claims that something of a name is here: functions, classes, methods, constants, flags.

use super::list::{List, table};
use super::mood::Mood;
use super::path::tree::name_of;
use super::sides::{Check, Sides};
use super::statement::Statement;
use super::vocabulary::Presence;
use super::words::{Name, fold, is_compound, names, words};
use super::{Claim, Kind, State};
use documents::document::Origin;
use serde::Deserialize;
use std::sync::LazyLock;

/// Most names of one statement that are looked up.
const NAMES_MAX: usize = 60;
/// Furthest that "I built" stands before the name, in bytes.
const BUILT_BYTES_MAX: usize = 60;
/// The table beside this file, which says what each list is for.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    built: List,
    nouns: List,
    modules: List,
    external: List,
}

static TABLE: LazyLock<Table> = LazyLock::new(|| table(include_str!("symbol.toml")));

/// Endings of files that hold code.
const CODE: [&str; 8] = [".py", ".ts", ".tsx", ".js", ".jsx", ".rs", ".go", ".java"];

/// The names that a statement says are here.
pub(super) fn claims(statement: &Statement, sides: &Sides<'_>) -> Vec<Claim> {
    // A directive has a tool put something there; nobody says anything.
    let is_directive = statement.text.starts_with(".. ");
    if statement.mood != Mood::Plain || statement.is_literal || is_directive {
        return Vec::new();
    }
    let found = names(&statement.text);
    let paths = has_code_path(statement, sides);
    found
        .iter()
        .filter(|name| is_candidate(name, &statement.text, sides))
        .take(NAMES_MAX)
        .filter_map(|name| claim(name, paths, statement, sides))
        .collect()
}

/// Whether a statement says something of what it names as programs name their parts.
pub(super) fn names_code(statement: &Statement) -> bool {
    let is_said = matches!(statement.mood, Mood::Plain | Mood::Denied) && !statement.is_literal;
    let is_code = |name: &Name<'_>| name.is_call || name.is_ticked || is_compound(name.last());
    is_said && names(&statement.text).iter().any(is_code)
}

/// Whether a word is a name of the program's own rather than of a language or a library.
fn is_candidate(name: &Name<'_>, text: &str, sides: &Sides<'_>) -> bool {
    let last = name.last();
    let is_code = name.is_call || name.is_ticked || is_compound(last);
    let root = name.chain.split('.').next().unwrap_or_default();
    let is_file = name.chain.contains('.') && name_of(name.chain) == name.chain && has_ending(name.chain);
    let is_library = name.chain.contains('.') && is_library(root, sides);
    is_code
        && !is_argument(name, text)
        && last.len() >= 4
        && last.is_ascii()
        && !name.is_flag
        && !is_file
        && !is_library
        && !TABLE.external.has(&fold(last))
        && !TABLE.external.has(&fold(name.chain))
}

/// `name=value` names an argument, or a key of some markup.
fn is_argument(name: &Name<'_>, text: &str) -> bool {
    let after = text.get(name.end()..).unwrap_or_default();
    after.starts_with('=') && !after.starts_with("==")
}

fn has_ending(chain: &str) -> bool {
    chain
        .rsplit('.')
        .next()
        .is_some_and(|ending| ending.len() <= 5 && !ending.contains('_'))
}

/// A dotted name whose first part is imported from outside, or is a module of Python's.
fn is_library(root: &str, sides: &Sides<'_>) -> bool {
    TABLE.modules.has(root) || sides.manifests.imported(root).is_some()
}

fn claim(name: &Name<'_>, has_path: bool, statement: &Statement, sides: &Sides<'_>) -> Option<Claim> {
    let last = name.last();
    let about = format!("`{last}` is here");
    let said = said(name, has_path, statement);
    // Looking through all words is dear.
    let presence = match said {
        Said::Nothing => Presence::Defined(sides.vocabulary.definition(last)?.clone()),
        _ => sides.vocabulary.presence(last),
    };
    let check = match presence {
        Presence::Defined(place) => {
            Check::new(State::Supported, format!("`{last}` is defined")).at(Some(place))
        }
        Presence::Used => return None,
        Presence::Told => Check::new(
            State::Unsupported,
            format!("only prose speaks of `{last}`, no code"),
        ),
        Presence::Nowhere if statement.is_cut(name.at, name.end()) => return None,
        Presence::Nowhere => nowhere(last, said, sides),
    };
    Some(check.of(Kind::Symbol, about, statement))
}

/// What a statement says of the place of a name.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    /// It was made here, or is in a file that is named.
    Here,
    /// A report that was handed in speaks of it as a thing of the program.
    Perhaps,
    /// It may be anybody's: documents that lie in a repository speak of many other programs.
    Nothing,
}

fn said(name: &Name<'_>, has_path: bool, statement: &Statement) -> Said {
    let is_named = name.is_call || is_compound(name.last()) && is_called(name, statement);
    if is_named && (has_path || is_built(name, statement)) {
        Said::Here
    } else if statement.origin == Origin::Given && is_compound(name.last()) && is_called(name, statement) {
        Said::Perhaps
    } else {
        Said::Nothing
    }
}

/// A name that no file has: false where the statement says that it was made here or in which file it is.
fn nowhere(name: &str, said: Said, sides: &Sides<'_>) -> Check {
    let because = format!("`{name}` occurs in no file of the repository");
    let check = if said == Said::Here {
        Check::new(State::Contradicted, because)
    } else {
        let because = format!("{because}, and the statement does not say that it should");
        Check::new(State::Unsupported, because)
    };
    check.near(sides.vocabulary.nearest(name))
}

/// Whether a noun beside a name says what it is.
fn is_called(name: &Name<'_>, statement: &Statement) -> bool {
    let after = words(&statement.lower[name.end()..]).next();
    let before = words(&statement.lower[..name.at]).last();
    [after, before]
        .into_iter()
        .flatten()
        .any(|word| TABLE.nouns.has(word))
        || name.last().ends_with("Controller")
}

fn is_built(name: &Name<'_>, statement: &Statement) -> bool {
    let from = name.at.saturating_sub(BUILT_BYTES_MAX);
    let from = (from..=name.at)
        .find(|at| statement.lower.is_char_boundary(*at))
        .unwrap_or(name.at);
    let before = &statement.lower[from..name.at];
    TABLE.built.iter().any(|phrase| before.contains(phrase))
}

/// Whether the statement names a file of code that is there.
fn has_code_path(statement: &Statement, sides: &Sides<'_>) -> bool {
    statement
        .text
        .split(|c: char| {
            c.is_whitespace() || matches!(c, '`' | '(' | ')' | ',' | '*' | '|' | '"' | ':' | ';')
        })
        .map(|word| word.trim_end_matches('.'))
        .filter(|word| CODE.iter().any(|ending| word.ends_with(ending)))
        .any(|word| word.contains('/') && sides.tree.resolve(word).is_some())
}
