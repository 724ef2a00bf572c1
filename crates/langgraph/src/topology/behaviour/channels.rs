//! What nodes do to the state: several writes to one channel in one superstep, channels that are filled again with
//! what they hold, and channels that do not exist.

use super::super::roles::Role;
use super::super::{End, Node};
use super::independence;
use super::run::Run;
use super::state::{Reducer, State};
use super::words::{list, router, tick};
use super::wrapping;
use super::writes::{self, Gives};
use super::{Finding, Study, Weight};
use court::evidence::Place;
use python::ast::{Expr, ExprKind, StmtKind};
use python::walk;
use std::collections::{BTreeMap, BTreeSet};

/// Most findings of one kind.
const KIND_MAX: usize = 6;
/// Most channels that several nodes write.
const CHANNELS_MAX: usize = 40;

pub(super) fn find(study: &Study<'_>, found: &mut Vec<Finding>) {
    let Some(state) = &study.state else {
        return;
    };
    let asked = Asked::of(study, state);
    found.extend(asked.together().into_iter().take(KIND_MAX));
    found.extend(asked.whole_together());
    found.extend(asked.tasks().into_iter().take(KIND_MAX));
    found.extend(asked.echoes().into_iter().take(KIND_MAX));
    found.extend(asked.objects().into_iter().take(KIND_MAX));
    found.extend(asked.strangers().into_iter().take(KIND_MAX));
    found.extend(asked.questions().into_iter().take(KIND_MAX));
}

/// Whether what the nodes give back comes into the state.
#[derive(Clone, Debug)]
pub struct Arrivals {
    /// The class of the state, and where a channel of it is declared.
    pub state: (String, Option<Place>),
    pub lost: Vec<Finding>,
    /// The detectives, each with where it gives back what it does, and whether anything of that comes into the state; nothing
    /// where that is not known.
    pub detectives: BTreeMap<String, (Place, Option<bool>)>,
    /// A node of which it is not known what it gives back.
    pub unread: Option<(String, Place)>,
    /// The nodes of which it is known.
    pub read: usize,
}

/// Holds what nodes give back against what the state declares; nothing where its class, or all of its channels, are not known.
pub(super) fn arrivals(study: &Study<'_>) -> Option<Arrivals> {
    let state = study.state.as_ref().filter(|state| state.is_whole)?;
    let asked = Asked::of(study, state);
    let mut lost = asked.objects();
    lost.extend(asked.strangers());
    let is_read = |name: &str| {
        let gives = asked.gives.get(name);
        let says = gives
            .is_some_and(|gives| !gives.may.is_empty() || gives.whole.is_some() || gives.stranger.is_some());
        says || study.roles.idle.contains(name)
    };
    let (read, unread): (Vec<_>, Vec<_>) = study.graph.nodes.iter().partition(|(name, _)| is_read(name));
    let declared = state.channels.values().next();
    let detectives = study
        .graph
        .nodes
        .iter()
        .filter(|(name, _)| study.roles.of.get(*name) == Some(&Role::Detective));
    let detectives = detectives.map(|(name, node)| {
        let gives = asked.gives.get(name.as_str());
        let (place, arrives) = gives.map_or((None, None), |gives| arrives(state, gives));
        let arrives = arrives
            .filter(|arrives| *arrives || gives.is_some_and(|gives| is_written_out(study, node, gives)));
        (name.clone(), (place.unwrap_or(&node.place).clone(), arrives))
    });
    Some(Arrivals {
        detectives: detectives.collect(),
        state: (state.name.clone(), declared.map(|(_, place)| place.clone())),
        lost,
        unread: unread
            .first()
            .map(|(name, node)| ((*name).clone(), node.place.clone())),
        read: read.len(),
    })
}

/// Where a node gives back what it does, and whether anything of it comes into the state.
fn arrives<'g>(state: &State, gives: &'g Gives) -> (Option<&'g Place>, Option<bool>) {
    if let Some((_, place)) = &gives.stranger {
        return (Some(place), Some(false));
    }
    let place = gives.may.values().next();
    match (gives.whole.is_some(), gives.may.is_empty()) {
        (true, _) | (_, true) => (place, None),
        (false, false) => {
            let is_declared = |key: &String| state.channels.contains_key(key);
            (place, Some(gives.may.keys().any(is_declared)))
        }
    }
}

/// Whether all that a node may give back stands in its function: each `return` a mapping of constant keys, or the only one
/// an object that is made there. Of another, more keys may come than are known.
fn is_written_out(study: &Study<'_>, node: &Node, gives: &Gives) -> bool {
    let Some(function) = wrapping::plain(study, node) else {
        return false;
    };
    let mut returned: Vec<&Expr> = Vec::new();
    walk::scope(&function.function.body, &mut |stmt| {
        if let StmtKind::Return(Some(value)) = &stmt.kind {
            returned.push(value);
        }
    });
    let is_plain = |value: &&Expr| match &value.kind {
        ExprKind::Dict(pairs) => pairs
            .iter()
            .all(|(key, _)| matches!(key, Some(key) if matches!(key.kind, ExprKind::Str(_)))),
        _ => false,
    };
    match returned.as_slice() {
        [only] if let Some((_, Place::Lines { path, first, .. })) = &gives.stranger => {
            path == function.path && (only.span.first..=only.span.last).contains(first)
        }
        all => all.iter().all(is_plain),
    }
}

struct Asked<'s, 'a> {
    study: &'s Study<'a>,
    state: &'s State,
    gives: BTreeMap<&'s str, Gives>,
}

impl<'s, 'a> Asked<'s, 'a> {
    fn of(study: &'s Study<'a>, state: &'s State) -> Self {
        let mut work = writes::WORK_MAX;
        let nodes = study.graph.nodes.iter();
        let gives =
            nodes.filter_map(|(name, node)| Some((name.as_str(), writes::of(study, name, node, &mut work)?)));
        Self {
            study,
            state,
            gives: gives.collect(),
        }
    }
}

/// Nodes that write one channel in one superstep.
type Writers<'s> = BTreeSet<&'s str>;

impl<'s> Asked<'s, '_> {
    fn is_single(&self, channel: &str) -> bool {
        self.state
            .channels
            .get(channel)
            .is_some_and(|(reducer, _)| *reducer == Reducer::None)
    }

    /// Channels without a reducer that several nodes write, with these.
    fn shared(&self) -> Vec<(&str, Writers<'_>)> {
        let single = self
            .state
            .channels
            .keys()
            .filter(|channel| self.is_single(channel));
        let written = single.map(|channel| {
            let writers = self
                .gives
                .iter()
                .filter(|(_, gives)| gives.may.contains_key(channel));
            (
                channel.as_str(),
                writers.map(|(name, _)| *name).collect::<Writers<'_>>(),
            )
        });
        written
            .filter(|(_, writers)| writers.len() > 1)
            .take(CHANNELS_MAX)
            .collect()
    }

    /// Channels without a reducer that several nodes of one superstep write, by the writers.
    fn together(&self) -> Vec<Finding> {
        let mut most: BTreeMap<&str, (Writers<'_>, usize)> = BTreeMap::new();
        let shared = self.shared();
        for run in &self.study.runs {
            for (at, step) in run.steps.iter().enumerate().filter(|(_, step)| step.len() > 1) {
                for (channel, all) in &shared {
                    let writers: Writers<'_> = all
                        .iter()
                        .filter(|name| step.contains_key(**name))
                        .copied()
                        .collect();
                    let known = most.get(channel).map_or(1, |(writers, _)| writers.len());
                    if writers.len() > known && self.can_meet(run, at, &writers) {
                        most.insert(channel, (writers, at));
                    }
                }
            }
        }
        let mut by_writers: BTreeMap<(Writers<'_>, usize), Vec<&str>> = BTreeMap::new();
        for (channel, key) in most {
            by_writers.entry(key).or_default().push(channel);
        }
        by_writers
            .into_iter()
            .map(|((writers, at), channels)| self.collision(&writers, at, &channels))
            .collect()
    }

    fn collision(&self, writers: &Writers<'_>, at: usize, channels: &[&str]) -> Finding {
        let is_sure = channels.iter().any(|channel| {
            let sure = writers
                .iter()
                .filter(|name| self.gives[*name].sure.contains(*channel));
            sure.count() > 1
        });
        let how = if is_sure { "write" } else { "may write" };
        let text = format!(
            "{} run in one superstep and {how} {}, which {} no reducer in {}: LangGraph refuses the second write with \
             InvalidUpdateError",
            list(writers.iter()),
            list(channels.iter()),
            if channels.len() == 1 { "has" } else { "have" },
            tick(&self.state.name)
        );
        let fields = channels
            .iter()
            .filter_map(|channel| Some(self.state.channels.get(*channel)?.1.clone()));
        let lines = writers.iter().flat_map(|name| {
            let gives = &self.gives[name];
            channels
                .iter()
                .filter_map(|channel| gives.may.get(*channel).cloned())
        });
        let shown = writers.iter().map(|name| {
            let gives = &self.gives[name];
            let keys = channels
                .iter()
                .filter(|channel| gives.may.contains_key(**channel));
            format!("superstep {}: {} gives {}", at + 1, tick(name), list(keys))
        });
        let weight = if is_sure { Weight::Wrong } else { Weight::Risk };
        let finding = Finding::new("graph.concurrent_writes", weight, text)
            .at(fields.chain(lines).collect::<Vec<_>>())
            .shown_by(shown.collect::<Vec<_>>());
        if is_sure {
            return finding;
        }
        finding.innocent_if("harmless if never two of them give it in the same run")
    }

    /// Whether the nodes of a step can really run in it together.
    fn can_meet(&self, run: &Run<'_>, at: usize, nodes: &Writers<'_>) -> bool {
        let causes = nodes.iter().filter_map(|name| run.steps[at].get(name)?.first());
        let ways: Vec<Vec<_>> = causes.map(|cause| run.way(*cause)).collect();
        independence::agree(self.study, run, &ways)
    }

    /// Nodes of one superstep that give back their whole state: every channel without a reducer is written twice.
    fn whole_together(&self) -> Option<Finding> {
        self.state
            .channels
            .keys()
            .find(|channel| self.is_single(channel))?;
        let steps = self.study.runs.iter().flat_map(|run| {
            let steps = run.steps.iter().enumerate();
            steps.map(move |(at, step)| (run, at, step))
        });
        let whole = steps.map(|(run, at, step)| {
            let names = step
                .keys()
                .filter(|name| self.gives.get(**name).is_some_and(|gives| gives.whole.is_some()));
            (run, at, names.copied().collect::<Writers<'_>>())
        });
        let met = whole.filter(|(run, at, writers)| writers.len() > 1 && self.can_meet(run, *at, writers));
        let (_, at, writers) = met.max_by_key(|(_, at, writers)| (writers.len(), std::cmp::Reverse(*at)))?;
        let text = format!(
            "{} run in one superstep and give back their whole state: every channel without a reducer that holds \
             something is written twice, which LangGraph refuses with InvalidUpdateError",
            list(writers.iter())
        );
        let places = writers
            .iter()
            .filter_map(|name| self.gives.get(name)?.whole.clone());
        let is_always = writers.iter().all(|name| self.gives[name].is_always_whole);
        let weight = if is_always { Weight::Wrong } else { Weight::Risk };
        Some(
            Finding::new("graph.concurrent_writes", weight, text)
                .at(places.collect::<Vec<_>>())
                .shown_by([format!("superstep {}: {}", at + 1, list(writers.iter()))]),
        )
    }

    /// A node that runs as several tasks writes in each of them.
    fn tasks(&self) -> Vec<Finding> {
        let routers = self.study.graph.routers.iter();
        let sent = routers.flat_map(|router| router.sends.iter().map(move |(to, count)| (router, to, count)));
        let many = sent.filter(|(_, _, count)| **count >= 2);
        let found = many.filter_map(|(route, to, _)| {
            let gives = self.gives.get(to.node()?)?;
            let channels: Vec<&String> = gives.may.keys().filter(|channel| self.is_single(channel)).collect();
            let places = channels.iter().filter_map(|channel| gives.may.get(*channel).cloned());
            let places: Vec<Place> = places.chain([route.place.clone()]).collect();
            let text = format!(
                "{} runs as as many tasks of one superstep as {} sends, and each may write {}, which {} no reducer in \
                 {}: with two tasks LangGraph refuses that with InvalidUpdateError",
                tick(to),
                router(route),
                list(channels.iter()),
                if channels.len() == 1 { "has" } else { "have" },
                tick(&self.state.name)
            );
            (!channels.is_empty()).then(|| Finding::new("graph.concurrent_writes", Weight::Wrong, text).at(places))
        });
        found.collect()
    }

    /// Nodes that give back their whole state though a channel adds what it is given to what it holds.
    fn echoes(&self) -> Vec<Finding> {
        let whole = self
            .gives
            .iter()
            .filter_map(|(name, gives)| Some((*name, gives, gives.whole.as_ref()?)));
        let found = whole.filter_map(|(name, gives, place)| {
            let adding = self.state.channels.iter().filter(|(channel, (reducer, _))| {
                *reducer == Reducer::Adds && !gives.may.contains_key(*channel)
 && !gives.lost.contains(*channel) && self.is_filled_before(name, channel)
            });
            let adding: Vec<(&String, Place)> =
                adding.map(|(channel, (_, place))| (channel, place.clone())).collect();
            let names = list(adding.iter().map(|(channel, _)| channel));
            let text = format!(
                "{} gives back its whole state, and what is given to {names} is added to what {}: all of it is there \
                 twice afterwards",
                tick(&name),
                if adding.len() == 1 { "it holds" } else { "they hold" },
            );
            let fields: Vec<Place> = adding.into_iter().map(|(_, place)| place).collect();
            (!fields.is_empty()).then(|| {
                Finding::new("graph.echoes_state", Weight::Wrong, text)
                    .at([place.clone()].into_iter().chain(fields))
                    .innocent_if("harmless if the channel is always empty then")
            })
        });
        found.collect()
    }

    /// Whether some node that runs before gives to a channel, and no router asks after that channel on the way.
    fn is_filled_before(&self, name: &str, channel: &str) -> bool {
        let lower = channel.to_lowercase();
        let mut routers = self.study.graph.routers.iter().zip(&self.study.asked);
        let end = End::Node(name.to_owned());
        let is_asked =
            |keys: &Option<BTreeSet<String>>| keys.as_ref().is_none_or(|keys| keys.contains(channel));
        if routers.any(|(route, keys)| is_asked(keys) && self.study.onward([&route.from]).contains(&end)) {
            return false;
        }
        self.study
            .runs
            .iter()
            .filter(|run| independence::is_possible(self.study, run))
            .any(|run| {
                let Some(last) = run.steps_of(name).last().copied() else {
                    return false;
                };
                let mut before = run.steps[..last].iter().flat_map(|step| step.keys());
                before.any(|earlier| {
                    let keys = self.study.roles.gives.get(*earlier);
                    *earlier != name && keys.is_some_and(|keys| keys.contains(&lower))
                })
            })
    }

    /// Keys that the state does not have.
    fn strangers(&self) -> Vec<Finding> {
        if !self.state.is_whole {
            return Vec::new();
        }
        let mut strange: BTreeMap<&str, Vec<(&str, &Place)>> = BTreeMap::new();
        for (name, gives) in &self.gives {
            for (key, place) in gives
                .may
                .iter()
                .filter(|(key, _)| !self.state.channels.contains_key(*key))
            {
                strange.entry(key).or_default().push((name, place));
            }
        }
        let found = strange.into_iter().map(|(key, givers)| {
            let (key, state) = (tick(&key), tick(&self.state.name));
            let what = format!("{key}, which {state} does not have, so it never comes into the state");
            given_back("graph.unknown_channel", Weight::Risk, &givers, &what)
        });
        found.collect()
    }

    /// Nodes that give back an object instead of a mapping, of whose fields the state has none.
    fn objects(&self) -> Vec<Finding> {
        let mut by_class: BTreeMap<&str, Vec<(&str, &Place)>> = BTreeMap::new();
        for (name, gives) in &self.gives {
            if let Some((class, place)) = &gives.stranger {
                by_class.entry(class).or_default().push((name, place));
            }
        }
        let found = by_class.into_iter().map(|(class, givers)| {
            let (class, state) = (tick(&class), tick(&self.state.name));
            let what = format!(
                "a bare object of {class}, of whose fields {state} has none: nothing of it comes into the state"
            );
            given_back("graph.lost_object", Weight::Wrong, &givers, &what)
        });
        found.collect()
    }

    /// Routers that decide by what the state does not have.
    fn questions(&self) -> Vec<Finding> {
        let routers = self.study.graph.routers.iter();
        let found = routers.filter_map(|route| {
            let missing = self.state.missing(self.study, route);
            let text = format!(
                "{} asks the state for {}, which {} does not have: it is never there",
                router(route),
                list(missing.keys()),
                tick(&self.state.name)
            );
            let places: Vec<Place> = missing.into_values().collect();
            (!places.is_empty()).then(|| {
                Finding::new("graph.asks_unknown_channel", Weight::Risk, text)
                    .at(places.into_iter().chain([route.place.clone()]))
            })
        });
        found.collect()
    }
}

/// What some nodes give back, each at its place.
fn given_back(kind: &'static str, weight: Weight, givers: &[(&str, &Place)], what: &str) -> Finding {
    let names = list(givers.iter().map(|(name, _)| name));
    let give = if givers.len() == 1 { "gives" } else { "give" };
    let places: Vec<Place> = givers.iter().map(|(_, place)| (*place).clone()).collect();
    Finding::new(kind, weight, format!("{names} {give} back {what}")).at(places)
}
