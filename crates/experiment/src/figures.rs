//! What a run amounts to, a value and a line each. It tells what was asked and what that costs, how much of what was found reached the judges, and
//! how often nodes ran. It tells which rules fired, which limits were met, and what was written, started and tried to reach.

use crate::events::Llm;
use crate::facts::replays::{self, Said};
use crate::facts::{self, Fact};
use crate::run::Trace;
use crate::scenario::{FLAWED, REPLAY};
use crate::seen::{Run, Seen, is_own};
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// One figure.
#[derive(Clone, Debug, PartialEq)]
pub struct Figure {
    /// What it is about.
    pub id: &'static str,
    /// The same for programs.
    pub value: Value,
    pub text: String,
    /// `experiment:` and the scenario that showed it; of several where it holds of all.
    pub source: String,
}

/// What so many tokens that are read and written cost in dollars, by `provider:model`; `None` where no price is known.
pub type PriceOf<'a> = &'a dyn Fn(&str, u64, u64) -> Option<f64>;

/// Characters of a token, and tokens of an answer, as they commonly are.
const TOKEN_CHARS: u64 = 4;
const ANSWER_TOKENS: u64 = 300;
/// Seconds that a model takes for such an answer, as it commonly does.
const CALL_SECONDS: u64 = 4;
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

/// Those of the scenario in which all goes well; with the price of its calls where they are known.
#[must_use]
pub fn of(trace: &Trace, facts: &[Fact], price: PriceOf<'_>) -> Vec<Figure> {
    let all: Vec<(&str, Seen<'_>)> = trace
        .scenarios
        .iter()
        .map(|one| (one.name.as_str(), Seen::of(trace, &one.name)))
        .collect();
    let Some((name, base)) = facts::base(&all) else {
        return Vec::new();
    };
    let run = base.runs.iter().max_by_key(|run| run.visits());
    let replayed = all.iter().find(|(name, _)| *name == REPLAY);
    let plain = [calls(base, run, price), reached(base), run.and_then(rounds)];
    let mut figures = said_of(name, plain.into_iter().flatten());
    figures.extend(error_route(facts));
    let rules = replayed.iter().flat_map(|(_, seen)| replays::rules(seen));
    figures.extend(said_of(REPLAY, rules));
    figures.extend(said_of(FLAWED, flaw(base, &all)));
    figures.extend(said_of("all", limits(&all)));
    figures.extend(said_of(name, done(name, base)));
    figures
}

fn said_of(scenario: &str, said: impl IntoIterator<Item = Said>) -> Vec<Figure> {
    let said = said.into_iter();
    said.map(|(id, value, text)| Figure {
        id,
        value,
        text,
        source: format!("experiment:{scenario}"),
    })
    .collect()
}

/// Calls by model, with tokens, price and time.
fn calls(seen: &Seen<'_>, run: Option<&Run<'_>>, price: PriceOf<'_>) -> Option<Said> {
    let mut models: BTreeMap<&str, Vec<&Llm>> = BTreeMap::new();
    for call in &seen.calls {
        models.entry(&call.model).or_default().push(call);
    }
    let read = |calls: &[&Llm]| calls.iter().map(|call| call.chars / TOKEN_CHARS).sum::<u64>();
    let settings = |model: &str| seen.settings.get(model).copied().unwrap_or_default();
    let written = |model: &str, calls: &[&Llm]| {
        let most = settings(model).0.unwrap_or(ANSWER_TOKENS);
        calls.len() as u64 * most.min(ANSWER_TOKENS)
    };
    let names = models
        .iter()
        .map(|(model, calls)| format!("{} of {}", calls.len(), made(model, settings(model))));
    let names: Vec<String> = names.take(ITEMS_MAX).collect();
    let costs = models
        .iter()
        .map(|(model, calls)| price(&priced_as(model), read(calls), written(model, calls)));
    let dollars = costs.sum::<Option<f64>>();
    let cost = match dollars {
        None => "whose list price is not known".to_owned(),
        Some(0.0) => "free by list prices".to_owned(),
        Some(sum) => format!("about ${sum:.4} by list prices"),
    };
    let (read, written) = models.iter().fold((0, 0), |(r, w), (model, calls)| {
        (r + read(calls), w + written(model, calls))
    });
    let count = seen.calls.len();
    let seconds = chain(seen, run) * CALL_SECONDS;
    let text = format!(
        "One audit of a small repository asks models {count} times ({}): some {read} tokens read and {written} written, \
         {cost}; some {seconds} seconds, at {CALL_SECONDS} for each that waits for another",
        names.join(", ")
    );
    let value = json!({
        "calls": count, "tokens_read": read, "tokens_written": written, "dollars": dollars, "seconds": seconds,
    });
    (count > 0).then_some(("calls", value, text))
}

/// A model and what it is made with.
fn made(model: &str, (tokens, temperature): (Option<u64>, Option<f64>)) -> String {
    let name = match priced_as(model) {
        name if name.is_empty() => "a model without a name".to_owned(),
        name => name,
    };
    let temperature = temperature.map(|one| format!(" at temperature {one}"));
    let tokens = tokens.map(|most| format!(" with answers of at most {most} tokens"));
    [Some(name), temperature, tokens].into_iter().flatten().collect()
}

/// How many calls wait for each other: in each step those of the node that asks most often, where it runs several times at once those of one.
fn chain(seen: &Seen<'_>, run: Option<&Run<'_>>) -> u64 {
    let mut steps: BTreeMap<Option<u64>, BTreeMap<Option<&str>, u64>> = BTreeMap::new();
    for call in &seen.calls {
        let nodes = steps.entry(call.step).or_default();
        *nodes.entry(call.node.as_deref()).or_default() += 1;
    }
    let visits = |step: Option<u64>, node: Option<&str>| {
        let visits = step.and_then(|step| run?.steps.get(&step)).into_iter().flatten();
        visits.filter(|visit| Some(visit.node) == node).count().max(1) as u64
    };
    let of_step = |(step, nodes): (&Option<u64>, &BTreeMap<Option<&str>, u64>)| {
        let waits = nodes
            .iter()
            .map(|(node, calls)| calls.div_ceil(visits(*step, *node)));
        waits.max().unwrap_or_default()
    };
    steps.iter().map(of_step).sum()
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
fn reached(seen: &Seen<'_>) -> Option<Said> {
    let (found, shown, without) = seen.reached?;
    let percent = (shown * 100).checked_div(found)?;
    let none = match without {
        [] => String::new(),
        some => format!("; nothing of {} does", some.join(", ")),
    };
    let text = format!(
        "Of {found} pieces of evidence that its detectives gave, {shown} stand in prompts of judges ({percent} %){none}"
    );
    let value = json!({ "found": found, "shown": shown, "without": without });
    Some(("evidence_shown", value, text))
}

/// How often nodes ran.
fn rounds(run: &Run<'_>) -> Option<Said> {
    let counts = run.counts();
    let (once, more): (Vec<_>, Vec<_>) = counts.iter().partition(|(_, count)| **count == 1);
    let more = more.iter().take(ITEMS_MAX);
    let more = more.map(|(node, count)| format!("{node} {count} times"));
    let once = match once.len() {
        1 => "1 node once".to_owned(),
        many => format!("{many} nodes once"),
    };
    let told: Vec<String> = std::iter::once(once).chain(more).collect();
    let text = format!("What ran how often: {}", told.join(", "));
    (!counts.is_empty()).then(|| ("runs", json!(counts), text))
}

fn error_route(facts: &[Fact]) -> Option<Figure> {
    let fact = facts.iter().find(|fact| fact.id == "graph.error_route")?;
    Some(Figure {
        id: "error_route",
        value: fact.value.clone(),
        text: format!("A way for failure: {}", fact.why),
        source: fact.source.clone(),
    })
}

/// What flaws of security in what is cloned do to the scores.
fn flaw(base: &Seen<'_>, all: &[(&str, Seen<'_>)]) -> Option<Said> {
    let (_, flawed) = all.iter().find(|(name, _)| *name == FLAWED)?;
    let (before, after) = (base.scores?, flawed.scores?);
    let count = |is: &dyn Fn(f64, f64) -> bool| {
        let both = before
            .iter()
            .filter_map(|(path, score)| Some((*score, *after.get(path)?)));
        both.filter(|(before, after)| is(*before, *after)).count()
    };
    let (lower, higher) = (count(&|b, a| a < b), count(&|b, a| a > b));
    let scores = before.len();
    let text = format!(
        "Where what is cloned has flaws of security, {lower} of {scores} scores are lower and {higher} higher"
    );
    let value = json!({ "scores": scores, "lower": lower, "higher": higher });
    Some(("flaw", value, text))
}

/// Scenarios that the graph library or the harness ended.
fn limits(all: &[(&str, Seen<'_>)]) -> Option<Said> {
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
    line("limits", "Limits that it met", met.collect())
}

/// What it wrote, read, started and tried to write and to reach, each with its place.
fn done(scenario: &str, seen: &Seen<'_>) -> Vec<Said> {
    let room = format!("{RUNS}{scenario}/");
    let at = |text: &str, place: &Option<&str>| match place {
        Some(place) => format!("{} ({place})", text.replace(&room, "")),
        None => text.replace(&room, ""),
    };
    let (wrote, tried): (Vec<_>, Vec<_>) = seen.writes.iter().partition(|(path, _)| is_own(path));
    let files = |all: Vec<&(&str, Option<&str>)>| all.iter().map(|(path, place)| at(path, place)).collect();
    let (removed, read) = (seen.removes.iter().collect(), seen.reads.iter().collect());
    let programs = seen.programs.iter().map(|(typed, _, place)| at(typed, place));
    let reached = seen.connections.iter().map(|(to, place)| at(to, place));
    [
        line("writes", "It wrote", files(wrote)),
        line(
            "tried_writes",
            "It tried to write what is not its own",
            files(tried),
        ),
        line("removes", "It removed or tried to remove", files(removed)),
        line(
            "reads",
            "It looked into files of the machine or the user",
            files(read),
        ),
        line("programs", "It started", programs.collect()),
        line("connections", "It tried to reach", reached.collect()),
    ]
    .into_iter()
    .flatten()
    .collect()
}

/// So many of all, each once.
fn line(id: &'static str, what: &str, all: BTreeSet<String>) -> Option<Said> {
    let more = all.len().saturating_sub(ITEMS_MAX);
    let some: Vec<String> = all.into_iter().take(ITEMS_MAX).collect();
    let rest = match more {
        0 => String::new(),
        more => format!(", and {more} more"),
    };
    let text = format!("{what}: {}{rest}", some.join(", "));
    (!some.is_empty()).then(|| (id, json!(some), text))
}

#[cfg(test)]
mod tests;
