//! The graph as the code that builds it wires it: nodes with their functions, edges, routers.

use super::End;
use python::ast::{Expr, ExprKind, Param, Span, Stmt, StmtKind};
use python::program::{FunctionRef, Program};
use python::symbolic::{Evaluator, EventKind, Node, Term, Terms, reachable};
use python::walk;
use std::collections::{BTreeMap, BTreeSet};
use subject::follow;

/// Most functions and modules that are followed because they wire a graph.
const BUILDERS_MAX: usize = 24;

/// A graph being wired.
#[derive(Clone, Debug, Default)]
pub(super) struct Wiring {
    /// Each node's function, as a value.
    pub(super) nodes: BTreeMap<String, Term>,
    /// Plain edges.
    pub(super) edges: BTreeSet<(String, String)>,
    /// Conditional edges: from, the deciding function, the map.
    pub(super) routers: Vec<Router>,
    /// Nodes with a retry policy, and where.
    pub(super) policies: Vec<(String, String, Span)>,
    /// What functions that are no nodes are called with.
    pub(super) given: BTreeMap<String, Term>,
    /// Nodes whose function was not found.
    pub(super) ends: Vec<End>,
}

/// A conditional edge.
#[derive(Clone, Debug)]
pub(super) struct Router {
    /// The node it starts from.
    pub(super) from: String,
    /// The deciding function.
    pub(super) function: Term,
    /// Labels to nodes, or the nodes.
    pub(super) map: Option<Term>,
    /// Where it is wired.
    pub(super) path: String,
    /// Where it is wired.
    pub(super) span: Span,
}

/// Follows what wires graphs, and gives each graph object its wiring.
pub(super) fn wirings<'s>(program: &'s Program, evaluator: &mut Evaluator<'s>) -> Vec<Wiring> {
    let builders: Vec<FunctionRef<'s>> = program
        .functions()
        .filter(|function| wires(&function.function.body))
        .collect();
    let modules: Vec<&str> = program
        .modules()
        .filter(|module| wires_itself(&module.body))
        .map(|module| module.path.as_str())
        .collect();
    let in_use = |path: &str| program.is_live(path) && !program.is_test(path);
    let reached: Vec<_> = builders
        .iter()
        .filter(|builder| in_use(builder.path) && program.is_reached(builder))
        .collect();
    let live_modules: Vec<_> = modules.iter().filter(|path| in_use(path)).collect();
    let untested = |path: &str| !program.is_test(path);
    let fallback = reached.is_empty() && live_modules.is_empty();
    for builder in builders
        .iter()
        .filter(|builder| {
            fallback && untested(builder.path)
                || reached
                    .iter()
                    .any(|reached| std::ptr::eq(reached.function, builder.function))
        })
        .take(BUILDERS_MAX)
    {
        let handed = handed_in(program, builder);
        let differs = |param: &Param| handed.contains(param.name.as_str());
        evaluator.start(builder.path, builder.class, builder.function, differs);
    }
    for path in modules
        .iter()
        .filter(|path| fallback && untested(path) || live_modules.contains(path))
        .take(BUILDERS_MAX)
    {
        evaluator.start_module(path);
    }
    let mut found = gather(evaluator);
    if fallback {
        // What a graph would run that nothing runs holds no question open.
        found.iter_mut().for_each(|wiring| wiring.ends.clear());
        found.retain(|wiring| !wiring.nodes.is_empty());
    }
    found
}

/// Whether a body names a method that adds nodes.
fn wires(body: &[Stmt]) -> bool {
    let mut found = false;
    walk::scope_expressions(body, &mut |expr| {
        if let ExprKind::Attribute { attribute, .. } = &expr.kind {
            found |= attribute == "add_node";
        }
    });
    found
}

/// The parameters of a function that are nothing by default, and for which a call in used code gives something.
fn handed_in<'s>(program: &'s Program, function: &FunctionRef<'s>) -> BTreeSet<&'s str> {
    let own = function.function.params.iter();
    let params: Vec<&Param> = own
        .filter(|param| !matches!(param.name.as_str(), "self" | "cls"))
        .collect();
    let is_nothing = |expr: &Expr| matches!(expr.kind, ExprKind::None);
    let optional = |param: &&Param| param.default.as_ref().is_some_and(is_nothing);
    let mut found = BTreeSet::new();
    if !params.iter().any(optional) {
        return found;
    }
    for module in program.used() {
        walk::expressions(&module.body, &mut |expr| {
            let ExprKind::Call { callee, args } = &expr.kind else {
                return;
            };
            if walk::last_name(callee) != Some(function.function.name.as_str()) {
                return;
            }
            for (index, arg) in args.iter().enumerate().filter(|(_, arg)| !is_nothing(&arg.value)) {
                let param = match &arg.name {
                    Some(name) => params.iter().find(|param| param.name == *name),
                    None => params.get(index),
                };
                found.extend(
                    param
                        .filter(|param| optional(param))
                        .map(|param| param.name.as_str()),
                );
            }
        });
    }
    found
}

fn wires_itself(body: &[Stmt]) -> bool {
    body.iter()
        .filter(|stmt| !matches!(stmt.kind, StmtKind::Function(_) | StmtKind::Class(_)))
        .any(|stmt| wires(std::slice::from_ref(stmt)))
}

fn gather(evaluator: &mut Evaluator<'_>) -> Vec<Wiring> {
    let mut graphs: BTreeMap<Term, Wiring> = BTreeMap::new();
    let mut order = Vec::new();
    let events = std::mem::take(&mut evaluator.events);
    for event in events.iter().filter(|event| event.kind == EventKind::Called) {
        let Node::Call(callee, arguments) = evaluator.terms.node(event.term).clone() else {
            continue;
        };
        let Node::Attribute(owner, method) = evaluator.terms.node(callee).clone() else {
            continue;
        };
        let values: Vec<Term> = arguments.iter().map(|(_, value)| *value).collect();
        if !order.contains(&owner) {
            order.push(owner);
        }
        let wiring = graphs.entry(owner).or_default();
        match method.as_str() {
            "add_node" => {
                let Some((name, function)) = node(evaluator, &values) else {
                    let named = values.first().and_then(|name| evaluator.terms.text(*name));
                    wiring.ends.push(End {
                        path: event.path.clone(),
                        span: event.span,
                        why: format!(
                            "what the node `{}` runs could not be followed",
                            named.unwrap_or("?")
                        ),
                        is_node: true,
                    });
                    continue;
                };
                if arguments
                    .iter()
                    .any(|(keyword, _)| matches!(keyword.as_deref(), Some("retry" | "retry_policy")))
                {
                    wiring
                        .policies
                        .push((name.clone(), event.path.clone(), event.span));
                }
                wiring.nodes.insert(name, function);
            }
            "add_edge" if values.len() >= 2 => {
                for from in names(&evaluator.terms, values[0]) {
                    for to in names(&evaluator.terms, values[1]) {
                        wiring.edges.insert((from.clone(), to));
                    }
                }
            }
            "add_conditional_edges" | "add_conditional_edge" if values.len() >= 2 => {
                for from in names(&evaluator.terms, values[0]) {
                    wiring.routers.push(Router {
                        from,
                        function: values[1],
                        map: values.get(2).copied(),
                        path: event.path.clone(),
                        span: event.span,
                    });
                }
            }
            _ => {}
        }
    }
    let found = order.into_iter().filter_map(|owner| graphs.remove(&owner));
    found
        .filter(|wiring| !wiring.nodes.is_empty() || !wiring.ends.is_empty())
        .collect()
}

/// The name and function of a node: `("name", f)`, `(f)`, or an object that holds both.
fn node(evaluator: &Evaluator<'_>, values: &[Term]) -> Option<(String, Term)> {
    let within = reachable(&evaluator.terms, values.iter().copied());
    let function = values
        .iter()
        .copied()
        .chain(within.iter().copied())
        .find(|term| evaluator.leads_to_code(*term))?;
    let name = within
        .iter()
        .find_map(|term| evaluator.terms.text(*term))
        .map(str::to_owned);
    let name = name.or_else(|| evaluator.function_name(function).map(str::to_owned))?;
    Some((name, function))
}

/// The node names in a value.
pub(super) fn names(terms: &Terms, value: Term) -> Vec<String> {
    let mut found = Vec::new();
    follow([value], |term, next| match terms.node(term) {
        Node::Text(text) => found.push(text.clone()),
        Node::External(dotted) => found.push(dotted.rsplit('.').next().unwrap_or(dotted).to_owned()),
        Node::List(items) => next.extend(items),
        Node::Dict(pairs) => next.extend(pairs.iter().map(|(_, value)| *value)),
        Node::Gate(_, then, other, _) => next.extend([*then, *other]),
        Node::Grown(base, item) => next.extend([*base, *item]),
        Node::Call(_, arguments) => next.extend(arguments.first().map(|(_, value)| *value)),
        _ => {}
    });
    found
}
