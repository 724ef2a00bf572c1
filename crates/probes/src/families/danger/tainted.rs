use super::dynamic::NOTHING_GRAVE;
use crate::families::code::NO_CODE;
use crate::families::tally::line;
use crate::families::tooling::is_run_beside;
use crate::families::unread;
use probes_core::{Answer, Probe, Search, Subject};
use syntax::facts::{Danger, Data, Risk};

pub(super) const PROBE: Probe = Probe::of_code(
    "danger.tainted",
    "No data from outside reaches a shell, an interpreter, a deserialiser or a database statement.",
    examine,
);

/// The way was followed back to where data comes in; what was checked on it is not seen.
const SURE: u8 = 85;

/// What data from outside turns against the program.
const GRAVE: [Risk; 4] = [Risk::Shell, Risk::Eval, Risk::Deserialise, Risk::Sql];

fn examine(snapshot: &Subject) -> Answer {
    let census = snapshot.census();
    if census.product().next().is_none() {
        return unread::nothing(snapshot, NO_CODE);
    }
    if !census.dangers().any(|(_, danger)| GRAVE.contains(&danger.kind)) {
        return unread::nothing(snapshot, NOTHING_GRAVE);
    }
    let found: Vec<(&str, &Danger, String)> = census
        .dangers()
        .filter_map(|(path, danger)| Some((path, danger, way(danger)?)))
        .collect();
    let rationale = match found.len() {
        0 => {
            let why = "no data from outside is seen to reach a dangerous call";
            return Answer::absent(why, unfollowed(snapshot));
        }
        1 => "data from outside is seen to reach a dangerous call".to_owned(),
        many => format!("data from outside is seen to reach {many} dangerous calls, and may reach others"),
    };
    let answer = Answer::present(rationale).sure(SURE);
    found.into_iter().fold(answer, |answer, (path, danger, way)| {
        answer.at_noting(
            line(path, danger.line),
            format!("`{}` is given {way}", danger.callee),
        )
    })
}

/// The program, with the calls open of which nobody can say where their data comes from.
fn unfollowed(snapshot: &Subject) -> Search {
    let is_open = |(path, danger): &(&str, &Danger)| {
        is_unfollowed(&danger.data) && GRAVE.contains(&danger.kind) && !is_run_beside(path)
    };
    let open = snapshot.census().dangers().filter(is_open);
    open.fold(unread::search(snapshot), |search, (path, danger)| {
        let why = format!("where the data of `{}` comes from is not seen", danger.callee);
        search.open(line(path, danger.line), why)
    })
}

const fn is_unfollowed(data: &Data) -> bool {
    matches!(data, Data::Unknown | Data::Given { .. })
}

/// How the way begins of what whoever runs the program says: it is no stranger. Scanners call the rest the remote threat
/// model, and go by it unless they are told otherwise.
const LOCAL: [&str; 2] = ["the environment", "the command line"];

fn is_local(way: &str) -> bool {
    LOCAL.iter().any(|source| way.starts_with(source))
}

/// How data from outside gets there. A path that a user names is what programs are for.
pub(super) fn way(danger: &Danger) -> Option<String> {
    match &danger.data {
        Data::Input { file, line, way } if GRAVE.contains(&danger.kind) && !is_local(way) => {
            let place = file
                .as_ref()
                .map_or_else(|| format!("line {line}"), |file| format!("{file}:{line}"));
            Some(format!("what comes in at {place}: {way}"))
        }
        _ => None,
    }
}
