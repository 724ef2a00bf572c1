//! What runs by itself when the subject changes. The pipelines of every CI system, the commands of their steps,
//! and what these do in the end, followed through the files in which a project gives names to commands.
//!
//! A tool that has a configuration file is *configured*; one that a pipeline runs is *enforced*. What a pipeline
//! hands on to something outside of the repository is [`Opaque`], and makes nothing absent.

mod actions;
mod configured;
mod follow;
mod generic;
mod github;
mod harmless;
mod hooks;
mod jenkins;
mod makefile;
pub mod named;
mod powershell;
mod rake;
mod rewrites;
mod scripts;
mod sessions;
pub mod shell;
mod systems;
mod tasks;
#[cfg(test)]
mod tests;
pub mod tools;
pub mod usual;
mod workspaces;
mod wrappers;

pub use configured::Configured;

use crate::manifest::Manifests;
use std::ops::Range;
use subject::Snapshot;

/// Most pipelines that are read; the largest repositories have about a hundred.
pub const PIPELINES_MAX: usize = 400;
/// What a task is called that says by its name what it is for, and runs a program that nobody here knows.
pub const OWN_COMMAND: &str = "a command of its own";
/// Most steps of one pipeline that are read.
pub const STEPS_MAX: usize = 2_000;

/// The automation of a snapshot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Automation {
    /// The pipelines, by path.
    pub pipelines: Vec<Pipeline>,
    /// What their steps do, best proved first within each purpose.
    pub acts: Vec<Act>,
    /// What hooks do on the commits of whoever has installed them, in the same order: no pipeline stands behind it.
    pub hooked: Vec<Act>,
    /// Where they do something that cannot be followed.
    pub opaque: Vec<Opaque>,
    /// Files of CI that could not be read, with the reason.
    pub unread: Vec<(String, String)>,
    /// Tools that have a configuration.
    pub configured: Vec<Configured>,
    /// Files that may configure a tool and could not be read, with the reason.
    pub unread_settings: Vec<(String, String)>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pipeline {
    pub path: String,
    /// The system that runs it.
    pub system: &'static str,
    /// When it runs.
    pub trigger: Trigger,
    pub steps: Vec<Step>,
    /// Container images that it runs in or beside.
    pub images: Vec<Image>,
    /// Whether it says which rights it has: as a whole, or in each job.
    pub limits_rights: bool,
    /// How many jobs say which rights they have, and how many there are; of a system whose jobs may say so.
    pub jobs_limited: (usize, usize),
    /// The jobs that no machine takes any more.
    pub waiting: Vec<Waiting>,
}

/// A job that asks for machines with an image that was retired: it waits until it is given up, and does nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Waiting {
    /// Where it asks for them.
    pub line: u32,
    /// The image.
    pub image: &'static str,
    /// The day from which on there are none.
    pub since: &'static str,
    /// Its steps, among those of the pipeline.
    pub steps: Range<usize>,
}

/// When a pipeline runs; the first is the strictest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Trigger {
    /// On every change.
    Change,
    Clock,
    /// At a release, by hand, or on what is no change of code.
    Other,
    /// Only when another pipeline calls it.
    Called,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Line of its command, or of its action.
    pub line: u32,
    /// What it runs.
    pub what: Work,
    /// The folder that it runs in; empty for the root.
    pub folder: String,
    /// Whether the pipeline goes on as if nothing had been when it fails (`continue-on-error: true`).
    pub is_forgiven: bool,
}

/// What a step runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Work {
    /// Text for a shell.
    Command(String),
    /// An action of others or of the repository, as it is named.
    Action {
        /// Its name with its version.
        name: String,
        /// The texts that it is given.
        inputs: Vec<(String, String)>,
    },
}

/// An image of a container.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Its name with tag or digest.
    pub name: String,
    pub line: u32,
    /// Whether it only runs beside, as a database does: nothing is built in it.
    pub is_beside: bool,
}

/// What a step is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// Runs tests.
    Test,
    /// Looks for mistakes in the code.
    Lint,
    /// Checks or sets the layout of the code.
    Format,
    /// Checks types.
    Types,
    /// Builds.
    Build,
    /// Looks for weaknesses in the code or in dependencies.
    Scan,
    /// Publishes.
    Release,
}

/// Something that a pipeline does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Act {
    pub purpose: Purpose,
    pub tool: &'static str,
    /// Languages that the tool looks at, by their names; empty where it is for any.
    pub languages: &'static [&'static str],
    /// When.
    pub trigger: Trigger,
    /// The folder that it runs in; empty for the root.
    pub folder: String,
    /// From the pipeline to the command itself: each place with what stands there.
    pub chain: Vec<Link>,
    /// Whether the tool is only named in a script that was not followed word by word.
    pub is_named: bool,
    /// Whether its failure is lost, so that it can stop nothing.
    pub is_forgiven: bool,
    /// Whether it stands beside a measurement or a release, or tests single files: another shows better what runs.
    pub is_aside: bool,
}

/// A place on the way from a pipeline to a command.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Link {
    /// File.
    pub path: String,
    pub line: u32,
    /// What stands there, shortened.
    pub text: String,
}

/// A place where following a pipeline ends without knowing what it does there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opaque {
    /// File.
    pub path: String,
    pub line: u32,
    /// Why, in a clause.
    pub why: String,
    /// Whether it is a program that nobody here knows, and none of its words speaks of a check. A tool that the repository names
    /// nowhere is not what it runs.
    pub is_plain: bool,
    /// Whether it says by its name that it tests, measures, reports or installs: then it looks at no code as a linter does.
    pub is_other: bool,
}

impl Opaque {
    /// Something of others that is called.
    fn beyond(path: &str, line: u32, what: &str) -> Self {
        Self {
            path: path.to_owned(),
            line,
            why: format!("it hands on to {what}, which is not part of the repository"),
            is_plain: false,
            is_other: false,
        }
    }
}

impl Automation {
    /// Looks at a snapshot and the manifests in it.
    pub fn of(snapshot: &Snapshot, manifests: &Manifests) -> Self {
        let mut automation = Self::default();
        systems::read(snapshot, &mut automation);
        follow::all(snapshot, manifests, &mut automation);
        (automation.configured, automation.unread_settings) = configured::all(snapshot);
        automation
    }

    /// What runs for a purpose and can fail, what runs on changes first.
    pub fn acts_for(&self, purpose: Purpose) -> impl Iterator<Item = &Act> {
        let acts = self.acts.iter();
        acts.filter(move |act| act.purpose == purpose && !act.is_forgiven)
    }

    /// What a hook on commits runs for a purpose and can fail.
    pub fn hooked_for(&self, purpose: Purpose) -> impl Iterator<Item = &Act> {
        let acts = self.hooked.iter();
        acts.filter(move |act| act.purpose == purpose && !act.is_forgiven)
    }

    /// What runs for a purpose and cannot fail.
    pub fn forgiven(&self, purpose: Purpose) -> impl Iterator<Item = &Act> {
        let acts = self.acts.iter();
        acts.filter(move |act| act.purpose == purpose && act.is_forgiven)
    }
}

impl Pipeline {
    /// The steps of the jobs that some machine takes.
    pub fn taken(&self) -> impl Iterator<Item = &Step> {
        let is_waiting = |at: &usize| self.waiting.iter().any(|job| job.steps.contains(at));
        let steps = self.steps.iter().enumerate();
        steps.filter(move |(at, _)| !is_waiting(at)).map(|(_, step)| step)
    }
}

impl Step {
    /// Whether all that it does is to fetch and set up what others need: `git config …`, `npm install`.
    pub fn only_sets_up(&self) -> bool {
        match &self.what {
            Work::Command(text) => harmless::only_sets_up(text),
            Work::Action { name, .. } => harmless::is_other(name),
        }
    }
}

impl Purpose {
    /// In words, to stand after "runs".
    pub const fn name(self) -> &'static str {
        match self {
            Self::Test => "the tests",
            Self::Lint => "a linter",
            Self::Format => "a formatter",
            Self::Types => "a type checker",
            Self::Build => "the build",
            Self::Scan => "a security scan",
            Self::Release => "a release",
        }
    }
}

/// Longest text of a link, in characters.
const LINK_CHARS_MAX: usize = 100;

impl Link {
    pub fn new(path: &str, line: u32, text: &str) -> Self {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        Self {
            path: path.to_owned(),
            line,
            text: text.chars().take(LINK_CHARS_MAX).collect(),
        }
    }
}
