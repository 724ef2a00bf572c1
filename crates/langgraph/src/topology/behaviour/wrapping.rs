//! Whether what a node's function gives back is what the graph is given: wrappers and decorators may change it.

use super::super::Node;
use super::Study;
use court::evidence::Place;
use python::ast::{Arg, Expr, ExprKind, Function, StmtKind};
use python::program::{FunctionRef, Scope, Thing};
use python::walk;
use wordlist::array;

/// Decorators from outside that hand on what the function gives.
const HANDING_ON: &[&str] =
    &array::<8>("traceable observe retry wraps staticmethod classmethod trace override");
/// Deepest nesting of wrappers.
const LAYERS_MAX: usize = 4;

/// The function whose result the graph is given as it is.
pub(super) fn plain<'a>(study: &Study<'a>, node: &Node) -> Option<FunctionRef<'a>> {
    let function = study.function(node.function.as_ref())?;
    let (scope, action) = action(study, &node.place)?;
    let is_same = hands_on(study, scope, action, &function, LAYERS_MAX);
    let scope = study.program.scope(function.path)?;
    let decorators = &function.function.decorators;
    (is_same
        && decorators
            .iter()
            .all(|decorator| is_clear(study, scope, decorator)))
    .then_some(function)
}

/// The second argument of the `add_node` at a place, with the scope that it stands in.
fn action<'a>(study: &Study<'a>, place: &Place) -> Option<(Scope<'a>, &'a Expr)> {
    let Place::Lines { path, first, .. } = place else {
        return None;
    };
    let module = study.program.module(path)?;
    let mut found: Vec<&'a Expr> = Vec::new();
    walk::expressions(&module.body, &mut |expr| {
        if let ExprKind::Call { callee, args } = &expr.kind
            && expr.span.first == *first
            && matches!(&callee.kind, ExprKind::Attribute { attribute, .. } if attribute == "add_node")
        {
            found.extend(given(args));
        }
    });
    let [action] = found.as_slice() else {
        return None;
    };
    Some((scope_at(study, path, *first)?, action))
}

fn given(args: &[Arg]) -> Option<&Expr> {
    let named = args.iter().find(|arg| arg.name.as_deref() == Some("action"));
    let second = args.get(1).filter(|arg| arg.name.is_none());
    named.or(second).or(args.first()).map(|arg| &arg.value)
}

/// The scope of the innermost function around a line.
fn scope_at<'a>(study: &Study<'a>, path: &str, line: u32) -> Option<Scope<'a>> {
    let within = study
        .functions
        .range((path, 0)..=(path, line))
        .map(|(_, function)| function);
    let mut around = within.filter(|function| function.function.span.last >= line);
    match around.next_back() {
        Some(function) => study.program.scope_of(function),
        None => study.program.scope(path),
    }
}

fn is_it(function: &FunctionRef<'_>, path: &str, other: &Function) -> bool {
    function.path == path && function.function.span == other.span
}

fn hands_on<'a>(
    study: &Study<'a>,
    scope: Scope<'a>,
    action: &'a Expr,
    function: &FunctionRef<'a>,
    layers: usize,
) -> bool {
    let Some(layers) = layers.checked_sub(1) else {
        return false;
    };
    match &action.kind {
        ExprKind::Name(_) | ExprKind::Attribute { .. } => match study.program.thing(scope, action) {
            Some(Thing::Function(path, _, known)) => is_it(function, path, known),
            Some(Thing::Instance(_, class)) => function.class.is_some_and(|known| known.span == class.span),
            Some(Thing::Value(scope, value)) => hands_on(study, scope, value, function, layers),
            _ => false,
        },
        ExprKind::Lambda { body, .. } => match &body.kind {
            ExprKind::Call { callee, .. } => hands_on(study, scope, callee, function, layers),
            _ => false,
        },
        ExprKind::Call { callee, args } => match study.program.thing(scope, callee) {
            Some(Thing::External(name)) if name.ends_with("partial") => {
                let first = args.first();
                first.is_some_and(|first| hands_on(study, scope, &first.value, function, layers))
            }
            Some(Thing::Class(_, class)) => function.class.is_some_and(|known| known.span == class.span),
            Some(Thing::Function(_, _, factory)) => {
                is_transparent(factory)
                    && args
                        .iter()
                        .any(|arg| hands_on(study, scope, &arg.value, function, layers))
                    || makes(factory, function)
            }
            _ => false,
        },
        _ => false,
    }
}

/// Whether a factory gives back the function that is defined in it, as it is.
fn makes(factory: &Function, function: &FunctionRef<'_>) -> bool {
    let mut is_inner = false;
    let mut is_given = true;
    walk::scope(&factory.body, &mut |stmt| match &stmt.kind {
        StmtKind::Function(inner) => is_inner |= inner.span == function.function.span,
        StmtKind::Return(Some(value)) => {
            is_given &= matches!(&value.kind, ExprKind::Name(name) if *name == function.function.name);
        }
        _ => {}
    });
    is_inner && is_given
}

/// Whether a decorator hands on what the function gives.
fn is_clear<'a>(study: &Study<'a>, scope: Scope<'a>, decorator: &'a Expr) -> bool {
    let named = match &decorator.kind {
        ExprKind::Call { callee, .. } => callee,
        _ => decorator,
    };
    let last = walk::dotted(named).unwrap_or_default();
    let last = last.rsplit('.').next().unwrap_or_default();
    match study.program.thing(scope, named) {
        Some(Thing::Function(_, _, function)) => is_transparent(function),
        Some(Thing::External(_)) | None => HANDING_ON.contains(&last),
        _ => false,
    }
}

/// Whether a wrapper defines one function, which gives back what the wrapped one gave.
fn is_transparent(wrapper: &Function) -> bool {
    let params: Vec<&str> = wrapper.params.iter().map(|param| param.name.as_str()).collect();
    let mut inner: Vec<&Function> = Vec::new();
    walk::scope(&wrapper.body, &mut |stmt| {
        if let StmtKind::Function(function) = &stmt.kind {
            inner.push(function);
        }
    });
    let [inner] = inner.as_slice() else {
        return false;
    };
    let mut has_return = false;
    let mut is_clear = true;
    walk::scope(&inner.body, &mut |stmt| {
        if let StmtKind::Return(value) = &stmt.kind {
            has_return = true;
            is_clear &= value
                .as_ref()
                .is_some_and(|value| is_result(inner, &params, value));
        }
    });
    has_return && is_clear
}

/// `wrapped(…)`, or a variable that holds nothing else and is not written into.
fn is_result(inner: &Function, params: &[&str], value: &Expr) -> bool {
    let is_call = |value: &Expr| {
        let value = match &value.kind {
            ExprKind::Await(inner) => inner,
            _ => value,
        };
        matches!(&value.kind, ExprKind::Call { callee, .. }
            if walk::dotted(callee).is_some_and(|name| params.contains(&name.as_str())))
    };
    let ExprKind::Name(name) = &value.kind else {
        return is_call(value);
    };
    let mut is_clear = true;
    let mut is_made = false;
    let is_name = |expr: &Expr| walk::dotted(expr).as_deref() == Some(name);
    walk::scope(&inner.body, &mut |stmt| match &stmt.kind {
        StmtKind::Assign { targets, value } => {
            for target in targets {
                match &target.kind {
                    ExprKind::Name(_) if is_name(target) => {
                        is_made = true;
                        is_clear &= is_call(value);
                    }
                    ExprKind::Subscript(value, _) if is_name(value) => is_clear = false,
                    ExprKind::Tuple(_) => is_clear = false,
                    _ => {}
                }
            }
        }
        StmtKind::Expr(Expr {
            kind: ExprKind::Call { callee, .. },
            ..
        }) => {
            let written = ["update", "pop", "setdefault", "clear"];
            if let ExprKind::Attribute { value, attribute } = &callee.kind {
                is_clear &= !(is_name(value) && written.contains(&attribute.as_str()));
            }
        }
        StmtKind::Augmented(target, ..) | StmtKind::Annotated(target, ..) => is_clear &= !is_name(target),
        _ => {}
    });
    is_clear && is_made
}
