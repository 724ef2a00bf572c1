//! `safety.tempdir_clone`: a clone goes to a fresh temporary directory.

use super::git_calls::{GitCall, place};
use super::{Showing, of_every_clone};
use crate::derived::Subject;
use crate::probe::{Answer, Probe};
use court::evidence::Detective;
use python::ast::{Expr, ExprKind, FPart};
use python::code::Code;
use python::flow::{Along, Step, sources};
use python::scopes::ScopeId;
use python::walk;

/// Whether clones go to a fresh temporary directory.
pub(super) const PROBE: Probe = Probe {
    id: "safety.tempdir_clone",
    detective: Detective::RepoInvestigator,
    goal: "Every clone goes to a fresh temporary directory, never into the working directory",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    of_every_clone(snapshot, show)
}

/// Where a directory comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Origin {
    /// Made for this use: `tempfile.mkdtemp()`.
    Fresh,
    /// The directory of all temporary files, or a path below it.
    Shared,
    /// A path that is the same at every run.
    Fixed,
}

fn show<'a>(code: &Code<'a>, clone: &GitCall<'a>) -> Showing {
    let Some((scope, target)) = clone.target else {
        return Showing {
            holds: false,
            why: "the clone is given no directory of its own and goes into the working directory".to_owned(),
            proofs: vec![(
                clone.place(code),
                "cloned here, without a target directory".to_owned(),
            )],
        };
    };
    let steps = sources(code, scope, target, Along::Path);
    let is_unique = steps.iter().any(|step| is_unique(code, step));
    let mut origins: Vec<(Origin, Step<'_>)> = Vec::new();
    for step in steps {
        if let Some(origin) = origin(code, step.scope, step.expr) {
            origins.push((origin, step));
        }
    }
    judged(code, clone, &origins, is_unique)
}

fn judged(code: &Code<'_>, clone: &GitCall<'_>, origins: &[(Origin, Step<'_>)], is_unique: bool) -> Showing {
    let of = |wanted: Origin| origins.iter().find(|(origin, _)| *origin == wanted);
    let shared = of(Origin::Shared);
    let fresh = of(Origin::Fresh).or_else(|| shared.filter(|_| is_unique));
    let bad = of(Origin::Fixed).or_else(|| shared.filter(|_| !is_unique));
    let cloned = (clone.place(code), "cloned here".to_owned());
    let at =
        |found: &(Origin, Step<'_>), note: &str| (place(code, found.1.scope, found.1.expr), note.to_owned());
    match (fresh, bad) {
        (Some(fresh), None) => Showing {
            holds: true,
            why: "the target of the clone is made by tempfile for this use".to_owned(),
            proofs: vec![at(fresh, "the temporary directory is made here"), cloned],
        },
        (_, Some(bad)) => Showing {
            holds: false,
            why: "the target of the clone can be a directory that is the same at every run".to_owned(),
            proofs: vec![at(bad, "the directory comes from here"), cloned],
        },
        (None, None) => Showing {
            holds: false,
            why:
                "the target of the clone is whatever the caller gives; no temporary directory is made for it"
                    .to_owned(),
            proofs: vec![cloned],
        },
    }
}

fn origin<'a>(code: &Code<'a>, scope: ScopeId, expr: &'a Expr) -> Option<Origin> {
    match &expr.kind {
        ExprKind::Call { .. } => of_call(code, scope, expr),
        ExprKind::Str(text) => of_text(text),
        ExprKind::FString(parts) => match parts.first() {
            Some(FPart::Text(text)) => of_text(text),
            _ => None,
        },
        ExprKind::Name(name) if name == "__file__" => Some(Origin::Fixed),
        _ => None,
    }
}

fn of_call<'a>(code: &Code<'a>, scope: ScopeId, call: &'a Expr) -> Option<Origin> {
    match code.external_call(scope, call)?.as_str() {
        "tempfile.gettempdir" | "tempfile.gettempdirb" => Some(Origin::Shared),
        "tempfile.TemporaryDirectory"
        | "tempfile.mkdtemp"
        | "aiofiles.tempfile.TemporaryDirectory"
        | "tempfile.NamedTemporaryFile"
        | "tempfile.mktemp" => Some(Origin::Fresh),
        "os.getcwd" | "pathlib.Path.cwd" | "pathlib.Path.home" => Some(Origin::Fixed),
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
        found |= name.starts_with("uuid.") || name.starts_with("secrets.") || name.starts_with("time.time");
    });
    found
}
