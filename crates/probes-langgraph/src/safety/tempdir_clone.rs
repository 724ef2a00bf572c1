//! `safety.tempdir_clone`: a clone goes to a fresh temporary directory.

use super::git_calls::{GitCall, place};
use super::{Showing, of_every_clone};
use court::evidence::Place;
use probes_core::{Probe, Search};
use python::ast::{ExprKind, FPart};
use python::code::Code;
use python::flow::{Along, Step, sources};
use python::program::Thing;
use python::walk;

pub(super) const PROBE: Probe = Probe::of_code(
    "safety.tempdir_clone",
    "Every clone goes to a fresh temporary directory, never into the working directory",
    |snapshot| of_every_clone(snapshot, show),
);

/// Where a directory comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Origin {
    /// Made for this use: `tempfile.mkdtemp()`.
    Fresh,
    /// The directory of all temporary files, or a path below it.
    Shared,
    /// A path that is the same at every run, or what whoever starts the program says.
    Fixed,
    /// Where the trail ends.
    Unknown,
}

fn show<'a>(code: &Code<'a>, clone: &GitCall<'a>) -> Showing {
    let cloned = clone.place(code);
    if clone.targets.is_empty() {
        let why = "the clone is given no directory of its own and goes into the working directory";
        let open = clone.open.iter().map(|(scope, expr)| place(code, *scope, expr));
        let open = open.map(|place| (place, "what is passed on there could not be followed"));
        return Showing::Fails(why.to_owned(), Search::at([cloned]).open_all(open));
    }
    let targets = clone.targets.iter();
    let steps: Vec<Step<'_>> = targets
        .flat_map(|(scope, target)| sources(code, *scope, target, Along::Path))
        .collect();
    let is_unique = steps.iter().any(|step| is_unique(code, step));
    let origins: Vec<(Origin, Place)> = steps
        .iter()
        .filter_map(|step| Some((origin(code, step)?, place(code, step.scope, step.expr))))
        .collect();
    let of = |wanted: Origin| origins.iter().find(|(origin, _)| *origin == wanted);
    let shared = of(Origin::Shared);
    let fresh = of(Origin::Fresh).or_else(|| shared.filter(|_| is_unique));
    let bad = of(Origin::Fixed).or_else(|| shared.filter(|_| !is_unique));
    match (fresh, bad, of(Origin::Unknown)) {
        (Some((_, made)), None, _) => Showing::Holds(
            "the target of the clone is made by tempfile for this use".to_owned(),
            vec![
                (made.clone(), "the temporary directory is made here".to_owned()),
                (cloned, "cloned here".to_owned()),
            ],
        ),
        (_, Some((_, from)), _) => Showing::Fails(
            "the target of the clone can be a directory that is the same at every run".to_owned(),
            Search::at([from.clone(), cloned]),
        ),
        (None, None, unknown) => Showing::Fails(
            "no temporary directory is made for the target of the clone".to_owned(),
            Search::at([cloned.clone()]).open(
                unknown.map_or(cloned, |(_, place)| place.clone()),
                "which directory it is could not be followed further",
            ),
        ),
    }
}

fn origin<'a>(code: &Code<'a>, step: &Step<'a>) -> Option<Origin> {
    let known = match &step.expr.kind {
        ExprKind::Call { callee, .. } => {
            let made = code.external_call(step.scope, step.expr);
            // What a method of a library's object gives, such as `parser.parse_args()`.
            let method = || match code.thing(step.scope, callee) {
                Some(Thing::External(name)) => Some(name),
                _ => None,
            };
            return made
                .or_else(method)
                .and_then(|name| of_library(&name))
                .or(step.is_end.then_some(Origin::Unknown));
        }
        ExprKind::Str(text) => return of_text(text),
        ExprKind::FString(parts) => match parts.first() {
            Some(FPart::Text(text)) => of_text(text),
            _ => None,
        },
        ExprKind::Name(name) if name == "__file__" => Some(Origin::Fixed),
        // A factory that is not called here: `default_factory=tempfile.mkdtemp`.
        ExprKind::Name(_) | ExprKind::Attribute { .. } if step.is_end => {
            match code.thing(step.scope, step.expr) {
                Some(Thing::External(name)) => of_library(&name),
                _ => None,
            }
        }
        ExprKind::None | ExprKind::Bool(_) | ExprKind::Number(_) => return None,
        _ => None,
    };
    known.or(step.is_end.then_some(Origin::Unknown))
}

fn of_library(name: &str) -> Option<Origin> {
    match name {
        "tempfile.gettempdir" | "tempfile.gettempdirb" => Some(Origin::Shared),
        "tempfile.TemporaryDirectory"
        | "tempfile.mkdtemp"
        | "aiofiles.tempfile.TemporaryDirectory"
        | "tempfile.NamedTemporaryFile"
        | "tempfile.mktemp" => Some(Origin::Fresh),
        "os.getcwd" | "pathlib.Path.cwd" | "pathlib.Path.home" | "input" => Some(Origin::Fixed),
        _ if name.ends_with("parse_args") || name.starts_with("os.environ") || name == "os.getenv" => {
            Some(Origin::Fixed)
        }
        _ => None,
    }
}

fn of_text(text: &str) -> Option<Origin> {
    match text.trim() {
        "" => None,
        path if path.starts_with("/tmp") || path.starts_with("/var/tmp") => Some(Origin::Shared),
        _ => Some(Origin::Fixed),
    }
}

/// Whether a part of the path is new at every run: a random or timed name.
fn is_unique<'a>(code: &Code<'a>, step: &Step<'a>) -> bool {
    let mut found = false;
    walk::expression(step.expr, &mut |expr| {
        let name = code.external_call(step.scope, expr).unwrap_or_default();
        found |= name.starts_with("uuid.")
            || name.starts_with("secrets.")
            || name.starts_with("time.time")
            || name.starts_with("random.")
            || name.starts_with("datetime.datetime.")
            || name == "os.getpid";
    });
    found
}
