use super::diagram::read_of;
use super::{gaps, short, unread};
use crate::derived::Subject;
use crate::diagram::compare::{Comparison, Way, compare, is_exact};
use crate::diagram::{Diagram, Kind, diagrams, found_diagrams};
use crate::probe::{Answer, Probe};
use court::evidence::{Detective, Finding, Place};
use langgraph::topology::{End, Graph};
use serde_json::{Value, json};

pub(super) const PROBE: Probe = Probe {
    id: "docs.diagram_against_code",
    detective: Detective::VisionInspector,
    goal: "The drawn graph is the one that the code builds.",
    examine,
};

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
    let given = diagrams(snapshot);
    let held = hold(given.to_vec(), built);
    if !held.is_empty() {
        return answer(&held, built);
    }
    let found = found_diagrams(snapshot);
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
    let what = sentences(comparison);
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

/// In what a drawing that somebody described and the code agree or differ, in a sentence.
pub(crate) fn difference(comparison: &Comparison) -> String {
    let nodes = comparison.matches.len();
    match sentences(comparison).join("; ").as_str() {
        "" => format!("it agrees with the code in {nodes} nodes"),
        what => format!("it differs in {what} ({nodes} nodes matched)"),
    }
}

/// What differs, the false before the incomplete.
fn sentences(comparison: &Comparison) -> Vec<String> {
    let list = |ways: &[Way], what: &str| {
        (!ways.is_empty()).then(|| {
            let named: Vec<String> = ways
                .iter()
                .take(NAMED_MAX)
                .map(|(from, to)| format!("{from} → {to}"))
                .collect();
            let more = ways.len().saturating_sub(NAMED_MAX);
            let more = if more > 0 {
                format!(" and {more} more")
            } else {
                String::new()
            };
            format!("{what} {}{more}", named.join(", "))
        })
    };
    let undrawn = &comparison.only_built;
    let undrawn = (!undrawn.is_empty()).then(|| {
        format!(
            "not drawn {}",
            undrawn
                .iter()
                .take(NAMED_MAX)
                .cloned()
                .collect::<Vec<_>>()
                .join(", ")
        )
    });
    [
        list(
            &comparison.drawn_serial,
            "drawn one after the other, while neither leads to the other in the code:",
        ),
        list(
            &comparison.drawn_parallel,
            "drawn side by side, run one after the other:",
        ),
        list(&comparison.ways_only_drawn, "drawn and not built:"),
        list(&comparison.edges_only_built, "built and not drawn:"),
        undrawn,
    ]
    .into_iter()
    .flatten()
    .collect()
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
    let matches = held.comparison.matches.iter().take(MATCHES_MAX);
    let matches: Vec<String> = matches
        .map(|one| format!("“{}” is {} ({})", one.drawn, one.node, one.how.words()))
        .collect();
    let note = format!("boxes matched: {}", matches.join("; "));
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
