//! What types and command lines say of an address before the program has it.

use court::evidence::Place;
use python::ast::{Arg, Expr, ExprKind};
use python::classes;
use python::code::Code;
use python::flow::Step;
use python::program::Thing;
use python::scopes::ScopeId;
use python::walk;

/// `HttpUrl(…)`, `TypeAdapter(HttpUrl).validate_python(…)`.
pub(super) fn takes_only_urls(callee: &Expr) -> bool {
    let is_url = |name: &str| name.ends_with("Url") && name.len() > 3;
    match &callee.kind {
        ExprKind::Name(name) => is_url(name),
        ExprKind::Attribute { value, attribute } => match &value.kind {
            ExprKind::Call { callee, args } => {
                walk::last_name(callee) == Some("TypeAdapter")
                    && args
                        .iter()
                        .any(|arg| walk::last_name(&arg.value).is_some_and(is_url))
            }
            _ => is_url(attribute),
        },
        _ => false,
    }
}

/// What a command line says of an argument: `add_argument("--url", type=check)`, `@click.argument("url", callback=check)`,
/// `url: Annotated[str, typer.Argument(callback=check)]`. Whether that checks it is told beside the place.
pub(super) fn by_argument<'a>(code: &Code<'a>, step: &Step<'a>) -> Vec<(Place, bool)> {
    let here = &code.scopes[step.scope];
    let (name, is_param) = match &step.expr.kind {
        ExprKind::Attribute { attribute, .. } => (attribute.as_str(), false),
        ExprKind::Name(name) if here.param(name).is_some() => (name.as_str(), true),
        _ => return Vec::new(),
    };
    let mut declared: Vec<(ScopeId, &'a Expr)> = Vec::new();
    for (id, scope) in code
        .scopes
        .iter()
        .enumerate()
        .filter(|(_, scope)| scope.path == here.path)
    {
        declared.extend(
            scope
                .calls
                .iter()
                .filter(|call| declares(call, name))
                .map(|call| (id, *call)),
        );
    }
    if let Some(param) = here.param(name).filter(|_| is_param) {
        for said in param.annotation.iter().chain(&param.default) {
            walk::expression(said, &mut |expr| {
                if matches!(expr.kind, ExprKind::Call { .. }) {
                    declared.push((step.scope, expr));
                }
            });
        }
    }
    let checks = declared.into_iter().filter_map(|(scope, call)| {
        let ExprKind::Call { args, .. } = &call.kind else {
            return None;
        };
        let is_check = |arg: &&Arg| {
            matches!(
                arg.name.as_deref(),
                Some("type" | "callback" | "parser" | "click_type")
            )
        };
        let value = &args.iter().find(is_check)?.value;
        let place = Place::line(code.scopes[scope].path, value.span.first);
        match code.thing(scope, value) {
            Some(Thing::Function(_, _, function)) => Some((place, classes::refuses(function))),
            Some(Thing::Class(..) | Thing::Instance(..)) => Some((place, false)),
            Some(Thing::External(name)) if name.contains('.') => Some((place, false)),
            _ => None,
        }
    });
    checks.collect()
}

/// Whether a call declares an argument of a command line under a name.
pub(super) fn declares(call: &Expr, name: &str) -> bool {
    let ExprKind::Call { args, .. } = &call.kind else {
        return false;
    };
    args.iter().any(|arg| match &arg.value.kind {
        ExprKind::Str(text) => text.trim_start_matches('-').replace('-', "_") == name,
        _ => false,
    })
}
