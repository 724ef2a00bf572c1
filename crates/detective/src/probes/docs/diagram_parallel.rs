use super::{gaps, readable, shown, with_gaps};
use crate::diagram::roles::Bench;
use crate::diagram::{Diagram, diagrams};
use crate::probe::{Answer, Probe};
use crate::snapshot::Snapshot;
use court::evidence::Detective;

pub(super) const PROBE: Probe = Probe {
    id: "docs.diagram_parallel",
    detective: Detective::VisionInspector,
    goal: "The diagrams of the report show detectives and judges as parallel branches.",
    examine,
};

/// Arrows were followed.
const SURE_OF_EDGES: u8 = 90;
/// Only the layout was read.
const SURE_OF_LAYOUT: u8 = 75;

fn examine(snapshot: &Snapshot) -> Answer {
    if let Err(cause) = readable(snapshot) {
        return Answer::unobserved(cause);
    }
    let diagrams = diagrams(snapshot);
    let first = |bench| {
        diagrams
            .iter()
            .find(|diagram| diagram.parallel(bench) == Some(true))
    };
    let (detectives, judges) = (first(Bench::Detectives), first(Bench::Judges));
    if let (Some(detectives), Some(judges)) = (detectives, judges) {
        return both(detectives, judges);
    }
    let unseen = [pictures(diagrams), gaps(snapshot)]
        .into_iter()
        .flatten()
        .collect::<Vec<_>>();
    if unseen.is_empty() {
        return lacking(snapshot, diagrams, detectives.is_some(), judges.is_some());
    }
    Answer::unobserved(unseen.join("; "))
}

/// One diagram may show both, or each its own.
fn both(detectives: &Diagram, judges: &Diagram) -> Answer {
    let traced = !detectives.graph.edges.is_empty() && !judges.graph.edges.is_empty();
    let answer = Answer::fact(true, "detectives and judges are shown as parallel branches");
    let answer = answer.sure(if traced { SURE_OF_EDGES } else { SURE_OF_LAYOUT });
    if detectives == judges {
        return shown(answer, detectives, "shows both benches side by side".to_owned());
    }
    let answer = shown(answer, detectives, "shows the detectives side by side".to_owned());
    shown(answer, judges, "shows the judges side by side".to_owned())
}

fn lacking(snapshot: &Snapshot, diagrams: &[Diagram], detectives: bool, judges: bool) -> Answer {
    let lacking = match (diagrams.is_empty(), detectives, judges) {
        (true, _, _) => "there is no diagram",
        (_, true, _) => "the diagrams do not show the judges side by side",
        (_, _, true) => "the diagrams do not show the detectives side by side",
        _ => "the diagrams show neither detectives nor judges side by side",
    };
    let answer = Answer::fact(false, with_gaps(lacking.to_owned(), snapshot)).sure(SURE_OF_LAYOUT);
    diagrams.iter().fold(answer, |answer, diagram| {
        shown(answer, diagram, format!("a {} diagram", diagram.kind.word()))
    })
}

/// The pictures that nobody has looked at.
fn pictures(diagrams: &[Diagram]) -> Option<String> {
    let mut pages: Vec<u32> = diagrams
        .iter()
        .filter(|diagram| !diagram.is_read())
        .map(|diagram| diagram.page)
        .collect();
    let (count, plural) = (pages.len(), if pages.len() == 1 { "" } else { "s" });
    pages.dedup();
    let many = if pages.len() == 1 { "" } else { "s" };
    let pages: Vec<String> = pages.iter().map(ToString::to_string).collect();
    (count > 0).then(|| {
        format!(
            "{count} raster figure{plural} on page{many} {}: pictures are not observed",
            pages.join(", ")
        )
    })
}
