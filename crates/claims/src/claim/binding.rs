//! Claims of what a call is given or made by, where code shows another: the schema that answers are bound to, the way in which
//! folders for clones are made.

use super::mood::{Mood, Signs, signs};
use super::sides::{Check, Sides};
use super::statement::Statement;
use super::{Claim, Kind, State};
use court::evidence::Place;
use documents::document::Origin;
use python::ast::{Expr, ExprKind};
use python::walk;

/// The call that binds a model to a schema.
const BINDS: &str = "with_structured_output";
/// Ways to make a folder that is gone afterwards, and one that stays.
const FOLDERS: [&str; 2] = ["TemporaryDirectory", "mkdtemp"];

/// What a report that was handed in says of such calls.
pub(super) fn claims(statement: &Statement, sides: &Sides<'_>) -> Vec<Claim> {
    let names_none = !statement.text.contains(BINDS) && !statement.text.contains(FOLDERS[0]);
    // Who looks for a call in other programs does not make it.
    let is_sought = signs(&statement.lower).has(Signs::SOUGHT);
    if names_none || is_sought || statement.mood != Mood::Plain || statement.origin != Origin::Given {
        return Vec::new();
    }
    let found = [schema(statement, sides), folder(statement, sides)];
    found.into_iter().flatten().collect()
}

/// `with_structured_output(Opinion)` against the classes that the program binds.
fn schema(statement: &Statement, sides: &Sides<'_>) -> Option<Claim> {
    let (_, rest) = statement.text.split_once(BINDS)?;
    let (said, _) = rest.strip_prefix('(')?.split_once([')', ',', ' '])?;
    let is_class = said.starts_with(char::is_uppercase) && said.chars().all(|c| c.is_alphanumeric());
    let bound = bound(sides).filter(|bound| is_class && !bound.is_empty())?;
    let (name, place) = bound.iter().find(|(name, _)| name == said).or(bound.first())?;
    let check = if name == said {
        Check::new(State::Supported, format!("`{name}` is bound"))
    } else {
        Check::new(
            State::Contradicted,
            format!("`{BINDS}` is given `{name}`, and `{said}` nowhere"),
        )
    };
    let check = check.at(Some(place.clone()));
    Some(check.of(
        Kind::Capability,
        format!("`{said}` is bound to the model"),
        statement,
    ))
}

/// The classes that calls outside of tests bind, each with one place; none where one is handed in by a name of another kind.
fn bound(sides: &Sides<'_>) -> Option<Vec<(String, Place)>> {
    let mut found = Vec::new();
    let mut is_open = false;
    each_call(sides, false, |name, arguments, place| {
        if name == BINDS {
            let class = arguments.and_then(walk::last_name);
            match class.filter(|class| class.starts_with(char::is_uppercase)) {
                Some(class) => found.push((class.to_owned(), place)),
                None => is_open = true,
            }
        }
    });
    (!is_open).then_some(found)
}

/// `TemporaryDirectory`, where only `mkdtemp` is called by what runs.
fn folder(statement: &Statement, sides: &Sides<'_>) -> Option<Claim> {
    let [gone, stays] = FOLDERS;
    let says = |name: &str| statement.text.contains(name);
    if !says(gone) || says(stays) || is_renamed(gone, sides) {
        return None;
    }
    let (mut is_gone, mut stay) = (false, None);
    each_call(sides, true, |name, _, place| {
        is_gone |= name == gone;
        if name == stays {
            stay.get_or_insert(place);
        }
    });
    let place = stay.filter(|_| !is_gone)?;
    let because = format!("what runs calls `{stays}`, which leaves the folder behind, and never `{gone}`");
    let check = Check::new(State::Contradicted, because).at(Some(place));
    Some(check.of(Kind::Capability, format!("`{gone}` makes the folders"), statement))
}

/// Whether a module brings something in under another name: its calls are not known by their last name.
fn is_renamed(name: &str, sides: &Sides<'_>) -> bool {
    let renames = format!("{name} as ");
    let mut files = sides.snapshot.files.iter();
    files.any(|(path, file)| path.ends_with(".py") && file.text().is_some_and(|text| text.contains(&renames)))
}

/// Every call of the program by its last name, with its first argument; of what runs alone, or of all that is no test.
fn each_call(sides: &Sides<'_>, of_what_runs: bool, mut visit: impl FnMut(&str, Option<&Expr>, Place)) {
    let program = sides.known.program();
    for module in program.modules().filter(|module| !program.is_test(&module.path)) {
        walk::expressions(&module.body, &mut |expr| {
            let ExprKind::Call { callee, args } = &expr.kind else {
                return;
            };
            let at = expr.span.first;
            let runs = || match program.function_at(&module.path, at) {
                Some(function) => program.is_reached(&function),
                None => program.is_live(&module.path),
            };
            if let Some(name) = walk::last_name(callee).filter(|_| !of_what_runs || runs()) {
                visit(
                    name,
                    args.first().map(|one| &one.value),
                    Place::line(&module.path, at),
                );
            }
        });
    }
}
