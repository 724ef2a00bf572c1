use super::Language;

#[test]
fn a_file_is_in_the_language_of_its_ending_and_a_header_in_that_of_its_words() {
    let cases = [
        ("src/main.rs", "", Some(Language::Rust)),
        ("a.d.ts", "", Some(Language::TypeScript)),
        ("lib/x.tsx", "", Some(Language::Tsx)),
        ("Gemfile", "", Some(Language::Ruby)),
        ("x.h", "int f(void);\n", Some(Language::C)),
        ("x.h", "#pragma once\nnamespace a {\n}\n", Some(Language::Cpp)),
        (".go", "", None),
        ("README", "", None),
        ("notes.txt", "class X", None),
    ];
    for (path, text, language) in cases {
        assert_eq!(Language::of(path, text), language, "{path}");
    }
}
