//! `state.score_bounded`: a judge's score cannot leave its scale.

use super::bounds;
use super::roles::{self, Role};
use super::{absent, of_program};
use crate::derived::Subject;
use crate::probe::{Answer, Probe};
use court::evidence::{Detective, Place};
use python::code::Code;

/// Whether the score of an opinion has validated bounds.
pub(super) const PROBE: Probe = Probe {
    id: "state.score_bounded",
    detective: Detective::RepoInvestigator,
    goal: "The score of an opinion has bounds that are checked when the opinion is made",
    examine,
};

fn examine(snapshot: &Subject) -> Answer {
    of_program(snapshot, |code| ask(snapshot, code))
}

fn ask<'a>(snapshot: &'a Subject, code: &Code<'a>) -> Answer {
    let Some(candidate) = roles::best(snapshot, Role::Opinion) else {
        return absent(
            snapshot,
            &["class"],
            "no class has the fields of an opinion, so no score is bounded by one",
        );
    };
    let Some(field) = roles::score_field(&candidate.fields) else {
        return absent(snapshot, &["class"], "the opinion has no score");
    };
    let name = format!("{}.{}", candidate.class.name, field.name);
    let place = Place::lines(field.path, field.span.first, field.span.last);
    let bounds = bounds::of(code, candidate.path, candidate.class, field);
    match bounds {
        Some(bounds) if bounds.is_closed() && candidate.is_emitted => {
            Answer::fact(true, format!("{name} is kept within bounds by {}", bounds.by)).at(bounds.place)
        }
        Some(bounds) if bounds.is_closed() => {
            let rationale = format!(
                "{name} has bounds, but the program makes no {}",
                candidate.class.name
            );
            Answer::fact(false, rationale).at(bounds.place)
        }
        Some(bounds) => {
            let side = if bounds.lower { "from below" } else { "from above" };
            Answer::fact(false, format!("{name} is bounded only {side}")).at(bounds.place)
        }
        None => Answer::fact(false, format!("{name} may be any number: nothing bounds it")).at(place),
    }
}
