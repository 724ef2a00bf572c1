//! What a scenario came to, put together from its events. Pure: the same trace gives the same again.

mod run;

pub use run::{Run, Visit};

use crate::events::{Event, Failure, Graph, Grid, GridEnd, Llm, What};
use crate::run::Trace;
use custody::cell::End;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use wordlist::array;

/// Functions of Python that give a whole command to a shell.
const COMMANDS: [&str; 2] = ["os.system", "os.popen"];

/// Folders that a program may write to.
const OWN: [&str; 5] = array("/room/ /tmp/ /var/tmp/ /home/ /dev/");

/// One scenario.
#[derive(Debug, Default)]
pub struct Seen<'a> {
    /// How many scripts could be started that come to a graph.
    pub scripts: usize,
    pub entries: Vec<Entry<'a>>,
    pub graphs: Vec<&'a Graph>,
    pub runs: Vec<Run<'a>>,
    pub calls: Vec<&'a Llm>,
    /// Programs that it started: what was typed, whether by a shell, and where.
    pub programs: Vec<(String, bool, Option<&'a str>)>,
    /// Commands that it gave to `os.system` or `os.popen`.
    pub commands: Vec<(String, Option<&'a str>)>,
    pub connections: BTreeSet<(&'a str, Option<&'a str>)>,
    pub writes: BTreeSet<(&'a str, Option<&'a str>)>,
    pub removes: BTreeSet<(&'a str, Option<&'a str>)>,
    /// Files of the machine or of its user that its own lines opened.
    pub reads: BTreeSet<(&'a str, Option<&'a str>)>,
    /// Those of them that are Markdown, and in which nothing stands at the end.
    pub pages: BTreeSet<(&'a str, Option<&'a str>)>,
    pub empty: BTreeSet<&'a str>,
    /// Whether schemas took a score beyond the scale.
    pub offered: Vec<bool>,
    /// How long calls of git were waited for.
    pub limits: Vec<Limit>,
    /// Calls of the git that stands before the real one: command, what it came to, and its arguments.
    pub git: Vec<(&'a str, &'a str, &'a [String])>,
    /// Modules that fakes stood for, with the files that imported them.
    pub stubs: BTreeMap<&'a str, BTreeSet<&'a str>>,
    /// How models were made, by what they are called as in calls: the most tokens of an answer, and the temperature.
    pub settings: BTreeMap<String, (Option<u64>, Option<f64>)>,
    /// Why nothing is known of it, where no event tells of it.
    pub untold: Option<&'static str>,
    pub has_cloned: bool,
    /// Whether its graph was taken from a module that nothing could have been handed to.
    pub is_closed: bool,
    /// What came of replays.
    pub replayed: Replayed<'a>,
    /// Whether it gave or said why the host refused the clone.
    pub tells_reason: bool,
    /// What kept the program from running, and was put right in its copy, with its place.
    pub repaired: Vec<(&'a str, Option<&'a str>)>,
    /// Names that it uses and that nothing defines, with their places.
    pub undefined: Vec<(&'a str, &'a str)>,
    /// Of how much that detectives found how much stands in prompts of judges, and whose stands in none.
    pub reached: Option<(u64, u64, &'a [String])>,
    /// The scores that it came to, by where they stand.
    pub scores: Option<&'a BTreeMap<String, f64>>,
    /// Its last words on the standard error and output.
    pub said: Vec<(&'a str, &'a str)>,
    /// Why the harness ended it.
    pub cut: Option<String>,
}

/// What came of running the nodes after the judges and the routers again.
#[derive(Debug, Default)]
pub struct Replayed<'a> {
    pub grids: Vec<&'a Grid>,
    pub end: Option<&'a GridEnd>,
    /// The first prompts of each judge.
    pub prompts: BTreeMap<&'a str, Vec<Prompt<'a>>>,
    /// Criteria by judge, and those of the subject's rubric.
    pub bench: Option<Bench<'a>>,
    pub routers: Vec<Routed<'a>>,
}

/// What a judge was asked, without what was handed to it.
#[derive(Debug)]
pub struct Prompt<'a> {
    pub node: &'a str,
    pub form: &'a str,
    pub text: String,
}

/// Criteria by judge, and those of the subject's rubric.
type Bench<'a> = (&'a BTreeMap<String, Vec<String>>, &'a [String]);

/// A router with something changed.
#[derive(Debug)]
pub struct Routed<'a> {
    pub source: &'a str,
    pub router: &'a str,
    pub variant: &'a str,
    pub to: Option<&'a [String]>,
    /// The keys of the state that it looks into, where that could be watched.
    pub reads: Option<&'a [String]>,
    /// Ways that it did not really take, behind which a node gives something.
    pub gives: &'a [String],
}

/// How long a call of git was waited for.
#[derive(Debug)]
pub struct Limit {
    pub typed: String,
    pub seconds: Option<f64>,
    /// Whether the call was started and waited for at once, without any limit: nothing of the program was left to end it.
    pub is_bare: bool,
}

/// A start of a script.
#[derive(Debug)]
pub struct Entry<'a> {
    pub path: &'a str,
    pub how: &'a str,
    pub typed: Vec<&'a str>,
    pub outcome: Option<(&'a str, i64, Option<&'a Failure>)>,
}

impl<'a> Seen<'a> {
    /// What the events of a scenario say.
    #[must_use]
    pub fn of(trace: &'a Trace, scenario: &str) -> Self {
        let mut seen = Self::default();
        let mut events = trace
            .told
            .events
            .iter()
            .filter(|event| event.scenario == scenario);
        seen.untold = events.clone().next().is_none().then(|| untold(trace, scenario));
        events.by_ref().for_each(|event| seen.take(event));
        for at in 0..seen.runs.len() {
            let within = seen.runs[at].within.and_then(|within| seen.runs.get(within));
            seen.runs[at].is_lost = within.is_some_and(|within| !within.is_whole());
        }
        seen
    }

    fn take(&mut self, event: &'a Event) {
        match &event.what {
            What::ProgramRead { scripts, .. } => self.scripts = scripts.len(),
            What::Entry { path, how, argv } => self.entries.push(Entry {
                path,
                how,
                typed: argv.iter().map(String::as_str).collect(),
                outcome: None,
            }),
            What::Arguments { argv, .. } => {
                if let Some(entry) = self.entries.last_mut() {
                    entry.typed = argv.iter().map(String::as_str).collect();
                }
            }
            What::Attempt {
                outcome, code, error, ..
            } => {
                if let Some(entry) = self.entries.last_mut() {
                    entry.outcome = Some((outcome, *code, error.as_ref()));
                }
            }
            What::Stub { module, by } => {
                let name = module.split('.').next().unwrap_or(module);
                self.stubs.entry(name).or_default().insert(by);
            }
            What::Built { open, .. } => self.is_closed = !open,
            What::Graph(graph) => self.graphs.push(graph),
            What::Llm(call) => self.calls.push(call),
            What::Model { .. } => self.take_model(&event.what),
            What::Offered { accepted, .. } => self.offered.push(*accepted),
            What::Program { .. } => self.take_program(&event.what),
            What::Git {
                command, mode, argv, ..
            } => {
                self.has_cloned |= command == "clone" && mode == "fixture";
                self.git.push((command, mode, argv));
            }
            What::Limit {
                argv,
                seconds,
                blocking,
                ..
            } => self.limits.push(Limit {
                typed: argv.join(" "),
                seconds: *seconds,
                is_bare: *blocking && seconds.is_none(),
            }),
            What::Connect { address, line } => {
                self.connections.insert((address, line.as_deref()));
            }
            What::Reason {} => self.tells_reason = true,
            What::Said { stream, text } => self.said.push((stream, text)),
            What::Over { why, signal, .. } => {
                self.cut = why
                    .clone()
                    .or_else(|| signal.map(|signal| format!("signal {signal}")));
            }
            other => {
                self.replayed.take(other);
                self.take_run(other);
                self.take_result(other);
            }
        }
    }

    fn take_model(&mut self, what: &What) {
        if let What::Model {
            name,
            model,
            max_tokens,
            temperature,
            ..
        } = what
        {
            let tokens = max_tokens.as_ref().and_then(Value::as_u64);
            let temperature = temperature.as_ref().and_then(Value::as_f64);
            self.settings
                .insert(format!("{name}:{model}"), (tokens, temperature));
        }
    }

    /// What is there in the end.
    fn take_result(&mut self, what: &'a What) {
        match what {
            What::Write {
                path, line, markdown, ..
            } => {
                self.writes.insert((path, line.as_deref()));
                if *markdown || path.to_lowercase().ends_with(".md") {
                    self.pages.insert((path, line.as_deref()));
                }
            }
            What::Remove { path, line, .. } => {
                self.removes.insert((path, line.as_deref()));
            }
            What::Read { path, line, .. } => {
                self.reads.insert((path, line.as_deref()));
            }
            What::Empty { path } => {
                self.empty.insert(path);
            }
            What::Repaired { text, line } => self.repaired.push((text, line.as_deref())),
            // What was found beside it is put right, and told then.
            What::Undefined {
                name,
                line,
                source: None,
            } => self.undefined.push((name, line)),
            What::Reached {
                found,
                shown,
                without,
            } => self.reached = Some((*found, *shown, without)),
            What::Scores { values } => self.scores = Some(values),
            _ => {}
        }
    }

    fn take_program(&mut self, what: &'a What) {
        let What::Program {
            argv,
            program,
            shell,
            line,
            ..
        } = what
        else {
            return;
        };
        let typed = if argv.is_empty() {
            program.clone()
        } else {
            argv.join(" ")
        };
        let is_command = COMMANDS.contains(&program.as_str());
        if is_command {
            self.commands.push((typed.clone(), line.as_deref()));
        }
        self.programs
            .push((typed, *shell && !is_command, line.as_deref()));
    }

    fn take_run(&mut self, what: &'a What) {
        match what {
            What::RunStart { run, graph, .. } => {
                let graph = graph.and_then(|id| self.graphs.iter().find(|graph| graph.id == id));
                self.runs.push(Run {
                    graph: graph.copied(),
                    within: self.runs.iter().rposition(|one| !one.has_ended),
                    number: *run,
                    ..Run::default()
                });
            }
            What::RunEnd { run, error, .. } => {
                if let Some(open) = self.runs.iter_mut().find(|one| one.number == *run) {
                    open.error = error.as_ref();
                    open.has_ended = true;
                }
            }
            What::NodeStart { node, step, sees } => {
                if let Some(run) = self.running(node) {
                    run.steps
                        .entry(step.unwrap_or_default())
                        .or_default()
                        .push(Visit {
                            node,
                            saw: Some(sees),
                            ..Visit::default()
                        });
                }
            }
            What::NodeEnd {
                node, step, ms, keys, ..
            } => {
                let Some(run) = self.running(node) else { return };
                let known = run.graph.map(|graph| &graph.channels);
                if let Some(visit) = run.visit(node, *step) {
                    visit.has_ended = true;
                    visit.milliseconds = *ms;
                    visit.given = keys.as_ref();
                    for (key, value) in keys.iter().flatten() {
                        visit.gave.push((key, value.words()));
                        visit.models.extend(value.models.iter().map(String::as_str));
                        if known.is_some_and(|known| !known.contains_key(key)) {
                            visit.lost.push(key);
                        }
                    }
                }
            }
            What::NodeError { node, step, error } => {
                if let Some(visit) = self.running(node).and_then(|run| run.visit(node, *step)) {
                    visit.error = Some(error);
                }
            }
            What::Route {
                source, router, to, ..
            } => {
                if let Some(run) = self.running(source) {
                    run.routes.push((source, router, to));
                }
            }
            _ => {}
        }
    }

    /// The newest run that has not ended and whose graph has the node; else the newest.
    fn running(&mut self, node: &str) -> Option<&mut Run<'a>> {
        let has = |run: &Run<'_>| {
            let known = run.graph.map(|graph| graph.nodes.iter().any(|one| one == node));
            !run.has_ended && known.unwrap_or(true)
        };
        let at = self.runs.iter().rposition(has);
        let at = at.or_else(|| self.runs.len().checked_sub(1))?;
        self.runs.get_mut(at)
    }

    /// Whether a graph has run to its end.
    #[must_use]
    pub fn has_finished(&self) -> bool {
        self.runs.iter().any(Run::is_whole)
    }
}

impl<'a> Replayed<'a> {
    fn take(&mut self, what: &'a What) {
        match what {
            What::Grid(grid) => self.grids.push(grid),
            What::GridEnd(end) => self.end = Some(end),
            What::Prompt {
                persona,
                node,
                form,
                parts,
                ..
            } => self.prompts.entry(persona).or_default().push(Prompt {
                node: node.as_deref().unwrap_or_default(),
                form,
                text: parts.concat(),
            }),
            What::Bench { judged, asked } => self.bench = Some((judged, asked)),
            What::Router {
                source,
                router,
                variant,
                to,
                reads,
                gives,
                ..
            } => self.routers.push(Routed {
                source,
                router,
                variant,
                to: to.as_deref(),
                reads: reads.as_deref(),
                gives,
            }),
            _ => {}
        }
    }
}

/// Whether it is a file that is the program's to write: in its own room, or where the system keeps what is thrown away.
#[must_use]
pub fn is_own(path: &str) -> bool {
    !path.starts_with('/') || OWN.iter().any(|folder| path.starts_with(folder))
}

/// Why nothing is known of a scenario that no event tells of.
fn untold(trace: &Trace, scenario: &str) -> &'static str {
    let skips = |event: &Event| matches!(&event.what, What::Skipped { scenarios } if scenarios.iter().any(|one| one == scenario));
    match trace.end {
        _ if trace.told.events.iter().any(skips) => "not tried, for there was no time left",
        End::Code(0) => "not tried",
        _ => "nothing is known of it, for the harness was ended",
    }
}

/// An exception in a few words.
#[must_use]
pub fn failure(error: &Failure) -> String {
    let place = error
        .trail
        .last()
        .map(|place| format!(" at {place}"))
        .unwrap_or_default();
    format!("{}{place}: {}", error.kind, error.message)
}

#[cfg(test)]
pub(crate) mod tests;
