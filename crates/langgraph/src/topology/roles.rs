//! Who is who in a graph: by what a node's function gives, by the names of the craft, by where it stands.

use super::{End, Graph, Node, comes_to};
use court::pack::{Names, pack};
use python::ast::{Expr, ExprKind, Stmt, StmtKind};
use python::program::{Definition, FunctionRef, Program, Scope};
use python::walk;
use std::collections::{BTreeMap, BTreeSet};
use wordlist::array;

/// Most calls that are followed to see what a node gives.
const CALLS_MAX: usize = 6;

/// Calls that tell somebody what happens.
const LOGGING: [&str; 8] = array("critical debug error exception info print warn warning");

/// What a node is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// It gathers evidence.
    Detective,
    /// It gives an opinion.
    Judge,
    /// It settles.
    ChiefJustice,
    /// It joins, prepares, routes, writes: all the rest.
    Other,
}

/// The roles of a graph's nodes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Roles {
    /// Every node's role.
    pub of: BTreeMap<String, Role>,
    /// What each node's function gives back to the state, as far as that is known.
    pub gives: BTreeMap<String, BTreeSet<String>>,
    /// The nodes that change nothing.
    pub idle: BTreeSet<String>,
    /// Those of them that tell somebody that they were come to: they log or print.
    pub logging: BTreeSet<String>,
}

impl Roles {
    /// Finds out the roles.
    pub fn of(program: &Program, graph: &Graph) -> Self {
        let mut roles = Self::default();
        let given = graph.nodes.values().map(|node| gifts(program, node));
        let given: Vec<_> = given.collect();
        for (name, gifts) in graph.nodes.keys().zip(&given) {
            if gifts.as_ref().is_some_and(|gifts| gifts.is_idle()) {
                roles.idle.insert(name.clone());
                roles
                    .logging
                    .extend(logs(program, &graph.nodes[name]).then(|| name.clone()));
            }
        }
        for ((name, node), gifts) in graph.nodes.iter().zip(given) {
            let makes_room = gifts.as_ref().is_some_and(|gifts| gifts.makes_room);
            let keys = gifts.map(|gifts| gifts.keys).unwrap_or_default();
            roles.gives.insert(name.clone(), keys);
            let role = roles.role(name, node, makes_room);
            roles.of.insert(name.clone(), role);
        }
        roles.demote(graph);
        roles
    }

    /// The nodes of a role, in order of name.
    pub fn all(&self, role: Role) -> Vec<&str> {
        let those = self.of.iter().filter(|(_, of)| **of == role);
        those.map(|(name, _)| name.as_str()).collect()
    }

    /// The first node that may be one of a role after all: what it runs is not known, or what that comes to is named so.
    pub fn unclear<'g>(
        &self,
        program: &Program,
        graph: &'g Graph,
        role: Role,
    ) -> Option<(&'g str, &'g Node)> {
        let roles = &pack().roles;
        let [first, second, third] = roles.personas();
        let named = match role {
            Role::Detective => vec![&roles.detective],
            Role::Judge => vec![first, second, third, &roles.judge],
            Role::ChiefJustice => vec![&roles.chief_justice],
            Role::Other => Vec::new(),
        };
        let mut nodes = graph.nodes.iter().map(|(name, node)| (name.as_str(), node));
        nodes.find(|(name, node)| {
            if self.of.get(*name) != Some(&Role::Other) || self.idle.contains(*name) {
                return false;
            }
            let function = node.function.as_ref();
            let found = function.and_then(|function| program.function_at(&function.path, function.first));
            let (Some(found), None) = (found, &node.subgraph) else {
                return true;
            };
            let gives_nothing_known = self.gives.get(*name).is_none_or(BTreeSet::is_empty);
            let is_helper = roles.helper.names_step(&words(name, node));
            gives_nothing_known && !is_helper
                || comes_to(program, found).iter().any(|function| {
                    let words = split(&function.qualified());
                    named.iter().any(|role| role.names_step(&words))
                })
        })
    }

    /// The role of an end of an edge.
    pub fn at(&self, end: &End) -> Role {
        let role = end.node().and_then(|name| self.of.get(name));
        role.copied().unwrap_or(Role::Other)
    }

    fn role(&self, name: &str, node: &Node, makes_room: bool) -> Role {
        let words = words(name, node);
        let is = |role: &Names| role.names_step(&words);
        let roles = &pack().roles;
        let gives = |what: &Names| {
            self.gives
                .get(name)
                .is_some_and(|keys| keys.iter().any(|key| what.words.is_within(key)))
        };
        let (opines, finds) = (gives(&pack().opinion), gives(&pack().evidence));
        // Who is named for it and makes room for what it finds is one of them, found or not.
        let is_idle = self.idle.contains(name) && !makes_room;
        if is_idle || is(&roles.helper) {
            return Role::Other;
        }
        if is(&roles.chief_justice) {
            Role::ChiefJustice
        } else if is_persona(&words) || is(&roles.judge) && opines {
            Role::Judge
        } else if is(&roles.detective) {
            Role::Detective
        } else if opines {
            Role::Judge
        } else if finds {
            Role::Detective
        } else {
            Role::Other
        }
    }

    /// Who is taken for a detective or judge by what it gives alone, but joins what detectives found, or stands
    /// before them, is none.
    fn demote(&mut self, graph: &Graph) {
        let detectives: BTreeSet<String> = self.all(Role::Detective).into_iter().map(str::to_owned).collect();
        let judges: Vec<String> = self.all(Role::Judge).into_iter().map(str::to_owned).collect();
        let detective = &pack().roles.detective;
        for name in &detectives {
            let end = End::Node(name.clone());
            // A plain and a conditional edge from one node join nothing.
            let before = graph.edges_to(&end).filter_map(|edge| edge.from.node());
            let before: BTreeSet<&str> = before.filter(|from| detectives.contains(*from)).collect();
            let joins = before.len();
            let is_named = graph
                .nodes
                .get(name)
                .is_some_and(|node| detective.names_step(&words(name, node)));
            if joins >= 2 || joins == 1 && !is_named {
                self.of.insert(name.clone(), Role::Other);
            }
        }
        for name in judges {
            let end = End::Node(name.clone());
            let is_named = graph
                .nodes
                .get(&name)
                .is_some_and(|node| is_persona(&words(&name, node)));
            let onward = graph.reachable(&end);
            let leads_to_all = detectives
                .iter()
                .all(|detective| onward.contains(&End::Node(detective.clone())));
            if !is_named && !detectives.is_empty() && leads_to_all && !onward.contains(&end) {
                self.of.insert(name, Role::Other);
            }
        }
    }
}

fn is_persona(words: &BTreeSet<String>) -> bool {
    let personas = pack().roles.personas();
    personas.iter().any(|role| role.names_step(words))
}

/// The words of a node's name; where they say nothing, those of its function and of what is bound to it.
fn words(name: &str, node: &Node) -> BTreeSet<String> {
    let own = split(name);
    let roles = &pack().roles;
    let others = [
        &roles.detective,
        &roles.judge,
        &roles.chief_justice,
        &roles.helper,
    ];
    if is_persona(&own) || others.iter().any(|role| role.names_step(&own)) {
        return own;
    }
    let mut more = own;
    if let Some(function) = &node.function {
        more.extend(split(&function.name));
        more.extend(function.bound.iter().flat_map(|text| split(text)));
    }
    more
}

/// `TechLead_node` is `tech`, `lead`, `techlead`, `node`; plurals lose their `s`.
fn split(name: &str) -> BTreeSet<String> {
    let words = subject::names::words(name);
    let pairs: Vec<String> = words.windows(2).map(|pair| pair.concat()).collect();
    let singular = |word: &String| {
        word.strip_suffix('s')
            .filter(|word| word.len() > 3)
            .map(str::to_owned)
    };
    let singulars: Vec<String> = words.iter().filter_map(singular).collect();
    words.into_iter().chain(pairs).chain(singulars).collect()
}

/// What a function gives back.
#[derive(Debug, Default)]
struct Gifts {
    keys: BTreeSet<String>,
    /// Whether it gives a dict with keys of its own and nothing under them.
    makes_room: bool,
    /// Whether it gives something that is not a dict with known keys, or a key with something in it.
    is_full: bool,
    /// Whether it does more than give: writes to the state it was given.
    has_effect: bool,
}

impl Gifts {
    /// Nothing, an empty dict, or the state as it came.
    fn is_idle(&self) -> bool {
        !self.is_full && !self.has_effect
    }
}

fn gifts(program: &Program, node: &Node) -> Option<Gifts> {
    let function = node.function.as_ref()?;
    if function.name == "<lambda>" {
        return None;
    }
    let found = program.function_at(&function.path, function.first)?;
    let mut gifts = Gifts::default();
    of_function(program, &found, CALLS_MAX, &mut gifts);
    Some(gifts)
}

/// Whether a node's function logs or prints.
fn logs(program: &Program, node: &Node) -> bool {
    let function = node.function.as_ref();
    let found = function.and_then(|function| program.function_at(&function.path, function.first));
    let mut logs = false;
    if let Some(found) = found {
        walk::scope_expressions(&found.function.body, &mut |expr| {
            if let ExprKind::Call { callee, .. } = &expr.kind {
                logs |= walk::last_name(callee).is_some_and(|name| LOGGING.contains(&name));
            }
        });
    }
    logs
}

fn of_function(program: &Program, function: &FunctionRef<'_>, calls: usize, gifts: &mut Gifts) {
    let (Some(scope), Some(calls)) = (program.scope_of(function), calls.checked_sub(1)) else {
        gifts.is_full = true;
        return;
    };
    let body = &function.function.body;
    walk::scope(body, &mut |stmt| match &stmt.kind {
        StmtKind::Return(Some(value)) => of_value(program, scope, function, body, value, calls, gifts),
        StmtKind::Assign { targets, .. } => targets.iter().for_each(|target| gifts.write(function, target)),
        StmtKind::Augmented(target, ..) => gifts.write(function, target),
        _ => {}
    });
    walk::scope_expressions(body, &mut |expr| {
        if let ExprKind::Call { callee, .. } = &expr.kind
            && let ExprKind::Attribute { value, attribute } = &callee.kind
            && CHANGES.contains(&attribute.as_str())
        {
            gifts.write(function, value);
        }
    });
}

/// Methods that change what they are called on.
const CHANGES: &[&str] = &array::<9>("append extend insert add update setdefault pop clear remove");

impl Gifts {
    /// Notes a write to a part of the state that a function was given.
    fn write(&mut self, function: &FunctionRef<'_>, target: &Expr) {
        let mut params = function.function.params.iter().map(|param| param.name.as_str());
        let state = params.find(|name| !matches!(*name, "self" | "cls"));
        let (mut at, mut key) = (target, None);
        while let Some((owner, part)) = part(at) {
            (at, key) = (owner, part.or(key));
        }
        if !std::ptr::eq(at, target) && walk::dotted(at).as_deref() == state && state.is_some() {
            self.has_effect = true;
            self.keys.extend(key.map(str::to_lowercase));
        }
    }
}

/// What an item or attribute is a part of, and its key; a call of `get` or `setdefault` is an item.
fn part(expr: &Expr) -> Option<(&Expr, Option<&str>)> {
    match &expr.kind {
        ExprKind::Subscript(value, index) => match &index.kind {
            ExprKind::Str(key) => Some((value, Some(key))),
            _ => Some((value, None)),
        },
        ExprKind::Attribute { value, attribute } => Some((value, Some(attribute))),
        ExprKind::Call { callee, args } => match (&callee.kind, args.first().map(|arg| &arg.value)) {
            (ExprKind::Attribute { value, attribute }, Some(first))
                if matches!(attribute.as_str(), "get" | "setdefault") =>
            {
                let ExprKind::Str(key) = &first.kind else {
                    return None;
                };
                Some((value, Some(key)))
            }
            _ => None,
        },
        _ => None,
    }
}

fn of_value(
    program: &Program,
    scope: Scope<'_>,
    function: &FunctionRef<'_>,
    body: &[Stmt],
    value: &Expr,
    calls: usize,
    gifts: &mut Gifts,
) {
    match &value.kind {
        ExprKind::None => {}
        ExprKind::Dict(pairs) => of_dict(pairs, gifts),
        ExprKind::Await(inner) => of_value(program, scope, function, body, inner, calls, gifts),
        ExprKind::Conditional {
            body: one, orelse, ..
        } => {
            of_value(program, scope, function, body, one, calls, gifts);
            of_value(program, scope, function, body, orelse, calls, gifts);
        }
        ExprKind::Name(name) => {
            if !function.function.params.iter().any(|param| param.name == *name) {
                of_variable(body, name, gifts);
            }
        }
        ExprKind::Call { callee, args } => {
            for arg in args {
                if let ("update", ExprKind::Dict(pairs)) =
                    (arg.name.as_deref().unwrap_or_default(), &arg.value.kind)
                {
                    of_dict(pairs, gifts);
                }
            }
            let thing = walk::dotted(callee).and_then(|dotted| program.resolve_in(scope, &dotted));
            match thing {
                Some(Definition::Function(path, class, function)) => {
                    of_function(program, &FunctionRef::of(path, class, function), calls, gifts);
                }
                _ => gifts.is_full = true,
            }
        }
        _ => gifts.is_full = true,
    }
}

/// What is given empty only makes room.
fn of_dict(pairs: &[(Option<Expr>, Expr)], gifts: &mut Gifts) {
    for (key, value) in pairs {
        gifts.is_full |= !is_empty(value);
        gifts.makes_room |= !is_bare(value);
        if let (Some(ExprKind::Str(key)), false) = (key.as_ref().map(|key| &key.kind), is_empty(value)) {
            gifts.keys.insert(key.to_lowercase());
        }
    }
}

fn is_empty(value: &Expr) -> bool {
    match &value.kind {
        // Rooms with nothing in them are empty too.
        ExprKind::Dict(pairs) => pairs.iter().all(|(key, value)| key.is_some() && is_bare(value)),
        _ => is_bare(value),
    }
}

fn is_bare(value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Dict(pairs) => pairs.is_empty(),
        ExprKind::List(items) => items.is_empty(),
        ExprKind::None => true,
        _ => false,
    }
}

/// A variable that is given back: what it is made of, and the keys that are set in it.
fn of_variable(body: &[Stmt], name: &str, gifts: &mut Gifts) {
    gifts.is_full = true;
    walk::scope(body, &mut |stmt| {
        let (targets, value): (Vec<&Expr>, &Expr) = match &stmt.kind {
            StmtKind::Assign { targets, value } => (targets.iter().collect(), value),
            StmtKind::Annotated(target, _, Some(value)) => (vec![target], value),
            _ => return,
        };
        for target in targets {
            match &target.kind {
                ExprKind::Name(target) if target == name => {
                    if let ExprKind::Dict(pairs) = &value.kind {
                        of_dict(pairs, gifts);
                    }
                }
                ExprKind::Subscript(owner, index)
                    if walk::dotted(owner).as_deref() == Some(name) && !is_empty(value) =>
                {
                    if let ExprKind::Str(key) = &index.kind {
                        gifts.keys.insert(key.to_lowercase());
                    }
                }
                _ => {}
            }
        }
    });
}
