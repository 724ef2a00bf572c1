//! Facts about judges, their answers, the last word and safety: what calls were made, and what other scenarios changed.

use super::replays::settled_by_model;
use super::{Case, Fact, said_of};
use crate::events::{Failure, Llm};
use crate::scenario::REPLAY;
use crate::seen::Seen;
use std::collections::BTreeSet;
use wordlist::array;

/// What the address of the plain scenario ends in.
const REPOSITORY: &str = "owner/name";
/// How an answer was bound, for the library to read it.
const BOUND: [&str; 2] = ["structured", "tools"];

pub(super) fn facts(case: &Case<'_>) -> Vec<Fact> {
    let mut facts = judges(case);
    facts.extend(answers(case));
    facts.extend(justice(case));
    facts.extend(safety(case));
    facts
}

fn judges(case: &Case<'_>) -> Vec<Fact> {
    let personas = case.personas();
    if case.hearing().is_none() {
        return Vec::new();
    }
    let names: Vec<&str> = personas.iter().copied().collect();
    let mut facts = Vec::new();
    if personas.len() >= 3 {
        facts.push(case.fact("judges.three_personas", true, names.join(", ")));
    }
    facts
}

fn answers(case: &Case<'_>) -> Vec<Fact> {
    let calls = case.asked_by_judges();
    if case.hearing().is_none() {
        return Vec::new();
    }
    let asked = calls.first().and_then(|call| call.line.as_deref());
    let is_bound = |call: &Llm| BOUND.contains(&call.form.as_str());
    let bound = calls.iter().filter(|call| is_bound(call)).count();
    let mut facts = Vec::new();
    // Who asks in another form where the first answer cannot be read has bound it all the same.
    let first = |persona: &str| {
        calls
            .iter()
            .find(|call| call.persona.as_deref() == Some(persona))
            .is_some_and(|call| is_bound(call))
    };
    let is_first = case.personas().into_iter().all(first);
    if is_first || bound == 0 {
        facts.push(
            case.fact(
                "output.structured",
                bound > 0,
                format!("{bound} of {} calls were bound", calls.len()),
            )
            .at(asked),
        );
    }
    let schemas: BTreeSet<&str> = calls.iter().filter_map(|call| call.schema.as_deref()).collect();
    if let [schema] = schemas.into_iter().collect::<Vec<_>>()[..] {
        facts.push(
            case.fact("output.schema", schema, "what answers of judges are bound to")
                .at(asked),
        );
    }
    if let Some(once) = case.other("malformed_once") {
        let judges = case.judges();
        let of_judge = |call: &&&Llm| {
            call.persona.is_some() && call.node.as_deref().is_some_and(|node| judges.contains(node))
        };
        let again = once.calls.iter().filter(of_judge).count();
        let is_again = again > calls.len();
        let why = format!(
            "{} calls of judges, {again} where each answers once in a form that cannot be read",
            calls.len()
        );
        // Where not all of them came to be asked something broke before.
        if again >= calls.len() || judges_raise(case, once) {
            facts.push(said_of("malformed_once", "output.retry", is_again, why));
        }
    }
    facts.extend(fallback(case));
    facts
}

/// What comes of judges none of whose answers can be read: they end and all goes on, or the run breaks.
fn fallback(case: &Case<'_>) -> Option<Fact> {
    const ID: &str = "output.fallback";
    let never = case.other("malformed").filter(|never| !never.calls.is_empty())?;
    let judges = case.judges();
    let visits = never.runs.iter().flat_map(|run| run.steps.values().flatten());
    let ended: BTreeSet<&str> = visits
        .filter(|visit| visit.has_ended && judges.contains(visit.node))
        .map(|visit| visit.node)
        .collect();
    if never.has_finished() && !judges.is_empty() && ended == judges {
        let why = "all judges ended without one answer that could be read, and the run went on to its end";
        return Some(said_of("malformed", ID, true, why));
    }
    // A run that was cut off by its time has not shown how it would end.
    let broke = !never.has_finished() && never.cut.is_none() && judges_raise(case, never);
    broke.then(|| {
        said_of(
            "malformed",
            ID,
            false,
            "the run broke where no answer could be read",
        )
    })
}

/// Whether a judge is where a run broke, and not a detective before them.
fn judges_raise(case: &Case<'_>, seen: &Seen<'_>) -> bool {
    let judges = case.judges();
    let mut visits = seen.runs.iter().flat_map(|run| run.steps.values().flatten());
    visits.any(|visit| visit.error.is_some() && judges.contains(visit.node))
}

fn justice(case: &Case<'_>) -> Vec<Fact> {
    let Some((_, last)) = case.hearing() else {
        return Vec::new();
    };
    let after: BTreeSet<&str> = case
        .visits()
        .filter(|(step, _)| *step > last)
        .map(|(_, visit)| visit.node)
        .collect();
    let mut facts = Vec::new();
    let is_asking = |node: &&str| {
        let mut calls = case.base.1.calls.iter();
        calls.any(|call| call.node.as_deref() == Some(*node))
    };
    const ID: &str = "justice.deterministic";
    let nodes: Vec<&str> = after.iter().copied().collect();
    let nodes = nodes.join(", ");
    // A model that is asked there may write the summary and settle no score.
    if !after.is_empty() && !after.iter().any(is_asking) {
        let why = format!("{nodes} ran after the judges and asked no model");
        facts.push(case.fact(ID, true, why));
    } else if let Some(is_settled) = settled_by_model(case) {
        let does = if is_settled {
            "moves a score"
        } else {
            "moves no score"
        };
        let why = format!("what the model says that {nodes} asked {does}");
        facts.push(said_of(REPLAY, ID, !is_settled, why));
    }
    let seen = case.base.1;
    let written = |empty: bool| {
        let mut pages = seen.pages.iter();
        pages.find(|(path, _)| seen.empty.contains(path) == empty)
    };
    if let Some((path, place)) = written(false) {
        facts.push(
            case.fact("justice.report_file", true, format!("it wrote {path}"))
                .at(*place),
        );
    } else if let Some((path, place)) = written(true) {
        let why = format!("nothing stands in {path}");
        facts.push(case.fact("justice.report_file", false, why).at(*place));
    }
    facts
}

fn safety(case: &Case<'_>) -> Vec<Fact> {
    let seen = case.base.1;
    let mut facts = Vec::new();
    let shell = seen
        .programs
        .iter()
        .find(|(_, is_shell, at)| *is_shell && at.is_some());
    if let Some((typed, _, place)) = shell {
        facts.push(case.fact("safety.shell_true", true, typed.clone()).at(*place));
    }
    if let Some((typed, place)) = seen.commands.iter().find(|(_, at)| at.is_some()) {
        facts.push(case.fact("safety.os_system", true, typed.clone()).at(*place));
    }
    facts.extend(shells(case));
    if let Some(target) = clone_target(seen) {
        let is_temporary = target.contains("/tmp/");
        facts.push(
            case.fact(
                "safety.tempdir_clone",
                is_temporary,
                format!("cloned to {target}"),
            )
            .at(clone_place(seen)),
        );
    }
    facts.extend(time_limit(case));
    facts.extend(address(case));
    if let Some(refused) = case.other("clone_refused").filter(|refused| has_asked(refused)) {
        let errors: Vec<&Failure> = refused.runs.iter().filter_map(|run| run.error).collect();
        let broke = !errors.is_empty();
        // Who raises an error of its own that says what failed has told it.
        let is_clear = |error: &&Failure| error.own && error.message.to_lowercase().contains("clone");
        if broke || refused.has_finished() {
            let reason = if refused.tells_reason { "told" } else { "not told" };
            let is_told = errors.iter().all(is_clear);
            facts.push(said_of(
                "clone_refused",
                "safety.clone_errors",
                is_told,
                format!("the host refused the clone; its reason is {reason}"),
            ));
        }
    }
    facts
}

/// Whether git, where it ran, was run without a shell.
fn shells(case: &Case<'_>) -> Option<Fact> {
    const ID: &str = "safety.no_shell";
    let seen = case.base.1;
    let by_shell = |typed: &str| typed.contains("git ");
    let shell = seen
        .programs
        .iter()
        .find(|(typed, is_shell, _)| *is_shell && by_shell(typed));
    let commands = seen.commands.iter().find(|(typed, _)| by_shell(typed));
    if let Some((typed, place)) = shell
        .map(|(typed, _, at)| (typed, at))
        .or(commands.map(|(typed, at)| (typed, at)))
    {
        return Some(case.fact(ID, false, typed.clone()).at(*place));
    }
    seen.has_cloned
        .then(|| case.fact(ID, true, "git had a list of arguments wherever it ran"))
}

fn time_limit(case: &Case<'_>) -> Option<Fact> {
    const ID: &str = "safety.clone_timeout";
    let limits = case.base.1.limits.iter();
    let limits: Vec<_> = limits.filter(|limit| limit.typed.contains("clone")).collect();
    if !limits.is_empty() && limits.iter().all(|limit| limit.seconds.is_some()) {
        return Some(case.fact(ID, true, "the clone was waited for with a limit"));
    }
    let hangs = case.other("clone_hangs").filter(|hangs| has_asked(hangs))?;
    // Limits that a program counts itself may be longer than the scenario.
    let is_ended = hangs.cut.is_none();
    let is_cut = hangs.cut.as_deref() == Some("time");
    let waits_without = limits
        .iter()
        .any(|limit| limit.is_bare || is_cut && limit.seconds.is_none());
    (is_ended || waits_without).then(|| said_of("clone_hangs", ID, is_ended, "the clone never ended"))
}

/// What is no address at all reaches git, or does not. A program that breaks on it has not checked it.
fn address(case: &Case<'_>) -> Option<Fact> {
    const MISHAPS: [&str; 5] = array("AttributeError IndexError KeyError TypeError UnboundLocalError");
    // A program that looks at another repository than it was given is not asked anything.
    let mut clones = case.base.1.git.iter().filter(|(command, ..)| *command == "clone");
    let is_given = clones.any(|(.., argv)| argv.iter().any(|one| one.contains(REPOSITORY)));
    if !case.base.1.has_cloned || !is_given {
        return None;
    }
    let junk = case.other("no_address")?;
    let reached = has_asked(junk);
    let errors = junk.runs.iter().filter_map(|run| run.error);
    let ends = junk.entries.iter().filter_map(|entry| entry.outcome?.2);
    let is_mishap = errors
        .chain(ends)
        .any(|error| MISHAPS.contains(&error.kind.as_str()));
    let why = "what is no address at all";
    let fact =
        (reached || !is_mishap).then(|| said_of("no_address", "safety.url_validated", !reached, why))?;
    // One of several scripts was started, and the others may ask.
    Some(match reached && case.base.1.scripts > 1 {
        true => fact.unproved(),
        false => fact,
    })
}

fn has_asked(seen: &Seen<'_>) -> bool {
    seen.git.iter().any(|(command, ..)| *command == "clone")
}

/// The line that starts the first clone.
fn clone_place<'a>(seen: &Seen<'a>) -> Option<&'a str> {
    let clones = seen
        .programs
        .iter()
        .filter(|(typed, ..)| typed.contains(" clone "));
    clones.filter_map(|(_, _, place)| *place).next()
}

/// Where the first clone went.
fn clone_target<'a>(seen: &'a Seen<'_>) -> Option<&'a str> {
    let (.., argv) = seen
        .git
        .iter()
        .find(|(command, mode, _)| *command == "clone" && *mode == "fixture")?;
    argv.last()
        .map(String::as_str)
        .filter(|target| target.starts_with('/'))
}
