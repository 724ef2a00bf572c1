//! `judges.three_personas`

use super::bench::{Judge, Speaker, bench, search_of_bench};
use super::seats::of_judges;
use court::opinion::Persona;
use langgraph::audited::Court;
use probes_core::{Answer, Probe, Subject};
use std::collections::BTreeMap;

pub(super) const PROBE: Probe = Probe::of_code(
    "judges.three_personas",
    "Three judges of different character opine: Prosecutor, Defense and Tech Lead",
    |snapshot| of_judges(snapshot, |court| answer(snapshot, court)),
);

fn answer(snapshot: &Subject, court: &Court) -> Answer {
    let bench = bench(snapshot, court);
    let all = Persona::ALL
        .iter()
        .all(|persona| bench.contains_key(&Speaker::Persona(*persona)));
    let names: Vec<&str> = bench.keys().map(Speaker::name).collect();
    let names = names.join(", ");
    let places = bench.values().filter_map(|judge| judge.places.first().cloned());
    match (all, bench.len() >= 3 && differ(&bench)) {
        (true, _) => Answer::present(format!("three personas are heard: {names}")).at_all(places),
        (false, true) => Answer::present(format!("three judges of other names are heard: {names}"))
            .at_all(places)
            .sure(70),
        (false, false) => {
            let rationale = format!("no three personas are heard, only {names}");
            Answer::absent(rationale, search_of_bench(snapshot, court, &bench))
        }
    }
}

/// Whether no two judges are given the same texts.
fn differ(bench: &BTreeMap<Speaker, Judge>) -> bool {
    let texts: std::collections::BTreeSet<_> = bench.values().map(|judge| &judge.texts).collect();
    texts.len() == bench.len()
}
