//! Small subjects of our own making, run through the whole harness: three that are watched, and hostile ones.

use custody::cell::End;
use experiment::events::What;
use experiment::lab::Lab;
use experiment::run::{self, Trace};
use experiment::scenario::{self, Scenario};
use experiment::seen::Seen;
use experiment::{story, surprise};
use subject::Snapshot;

/// A subject, and what its trace has to say.
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    files: &'static str,
    /// Whether it takes the packages of the lab.
    pub(crate) needs_lab: bool,
    /// How many scenarios it goes through.
    scenarios: usize,
    check: fn(&Trace) -> bool,
}

macro_rules! subject {
    ($name:literal, $lab:literal, $check:expr) => {
        subject!($name, $lab, 1, $check)
    };
    ($name:literal, $lab:literal, $scenarios:literal, $check:expr) => {
        Subject {
            name: $name,
            files: include_str!(concat!("../subjects/", $name, ".txt")),
            needs_lab: $lab,
            scenarios: $scenarios,
            check: $check,
        }
    };
}

pub(crate) const ALL: &[Subject] = &[
    subject!("court", true, court),
    subject!("lost_key", true, lost_key),
    subject!("crash", true, crash),
    subject!("hosts", true, hosts),
    subject!("lacking", true, 2, lacking),
    subject!("forge", false, forge),
    subject!("flood", false, |trace| ended_for(trace, "events")),
    subject!("kill_the_watcher", false, kill_the_watcher),
    subject!("meddler", true, 4, meddler),
    subject!("hang", false, |trace| ended_for(trace, "time")),
    subject!("import_hook", false, |trace| ended_for(trace, "time")),
    subject!("copying", true, 3, copying),
    subject!("links", false, links),
    subject!("customize", false, |trace| outcome(trace) == Some(("exit", 0))),
    subject!("escapes", false, |trace| {
        let text = story::tell(trace, &|_, _, _| None);
        let is_safe = |line: &str| !line.starts_with("::") && !line.contains(|sign: char| sign.is_control());
        text.lines().all(is_safe) && outcome(trace) == Some(("exception", 1))
    }),
];

impl Subject {
    pub(crate) fn run(&self, lab: &Lab) -> Result<(), String> {
        let snapshot = Snapshot::from_fixture(self.files);
        let plain: Vec<Scenario> = scenario::all()
            .into_iter()
            .take(self.scenarios)
            .map(|one| Scenario { seconds: 8, ..one })
            .collect();
        let trace = run::run(lab, &snapshot, &plain).map_err(|problem| problem.to_string())?;
        let text = serde_json::to_string(&trace).map_err(|error| error.to_string())?;
        let again: Trace = serde_json::from_str(&text).map_err(|error| error.to_string())?;
        if again != trace {
            return Err("a saved trace is another when it is read".to_owned());
        }
        if (self.check)(&trace) {
            return Ok(());
        }
        Err(format!(
            "{}\n{:#?}",
            story::tell(&trace, &|_, _, _| None),
            trace.told
        ))
    }
}

fn court(trace: &Trace) -> bool {
    let seen = Seen::of(trace, "plain");
    let Some(run) = seen.runs.first() else {
        return false;
    };
    let steps: Vec<Vec<&str>> = run
        .steps
        .values()
        .map(|visits| {
            let mut names: Vec<&str> = visits.iter().map(|visit| visit.node).collect();
            names.sort_unstable();
            names
        })
        .collect();
    let personas: Vec<_> = seen
        .calls
        .iter()
        .filter_map(|call| call.persona.as_deref())
        .collect();
    seen.has_finished()
        && seen.has_cloned
        && personas.len() == 3
        && seen
            .calls
            .iter()
            .all(|call| call.shows_subject && call.form == "structured")
        && run.graph.is_some_and(|graph| graph.checkpointer.is_some())
        && surprise::of(&seen).is_empty()
        && steps
            == [
                vec!["doc", "repo"],
                vec!["aggregate"],
                vec!["defense", "prosecutor", "tech_lead"],
                vec!["chief_justice"],
            ]
}

fn words(seen: &Seen<'_>) -> String {
    let texts: Vec<String> = surprise::of(seen).into_iter().map(|one| one.text).collect();
    texts.join("\n")
}

fn lost_key(trace: &Trace) -> bool {
    let told = surprise::of(&Seen::of(trace, "plain"));
    told.len() == 2
        && told[0].text.contains("`findings`")
        && told[1].text.contains("join runs in steps 2 and 3")
}

fn crash(trace: &Trace) -> bool {
    let told = words(&Seen::of(trace, "plain"));
    told.contains("break_down raises") && told.contains("run.py:7")
}

/// What it asks of hosts and providers over HTTP is answered, by whatever library it asks.
fn hosts(trace: &Trace) -> bool {
    let seen = Seen::of(trace, "plain");
    let asked = |host: &str| seen.connections.iter().any(|(to, _)| to.contains(host));
    seen.has_finished()
        && outcome(trace) == Some(("end", 0))
        && seen.calls.len() == 3
        && seen
            .calls
            .iter()
            .all(|call| call.form == "client" && call.shows_subject)
        && asked("api.github.com")
        && asked("models.example")
}

/// What keeps it from running is told, and the rest is seen without it.
fn lacking(trace: &Trace) -> bool {
    let plain = Seen::of(trace, "plain");
    let again = Seen::of(trace, "plain_again");
    let told = words(&again);
    plain.runs.is_empty()
        && again.has_finished()
        && again.repaired.len() == 2
        && told.contains("nodes has no look_closer")
        && told.contains("rubric/rubric.json is not there: data/rubric.json was put")
}

/// Each scenario speaks for itself alone, and none of them for the harness.
fn forge(trace: &Trace) -> bool {
    let events = &trace.told.events;
    let count = |kind: &dyn Fn(&What) -> bool| events.iter().filter(|event| kind(&event.what)).count();
    trace.end == End::Code(0)
        && trace.told.unread > 0
        && count(&|what| matches!(what, What::Write { path, .. } if path == "FORGED.md")) == 0
        && count(&|what| matches!(what, What::Done {})) == 1
        && count(&|what| matches!(what, What::Over { why: Some(_), .. })) == 0
}

/// It ends nobody but its own and writes in no other's folder, and is told to its end.
fn kill_the_watcher(trace: &Trace) -> bool {
    let is_refused = |text: &str| text.matches("refused").count() >= 6 && text.contains("its own ended by 9");
    let told = |kind: &dyn Fn(&What) -> bool| trace.told.events.iter().any(|event| kind(&event.what));
    trace.end == End::Code(0)
        && told(&|what| matches!(what, What::Said { text, .. } if is_refused(text)))
        && told(&|what| matches!(what, What::End {}))
        && told(&|what| matches!(what, What::Done {}))
}

/// Scenarios that run at the same time neither end each other nor speak for each other.
fn meddler(trace: &Trace) -> bool {
    let is_forged = |what: &What| match what {
        What::Write { path, .. } => path == "FORGED.md",
        What::Git { command, .. } => command == "forged",
        _ => false,
    };
    let ended = |one: &Scenario| Seen::of(trace, &one.name).has_finished();
    trace.end == End::Code(0)
        && trace.told.unread > 0
        && trace.scenarios.iter().all(ended)
        && !trace.told.events.iter().any(|event| is_forged(&event.what))
}

/// A value that hangs whoever copies it takes its own scenario with it, and no other.
fn copying(trace: &Trace) -> bool {
    let ended = |name: &str| Seen::of(trace, name).has_finished();
    let kept = Seen::of(trace, "again_and_again");
    ended("plain") && ended("plain_again") && kept.cut.as_deref() == Some("time")
}

/// Links that it makes lead nobody out, and nobody waits for what never answers.
fn links(trace: &Trace) -> bool {
    let text = story::tell(trace, &|_, _, _| None);
    trace.end == End::Code(0)
        && ended_for(trace, "time")
        && !text.contains("root:x")
        && !text.contains("\"packages\"")
        && !text.contains("last words")
}

fn ended_for(trace: &Trace, why: &str) -> bool {
    trace
        .told
        .events
        .iter()
        .any(|event| matches!(&event.what, What::Over { why: Some(told), .. } if told == why))
}

fn outcome(trace: &Trace) -> Option<(&str, i64)> {
    trace.told.events.iter().find_map(|event| match &event.what {
        What::Attempt { outcome, code, .. } => Some((outcome.as_str(), *code)),
        _ => None,
    })
}
