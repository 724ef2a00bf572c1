//! Where builders are made, from where to evaluate so that all that is done to them is seen, and which of
//! the graphs is live.

mod callers;

use self::callers::{Callers, Id, id, program_functions};
use super::builder::Clarity;
use super::machine::{Machine, is_graph_class};
use super::value::{Given, Value};
use super::{Framework, Graph, Note};
use court::evidence::Place;
use python::ast::{Expr, ExprKind, Stmt};
use python::program::{Definition, FunctionRef, Program, Scope, Thing, Trust};
use python::walk;
use std::collections::{BTreeMap, BTreeSet};
use subject::parallel;

/// Most sites that are looked at: collections of lessons have some seventy.
const SITES_MAX: usize = 200;
/// Most places that one site is evaluated from.
const ROOTS_MAX: usize = 12;
/// Fuel for all evaluations of one program together and for all questions to its routers; a program with a dozen graphs
/// takes a tenth of it.
const FUEL_ALL: u32 = 5_000_000;
/// Most graphs that one place which makes builders is told to make.
const GRAPHS_PER_SITE_MAX: usize = 6;
/// Most evaluations that are kept for the sites that are seen from the same place.
const RUNS_KEPT_MAX: usize = 16;
/// How many callers up they are looked for.
const LEVELS_MAX: usize = 4;

/// A call that makes a builder.
struct Site<'a> {
    place: Place,
    path: &'a str,
    function: Option<FunctionRef<'a>>,
}

/// Where an evaluation starts.
#[derive(Clone, Copy)]
enum Root<'a> {
    Module(&'a str),
    Function(FunctionRef<'a>),
}

pub(super) fn graphs(program: &Program) -> Vec<Graph> {
    let mut sites = sites(program);
    let first_left_out = sites.get(SITES_MAX).map(|site| site.place.clone());
    sites.truncate(SITES_MAX);
    if sites.is_empty() {
        return Vec::new();
    }
    let callers = Callers::new(program);
    let mut runs = Runs::new(program);
    let declared = declared(&mut runs);
    let mut graphs: Vec<Graph> = Vec::new();
    for site in &sites {
        graphs.extend(evaluate(&mut runs, &callers, site));
    }
    mark_subgraphs(&mut graphs);
    graphs.sort_by_cached_key(|graph| rank(program, &declared, graph));
    // Any of those that are left out might have stood first.
    if let (Some(graph), Some(place)) = (graphs.first_mut(), first_left_out) {
        let what =
            format!("more than {SITES_MAX} places build graphs; those from here on were not looked at");
        graph.notes.push(Note { place, what });
    }
    graphs
}

/// How many evaluations it takes to find all graphs.
#[cfg(test)]
pub(super) fn evaluations(program: &Program) -> usize {
    let (callers, mut runs) = (Callers::new(program), Runs::new(program));
    for site in sites(program).iter().take(SITES_MAX) {
        evaluate(&mut runs, &callers, site);
    }
    runs.count
}

/// Live before dead, LangGraph's before others, what a server is told to run before what code runs, whole graphs before parts of
/// others. Then what is run before what is only compiled, large before small.
fn rank(program: &Program, declared: &BTreeSet<Place>, graph: &Graph) -> impl Ord + use<> {
    let is_own = graph.framework != Framework::LangGraph;
    let trust = match &graph.defined_at {
        Place::Lines { path, .. } => program.started_by(path).map(|entry| entry.trust),
        _ => None,
    };
    (
        !graph.live,
        is_own,
        !declared.contains(&graph.defined_at),
        graph.is_subgraph,
        graph.invoked_at.is_none(),
        graph.compiled_at.is_none(),
        trust.unwrap_or(Trust::ImportedGuard),
        usize::MAX - graph.nodes.len(),
        graph.defined_at.clone(),
    )
}

/// Statements in which a builder may be made, and where they stand.
struct Body<'a> {
    statements: &'a [Stmt],
    scope: Scope<'a>,
    function: Option<FunctionRef<'a>>,
}

/// The sites of the modules, then those of functions, then those in bodies of classes.
fn sites(program: &Program) -> Vec<Site<'_>> {
    let found = parallel::map(&bodies(program), |body| body.sites(program));
    found.into_iter().flatten().collect()
}

fn bodies(program: &Program) -> Vec<Body<'_>> {
    let paths = program.paths().filter(|path| !program.is_test(path));
    let modules = paths.filter_map(|path| Some((&program.module(path)?.body, program.scope(path)?, None)));
    let functions = program_functions(program).filter_map(|function| {
        Some((
            &function.function.body,
            program.scope_of(&function)?,
            Some(function),
        ))
    });
    // The body of a class belongs to the module.
    let classes = program.classes().filter(|(path, _)| !program.is_test(path));
    let classes = classes.filter_map(|(path, class)| Some((&class.body, program.scope(path)?, None)));
    let all = modules.chain(functions).chain(classes);
    all.map(|(statements, scope, function)| Body {
        statements,
        scope,
        function,
    })
    .collect()
}

impl<'a> Body<'a> {
    fn sites(&self, program: &Program) -> Vec<Site<'a>> {
        let path = self.scope.path;
        let mut found = Vec::new();
        walk::scope_expressions(self.statements, &mut |expr| {
            if makes_builder(program, self.scope, expr) {
                found.push(Site {
                    place: place(path, expr),
                    path,
                    function: self.function,
                });
            }
        });
        found
    }
}

fn place(path: &str, expr: &Expr) -> Place {
    Place::lines(path, expr.span.first, expr.span.last)
}

fn makes_builder(program: &Program, scope: Scope<'_>, expr: &Expr) -> bool {
    let ExprKind::Call { callee, .. } = &expr.kind else {
        return false;
    };
    let callee = match &callee.kind {
        ExprKind::Subscript(value, _) => value,
        _ => callee,
    };
    let Some(dotted) = walk::dotted(callee) else {
        return false;
    };
    match program.resolve_in(scope, &dotted) {
        Some(Definition::External(name)) => is_graph_class(&name),
        Some(Definition::Class(path, class)) => {
            let bases = program.bases_of(path, class);
            class.name == "StateGraph"
                || bases
                    .iter()
                    .any(|base| matches!(base, Thing::External(name) if is_graph_class(name)))
        }
        _ => false,
    }
}

fn mark_subgraphs(graphs: &mut [Graph]) {
    let nodes = graphs.iter().flat_map(|graph| graph.nodes.values());
    let inner: BTreeSet<Place> = nodes.filter_map(|node| node.subgraph.clone()).collect();
    for graph in graphs {
        graph.is_subgraph |= inner.contains(&graph.defined_at);
    }
}

/// Evaluations, each done once for all sites that it comes to, and within one limit together.
struct Runs<'a> {
    program: &'a Program,
    kept: BTreeMap<(bool, Id<'a>), Machine<'a>>,
    fuel: u32,
    /// How many were done.
    count: usize,
}

impl<'a> Runs<'a> {
    fn new(program: &'a Program) -> Self {
        Self {
            program,
            kept: BTreeMap::new(),
            fuel: FUEL_ALL,
            count: 0,
        }
    }

    fn seen_from(&mut self, root: Root<'a>) -> &Machine<'a> {
        let key = match root {
            Root::Module(path) => (false, (path, 0)),
            Root::Function(function) => (true, id(&function)),
        };
        if !self.kept.contains_key(&key) && self.kept.len() >= RUNS_KEPT_MAX {
            self.kept.clear();
        }
        let (program, fuel, count) = (self.program, &mut self.fuel, &mut self.count);
        self.kept.entry(key).or_insert_with(|| {
            let mut machine = Machine::new(program, main(program, root)).with_fuel(*fuel);
            let before = machine.fuel();
            run(&mut machine, root);
            *fuel -= before - machine.fuel();
            *count += 1;
            machine
        })
    }

    /// The graphs of the builders that were made at a place: several where they differ.
    fn extract(&mut self, machine: &Machine<'a>, place: &Place) -> Vec<Graph> {
        let mut ids = machine.made_at(place);
        ids.sort_by_key(|id| (std::cmp::Reverse(machine.clarity(*id)), *id));
        let mut graphs: Vec<Graph> = Vec::new();
        for id in ids {
            if graphs.len() >= GRAPHS_PER_SITE_MAX || !graphs.is_empty() && !machine.clarity(id).is_compiled {
                break;
            }
            // Asking routers changes what they are asked in.
            let mut asked = machine.clone().with_questions(self.fuel);
            let before = asked.left_to_ask();
            let graph = asked.extract(id);
            self.fuel = self.fuel.saturating_sub(before - asked.left_to_ask());
            let is_same = |known: &Graph| known.nodes.keys().eq(graph.nodes.keys());
            if !graphs.iter().any(is_same) {
                graphs.push(graph);
            }
        }
        graphs
    }
}

/// The graphs of a site as the evaluation shows them that knows most; if none comes to it, one that says so.
fn evaluate<'a>(runs: &mut Runs<'a>, callers: &Callers<'a>, site: &Site<'a>) -> Vec<Graph> {
    let mut best: Option<(Clarity, Machine<'a>)> = None;
    // Where it is run, whether or not that evaluation knows the graph best.
    let mut run: Option<(usize, Machine<'a>)> = None;
    let (roots, has_more) = callers.roots(site);
    for root in roots {
        let machine = runs.seen_from(root);
        for id in machine.made_at(&site.place) {
            let clarity = machine.clarity(id);
            if best.as_ref().is_none_or(|(known, _)| clarity > *known) {
                best = Some((clarity, machine.clone()));
            }
            if clarity.is_run && run.is_none() {
                run = Some((id, machine.clone()));
            }
        }
    }
    let Some((clarity, machine)) = best else {
        let mut graph = unseen(site, runs.fuel);
        settle(runs.program, site, &mut graph);
        return vec![graph];
    };
    let mut graphs = runs.extract(&machine, &site.place);
    // Seen compiled, run and whole, it has nothing to win from callers further away.
    let is_whole = clarity.is_compiled && clarity.is_run && clarity.is_whole;
    for graph in &mut graphs {
        if has_more && !is_whole {
            graph.notes.push(further(site));
        }
        settle(runs.program, site, graph);
    }
    if let (Some((id, mut machine)), [graph]) = (run, graphs.as_mut_slice())
        && !clarity.is_run
    {
        machine.builders[id].operations.clear();
        let seen = machine.with_questions(0).extract(id);
        graph.invoked_at = seen.invoked_at;
        graph.checkpointer = seen.checkpointer.or(graph.checkpointer.take());
    }
    graphs
}

/// That not everywhere was looked from.
fn further(site: &Site<'_>) -> Note {
    Note {
        place: site.place.clone(),
        what: format!(
            "what builds this graph is called from more than {ROOTS_MAX} places or through more than {LEVELS_MAX} \
             functions; it was evaluated from the nearest"
        ),
    }
}

fn unseen(site: &Site<'_>, fuel: u32) -> Graph {
    let what = match fuel {
        0 => "the limit of steps for all graphs together was reached before this graph was come to",
        _ => "evaluation did not come to this graph",
    };
    let note = Note {
        place: site.place.clone(),
        what: what.to_owned(),
    };
    Graph {
        notes: vec![note],
        ..Graph::new(Framework::LangGraph, site.place.clone())
    }
}

impl Machine<'_> {
    /// The builders that were made at a place.
    fn made_at(&self, place: &Place) -> Vec<usize> {
        let all = 0..self.builders.len();
        all.filter(|id| self.builders[*id].made_at == *place).collect()
    }
}

fn main<'a>(program: &'a Program, root: Root<'a>) -> Option<&'a str> {
    let path = match root {
        Root::Module(path) => path,
        Root::Function(function) => function.path,
    };
    let is_started = program
        .entry_points()
        .iter()
        .any(|entry| entry.path == path && entry.function.is_none());
    (is_started && matches!(root, Root::Module(_))).then_some(path)
}

fn run<'a>(machine: &mut Machine<'a>, root: Root<'a>) {
    let function = match root {
        Root::Module(path) => return machine.run_module(path),
        Root::Function(function) => function,
    };
    let blind = || Given {
        has_more: true,
        ..Given::default()
    };
    if let Some(class) = function.class {
        let object = machine.construct(function.path, class, blind());
        if function.function.name != "__init__" {
            let method = machine.attribute(&object, &function.function.name);
            machine.call(&method, blind());
        }
    } else {
        let value = machine.function(function);
        machine.call(&value, blind());
    }
}

fn settle(program: &Program, site: &Site<'_>, graph: &mut Graph) {
    let errors = program.module(site.path).map(|module| module.errors.as_slice());
    if let Some(span) = errors.and_then(|errors| errors.first()) {
        graph.notes.push(Note {
            place: Place::lines(site.path, span.first, span.last),
            what: "a part of the file that is no Python".to_owned(),
        });
    }
    graph.live = match &site.function {
        Some(function) => program.is_live(function.path) && program.is_reached(function),
        None => program.is_live(site.path),
    };
    graph.why_live = match (graph.live, program.started_by(site.path)) {
        (true, Some(entry)) => format!("{} is started ({}) and comes to it", entry.path, entry.why),
        (true, None) => "nothing says how the program is started, so all of it counts".to_owned(),
        (false, _) if !program.is_live(site.path) => "no entry point imports its file".to_owned(),
        (false, _) => "nothing that is started calls what builds it".to_owned(),
    };
}

/// The builders of the graphs that `langgraph.json` names.
fn declared(runs: &mut Runs<'_>) -> BTreeSet<Place> {
    let program = runs.program;
    let mut found = BTreeSet::new();
    for entry in program
        .entry_points()
        .iter()
        .filter(|entry| entry.trust == Trust::Server)
    {
        let (Some(scope), Some(name)) = (program.scope(&entry.path), &entry.function) else {
            continue;
        };
        let mut machine = Machine::new(program, None).with_fuel(runs.fuel);
        let before = machine.fuel();
        let mut value = machine.global(scope.path, name);
        if value.is_function() {
            value = machine.call_blind(&value);
        }
        runs.fuel -= before - machine.fuel();
        for value in value.alternatives() {
            if let Value::Compiled(id) | Value::Builder(id) = value {
                found.insert(machine.builders[id].made_at.clone());
            }
        }
    }
    found
}
