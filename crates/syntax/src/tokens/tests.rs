use super::tokens;
use crate::language::Language;

fn all(language: Language, text: &str) -> Vec<(String, u32)> {
    let mut all = Vec::new();
    tokens(language, text, &mut |word, line| {
        all.push((word.to_owned(), line))
    });
    all
}

fn words(language: Language, text: &str) -> Vec<String> {
    all(language, text).into_iter().map(|(word, _)| word).collect()
}

#[test]
fn names_texts_numbers_and_remarks_make_no_difference() {
    let one = "def add(a, b):\n    \"\"\"Adds.\"\"\"\n    # sum\n    return a + b * 2 + f('x')\n";
    let other = "def plus(first, second):\n    return first + second * 17 + g('longer')\n";
    assert_eq!(words(Language::Python, one), words(Language::Python, other));
    assert_ne!(
        words(Language::Python, one),
        words(Language::Python, "def f(a, b):\n    return a - b\n")
    );
}

#[test]
fn every_language_gives_tokens_with_lines() {
    let texts = [
        (Language::C, "int f(int a) {\n  return a + 1;\n}\n"),
        (Language::Cpp, "int f(int a) {\n  return a + 1;\n}\n"),
        (Language::Go, "package p\nfunc f(a int) int { return a + 1 }\n"),
        (Language::Java, "class A {\n int f(int a) { return a + 1; }\n}\n"),
        (Language::JavaScript, "function f(a) {\n  return a + 1;\n}\n"),
        (Language::Ruby, "def f(a)\n  a + 1\nend\n"),
        (Language::Rust, "fn f(a: u8) -> u8 {\n    a + 1\n}\n"),
        (
            Language::TypeScript,
            "function f(a: number) {\n  return a + 1;\n}\n",
        ),
    ];
    for (language, text) in texts {
        let tokens = all(language, text);
        assert!(
            tokens.iter().any(|token| token.0 == "name" && token.1 <= 2),
            "{language:?}"
        );
        assert!(
            tokens.iter().any(|token| token.0 == "number"),
            "{language:?}: {tokens:?}"
        );
        assert!(
            tokens.windows(2).all(|pair| pair[0].1 <= pair[1].1),
            "{language:?}"
        );
    }
}

#[test]
fn what_cannot_be_parsed_has_no_tokens() {
    assert!(all(Language::Python, &"(".repeat(200_000)).is_empty());
    assert!(all(Language::Python, "").is_empty());
}
