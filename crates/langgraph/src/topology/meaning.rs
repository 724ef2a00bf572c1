//! What a graph does: parallel starts, joins, and branches that differ in effect.

use super::roles::{Role, Roles};
use super::supersteps::{Supersteps, possible};
use super::{Edge, End, Graph, Router};
use court::evidence::Place;
use python::program::Program;
use std::collections::{BTreeMap, BTreeSet};
use subject::follow;

/// Most ways through a graph that are gone to find where a role joins; a graph of a hundred nodes takes half.
const WAYS_MAX: usize = 4_000;

/// A graph with the roles of its nodes and its supersteps.
#[derive(Clone, Debug)]
pub struct Meaning<'g> {
    pub graph: &'g Graph,
    /// Who is who in it.
    pub roles: Roles,
    /// What runs when.
    pub supersteps: Supersteps,
}

/// Nodes of one role that start together.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FanOut {
    /// The nodes, or the one node that several tasks are sent to.
    pub nodes: BTreeSet<String>,
    /// The edges that set them off.
    pub places: Vec<Place>,
    /// Whether they are tasks that a router sends.
    pub by_tasks: bool,
}

/// Where branches join.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FanIn {
    pub node: String,
    /// The edges into it.
    pub places: Vec<Place>,
    /// Whether it waits for all of them by a list-source edge or because it is deferred.
    pub is_barrier: bool,
    /// How often it runs.
    pub runs: usize,
}

/// A branch that failure takes and success does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ErrorRoute {
    /// Who decides.
    pub from: End,
    /// Where failure leads.
    pub to: End,
    /// How that differs.
    pub why: String,
    /// Where the edge is added.
    pub place: Place,
}

impl<'g> Meaning<'g> {
    /// Works it out.
    pub fn of(program: &Program, graph: &'g Graph) -> Self {
        Self {
            graph,
            roles: Roles::of(program, graph),
            supersteps: Supersteps::of(graph),
        }
    }

    /// The widest superstep in which two or more nodes of a role start, none of them in place of another. Or a
    /// node of that role to which several tasks are sent.
    pub fn fan_out(&self, role: Role) -> Option<FanOut> {
        let together = self.supersteps.steps.iter().map(|step| {
            let nodes = step.iter().filter(|name| self.roles.of.get(*name) == Some(&role));
            self.compatible(&nodes.cloned().collect::<Vec<_>>())
        });
        let widest = together.max_by_key(|nodes| (nodes.len(), std::cmp::Reverse(nodes.clone())));
        let widest = widest.filter(|nodes| nodes.len() >= 2);
        if let Some(nodes) = widest {
            let places = self.places(|edge| edge.to.node().is_some_and(|name| nodes.contains(name)));
            return Some(FanOut {
                nodes,
                places,
                by_tasks: false,
            });
        }
        self.tasks(role)
    }

    fn tasks(&self, role: Role) -> Option<FanOut> {
        let routers = self.graph.routers.iter();
        let mut sent = routers.flat_map(|router| {
            router
                .sends
                .iter()
                .map(move |(target, count)| (router, target, count))
        });
        let (router, target, _) =
            sent.find(|(_, target, count)| self.roles.at(target) == role && **count >= 2)?;
        Some(FanOut {
            nodes: target.node().map(str::to_owned).into_iter().collect(),
            places: vec![router.place.clone()],
            by_tasks: true,
        })
    }

    /// The first nodes of a list that can run together.
    fn compatible(&self, nodes: &[String]) -> BTreeSet<String> {
        let mut kept: BTreeSet<String> = BTreeSet::new();
        for node in nodes {
            if kept.iter().all(|other| !self.is_either_or(node, other)) {
                kept.insert(node.clone());
            }
        }
        kept
    }

    /// Whether one router alone sets off both, and never in one answer.
    fn is_either_or(&self, one: &str, other: &str) -> bool {
        let (one, other) = (End::Node(one.to_owned()), End::Node(other.to_owned()));
        let sources = |end: &End| -> BTreeMap<&End, bool> {
            let edges = self.graph.edges.iter().filter(|edge| edge.to == *end);
            edges.map(|edge| (&edge.from, edge.conditional)).collect()
        };
        let (to_one, to_other) = (sources(&one), sources(&other));
        let mut common = to_one
            .iter()
            .filter(|(from, _)| to_other.contains_key(*from))
            .peekable();
        if common.peek().is_none() || to_one.keys().ne(to_other.keys()) {
            return false;
        }
        common.all(|(from, conditional)| {
            let mut routers = self.graph.routers.iter().filter(|router| router.from == **from);
            let both = routers.any(|router| {
                router
                    .answers
                    .iter()
                    .any(|answer| answer.contains(&one) && answer.contains(&other))
            });
            let split = *conditional && to_other[*from] && !self.by_several_routers(from, &one, &other);
            split && !both
        })
    }

    /// Two routers of one node are asked both.
    fn by_several_routers(&self, from: &End, one: &End, other: &End) -> bool {
        let routers: Vec<&Router> = self
            .graph
            .routers
            .iter()
            .filter(|router| router.from == *from)
            .collect();
        routers
            .iter()
            .any(|router| router.targets.contains(one) && !router.targets.contains(other))
            && routers
                .iter()
                .any(|router| router.targets.contains(other) && !router.targets.contains(one))
    }

    /// Where all nodes of a role join: a node that no one of them misses on the way to `before`, and that is
    /// none of them.
    pub fn fan_in(&self, role: Role, before: &BTreeSet<End>) -> Option<FanIn> {
        let next = self.onward_ends();
        let sources = self.standing_before(role, &next, before);
        let joined = self.joined(role, &next, &sources, before);
        let joined = joined.or_else(|| self.joined_firmly(role, &next, &sources, before));
        joined.or_else(|| self.joined_in_rounds(role, &next, before))
    }

    /// Who a router may send a run to after the others (what failed is noted as evidence, say) misses no join of theirs.
    fn joined_firmly(
        &self,
        role: Role,
        next: &Next<'g>,
        sources: &BTreeSet<End>,
        before: &BTreeSet<End>,
    ) -> Option<FanIn> {
        let firm = |end: &&End| self.graph.edges_to(end).any(|edge| !edge.conditional);
        let firm: BTreeSet<End> = sources.iter().filter(firm).cloned().collect();
        if firm.len() < 2 || firm.len() == sources.len() {
            return None;
        }
        let fan = self.joined(role, next, &firm, before)?;
        let end = End::Node(fan.node.clone());
        let after = come_to(next, &end, &BTreeSet::new());
        sources
            .iter()
            .all(|end| firm.contains(end) || after.contains(end))
            .then_some(fan)
    }

    /// A node that a whole role leads back to by one list-source edge, round after round, and that goes on to `before` in the end.
    fn joined_in_rounds(&self, role: Role, next: &Next<'g>, before: &BTreeSet<End>) -> Option<FanIn> {
        let all = self.ends_of(role);
        let mut waiting: BTreeMap<(usize, &End), Vec<&Edge>> = BTreeMap::new();
        for edge in self.graph.edges.iter().filter(|edge| all.contains(&edge.from)) {
            if let Some(barrier) = edge.barrier {
                waiting.entry((barrier, &edge.to)).or_default().push(edge);
            }
        }
        let is_whole = |edges: &Vec<&Edge>| edges.len() == all.len() && all.len() > 1;
        let mut whole = waiting.into_iter().filter(|(_, edges)| is_whole(edges));
        let ((_, to), edges) = whole.next()?;
        let goes_on = come_to(next, to, &BTreeSet::new())
            .into_iter()
            .any(|end| before.contains(end));
        let End::Node(node) = to else { return None };
        goes_on.then(|| FanIn {
            node: node.clone(),
            places: edges.iter().map(|edge| edge.place.clone()).collect(),
            is_barrier: true,
            runs: self.supersteps.runs.get(node).copied().unwrap_or(0),
        })
    }

    fn joined(
        &self,
        role: Role,
        next: &Next<'g>,
        sources: &BTreeSet<End>,
        before: &BTreeSet<End>,
    ) -> Option<FanIn> {
        if sources.is_empty() {
            return None;
        }
        let open: Vec<(&End, BTreeSet<&End>)> = sources
            .iter()
            .map(|source| (source, come_to(next, source, &BTreeSet::new())))
            .collect();
        let mut left = WAYS_MAX;
        let mut steps = self.supersteps.steps.iter().flatten();
        let node = steps.find(|name| {
            let end = End::Node((*name).clone());
            !sources.contains(&end) && all_pass(next, &open, &end, before, &mut left)
        });
        let node = node?.clone();
        let end = End::Node(node.clone());
        let into: Vec<&Edge> = self.graph.edges_to(&end).collect();
        // Who comes one after another joins nothing.
        let ways: BTreeSet<&End> = into.iter().map(|edge| &edge.from).collect();
        if ways.len() < 2 && self.fan_out(role).is_none() {
            return None;
        }
        let is_deferred = self.graph.nodes.get(&node).is_some_and(|node| node.deferred);
        Some(FanIn {
            places: into.iter().map(|edge| edge.place.clone()).collect(),
            is_barrier: is_deferred || into.iter().any(|edge| edge.barrier.is_some()),
            runs: self.supersteps.runs.get(&node).copied().unwrap_or(0),
            node,
        })
    }

    /// The nodes of a role that a run comes to before any of `before`; all of them where it comes to none so. Who is only
    /// heard once it was settled (a hearing again, a moderator) misses no join.
    fn standing_before(&self, role: Role, next: &Next<'g>, before: &BTreeSet<End>) -> BTreeSet<End> {
        let all = self.ends_of(role);
        let first = come_to(next, &End::Start, before);
        let standing: BTreeSet<End> = all.iter().filter(|end| first.contains(end)).cloned().collect();
        if standing.is_empty() { all } else { standing }
    }

    /// The nodes of a role, as ends of edges.
    fn ends_of(&self, role: Role) -> BTreeSet<End> {
        let names = self.roles.all(role).into_iter();
        names.map(|name| End::Node(name.to_owned())).collect()
    }

    /// Where each end leads without going back.
    fn onward_ends(&self) -> Next<'g> {
        let mut next: Next<'g> = BTreeMap::new();
        for edge in &self.graph.edges {
            let way = (edge.from.clone(), edge.to.clone());
            if !self.supersteps.back.contains(&way) {
                next.entry(&edge.from).or_default().push(&edge.to);
            }
        }
        next
    }

    fn places(&self, is_it: impl Fn(&Edge) -> bool) -> Vec<Place> {
        let edges = self.graph.edges.iter().filter(|edge| is_it(edge));
        distinct(edges.map(|edge| edge.place.clone()))
    }

    /// The first router of which one answer has an effect that the others have not.
    pub fn error_route(&self) -> Option<ErrorRoute> {
        self.graph.routers.iter().find_map(|router| {
            let answers = possible(router);
            (0..answers.len()).find_map(|at| self.differs(router, &answers, at))
        })
    }

    fn differs(&self, router: &Router, answers: &[BTreeSet<End>], at: usize) -> Option<ErrorRoute> {
        // Going round again is no other way than going on.
        let is_back = |end: &End| self.supersteps.back.contains(&(router.from.clone(), end.clone()));
        if answers[at].iter().all(is_back) {
            return None;
        }
        let others = (0..answers.len()).filter(|other| *other != at);
        let others: BTreeSet<End> = others.flat_map(|other| &answers[other]).cloned().collect();
        let others: BTreeSet<End> = others.into_iter().filter(|end| !is_back(end)).collect();
        if others.is_empty() || others == answers[at] {
            return None;
        }
        // What plain edges set off beside the decision runs whatever it says.
        let beside = self.plain_targets(&router.from);
        let (mine, theirs) = (
            self.onward(answers[at].union(&beside)),
            self.onward(others.union(&beside)),
        );
        let to = answers[at]
            .iter()
            .find(|end| !others.contains(end))
            .or(answers[at].first())?;
        // What only leads back is a round more, and what leaves it then is no other way.
        if !self.ends_run(&mine) || !self.ends_run(&theirs) {
            return None;
        }
        let of = |ends: &BTreeSet<End>, role: Role| -> BTreeSet<End> {
            let its = ends.iter().filter(|end| self.roles.at(end) == role);
            its.cloned().collect()
        };
        // One that opines in place of a whole bench is none of those who judge.
        let (left, right) = (of(&mine, Role::Judge), of(&theirs, Role::Judge));
        let is_stand_in = left.len() == 1 && right.len() >= 2 && left.is_disjoint(&right);
        let skips = |role: Role| {
            !of(&theirs, role).is_empty()
                && (of(&mine, role).is_empty() || role == Role::Judge && is_stand_in)
        };
        let works = |end: &&End| self.is_handler(end) && !theirs.contains(*end);
        let why = if skips(Role::Judge) {
            "it goes past the judges".to_owned()
        } else if skips(Role::ChiefJustice) {
            "it goes past the chief justice".to_owned()
        } else {
            let leads_further = |end: &End| {
                matches!(self.roles.at(end), Role::Detective | Role::Judge) && !theirs.contains(end)
            };
            if mine.iter().any(leads_further) {
                return None;
            }
            let handler = answers[at].iter().find(works)?;
            format!("only it comes to {handler}, which does something of its own")
        };
        Some(ErrorRoute {
            from: router.from.clone(),
            to: to.clone(),
            why,
            place: router.place.clone(),
        })
    }

    /// Whether a run that comes to all these may end there.
    fn ends_run(&self, ends: &BTreeSet<End>) -> bool {
        ends.iter()
            .any(|end| *end == End::Finish || self.graph.edges_from(end).next().is_none())
    }

    /// A node that does something, be it only to tell that it was come to, and is none that every case passes.
    fn is_handler(&self, end: &End) -> bool {
        let does_nothing = |name| self.roles.idle.contains(name) && !self.roles.logging.contains(name);
        let is_idle = end.node().is_none_or(does_nothing);
        !is_idle && self.roles.at(end) == Role::Other
    }

    /// None where branches are waited for further on: without one of them what waits never runs.
    fn plain_targets(&self, from: &End) -> BTreeSet<End> {
        if self.graph.edges.iter().any(|edge| edge.barrier.is_some()) {
            return BTreeSet::new();
        }
        let plain = self.graph.edges_from(from).filter(|edge| !edge.conditional);
        plain.map(|edge| edge.to.clone()).collect()
    }

    fn onward<'e>(&self, from: impl Iterator<Item = &'e End>) -> BTreeSet<End> {
        let next = self.onward_ends();
        let mut found = BTreeSet::new();
        for end in from {
            found.extend(come_to(&next, end, &BTreeSet::new()).into_iter().cloned());
            found.insert(end.clone());
        }
        found
    }
}

/// Where each end leads.
/// Each once, in their order.
pub fn distinct(places: impl IntoIterator<Item = Place>) -> Vec<Place> {
    let mut found: Vec<Place> = Vec::new();
    for place in places {
        if !found.contains(&place) {
            found.push(place);
        }
    }
    found
}

type Next<'g> = BTreeMap<&'g End, Vec<&'g End>>;

/// Whether every source comes to `through`, and to `before` only through it. `open` is where each comes to.
fn all_pass(
    next: &Next<'_>,
    open: &[(&End, BTreeSet<&End>)],
    through: &End,
    before: &BTreeSet<End>,
    left: &mut usize,
) -> bool {
    open.iter().all(|(source, open)| {
        if *left == 0 || !open.contains(through) {
            return false;
        }
        *left -= 1;
        let closed = come_to(next, source, &BTreeSet::from([through.clone()]));
        let bars = |end: &End| end != through && closed.contains(end);
        !before.iter().any(bars)
    })
}

/// Everything that a run can come to from `from` without `without`.
fn come_to<'n>(next: &Next<'n>, from: &End, without: &BTreeSet<End>) -> BTreeSet<&'n End> {
    let leads = |at: &End| {
        let to = next.get(at).into_iter().flatten().copied();
        to.filter(|to| !without.contains(*to))
    };
    follow(leads(from), |at, more| more.extend(leads(at)))
}
