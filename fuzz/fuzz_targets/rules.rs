//! Rules from a stranger: they are read or refused, and reading them twice gives the same.
#![no_main]

use court::rules::parse;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    if let Ok(rules) = parse(text, "fuzzed") {
        let again = parse(rules.text(), "fuzzed").expect("what was read can be read again");
        assert!(rules.ids().eq(again.ids()));
    }
});
