use super::*;

#[test]
fn a_string_says_what_its_escapes_stand_for() {
    for (raw, said) in [
        (r"a\nb\tc", "a\nb c"),
        (r#"\"q\" \\ \/"#, r#""q" \ /"#),
        (r"\u0047ive \ud83d\ude00 \u00e9", "Give 😀 é"),
        (r"\ud83d", "\u{fffd}"),
        (r"\u12", "u12"),
        (r"\uzzzé", "uzzzé"),
        ("\\", ""),
        ("é\\", "é"),
    ] {
        assert_eq!(unescaped(raw), said, "{raw}");
    }
}

#[test]
fn strings_stand_behind_their_keys_and_the_lines_of_a_cell_together() {
    let cell = "{\n \"source\": [\n  \"Give this\\n\",\n  \"project marks\"\n ],\n \"n\": 1, \"title\": \"About the zoo\"\n}";
    let script = of("a.ipynb", cell).unwrap_or_default();
    assert_eq!(
        script.text,
        "source\n\nGive this\nproject marks\n\nn\n\ntitle\n\nAbout the zoo"
    );
    let lines: Vec<u32> = (1..=script.text.lines().count() as u32)
        .map(|line| script.line(line))
        .collect();
    assert_eq!(lines, [2, 3, 3, 4, 6, 6, 6, 6, 6, 6]);
    assert_eq!(of("a.py", cell), None);
    for odd in ["\"", "\"\\", "{\"a\": \"b", "\"\"\"", "", "é\"é\\\"é"] {
        assert!(of("a.json", odd).is_some() && of("a.yml", odd).is_some(), "{odd}");
    }
}
