//! Whether tests are many, and whether they test, in any language.

mod assert;
mod broken;
mod failures;
mod many;
mod unbuilt;

pub(in crate::families) use many::keeps_tests_apart;

use court::evidence::Finding;
use probes_core::probe::Probe;
use probes_core::{Answer, Subject};
use subject::Part;

/// The probes of this family.
pub const TESTING: &[Probe] = &[many::PROBE, assert::PROBE, failures::PROBE];

/// Files of tests with fewer lines may be a helper or two.
const LOST_LINES_MIN: u64 = 200;
/// Of so many lines of tests at least one stands in a function that is known to be a test; else the tests have another form.
const LOST_PART: u64 = 10;

/// The same answer with more said behind it, where it says anything.
fn adding(mut answer: Answer, more: &str) -> Answer {
    if !matches!(answer.finding, Finding::Unobserved { .. }) {
        answer.rationale += more;
    }
    answer
}

/// The answer where the tests are written in a form in which they cannot be told apart, as macros of the project are.
fn untold(snapshot: &Subject) -> Option<Answer> {
    let census = snapshot.census();
    let all = census.lines(Part::Test);
    let functions = census.test_functions();
    let told: u64 = functions
        .map(|(_, test)| u64::from(test.last - test.first + 1))
        .sum();
    let is_lost = all >= LOST_LINES_MIN && told * LOST_PART < all;
    is_lost.then(|| {
        Answer::unobserved(format!(
            "of {all} lines of tests {told} stand in functions that are known to be tests; the rest has a form that is not read"
        ))
    })
}
