//! What happened when it ran, for people: every text of the subject is made safe to be shown.

use crate::events::shown;
use crate::facts;
use crate::figures::{self, PriceOf};
use crate::run::Trace;
use crate::seen::{Run, Seen, Visit, failure, is_own};
use crate::surprise;
use std::collections::BTreeSet;
use std::fmt::Write as _;

/// Most lines of a list.
const LINES_MAX: usize = 12;
/// Longest list on a line, in characters.
const LINE_CHARS_MAX: usize = 160;

/// The whole experiment.
#[must_use]
pub fn tell(trace: &Trace, price: PriceOf<'_>) -> String {
    let seconds = trace.milliseconds as f64 / 1000.0;
    let mut out = format!(
        "commit {}, run with Python {} in {seconds:.1} s\nwalls: {}\n",
        shown(&trace.commit),
        shown(&trace.python),
        trace.walls.join(", ")
    );
    if let Some(why) = trace.ended_by() {
        line(&mut out, 0, &format!("ended: {why}"));
    }
    if let Some(module) = trace.lacks() {
        let text = format!("nothing could run, for the Python lacks {module}: see `auditor lab check`");
        line(&mut out, 0, &text);
        return out;
    }
    if trace.told.unread > 0 || trace.told.is_cut {
        let unread = trace.told.unread;
        line(
            &mut out,
            0,
            &format!("{unread} lines were no events of ours; events may be missing"),
        );
    }
    for scenario in &trace.scenarios {
        let seen = Seen::of(trace, &scenario.name);
        let _ = writeln!(out, "\n{}: {}", scenario.name, scenario.says);
        one(&mut out, &seen);
    }
    let facts = facts::derive(trace);
    let figures = figures::of(trace, &facts, price);
    if !figures.is_empty() {
        out.push_str("\nwhat it amounts to\n");
    }
    figures.iter().for_each(|one| long(&mut out, &one.text));
    if !facts.is_empty() {
        out.push_str("\nfacts that follow; whatever is not among them, or only perhaps so, is undecided\n");
    }
    for fact in &facts {
        let doubt = if fact.is_proof { "" } else { "perhaps " };
        let what = format!(
            "{doubt}{} {}  ({}; {})",
            fact.id, fact.value, fact.why, fact.source
        );
        line(&mut out, 1, &what);
    }
    out
}

fn one(out: &mut String, seen: &Seen<'_>) {
    if let Some(why) = seen.untold {
        return line(out, 1, why);
    }
    for (text, _) in &seen.repaired {
        line(out, 1, &format!("put right to be run: {text}"));
    }
    for entry in &seen.entries {
        let how = match entry.how {
            "module" => "started as a module",
            "import" => "imported, and its graph invoked",
            "call" => "imported, and a function of it called:",
            _ => "started as a script",
        };
        line(out, 1, &format!("{} {how} {}", entry.path, entry.typed.join(" ")));
        match entry.outcome {
            Some(("end", ..)) => {}
            Some((outcome, code, error)) => {
                let why = error.map(failure).unwrap_or_default();
                line(out, 2, &format!("ended by {outcome}, code {code} {why}"));
            }
            None => line(out, 2, "did not come to an end"),
        }
    }
    if seen.entries.is_empty() {
        line(
            out,
            1,
            "nothing could be started: no script leads to a graph, and no file builds one",
        );
    }
    for run in &seen.runs {
        one_run(out, run);
    }
    let surprises = surprise::of(seen);
    if !surprises.is_empty() {
        line(out, 1, "surprises:");
        surprises
            .iter()
            .take(LINES_MAX)
            .for_each(|one| line(out, 2, &one.text));
    }
    calls(out, seen);
    tried(out, seen);
    if let Some(why) = &seen.cut {
        line(out, 1, &format!("ended by the harness: {why}"));
    }
    if !seen.has_finished() {
        for (stream, text) in &seen.said {
            line(out, 1, &format!("last words on {stream}: {text}"));
        }
    }
}

fn one_run(out: &mut String, run: &Run<'_>) {
    if let Some(graph) = run.graph {
        let name = graph.state_name.as_deref().unwrap_or("no name");
        let text = format!(
            "graph of {} nodes at {}, state {name} ({}, {} keys), checkpointer {}",
            graph.nodes.len(),
            graph.line.as_deref().unwrap_or("an unknown place"),
            graph.state,
            graph.channels.len(),
            graph.checkpointer.as_deref().unwrap_or("none")
        );
        line(out, 1, &text);
    }
    for (step, visits) in &run.steps {
        line(out, 2, &format!("step {step}"));
        visits.iter().for_each(|one| visit(out, one));
    }
    let end = match (run.error, run.has_ended) {
        (Some(error), _) => format!("the run broke: {}", failure(error)),
        (None, true) => "the run came to its end".to_owned(),
        (None, false) => "the run did not end".to_owned(),
    };
    line(out, 2, &end);
}

fn visit(out: &mut String, visit: &Visit<'_>) {
    let gave: Vec<String> = visit
        .gave
        .iter()
        .map(|(key, what)| format!("{key} ({what})"))
        .collect();
    let mut text = format!("{}  {} ms", visit.node, visit.milliseconds);
    if !gave.is_empty() {
        let _ = write!(text, "  gave {}", gave.join(", "));
    } else if visit.has_ended {
        text.push_str("  gave nothing");
    }
    line(out, 3, &text);
    if !visit.lost.is_empty() {
        line(out, 4, &format!("lost: {}", visit.lost.join(", ")));
    }
    if let Some(error) = visit.error {
        line(out, 4, &format!("raised {}", failure(error)));
    } else if !visit.has_ended {
        line(out, 4, "did not end");
    }
}

fn calls(out: &mut String, seen: &Seen<'_>) {
    if seen.calls.is_empty() {
        return;
    }
    let names = |of: fn(&crate::events::Llm) -> Option<&str>| {
        let all: BTreeSet<&str> = seen.calls.iter().filter_map(|call| of(call)).collect();
        all.into_iter().collect::<Vec<_>>().join(", ")
    };
    let forms = names(|call| Some(&call.form));
    let personas = names(|call| call.persona.as_deref());
    let chars: u64 = seen
        .calls
        .iter()
        .map(|call| call.chars)
        .fold(0, u64::saturating_add);
    let text = format!(
        "{} calls of models ({forms}) by {personas}; {} characters a prompt",
        seen.calls.len(),
        chars / seen.calls.len().max(1) as u64
    );
    line(out, 1, &text);
}

fn tried(out: &mut String, seen: &Seen<'_>) {
    let at = |place: &Option<&str>| place.map(|place| format!("  {place}")).unwrap_or_default();
    let programs: BTreeSet<String> = seen
        .programs
        .iter()
        .map(|(typed, is_shell, place)| {
            let shell = if *is_shell { "  (by a shell)" } else { "" };
            format!("{typed}{shell}{}", at(place))
        })
        .collect();
    list(out, "programs", programs.iter());
    let connections: Vec<String> = seen
        .connections
        .iter()
        .map(|(to, place)| format!("{to}{}", at(place)))
        .collect();
    list(out, "connections that it tried", connections.iter());
    let (wrote, tried): (Vec<_>, Vec<_>) = seen.writes.iter().partition(|(path, _)| is_own(path));
    for (what, writes) in [
        ("files that it wrote", wrote),
        ("files not its own that it tried to write", tried),
    ] {
        let writes = writes.iter().map(|(path, place)| format!("{path}{}", at(place)));
        list(out, what, writes.collect::<Vec<_>>().iter());
    }
    if !seen.stubs.is_empty() {
        let names: Vec<&str> = seen.stubs.keys().copied().collect();
        line(out, 1, &format!("fakes stood for: {}", names.join(", ")));
    }
}

fn list<'a>(out: &mut String, what: &str, all: impl ExactSizeIterator<Item = &'a String>) {
    let count = all.len();
    if count == 0 {
        return;
    }
    line(out, 1, &format!("{what}:"));
    all.take(LINES_MAX).for_each(|text| line(out, 2, text));
    if count > LINES_MAX {
        line(out, 2, &format!("and {} more", count - LINES_MAX));
    }
}

/// One line that has room for what it says, for there are few of its kind.
fn long(out: &mut String, text: &str) {
    let _ = writeln!(out, "  {}", shown(text).trim_end());
}

/// One line, whatever stands in it.
fn line(out: &mut String, depth: usize, text: &str) {
    let safe = shown(text);
    let cut: String = safe.chars().take(LINE_CHARS_MAX).collect();
    let more = if safe.chars().count() > LINE_CHARS_MAX {
        "…"
    } else {
        ""
    };
    let _ = writeln!(out, "{}{}{more}", "  ".repeat(depth), cut.trim_end());
}

#[cfg(test)]
mod tests;
