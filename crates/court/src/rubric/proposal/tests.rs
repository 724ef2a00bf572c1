//! What a piece of prose names.

use super::mention::{Piece, bare_path, is_negated, quoted};

#[test]
fn pieces_are_told_apart_by_how_they_are_written() {
    let path = |text: &str| Piece::Path(text.to_owned());
    let cases = [
        ("src/graph.py", path("src/graph.py")),
        ("README.md", path("README.md")),
        ("Dockerfile", path("Dockerfile*")),
        (".github/workflows/", path(".github/workflows/")),
        ("*.yml", path("*.yml")),
        ("os.system()", Piece::Call("os.system".to_owned())),
        ("operator.add", Piece::Dotted("operator.add".to_owned())),
        ("TypedDict", Piece::Name("TypedDict".to_owned())),
        ("score_cap", Piece::Name("score_cap".to_owned())),
        ("Bulk", Piece::Words),
        ("fan in", Piece::Words),
        ("and/or", Piece::Words),
        ("f(x) then g", Piece::Words),
        (
            "os.system(\"git clone <url>\")",
            Piece::Call("os.system".to_owned()),
        ),
        (".bind_tools()", Piece::Call("$_.bind_tools".to_owned())),
        ("Level (best)", Piece::Words),
        ("e.g", Piece::Dotted("e.g".to_owned())),
        ("../secrets.py", Piece::Words),
        ("a//b.py", Piece::Words),
        ("/abs/a.py", path("abs/a.py")),
        ("/", Piece::Words),
        ("a/", path("a/")),
        (".github/x", path(".github/x")),
        ("dir/.md", path("dir/.md")),
        (".py", Piece::Words),
        (".env", Piece::Words),
        ("HTTP", Piece::Words),
        ("iPhone", Piece::Name("iPhone".to_owned())),
        ("_x.y", Piece::Dotted("_x.y".to_owned())),
        ("1a.b", Piece::Words),
        ("a.b-c", Piece::Words),
        ("f()", Piece::Call("f".to_owned())),
        (".()", Piece::Words),
        ("a_b,", Piece::Name("a_b".to_owned())),
        ("", Piece::Words),
    ];
    for (text, piece) in cases {
        assert_eq!(quoted(text), piece, "{text}");
    }
    assert_eq!(bare_path("(docs/adr.md),"), Some("docs/adr.md".to_owned()));
    assert_eq!(bare_path("and/or"), None);
    assert_eq!(bare_path("LICENSE."), Some("LICENSE*".to_owned()));
}

#[test]
fn a_piece_is_at_most_a_hundred_and_twenty_bytes_long() {
    let name = |bytes: usize| "a_".repeat(bytes / 2) + &"a".repeat(bytes % 2);
    assert_eq!(quoted(&name(120)), Piece::Name(name(120)));
    assert_eq!(quoted(&name(121)), Piece::Words);
    let file = |bytes: usize| format!("{}.py", "x".repeat(bytes - 3));
    assert_eq!(bare_path(&file(120)), Some(file(120)));
    assert_eq!(bare_path(&file(121)), None);
}

#[test]
fn the_mood_of_a_clause_says_whether_something_is_wanted() {
    for text in [
        "There must be no ",
        "It must not use ",
        "Avoid raw ",
        "Code without ",
        "You shouldn't call ",
        "never ",
        "no a b c d e ",
        "it must not but use ",
    ] {
        assert!(is_negated(text), "{text}");
    }
    for text in [
        "It uses ",
        "Not bad: ",
        "If it is not there, use ",
        "Look for ",
        "no a b c d e f ",
        "It lacks x but uses ",
    ] {
        assert!(!is_negated(text), "{text}");
    }
}
