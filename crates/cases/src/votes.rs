//! A decided case with other votes: what the rules would make of them.

use crate::decided::DecidedCase;
use crate::error::Error;
use court::opinion::{Hearing, Persona, Round, Seat};
use court::score::Score;
use std::borrow::Cow;

/// What to do about a vote that is not understood.
const HINT: &str = "write DIMENSION/JUDGE=SCORE, as in safe_tool/Defense=3";

/// The record as if these votes, each `DIMENSION/JUDGE=SCORE`, had been cast in the hearing that was held last. Nobody is heard
/// anew on a dimension whose votes are changed, and the panel says in every report that votes are.
///
/// # Errors
/// Where a vote names no dimension of the case or no judge who voted, or its score lies outside of the scale.
pub fn changed<'a>(
    record: Cow<'a, DecidedCase>,
    votes: &[String],
    score: fn(&str) -> Result<Score, String>,
) -> Result<Cow<'a, DecidedCase>, Error> {
    if votes.is_empty() {
        return Ok(record);
    }
    let mut record = record.into_owned();
    for text in votes {
        let wrong = |what: &str| Error::asked(format!("the vote `{text}`: {what}"), HINT);
        let (seat, number) = text.rsplit_once('=').ok_or_else(|| wrong("there is no score"))?;
        let (wanted, judge) = seat.rsplit_once('/').ok_or_else(|| wrong("there is no judge"))?;
        let score = score(number.trim()).map_err(|error| wrong(&error))?;
        let persona =
            persona(judge).ok_or_else(|| wrong("the judges are Prosecutor, Defense and TechLead"))?;
        cast(&mut record, wanted, persona, score).map_err(wrong)?;
    }
    record.panel.name.push_str(", with other votes");
    Ok(Cow::Owned(record))
}

fn persona(text: &str) -> Option<Persona> {
    let mut all = Persona::ALL.into_iter();
    all.find(|persona| persona.name().eq_ignore_ascii_case(text))
}

fn cast(record: &mut DecidedCase, wanted: &str, persona: Persona, score: Score) -> Result<(), &'static str> {
    let mut dimensions = record.rubric.dimensions.iter();
    let at = dimensions.position(|dimension| dimension.id.0 == wanted);
    let at = at.ok_or("the case has no such dimension")?;
    let scale = &record.rubric.dimensions[at].scale;
    if !(scale.min..=scale.max).contains(&score) {
        return Err("the score lies outside of the scale");
    }
    let hearings = &mut record.matters[at].hearings;
    let mut last = hearings.last().cloned().ok_or("the dimension was not heard")?;
    let Seat::Opined(opinion) = last.seat_mut(persona) else {
        return Err("the judge gave no valid answer, so there is no vote to change");
    };
    opinion.score = score;
    // Whether the rules want a second hearing or not: these votes count.
    *hearings = [Round::First, Round::Rehearing]
        .map(|round| Hearing {
            round,
            ..last.clone()
        })
        .to_vec();
    Ok(())
}
