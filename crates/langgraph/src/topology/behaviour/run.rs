//! Runs, played through step by step as LangGraph takes them.
//!
//! In each superstep run all nodes that a plain edge or an answer of the step before leads to. Edges of one list
//! source wait until all of them were taken, then forget it. A deferred node waits until nothing else is left.

use super::super::{Edge, End};
use super::Study;
use std::collections::{BTreeMap, BTreeSet};

/// Most runs that are played.
const RUNS_MAX: usize = 256;
/// Most edges that are followed in all runs together.
const WORK_MAX: usize = 100_000;
/// Most supersteps of one run.
const STEPS_MAX: usize = 300;

/// Why a node runs.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cause<'a> {
    /// The step that the edge was taken after; `None` is the start.
    pub(super) step: Option<usize>,
    pub(super) edge: &'a Edge,
    /// The router that chose it.
    pub(super) router: Option<usize>,
}

/// What a router answered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Decision {
    /// Its number.
    pub(super) router: usize,
    /// The number of its answer.
    pub(super) answer: usize,
    /// The step of the node that it stands behind; `None` is the start.
    pub(super) step: Option<usize>,
}

#[derive(Debug, Default)]
pub(super) struct Run<'a> {
    /// The nodes of each step, each with all that set it off.
    pub(super) steps: Vec<BTreeMap<&'a str, Vec<Cause<'a>>>>,
    /// What the routers answered, in the order in which they were first asked.
    pub(super) decisions: Vec<Decision>,
    /// Whether more may run than is known.
    pub(super) is_partial: bool,
    /// Joins that were still waiting at the end, with the sources that had come.
    pub(super) waiting: BTreeMap<usize, BTreeSet<&'a End>>,
}

impl<'a> Run<'a> {
    /// The steps in which a node runs.
    pub(super) fn steps_of(&self, node: &str) -> Vec<usize> {
        let steps = self.steps.iter().enumerate();
        steps
            .filter(|(_, step)| step.contains_key(node))
            .map(|(at, _)| at)
            .collect()
    }

    /// How often each node runs.
    pub(super) fn counts(&self) -> BTreeMap<&'a str, usize> {
        let mut counts = BTreeMap::new();
        for node in self.steps.iter().flat_map(|step| step.keys()) {
            *counts.entry(*node).or_default() += 1;
        }
        counts
    }

    /// The edges from the start to what set a node off in a step, by way of this cause.
    pub(super) fn way(&self, last: Cause<'a>) -> Vec<Cause<'a>> {
        let mut way = vec![last];
        while let Some(cause) = way.last()
            && let (Some(step), Some(node)) = (cause.step, cause.edge.from.node())
            && let Some(before) = self.steps.get(step).and_then(|step| step.get(node)?.first())
        {
            way.push(*before);
        }
        way.reverse();
        way
    }
}

/// All runs that differ in their decisions, as many as the limits allow, and whether these are all.
pub(super) fn all<'a>(study: &Study<'a>) -> (Vec<Run<'a>>, bool) {
    let world = World::of(study);
    let mut runs: Vec<Run<'a>> = Vec::new();
    let mut work = 0;
    let mut left: Vec<Vec<usize>> = vec![Vec::new()];
    while let Some(fixed) = left.pop() {
        if runs.len() >= RUNS_MAX || work >= WORK_MAX {
            return (runs, false);
        }
        let run = world.play(&fixed, &mut work);
        for (at, decision) in run.decisions.iter().enumerate().skip(fixed.len()).rev() {
            for answer in (1..study.options[decision.router].answers.len()).rev() {
                let before = run.decisions[..at].iter().map(|decision| decision.answer);
                left.push(before.chain([answer]).collect());
            }
        }
        runs.push(run);
    }
    (runs, true)
}

struct World<'s, 'a> {
    study: &'s Study<'a>,
    /// Plain edges that are certain, and all conditional ones, by source.
    edges: BTreeMap<&'a End, Vec<&'a Edge>>,
    routers: BTreeMap<&'a End, Vec<usize>>,
    barriers: BTreeMap<usize, BTreeSet<&'a End>>,
    /// The end that each node is.
    ends: BTreeMap<&'a str, &'a End>,
    /// Where something leaves of which it is not known whether or where to.
    unsure: BTreeSet<&'a End>,
}

impl<'s, 'a> World<'s, 'a> {
    fn of(study: &'s Study<'a>) -> Self {
        let graph = study.graph;
        let mut world = Self {
            study,
            edges: BTreeMap::new(),
            routers: BTreeMap::new(),
            barriers: BTreeMap::new(),
            ends: BTreeMap::new(),
            unsure: BTreeSet::new(),
        };
        for (number, router) in graph.routers.iter().enumerate() {
            world.routers.entry(&router.from).or_default().push(number);
        }
        for edge in &graph.edges {
            world.ends.extend(edge.to.node().map(|name| (name, &edge.to)));
            if let Some(barrier) = edge.barrier {
                world.barriers.entry(barrier).or_default().insert(&edge.from);
            }
            if world.is_unsure(edge) {
                world.unsure.insert(&edge.from);
            } else if !study.is_back(&edge.from, &edge.to) {
                world.edges.entry(&edge.from).or_default().push(edge);
            }
        }
        world
    }

    fn is_unsure(&self, edge: &Edge) -> bool {
        let graph = self.study.graph;
        let to = edge.to.node().and_then(|name| graph.nodes.get(name));
        let is_routed = || {
            let routers = self.routers.get(&edge.from).map_or(&[][..], Vec::as_slice);
            routers
                .iter()
                .any(|router| graph.routers[*router].targets.contains(&edge.to))
        };
        edge.optional || to.is_some_and(|node| node.optional) || edge.conditional && !is_routed()
    }

    fn play(&self, fixed: &[usize], work: &mut usize) -> Run<'a> {
        let mut play = Play {
            world: self,
            fixed,
            run: Run::default(),
            arrived: BTreeMap::new(),
            deferred: BTreeMap::new(),
        };
        let mut active = play.after(&[(&End::Start, None)], work);
        while !active.is_empty() && play.run.steps.len() < STEPS_MAX && *work < WORK_MAX {
            let at = play.run.steps.len();
            let sources: Vec<(&'a End, Option<usize>)> = active
                .keys()
                .filter_map(|name| Some((*self.ends.get(name)?, Some(at))))
                .collect();
            play.run.steps.push(active);
            active = play.after(&sources, work);
            if active.is_empty() {
                active = std::mem::take(&mut play.deferred);
            }
        }
        play.run.is_partial |= !active.is_empty();
        play.run.waiting = play.arrived;
        play.run.waiting.retain(|_, sources| !sources.is_empty());
        play.run
    }
}

/// A run in the making.
struct Play<'w, 's, 'a> {
    world: &'w World<'s, 'a>,
    fixed: &'w [usize],
    run: Run<'a>,
    /// The sources of each join that have come since it last ran.
    arrived: BTreeMap<usize, BTreeSet<&'a End>>,
    deferred: BTreeMap<&'a str, Vec<Cause<'a>>>,
}

type Active<'a> = BTreeMap<&'a str, Vec<Cause<'a>>>;

impl<'s, 'a> Play<'_, 's, 'a> {
    fn after(&mut self, sources: &[(&'a End, Option<usize>)], work: &mut usize) -> Active<'a> {
        let mut next = Active::new();
        for (from, step) in sources {
            self.run.is_partial |= self.world.unsure.contains(from);
            let chosen = self.choose(from, *step);
            for edge in self.world.edges.get(from).map_or(&[][..], Vec::as_slice) {
                *work += 1;
                let router = chosen.iter().find(|(_, targets)| targets.contains(&edge.to));
                if edge.conditional && router.is_none() {
                    continue;
                }
                let cause = Cause {
                    step: *step,
                    edge,
                    router: router.filter(|_| edge.conditional).map(|(router, _)| *router),
                };
                self.take(cause, &mut next);
            }
        }
        next
    }

    fn take(&mut self, cause: Cause<'a>, next: &mut Active<'a>) {
        let edge = cause.edge;
        let is_set_off = edge
            .barrier
            .is_none_or(|barrier| self.arrive(barrier, &edge.from));
        if let (true, Some(name)) = (is_set_off, edge.to.node()) {
            let nodes = &self.world.study.graph.nodes;
            let is_deferred = nodes.get(name).is_some_and(|node| node.deferred);
            let active = if is_deferred { &mut self.deferred } else { next };
            active.entry(name).or_default().push(cause);
        }
    }

    /// Whether the last source of a join has come; then it waits for all of them anew.
    fn arrive(&mut self, barrier: usize, from: &'a End) -> bool {
        let arrived = self.arrived.entry(barrier).or_default();
        arrived.insert(from);
        let is_full = self
            .world
            .barriers
            .get(&barrier)
            .is_some_and(|all| all.is_subset(arrived));
        if is_full {
            arrived.clear();
        }
        is_full
    }

    /// What the routers of a node answer.
    fn choose(&mut self, from: &End, step: Option<usize>) -> Vec<(usize, &'s BTreeSet<End>)> {
        let (world, study) = (self.world, self.world.study);
        let mut chosen = Vec::new();
        for router in world.routers.get(from).map_or(&[][..], Vec::as_slice) {
            let options = &study.options[*router].answers;
            if options.is_empty() {
                self.run.is_partial = true;
                continue;
            }
            let mut known = self.run.decisions.iter();
            let answer = match known.find(|decision| decision.router == *router) {
                Some(decision) => decision.answer,
                None => self.decide(*router, step),
            };
            chosen.extend(options.get(answer).map(|targets| (*router, targets)));
        }
        chosen
    }

    fn decide(&mut self, router: usize, step: Option<usize>) -> usize {
        let answer = self.fixed.get(self.run.decisions.len()).copied().unwrap_or(0);
        self.run.decisions.push(Decision { router, answer, step });
        answer
    }
}
