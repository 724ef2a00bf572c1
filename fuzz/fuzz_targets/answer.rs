//! What a model answers: an answer with a score, or the reason why it is none.
#![no_main]

use court::rubric::{Rubric, built_in, parse};
use libfuzzer_sys::fuzz_target;
use panel::answer::{ARGUMENT_CHARS, CITATIONS_MAX, POINTS_MAX};
use std::sync::OnceLock;

static RUBRIC: OnceLock<Rubric> = OnceLock::new();

fuzz_target!(|text: &str| {
    let rubric = RUBRIC.get_or_init(|| {
        let text = built_in("automaton-auditor").expect("it is built in");
        parse(text, "automaton-auditor").expect("it is a rubric")
    });
    if let Ok((answer, _)) = panel::answer::parse(text, &rubric.dimensions[0]) {
        assert!(answer.argument.chars().count() <= ARGUMENT_CHARS + 1);
        assert!(answer.evidence.len() <= CITATIONS_MAX && answer.charges.len() <= POINTS_MAX);
        assert!(answer.confidence <= 100);
    }
});
