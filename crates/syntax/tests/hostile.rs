//! Texts that nobody wrote in good faith: nothing panics, nothing hangs, and the same text is always read the same.

mod outline;

use outline::outline;
use proptest::prelude::{ProptestConfig, any, prop, prop_assert_eq, proptest};
use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use syntax::{Language, TEXT_BYTES_MAX, read, read_at};

/// Every fixture of every page, with its path.
static FIXTURES: LazyLock<Vec<(String, String)>> = LazyLock::new(fixtures);

fn fixtures() -> Vec<(String, String)> {
    let mut pages = Vec::new();
    collect(&Path::new(env!("CARGO_MANIFEST_DIR")).join("pages"), &mut pages);
    let texts = pages.iter().filter_map(|page| std::fs::read_to_string(page).ok());
    let blocks: Vec<String> = texts
        .flat_map(|text| {
            let parts: Vec<String> = text.split("```fixture\n").skip(1).map(str::to_owned).collect();
            parts
        })
        .collect();
    let fixtures = blocks.iter().filter_map(|block| {
        let (head, rest) = block.split_once('\n')?;
        let body = rest.split("\n```").next()?;
        Some((
            head.trim_start_matches(['/', '#', '-', ' ']).to_owned(),
            body.to_owned(),
        ))
    });
    fixtures.collect()
}

fn collect(folder: &Path, pages: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("pages can be read")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, pages);
        } else {
            pages.push(path);
        }
    }
}

/// As much of a text as fits, cut between characters.
fn cut(text: &str, from: usize, to: usize) -> &str {
    let at = |place: usize| {
        (0..=place.min(text.len()))
            .rev()
            .find(|at| text.is_char_boundary(*at))
            .unwrap_or(0)
    };
    let (from, to) = (at(from), at(to));
    &text[from.min(to)..to.max(from)]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn cuts_and_splices_of_fixtures_never_panic_and_are_read_the_same_twice(
        one in any::<prop::sample::Index>(),
        other in any::<prop::sample::Index>(),
        places in any::<[u16; 4]>(),
        filler in "[\\(\\)\\{\\}\\[\\]<>\"'`#/*\\\\\u{0}é\n ;:=]{0,12}",
    ) {
        let ((path, text), (_, strange)) = (one.get(&FIXTURES), other.get(&FIXTURES));
        let place = |at: usize, text: &str| usize::from(places[at]) % (text.len() + 1);
        let mut spliced = cut(text, 0, place(0, text)).to_owned();
        spliced.push_str(cut(strange, place(1, strange), place(2, strange)));
        spliced.push_str(&filler);
        spliced.push_str(cut(text, place(3, text), text.len()));
        let language = Language::of(path, &spliced).expect("fixtures are in known languages");
        let facts = read_at(language, path, &spliced);
        prop_assert_eq!(outline(&facts), outline(&read_at(language, path, &spliced)));
        let lines = u32::try_from(spliced.lines().count()).expect("fixtures are short");
        prop_assert_eq!(facts.code_lines.min(lines), facts.code_lines);
    }
}

#[test]
fn deep_nesting_long_lines_and_nul_bytes_are_read_or_told_as_unread() {
    let repeated = [
        "(",
        "[",
        "{",
        "if(a){",
        "f(",
        "!",
        "a.b(",
        "a+",
        "x=>{",
        "\u{0}",
        "/*",
        "\"",
        "fn f(a:u8)->u8{1} ",
    ];
    for language in Language::ALL {
        for piece in repeated {
            let text = piece.repeat(6_000 / piece.len());
            let facts = read(language, &text);
            assert!(facts.functions.len() <= syntax::FACTS_MAX, "{language:?} {piece}");
        }
    }
}

#[test]
fn what_is_too_long_or_too_deep_says_so() {
    let long = read(Language::Rust, &"a".repeat(TEXT_BYTES_MAX + 1));
    assert!(long.unread.is_some_and(|why| why.contains("bytes")));
    let deep = format!("fn f() {{ {}1{}; }}", "(".repeat(1_000), ")".repeat(1_000));
    let deep = read(Language::Rust, &deep);
    assert!(deep.unread.is_some_and(|why| why.contains("nested deeper")));
    assert_eq!(deep.functions.len(), 1);
}
