//! How far an answer meets what is wanted, 0 to 1.

use super::{Grading, Outcome, Proof, Span, Want};
use crate::evidence::{Evidence, Exhibit, Finding};
use crate::score::{Fraction, ONE, ZERO};
use crate::text::word;
use serde_json::Value;

/// Terms that are only mentioned count this much of a term that is explained.
const MENTIONED: Fraction = Fraction::new_raw(1, 3);
/// A report with any path that does not exist gets at most this much of the demand that all exist.
const NOT_ALL_PATHS: Fraction = Fraction::new_raw(3, 4);

/// Fewest statements that must have been checked: a report of which fewer were is untested.
const CHECKED_MIN: i64 = 8;
/// What an untested report is trusted, though none of what was checked is false.
const UNTESTED: Fraction = Fraction::new_raw(1, 3);
/// What a report is trusted of whose statements most were not checked: a reader has to check those himself.
const FEW_CHECKED: Fraction = Fraction::new_raw(1, 2);
/// From this share of the statements on that speak of the program, a report without a false one is trusted wholly.
const MOST_CHECKED: Fraction = Fraction::new_raw(3, 4);
/// How much more than its share each false statement takes: where half of what was checked is false, nothing is left.
const FALSE_COUNTS: i64 = 2;

pub(super) fn share(want: &Want, exhibit: &Exhibit, evidence: &Evidence) -> Option<Fraction> {
    let value = exhibit.value.as_ref()?;
    match want {
        Want::Holds(wanted) => truth(value).map(|holds| whole(holds == *wanted)),
        Want::AtLeast(least) => value.as_i64().map(|number| whole(number >= *least)),
        Want::Share(span) => span.share(value),
        Want::Finding(outcome) => Some(whole(outcome.is(&exhibit.finding))),
        Want::AtMost(most) => value.as_i64().map(|number| whole(number <= *most)),
        Want::ShareAtLeast(least) => part(value, 0).map(|part| whole(part >= *least)),
        Want::ShareAtMost(most) => part(value, 0).map(|part| whole(part <= *most)),
        Want::Graded(Grading::Between { none, full }) => {
            value.as_i64().and_then(|number| between(number, *none, *full))
        }
        Want::Graded(Grading::Terms) => terms_share(value),
        Want::Graded(Grading::Paths) => paths_share(value, evidence),
        Want::Graded(Grading::Claims) => claims_share(value),
    }
}

impl Proof {
    /// Whether an answer that meets a demand wholly proves it.
    pub(super) fn holds(self, value: &Value) -> bool {
        let is_enough = |part: Fraction| part >= Fraction::new(i64::from(self.share), 100);
        match value.get("all").and_then(Value::as_i64) {
            Some(all) => all >= self.of && part(value, 0).is_some_and(is_enough),
            None => true,
        }
    }
}

impl Outcome {
    fn is(self, finding: &Finding) -> bool {
        word(&Self::WORDS, &self) == finding.word()
    }
}

impl Span {
    /// How far `{"good": n, "all": m}` meets it, 0 to 1; `None` of any other value, and where there are none.
    pub fn share(self, value: &Value) -> Option<Fraction> {
        let hundredths = |part: u8| Fraction::new(i64::from(part), 100);
        let (none, full) = (hundredths(self.none), hundredths(self.full.max(self.none)));
        let part = part(value, i64::from(self.few))?;
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

/// `{"good": 3, "all": 4}` as a fraction; where there are fewer than `few`, the missing are good.
fn part(value: &Value, few: i64) -> Option<Fraction> {
    let count = |key: &str| value.get(key).and_then(Value::as_i64);
    let (good, all) = (count("good")?, count("all").filter(|all| *all > 0)?);
    let missing = (few - all).max(0);
    Some(Fraction::new(good.clamp(0, all) + missing, all + missing))
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
    let all = present + missing;
    let share = match missing < MISSING_MIN {
        true => Fraction::new(present, all).max(FEW_MISSING),
        false => Fraction::new((present - missing).max(0), all),
    };
    Some(share.min(NOT_ALL_PATHS))
}

/// From so many paths on that are not there, each counts for one that is: nobody finds the way by a report half of whose paths lead nowhere.
const MISSING_MIN: i64 = 4;
/// What a report keeps of which fewer are missing: one of them may be misread.
const FEW_MISSING: Fraction = Fraction::new_raw(1, 4);

fn claims_share(value: &Value) -> Option<Fraction> {
    let count = |state: &str| value.get(state).and_then(Value::as_i64);
    let (supported, contradicted) = (count("supported")?, count("contradicted")?);
    let checked = count("checked").unwrap_or(supported).max(contradicted);
    let are_few = count("spoken").zip(Some(checked)).is_some_and(are_few);
    let trust = match (checked < CHECKED_MIN, are_few) {
        (true, _) => UNTESTED,
        (false, true) => FEW_CHECKED,
        (false, false) => ONE,
    };
    // The share of a few says little.
    let wrong = Fraction::new(contradicted * FALSE_COUNTS, checked.max(CHECKED_MIN));
    Some(trust * (ONE - wrong).max(ZERO))
}

fn are_few((spoken, checked): (i64, i64)) -> bool {
    spoken <= 0 || Fraction::new(checked, spoken) < MOST_CHECKED
}
