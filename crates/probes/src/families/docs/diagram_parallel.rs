use super::{UNREAD_NAMED_MAX, gaps, search, shown, unread, unreadable};
use crate::known::Papers as _;
use claims::diagram::roles::Bench;
use claims::diagram::{Diagram, Kind};
use court::text::counted;
use probes_core::{Answer, Probe, Search, Subject};

pub(super) const PROBE: Probe = Probe::of_pictures(
    "docs.diagram_parallel",
    "The diagrams of the report show detectives and judges as parallel branches.",
    examine,
)
.unless(unreadable);

/// Arrows were followed.
const SURE_OF_EDGES: u8 = 90;
/// Only the layout was read.
const SURE_OF_LAYOUT: u8 = 75;
/// The words of a picture were read, and where they stand.
const SURE_OF_PICTURES: u8 = 65;

fn examine(snapshot: &Subject) -> Answer {
    let all = snapshot.diagrams();
    // What is only written or printed as source shows a reader no branches.
    let diagrams = if all.iter().any(Diagram::is_drawn) {
        all
    } else {
        &[]
    };
    let first = |bench| {
        diagrams
            .iter()
            .find(|diagram| diagram.parallel(bench) == Some(true))
    };
    let (detectives, judges) = (first(Bench::Detectives), first(Bench::Judges));
    if let (Some(detectives), Some(judges)) = (detectives, judges) {
        return both(detectives, judges);
    }
    let wanted = [
        (detectives.is_none(), Bench::Detectives),
        (judges.is_none(), Bench::Judges),
    ];
    let open = unfollowed(diagrams, &wanted);
    let strangers = strangers(diagrams, &wanted);
    let unseen = [
        pictures(diagrams),
        open,
        strangers,
        unread(diagrams),
        gaps(snapshot),
    ]
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
    let is_picture = |diagram: &Diagram| diagram.kind == Kind::Raster;
    let pictured = is_picture(detectives) || is_picture(judges);
    let sure = match (traced, pictured) {
        (_, true) => SURE_OF_PICTURES,
        (true, false) => SURE_OF_EDGES,
        (false, false) => SURE_OF_LAYOUT,
    };
    let how = if pictured {
        ", by where the words stand that were read from a picture"
    } else {
        ""
    };
    let answer = Answer::present(format!(
        "detectives and judges are shown as parallel branches{how}"
    ))
    .sure(sure);
    if detectives == judges {
        return shown(answer, detectives, note(detectives, "both benches"));
    }
    let answer = shown(answer, detectives, note(detectives, "the detectives"));
    shown(answer, judges, note(judges, "the judges"))
}

fn note(diagram: &Diagram, who: &str) -> String {
    match &diagram.lettering {
        Some(read) => format!(
            "{} shows {who} side by side (read from the picture, {} %)",
            diagram.about,
            read.confidence()
        ),
        None => format!("shows {who} side by side"),
    }
}

fn lacking(snapshot: &Subject, diagrams: &[Diagram], detectives: bool, judges: bool) -> Answer {
    let lacking = match (diagrams.is_empty(), detectives, judges) {
        (true, _, _) => "there is no diagram",
        (_, true, _) => "the diagrams do not show the judges side by side",
        (_, _, true) => "the diagrams do not show the detectives side by side",
        _ => "the diagrams show neither detectives nor judges side by side",
    };
    let search = match diagrams.is_empty() {
        true => search(snapshot),
        // They are shown with what they are.
        false => Search::default(),
    };
    let answer = Answer::absent(lacking, search).sure(SURE_OF_LAYOUT);
    diagrams.iter().fold(answer, |answer, diagram| {
        shown(answer, diagram, format!("a {} diagram", diagram.kind.word()))
    })
}

/// The drawings whose lines could not be followed to where a bench stands that is not shown elsewhere.
fn unfollowed(diagrams: &[Diagram], wanted: &[(bool, Bench)]) -> Option<String> {
    let is_open = |diagram: &&Diagram| {
        let open = wanted.iter().filter(|(is_wanted, _)| *is_wanted);
        let is_drawn = !matches!(diagram.kind, Kind::Raster | Kind::Foreign);
        is_drawn
            && open
                .into_iter()
                .any(|(_, bench)| diagram.parallel(*bench).is_none())
    };
    let open: Vec<String> = diagrams
        .iter()
        .filter(is_open)
        .take(UNREAD_NAMED_MAX)
        .map(|diagram| diagram.place.to_string())
        .collect();
    (!open.is_empty()).then(|| {
        format!(
            "not every line could be followed of what is drawn at {}",
            open.join(", ")
        )
    })
}

/// Where nobody of a bench is named, boxes side by side with other names may be that bench.
fn strangers(diagrams: &[Diagram], wanted: &[(bool, Bench)]) -> Option<String> {
    let read = || diagrams.iter().filter(|diagram| diagram.is_read());
    let mut wanted = wanted.iter().filter(|(is_wanted, _)| *is_wanted);
    let is_nameless = wanted.any(|(_, bench)| !read().any(|diagram| diagram.graph.names(*bench)));
    let mut abreast = read().filter(|diagram| is_nameless && diagram.graph.has_strangers_abreast());
    let found = abreast.next()?;
    Some(format!(
        "boxes stand side by side at {} whose names are of no detective and no judge that is known",
        found.place
    ))
}

/// The pictures whose arrows nobody has looked at.
fn pictures(diagrams: &[Diagram]) -> Option<String> {
    let (read, unread): (Vec<&Diagram>, Vec<&Diagram>) = diagrams
        .iter()
        .filter(|diagram| diagram.kind == Kind::Raster)
        .partition(|diagram| diagram.lettering.is_some());
    let told = [
        listed(&unread, "pictures are not observed"),
        listed(&read, "words of pictures are read, arrows are not followed"),
    ];
    let told: Vec<String> = told.into_iter().flatten().collect();
    (!told.is_empty()).then(|| told.join("; "))
}

fn listed(pictures: &[&Diagram], why: &str) -> Option<String> {
    let mut pages: Vec<u32> = pictures.iter().map(|diagram| diagram.page).collect();
    let (count, figures) = (pages.len(), counted(pages.len(), "raster figure"));
    pages.dedup();
    let many = if pages.len() == 1 { "" } else { "s" };
    let pages: Vec<String> = pages.iter().map(ToString::to_string).collect();
    let pages = pages.join(", ");
    (count > 0).then(|| format!("{figures} on page{many} {pages}: {why}"))
}
