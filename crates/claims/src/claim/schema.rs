//! Claims about the classes of the state: the fields that a report quotes, and the reducers it gives them.

use super::mood::{Mood, mood};
use super::sides::{Check, Sides};
use super::statement::Statement;
use super::words::{Name, names};
use super::{Claim, Kind, State, short};
use court::evidence::Place;
use documents::document::passages::{Passages, Row};
use documents::document::{Document, Origin};
use python::ast::{Class, Expr, ExprKind, StmtKind};
use python::walk;
use std::collections::BTreeMap;
use wordlist::Words;

/// Most rows of one quoted class.
const CLASS_ROWS_MAX: usize = 80;
/// Rows that are no fields, one after the other, that a quoted class may hold: docstrings, lines that ran over.
const STRAY_ROWS_MAX: usize = 5;
/// Most bases that are followed for inherited fields.
const BASES_MAX: usize = 8;
/// Rows above a quoted class that say how it is meant.
const ABOVE_ROWS: usize = 3;
/// Furthest that a reducer stands from its field, in bytes.
const REDUCER_BYTES_MAX: usize = 60;
/// How types begin.
static TYPES: Words = Words::new(|| wordlist::words(include_str!("../../words/schema_types.txt")));

/// A class as a report quotes it.
struct Quoted {
    name: String,
    /// Whether it has bases.
    is_derived: bool,
    row: usize,
    /// Field and, where it has one, reducer.
    fields: Vec<(String, Option<String>)>,
}

/// A field of a class: its reducer, where it has one, and its lines.
type Fields<'a> = BTreeMap<&'a str, (Option<String>, Place)>;

/// The classes that a document quotes, against those of the program.
pub(super) fn quoted(document: &Document, passages: &Passages, sides: &Sides<'_>) -> Vec<Claim> {
    let mut found = Vec::new();
    for row in 0..passages.rows.len() {
        // The words of somebody else tell of something else.
        let quoted = Some(row).filter(|row| !passages.rows[*row].quoted);
        let Some(quoted) = quoted.and_then(|row| class_at(passages, row)) else {
            continue;
        };
        let above = passages.text(row.saturating_sub(ABOVE_ROWS)..row).to_lowercase();
        let heading = passages.heading_of(row).unwrap_or_default().to_lowercase();
        if mood(&above, &heading) != Mood::Other {
            found.extend(compare(&quoted, passages, document, sides));
        }
    }
    found
}

fn class_at(passages: &Passages, row: usize) -> Option<Quoted> {
    let head = passages.rows[row]
        .text
        .trim()
        .strip_prefix("class ")?
        .strip_suffix(':')?;
    let name = head.split('(').next()?.trim();
    let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
    let mut fields = Vec::new();
    let mut strays = 0;
    for next in passages.rows.iter().skip(row + 1).take(CLASS_ROWS_MAX) {
        if ends(next) || strays > STRAY_ROWS_MAX {
            break;
        }
        match field(&next.text) {
            Some(field) => {
                fields.push(field);
                strays = 0;
            }
            None if next.text.trim().is_empty() => {}
            None => strays += 1,
        }
    }
    (is_name && !fields.is_empty()).then(|| Quoted {
        name: name.to_owned(),
        is_derived: head.contains('('),
        row,
        fields,
    })
}

fn ends(row: &Row) -> bool {
    let text = row.text.trim();
    row.heading
        || text.starts_with("```")
        || ["class ", "def ", "@", "async def "]
            .iter()
            .any(|start| text.starts_with(start))
}

/// `name: Type`, with the reducer of `Annotated[Type, reducer]`.
fn field(text: &str) -> Option<(String, Option<String>)> {
    let (name, rest) = text.trim().split_once(':')?;
    let is_name = name.len() > 1
        && name
            .chars()
            .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_');
    let rest = rest.trim_start();
    let kind: &str = rest.split(|c: char| !(c.is_alphanumeric() || c == '_')).next()?;
    let is_type =
        TYPES.contains(&kind) || kind.starts_with(|c: char| c.is_uppercase()) && !rest.contains(' ');
    if !is_name || !is_type {
        return None;
    }
    let inner = rest
        .strip_prefix("Annotated[")
        .and_then(|rest| rest.rsplit_once(']'))
        .map(|(inner, _)| inner);
    let reducer = inner
        .and_then(|inner| inner.rsplit_once(','))
        .map(|(_, reducer)| reducer.trim().to_owned());
    Some((
        name.to_owned(),
        reducer.filter(|name| {
            name.chars()
                .all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'))
        }),
    ))
}

/// The one class of that name in the program that runs.
fn only<'a>(name: &str, sides: &Sides<'a>) -> Option<(&'a str, &'a Class)> {
    if !sides.vocabulary.may_search() {
        return None;
    }
    let program = sides.known.program();
    let mut found = program
        .classes()
        .filter(|(path, class)| class.name == name && !program.is_test(path));
    let first = found.next()?;
    (found.next().is_none() && program.is_live(first.0)).then_some(first)
}

/// The fields of a class and of its bases in the repository.
fn fields<'a>(path: &'a str, class: &'a Class, sides: &Sides<'a>) -> Fields<'a> {
    let mut fields = Fields::new();
    let mut queue = vec![(path, class)];
    for _ in 0..BASES_MAX {
        let Some((path, class)) = queue.pop() else { break };
        for stmt in &class.body {
            let (target, annotation) = match &stmt.kind {
                StmtKind::Annotated(target, annotation, _) => (target, Some(annotation)),
                StmtKind::Assign { targets, .. } if targets.len() == 1 => (&targets[0], None),
                _ => continue,
            };
            if let ExprKind::Name(name) = &target.kind {
                let place = Place::lines(path, stmt.span.first, stmt.span.last);
                let reducer = annotation.and_then(reducer);
                fields.entry(name.as_str()).or_insert((reducer, place));
            }
        }
        let bases = class.bases.iter().filter_map(|base| walk::dotted(&base.value));
        queue.extend(bases.filter_map(|base| only(base.rsplit('.').next().unwrap_or(&base), sides)));
    }
    fields
}

fn reducer(annotation: &Expr) -> Option<String> {
    let ExprKind::Subscript(value, index) = &annotation.kind else {
        return None;
    };
    let is_annotated = walk::dotted(value).is_some_and(|name| name.rsplit('.').next() == Some("Annotated"));
    match &index.kind {
        ExprKind::Tuple(parts) if is_annotated => parts
            .get(1)
            .map(|reducer| walk::dotted(reducer).unwrap_or_else(|| "a function of its own".to_owned())),
        _ => None,
    }
}

fn compare(quoted: &Quoted, passages: &Passages, document: &Document, sides: &Sides<'_>) -> Vec<Claim> {
    let Some((path, class)) = only(&quoted.name, sides) else {
        return Vec::new();
    };
    // Bases from outside may bring any field, and a class that is built at run time any at all.
    let actual = fields(path, class, sides);
    if actual.is_empty() || !is_same(quoted, class, &actual) || is_shown(path, document) {
        return Vec::new();
    }
    let missing: Vec<&str> = quoted
        .fields
        .iter()
        .map(|(name, _)| name.as_str())
        .filter(|name| !actual.contains_key(name))
        .collect();
    let row = &passages.rows[quoted.row];
    let claim = |kind, about: String, check: Check, text: String| Claim {
        kind,
        state: check.state,
        text,
        place: document.place(row.page, row.line, row.line),
        origin: Default::default(),
        about,
        because: check.because,
        shown_at: check.shown_at,
        probe: None,
        near: None,
        read: None,
    };
    let names: Vec<&str> = quoted.fields.iter().map(|(name, _)| name.as_str()).collect();
    let text = short(&format!("{} {}", row.text.trim(), names.join(", ")));
    let check = if missing.is_empty() {
        Check::new(State::Supported, format!("`{}` has these fields", quoted.name))
    } else {
        let has: Vec<&str> = actual.keys().copied().collect();
        let because = format!(
            "`{}` has no {}; its fields are {}",
            quoted.name,
            missing.join(", "),
            has.join(", ")
        );
        Check::new(State::Contradicted, because)
    };
    let place = Place::lines(path, class.span.first, class.span.last);
    let about = format!("`{}` has the fields that are quoted", quoted.name);
    let mut claims = vec![claim(Kind::Symbol, about, check.at(Some(place)), text)];
    for (name, said) in &quoted.fields {
        if let (Some(said), Some((actual, place))) = (said, actual.get(name.as_str())) {
            let check = reduced(name, said, actual.as_deref(), place);
            claims.push(claim(
                Kind::Capability,
                about_reducer(name, said),
                check,
                format!("{name}: Annotated[…, {said}]"),
            ));
        }
    }
    claims
}

/// Whether the class that is quoted is the one that is here, and no other of its name: both have bases or none, and
/// they have a field in common.
fn is_same(quoted: &Quoted, class: &Class, actual: &Fields<'_>) -> bool {
    let mut names = quoted.fields.iter().map(|(name, _)| name.as_str());
    quoted.is_derived != class.bases.is_empty() && names.any(|name| actual.contains_key(name))
}

/// Whether a manual shows a class of this name and the code has it for a test or an example only.
fn is_shown(path: &str, document: &Document) -> bool {
    let mut folders = path.split(['/', '_', '.']);
    document.origin == Origin::Found
        && folders.any(|part| {
            matches!(
                part,
                "test" | "tests" | "example" | "examples" | "docs" | "sample" | "samples"
            )
        })
}

fn about_reducer(field: &str, reducer: &str) -> String {
    format!("the state joins `{field}` by `{reducer}`")
}

fn reduced(field: &str, said: &str, actual: Option<&str>, place: &Place) -> Check {
    let last = |name: &str| {
        name.rsplit('.')
            .next()
            .unwrap_or(name)
            .trim_end_matches('_')
            .trim_start_matches('i')
            .to_owned()
    };
    let check = match actual {
        Some(actual) if last(actual) == last(said) => {
            Check::new(State::Supported, format!("`{field}` is joined by `{actual}`"))
        }
        Some(actual) => Check::new(State::Contradicted, format!("`{field}` is joined by `{actual}`")),
        None => Check::new(State::Contradicted, format!("`{field}` has no reducer")),
    };
    check.at(Some(place.clone()))
}

/// `evidences: merged via operator.ior` and `operator.add for opinions` in running text.
pub(super) fn reducers(statement: &Statement, sides: &Sides<'_>) -> Vec<Claim> {
    let has_operator = statement.lower.contains("operator.");
    if statement.mood != Mood::Plain || !has_operator {
        return Vec::new();
    }
    let state = sides
        .meaning
        .as_ref()
        .and_then(|meaning| meaning.graph.state_class.as_ref());
    let Some((path, class)) = state.and_then(|state| only(&state.name, sides)) else {
        return Vec::new();
    };
    let actual = fields(path, class, sides);
    let found = names(&statement.text);
    let is_reducer =
        |name: &&Name<'_>| matches!(name.chain, "operator.ior" | "operator.add" | "operator.or_");
    found
        .iter()
        .filter(is_reducer)
        .filter_map(|operator| {
            let field = bound(operator, &found, &statement.text, &actual)?;
            let (reducer, place) = actual.get(field)?;
            let check = reduced(field, operator.chain, reducer.as_deref(), place);
            Some(check.of(Kind::Capability, about_reducer(field, operator.chain), statement))
        })
        .collect()
}

/// The field that a sentence gives a reducer to.
fn bound<'t>(operator: &Name<'_>, found: &[Name<'t>], text: &str, actual: &Fields<'_>) -> Option<&'t str> {
    let is_field = |name: &&Name<'t>| actual.contains_key(name.chain);
    let after = found.iter().find(|name| name.at > operator.at);
    if let Some(word) = after.filter(|word| matches!(word.chain, "for" | "on")) {
        let next = found.iter().find(|name| name.at > word.at)?;
        return Some(next).filter(|name| is_field(name)).map(|name| name.chain);
    }
    let before = found
        .iter()
        .rfind(|name| name.at < operator.at && is_field(name))?;
    let between = text.get(before.end()..operator.at)?;
    let binds = [":", "=", "via", "use", "using", " by ", "reducer"]
        .iter()
        .any(|word| between.contains(word));
    let is_near =
        between.len() <= REDUCER_BYTES_MAX && !between.contains([',', ';']) && !between.contains("operator");
    (binds && is_near).then_some(before.chain)
}
