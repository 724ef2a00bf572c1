//! `judges.own_words`

use super::bench::{Speaker, bench, search_of_bench};
use super::distinct_prompts::own_words;
use super::seats::of_judges;
use court::evidence::Finding;
use langgraph::audited::{Court, Sitting};
use probes_core::{Answer, Probe, Search, Subject};

/// A name and a sentence: what has no more is told apart, but has no philosophy.
const FEW: usize = 20;
/// From this number of words on the instructions are written out. Readers gave full marks to all courts of which every judge
/// had as many, and middling ones where a judge had less than a third of it.
const MANY: usize = 70;

pub(super) const PROBE: Probe = Probe::of_code(
    "judges.own_words",
    "Each judge has its philosophy written out, in words that not every judge is given",
    |snapshot| of_judges(snapshot, |court| answer(snapshot, court)),
);

fn answer(snapshot: &Subject, court: &Court) -> Answer {
    let asks = |judge: &Sitting| court.model_calls(judge).next().is_some();
    if !court.judges.iter().any(asks) {
        return Answer::not_applicable("the judges ask no model: nobody is instructed");
    }
    let bench = bench(snapshot, court);
    if bench.len() < 2 {
        return Answer::not_applicable("only one judge is heard: no words are its own");
    }
    let own = own_words(&bench);
    let fewest = own.iter().map(|(who, words)| (words.len(), who.name())).min();
    let (count, who) = fewest.unwrap_or_default();
    let places = bench.values().filter_map(|judge| judge.places.first().cloned());
    // A judge that was not found can only have fewer words than the fewest that are known.
    let search = match bench.keys().all(|who| matches!(who, Speaker::Persona(_))) {
        true => Search::at(places.clone()),
        false => search_of_bench(snapshot, court, &bench),
    };
    // What is known is a lower bound: where it is enough, what is unknown does not matter.
    let unknown = bench.values().find_map(|judge| judge.open.clone());
    let unknown = unknown.filter(|_| count < MANY);
    let rationale = format!("{count} words of instruction are {who}'s own, the fewest of all judges");
    match unknown {
        Some(place) => {
            let cause = "what words the judge is given is only known when it runs";
            Answer::absent(rationale, search.open(place, cause))
        }
        None if count <= FEW => Answer::absent(rationale, search).valued(count),
        None => Answer::value(Finding::Present, count, rationale).at_all(places),
    }
}
