//! What runs when: LangGraph runs a graph in supersteps, in each all nodes that the step before set off.

use super::{Edge, End, Graph, Router};
use std::collections::{BTreeMap, BTreeSet};

/// Most supersteps that are followed; without ways back a graph has no more than nodes.
const STEPS_MAX: usize = 400;
/// Most edges that are followed to see which answers of routers lead on; beyond, answers count as equally good.
const ONWARD_MAX: usize = 1_000_000;

/// The fullest run: each router gives the answer that leads to the most nodes, and no way back is taken.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Supersteps {
    /// The nodes of each step.
    pub steps: Vec<BTreeSet<String>>,
    /// How often each node runs. More than once means paths of unequal length and no barrier.
    pub runs: BTreeMap<String, usize>,
    /// Ways back: edges that lead to where a run was before.
    pub back: BTreeSet<(End, End)>,
}

impl Supersteps {
    /// Follows a graph from START.
    pub fn of(graph: &Graph) -> Self {
        let back = ways_back(graph);
        let leaving = leaving(graph);
        let mut run = Run {
            graph,
            chosen: chosen(graph, &leaving, &back),
            sources: sources(graph),
            leaving,
            found: Self {
                back,
                ..Self::default()
            },
            arrived: BTreeMap::new(),
            waiting: BTreeSet::new(),
        };
        let mut active = run.after(&BTreeSet::from([End::Start]));
        while !active.is_empty() && run.found.steps.len() < STEPS_MAX {
            run.note(&active);
            let ends = active.into_iter().map(End::Node).collect();
            active = run.after(&ends);
            if active.is_empty() {
                active = std::mem::take(&mut run.waiting);
            }
        }
        run.found
    }

    /// The first step of a node, counted from 0.
    pub fn first(&self, node: &str) -> Option<usize> {
        self.steps.iter().position(|step| step.contains(node))
    }
}

type Leaving<'g> = BTreeMap<&'g End, Vec<&'g Edge>>;

fn leaving(graph: &Graph) -> Leaving<'_> {
    let mut found: Leaving<'_> = BTreeMap::new();
    for edge in &graph.edges {
        found.entry(&edge.from).or_default().push(edge);
    }
    found
}

fn sources(graph: &Graph) -> BTreeMap<usize, BTreeSet<&End>> {
    let mut found: BTreeMap<usize, BTreeSet<&End>> = BTreeMap::new();
    for edge in &graph.edges {
        if let Some(barrier) = edge.barrier {
            found.entry(barrier).or_default().insert(&edge.from);
        }
    }
    found
}

struct Run<'g> {
    graph: &'g Graph,
    /// The edges that leave each end.
    leaving: Leaving<'g>,
    /// The ends that each barrier waits for.
    sources: BTreeMap<usize, BTreeSet<&'g End>>,
    /// Where the routers of each node lead.
    chosen: BTreeMap<&'g End, BTreeSet<&'g End>>,
    found: Supersteps,
    /// The sources of each barrier that have run.
    arrived: BTreeMap<usize, BTreeSet<End>>,
    /// Deferred nodes that wait until nothing else runs.
    waiting: BTreeSet<String>,
}

impl Run<'_> {
    fn note(&mut self, active: &BTreeSet<String>) {
        for node in active {
            *self.found.runs.entry(node.clone()).or_default() += 1;
        }
        self.found.steps.push(active.clone());
    }

    /// The nodes that these set off.
    fn after(&mut self, active: &BTreeSet<End>) -> BTreeSet<String> {
        let mut next = BTreeSet::new();
        let edges = active.iter().filter_map(|end| self.leaving.get(end));
        let edges: Vec<&Edge> = edges.flatten().copied().collect();
        for edge in edges {
            let is_back = self.found.back.contains(&(edge.from.clone(), edge.to.clone()));
            let is_chosen = |chosen: &BTreeSet<&End>| !edge.conditional || chosen.contains(&edge.to);
            if is_back || !self.chosen.get(&edge.from).is_none_or(is_chosen) {
                continue;
            }
            let is_set_off = edge
                .barrier
                .is_none_or(|barrier| self.arrive(barrier, &edge.from));
            if let (true, End::Node(name)) = (is_set_off, &edge.to) {
                let is_deferred = self.graph.nodes.get(name).is_some_and(|node| node.deferred);
                if is_deferred {
                    self.waiting.insert(name.clone());
                } else {
                    next.insert(name.clone());
                }
            }
        }
        next
    }

    /// Whether all sources of a barrier have run.
    fn arrive(&mut self, barrier: usize, from: &End) -> bool {
        let arrived = self.arrived.entry(barrier).or_default();
        arrived.insert(from.clone());
        // Only sources arrive, so there are as many when all have.
        self.sources
            .get(&barrier)
            .is_some_and(|sources| sources.len() == arrived.len())
    }
}

fn chosen<'g>(
    graph: &'g Graph,
    leaving: &Leaving<'g>,
    back: &BTreeSet<(End, End)>,
) -> BTreeMap<&'g End, BTreeSet<&'g End>> {
    let mut left = ONWARD_MAX;
    let mut chosen: BTreeMap<&End, BTreeSet<&End>> = BTreeMap::new();
    for router in &graph.routers {
        let forward = |answer: &&BTreeSet<End>| {
            !answer
                .iter()
                .all(|to| back.contains(&(router.from.clone(), to.clone())))
        };
        let answers = possible(router);
        let fullest = answers.iter().enumerate().filter(|(_, answer)| forward(answer));
        let fullest =
            fullest.max_by_key(|(at, answer)| (onward(leaving, answer, back, &mut left), usize::MAX - at));
        let answer = fullest.map(|(_, answer)| answer);
        let is_it = |target: &&End| answer.is_none_or(|answer| answer.contains(*target));
        let targets = router.targets.iter().filter(is_it);
        chosen.entry(&router.from).or_default().extend(targets);
    }
    chosen
}

/// What a router may answer: what it was seen to, and where that is not all, every other target by itself, or all of them
/// where it answers with several.
pub(super) fn possible(router: &Router) -> Vec<BTreeSet<End>> {
    if router.is_open && router.is_many == Some(true) {
        return vec![router.targets.clone()];
    }
    let mut answers = router.answers.clone();
    if router.is_open || answers.is_empty() {
        let seen: BTreeSet<&End> = router.answers.iter().flatten().collect();
        let unseen = router.targets.iter().filter(|target| !seen.contains(target));
        answers.extend(unseen.map(|target| BTreeSet::from([target.clone()])));
    }
    answers
}

/// How many nodes these lead to without going back.
fn onward(
    leaving: &Leaving<'_>,
    from: &BTreeSet<End>,
    back: &BTreeSet<(End, End)>,
    left: &mut usize,
) -> usize {
    let mut found: BTreeSet<&End> = from.iter().collect();
    let mut queue: Vec<&End> = from.iter().collect();
    while let Some(at) = queue.pop() {
        for edge in leaving.get(at).into_iter().flatten() {
            let Some(rest) = left.checked_sub(1) else {
                return from.len();
            };
            *left = rest;
            if !back.contains(&(edge.from.clone(), edge.to.clone())) && found.insert(&edge.to) {
                queue.push(&edge.to);
            }
        }
    }
    found.len()
}

/// Edges to a node that is still being explored when it is met again, depth first from START.
fn ways_back(graph: &Graph) -> BTreeSet<(End, End)> {
    let mut next: BTreeMap<&End, Vec<&End>> = BTreeMap::new();
    for edge in &graph.edges {
        next.entry(&edge.from).or_default().push(&edge.to);
    }
    let mut back = BTreeSet::new();
    let mut done: BTreeSet<&End> = BTreeSet::new();
    let mut open: BTreeSet<&End> = BTreeSet::new();
    let mut path: Vec<(&End, usize)> = vec![(&End::Start, 0)];
    open.insert(&End::Start);
    while let Some((at, tried)) = path.pop() {
        let Some(to) = next.get(at).and_then(|targets| targets.get(tried)) else {
            open.remove(at);
            done.insert(at);
            continue;
        };
        path.push((at, tried + 1));
        if open.contains(to) {
            back.insert((at.clone(), (*to).clone()));
        } else if !done.contains(to) {
            open.insert(to);
            path.push((to, 0));
        }
    }
    back
}
