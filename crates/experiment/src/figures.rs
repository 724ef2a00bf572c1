//! What a run amounts to, a line each. It tells what was asked and what that costs, how much of what was found reached the judges, and
//! how often nodes ran. It tells which rules fired, which limits were met, and what was written, started and tried to reach.

use crate::events::Llm;
use crate::facts::{self, Fact, replays};
use crate::run::Trace;
use crate::scenario::{FLAWED, REPLAY};
use crate::seen::{Run, Seen};
use std::collections::{BTreeMap, BTreeSet};

/// What so many tokens that are read and written cost in dollars, by `provider:model`; `None` where no price is known.
pub type PriceOf<'a> = &'a dyn Fn(&str, u64, u64) -> Option<f64>;

/// Characters of a token, and tokens of an answer, as they commonly are.
const TOKEN_CHARS: u64 = 4;
const ANSWER_TOKENS: u64 = 300;
/// Most items of a line.
const ITEMS_MAX: usize = 6;
/// Where a scenario lies in the cell.
const RUNS: &str = "/room/runs/";
/// What makers of models are called in lists of prices, by a part of the name of the class or library.
const PROVIDERS: [(&str, &str); 8] = [
    ("anthropic", "anthropic"),
    ("google", "gemini"),
    ("genai", "gemini"),
    ("vertex", "gemini"),
    ("groq", "groq"),
    ("ollama", "ollama"),
    ("deepseek", "deepseek"),
    ("openai", "openai"),
];

/// The lines, of the scenario in which all goes well; with the price of its calls where they are known.
#[must_use]
pub fn of(trace: &Trace, facts: &[Fact], price: PriceOf<'_>) -> Vec<String> {
    let all: Vec<(&str, Seen<'_>)> = trace
        .scenarios
        .iter()
        .map(|one| (one.name.as_str(), Seen::of(trace, &one.name)))
        .collect();
    let Some((name, base)) = facts::base(&all) else {
        return Vec::new();
    };
    let replayed = all.iter().find(|(name, _)| *name == REPLAY);
    let mut lines: Vec<String> = calls(base, price).into_iter().collect();
    lines.extend(reached(base));
    lines.extend(base.runs.iter().max_by_key(|run| run.visits()).and_then(rounds));
    lines.extend(error_route(facts));
    lines.extend(replayed.iter().flat_map(|(_, seen)| replays::rules(seen)));
    lines.extend(flaw(base, &all));
    lines.extend(limits(&all));
    lines.extend(done(name, base));
    lines
}

/// Calls by model, with tokens and price.
fn calls(seen: &Seen<'_>, price: PriceOf<'_>) -> Option<String> {
    let mut models: BTreeMap<String, Vec<&Llm>> = BTreeMap::new();
    for call in &seen.calls {
        models.entry(priced_as(&call.model)).or_default().push(call);
    }
    let read = |calls: &[&Llm]| calls.iter().map(|call| call.chars / TOKEN_CHARS).sum::<u64>();
    let written = |calls: &[&Llm]| calls.len() as u64 * ANSWER_TOKENS;
    let names = models.iter().map(|(name, calls)| match name.as_str() {
        "" => format!("{} of a model without a name", calls.len()),
        name => format!("{} of {name}", calls.len()),
    });
    let names: Vec<String> = names.take(ITEMS_MAX).collect();
    let costs: Option<Vec<f64>> = models
        .iter()
        .map(|(name, calls)| price(name, read(calls), written(calls)))
        .collect();
    let cost = costs.map_or_else(
        || "whose list price is not known".to_owned(),
        |costs| match costs.iter().sum::<f64>() {
            0.0 => "free by list prices".to_owned(),
            sum => format!("about ${sum:.4} by list prices"),
        },
    );
    let (read, written) = models
        .values()
        .fold((0, 0), |(r, w), calls| (r + read(calls), w + written(calls)));
    (!seen.calls.is_empty()).then(|| {
        format!(
            "One audit of a small repository asks models {} times ({}): some {read} tokens read and {written} written, {cost}",
            seen.calls.len(),
            names.join(", ")
        )
    })
}

/// `provider:model` as lists of prices have it.
fn priced_as(model: &str) -> String {
    let Some((maker, name)) = model.split_once(':') else {
        return model.to_owned();
    };
    let name = name.strip_prefix("models/").unwrap_or(name);
    // Whoever passes requests on names the maker in the model.
    if let Some((maker, name)) = name.split_once('/') {
        return format!("{maker}:{name}");
    }
    let by = |text: &str| {
        let text = text.to_lowercase();
        let mut known = PROVIDERS.iter();
        known
            .find(|(part, _)| text.contains(part))
            .map(|(_, maker)| *maker)
    };
    let by_name = [
        ("gpt", "openai"),
        ("claude", "anthropic"),
        ("gemini", "gemini"),
        ("deepseek", "deepseek"),
    ];
    let by_name = by_name.iter().find(|(part, _)| name.starts_with(part));
    match by(maker).or(by_name.map(|(_, maker)| *maker)) {
        Some(maker) if !name.is_empty() => format!("{maker}:{name}"),
        _ => name.to_owned(),
    }
}

/// How much of the evidence stands in prompts of judges.
fn reached(seen: &Seen<'_>) -> Option<String> {
    let (found, shown, without) = seen.reached?;
    let percent = (shown * 100).checked_div(found)?;
    let none = match without {
        [] => String::new(),
        some => format!("; nothing of {} does", some.join(", ")),
    };
    Some(format!(
        "Of {found} pieces of evidence that its detectives gave, {shown} stand in prompts of judges ({percent} %){none}"
    ))
}

/// How often nodes ran.
fn rounds(run: &Run<'_>) -> Option<String> {
    let times = run.times();
    let (once, more): (Vec<_>, Vec<_>) = times.iter().partition(|(_, steps)| steps.len() == 1);
    let mut told: Vec<String> = more
        .iter()
        .take(ITEMS_MAX)
        .map(|(node, steps)| format!("{node} in {} steps", steps.len()))
        .collect();
    told.insert(0, format!("{} nodes in one step", once.len()));
    (!times.is_empty()).then(|| format!("What ran how often: {}", told.join(", ")))
}

fn error_route(facts: &[Fact]) -> Option<String> {
    let fact = facts.iter().find(|fact| fact.id == "graph.error_route")?;
    Some(format!("A way for failure: {}", fact.why))
}

/// What flaws of security in what is cloned do to the scores.
fn flaw(base: &Seen<'_>, all: &[(&str, Seen<'_>)]) -> Option<String> {
    let (_, flawed) = all.iter().find(|(name, _)| *name == FLAWED)?;
    let (before, after) = (base.scores?, flawed.scores?);
    let count = |is: &dyn Fn(f64, f64) -> bool| {
        let both = before
            .iter()
            .filter_map(|(path, score)| Some((*score, *after.get(path)?)));
        both.filter(|(before, after)| is(*before, *after)).count()
    };
    let (lower, higher) = (count(&|b, a| a < b), count(&|b, a| a > b));
    Some(format!(
        "Where what is cloned has flaws of security, {lower} of {} scores are lower and {higher} higher",
        before.len()
    ))
}

/// Scenarios that the graph library or the harness ended.
fn limits(all: &[(&str, Seen<'_>)]) -> Option<String> {
    let endless = |seen: &Seen<'_>| {
        let mut errors = seen.runs.iter().filter_map(|run| run.error);
        errors.any(|error| error.kind == "GraphRecursionError")
    };
    let met = all.iter().filter_map(|(name, seen)| match &seen.cut {
        _ if endless(seen) => Some(format!("rounds without end ({name})")),
        Some(why) if why == "time" => Some(format!("time ({name})")),
        Some(why) => Some(format!("{why} ({name})")),
        None => None,
    });
    let met: Vec<String> = met.take(ITEMS_MAX).collect();
    (!met.is_empty()).then(|| format!("Limits that it met: {}", met.join(", ")))
}

/// What it wrote, started and tried to reach, each with its place.
fn done(scenario: &str, seen: &Seen<'_>) -> Vec<String> {
    let room = format!("{RUNS}{scenario}/");
    let plain = |text: &str| text.replace(&room, "");
    let at = |text: String, place: &Option<&str>| match place {
        Some(place) => format!("{text} ({place})"),
        None => text,
    };
    let writes = seen.writes.iter().map(|(path, place)| at(plain(path), place));
    let programs = seen
        .programs
        .iter()
        .map(|(typed, _, place)| at(plain(typed), place));
    let tried = seen.connections.iter().map(|(to, place)| at(plain(to), place));
    [
        line("It wrote", writes.collect()),
        line("It started", programs.collect()),
        line("It tried to reach", tried.collect()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

fn line(what: &str, all: BTreeSet<String>) -> Option<String> {
    let more = all.len().saturating_sub(ITEMS_MAX);
    let mut told: Vec<String> = all.into_iter().take(ITEMS_MAX).collect();
    if more > 0 {
        told.push(format!("and {more} more"));
    }
    (!told.is_empty()).then(|| format!("{what}: {}", told.join(", ")))
}

#[cfg(test)]
mod tests;
