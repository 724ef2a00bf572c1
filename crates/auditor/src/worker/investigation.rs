//! What the detectives look at is parsed in a child too: one for all three, because what is worked out for one
//! of them serves the others.
//!
//! Whatever the child was doing when it died is asked again in further children, one task after the other, so
//! that it comes out which task is deadly. That one was not observed, with the cause; the others' answers stand.

mod child;
mod graphs;
mod map;
mod pictures;
mod session;
mod task;
#[cfg(test)]
mod tests;
mod wire;

pub(super) use child::child_main;
pub(crate) use map::FILES_MIN;
pub(crate) use pictures::{Look, Looked, Sighted};

use super::this_program;
use child::Request;
use claims::claim::Claim;
use cohort::trace::Trace;
use court::evidence::{Detective, Exhibit};
use court::protocol::own::Own;
use custody::sandbox::SandboxStatus;
use documents::document::Document;
use probes::Subject;
use probes::families::fields::Field;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use session::{Round, Session};
use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::sync::Arc;
use std::time::Duration;
use subject::memory::Entry;
use task::{Outcome, Task, tasks};
use tokio::process::Command;
use tokio::sync::{Mutex, OnceCell};
use tokio::time::Instant;

/// The hidden argument that makes this program a child; the number of the parent's process follows.
pub(super) const SUBCOMMAND: &str = "__investigate";
/// Most time that all detectives together have in the first child, in seconds of the clock on the wall; the child
/// has fewer of the processor.
const WALL: Duration = Duration::from_secs(240);
/// Most children that are started to find out what is deadly: one for each family of probes, and one more.
const RESTARTS_MAX: usize = 10;
/// Most time for that, for each detective.
const RESTARTS_WALL: Duration = Duration::from_secs(60);

/// A line from the child.
#[derive(Serialize, Deserialize)]
enum Message {
    Contained(SandboxStatus),
    Begun(Detective, String),
    Done(Detective, String, Outcome),
    Finished(Detective),
    /// So many bytes follow, of what was derived of files.
    Learnt(usize),
}

/// What a detective is sent for.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Assignment {
    pub(crate) detective: Detective,
    /// What the rubric is about.
    pub(crate) fields: BTreeSet<Field>,
    /// What the rubric defines itself.
    pub(crate) own: Vec<Own>,
    /// The documents that lie in the subject, where they bear on it.
    pub(crate) found: Option<Vec<Document>>,
    /// What is asked about pictures, in place of everything else.
    pub(crate) look: Option<Look>,
}

impl Assignment {
    /// Only a question about pictures.
    pub(crate) fn about_pictures(look: Look, found: Option<Vec<Document>>) -> Self {
        Self {
            detective: Detective::VisionInspector,
            fields: BTreeSet::new(),
            own: Vec::new(),
            found,
            look: Some(look),
        }
    }
}

/// What a detective came back with.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ChildFindings {
    /// In the order of the probe table.
    pub(crate) exhibits: Vec<Exhibit>,
    /// The graphs that the code builds; only the RepoInvestigator looks for them.
    pub(crate) topology: Vec<Value>,
    /// What a large repository is made of, a line each; only the RepoInvestigator looks for it.
    pub(crate) map: Vec<String>,
    /// What the reports claim; only the DocAnalyst looks for them.
    pub(crate) claims: Vec<Claim>,
    /// The pictures that may be diagrams, where they were asked for.
    pub(crate) pictures: Sighted,
    /// What the work is compared by, where it was asked for.
    pub(crate) trace: Trace,
    /// What held the child in, and what was lost with it.
    pub(crate) containment: SandboxStatus,
}

type Starter = Box<dyn Fn() -> io::Result<Command> + Send + Sync>;

/// A snapshot that is looked at in a child.
pub(crate) struct ChildInvestigator {
    snapshot: Arc<Subject>,
    start: Starter,
    shared: OnceCell<Session>,
    /// One child at a time finds out what is deadly: each may take much memory before it is stopped.
    turn: Mutex<()>,
}

impl ChildInvestigator {
    /// Nothing is started yet.
    pub(crate) fn of(snapshot: Arc<Subject>) -> Self {
        Self::by(snapshot, Box::new(|| this_program(SUBCOMMAND)))
    }

    fn by(snapshot: Arc<Subject>, start: Starter) -> Self {
        Self {
            snapshot,
            start,
            shared: OnceCell::new(),
            turn: Mutex::new(()),
        }
    }

    /// Sends a detective through the snapshot. Whatever becomes of the child is told by what is unobserved.
    pub(crate) async fn investigate(&self, assignment: Assignment) -> ChildFindings {
        let mut work = WorkList::new(assignment);
        let shared = self
            .shared
            .get_or_init(|| Session::open(self.start.as_ref(), &self.snapshot, true, WALL))
            .await;
        let request = work.request(false);
        if let Some(cause) = work.enter(shared.ask(&request).await) {
            self.find_fatal_tasks(&mut work, cause).await;
        }
        work.examined()
    }

    /// What the first child has derived of files since it was last asked. It may be taken over by what it read, so only what is
    /// said of a file that the keeper knows may be kept, and only for this subject.
    pub(crate) fn learnt(&self) -> Vec<Entry> {
        self.shared.get().map(Session::learnt).unwrap_or_default()
    }

    /// Asks for what is left, one task after the other, and gives up those that a child dies of.
    async fn find_fatal_tasks(&self, work: &mut WorkList, mut cause: String) {
        let _turn = self.turn.lock().await;
        let deadline = Instant::now() + RESTARTS_WALL;
        for _ in 0..RESTARTS_MAX {
            let left = deadline.saturating_duration_since(Instant::now());
            if work.left.is_empty() || left.is_zero() {
                break;
            }
            // What is remembered may be what is deadly.
            let session = Session::open(self.start.as_ref(), &self.snapshot, false, left).await;
            let round = session.ask(&work.request(true)).await;
            let deadly = round.unfinished();
            let Some(death) = work.enter(round) else { break };
            cause = death;
            if !work.give_up(deadly.as_deref(), &cause) {
                // It does not take a task to kill the child.
                break;
            }
        }
        work.give_up_the_rest(&cause);
    }
}

/// What of a detective's work is done, and what is left.
struct WorkList {
    assignment: Assignment,
    all: Vec<Task>,
    left: Vec<Task>,
    done: BTreeMap<&'static str, Outcome>,
    containment: SandboxStatus,
}

impl WorkList {
    fn new(assignment: Assignment) -> Self {
        let all = tasks(&assignment);
        Self {
            assignment,
            left: all.clone(),
            all,
            done: BTreeMap::new(),
            containment: SandboxStatus::default(),
        }
    }

    fn request(&self, alone: bool) -> Request {
        Request {
            assignment: self.assignment.clone(),
            tasks: self.left.iter().map(|task| task.name().to_owned()).collect(),
            alone,
        }
    }

    /// Takes what a round came to; what was being done when it ended goes last. Gives the cause of the end, where
    /// work is left.
    fn enter(&mut self, mut round: Round) -> Option<String> {
        if self.containment == SandboxStatus::default() {
            self.containment = round.containment;
        }
        let (detective, done) = (self.assignment.detective, &mut self.done);
        self.left.retain(|task| match round.done.remove(task.name()) {
            Some(outcome) if outcome.answers(task, detective) => {
                done.insert(task.name(), outcome);
                false
            }
            _ => true,
        });
        self.left.sort_by_key(|task| round.begun.contains(task.name()));
        let cause = round.death.unwrap_or_else(|| "gave no answer".to_owned());
        (!self.left.is_empty()).then_some(cause)
    }

    /// Gives up the task that a child died of, and puts off its kin, which may need the same; whether there was
    /// one.
    fn give_up(&mut self, deadly: Option<&str>, cause: &str) -> bool {
        let Some(at) = self.left.iter().position(|task| Some(task.name()) == deadly) else {
            return false;
        };
        let task = self.left.remove(at);
        self.lose(&task, &format!("the process that looked for it {cause}"));
        self.left.sort_by_key(|other| other.family() == task.family());
        true
    }

    fn give_up_the_rest(&mut self, cause: &str) {
        let cause = format!("no process was left to look for it: the last one {cause}");
        for task in std::mem::take(&mut self.left) {
            self.lose(&task, &cause);
        }
    }

    fn lose(&mut self, task: &Task, cause: &str) {
        self.containment.lost.push(format!("{}: {cause}", task.name()));
        self.done.insert(task.name(), task.undone(cause));
    }

    fn examined(mut self) -> ChildFindings {
        let mut examined = ChildFindings {
            containment: self.containment,
            ..ChildFindings::default()
        };
        for task in &self.all {
            match self.done.remove(task.name()) {
                Some(Outcome::Exhibits(exhibits)) => examined.exhibits.extend(exhibits),
                Some(Outcome::Topology(graphs)) => examined.topology = graphs,
                Some(Outcome::Map(lines)) => examined.map = lines,
                Some(Outcome::Claims(claims)) => examined.claims = claims,
                Some(Outcome::Pictures(pictures)) => examined.pictures = pictures,
                Some(Outcome::Trace(trace)) => examined.trace = *trace,
                Some(Outcome::Nothing) | None => {}
            }
        }
        examined
    }
}
