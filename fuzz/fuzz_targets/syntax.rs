//! One file in any language: facts whose lines exist, or a word why there are none.
#![no_main]

use libfuzzer_sys::fuzz_target;
use syntax::{FACTS_MAX, Facts, Language};

const LANGUAGES: [Language; 10] = [
    Language::C,
    Language::Cpp,
    Language::Go,
    Language::Java,
    Language::JavaScript,
    Language::Python,
    Language::Ruby,
    Language::Rust,
    Language::TypeScript,
    Language::Tsx,
];

fn lines(facts: &Facts) -> impl Iterator<Item = (u32, u32)> {
    let functions = facts.functions.iter().map(|one| (one.first, one.last));
    let single = (facts.imports.iter().map(|one| one.line))
        .chain(facts.types.iter().map(|one| one.line))
        .chain(facts.dangers.iter().map(|one| one.line))
        .chain(facts.lapses.iter().map(|one| one.line));
    functions.chain(single.map(|line| (line, line)))
}

fuzz_target!(|text: &str| {
    let Some(first) = text.bytes().next().filter(u8::is_ascii) else {
        return;
    };
    let language = LANGUAGES[usize::from(first) % LANGUAGES.len()];
    let text = &text[1..];
    let facts = syntax::read(language, text);
    let last_line = u32::try_from(text.split('\n').count()).expect("texts of this length have fewer lines");
    for (first, last) in lines(&facts) {
        assert!(
            first >= 1 && first <= last && last <= last_line,
            "{first}-{last} of {last_line}: {facts:?}"
        );
    }
    assert!(facts.code_lines <= last_line);
    assert!(facts.functions.len() <= FACTS_MAX && facts.lapses.len() <= FACTS_MAX);
    let _ = facts.outline();
});
