//! What each dimension of a rubric will look at, in plain text, and what it cannot see.

use crate::error::CommandError;
use crate::input::rubrics;
use court::protocol::Demand;
use court::protocol::own::{Own, Part};
use court::rubric::{self, Artifact, Dimension, Rubric};
use court::visible::visible;
use std::fmt::Write as _;
use std::path::Path;

/// Most sentences of a dimension that are named as not looked at.
const UNSEEN_MAX: usize = 6;
/// Longest of them, in characters.
const SENTENCE_CHARS_MAX: usize = 160;

/// How a rubric is understood, and what its dimensions look at; and whether it is free of problems.
pub(super) fn explain(file: &str, protocol: Option<&Path>) -> Result<(String, bool), CommandError> {
    let rubric = rubrics::load_with(file, protocol)?;
    let mut out = visible(&rubric::describe(&rubric));
    out.push_str("\nWhat the statutes panel sees\n");
    for dimension in &rubric.dimensions {
        let _ = writeln!(out, "  {}", visible(&understood(dimension, &rubric)));
    }
    out.push_str(&visible(&idle(&rubric)));
    Ok((out, rubric::problems(&rubric).is_empty()))
}

fn understood(dimension: &Dimension, rubric: &Rubric) -> String {
    let head = |what: &str| format!("{}: {what}", dimension.id);
    if let Artifact::External(word) = &dimension.artifact {
        return head(&format!(
            "not assessable: `{word}` is nothing a detective can read"
        ));
    }
    let reading = dimension.reading();
    let mut out = match &reading {
        None => head(&format!(
            "not assessable by this panel: {}its text asks for nothing that the probes can see",
            unknown_protocol(dimension)
        )),
        Some(reading) => head(&reading.because),
    };
    let demands = reading.iter().flat_map(|reading| &reading.demands);
    let whole: i64 = demands.clone().map(|demand| demand.weight).sum();
    for demand in demands {
        let _ = write!(out, "\n      {}", line(demand, whole, &rubric.probes));
    }
    // Where a dimension says what it asks for, its words say nothing more.
    let unseen = match dimension.demanded {
        Some(_) => Vec::new(),
        None => rubric::not_covered(dimension, reading.as_ref(), &rubric.probes),
    };
    for sentence in unseen.iter().take(UNSEEN_MAX) {
        let _ = write!(out, "\n      no check was found for: {}", clipped(sentence));
    }
    if unseen.len() > UNSEEN_MAX {
        let _ = write!(
            out,
            "\n      no check was found for {} more sentences",
            unseen.len() - UNSEEN_MAX
        );
    }
    out
}

/// That the protocol which a dimension names is none, where nothing else tells what it asks for.
fn unknown_protocol(dimension: &Dimension) -> String {
    let named = dimension.protocol.as_deref();
    named.map_or_else(String::new, |name| {
        format!("no protocol is called `{name}`, and ")
    })
}

fn line(demand: &Demand, whole: i64, probes: &[Own]) -> String {
    let percent = demand.weight * 100 / whole.max(1);
    let own = probes.iter().find(|own| own.id == demand.probe);
    let from = match own {
        Some(own) => format!("own: {}{}", own.look, limits(own)),
        None => "built in".to_owned(),
    };
    let marks = [
        (demand.is_essential, ", essential"),
        (demand.is_violation, ", a violation is a security flaw"),
    ];
    let marks: String = marks
        .iter()
        .filter(|(is_so, _)| *is_so)
        .map(|(_, mark)| *mark)
        .collect();
    format!("{} {}, {percent} %{marks} ({from})", demand.probe, demand.want)
}

fn limits(own: &Own) -> String {
    let mut limits = String::new();
    match own.part {
        Part::All => {}
        Part::Product => limits += ", outside tests",
        Part::Tests => limits += ", in tests",
    }
    if !own.paths.is_empty() {
        let _ = write!(limits, ", in {}", own.paths.join(" "));
    }
    limits
}

/// Probes that are defined and nobody asks.
fn idle(rubric: &Rubric) -> String {
    let readings: Vec<_> = rubric.dimensions.iter().filter_map(Dimension::reading).collect();
    let is_asked = |own: &&Own| {
        let mut demands = readings.iter().flat_map(|reading| &reading.demands);
        demands.any(|demand| demand.probe == own.id)
    };
    let idle: Vec<&str> = rubric
        .probes
        .iter()
        .filter(|own| !is_asked(own))
        .map(|own| own.id.as_str())
        .collect();
    if idle.is_empty() {
        return String::new();
    }
    format!("\nDefined, but asked by no dimension: {}\n", idle.join(", "))
}

fn clipped(sentence: &str) -> String {
    let start: String = sentence.chars().take(SENTENCE_CHARS_MAX).collect();
    let start = start.split_whitespace().collect::<Vec<_>>().join(" ");
    if sentence.chars().count() > SENTENCE_CHARS_MAX {
        format!("{start}…")
    } else {
        start
    }
}
