//! Writes the page of a made class, to be looked at and measured: `cargo run -p cohort --example class -- 1000 FOLDER`.

use cohort::Entry;
use cohort::class::Class;
use cohort::similarity::{Pair, Passage, Place};
use cohort::submission::{Audited, Dimension, Outcome, Overruled, Submission};
use std::fs;
use std::path::PathBuf;

const DIMENSIONS: [&str; 10] = [
    "Git Forensic Analysis",
    "State Management Rigor",
    "Graph Orchestration Architecture",
    "Safe Tool Engineering",
    "Structured Output Enforcement",
    "Judicial Nuance and Dialectics",
    "Chief Justice Synthesis Engine",
    "Theoretical Depth",
    "Report Accuracy",
    "Architectural Diagram Analysis",
];
const NAMES: [&str; 12] = [
    "Ada", "Bo", "Chidi", "Dilnoza", "Eskil", "Farah", "Goran", "Hana", "Iker", "Jun", "Kwame", "Lucía",
];
const FAMILIES: [&str; 9] = [
    "Abebe",
    "Brandstätter-Hernández",
    "Chen",
    "Dlamini",
    "Ek",
    "Fofana",
    "García",
    "Haddad",
    "Ito",
];
const ACTIONS: [&str; 4] = [
    "Give the clone a time limit",
    "Merge what parallel nodes write with a reducer",
    "Bind the judges to a schema and try again when an answer does not fit",
    "Say in the report which parts are not done",
];

/// Numbers that are the same every time.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: u64) -> u64 {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % sides
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.roll(100) < percent
    }
}

fn dimension(dice: &mut Dice, at: usize, talent: f64) -> Dimension {
    let noise = f64::from(u32::try_from(dice.roll(5)).unwrap_or(0)) - 2.0;
    let score = (talent + noise * 0.7).round().clamp(1.0, 5.0);
    let unseen = dice.chance(3);
    let overruled = dice.chance(1).then(|| Overruled {
        court: Some(2.0),
        by: "Grace Hopper".to_owned(),
        why: "the diagram is on page 3".to_owned(),
    });
    let open = ACTIONS
        .iter()
        .filter(|_| !unseen && dice.chance((6 - score as u64) * 12));
    let missing: Vec<String> = open
        .map(|action| format!("{action} ({})", DIMENSIONS[at]))
        .collect();
    Dimension {
        id: format!("dimension_{at}"),
        name: DIMENSIONS[at].to_owned(),
        scale: [1.0, 5.0],
        score: (!unseen).then_some(score),
        reason: unseen.then(|| "the report was not handed in".to_owned()),
        review: dice
            .chance(1)
            .then(|| "the votes lie more than two points apart".to_owned()),
        apart: dice.chance(2).then_some(0.75),
        missing,
        overruled,
    }
}

fn submission(dice: &mut Dice, number: usize) -> Submission {
    let name = format!(
        "{} {}",
        NAMES[number % NAMES.len()],
        FAMILIES[number % FAMILIES.len()]
    );
    let entry = Entry {
        id: format!("s{number:04}"),
        name: Some(name),
        repository: format!("https://example.org/course/s{number:04}"),
        folder: format!("s{number:04}"),
        others: vec![("section".to_owned(), ["A", "B", "C"][number % 3].to_owned())],
        ..Entry::default()
    };
    if dice.chance(1) {
        let cause = "the repository does not exist, or is private".to_owned();
        return Submission {
            entry,
            outcome: Outcome::Failed(cause),
        };
    }
    let talent = 2.2 + dice.roll(24) as f64 / 10.0;
    let dimensions: Vec<Dimension> = (0..DIMENSIONS.len())
        .map(|at| dimension(dice, at, talent))
        .collect();
    let scores: Vec<f64> = dimensions.iter().filter_map(|one| one.score).collect();
    let audited = Audited {
        case: format!("{number:016x}"),
        commit: format!("{number:040x}"),
        judged_by: ["Automaton Auditor", "default", "statutes"].map(str::to_owned),
        overall: Some(scores.iter().sum::<f64>() / scores.len() as f64),
        scale: [1.0, 5.0],
        is_complete: !dice.chance(2),
        contradicted: if dice.chance(4) { 3 } else { 0 },
        influence: usize::from(dice.chance(1)),
        observed: Some(if dice.chance(2) { 0.6 } else { 0.95 }),
        dimensions,
        ..Audited::default()
    };
    Submission {
        entry,
        outcome: Outcome::Audited(Box::new(audited)),
    }
}

fn pair(number: usize) -> Pair {
    let text = |name: &str| {
        let lines = (0..30)
            .map(|line| format!("    {name}_{line} = merge({name}, step={line})  # keep what was there"));
        format!("def {name}(state):\n{}", lines.collect::<Vec<_>>().join("\n"))
    };
    let place = |name: &str| Place {
        path: format!("src/{name}.py"),
        lines: [12, 42],
        text: text(name),
    };
    let passage = Passage {
        places: [place("collect"), place("gather")],
    };
    Pair {
        who: [number, number + 100],
        code: 0.9 - number as f64 / 100.0,
        prose: if number.is_multiple_of(2) { 0.4 } else { 0.0 },
        passages: vec![passage; 6],
        ..Pair::default()
    }
}

fn main() -> std::io::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let count: usize = arguments
        .next()
        .and_then(|count| count.parse().ok())
        .unwrap_or(1_000);
    let folder = PathBuf::from(arguments.next().unwrap_or_else(|| "class".to_owned()));
    let mut dice = Dice(7);
    let submissions: Vec<Submission> = (0..count).map(|number| submission(&mut dice, number)).collect();
    let class = Class::of("Week 2: an auditor of repositories", submissions);
    let alike = (0..count.saturating_sub(100).min(60)).map(pair).collect();
    let class = class.with_similar(alike);
    let made = cohort::json::Made {
        list: "class.csv",
        points: None,
    };
    fs::create_dir_all(&folder)?;
    fs::write(folder.join("cohort.html"), cohort::page::render(&class))?;
    fs::write(folder.join("cohort.json"), cohort::json::render(&class, &made))
}
