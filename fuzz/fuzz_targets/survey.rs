//! One file in any language: facts, or a word why there are none.
#![no_main]

use libfuzzer_sys::fuzz_target;
use survey::Language;

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

fuzz_target!(|text: &str| {
    let Some(first) = text.bytes().next().filter(u8::is_ascii) else {
        return;
    };
    let language = LANGUAGES[usize::from(first) % LANGUAGES.len()];
    let _ = survey::read(language, &text[1..]).outline();
});
