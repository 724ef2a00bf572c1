//! `state.score_bounded`: a judge's score cannot leave its scale.

use super::bounds;
use super::of_program;
use super::roles::{self, Role};
use court::evidence::Place;
use probes_core::{Answer, Probe, Search, Subject};
use python::code::Code;

pub(super) const PROBE: Probe = Probe::of_code(
    "state.score_bounded",
    "The score of an opinion has bounds that are checked when the opinion is made",
    |snapshot| of_program(snapshot, |code| ask(snapshot, code)),
);

fn ask<'a>(snapshot: &'a Subject, code: &Code<'a>) -> Answer {
    let nobody = "no class has the fields of an opinion, so no score is bounded by one";
    let Some(candidate) = roles::best(snapshot, Role::Opinion) else {
        return roles::nobody(snapshot, Role::Opinion, nobody);
    };
    let Some(field) = roles::score_field(&candidate.fields) else {
        return roles::nobody(snapshot, Role::Opinion, nobody);
    };
    let name = format!("{}.{}", candidate.class.name, field.name);
    let place = Place::lines(field.path, field.span.first, field.span.last);
    let bounds = bounds::of(code, candidate.path, candidate.class, field);
    let unbounded = |rationale: String| {
        let doubt = bounds::doubt(code, candidate.path, candidate.class, field);
        Answer::absent(rationale, Search::at([place.clone()]).open_all(doubt))
    };
    match bounds {
        Some(bounds) if bounds.is_closed() && candidate.is_emitted => {
            Answer::present(format!("{name} is kept within bounds by {}", bounds.by)).at(bounds.place)
        }
        Some(bounds) if bounds.is_closed() => {
            let made = &candidate.class.name;
            let rationale = format!("{name} has bounds, but the program makes no {made}");
            Answer::absent(rationale, roles::unmade(snapshot, &candidate))
        }
        Some(bounds) => {
            let side = if bounds.lower { "from below" } else { "from above" };
            unbounded(format!("{name} is bounded only {side}"))
        }
        None => unbounded(format!("{name} may be any number: nothing bounds it")),
    }
}
