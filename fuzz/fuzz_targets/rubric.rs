//! A rubric from a stranger: it is read or refused, and what was read can be described.
#![no_main]

use court::rubric::{describe, parse, problems, terms};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(rubric) = parse(text, "fuzzed") {
        assert!(!rubric.dimensions.is_empty(), "a rubric has dimensions");
        let _ = (describe(&rubric), problems(&rubric), terms(&rubric));
    }
});
