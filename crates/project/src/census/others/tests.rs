use super::*;

#[test]
fn what_is_written_in_other_languages_is_told_from_a_tenth_on() {
    let notebook = r#"{"cells": [{"cell_type": "code", "source": ["a\n", "b\n", "c"]}, {"cell_type": "markdown", "source": ["x"]}]}"#;
    let lines = "x\n".repeat(40);
    let fixture =
        format!("//- src/A.kt\n{lines}//- b.ipynb\n{notebook}\n//- c.py\nx = 1\n//- tests/d.php\n{lines}");
    let census = Census::of(&Snapshot::from_fixture(&fixture));
    assert_eq!(census.others["notebooks"].lines, 3);
    let told = census.unread_languages();
    assert_eq!(told.len(), 1, "{told:?}");
    assert_eq!(
        (told[0].0, told[0].1.lines, told[0].1.path.as_str()),
        ("Kotlin", 40, "src/A.kt")
    );
}

#[test]
fn comments_of_other_languages_are_no_lines_of_code() {
    let cases = [
        ("A.swift", "// a\n/* b\nc\n*/\nlet d = 1 // e\n\n/* f */\n", 1),
        ("a.lua", "-- a\n--[[ b\nc ]]\nlocal d = 1\n", 1),
        ("a.sh", "#!/bin/sh\n# a\necho b\n", 1),
        ("a.php", "#[Test]\nfunction a() {}\n# b\n", 2),
        ("a.unknown", "# a\nb\n", 2),
    ];
    for (path, text, count) in cases {
        assert_eq!(code_lines(path, text), count, "{path}");
    }
}
