//! What a probe of the court needs first: a court, or the answer that there is none.

use crate::derived::Subject;
use crate::probe::Answer;
use langgraph::audited::Court;

/// Asks `examine` about the court; where there is none of what `has` asks for, says so with `nothing`.
fn ask(
    snapshot: &Subject,
    nothing: &str,
    has: fn(&Court) -> bool,
    examine: impl FnOnce(&Court) -> Answer,
) -> Answer {
    let program = snapshot.program();
    let court = snapshot.court();
    if has(court) {
        return examine(court);
    }
    if program.paths().all(|path| program.is_test(path)) && program.unparsed().is_empty() {
        return Answer::not_applicable(crate::families::NO_PYTHON);
    }
    match program.unparsed().iter().next() {
        Some((path, why)) => Answer::unobserved(format!("{nothing}, but {path} could not be read: {why}")),
        None => Answer::fact(false, nothing),
    }
}

/// Asks about the judges.
pub(crate) fn of_judges(snapshot: &Subject, examine: impl FnOnce(&Court) -> Answer) -> Answer {
    let nothing = "no function that is used makes opinions, each a score with an argument";
    ask(snapshot, nothing, |court| !court.judges.is_empty(), examine)
}

/// Asks about the chief justice.
pub(crate) fn of_justice(snapshot: &Subject, examine: impl FnOnce(&Court) -> Answer) -> Answer {
    let nothing = "no function that is used makes final scores out of judges' opinions";
    ask(snapshot, nothing, |court| !court.chiefs.is_empty(), examine)
}
