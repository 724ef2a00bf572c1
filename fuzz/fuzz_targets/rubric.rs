//! A rubric from a stranger. It is read or refused, and what was read can be described, is kept as it is in a file,
//! and is within its own bounds.
#![no_main]

use court::rubric::{Dimension, Rubric, describe, parse, problems, propose, terms};
use libfuzzer_sys::fuzz_target;
use std::collections::BTreeSet;

fn check(dimension: &Dimension) {
    let scale = &dimension.scale;
    assert!(
        !dimension.id.0.is_empty() && scale.min <= scale.max,
        "{dimension:?}"
    );
    for score in scale.allowed.iter().flatten() {
        assert_eq!(scale.snap(*score), *score, "{dimension:?}");
    }
    for end in [scale.min, scale.max] {
        let snapped = scale.snap(end);
        assert!(snapped >= scale.min && snapped <= scale.max, "{dimension:?}");
        let _ = (scale.share(end), end.to_string());
    }
}

fuzz_target!(|text: &str| {
    let Ok(rubric) = parse(text, "fuzzed") else {
        return;
    };
    assert!(!rubric.dimensions.is_empty(), "a rubric has dimensions");
    rubric.dimensions.iter().for_each(check);
    let ids: BTreeSet<_> = rubric.dimensions.iter().map(|dimension| &dimension.id).collect();
    assert_eq!(ids.len(), rubric.dimensions.len(), "ids are unique");
    let _ = (
        describe(&rubric),
        problems(&rubric),
        terms(&rubric),
        propose(&rubric, &|_| true),
    );
    let kept = serde_json::to_string(&rubric).expect("a rubric can be kept");
    let again: Rubric = serde_json::from_str(&kept).expect("what was kept can be read");
    // Not the values that decide nothing: numbers among them may differ in their last digit.
    assert_eq!(describe(&again), describe(&rubric));
});
