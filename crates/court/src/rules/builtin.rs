//! The rule sets that come with the court.

use super::{RuleSet, parse};
use crate::input::InputError;
use crate::text::{meaning, nearest, words_of};
use std::sync::{Arc, LazyLock};

/// The JSON Schema (2020-12) of rule files, for editors; it describes what [`parse`](super::parse) reads.
pub const SCHEMA: &str = include_str!("../../schemas/rules.schema.json");

/// The rules that hold where no others are named.
pub static DEFAULT: LazyLock<Arc<RuleSet>> = LazyLock::new(|| {
    let rules = load("default").and_then(Result::ok);
    Arc::new(rules.expect("a test parses every built-in rule set"))
});

macro_rules! presets {
    ($($name:literal),* $(,)?) => {
        /// The names of the built-in rule sets with their texts: the default one, those of the founding documents, and an
        /// example of what these do not show.
        pub const PRESETS: &[(&str, &str)] = &[
            $(($name, include_str!(concat!("../../rules/", $name, ".toml")))),*
        ];
    };
}

presets!(
    "default",
    "example-citations",
    "example-grades",
    "example-verdicts",
    "seed-interim",
    "seed-points-35",
    "seed-skip",
    "seed-tie-break",
    "seed-weighted",
);

/// The text of a built-in rule set.
pub fn built_in(name: &str) -> Option<&'static str> {
    meaning(PRESETS, name)
}

/// A built-in rule set, parsed; `None` where none has this name.
pub fn load(name: &str) -> Option<Result<RuleSet, InputError>> {
    built_in(name).map(|text| parse(text, &format!("{name}.toml")))
}

/// The built-in rule set that a misspelt name most probably means.
pub fn nearest_built_in(name: &str) -> Option<&'static str> {
    nearest(name, words_of(PRESETS))
}
