//! What a call is given for a keyword, where it is not written beside it: out of `**` of a dict, or of callers' keywords.

use crate::ast::{Arg, Expr, ExprKind, Param, Star};
use crate::code::{Code, dict_item};
use crate::flow::{Along, sources};
use crate::scopes::ScopeId;
use crate::walk;

/// Most functions that hand their keywords on to one another.
const SPREADS_MAX: u8 = 4;

/// What a call is given for a keyword.
#[derive(Clone, Debug, Default)]
pub struct Given<'a> {
    /// The values that it may be, each with the scope of its names.
    pub values: Vec<(ScopeId, &'a Expr)>,
    /// What may hold it and could not be followed: `**options` of a caller that nothing here shows.
    pub open: Vec<(ScopeId, &'a Expr)>,
}

/// What a call is given for a keyword: by name, or out of a `**` of a dict or of its callers' keywords.
pub fn given<'a>(code: &Code<'a>, scope: ScopeId, args: &'a [Arg], name: &str) -> Given<'a> {
    let mut found = Given::default();
    give(code, scope, args, name, SPREADS_MAX, &mut found);
    found
}

fn give<'a>(code: &Code<'a>, scope: ScopeId, args: &'a [Arg], name: &str, left: u8, found: &mut Given<'a>) {
    if let Some(arg) = args.iter().find(|arg| arg.name.as_deref() == Some(name)) {
        found.values.push((scope, &arg.value));
        return;
    }
    for spread in args
        .iter()
        .filter(|arg| arg.star == Star::Two)
        .map(|arg| &arg.value)
    {
        let known = found.values.len();
        let Some(left) = left.checked_sub(1) else {
            found.open.push((scope, spread));
            continue;
        };
        let is_own = |param: &Param| param.star == Star::Two;
        let here = &code.scopes[scope];
        let keywords = walk::dotted(spread)
            .and_then(|held| here.param(&held))
            .filter(|param| is_own(param));
        set(code, scope, spread, name, found);
        if keywords.is_some() {
            let sites = code.sites(scope);
            sites
                .iter()
                .for_each(|site| give(code, site.caller, site.args, name, left, found));
            if sites.is_empty() && known == found.values.len() {
                found.open.push((scope, spread));
            }
            continue;
        }
        let steps = sources(code, scope, spread, Along::Text);
        let dicts = steps.iter().filter(|step| is_dict(step.expr));
        let mut is_dict = false;
        for step in dicts {
            is_dict = true;
            found
                .values
                .extend(dict_item(step.expr, name).map(|value| (step.scope, value)));
        }
        if !is_dict {
            found.open.push((scope, spread));
        }
    }
}

fn is_dict(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Dict(_) => true,
        ExprKind::Call { callee, .. } => matches!(&callee.kind, ExprKind::Name(name) if name == "dict"),
        _ => false,
    }
}

/// `options["key"] = value`, `options.setdefault("key", value)`, `options.update(key=value)`.
fn set<'a>(code: &Code<'a>, scope: ScopeId, holder: &Expr, name: &str, found: &mut Given<'a>) {
    let Some(held) = walk::dotted(holder) else { return };
    let here = &code.scopes[scope];
    let bound = here.bindings.get(&format!("{held}[{name:?}]"));
    found
        .values
        .extend(bound.into_iter().flatten().map(|binding| (scope, binding.value)));
    for call in &here.calls {
        if let ExprKind::Call { callee, args } = &call.kind
            && let ExprKind::Attribute { value, attribute } = &callee.kind
            && walk::dotted(value).as_ref() == Some(&held)
        {
            let value = match (attribute.as_str(), args.as_slice()) {
                ("setdefault", [key, value]) if matches!(&key.value.kind, ExprKind::Str(key) if key == name) => {
                    Some(&value.value)
                }
                ("update", args) => args.iter().find_map(|arg| match arg.name.as_deref() {
                    Some(keyword) => (keyword == name).then_some(&arg.value),
                    None => dict_item(&arg.value, name),
                }),
                _ => None,
            };
            found.values.extend(value.map(|value| (scope, value)));
        }
    }
}
