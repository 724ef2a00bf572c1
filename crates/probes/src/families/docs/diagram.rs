use super::{gaps, search, shown, unreadable, with_gaps};
use crate::known::Papers as _;
use claims::diagram::labels::Read;
use claims::diagram::{Diagram, Kind};
use probes_core::{Answer, Probe, Search, Subject};

pub(super) const PROBE: Probe = Probe::of_pictures(
    "docs.diagram",
    "The report shows an architecture diagram.",
    examine,
)
.unless(unreadable);

/// A picture nobody has looked at may show something else.
const SURE_OF_PICTURES: u8 = 70;
const SURE: u8 = 95;

fn examine(snapshot: &Subject) -> Answer {
    let (wordless, diagrams): (Vec<&Diagram>, Vec<&Diagram>) = snapshot
        .diagrams()
        .iter()
        .partition(|diagram| diagram.kind == Kind::Wordless);
    let drawn = wordless
        .first()
        .map(|one| format!("{} is at {}", one.about, one.place));
    let is_drawn = diagrams.iter().any(|diagram| diagram.is_drawn());
    match gaps(snapshot).or(drawn) {
        Some(gaps) if !is_drawn => Answer::unobserved(gaps),
        _ if !is_drawn && !diagrams.is_empty() => written(&diagrams),
        _ => answer(snapshot, &diagrams),
    }
}

/// What could be drawn, and is only told in words or printed as source.
fn written(diagrams: &[&Diagram]) -> Answer {
    let nothing = "nothing is drawn: what runs after what is written with arrows, or printed as the source of a diagram";
    let answer = Answer::absent(nothing, Search::default()).sure(SURE_OF_PICTURES);
    diagrams
        .iter()
        .fold(answer, |answer, diagram| shown(answer, diagram, note(diagram)))
}

fn answer(snapshot: &Subject, diagrams: &[&Diagram]) -> Answer {
    let is_known = |one: &&Diagram| {
        let read = one.lettering.as_ref();
        one.kind != Kind::Raster || read.is_some_and(|read| read.names.is_some())
    };
    let sure = if diagrams.iter().any(is_known) {
        SURE
    } else {
        SURE_OF_PICTURES
    };
    let rationale = match diagrams.len() {
        0 => {
            let nothing = "neither figures nor drawn, written or Mermaid diagrams";
            return Answer::absent(nothing, search(snapshot)).sure(sure);
        }
        1 => "one figure or diagram".to_owned(),
        many => format!("{many} figures and diagrams"),
    };
    let answer = Answer::present(with_gaps(rationale, snapshot)).sure(sure);
    let mut best = diagrams.to_vec();
    best.sort_by_key(|diagram| (!diagram.is_read(), !is_known(diagram)));
    best.into_iter()
        .fold(answer, |answer, diagram| shown(answer, diagram, note(diagram)))
}

/// Most nodes that are named of a kind.
const NAMED_MAX: usize = 8;
/// Most labels that are told of a picture.
const LABELS_MAX: usize = 4;

/// What was read of a picture, which is a reading and no quotation.
pub(super) fn read_of(picture: &Read) -> String {
    let sure = format!("read from the picture, {} %", picture.confidence());
    let Some(names) = &picture.names else {
        let labels = picture.labels.iter().take(LABELS_MAX);
        let labels: Vec<String> = labels.map(|label| format!("“{}”", label.read)).collect();
        let more = if picture.labels.len() > LABELS_MAX {
            ", …"
        } else {
            ""
        };
        let labels = labels.join(", ");
        return match picture.labels.len() {
            0 => "in which no words were found".to_owned(),
            1 => format!("in which one line stands: {labels} ({sure})"),
            many => format!("in which {many} lines stand: {labels}{more} ({sure})"),
        };
    };
    let all = names.nodes.len() + names.missing.len();
    let what = format!(
        "which names {} of the {all} nodes of the graph",
        names.nodes.len()
    );
    let missing: Vec<&str> = names.missing.iter().take(NAMED_MAX).map(String::as_str).collect();
    match missing.is_empty() {
        true => format!("{what} ({sure})"),
        false => format!("{what} and not {} ({sure})", missing.join(", ")),
    }
}

fn note(diagram: &Diagram) -> String {
    if let Some(read) = &diagram.lettering {
        return format!(
            "{}, {}; its arrows are not followed",
            diagram.about,
            read_of(read)
        );
    }
    let (nodes, edges) = (diagram.graph.nodes.len(), diagram.graph.edges.len());
    match (diagram.is_read(), edges) {
        (false, _) if diagram.kind == Kind::Foreign => format!("{}, which is not read", diagram.about),
        (false, _) => format!("{}, which is not observed", diagram.about),
        (true, 0) => format!("a {} diagram of {nodes} nodes", diagram.kind.word()),
        (true, _) => format!(
            "a {} diagram of {nodes} nodes and {edges} edges",
            diagram.kind.word()
        ),
    }
}
