//! Ways back, and what ends them: a counter that the router compares and that is raised on the way round.

use super::super::{End, Router};
use super::reads::{Reads, assigned};
use super::words::{list, router, tick, way};
use super::{Finding, Study, Weight};
use python::ast::{Expr, ExprKind, StmtKind};
use python::program::FunctionRef;
use python::walk;
use std::collections::{BTreeMap, BTreeSet};

/// Most ways back that are looked into.
const CYCLES_MAX: usize = 20;

pub(super) fn find(study: &Study<'_>, found: &mut Vec<Finding>) {
    for (from, to) in study.back.iter().take(CYCLES_MAX) {
        let Some(edge) = study.graph.edges_from(from).find(|edge| edge.to == *to) else {
            continue;
        };
        if !edge.conditional && !edge.optional && edge.barrier.is_none() {
            found.extend(endless(study, from, to));
            continue;
        }
        let mut routers = study.graph.routers.iter();
        if let Some(route) = routers.find(|router| router.from == *from && router.targets.contains(to)) {
            found.extend(bounded(study, route, from, to));
        }
    }
}

/// A way round of plain edges alone: no router is asked, so it is taken again and again.
fn endless(study: &Study<'_>, from: &End, to: &End) -> Option<Finding> {
    let mut before: BTreeMap<&End, &End> = BTreeMap::new();
    let mut queue = vec![to];
    while let Some(at) = queue.pop() {
        for edge in study.graph.edges_from(at) {
            let is_sure = !edge.conditional && !edge.optional && edge.barrier.is_none();
            if is_sure && edge.to != *to && !before.contains_key(&edge.to) {
                before.insert(&edge.to, &edge.from);
                queue.push(&edge.to);
            }
        }
    }
    let mut round = vec![to, from];
    let mut at = from;
    while at != to {
        at = before.get(at)?;
        round.push(at);
    }
    round[1..].reverse();
    let round = if from == to {
        vec![to, to]
    } else {
        [&round[1..], &[to]].concat()
    };
    let text = format!(
        "{} leads back to {} by plain edges only, so a run that comes there never ends by itself",
        tick(&from),
        tick(&to)
    );
    let places: Vec<_> = study.places(from, to).collect();
    Some(
        Finding::new("graph.endless", Weight::Wrong, text)
            .at(places)
            .shown_by([way(round)]),
    )
}

/// What ends a way back that a router decides.
fn bounded(study: &Study<'_>, route: &Router, from: &End, to: &End) -> Option<Finding> {
    let function = study.function(route.function.as_ref())?;
    let nodes = round(study, from, to);
    let workers: Option<Vec<Worker<'_>>> = nodes.iter().map(|end| Worker::of(study, end)).collect();
    let workers = workers?;
    let tested = compared(&study.with_callees(function));
    let back = format!("{} may lead back to {}", tick(&from), tick(&to));
    let measured: BTreeSet<String> = study
        .with_callees(function)
        .iter()
        .flat_map(|function| Reads::of(function).measured(function))
        .collect();
    if let Some((key, worker)) = counted(&workers, &measured) {
        let (router, key, end) = (router(route), tick(&key), tick(&worker.end));
        let text = format!("{back}; {router} compares {key}, which {end} raises, so it is bounded");
        return Some(Finding::new("graph.cycle_bounded", Weight::Note, text).at(study.places(from, to)));
    }
    // A node may compare the counter and tell the router by a flag.
    let inner: BTreeSet<String> = workers
        .iter()
        .flat_map(|worker| compared(&worker.functions))
        .collect();
    if counted(&workers, &inner).is_some() {
        return None;
    }
    let finding = unused(&workers, route, &back).or_else(|| uncounted(&workers, route, &back, &tested))?;
    Some(
        finding
            .at(study.places(from, to).chain([function.place()]))
            .shown_by([format!("on the way round: {}", list(nodes.iter()))])
            .innocent_if("usual where a model or a person decides when it is enough"),
    )
}

/// A counter that nobody looks at.
fn unused(workers: &[Worker<'_>], route: &Router, back: &str) -> Option<Finding> {
    let (key, worker) = workers.iter().find_map(|worker| {
        let mut keys = worker.functions.iter().flat_map(counters);
        Some((keys.next()?, worker))
    })?;
    let (end, key, router) = (tick(&worker.end), tick(&key), router(route));
    let text = format!(
        "{back}; {end} counts {key}, but neither {router} nor any node on that way compares it, so it ends nothing"
    );
    Some(Finding::new("graph.counter_unused", Weight::Risk, text))
}

/// No counter, and nothing that the router compares is written on the way round.
fn uncounted(
    workers: &[Worker<'_>],
    route: &Router,
    back: &str,
    tested: &BTreeSet<String>,
) -> Option<Finding> {
    let is_written = |key: &String| {
        let mut functions = workers.iter().flat_map(|worker| &worker.functions);
        functions.any(|function| names(function, key))
    };
    if tested.iter().any(is_written) {
        return None;
    }
    let router = router(route);
    let text = format!(
        "{back}, and no counter is seen on that way that {router} or a node compares, so only LangGraph's recursion \
         limit is sure to end it"
    );
    Some(Finding::new("graph.cycle_unbounded", Weight::Note, text))
}

/// A node on the way round with all functions that it may come to.
struct Worker<'a> {
    end: &'a End,
    functions: Vec<FunctionRef<'a>>,
}

impl<'a> Worker<'a> {
    fn of(study: &Study<'a>, end: &'a End) -> Option<Self> {
        let node = study.graph.nodes.get(end.node()?)?;
        let function = study.function(node.function.as_ref())?;
        Some(Self {
            end,
            functions: study.with_callees(function),
        })
    }
}

/// The first of these keys that a node adds to.
fn counted<'w, 'a>(
    workers: &'w [Worker<'a>],
    keys: &'w BTreeSet<String>,
) -> Option<(&'w String, &'w Worker<'a>)> {
    keys.iter().find_map(|key| {
        let raises = |worker: &&Worker<'_>| worker.functions.iter().any(|function| raises(function, key));
        Some((key, workers.iter().find(raises)?))
    })
}

fn compared(functions: &[FunctionRef<'_>]) -> BTreeSet<String> {
    let each = functions.iter();
    each.flat_map(|function| Reads::of(function).compared(function))
        .collect()
}

/// Whether a function speaks of a key: as a text, an attribute or the name of an argument.
fn names(function: &FunctionRef<'_>, key: &str) -> bool {
    let mut found = false;
    walk::expressions(&function.function.body, &mut |expr| {
        found |= match &expr.kind {
            ExprKind::Str(text) => text == key,
            ExprKind::Attribute { attribute, .. } => attribute == key,
            ExprKind::Call { args, .. } => args.iter().any(|arg| arg.name.as_deref() == Some(key)),
            _ => false,
        };
    });
    found
}

/// The keys that a function gives back as what it read of them plus a number.
fn counters(function: &FunctionRef<'_>) -> BTreeSet<String> {
    let reads = Reads::of(function);
    let body = &function.function.body;
    let is_number = |expr: &Expr| matches!(expr.kind, ExprKind::Number(_));
    let counts = |key: &Expr, value: &Expr| match (&key.kind, &value.kind) {
        (ExprKind::Str(key), ExprKind::Binary(left, operator, right)) => {
            let is_sum = operator.trim() == "+" && (is_number(left) || is_number(right));
            (is_sum && reads.keys(value).contains(key)).then(|| key.clone())
        }
        _ => None,
    };
    let mut found = BTreeSet::new();
    walk::scope(body, &mut |stmt| {
        if let Some((ExprKind::Subscript(_, index), value)) = assigned(stmt) {
            found.extend(counts(index, value));
        }
    });
    walk::scope_expressions(body, &mut |expr| {
        if let ExprKind::Dict(pairs) = &expr.kind {
            found.extend(
                pairs
                    .iter()
                    .filter_map(|(key, value)| counts(key.as_ref()?, value)),
            );
        }
    });
    found
}

/// The nodes between the two ends of a way back, these too.
fn round(study: &Study<'_>, from: &End, to: &End) -> Vec<End> {
    let onward = study.onward([to]);
    let between = onward
        .into_iter()
        .filter(|end| study.onward([end]).contains(from));
    between.collect()
}

/// Whether a function gives a key something that a number is added to.
fn raises(function: &FunctionRef<'_>, key: &str) -> bool {
    let body = &function.function.body;
    let mut grown: BTreeSet<&str> = BTreeSet::new();
    let mut found = false;
    walk::scope(body, &mut |stmt| {
        let is_more = matches!(&stmt.kind, StmtKind::Augmented(_, operator, value)
            if operator.contains('+') && matches!(value.kind, ExprKind::Number(_)));
        match assigned(stmt) {
            Some((ExprKind::Name(name), value)) if is_more || adds(value, &grown) => {
                grown.insert(name);
            }
            Some((ExprKind::Subscript(_, index), value)) if is_text(index, key) => {
                found |= is_more || adds(value, &grown);
            }
            Some((ExprKind::Attribute { attribute, .. }, value)) if attribute == key => {
                found |= is_more || adds(value, &grown);
            }
            _ => {}
        }
    });
    walk::scope_expressions(body, &mut |expr| match &expr.kind {
        ExprKind::Dict(pairs) => {
            let mut own = pairs
                .iter()
                .filter(|(at, _)| at.as_ref().is_some_and(|at| is_text(at, key)));
            found |= own.any(|(_, value)| adds(value, &grown));
        }
        ExprKind::Call { args, .. } => {
            let mut own = args.iter().filter(|arg| arg.name.as_deref() == Some(key));
            found |= own.any(|arg| adds(&arg.value, &grown));
        }
        _ => {}
    });
    found
}

fn is_text(expr: &Expr, text: &str) -> bool {
    matches!(&expr.kind, ExprKind::Str(known) if known == text)
}

fn adds(expr: &Expr, grown: &BTreeSet<&str>) -> bool {
    let mut found = false;
    walk::expression(expr, &mut |part| {
        found |= match &part.kind {
            // A list that grows or a text that goes on counts nothing.
            ExprKind::Binary(left, operator, right) => {
                let is_number = |side: &Expr| matches!(side.kind, ExprKind::Number(_));
                operator.trim() == "+" && (is_number(left) || is_number(right))
            }
            ExprKind::Name(name) => grown.contains(name.as_str()),
            _ => false,
        };
    });
    found
}
