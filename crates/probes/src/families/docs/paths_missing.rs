use super::{claimed_at, gaps, paths, unreadable, with_pictures};
use claims::claim::{Claim, State};
use court::evidence::Place;
use probes_core::{Answer, Probe, Search, Subject};

pub(super) const PROBE: Probe = Probe::of_documents(
    "docs.paths_missing",
    "Every path that the report claims to be in this repository is there.",
    examine,
)
.unless(unreadable);

/// What a sentence claims is read by its words.
const SURE: u8 = 85;

fn examine(snapshot: &Subject) -> Answer {
    let (present, missing) = (
        paths(snapshot, State::Supported),
        paths(snapshot, State::Contradicted),
    );
    let claimed = present.len() + missing.len();
    match (claimed == 0, gaps(snapshot)) {
        (true, Some(gaps)) => Answer::unobserved(gaps),
        (true, None) => Answer::not_applicable("the report claims no path of this repository"),
        (false, _) => answer(snapshot, claimed, &missing),
    }
}

fn answer(snapshot: &Subject, claimed: usize, missing: &[&Claim]) -> Answer {
    let paths: Vec<&str> = missing.iter().map(|claim| claim.about.as_str()).collect();
    let answer = if missing.is_empty() {
        let all = format!("all {claimed} claimed paths are in the repository");
        Answer::present(with_pictures(all, snapshot))
    } else {
        let many = missing.len();
        let named: Vec<String> = missing
            .iter()
            .map(|claim| format!("{}{}", claim.about, claim.reading()))
            .collect();
        let told = format!(
            "{many} of {claimed} claimed paths {} not in the repository: {}",
            if many == 1 { "is" } else { "are" },
            named.join(", ")
        );
        Answer::contradicted(with_pictures(told, snapshot), files(snapshot, missing))
    };
    let answer = answer.valued(paths).sure(SURE);
    missing
        .iter()
        .fold(answer, |answer, claim| claimed_at(answer, claim, note(claim)))
}

/// The list of files: a directory that was not entered may hold what is missing.
fn files(snapshot: &Subject, missing: &[&Claim]) -> Search {
    let is_below = |folder: &str| missing.iter().any(|claim| claim.about.starts_with(folder));
    let unentered = snapshot.unentered().filter(|place| is_below(&place.path));
    unentered.fold(Search::default(), |search, place| {
        search.open(Place::File(place.path.clone()), format!("it was {}", place.why))
    })
}

fn note(claim: &Claim) -> String {
    let (path, reading) = (&claim.about, claim.reading());
    match &claim.near {
        Some(near) => format!("{path}{reading} is not in the repository; {near} is the nearest"),
        None => format!("{path}{reading} is not in the repository"),
    }
}
