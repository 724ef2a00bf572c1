use super::{gaps, readable, shown, unreadable};
use crate::known::Papers as _;
use claims::diagram::compare::names;
use claims::diagram::{Diagram, Kind};
use court::evidence::Finding;
use court::text::folded_name;
use langgraph::topology::Graph;
use probes_core::{Answer, Probe, Subject};
use serde_json::json;
use std::collections::BTreeSet;

pub(super) const PROBE: Probe = Probe::of_pictures(
    "docs.diagram_nodes",
    "The diagrams of the report show every node of the graph.",
    examine,
)
.unless(unreadable);

/// A box may stand for a node under a name of its own.
const SURE: u8 = 70;
/// What names less than this part of the nodes may draw something else, or was not read well.
const UNRECOGNISED: usize = 3;
/// Most nodes that are named as missing.
const NAMED_MAX: usize = 8;

fn examine(snapshot: &Subject) -> Answer {
    let Some(built) = snapshot.live_graph() else {
        return Answer::not_applicable("the program runs no graph whose nodes could be shown");
    };
    let drawn: Vec<&Diagram> = snapshot.diagrams().iter().filter(|one| one.is_drawn()).collect();
    let is_unread = |one: &&Diagram| !one.is_read() && one.lettering.is_none();
    if let Some(one) = drawn.iter().copied().find(is_unread) {
        return Answer::unobserved(format!("{} at {} was not read", one.about, one.place));
    }
    match (gaps(snapshot), readable(snapshot)) {
        (None, Ok(_)) if !drawn.is_empty() => answer(&drawn, built),
        (Some(gaps), _) => Answer::unobserved(gaps),
        _ => Answer::not_applicable("nothing is drawn in the report"),
    }
}

fn answer(drawn: &[&Diagram], built: &Graph) -> Answer {
    let named: BTreeSet<&str> = drawn.iter().flat_map(|diagram| named(diagram, built)).collect();
    let missing: Vec<&str> = built
        .order
        .iter()
        .map(String::as_str)
        .filter(|node| !named.contains(node))
        .collect();
    let (good, all) = (built.order.len() - missing.len(), built.order.len());
    if good * UNRECOGNISED < all {
        return Answer::unobserved(format!(
            "the drawings were seen to name {good} of the {all} nodes of the graph, too few to be taken for it"
        ));
    }
    let lacking = match missing.is_empty() {
        true => String::new(),
        false => format!("; not {}", missing[..missing.len().min(NAMED_MAX)].join(", ")),
    };
    let rationale = format!("the drawings name {good} of the {all} nodes of the graph{lacking}");
    let answer = Answer::value(
        Finding::of(good > 0),
        json!({"good": good, "all": all}),
        rationale,
    )
    .sure(SURE);
    drawn.iter().fold(answer, |answer, diagram| {
        shown(
            answer,
            diagram,
            format!("names {}", self::named(diagram, built).len()),
        )
    })
}

/// The nodes of the code whose names stand in a drawing.
fn named<'b>(diagram: &Diagram, built: &'b Graph) -> Vec<&'b str> {
    let words = match &diagram.lettering {
        Some(read) => read
            .labels
            .iter()
            .map(|label| label.text.as_str())
            .collect::<Vec<_>>()
            .join("\n"),
        None => diagram.text.clone(),
    };
    let words = folded_name(&words);
    let boxes = match diagram.kind {
        Kind::Raster => diagram
            .lettering
            .as_ref()
            .and_then(|read| read.names.clone())
            .unwrap_or_default(),
        _ => names(&diagram.graph, built),
    };
    let is_named =
        |node: &&str| boxes.nodes.iter().any(|one| one == node) || words.contains(&folded_name(node));
    built.order.iter().map(String::as_str).filter(is_named).collect()
}
