//! A detective's round cut into tasks that are told of one by one, for those who look on from another process.
//! What was found before this one ends stays found, and what was being done when it ended is known.

use super::Assignment;
use super::graphs;
use super::map;
use super::pictures::{self, Look, Sighted};
use claims::claim::Claim;
use cohort::trace::Trace;
use court::evidence::{Detective, Exhibit};
use court::protocol::own::Own;
use probes::Papers as _;
use probes::{Subject, ask, own};
use probes_core::probe::Probe;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use subject::parallel;

/// Name of the task that puts the questions of the rubric. No probe is called so: their names have a family and a dot.
const OWN: &str = "own";
/// Name of the task that evaluates all graphs.
const TOPOLOGY: &str = "topology";
/// Name of the task that says what a large repository is made of.
const MAP: &str = "map";
/// Name of the task that holds the reports' claims against the rest.
const CLAIMS: &str = "claims";
/// Name of the task that takes the fingerprints of the work.
const TRACES: &str = "traces";
/// Name of the task that is about pictures.
const PICTURES: &str = "pictures";

/// One piece of a detective's work.
#[derive(Clone)]
pub(super) enum Task {
    /// A question of the probe table.
    Probe(&'static Probe),
    /// The questions that the rubric defines itself: one round over the files answers all.
    Own(Vec<Own>),
    /// The graphs that the code builds.
    Topology,
    /// What a large repository is made of.
    Map,
    /// What the reports claim, and what of it is borne out.
    Claims,
    /// What is asked about pictures.
    Look(Look),
}

/// What a task came to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(super) enum Outcome {
    /// The exhibits of a probe.
    Exhibits(Vec<Exhibit>),
    /// The graphs, as reports have them.
    Topology(Vec<Value>),
    /// What a large repository is made of, a line each.
    Map(Vec<String>),
    Claims(Vec<Claim>),
    /// The pictures that may be diagrams.
    Pictures(Sighted),
    /// What the work is compared by.
    Trace(Box<Trace>),
    /// It came to nothing: a bug in the auditor.
    Nothing,
}

/// What those who look on are told.
pub(super) enum Step {
    /// A task is begun.
    Begun(&'static str),
    Done(&'static str, Outcome),
}

/// Everything that the assignment takes, in the order of the probe table.
pub(super) fn tasks(assignment: &Assignment) -> Vec<Task> {
    let Assignment {
        detective,
        fields,
        own: defined,
        look,
        ..
    } = assignment;
    if let Some(look) = look {
        return vec![Task::Look(look.clone())];
    }
    let last = match detective {
        Detective::RepoInvestigator => vec![Task::Topology, Task::Map],
        Detective::DocAnalyst => vec![Task::Claims],
        Detective::VisionInspector => Vec::new(),
    };
    let probes = fields.iter().flat_map(|field| field.probes());
    let probes = probes.filter(|probe| probe.detective == *detective);
    let defined = (!defined.is_empty()).then(|| Task::Own(defined.clone()));
    probes.map(Task::Probe).chain(defined).chain(last).collect()
}

/// Does the tasks, one after the other on this thread or several at once, and tells of each.
pub(super) fn inquire(
    detective: Detective,
    tasks: &[Task],
    alone: bool,
    snapshot: &Subject,
    tell: &(dyn Fn(Step) + Sync),
) {
    let work = |task: &Task| {
        tell(Step::Begun(task.name()));
        tell(Step::Done(task.name(), task.work(detective, snapshot)));
    };
    if alone {
        tasks.iter().for_each(work);
    } else {
        parallel::map(tasks, work);
    }
}

impl Task {
    /// The name, unlike that of every other task of the same detective.
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Probe(probe) => probe.id,
            Self::Own(_) => OWN,
            Self::Topology => TOPOLOGY,
            Self::Map => MAP,
            Self::Claims => CLAIMS,
            Self::Look(Look::Traces) => TRACES,
            Self::Look(_) => PICTURES,
        }
    }

    /// What tasks that tend to need the same work have in common: the family of a probe.
    pub(super) fn family(&self) -> &'static str {
        let name = self.name();
        name.split_once('.').map_or(name, |(family, _)| family)
    }

    /// What stands where the task could not be done. A lost graph or list of claims or pictures is nothing at all:
    /// whoever lost it has to say so. What was told of pictures stands without being held against the code.
    pub(super) fn undone(&self, cause: &str) -> Outcome {
        match self {
            Self::Probe(probe) => Outcome::Exhibits(probe.unanswered(cause)),
            Self::Own(own) => {
                let unanswered = own.iter().flat_map(|own| own::unanswered(own, cause));
                Outcome::Exhibits(unanswered.collect())
            }
            Self::Topology => Outcome::Topology(Vec::new()),
            Self::Map => Outcome::Map(Vec::new()),
            Self::Claims => Outcome::Claims(Vec::new()),
            Self::Look(Look::For) => Outcome::Pictures(Sighted::default()),
            Self::Look(Look::Traces) => Outcome::Trace(Box::default()),
            Self::Look(Look::Back { told, model }) => {
                Outcome::Exhibits(pictures::exhibits(told, model, &Subject::default()))
            }
        }
    }

    fn work(&self, detective: Detective, snapshot: &Subject) -> Outcome {
        // The snapshot is only read, so nothing half-changed can be seen afterwards.
        let caught =
            |work: &dyn Fn() -> Outcome| catch_unwind(AssertUnwindSafe(work)).unwrap_or(Outcome::Nothing);
        match self {
            Self::Probe(probe) => Outcome::Exhibits(ask(probe, snapshot)),
            Self::Own(own) => caught(&|| Outcome::Exhibits(own::investigate(detective, own, snapshot))),
            Self::Topology => caught(&|| Outcome::Topology(graphs::all(snapshot))),
            Self::Map => caught(&|| Outcome::Map(map::of(snapshot))),
            Self::Claims => caught(&|| Outcome::Claims(snapshot.claims().to_vec())),
            Self::Look(Look::For) => caught(&|| Outcome::Pictures(Sighted::among(snapshot))),
            Self::Look(Look::Traces) => caught(&|| Outcome::Trace(Box::new(pictures::trace(snapshot)))),
            Self::Look(Look::Back { told, model }) => {
                caught(&|| Outcome::Exhibits(pictures::exhibits(told, model, snapshot)))
            }
        }
    }
}

impl Outcome {
    /// Whether this can be what a task of this detective came to: who answers may have been taken over by what
    /// it read.
    pub(super) fn answers(&self, task: &Task, detective: Detective) -> bool {
        match (self, task) {
            (Self::Exhibits(exhibits), Task::Probe(probe)) => exhibits
                .iter()
                .all(|exhibit| exhibit.probe == probe.id && exhibit.detective == detective),
            (Self::Exhibits(exhibits), Task::Own(own)) => exhibits.iter().all(|exhibit| {
                exhibit.detective == detective && own.iter().any(|own| own.id == exhibit.probe)
            }),
            (Self::Exhibits(exhibits), Task::Look(Look::Back { told, .. })) => {
                pictures::describe_only(exhibits, told)
            }
            (Self::Pictures(pictures), Task::Look(Look::For)) => pictures.is_sound(),
            (Self::Topology(_), Task::Topology)
            | (Self::Map(_), Task::Map)
            | (Self::Claims(_), Task::Claims)
            | (Self::Trace(_), Task::Look(Look::Traces)) => true,
            _ => false,
        }
    }
}
