//! Rules from a stranger: they are read or refused, reading them twice gives the same, and trying them ends.
#![no_main]

use court::rules::{check, parse};
use libfuzzer_sys::fuzz_target;

/// One text of so many is tried on all settings: that takes seconds, reading it takes no time.
const TRIED_EVERY: usize = 97;

fuzz_target!(|text: &str| {
    let Ok(rules) = parse(text, "fuzzed") else {
        return;
    };
    let again = parse(rules.text(), &rules.file_name()).expect("what was read can be read again");
    assert!(rules.ids().eq(again.ids()));
    if text.len() % TRIED_EVERY == 0 {
        assert!(!check(&rules).text.is_empty(), "something is said of them");
    }
});
