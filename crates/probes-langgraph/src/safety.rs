//! Safety of what the subject runs: cloning into a sandbox, without a shell, with limits and a plan for failure.

mod clone_errors;
mod clone_timeout;
mod command;
mod declared;
mod git_calls;
mod guards;
mod no_shell;
mod os_system;
mod shell_true;
mod shells;
mod spelled;
mod tempdir_clone;
mod url_validated;

use court::evidence::Place;
use git_calls::GitCall;
use probes_core::{Answer, Probe, Search, Subject};
use python::ast::{Expr, ExprKind};
use python::code::{Code, Site};
use python::scopes::ScopeId;
use python::walk;
use std::collections::BTreeSet;
use wordlist::Words;

/// Most functions above a clone that are asked what they do about it.
const CALLERS_MAX: usize = 24;

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
enum Showing {
    /// It holds; why, and the places that show it.
    Holds(String, Vec<(Place, String)>),
    /// It does not; what was looked at for it.
    Fails(String, Search),
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
        let places = clones.iter().map(|clone| clone.place(code));
        return Answer::absent(rationale, Search::of_program(snapshot).looked_at(places));
    }
    let reach = match clones.iter().any(|clone| clone.is_reached) {
        true => "",
        false => "; this clone is defined, but no entry point reaches it",
    };
    let (mut held, mut open) = (Vec::new(), None);
    for clone in &clones {
        match show(code, clone) {
            Showing::Holds(why, proofs) => held.push((why, proofs)),
            Showing::Fails(why, search) => {
                let answer = Answer::absent(format!("{why}{reach}"), search);
                if answer.finding.is_observed() {
                    return answer;
                }
                open.get_or_insert(answer);
            }
        }
    }
    if let Some(open) = open {
        return open;
    }
    let why = held.first().map_or("", |(why, _)| why);
    let mut answer = Answer::present(format!("{why}{reach}"));
    let mut places = Vec::new();
    for (place, note) in held.into_iter().flat_map(|(_, proofs)| proofs) {
        if !places.contains(&place) {
            answer = answer.at_noting(place.clone(), note);
            places.push(place);
        }
    }
    answer
}

/// The functions from which a clone can be reached, its own first, those that lead to it after it: where each calls
/// the next.
fn ways<'a>(code: &Code<'a>, clone: &GitCall<'a>) -> Vec<(ScopeId, &'a Expr)> {
    let mut through = clone.through.clone();
    if !through.contains(&clone.scope) {
        through.insert(0, clone.scope);
    }
    let mut found: Vec<(ScopeId, &Expr)> = vec![(clone.scope, clone.call)];
    let mut seen = BTreeSet::new();
    let mut at = 0;
    while at < found.len() && at < CALLERS_MAX {
        let scope = found[at].0;
        at += 1;
        if !seen.insert(scope) {
            continue;
        }
        // A helper that runs every command has callers that have nothing to do with this clone.
        let is_on_the_way = |site: &&Site<'a>| {
            !through.contains(&scope) || scope == clone.origin() || through.contains(&site.caller)
        };
        found.extend(
            code.sites(scope)
                .iter()
                .filter(is_on_the_way)
                .map(|site| (site.caller, site.call)),
        );
    }
    found
}

/// The first decorator on the way to a clone of which it is not known what it does around the function.
fn strange_decorator<'a>(code: &Code<'a>, ways: &[(ScopeId, &'a Expr)]) -> Option<Place> {
    static PLAIN: Words = Words::new(|| wordlist::words(include_str!("../words/safety_plain.txt")));
    ways.iter().find_map(|(id, _)| {
        let scope = &code.scopes[*id];
        let mut decorators = scope.function?.decorators.iter();
        let strange = decorators.find(|decorator| {
            let named = match &decorator.kind {
                ExprKind::Call { callee, .. } => callee,
                _ => *decorator,
            };
            !walk::last_name(named).is_some_and(|name| PLAIN.contains(&name))
        })?;
        Some(Place::line(scope.path, strange.span.first))
    })
}

/// Whether no code outside the tests names the function that a clone is in, itself left out: not even by a text,
/// as a table of tools does.
fn is_unnamed(code: &Code<'_>, clone: &GitCall<'_>) -> bool {
    let scope = &code.scopes[clone.scope];
    let Some(function) = scope.function.filter(|function| function.decorators.is_empty()) else {
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

/// Nothing clones, where no text or list of used code spells such a command and no call is named so.
fn nothing_clones(snapshot: &Subject, code: &Code<'_>) -> Answer {
    if code.scopes.is_empty() {
        return no_python(snapshot);
    }
    nothing_runs(
        snapshot,
        &["clone"],
        "nothing in the Python of this repository clones a git repository",
    )
}

/// Not applicable, where nothing that is used may run git to do one of these after all.
fn nothing_runs(snapshot: &Subject, actions: &[&str], rationale: &str) -> Answer {
    let code = snapshot.code();
    let mut search =
        Search::of_program(snapshot).unless_called(code.program, &["clone"], |_, expr| is_copy(expr));
    for scope in &code.scopes {
        let is_used = scope.is_reached && !code.program.is_test(scope.path);
        scope.expressions(&mut |expr| {
            let is_command = match &expr.kind {
                ExprKind::List(items) | ExprKind::Tuple(items) => {
                    let is = |item: Option<&Expr>, words: &[&str]| {
                        matches!(item.map(|item| &item.kind), Some(ExprKind::Str(text)) if words.contains(&text.as_str()))
                    };
                    is(items.first(), &["git"]) && items.iter().any(|item| is(Some(item), actions))
                }
                _ => false,
            };
            if is_command && is_used {
                let place = Place::line(scope.path, expr.span.first);
                search = std::mem::take(&mut search).open(place, "what runs this command is not known");
            }
        });
    }
    match search.end() {
        Some(_) => Answer::absent(rationale, search),
        None => Answer::not_applicable(rationale),
    }
}

/// `model.clone()`, as many objects copy themselves.
fn is_copy(call: &Expr) -> bool {
    matches!(&call.kind, ExprKind::Call { args, .. } if args.is_empty())
}

pub(crate) fn no_python(snapshot: &Subject) -> Answer {
    match Search::of_program(snapshot).end() {
        Some(_) => Answer::absent(crate::NO_PYTHON, Search::of_program(snapshot)),
        None => Answer::not_applicable(crate::NO_PYTHON),
    }
}
