//! How long ruling takes: ten dimensions once, and a thousand cases of ten dimensions again under other rules.
//! Run with `cargo bench -p court`.

use court::admission::{Admission, admit};
use court::evidence::{Confidence, Detective, Evidence, Exhibit, Finding, Place, Source};
use court::justice::{Matter, Status, rule};
use court::law::Law;
use court::opinion::{Hearing, Round};
use court::protocol;
use court::retrial::{Matters, laws, retry};
use court::rubric::{Dimension, Rubric, built_in, parse};
use court::rules::{self, RuleSet};
use court::statutes;
use serde_json::Value;
use std::hint::black_box;
use std::sync::Arc;
use std::time::{Duration, Instant};

const ROUNDS: u32 = 200;
const CASES: u32 = 1_000;

fn evidence(rubric: &Rubric) -> Evidence {
    let demands = rubric
        .dimensions
        .iter()
        .filter_map(Dimension::reading)
        .flat_map(|reading| reading.demands);
    let exhibit = |(number, demand): (u32, protocol::Demand)| Exhibit {
        detective: if demand.probe.starts_with("docs.") {
            Detective::DocAnalyst
        } else {
            Detective::RepoInvestigator
        },
        probe: demand.probe,
        rank: 0,
        goal: "whether it holds".to_owned(),
        finding: Finding::of(number % 3 != 0),
        value: Some(Value::Bool(number % 3 != 0)),
        place: Some(Place::line("src/graph.py", number)),
        excerpt: None,
        rationale: "it was looked at".to_owned(),
        confidence: Confidence::CERTAIN,
        source: Source::Observed,
    };
    (1..).zip(demands).map(exhibit).collect()
}

fn matters(rubric: &Rubric, evidence: &Evidence) -> Vec<Matters> {
    let matter = |dimension: &Dimension| {
        let reading = dimension.reading();
        let demands = reading
            .as_ref()
            .map(|reading| reading.demands.clone())
            .unwrap_or_default();
        let standings = protocol::weigh(&demands, evidence);
        let seen = reading.is_some().then_some(standings.as_slice());
        let dismissed: Option<Status> = match admit(dimension, seen, true) {
            Admission::Heard => None,
            Admission::Dismissed(status) => Some(status),
        };
        let hearings: Vec<Hearing> = match &dismissed {
            None => vec![statutes::hear(&standings, &dimension.scale, Round::First)],
            Some(_) => Vec::new(),
        };
        Matters {
            kind: reading.map(|reading| reading.kind).unwrap_or_default(),
            standings,
            dismissed,
            hearings,
        }
    };
    rubric.dimensions.iter().map(matter).collect()
}

fn once(rubric: &Rubric, laws: &[Law], matters: &[Matters]) {
    for ((dimension, of), law) in rubric.dimensions.iter().zip(matters).zip(laws) {
        let matter = Matter {
            dimension,
            law,
            standings: &of.standings,
        };
        black_box(rule(&matter, of.hearings.clone()));
    }
}

fn rule_set(name: &str) -> Arc<RuleSet> {
    Arc::new(rules::load(name).expect("it is built in").expect("it parses"))
}

fn timed(rounds: u32, work: impl Fn()) -> Duration {
    work();
    let start = Instant::now();
    (0..rounds).for_each(|_| work());
    start.elapsed() / rounds
}

#[expect(clippy::print_stdout, reason = "a benchmark tells what it measured")]
fn main() {
    let rubric = parse(built_in("automaton-auditor").expect("it is built in"), "bench").expect("it parses");
    let evidence = evidence(&rubric);
    let matters = matters(&rubric, &evidence);
    for name in ["default", "seed-interim", "example-citations"] {
        let set = rule_set(name);
        let laws = laws(&rubric, &set, &evidence, &matters);
        let ten = timed(ROUNDS, || once(&rubric, &laws, &matters));
        let whole = timed(ROUNDS, || {
            drop(black_box(retry(&rubric, &set, &evidence, &matters, true)))
        });
        println!(
            "{name:<16} ruling {} dimensions: {ten:?}; {CASES} cases again: {:?}",
            rubric.dimensions.len(),
            whole * CASES
        );
    }
}
