//! What the harness tells, a line of JSON an event. The subject shares its process and can forge any of it: everything is
//! bounded, every text is a stranger's, and what cannot be read is counted.

use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Version of the lines that are read.
pub const VERSION: u32 = 1;
/// Longest line, in bytes.
const LINE_BYTES_MAX: usize = 64 << 10;
/// Longest event that was kept, in bytes: what a line leaves out is written out there.
const KEPT_BYTES_MAX: usize = 2 * LINE_BYTES_MAX;
/// Most events of all scenarios together.
pub const EVENTS_MAX: usize = 50_000;
/// Most bytes of all events together; those of real subjects have a few hundred KB.
const BYTES_MAX: usize = 8 << 20;
/// How deep values of an event may be nested; `serde_json` ends at 128 anyway.
const TEXT_CHARS_MAX: usize = 2_000;

/// One event.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Event {
    /// The scenario it belongs to; empty for the harness itself.
    pub scenario: String,
    /// Milliseconds since the scenario began.
    #[serde(default)]
    pub at: u64,
    #[serde(flatten)]
    pub what: What,
}

/// What happened.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum What {
    /// The harness has begun.
    Start { python: String, fixture: bool },
    /// A package that the lab lacks.
    Lacks { module: String, error: String },
    /// Which scripts of the subject could be started.
    ProgramRead {
        files: u64,
        graphs: Vec<String>,
        scripts: Vec<String>,
    },
    /// A start.
    Entry {
        path: String,
        how: String,
        #[serde(default)]
        argv: Vec<String>,
    },
    /// What the command line was answered with.
    Arguments { how: String, argv: Vec<String> },
    /// What was asked on the terminal.
    Question { text: String },
    /// How a start ended.
    Attempt {
        path: String,
        outcome: String,
        code: i64,
        error: Option<Failure>,
    },
    /// The harness itself failed.
    Broken { error: Failure },
    /// A module that a fake stands for.
    Stub { module: String, by: String },
    /// A graph was compiled.
    Graph(Box<Graph>),
    /// A graph was taken from a module: from which name of it, and whether a function that was called could have been handed more.
    Built {
        path: String,
        #[serde(default)]
        open: bool,
    },
    /// A module builds no graph that could be found.
    NoGraph { path: String },
    /// A graph begins to run.
    RunStart {
        run: u64,
        graph: Option<u64>,
        keys: Option<Vec<String>>,
        line: Option<String>,
    },
    /// It has ended.
    RunEnd {
        run: u64,
        graph: Option<u64>,
        error: Option<Failure>,
        #[serde(default)]
        stopped: bool,
    },
    /// A node begins, with what it sees.
    NodeStart {
        node: String,
        step: Option<u64>,
        #[serde(default)]
        sees: BTreeMap<String, Summary>,
    },
    /// A node gave something.
    NodeEnd {
        node: String,
        step: Option<u64>,
        #[serde(default)]
        ms: u64,
        keys: Option<BTreeMap<String, Summary>>,
        goto: Option<Vec<String>>,
    },
    /// A node raised.
    NodeError {
        node: String,
        step: Option<u64>,
        error: Failure,
    },
    /// A router chose.
    Route {
        source: String,
        router: String,
        step: Option<u64>,
        to: Vec<String>,
    },
    /// A router raised.
    RouteError {
        source: String,
        router: String,
        error: Failure,
    },
    /// A fake model was made.
    Model {
        name: String,
        #[serde(default)]
        model: String,
        line: Option<String>,
        /// What it is made with, whatever that is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        max_tokens: Option<serde_json::Value>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        temperature: Option<serde_json::Value>,
    },
    /// A model was asked.
    Llm(Box<Llm>),
    /// A score beyond the scale was offered to a schema.
    Offered { schema: Option<String>, accepted: bool },
    /// A program was started.
    Program {
        program: String,
        #[serde(default)]
        argv: Vec<String>,
        #[serde(default)]
        shell: bool,
        cwd: Option<String>,
        line: Option<String>,
    },
    /// How long git was waited for at most, in seconds.
    Limit {
        #[serde(default)]
        argv: Vec<String>,
        seconds: Option<f64>,
        /// Whether the same call has started it.
        #[serde(default)]
        blocking: bool,
        line: Option<String>,
    },
    /// The git that stands before the real one was called.
    Git {
        #[serde(default)]
        argv: Vec<String>,
        #[serde(default)]
        command: String,
        remote: Option<String>,
        #[serde(default)]
        mode: String,
    },
    /// A connection was tried.
    Connect { address: String, line: Option<String> },
    /// A file was opened for writing, or made under this name by moving or linking another.
    Write {
        path: String,
        line: Option<String>,
        /// Whether it was Markdown at the end, whatever its name.
        #[serde(default)]
        markdown: bool,
        /// Whether the system had said before that it cannot be written to.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        refused: bool,
    },
    /// A file or a folder was taken away.
    Remove {
        path: String,
        line: Option<String>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        refused: bool,
    },
    /// A line of the subject's own opened a file of the machine or of its user.
    Read {
        path: String,
        line: Option<String>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        refused: bool,
    },
    /// A report in which nothing stands.
    Empty { path: String },
    /// A temporary directory was made.
    Temporary { path: String, line: Option<String> },
    /// The beginning of the first prompt of a judge, in pieces.
    Prompt {
        persona: String,
        node: Option<String>,
        /// As that of the call.
        #[serde(default)]
        form: String,
        #[serde(default)]
        whole: bool,
        parts: Vec<String>,
    },
    /// Which criteria each judge opined on, and which the subject's own rubric has.
    Bench {
        judged: BTreeMap<String, Vec<String>>,
        #[serde(default)]
        asked: Vec<String>,
    },
    /// A router was given a state in which something is changed.
    Router {
        source: String,
        router: String,
        variant: String,
        to: Option<Vec<String>>,
        /// The keys of the state that it looks into, where that could be watched.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reads: Option<Vec<String>>,
        /// Ways that it did not really take, behind which a node gives something.
        #[serde(default)]
        gives: Vec<String>,
        error: Option<Failure>,
    },
    /// The last word, for votes of the prosecutor and all others.
    Grid(Box<Grid>),
    /// How the replays went.
    GridEnd(Box<GridEnd>),
    /// The last words of a stream.
    Said { stream: String, text: String },
    /// Why the host refused came to light in what the program gave or said.
    Reason {},
    /// There were more events than are told.
    Cut {},
    /// The scenario has ended by itself.
    End {},
    /// What the harness says of its end.
    Over {
        why: Option<String>,
        signal: Option<i64>,
        code: Option<i64>,
    },
    /// What kept the program from running was put right in its copy.
    Repaired {
        text: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<String>,
    },
    /// A name that a function uses and that nothing defines; where it was found beside it.
    Undefined {
        name: String,
        line: String,
        source: Option<String>,
    },
    /// How much of what detectives found stands in prompts of judges, and whose stands in none.
    Reached {
        found: u64,
        shown: u64,
        #[serde(default)]
        without: Vec<String>,
    },
    /// The scores that a run came to, by where they stand.
    Scores { values: BTreeMap<String, f64> },
    /// The plain scenario broke; all others went with this in place of what they say.
    Changed { document: String },
    /// There was no time left for these.
    Skipped { scenarios: Vec<String> },
    /// All scenarios are through.
    Done {},
}

/// A compiled graph.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Graph {
    pub id: u64,
    pub line: Option<String>,
    /// Keys of the state with their reducers.
    pub channels: BTreeMap<String, Option<String>>,
    /// What reducers did with samples: `list` grew, `dict` kept the keys of both sides.
    #[serde(default)]
    pub merges: BTreeMap<String, Vec<String>>,
    pub nodes: Vec<String>,
    pub edges: Vec<(String, String)>,
    #[serde(default)]
    pub branches: Vec<Branch>,
    #[serde(default)]
    pub state: String,
    pub state_name: Option<String>,
    pub checkpointer: Option<String>,
    /// Where the functions of nodes begin, as `path:line`.
    #[serde(default)]
    pub places: BTreeMap<String, String>,
}

/// What came of votes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Grid {
    /// What else was changed.
    pub variant: String,
    pub prosecutor: i64,
    /// Where scores were found in what came out.
    pub paths: Vec<String>,
    /// Votes of the defense and the tech lead, and the scores at the paths. Then how often words of disagreement stand in it, and a digest of
    /// what stands under a name of disagreement.
    pub rows: Vec<GridRow>,
}

/// A line of a [`Grid`].
pub type GridRow = (i64, i64, Vec<Option<f64>>, u64, u64);

/// How replays went.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GridEnd {
    pub nodes: Vec<String>,
    pub calls: u64,
    /// Calls that raised although nothing was taken away.
    pub errors: u64,
    pub first: Option<Failure>,
    /// Whether there was time for all.
    pub complete: bool,
    /// How many opinions and pieces of evidence were found in what the first node got.
    pub opinions: u64,
    pub evidence: u64,
    pub personas: Vec<String>,
    /// Whether any of the nodes looked into what holds evidence; `None` where that could not be watched.
    pub reads_evidence: Option<bool>,
    /// The change that raised scores most; changes named `lifted_` were tried on top of it.
    pub lift: Option<String>,
}

/// A conditional edge.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Branch {
    pub source: String,
    pub router: String,
    pub ends: Option<Vec<String>>,
}

/// A call of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Llm {
    pub node: Option<String>,
    pub step: Option<u64>,
    pub persona: Option<String>,
    /// `structured`, `tools`, `json`, `text` or `client`.
    pub form: String,
    /// Length of the prompt.
    #[serde(default)]
    pub chars: u64,
    pub schema: Option<String>,
    /// Whether the schema is a model that checks what it is given.
    #[serde(default)]
    pub is_model: bool,
    #[serde(default)]
    pub mode: String,
    /// What it is made with and what it is called, as `ChatOpenAI:gpt-4o`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub model: String,
    pub dimension: Option<String>,
    /// Whether something of the audited repository stood in the prompt.
    #[serde(default)]
    pub shows_subject: bool,
    pub line: Option<String>,
}

/// An exception, with its lines in the subject, the innermost last.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Failure {
    #[serde(rename = "type")]
    pub kind: String,
    #[serde(default)]
    pub message: String,
    #[serde(default)]
    pub trail: Vec<String>,
    /// Whether the subject itself raised it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub own: bool,
}

/// What kind of value something is, and how much of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Summary {
    #[serde(rename = "type", default)]
    pub kind: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub len: Option<u64>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub of: Vec<String>,
    /// Classes of models and records in it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub models: Vec<String>,
    /// How it begins, where it is a text or has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl Summary {
    /// In a few words: `list of 3 Opinion`.
    #[must_use]
    pub fn words(&self) -> String {
        let of = self.of.join(", ");
        match (self.len, self.of.is_empty()) {
            (Some(len), false) => format!("{} of {len} {of}", self.kind),
            (Some(len), true) => format!("{} of {len}", self.kind),
            (None, _) => self.kind.clone(),
        }
    }
}

/// What was read of an output.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Events {
    pub events: Vec<Event>,
    /// Lines that are none of this version's events.
    pub unread: u64,
    /// Whether there were more than are taken.
    pub is_cut: bool,
}

impl Events {
    /// The same as [`parse`] leaves them: a file that was kept may be anybody's.
    pub(crate) fn bounded(self, scenarios: &[&str]) -> Self {
        let is_known =
            |event: &Event| event.scenario.is_empty() || scenarios.contains(&event.scenario.as_str());
        let is_short =
            |event: &Event| serde_json::to_vec(event).is_ok_and(|line| line.len() <= KEPT_BYTES_MAX);
        let (all, mut is_cut) = (self.events.len(), self.is_cut);
        is_cut |= all > EVENTS_MAX;
        let kept = self.events.into_iter().take(EVENTS_MAX);
        let events: Vec<Event> = kept.filter(|event| is_known(event) && is_short(event)).collect();
        let dropped = all.min(EVENTS_MAX) - events.len();
        Self {
            unread: self
                .unread
                .saturating_add(u64::try_from(dropped).unwrap_or(u64::MAX)),
            events,
            is_cut,
        }
    }
}

#[derive(Deserialize)]
struct Versioned {
    v: u32,
    #[serde(flatten)]
    event: Event,
}

/// Reads the output of a cell.
#[must_use]
pub fn parse(output: &[u8], scenarios: &[&str]) -> Events {
    let mut read = Events::default();
    let mut bytes = 0;
    for line in output
        .split(|byte| *byte == b'\n')
        .filter(|line| !line.is_empty())
    {
        bytes += line.len();
        if read.events.len() >= EVENTS_MAX || bytes > BYTES_MAX {
            read.is_cut = true;
            break;
        }
        let is_short = line.len() <= LINE_BYTES_MAX;
        let event = is_short
            .then(|| serde_json::from_slice::<Versioned>(line).ok())
            .flatten();
        match event.filter(|read| read.v == VERSION) {
            Some(Versioned { event, .. })
                if event.scenario.is_empty() || scenarios.contains(&event.scenario.as_str()) =>
            {
                read.events.push(event);
            }
            _ => read.unread += 1,
        }
    }
    read
}

/// A stranger's text on one line, cut.
#[must_use]
pub fn shown(text: &str) -> String {
    let cut: String = text.chars().take(TEXT_CHARS_MAX).collect();
    court::visible::on_one_line(&cut)
}

#[cfg(test)]
mod tests;
