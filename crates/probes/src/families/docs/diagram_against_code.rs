use super::diagram::read_of;
use super::{gaps, short, unread};
use crate::known::{Papers as _, Witness};
use claims::diagram::compare::{Comparison, compare, is_exact};
use claims::diagram::{self, Diagram, Kind};
use court::evidence::{Finding, Place};
use langgraph::topology::{End, Graph};
use probes_core::{Answer, Probe, Subject};
use serde_json::{Value, json};

pub(super) const PROBE: Probe = Probe::of_pictures(
    "docs.diagram_against_code",
    "The drawn graph is the one that the code builds.",
    examine,
);

/// What is written in a language for diagrams is known to the letter; lines and boxes were only followed.
const SURE: u8 = 90;
const SURE_OF_LINES: u8 = 70;
/// Most differences of one kind that are named, and most matches.
const NAMED_MAX: usize = 6;
const MATCHES_MAX: usize = 12;

/// A diagram that draws the graph, and what the two do not share.
struct Held {
    diagram: Diagram,
    comparison: Comparison,
}

impl Held {
    fn contradicts(&self) -> bool {
        is_exact(self.diagram.kind) && self.comparison.contradicts()
    }
}

fn examine(snapshot: &Subject) -> Answer {
    let Some(built) = snapshot.live_graph() else {
        return Answer::not_applicable("the program runs no graph that a diagram could be held against");
    };
    let given = snapshot.diagrams();
    let held = hold(given.to_vec(), built);
    if !held.is_empty() {
        return answer(&held, built);
    }
    let found = diagram::found(&Witness(snapshot));
    let unseen = unseen(snapshot, given, &found);
    let beside = hold(found, built);
    match (beside.is_empty(), unseen) {
        (false, _) => answer(&beside, built),
        (true, Some(cause)) => Answer::unobserved(cause),
        (true, None) => Answer::not_applicable("no diagram draws the graph of the program"),
    }
}

fn hold(diagrams: Vec<Diagram>, built: &Graph) -> Vec<Held> {
    let held = diagrams.into_iter().filter_map(|diagram| {
        let mut comparison = compare(&diagram, built)?;
        if !is_exact(diagram.kind) {
            comparison.forget_missing();
        }
        Some(Held { diagram, comparison })
    });
    let mut held: Vec<Held> = held.collect();
    let size = |held: &Held| std::cmp::Reverse(held.comparison.matches.len());
    held.sort_by_key(|held| (!held.contradicts(), !is_exact(held.diagram.kind), size(held)));
    held
}

/// Pictures, sources in other languages, and what of the reports could not be read, may draw the graph.
fn unseen(snapshot: &Subject, given: &[Diagram], found: &[Diagram]) -> Option<String> {
    let pictures = given.iter().filter(|diagram| diagram.kind == Kind::Raster);
    let what = match pictures.clone().any(|one| one.lettering.is_some()) {
        true => "arrows of pictures are not followed",
        false => "pictures are not observed",
    };
    let pictures: Vec<String> = pictures
        .take(NAMED_MAX)
        .map(|one| match &one.lettering {
            Some(read) => format!("{} at {}, {}", one.about, one.place, read_of(read)),
            None => format!("{} at {}", one.about, one.place),
        })
        .collect();
    let pictures = (!pictures.is_empty()).then(|| format!("{what}: {}", pictures.join(", ")));
    let causes = [pictures, unread(given.iter().chain(found)), gaps(snapshot)];
    let causes: Vec<String> = causes.into_iter().flatten().collect();
    (!causes.is_empty()).then(|| causes.join("; "))
}

fn answer(held: &[Held], built: &Graph) -> Answer {
    let false_ones = held.iter().filter(|held| held.contradicts()).count();
    let rationale = held
        .first()
        .map_or_else(String::new, |first| told(first, held.len()));
    let exact = held.iter().any(|held| is_exact(held.diagram.kind));
    let finding = if false_ones == 0 {
        Finding::Present
    } else {
        Finding::Contradicted
    };
    let values: Vec<Value> = held.iter().map(value).collect();
    let answer = Answer::value(finding, values, rationale).sure(if exact { SURE } else { SURE_OF_LINES });
    held.iter()
        .fold(answer, |answer, held| prove(answer, held, built))
}

fn told(held: &Held, count: usize) -> String {
    let place = &held.diagram.place;
    let comparison = &held.comparison;
    let what = comparison.differences();
    let doubt = if is_exact(held.diagram.kind) {
        ""
    } else {
        ", as far as its lines could be followed,"
    };
    let others = if count > 1 {
        format!("; {count} diagrams draw this graph")
    } else {
        String::new()
    };
    if what.is_empty() {
        let nodes = comparison.matches.len();
        let ways = if doubt.is_empty() {
            " and every way between them"
        } else {
            ""
        };
        return format!("the diagram at {place}{doubt} agrees with the code in {nodes} nodes{ways}{others}");
    }
    format!(
        "the diagram at {place}{doubt} and the code differ: {}{others}",
        what.join("; ")
    )
}

fn value(held: &Held) -> Value {
    let comparison = &held.comparison;
    json!({
        "where": held.diagram.place.to_string(),
        "matched": comparison.matches.len(),
        "only_drawn": comparison.only_drawn,
        "only_built": comparison.only_built,
        "ways_only_drawn": comparison.ways_only_drawn,
        "edges_only_built": comparison.edges_only_built,
        "drawn_parallel_runs_serial": comparison.drawn_parallel,
        "drawn_serial_runs_parallel": comparison.drawn_serial,
    })
}

/// The drawing with how its boxes were matched, then where the code differs.
fn prove(answer: Answer, held: &Held, built: &Graph) -> Answer {
    let all = &held.comparison.matches;
    let renamed = all.iter().filter(|one| one.drawn != one.node).take(MATCHES_MAX);
    let matches: Vec<String> = renamed
        .map(|one| format!("“{}” is {} ({})", one.drawn, one.node, one.how.words()))
        .collect();
    let note = match matches.is_empty() {
        true => format!(
            "{} boxes bear the names of the nodes that they stand for",
            all.len()
        ),
        false => format!("boxes of another name: {}", matches.join("; ")),
    };
    let place = held.diagram.place.clone();
    let answer = answer
        .at_quoting(place.clone(), short(&held.diagram.text))
        .at_noting(place, note);
    let comparison = &held.comparison;
    let serial = comparison.drawn_serial.iter().chain(&comparison.ways_only_drawn);
    let serial = serial
        .take(2)
        .map(|(from, to)| (leaving(from, built), format!("{from} does not lead to {to}")));
    let parallel = comparison
        .drawn_parallel
        .iter()
        .take(2)
        .map(|(from, to)| (leaving(from, built), format!("{from} leads to {to}")));
    serial
        .chain(parallel)
        .fold(answer, |answer, (place, note)| answer.at_noting(place, note))
}

/// Where the code says what follows a node.
fn leaving(node: &str, built: &Graph) -> Place {
    let end = if node == "START" {
        End::Start
    } else {
        End::Node(node.to_owned())
    };
    let edge = built.edges_from(&end).next();
    edge.map_or_else(|| built.defined_at.clone(), |edge| edge.place.clone())
}
