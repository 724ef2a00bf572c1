//! Safety of what the subject runs: cloning into a sandbox, without a shell, with limits and a plan for failure.

mod clone_errors;
mod clone_timeout;
mod command;
mod git_calls;
mod guards;
mod no_shell;
mod os_system;
mod shell_true;
mod shells;
mod tempdir_clone;
mod url_validated;

use crate::derived::Subject;
use crate::probe::{Answer, Probe};
use court::evidence::Place;
use git_calls::GitCall;
use python::ast::{Expr, ExprKind};
use python::code::Code;
use python::walk;

/// The probes of this family.
pub const SAFETY: &[Probe] = &[
    tempdir_clone::PROBE,
    no_shell::PROBE,
    os_system::PROBE,
    shell_true::PROBE,
    url_validated::PROBE,
    clone_timeout::PROBE,
    clone_errors::PROBE,
];

/// What one clone shows.
struct Showing {
    holds: bool,
    why: String,
    proofs: Vec<(Place, String)>,
}

/// What is asked of one clone.
type Show = for<'a> fn(&Code<'a>, &GitCall<'a>) -> Showing;

/// Asks the same of every clone that the program uses: it holds when it holds for each.
fn of_every_clone(snapshot: &Subject, show: Show) -> Answer {
    let code = snapshot.code();
    let clones = git_calls::clones(code);
    if clones.is_empty() {
        return nothing_clones(snapshot, code);
    }
    if clones
        .iter()
        .all(|clone| !clone.is_reached && is_unnamed(code, clone))
    {
        let rationale = "the clone is in a function that nothing in use names: the program never clones";
        return Answer::fact(false, rationale).at_all(clones.iter().map(|clone| clone.place(code)));
    }
    let showings: Vec<Showing> = clones.iter().map(|clone| show(code, clone)).collect();
    let holds = showings.iter().all(|showing| showing.holds);
    let telling: Vec<&Showing> = showings.iter().filter(|showing| showing.holds == holds).collect();
    let mut rationale = telling
        .first()
        .map_or(String::new(), |showing| showing.why.clone());
    if !clones.iter().any(|clone| clone.is_reached) {
        rationale.push_str("; this clone is defined, but no entry point reaches it");
    }
    let mut answer = Answer::fact(holds, rationale);
    let mut places = Vec::new();
    for (place, note) in telling.into_iter().flat_map(|showing| &showing.proofs) {
        if !places.contains(&place) {
            answer = answer.at_noting(place.clone(), note.clone());
            places.push(place);
        }
    }
    answer
}

/// Whether no code outside the tests names the function that a clone is in, itself left out: not even by a text,
/// as a table of tools does.
fn is_unnamed(code: &Code<'_>, clone: &GitCall<'_>) -> bool {
    let scope = &code.scopes[clone.scope];
    let Some(function) = scope.function else {
        return false;
    };
    let is_within = |path: &str, expr: &Expr| {
        path == scope.path && (function.span.first..=function.span.last).contains(&expr.span.first)
    };
    let modules = code.program.modules();
    !modules
        .filter(|module| !code.program.is_test(&module.path))
        .any(|module| {
            let mut is_named = false;
            walk::expressions(&module.body, &mut |expr| {
                let name = match &expr.kind {
                    ExprKind::Name(name) | ExprKind::Attribute { attribute: name, .. } => name,
                    ExprKind::Str(text) => text,
                    _ => return,
                };
                is_named |= *name == function.name && !is_within(&module.path, expr);
            });
            is_named
        })
}

fn nothing_clones(snapshot: &Subject, code: &Code<'_>) -> Answer {
    if let Some(unread) = unread(snapshot, &["clone"]) {
        return unread;
    }
    if code.scopes.is_empty() {
        return no_python(snapshot);
    }
    Answer::not_applicable("nothing in the Python of this repository clones a git repository")
}

pub(in crate::families) fn no_python(snapshot: &Subject) -> Answer {
    unread(snapshot, &[""]).unwrap_or_else(|| Answer::not_applicable(super::NO_PYTHON))
}

/// The answer where a file that could not be parsed may hold what was not found: it was not read, or not wholly and
/// says the last part of one of these words (whoever imports `system` of `os` need not say `os.system`), or what
/// could not be made sense of has one of them.
pub(in crate::families) fn unread(snapshot: &Subject, words: &[&str]) -> Option<Answer> {
    let program = snapshot.program();
    let unparsed = program
        .unparsed()
        .iter()
        .filter(|(path, _)| !program.is_test(path));
    let last = |word: &str| word.rsplit('.').next().unwrap_or_default().to_owned();
    let parts: Vec<String> = words.iter().map(|word| last(word)).collect();
    let speaks = |path: &str| {
        let text = snapshot.text(path);
        text.is_none_or(|text| parts.iter().any(|part| text.contains(part)))
    };
    if let Some((path, why)) = unparsed.into_iter().find(|(path, _)| speaks(path)) {
        let how = match program.module(path) {
            Some(_) => "was not read wholly",
            None => "could not be read",
        };
        return Some(Answer::unobserved(format!("{path} {how}: {why}")));
    }
    let modules = program.modules().filter(|module| !program.is_test(&module.path));
    let broken = modules.into_iter().find_map(|module| {
        let is_telling = |span: &&python::ast::Span| {
            let text = snapshot
                .lines(&module.path, span.first, span.last)
                .unwrap_or_default();
            words.iter().any(|word| text.contains(word))
        };
        module
            .errors
            .iter()
            .find(is_telling)
            .map(|span| (&module.path, span.first))
    })?;
    let (path, line) = broken;
    Some(Answer::unobserved(format!(
        "{path} could not be parsed from line {line}"
    )))
}
