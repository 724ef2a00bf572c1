//! How far an answer meets what is wanted, 0 to 1.

use super::{Grading, Outcome, Span, Want};
use crate::evidence::{Evidence, Exhibit, Finding};
use crate::score::{Fraction, ONE, ZERO};
use crate::text::word;
use serde_json::Value;

/// Terms that are only mentioned count this much of a term that is explained.
const MENTIONED: Fraction = Fraction::new_raw(1, 3);
/// A report with any path that does not exist gets at most this much of the demand that all exist.
const NOT_ALL_PATHS: Fraction = Fraction::new_raw(3, 4);

/// What each contradicted statement leaves of the trust in the others: a reader who finds one false has to check
/// the rest himself.
const CONTRADICTED: Fraction = Fraction::new_raw(2, 3);
/// What is left of the trust in a report of whose statements fewer than `MOST_CHECKED` were checked: a reader has to check
/// the others himself, as after one false statement.
const FEW_CHECKED: Fraction = CONTRADICTED;
/// From this share of the statements on that speak of the program, a report without a false one is trusted wholly.
const MOST_CHECKED: Fraction = Fraction::new_raw(3, 4);
/// Beyond so many contradicted statements nothing is left of it.
const CONTRADICTED_MAX: i32 = 8;

pub(super) fn share(want: &Want, exhibit: &Exhibit, evidence: &Evidence) -> Option<Fraction> {
    let value = exhibit.value.as_ref()?;
    match want {
        Want::Holds(wanted) => truth(value).map(|holds| whole(holds == *wanted)),
        Want::AtLeast(least) => value.as_i64().map(|number| whole(number >= *least)),
        Want::Share(span) => span.share(value),
        Want::Finding(outcome) => Some(whole(outcome.is(&exhibit.finding))),
        Want::AtMost(most) => value.as_i64().map(|number| whole(number <= *most)),
        Want::ShareAtLeast(least) => part(value).map(|part| whole(part >= *least)),
        Want::ShareAtMost(most) => part(value).map(|part| whole(part <= *most)),
        Want::Graded(Grading::Between { none, full }) => {
            value.as_i64().and_then(|number| between(number, *none, *full))
        }
        Want::Graded(Grading::Terms) => terms_share(value),
        Want::Graded(Grading::Paths) => paths_share(value, evidence),
        Want::Graded(Grading::Claims) => claims_share(value),
    }
}

impl Outcome {
    fn is(self, finding: &Finding) -> bool {
        word(&Self::WORDS, &self) == finding.word()
    }
}

impl Span {
    /// How far `{"good": n, "all": m}` meets it, 0 to 1; `None` of any other value, and where there are none.
    #[must_use]
    pub fn share(self, value: &Value) -> Option<Fraction> {
        let hundredths = |part: u8| Fraction::new(i64::from(part), 100);
        let (none, full) = (hundredths(self.none), hundredths(self.full.max(self.none)));
        let part = part(value)?;
        match part >= full || full == none {
            true => Some(whole(part >= full)),
            false => Some(((part - none) / (full - none)).max(ZERO)),
        }
    }
}

fn whole(is_met: bool) -> Fraction {
    if is_met { ONE } else { ZERO }
}

fn truth(value: &Value) -> Option<bool> {
    value.as_bool().or_else(|| Some(value.as_i64()? > 0))
}

/// `{"good": 3, "all": 4}` as a fraction.
fn part(value: &Value) -> Option<Fraction> {
    let count = |key: &str| value.get(key).and_then(Value::as_i64);
    let (good, all) = (count("good")?, count("all").filter(|all| *all > 0)?);
    Some(Fraction::new(good.clamp(0, all), all))
}

fn between(number: i64, none: i64, full: i64) -> Option<Fraction> {
    let way = full.checked_sub(none).filter(|way| *way != 0)?;
    let done = Fraction::new(number.checked_sub(none)?, way);
    Some(done.clamp(ZERO, ONE))
}

fn terms_share(value: &Value) -> Option<Fraction> {
    let terms = value.as_object().filter(|terms| !terms.is_empty())?;
    let of_term = |state: &Value| match state.as_str() {
        Some("substantive") => ONE,
        Some("mentioned") => MENTIONED,
        _ => ZERO,
    };
    let total: Fraction = terms.values().map(of_term).sum();
    Some(total / i64::try_from(terms.len()).ok()?)
}

fn paths_share(value: &Value, evidence: &Evidence) -> Option<Fraction> {
    let missing = i64::try_from(value.as_array()?.len()).ok()?;
    if missing == 0 {
        return Some(ONE);
    }
    let mut present = evidence.observed_of("docs.paths_present");
    let present = present
        .find_map(|(_, exhibit)| exhibit.value.as_ref()?.as_i64())
        .unwrap_or(0);
    Some(Fraction::new(present, present + missing).min(NOT_ALL_PATHS))
}

fn claims_share(value: &Value) -> Option<Fraction> {
    let count = |state: &str| value.get(state).and_then(Value::as_u64);
    let (supported, contradicted) = (count("supported")?, count("contradicted")?);
    let are_few = count("spoken").zip(count("checked")).is_some_and(are_few);
    let trust = if are_few { FEW_CHECKED } else { ONE };
    match i32::try_from(contradicted).unwrap_or(i32::MAX) {
        0 => Some(trust),
        many if supported == 0 || many > CONTRADICTED_MAX => Some(ZERO),
        many => Some(trust * CONTRADICTED.pow(many)),
    }
}

fn are_few((spoken, checked): (u64, u64)) -> bool {
    let share = i64::try_from(checked)
        .ok()
        .zip(i64::try_from(spoken).ok().filter(|all| *all > 0));
    share.is_none_or(|(checked, all)| Fraction::new(checked, all) < MOST_CHECKED)
}
